"""A pending step as the desk shows it, and what it asks while dice and choices come in."""

from collections.abc import Hashable, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from brikdesk.dice import Face
from brikdesk.store.lines import Kind, Tone


class Step(Struct, frozen=True):
    """One step that waits.

    `key` names it for as long as it waits (burn-12). `kind` is what the order of a turn's start or end
    calls it. `act` is the act that settles it, as data, without dice and choices; `instead` another act
    that does so too, which somebody fills in first (a Counterstrike). `dice` are the sides that it needs
    first; more may be earned. `cleared_by` is the act that takes its row away before its time.
    """

    key: str
    kind: str
    icon: Kind
    title: str
    detail: str
    rule: str
    player_id: int | None
    act: Mapping[str, Any]
    dice: tuple[int, ...] = ()
    chooser_id: int | None = None
    asks: bool = False  # somebody must choose, whatever the dice show
    may_ask: bool = False  # somebody must choose after some rolls
    unit_id: int | None = None
    instead: Mapping[str, Any] | None = None
    laid: tuple[Face, ...] = ()
    skipped: int = 0
    cleared_by: str = ""


def step_name(key: str) -> str:
    """Return which kind of step a key names: burn of burn-12; empty for none."""
    return key.partition("-")[0]


class Thrower(Struct, frozen=True):
    """Whose die it is, where there may be several: a unit, a weapon, a shot, an explosion.

    `name` says all of it: "Rifle Rosa, shot 2". A short form takes the token of `unit_id`, else
    initials of `head` (empty: of the name), and behind it `number` or the initials of `part`.
    """

    name: str
    unit_id: int | None = None
    head: str = ""
    part: str = ""
    number: int = 0


class DieAsked(Struct, frozen=True):
    """A die that the step wants; `earned_by` is the place of the die whose Bonus Die it is.

    `of` says whose die it is, where there may be several. `armor`: it belongs to an Armor Roll.
    """

    sides: int
    label: str = ""
    earned_by: int | None = None
    of: Thrower | None = None
    armor: bool = False


class DieWords(Struct, frozen=True):
    """What one die does, in words, shown as soon as its face is known."""

    index: int
    tone: Tone
    words: str


class Option(Struct, frozen=True):
    """One way to choose: a value for the act, a name, and what follows from it."""

    value: str
    name: str
    consequence: str = ""


class Topic(StrEnum):
    """What a choice is about, where the desk shows it at another place or in short."""

    ROLL = "roll"
    """What an Action Roll brought: a Benny, the spot of a Missed Shot, a Parry."""
    BAD = "something bad"
    """Which of the four kinds of Something Bad."""
    ELSE = "else"


class Choice(Struct, frozen=True):
    """Something that a player has to choose; the usual answer is the first option.

    With `free` the answer may be any words (a spot on the table), and options are suggestions.
    """

    id: str
    prompt: str
    player_id: int | None
    options: tuple[Option, ...]
    free: bool = False
    chosen: str | None = None
    topic: Topic = Topic.ELSE


class BandRow(Struct, frozen=True):
    """One band of an explosion: reach, the dice that count, damage and KnockBack."""

    reach: str
    faces: tuple[tuple[int, int], ...]
    damage: int
    knockback: int


class Preview(Struct, frozen=True):
    """What a step asks and what it will do, for the dice and choices given so far.

    `dice` are all dice wanted, those that lie there first; `owed` of them are still missing.
    `legend` says what faces mean (faces, meaning); `words` what each die with a face did.
    `waiting` says what is still missing; `summary` what will happen when all is in.
    """

    dice: tuple[DieAsked, ...] = ()
    owed: int = 0
    legend: tuple[tuple[str, str], ...] = ()
    words: tuple[DieWords, ...] = ()
    choices: tuple[Choice, ...] = ()
    waiting: str = ""
    summary: str = ""
    bands: tuple[BandRow, ...] = ()

    @property
    def open_dice(self) -> tuple[DieAsked, ...]:
        """The dice that are still missing."""
        return self.dice[len(self.dice) - self.owed :]

    @property
    def open_choices(self) -> tuple[Choice, ...]:
        """The choices that nobody has made yet."""
        return tuple(choice for choice in self.choices if choice.chosen is None)

    @property
    def complete(self) -> bool:
        """Whether all dice and choices are in: the act can be done."""
        return not self.owed and not self.open_choices


AS_IT_IS: Hashable = ()
"""What a row is like as long as nothing uncertain has happened to it: as it is stored."""


class Prospect(Struct, frozen=True):
    """One way in which a step may come out, with its chance; ways that leave the same are one.

    `words` say it in short: out, 3". `after` is what its row is like then, in the form in which its
    act is asked again; None: it is no more. `expects` are numbers that come with it, by their names.
    `jumps` inches of fire go over to the units `onto`, to the first that has room, if those who choose
    answer as is usual. `lost`: the unit that the step is about is lost.
    """

    chance: float
    words: str
    after: Hashable = AS_IT_IS
    expects: tuple[tuple[str, float], ...] = ()
    jumps: int = 0
    onto: tuple[int, ...] = ()
    lost: bool = False
