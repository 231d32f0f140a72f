"""The head of the desk: campaign, battle, whose turn it is, who plays."""

from typing import Any

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.copied import copied
from brikdesk.games import BRIKWARS, SCIFI
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.turn import InOrder, next_to_play
from brikdesk.store.house_rules import (
    OwnParagraph,
    WaysOfDice,
    games_of,
    house_of,
    house_rules,
    own_story,
    searches_of,
    ways_of,
)
from brikdesk.store.session import rows_of, running_turn
from brikdesk.store.tables import (
    ActRecord,
    Alliance,
    Background,
    Battle,
    BattleState,
    CampaignRow,
    ControlPoint,
    Fate,
    HouseRule,
    LogLine,
    Player,
    Seat,
    Terrain,
    Turn,
    Unit,
)
from brikdesk.store.views import view


class PlayerRow(Struct, frozen=True):
    """A player as every list shows him; `place` is 0 outside the battle's turn order."""

    id: int
    name: str
    faction: str
    code: str
    colour: str
    place: int = 0
    out: bool = False
    active: bool = False


class BattleHead(Struct, frozen=True):
    """What the top bar says. `turn_id` is 0 while no battle runs."""

    campaign: str
    uuid: str
    battle_id: int
    battle: str
    battle_state: str
    table_width: float
    table_depth: float
    turn_id: int
    number: int
    player_id: int
    phase: str
    players: tuple[PlayerRow, ...]
    following_id: int

    @property
    def is_open(self) -> bool:
        """Whether the battle is set up or running."""
        return self.battle_state in (BattleState.SETUP.name, BattleState.RUNNING.name)

    @property
    def active(self) -> PlayerRow | None:
        """The player whose turn it is."""
        return next((player for player in self.players if player.active), None)

    @property
    def following(self) -> PlayerRow | None:
        """The player whose turn comes after this one; None if nobody is left."""
        return next((each for each in self.players if each.id == self.following_id), None)


@view(CampaignRow, Battle, Player, Seat, Turn)
def battle_head(session: Session) -> BattleHead:
    """Return campaign, newest battle, running turn, and all players, those in the turn order first."""
    campaign = session.exec(select(CampaignRow)).first()
    battle = session.exec(select(Battle).order_by(col(Battle.id).desc()).limit(1)).first()
    over = battle is None or battle.state is BattleState.OVER
    turn = None if over else running_turn(session)
    rows = _players(session, None if over else battle, turn)
    return BattleHead(
        campaign=campaign.name if campaign else "",
        uuid=campaign.uuid if campaign else "",
        battle_id=(battle.id or 0) if battle else 0,
        battle=battle.name if battle else "",
        battle_state=battle.state.name if battle else "",
        table_width=battle.table_width if battle else 0.0,
        table_depth=battle.table_depth if battle else 0.0,
        turn_id=(turn.id or 0) if turn else 0,
        number=turn.number if turn else 0,
        player_id=turn.player_id if turn else 0,
        phase=turn.phase.name if turn else "",
        players=rows,
        following_id=_following(session, rows, turn),
    )


def _following(session: Session, rows: tuple[PlayerRow, ...], turn: Turn | None) -> int:
    """Return whose turn comes after this one, 0 if nobody is left; the first before a battle runs."""
    order = [InOrder(row.id, row.out) for row in rows if row.place]
    played = select(Turn.player_id).where(
        Turn.battle_id == (turn.battle_id if turn else 0),
        Turn.number == (turn.number if turn else 0),
    )
    coming = next_to_play(order, set(session.exec(played)), turn.player_id if turn else 0)
    return coming[0] if coming else 0


class Mustered(Struct, frozen=True):
    """A side of a battle that is set up: its units, each with its Size, that have no place yet."""

    player_id: int
    faction: str
    units: int
    placeless: tuple[tuple[int, int], ...] = ()


@view(ActRecord, LogLine, CampaignRow, Battle, ControlPoint, Player, Seat, Turn, Unit)
def first_battle(session: Session) -> tuple[Mustered, ...] | None:
    """Return the sides of a campaign in which nothing has been played yet; None once it has.

    A turn that was handed over counts, also if it was taken back, and so does whatever the log tells
    with a rule: a move, an attack, a die.
    """
    head = battle_head(session)
    if head.number > 1:
        return None
    over = select(ActRecord.id).where(col(ActRecord.name).in_(("EndTurn", "EndBattle"))).limit(1)
    # Who mans what is part of an army.
    said = select(LogLine.id).join(ActRecord, col(ActRecord.id) == col(LogLine.act_id))
    ruled = said.where(LogLine.rule != "", col(ActRecord.name) != "ManControl").limit(1)
    if session.exec(over).first() is not None or session.exec(ruled).first() is not None:
        return None
    here = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.on_table)).order_by(col(Unit.id))
    rows = session.exec(here).all()
    # A crew without a place is where its creation is.
    aboard = set(session.exec(select(ControlPoint.occupant_id)))
    return tuple(
        Mustered(
            player.id,
            player.faction,
            sum(unit.player_id == player.id for unit in rows),
            tuple(
                (unit.id or 0, unit.size)
                for unit in rows
                if unit.player_id == player.id and unit.x is None and unit.id not in aboard
            ),
        )
        for player in head.players
        if player.place or not head.is_open  # one who has no seat waits for another battle
    )


@view(Battle, Terrain, Background)
def table_is_laid(session: Session) -> bool:
    """Return whether the newest battle has terrain, or a picture of its table."""
    battle = session.exec(select(Battle).order_by(col(Battle.id).desc()).limit(1)).first()
    if battle is None:
        return False
    piece = select(Terrain.id).where(Terrain.battle_id == battle.id).limit(1)
    picture = select(Background.id).where(Background.battle_id == battle.id).limit(1)
    return any(session.exec(each).first() is not None for each in (piece, picture))


@view(Player)
def players(session: Session) -> tuple[PlayerRow, ...]:
    """Return all players of the campaign, in the order in which they joined."""
    return _players(session, None, None)


@view(Alliance)
def alliances(session: Session) -> frozenset[tuple[int, int]]:
    """Return the pairs of allied players, each both ways."""
    rows = session.exec(select(Alliance)).all()
    # The table has each pair once, as the two were named.
    one_way = {(row.player_id, row.ally_id) for row in rows}
    return frozenset(one_way | {(ally, player) for player, ally in one_way})


@view(HouseRule)
def house_rule_values(session: Session) -> dict[str, Any]:
    """Return every house rule switch with its value in this campaign."""
    # A copy: the session keeps the original for all its other questions.
    return dict(house_rules(session))


@view(HouseRule)
def ways_of_dice(session: Session) -> WaysOfDice:
    """Return how the dice of each player come to the desk, where that is not as usual."""
    return ways_of(session)


@view(HouseRule)
def kept_searches(session: Session) -> dict[str, str]:
    """Return the searches that are kept, each by its name."""
    return searches_of(session)


@view(HouseRule)
def story_by_hand(session: Session) -> dict[int, OwnParagraph]:
    """Return the paragraphs of stories that were written by hand, by the keys of their turns."""
    return own_story(session)


@view(HouseRule)
def brikwars_house(session: Session) -> BrikWarsHouse:
    """Return the house rules of BrikWars in this campaign."""
    return house_of(session, BrikWarsHouse)


@view(HouseRule)
def scifi_house(session: Session) -> ScifiHouse:
    """Return the house rules of the Sci-fi game in this campaign."""
    return house_of(session, ScifiHouse)


def _players(session: Session, battle: Battle | None, turn: Turn | None) -> tuple[PlayerRow, ...]:
    seats: dict[int, Seat] = {}
    if battle:
        of_battle = select(Seat).where(Seat.battle_id == battle.id)
        seats = {seat.player_id: seat for seat in session.exec(of_battle)}
    rows = [
        copied(
            PlayerRow,
            player,
            place=seats[player.id].place if player.id in seats else 0,
            out=player.id in seats and seats[player.id].out,
            active=turn is not None and turn.player_id == player.id,
        )
        for player in rows_of(session, Player)
    ]
    # Sorting is stable: whoever has no place comes last, in the order of joining.
    return tuple(sorted(rows, key=lambda row: (row.place == 0, row.place)))


@view(CampaignRow)
def rule_set(session: Session) -> str:
    """Return the names of the rules that the campaign is played by."""
    return ", ".join(each.title for each in games_of(session))


@view(CampaignRow)
def played(session: Session) -> tuple[str, ...]:
    """Return the names of the games by which the campaign is played."""
    return tuple(each.name for each in games_of(session))


@view(CampaignRow)
def plays_scifi(session: Session) -> bool:
    """Return whether the campaign is played by the Sci-fi rules, alone or beside others."""
    return SCIFI in games_of(session)


@view(CampaignRow)
def plays_brikwars(session: Session) -> bool:
    """Return whether the campaign is played by BrikWars, alone or beside others."""
    return BRIKWARS in games_of(session)
