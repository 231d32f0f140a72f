"""The contents of a report as frozen values, read once and drawn by any thread."""

import re
from collections.abc import Callable, Iterable
from enum import StrEnum

from msgspec import Struct

from brikdesk.dice import Origin
from brikdesk.reports.map.data import TableMap
from brikdesk.store.lines import Kind, LinePart, Sum, dice_thrown
from brikdesk.store.views.course import Loss


class Scope(StrEnum):
    """How much a report covers."""

    TURN = "Turn report"
    TURNS = "Report of turns"
    BATTLE = "Battle report"


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
        """Add two counts."""
        return ThrownDice(
            self.typed + other.typed, self.rolled + other.rolled, self.changed + other.changed
        )


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
    undone: bool = False
    sums: tuple[Sum, ...] = ()
    unit_id: int | None = None
    shot: int = 0
    follows: bool = False

    @property
    def is_band(self) -> bool:
        """Whether it is one band of an explosion: its lead is the reach."""
        return self.kind is Kind.BLAST and self.lead.rstrip(":").endswith('"') and "–" in self.lead


def count_dice(entries: Iterable[ReportLine]) -> ThrownDice:
    """Count the dice of these lines, without undone ones."""
    standing = (entry for entry in entries if not entry.undone)
    origins = [die.origin for entry in standing for die in dice_thrown(entry.parts)]
    return ThrownDice(
        origins.count(Origin.TYPED), origins.count(Origin.ROLLED), origins.count(Origin.CHANGED)
    )


class LastingFact(Struct, frozen=True):
    """One thing that was true after the turn: a name and what is said about it."""

    name: str
    value: str
    colour: str = ""
    tone: str = "text2"


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

    `fights` are the attacks of the turn, `play` is all else between its start and its end. `fires`
    counts the fires that still burn at its end.
    """

    turn_id: int
    number: int
    player_id: int
    faction: str
    colour: str
    code: str
    person: str
    when: str
    start: tuple[ReportLine, ...]
    start_note: str
    play: tuple[ReportLine, ...]
    fights: tuple[ReportLine, ...]
    end: tuple[ReportLine, ...]
    rulings: tuple[ReportLine, ...]
    steps: int
    attacks: int
    losses: tuple[Loss, ...]
    fires: int
    dice: ThrownDice

    @property
    def lost(self) -> int:
        """How many units were lost in it."""
        return len(self.losses)

    @property
    def title(self) -> str:
        """The turn as it is called at the table: Turn 6, Duchy of Lower Stud."""
        return f"Turn {self.number}, {self.faction}"

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


class ReportData(Struct, frozen=True):
    """A whole report. `names` are those of units, factions and people that it may show.

    `table` is None if nothing has a place on it. `ammo` is None if the Sci-fi rules
    are not played; without `brikwars`, fires and racks are left out.
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
    photos: tuple[ReportPhoto, ...] = ()
    faults: tuple[str, ...] = ()
    """A sentence for each photo that was wanted and cannot be shown."""

    def photos_of(self, turn_id: int) -> tuple[ReportPhoto, ...]:
        """Return the photos that are pinned to a turn, if photos were asked for."""
        return tuple(photo for photo in self.photos if photo.turn_id == turn_id)

    @property
    def entries(self) -> tuple[ReportLine, ...]:
        """Every line of the report."""
        return (*self.before, *(entry for turn in self.turns for entry in turn.entries))

    @property
    def rules_short(self) -> str:
        """The names of the rule sets as they are shown on screen."""
        return re.sub(r"Science fiction \([^)]*\)", "Sci-fi", self.rules)

    @property
    def dice(self) -> ThrownDice:
        """All dice of the report."""
        return sum((turn.dice for turn in self.turns), ThrownDice())
