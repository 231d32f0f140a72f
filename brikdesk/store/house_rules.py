"""The games, house rules, sides and own choices of a session's campaign, and what they make of a Move."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.dice import DiceFor, DiceWay
from brikdesk.errors import BadInput
from brikdesk.games import GAMES, Game, of_names
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.units_and_damage import move_after_damage, move_of_bearer
from brikdesk.rules.brikwars.weapons import is_two_handed
from brikdesk.rules.switches import checked, house_from
from brikdesk.store.session import answers_of, campaign_session, known, of_unit, rows_of
from brikdesk.store.tables import (
    Alliance,
    CampaignRow,
    HouseRule,
    Player,
    Sprint,
    Thrusting,
    Turn,
    Unit,
    Weapon,
)

House = TypeVar("House", bound=Struct)


def house_of(session: Session, kind: type[House]) -> House:
    """Return the house rules of one game as a value of its own kind, whose fields are the switches.

    They are read once for a session; see `house_rules`.
    """
    houses = campaign_session(session).houses
    if kind not in houses:
        houses[kind] = house_from(kind, house_rules(session))
    made: House = houses[kind]
    return made


def house_rules(session: Session) -> dict[str, Any]:
    """Return every switch by its ID with its value in this campaign, for what shows them all.

    The default stands where nothing is stored, or a value that this version does not know. The
    switches are read once for a session, so an act that changes one must not call this before it
    has written.
    """
    own = campaign_session(session)
    if own.house_rules is None:
        answers = answers_of(session)
        read = partial(_read, session)
        own.house_rules = answers.once("house rules", _TABLES, read) if answers else read()
    return own.house_rules


_TABLES = frozenset({str(HouseRule.__tablename__)})


def _read(session: Session) -> dict[str, Any]:
    stored = session.exec(select(col(HouseRule.switch), col(HouseRule.value))).all()
    chosen = {switch: value for row in stored for switch, value in _chosen(*row).items()}
    usual = {id: value for game in GAMES.values() for id, value in game.defaults().items()}
    return usual | chosen


def _chosen(switch: str, stored: Any) -> dict[str, Any]:
    value = tuple(stored) if isinstance(stored, list) else stored
    for game in GAMES.values():
        if switch in game.house_rules:
            try:
                return {switch: checked(game.house_rules, switch, value)}
            except BadInput:  # a value that this version does not know
                continue
    return {}


class OwnChoice(StrEnum):
    """What a campaign has chosen for itself besides its house rules, each in one row beside theirs."""

    DICE = "players' dice"
    """By the key of a player: in which way his dice of some kinds come to the desk."""
    SEARCHES = "searches"
    """By its name: what is typed to find rows."""
    STORY = "story"
    """By the key of a player turn: what is told of it by hand, and what the log told then."""
    BOOKMARKS = "bookmarks"
    """By the number of an act: the name of the bookmark on the moment after it."""
    SEALS = "sealed dice"
    """By the number of a battle whose dice are sealed: the seed, its hash, and the players' words."""
    ROLLS = "sealed rolls"
    """The sealed rolls of the running player turn, by their numbers, and of which turn they are."""


def own_choice(session: Session, which: OwnChoice) -> dict[str, Any]:
    """Return what a campaign has chosen, by name; empty where it has chosen nothing."""
    stored = select(col(HouseRule.value)).where(HouseRule.switch == which.value)
    found = session.exec(stored).first()
    return dict(found) if isinstance(found, dict) else {}


def write_choice(session: Session, which: OwnChoice, chosen: Mapping[str, Any]) -> None:
    """Keep what a campaign has chosen; without anything chosen there is no row."""
    row = session.exec(select(HouseRule).where(HouseRule.switch == which.value)).first()
    if not chosen:
        if row is not None:
            session.delete(row)
        return
    row = row or HouseRule(switch=which.value)
    row.value = dict(chosen)
    session.add(row)


WaysOfDice = Mapping[tuple[int, DiceFor], DiceWay]
"""By player and kind of roll, how the dice come to the desk; ASKED where nothing stands."""


def ways_of(session: Session) -> WaysOfDice:
    """Return how the dice of each player come to the desk, where that is not as usual."""
    found = {}
    for player, said in own_choice(session, OwnChoice.DICE).items():
        # A later version may know kinds and ways that this one does not.
        for kind in DiceFor if isinstance(said, dict) and player.isdecimal() else ():
            if (way := said.get(kind.name)) in (DiceWay.TYPED, DiceWay.ROLLED):
                found[int(player), kind] = DiceWay(way)
    return found


def searches_of(session: Session) -> dict[str, str]:
    """Return the searches that are kept, each by its name, in the order of the alphabet."""
    kept = own_choice(session, OwnChoice.SEARCHES)
    names = sorted((name for name in kept if isinstance(kept[name], str)), key=str.casefold)
    return {name: kept[name] for name in names}


def bookmarks_of(session: Session) -> dict[int, str]:
    """Return the names of the bookmarks, by the acts on which they lie, oldest first."""
    kept = own_choice(session, OwnChoice.BOOKMARKS)
    found = {int(act): kept[act] for act in kept if act.isdecimal() and isinstance(kept[act], str)}
    return dict(sorted(found.items()))


class OwnParagraph(Struct, frozen=True):
    """What the referee tells of a player turn himself; without words it is left out of the story.

    `by_log` is what the log told when that was written: other words now mean that the facts changed.
    """

    words: str
    by_log: str


def own_story(session: Session) -> dict[int, OwnParagraph]:
    """Return the paragraphs of stories that were written by hand, by the keys of their turns."""
    stored = own_choice(session, OwnChoice.STORY)
    return {
        int(turn): OwnParagraph(*said)
        for turn, said in stored.items()
        if turn.isdecimal() and isinstance(said, list) and [*map(type, said)] == [str, str]
    }


def games_of(session: Session) -> tuple[Game, ...]:
    """Return the campaign's games in the order of registration; empty without a campaign."""
    campaigns = rows_of(session, CampaignRow)
    return of_names(campaigns[0].rule_sets) if campaigns else ()


def allies_of(session: Session, player_id: int) -> set[int]:
    """Return the players allied with this one, without this one."""
    pairs = [{pair.player_id, pair.ally_id} for pair in rows_of(session, Alliance)]
    return {ally for pair in pairs if player_id in pair for ally in pair - {player_id}}


def enemies_of(session: Session, player_id: int) -> list[int]:
    """Return the players who are neither this one nor allied with him."""
    friends = {player_id, *allies_of(session, player_id)}
    return [player.id or 0 for player in rows_of(session, Player) if player.id not in friends]


def are_foes(session: Session, one: int | None, other: int | None) -> bool:
    """Return whether two players fight each other; what belongs to nobody is nobody's foe (4.1-07)."""
    if one is None or other is None or one == other:
        return False
    return other not in allies_of(session, one)


def move_of(unit: Unit, weapons: Iterable[Weapon], rules: BrikWarsHouse) -> float:
    """Return a unit's Move in inches with these weapons and house rules (OF-54, W-03)."""
    two_handed = any(is_two_handed(each.preset) and not each.lying for each in weapons)
    move = move_of_bearer(
        unit.move,
        two_handed=two_handed,
        bw_two_handed_move_penalty=rules.bw_two_handed_move_penalty,
    )
    per_inch = rules.bw_move_loss_per_inch
    return move_after_damage(move, unit.size, unit.size_damage, per_inch=per_inch)


def move_now(session: Session, unit: Unit) -> float:
    """Return a unit's Move in inches as the campaign has it."""
    return move_of(unit, of_unit(session, Weapon, unit.id), house_of(session, BrikWarsHouse))


def move_left_in(session: Session, unit: Unit, turn: Turn) -> float:
    """Return the inches of Move that a unit has left in a player turn, with those of its Sprints."""
    used = unit.move_used if unit.moved_turn_id == turn.id else 0.0
    return max(0.0, move_now(session, unit) + sprinted(session, unit, turn.id) - used)


def sprinted(session: Session, unit: Unit, turn_id: int | None) -> int:
    """Return the inches that Sprints add to a unit's Move in a player turn (4.1-33)."""
    return sum(row.inches for row in sprints_in(session, turn_id) if row.unit_id == unit.id)


def sprints_in(session: Session, turn_id: int | None) -> tuple[Sprint, ...]:
    """Return the Sprints of a player turn, oldest first."""

    def ask() -> tuple[Sprint, ...]:
        rows = select(Sprint).where(Sprint.turn_id == turn_id)
        return tuple(session.exec(rows.order_by(col(Sprint.id))))

    return known(session, ("sprints", turn_id), ask, Sprint, "turn_id", "inches", "unit_id")


def thrusts(session: Session, weapon_id: int | None) -> bool | None:
    """Return whether a weapon is made for thrusting; None where nobody said."""
    said = (row.made for row in rows_of(session, Thrusting) if row.weapon_id == weapon_id)
    return next(said, None)
