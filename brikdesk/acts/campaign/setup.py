"""Setting up a campaign, its players, house rules and searches; and a copy that goes its own way."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlmodel import Session, SQLModel, col, or_, select

from brikdesk import text
from brikdesk.acts.campaign.battles import sit_last
from brikdesk.acts.checks import existing_row, initials
from brikdesk.dice import DiceFor, DiceWay
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.games import GAMES, Game, of_titles, usual
from brikdesk.rules.switches import checked, spoken
from brikdesk.rules.texts import is_known
from brikdesk.store.act import Act
from brikdesk.store.backups import back_up
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.durable import put_in_place
from brikdesk.store.file.faults import in_words
from brikdesk.store.house_rules import (
    OwnChoice,
    games_of,
    own_choice,
    searches_of,
    write_choice,
)
from brikdesk.store.life import open_file
from brikdesk.store.lines import Kind, Outcome, outcome
from brikdesk.store.session import Progress, unwatched
from brikdesk.store.tables import Alliance, CampaignRow, HouseRule, Player, Seat, SfDetection, Unit
from brikdesk.turns.turn_order import running_battle

COLOURS = ("sky", "orchid", "lime", "slate", "fern", "sand", "pearl")
"""Colour tokens of factions; each has a shape of its own in the theme."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateCampaign(Act):
    """Name the campaign and store every house rule of its rule sets with its default."""

    name: str
    uuid: str
    rule_sets: tuple[str, ...] = (usual().title,)

    def carry_out(self, session: Session) -> Outcome:
        """Write the campaign's one row and its house rules; BadInput if there is one already."""
        if session.exec(select(CampaignRow)).first():
            raise BadInput("This file already holds a campaign.")
        title = text.name(self.name)
        played = of_titles(self.rule_sets)
        session.add(
            CampaignRow(uuid=self.uuid, name=title, rule_sets=[each.name for each in played])
        )
        for switch, value in _defaults(played).items():
            session.add(HouseRule(switch=switch, value=_storable(value)))
        return outcome(Kind.SETUP, f"Make {title}", lead=f"{title} begins.")


def _defaults(played: tuple[Game, ...]) -> dict[str, object]:
    """Return the switches of the games with their defaults.

    Some depend on whether a game with player turns is among them (S-01).
    """
    turns = any(game.player_turns for game in played)
    return {id: value for game in played for id, value in game.defaults(player_turns=turns).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRuleSets(Act):
    """Play the campaign by other rule sets, one or several side by side.

    House rules of a new set begin at their defaults. A set cannot go while its units or weapons
    are in the campaign.
    """

    rule_sets: tuple[str, ...]

    def carry_out(self, session: Session) -> Outcome:
        """Store the sets and the switches that are missing; BadInput if a set is still in use."""
        campaign = session.exec(select(CampaignRow)).one()
        played = of_titles(self.rule_sets)
        for gone in set(games_of(session)) - set(played):
            _check_unused(session, gone)
        campaign.rule_sets = [each.name for each in played]
        session.add(campaign)
        # A set that was played before finds its switches as they were.
        known = set(session.exec(select(HouseRule.switch)))
        for switch, value in _defaults(played).items():
            if switch not in known:
                session.add(HouseRule(switch=switch, value=_storable(value)))
        names = f"{' and '.join(each.title for each in played)}."
        lead = "The campaign has its rules."
        return outcome(Kind.RULING, "Change the rule sets", names, lead=lead)


def _check_unused(session: Session, gone: Game) -> None:
    tables = (SQLModel.metadata.tables[name] for name in gone.keeps)
    if any(session.connection().execute(table.select().limit(1)).first() for table in tables):
        raise BadInput(f"Units here are played by {gone.title}. Remove them first.", "rule_sets")


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameCampaign(Act):
    """Give the campaign another name."""

    name: str

    def carry_out(self, session: Session) -> Outcome:
        """Change the name."""
        campaign = session.exec(select(CampaignRow)).one()
        campaign.name = text.name(self.name)
        session.add(campaign)
        return Outcome(f"Rename the campaign to {campaign.name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPlayer(Act):
    """Add a person with a faction; without a `code`, it is made of the faction's name.

    With a `battle_id` he sits last in that battle, which must be set up or running.
    """

    name: str
    faction: str
    colour: str
    code: str = ""
    battle_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the player; BadInput for an unknown colour, one that is taken, or no such battle."""
        faction = text.name(self.faction, "faction")
        _check_colour(session, self.colour, None)
        battle = running_battle(session)
        if self.battle_id is not None and (battle is None or battle.id != self.battle_id):
            raise BadInput("That battle is not set up or running.", "battle_id")
        player = Player(
            name=text.name(self.name),
            faction=faction,
            code=_code(self.code) if self.code.strip() else initials(faction),
            colour=self.colour,
        )
        session.add(player)
        session.flush()
        if self.battle_id is not None:
            sit_last(session, self.battle_id, player)
        words = "New in the battle" if self.battle_id is not None else "New"
        title, lead = f"Add {player.faction}", f"{words}: {player.faction}."
        return outcome(Kind.SETUP, title, player.name, lead=lead, player_id=player.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPlayer(Act):
    """Change a player's names, code or colour; fields left None stay."""

    player_id: int
    name: str | None = None
    faction: str | None = None
    code: str | None = None
    colour: str | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the new values; BadInput for an unknown colour or one that is taken."""
        player = existing_row(session, Player, self.player_id)
        if self.colour is not None:
            _check_colour(session, self.colour, player.id)
            player.colour = self.colour
        if self.name is not None:
            player.name = text.name(self.name)
        if self.faction is not None:
            player.faction = text.name(self.faction, "faction")
        if self.code is not None:
            player.code = _code(self.code)
        session.add(player)
        return Outcome(f"Edit {player.faction}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovePlayer(Act):
    """Remove a player who has no units and no seat in a battle."""

    player_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete the player and his alliances; BadInput if a row still refers to him."""
        player = existing_row(session, Player, self.player_id)
        if session.exec(select(Unit).where(Unit.player_id == player.id)).first():
            raise BadInput(
                f"There are units of {player.faction} still. Remove or hand over those first."
            )
        if session.exec(select(Seat).where(Seat.player_id == player.id)).first():
            raise BadInput(f"A battle has a seat for {player.faction}: its record keeps that.")
        if row := _row_that_names(session, player):
            raise BadInput(f"A {row} on the table still names {player.faction}. End it first.")
        either = or_(Alliance.player_id == player.id, Alliance.ally_id == player.id)
        for alliance in session.exec(select(Alliance).where(either)):
            session.delete(alliance)
        for seen in session.exec(select(SfDetection).where(SfDetection.player_id == player.id)):
            session.delete(seen)
        ways = own_choice(session, OwnChoice.DICE)
        if ways.pop(str(player.id), None) is not None:
            write_choice(session, OwnChoice.DICE, ways)
        # Before the player, to whom these rows refer.
        session.flush()
        session.delete(player)
        return Outcome(f"Remove {player.faction}")


TAKEN_ALONG = (Alliance.__tablename__, SfDetection.__tablename__)
"""Tables whose rows are deleted together with a player to whom they refer."""


def _row_that_names(session: Session, player: Player) -> str:
    """Return what kind of row still refers to a player, such as "fire" or "state"; "" for none."""
    # Asked of the schema, so that a new table with a player in it is not forgotten here.
    for table in SQLModel.metadata.sorted_tables:
        for column in () if table.name in TAKEN_ALONG else table.columns:
            if not any(each.column.table.name == "player" for each in column.foreign_keys):
                continue
            if session.connection().execute(select(column).where(column == player.id)).first():
                return table.name.replace("_", " ")
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAlliance(Act):
    """Ally two players, or end their alliance."""

    player_id: int
    ally_id: int
    allied: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Write or delete the pair."""
        one = existing_row(session, Player, self.player_id)
        other = existing_row(session, Player, self.ally_id)
        if one.id == other.id:
            raise BadInput("A player is not his own ally.", "ally_id")
        # Either player may have been named first, so the pair is looked for both ways.
        both = (one.id, other.id)
        pair = select(Alliance).where(
            col(Alliance.player_id).in_(both), col(Alliance.ally_id).in_(both)
        )
        for alliance in session.exec(pair):
            session.delete(alliance)
        if self.allied:
            session.add(Alliance(player_id=one.id or 0, ally_id=other.id or 0))
        verb = "stand together" if self.allied else "part ways"
        return outcome(Kind.SETUP, f"{one.faction} and {other.faction} {verb}", rule="8.5-07")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetHouseRule(Act):
    """Give a switch of the rules another value; the log says from what to what."""

    switch: str
    value: bool | int | str | list[str]

    def carry_out(self, session: Session) -> Outcome:
        """Check the value and store it; BadInput names what may be chosen."""
        # A campaign without BrikWars burns and falls by its switches too.
        known = {
            id: rule
            for game in GAMES.values()
            if game.everywhere or game in games_of(session)
            for id, rule in game.house_rules.items()
        }
        if self.switch not in known:
            raise BadInput(f"There is no house rule called {self.switch[:40]!r}.", "switch")
        wanted = tuple(self.value) if isinstance(self.value, list) else self.value
        rule, value = known[self.switch], checked(known, self.switch, wanted)
        row = session.exec(select(HouseRule).where(HouseRule.switch == self.switch)).first()
        # A campaign that is older than this switch has no row for it.
        row = row or HouseRule(switch=self.switch, value=_storable(rule.default))
        old = tuple(row.value) if isinstance(row.value, list) else row.value
        row.value = _storable(value)
        session.add(row)
        words = f"{spoken(old)} becomes {spoken(value)}."
        cited = rule.rule if is_known(rule.rule) else ""
        return outcome(Kind.RULING, f"House rule: {rule.title}", words, rule=cited)


def _storable(value: object) -> object:
    # The column is JSON, which has lists but no tuples.
    return list(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDice(Act):
    """Say how a player's dice come to the desk, for each kind of roll; kinds left None stay.

    `hit` are the dice of attack rolls, `turn` those of the steps at the start and end of a turn.
    """

    player_id: int
    hit: DiceWay | None = None
    damage: DiceWay | None = None
    armor: DiceWay | None = None
    turn: DiceWay | None = None
    other: DiceWay | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write it; BadInput where no kind of roll is named."""
        player = existing_row(session, Player, self.player_id)
        said = {kind: getattr(self, kind.name.lower()) for kind in DiceFor}
        said = {kind: way for kind, way in said.items() if way is not None}
        if not said:
            raise BadInput("Say of which dice: attack rolls, damage, armor, steps, all else.")
        chosen = own_choice(session, OwnChoice.DICE)
        own = dict(chosen.pop(str(player.id), {}))
        own |= {kind.name: way.value for kind, way in said.items()}
        # What is as usual is not kept: a campaign without any row is one as ever.
        if own := {kind: way for kind, way in own.items() if way != DiceWay.ASKED}:
            chosen[str(player.id)] = own
        write_choice(session, OwnChoice.DICE, chosen)
        return outcome(
            Kind.RULING, f"Dice of {player.name}", _ways_in_words(said),
            lead=f"{player.name}'s dice.", player_id=player.id,
        )  # fmt: skip


_WAYS = {
    DiceWay.ASKED: "typed, or rolled when Space is pressed",
    DiceWay.TYPED: "typed as they lie on the table",
    DiceWay.ROLLED: "rolled by the desk at once",
}


def _ways_in_words(said: Mapping[DiceFor, DiceWay]) -> str:
    """Return how dice come to the desk, each way once: Attack rolls, damage: rolled by the desk."""
    parts = []
    for way in dict.fromkeys(said.values()):
        kinds = [kind.value for kind in said if said[kind] is way]
        every = len(kinds) == len(DiceFor)
        parts.append(f"{'All' if every else text.opening(', '.join(kinds))}: {_WAYS[way]}.")
    return " ".join(parts)


MOST_SEARCHES = 40
"""Searches of a campaign: more would be searched for themselves."""

LONGEST_SEARCH = 200
"""Letters of what is typed to find rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepSearch(Act):
    """Keep what is typed to find rows under a name; one of the same name is replaced."""

    name: str
    search: str

    def carry_out(self, session: Session) -> Outcome:
        """Write it; BadInput for an empty search, a name of no words, or too many searches."""
        name, kept = _search_name(self.name), searches_of(session)
        asked = " ".join(text.note(self.search, "search").split())
        if not 0 < len(asked) <= LONGEST_SEARCH:
            most = f"Type what it looks for, in {LONGEST_SEARCH} letters at most: burning armor<7."
            raise BadInput(most, "search")
        same = _same_name(kept, name)
        if same is None and len(kept) >= MOST_SEARCHES:
            raise BadInput(f"{MOST_SEARCHES} searches are kept. Remove one first.", "name")
        _write_searches(
            session, {each: kept[each] for each in kept if each != same} | {name: asked}
        )
        return outcome(Kind.SETUP, f"Keep the search {name}", asked, lead=f"Search “{name}”:")


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameSearch(Act):
    """Give a search that is kept another name."""

    search: str
    name: str

    def carry_out(self, session: Session) -> Outcome:
        """Write it; BadInput if there is no such search, or another of the new name."""
        kept = searches_of(session)
        before, name = _existing_search(kept, self.search), _search_name(self.name)
        if _same_name(kept, name) not in (None, before):
            raise BadInput(f"There is a search {name} already.", "name")
        _write_searches(session, {name if each == before else each: kept[each] for each in kept})
        lead = f"Search “{name}”:"
        return outcome(Kind.SETUP, f"Rename the search {before}", f"was {before}.", lead=lead)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSearch(Act):
    """Keep a search no longer."""

    search: str

    def carry_out(self, session: Session) -> Outcome:
        """Delete it; BadInput if there is no such search."""
        kept = searches_of(session)
        gone = _existing_search(kept, self.search)
        _write_searches(session, {each: kept[each] for each in kept if each != gone})
        return outcome(
            Kind.SETUP, f"Remove the search {gone}", "removed.", lead=f"Search “{gone}”:"
        )


def _search_name(typed: str) -> str:
    """Return the name of a search; BadInput for one that would be read as a search itself."""
    name = text.name(typed)
    if any(sign in name for sign in ":<>=") or name.startswith("-"):
        raise BadInput("A name has no : < > = in it and no minus before it.", "name")
    return name


def _same_name(kept: Mapping[str, str], name: str) -> str | None:
    return next((each for each in kept if each.casefold() == name.casefold()), None)


def _existing_search(kept: Mapping[str, str], name: str) -> str:
    if (found := _same_name(kept, name)) is None:
        raise BadInput(f"No search is called {name[:40]!r}.", "search")
    return found


def _write_searches(session: Session, searches: Mapping[str, str]) -> None:
    write_choice(session, OwnChoice.SEARCHES, searches)


def _code(typed: str) -> str:
    return text.first_of(text.name(typed, "code"), 3)


def _check_colour(session: Session, colour: str, own_id: int | None) -> None:
    """Raise BadInput for a colour that is unknown, or that a player other than `own_id` has."""
    if colour not in COLOURS:
        why = f"{colour[:20]!r} is no colour. Choose from: {', '.join(COLOURS)}."
        raise BadInput(why, "colour")
    taken = session.exec(select(Player).where(Player.colour == colour)).first()
    if taken and taken.id != own_id:
        raise BadInput(
            f"The colour {colour} is that of {taken.faction} already. Choose another colour.",
            "colour",
        )


_FAILED = ("The copy was not written", "The game is saved.")


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginAnew(Act):
    """Begin a campaign of its own here: what was done before is the past that it shares.

    From the act on, this computer remembers and records the campaign apart from the other.
    """

    name: str
    uuid: str

    def carry_out(self, session: Session) -> Outcome:
        """Give the campaign its own name and identity."""
        campaign = session.exec(select(CampaignRow)).one()
        before, campaign.name = campaign.name, text.name(self.name)
        campaign.uuid = self.uuid
        session.add(campaign)
        title, lead = f"Begin {campaign.name}", f"{campaign.name} begins"
        return outcome(Kind.SETUP, title, f"as a copy of {before}.", lead=lead)


def begin_copy(campaign: Campaign, path: Path, name: str) -> Callable[[Progress], None]:
    """Copy an open campaign as it is now; return what makes a campaign of its own of it at `path`.

    That takes longer and may run on any thread. It replaces a file that is there, and leaves that
    as it was if anything fails. Raise BadInput for a name that is none, else CampaignFileError.
    """
    begin = BeginAnew(name=text.name(name), uuid=str(uuid.uuid4()))
    if path.exists() and campaign.path.exists() and path.samefile(campaign.path):
        raise CampaignFileError("That is the open campaign itself. Choose another name.")
    try:
        # In the same folder, hence on the same drive: only there are files swapped in one step.
        folder = TemporaryDirectory(
            prefix=".brikdesk-", dir=path.parent, ignore_cleanup_errors=True
        )
        here = Path(folder.name)
        made = back_up(campaign.engine, here, "copy", datetime.now(UTC), check=lambda _path: None)
    except OSError as error:
        raise in_words(error, *_FAILED) from error

    def finish(progress: Progress = unwatched) -> None:
        with folder:
            try:
                progress("Saving a copy, part", 0, 2)
                _begin_anew(made, begin, here / "backups")
                progress("Saving a copy, part", 1, 2)
                put_in_place(made, path)
            except OSError as error:
                raise in_words(error, *_FAILED) from error

    return finish


def _begin_anew(file: Path, begin: BeginAnew, backups: Path) -> None:
    campaign = Campaign(open_file(file, backup_dir=backups))
    try:
        campaign.do(begin)
        campaign.seal()  # undo would lead back into the other campaign
    finally:
        failed = campaign.close()
    if failed:
        raise CampaignFileError("The copy was not written: its drive refused to finish it.")
