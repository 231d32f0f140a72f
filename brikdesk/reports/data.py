"""The contents of a report and of the map on paper as frozen values, drawn by any thread."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from operator import add

from msgspec import Struct, field
from msgspec.structs import astuple
from sqlmodel import Session

from brikdesk.copied import copied
from brikdesk.dice import BY_THE_DESK, Origin
from brikdesk.ground.shapes import Point
from brikdesk.lengths import at_spot
from brikdesk.store.house_rules import OwnParagraph
from brikdesk.store.lines import Kind, LinePart, Sum, dice_thrown
from brikdesk.store.views.battlefield import Ground, Trail, battlefield, trails
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.past_turns import Loss
from brikdesk.store.views.units import UnitRow, units
from brikdesk.turns import ledger
from brikdesk.turns.seal import Proof
from brikdesk.turns.secrets import NOTHING_HIDDEN, Secrets, secrets_now

BEYOND = 6.0
"""Inches beside the table at which a unit is still drawn, as one on the rim of the room."""


class MapToken(Struct, frozen=True):
    """A unit on the table; `flames` is the size of its fire in inches, 0 if it does not burn."""

    unit_id: int
    name: str
    faction: str
    initials: str
    colour: str
    size: int
    x: float
    y: float
    facing: float | None
    flames: int

    @property
    def words(self) -> str:
        """The token in words: name, faction and place."""
        parts = (self.name, self.faction, f"{at_spot(self.x, self.y)} inches")
        return ", ".join(part for part in parts if part)


class MapWay(Struct, frozen=True):
    """The way of a unit in the turn, in the colour of its faction."""

    colour: str
    points: tuple[Point, ...]


class TableMap(Struct, frozen=True):
    """The table at one moment. `beyond` names units whose place is far from the table."""

    title: str
    campaign: str
    ground: Ground
    tokens: tuple[MapToken, ...]
    ways: tuple[MapWay, ...]
    beyond: tuple[str, ...] = ()
    photo: bytes = b""
    """The straightened photo of the table as JPEG, where one is wanted."""

    @property
    def is_bare(self) -> bool:
        """Whether nothing has a place on it."""
        ground = self.ground
        return not (self.tokens or ground.pieces or ground.discs or ground.flights or ground.lying)

    @property
    def names(self) -> tuple[str, ...]:
        """The names from the campaign that stand among other words."""
        factions = (one.faction for one in self.tokens)
        return (self.campaign, *factions, *self.texts)

    @property
    def words(self) -> str:
        """The map in words for a screen reader: who stands where."""
        there = "; ".join(one.words for one in self.tokens) or "no unit stands on it"
        return f"{self.title}, a map of the table: {there}."

    @property
    def texts(self) -> tuple[str, ...]:
        """All words from the campaign that it shows."""
        ground = self.ground
        names = [one.name for one in self.tokens]
        names += [one.name for one in ground.discs]
        names += [one.name for one in ground.flights]
        names += [one.name for one in ground.lying]
        return (*names, *(one.initials for one in self.tokens), *self.beyond)


def table_map(session: Session, turn_ids: Sequence[int], title: str, secrets: Secrets) -> TableMap:
    """Read the table, with the ways that units took in these player turns.

    What is secret today (`secrets`), or was at that moment, is left out.
    """
    hidden = secrets if secrets == NOTHING_HIDDEN else secrets | secrets_now(session)
    ground = hidden.seen(battlefield(session))
    # The fire on a minifig has no size, but is drawn.
    flames = {fire.unit_id: max(fire.size, 1) for fire in ledger.fires(session)}
    there, beyond = [], []
    for row in units(session):
        if not row.alive or not row.on_table or row.x is None or row.y is None:
            continue
        if _is_near(ground, (row.x, row.y)):
            there.append(_token(row, (row.x, row.y), ground, flames.get(row.id, 0)))
        else:
            beyond.append(row.name)
    colours = {token.unit_id: token.colour for token in there}
    return TableMap(
        title=title,
        campaign=battle_head(session).campaign,
        ground=ground,
        # Large units first: a small one is never hidden under the hull that it stands on.
        tokens=tuple(sorted(there, key=lambda token: (-token.size, token.unit_id))),
        ways=_ways(ground, (way for each in turn_ids for way in trails(session, each)), colours),
        beyond=tuple(beyond),
    )


def _is_near(ground: Ground, spot: Point) -> bool:
    across, down = spot
    inside = -BEYOND <= across <= ground.width + BEYOND
    return inside and -BEYOND <= down <= ground.depth + BEYOND


def _token(row: UnitRow, spot: Point, ground: Ground, flames: int) -> MapToken:
    stance = ground.standing.get(row.id)
    return copied(
        MapToken,
        row,
        unit_id=row.id,
        initials=row.token,
        # A unit that is worn down to Size 0 still stands on the table.
        size=max(row.effective_size, 1),
        x=spot[0],
        y=spot[1],
        facing=stance.facing if stance else None,
        flames=flames,
    )


def _ways(ground: Ground, taken: Iterable[Trail], colours: dict[int, str]) -> tuple[MapWay, ...]:
    """Return the ways of units that are shown, as far as they lie near the table."""
    return tuple(
        MapWay(colours[trail.unit_id], trail.points)
        for trail in taken
        if trail.unit_id in colours and all(_is_near(ground, point) for point in trail.points)
    )


class Scope(StrEnum):
    """How much a report covers."""

    TURN = "Turn report"
    TURNS = "Report of turns"
    BATTLE = "Battle report"
    DICE = "Dice audit"


class ThrownDice(Struct, frozen=True):
    """How many dice were thrown, by where their faces came from."""

    typed: int = 0
    rolled: int = 0
    changed: int = 0

    @property
    def total(self) -> int:
        """All dice, whatever their origin."""
        return self.typed + self.rolled + self.changed

    def __add__(self, other: "ThrownDice") -> "ThrownDice":
        """Return both counts together."""
        return ThrownDice(*map(add, astuple(self), astuple(other)))


class ReportLine(Struct, frozen=True):
    """One log line of a report. `at` is the time of its act, `place` its number among the steps.

    `colour` is the token of its faction, empty for none. `shot` is the key of the Sci-fi shot that
    it is about (0: none); `follows` marks lines below that shot's first one.
    """

    kind: Kind
    lead: str
    parts: tuple[LinePart, ...] = ()
    rule: str = ""
    colour: str = ""
    act_id: int = 0
    at: str = ""
    place: int = 0
    overruled: tuple[str, ...] = ()
    sums: tuple[Sum, ...] = ()
    unit_id: int | None = None
    shot: int = 0
    follows: bool = False

    @property
    def is_band(self) -> bool:
        """Whether it is one band of an explosion: its lead is the reach."""
        return self.kind is Kind.BLAST and self.lead.rstrip(":").endswith('"') and "–" in self.lead


def count_dice(entries: Iterable[ReportLine]) -> ThrownDice:
    """Count the dice of these lines."""
    thrown = Counter(die.origin for entry in entries for die in dice_thrown(entry.parts))
    by_desk = sum(thrown[origin] for origin in BY_THE_DESK)
    return ThrownDice(thrown[Origin.TYPED], by_desk, thrown[Origin.CHANGED])


class LastingFact(Struct, frozen=True):
    """One thing that was true after the turn: a name and what is said about it.

    `unit_id` and `side` are the key and the faction of a unit that was lost, whose name others may
    have too.
    """

    name: str
    value: str
    colour: str = ""
    tone: str = "text2"
    unit_id: int = 0
    side: str = ""


LOST = "Units lost"
"""The heading of the facts that name who was lost."""


class Facts(Struct, frozen=True):
    """Facts under one heading; `none` is the sentence shown if there are no rows."""

    heading: str
    rows: tuple[LastingFact, ...]
    none: str


class AmmoLine(Struct, frozen=True):
    """One load by the Sci-fi rules: loaded = remaining + fired + lost + adjusted.

    `store` is the key of its store, `this_turn` says what left the store in the turn, `state` what
    keeps it from firing, empty for nothing.
    """

    store: int
    weapon: str
    unit: str
    colour: str
    load: str
    loaded: int
    remaining: int
    fired: int
    lost: int
    adjusted: int
    this_turn: str
    state: str = ""


def expended(lines: Iterable[AmmoLine]) -> int:
    """Count the pods, racks, launchers and item groups that are empty."""
    return len({line.store for line in lines if line.state == "expended"})


class Tile(Struct, frozen=True):
    """One number of the summary."""

    number: int
    words: str


class TurnPart(Struct, frozen=True):
    """One player turn: its lines sorted into parts, and what they add up to.

    `fights` are the attacks of the turn, `play` is all else between its start and its end.
    `attackers` are the players who attacked, each as often as he did: in a response it is not the one
    whose turn it is. `fires` counts the fires that still burn at its end, `undone` the acts that were
    taken back and are not told.
    """

    turn_id: int
    number: int
    player_id: int
    faction: str
    colour: str
    code: str
    over: bool
    person: str
    when: str
    start: tuple[ReportLine, ...]
    start_note: str
    play: tuple[ReportLine, ...]
    fights: tuple[ReportLine, ...]
    end: tuple[ReportLine, ...]
    rulings: tuple[ReportLine, ...]
    undone: int
    steps: int
    attackers: tuple[int, ...]
    losses: tuple[Loss, ...]
    fires: int
    dice: ThrownDice

    @property
    def attacks(self) -> int:
        """How many attacks were made in it."""
        return len(self.attackers)

    @property
    def lost(self) -> int:
        """How many units were lost in it."""
        return len(self.losses)

    @property
    def title(self) -> str:
        """The turn as it is called at the table: Turn 6, Duchy of Lower Stud."""
        return f"Turn {self.number}, {self.faction}"

    @property
    def was_played(self) -> bool:
        """Whether it counts: one that has begun counts when something has happened in it."""
        return self.over or any(line.kind is not Kind.TURN for line in self.entries)

    @property
    def entries(self) -> tuple[ReportLine, ...]:
        """Every line, in the order of its parts."""
        return (*self.start, *self.play, *self.fights, *self.end, *self.rulings)


class Score(Struct, frozen=True):
    """What one faction did and lost in the turns of the report.

    `points` are its victory points in the battle; None where nobody has any.
    """

    faction: str
    person: str
    colour: str
    points: int | None
    turns: int
    attacks: int
    lost: int
    dice: ThrownDice


class ChartPoint(Struct, frozen=True):
    """One place on the charts: a turn, or several together."""

    label: str
    lost: int
    fires: int
    dice: ThrownDice
    attacks: int = 0


class ReportPhoto(Struct, frozen=True):
    """A photo that is pinned to a turn: so many pixels, what it shows, and how its JPEG is read.

    `fault` says, in a sentence, why it cannot be shown.
    """

    turn_id: int
    words: str
    width: int
    height: int
    read: Callable[[], bytes]
    fault: str = ""


class FacesThrown(Struct, frozen=True):
    """How often the dice of one size showed each face, 1 first.

    `owner` is the faction whose dice they are, `origin` where their faces came from; empty for all
    together. `chance` is that of fair dice lying so unevenly or more, None of too few dice.
    """

    owner: str
    colour: str
    sides: int
    origin: str
    counts: tuple[int, ...]
    chance: float | None
    verdict: str

    @property
    def total(self) -> int:
        """How many dice they are."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often fair dice show each face, on average."""
        return self.total / self.sides

    @property
    def mean(self) -> float:
        """The mean of the faces."""
        return sum(face * count for face, count in enumerate(self.counts, 1)) / self.total

    @property
    def fair_mean(self) -> float:
        """The mean of the faces of fair dice."""
        return (self.sides + 1) / 2

    @property
    def die(self) -> str:
        """The die as it is called: d6."""
        return f"d{self.sides}"


class AuditedAttack(Struct, frozen=True):
    """What an attack did in points before any Armor, and what it could expect when it was made."""

    act_id: int
    turn: str
    owner: str
    colour: str
    title: str
    done: int
    expected: float


class DiceAudit(Struct, frozen=True):
    """The dice of a campaign, and the damage of its attacks.

    `left_out` says, for each reason, how many attacks no sum holds.
    """

    faces: tuple[FacesThrown, ...]
    attacks: tuple[AuditedAttack, ...]
    left_out: tuple[tuple[str, int], ...]
    words: tuple[str, ...]


class ServiceLine(Struct, frozen=True):
    """What one unit did, in words."""

    unit: str
    colour: str
    words: str


class ReportData(Struct, frozen=True):
    """A whole report. `names` are those of units, factions and people that it may show.

    `table` is None if nothing has a place on it. `ammo` is None if the Sci-fi rules
    are not played; without `brikwars`, fires and racks are left out. `opening` and `closing` are the
    table before the first turn of a battle and after the last, where something has a place on it.
    """

    scope: Scope
    campaign: str
    rules: str
    title: str
    colour: str
    subtitle: str
    file_stem: str
    tiles: tuple[Tile, ...]
    turns: tuple[TurnPart, ...]
    before: tuple[ReportLine, ...] = ()
    scores: tuple[Score, ...] = ()
    points: tuple[ChartPoint, ...] = ()
    facts: tuple[Facts, ...] = ()
    names: tuple[str, ...] = ()
    ammo: tuple[AmmoLine, ...] | None = None
    brikwars: bool = True
    table: TableMap | None = None
    opening: TableMap | None = None
    closing: TableMap | None = None
    service: tuple[ServiceLine, ...] = ()
    audit: DiceAudit | None = None
    photos: tuple[ReportPhoto, ...] = ()
    by_hand: Mapping[int, OwnParagraph] = field(default_factory=dict)
    """What the referee tells of player turns himself, by their keys."""
    faults: tuple[str, ...] = ()
    """A sentence for each photo that was wanted and cannot be shown."""
    seal: Proof | None = None
    """The sealed rolls of its battle, where the desk's dice are sealed."""

    @property
    def seal_words(self) -> str:
        """The hash of the seal in a sentence; empty without a seal."""
        return f"The desk's dice are sealed: SHA-256 {self.seal.hash}." if self.seal else ""

    def photos_of(self, turn_id: int) -> tuple[ReportPhoto, ...]:
        """Return the photos that are pinned to a turn, if photos were asked for."""
        return tuple(photo for photo in self.photos if photo.turn_id == turn_id)

    @property
    def maps(self) -> tuple[TableMap, ...]:
        """Every table that it shows."""
        return tuple(each for each in (self.table, self.opening, self.closing) if each is not None)

    @property
    def codes(self) -> tuple[str, ...]:
        """The short names of the players whose turns it tells."""
        return tuple(dict.fromkeys(turn.code for turn in self.turns))

    @property
    def entries(self) -> tuple[ReportLine, ...]:
        """Every line of the report."""
        return (*self.before, *(entry for turn in self.turns for entry in turn.entries))

    @property
    def rules_short(self) -> str:
        """The names of the rule sets as they are shown on screen."""
        # The foot of a page has no room for the whole title.
        return re.sub(r"Science fiction \([^)]*\)", "Sci-fi", self.rules)

    @property
    def dice(self) -> ThrownDice:
        """All dice of the report."""
        return sum((turn.dice for turn in self.turns), ThrownDice())


def clock(moment: datetime) -> str:
    """Return the time of day in the time zone of this computer, summer time included."""
    return f"{moment.astimezone():%H:%M}"


def span(moments: Sequence[datetime]) -> str:
    """Return the span of the moments in words, in the time of this computer; empty without any."""
    if not moments:
        return ""
    first, last = min(moments).astimezone(), max(moments).astimezone()
    words = f"{_day(first)}, {first:%H:%M}"
    if first.date() != last.date():
        words += f" to {_day(last)}, {last:%H:%M}"
    elif f"{first:%H:%M}" != f"{last:%H:%M}":
        words += f" to {last:%H:%M}"
    return words


def _day(moment: datetime) -> str:
    return f"{moment.day} {_MONTHS[moment.month - 1]}"


_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
"""Not from strftime: a report reads the same under every locale."""


def dice_words(dice: ThrownDice) -> str:
    """Return a sentence that says where the dice came from."""
    if not dice.total:
        return "No dice."
    if dice.total == dice.typed:
        return "All dice typed."
    if dice.total == dice.rolled:
        return "All dice rolled by the desk."
    words = ["Typed dice"] if dice.typed else []
    if dice.rolled:
        words.append(f"{counted(dice.rolled, 'roll')} by the desk")
    if dice.changed:
        words.append(f"{dice.changed} changed afterwards")
    return f"{', '.join(words)}."


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 roll, 2 rolls."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def turns_played(turns: Iterable[TurnPart]) -> str:
    """Return how many player turns were played: 1 player turn, 6 player turns."""
    return counted(sum(turn.was_played for turn in turns), "player turn")


def not_told(undone: int) -> str:
    """Return how many acts were undone, the only thing that a report says of them; empty for none."""
    return f"{counted(undone, 'act')} undone." if undone else ""
