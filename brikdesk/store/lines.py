"""A log line as data: kind, lead, parts and rule ID. Window, report and command line render it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol, TypedDict, Unpack

from brikdesk.dice import Die, Origin

OVERRULED = "Overruled."
"""How a line begins that tells of one refusal that the referee set aside."""

RULED = "Ruling."
"""How a line begins that tells of a ruling which the referee wrote."""


class Kind(StrEnum):
    """What a line is about; decides its icon and the filters of the log that show it."""

    TURN = "turn"
    FIRE = "fire"
    SMOKE = "smoke"
    GAS = "gas"
    FIELD = "field"
    AIR = "air"
    DUD = "dud"
    BLAST = "blast"
    ATTACK = "attack"
    AMMO = "ammo"
    HOMING = "homing"
    MARK = "mark"
    POWER = "power"
    DISRUPTED = "disrupted"
    HALF_SPEED = "half speed"
    MORTAL = "mortally wounded"
    STATE = "state"
    LOST = "lost"
    UNIT = "unit"
    SETUP = "setup"
    NOTE = "note"
    RULING = "ruling"
    SKIPPED = "skipped"
    SEAL = "seal"


class Tone(StrEnum):
    """What a die's face turned out to mean; the colour of its glyph."""

    PLAIN = "plain"
    FIRE = "fire"
    OK = "ok"
    DANGER = "danger"
    SMOKE = "smoke"


@dataclass(frozen=True, slots=True)
class Words:
    """Plain words; text from users stands here as typed, it is never markup."""

    text: str


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice as they lay on the table, each with the tone of what it did.

    `again` marks dice that another line of the same act has shown already; they are not counted
    twice.
    """

    dice: tuple[Die, ...]
    tones: tuple[Tone, ...] = ()
    again: bool = False

    def tone(self, index: int) -> Tone:
        """Return the tone of one die; plain if none was stored."""
        return self.tones[index] if index < len(self.tones) else Tone.PLAIN


LinePart = Words | Dice


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a sum: its reason, its points, and its rule.

    `rule` is a requirement's ID, or REFEREE with the referee's own reason. `act_id` names the
    earlier act that caused it: the attack that homed in, the act that set the fire.
    """

    reason: str
    value: int
    rule: str
    act_id: int | None = None

    @property
    def of_die(self) -> bool:
        """Whether it is what a die shows: its reason begins with the die, as in d6 or d4 Fire."""
        return self.reason[:1] == "d" and self.reason[1:2].isdigit()


REFEREE = "referee"
"""In place of a rule ID, for a term that the referee decided at the table, with a reason."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A number of a line with the terms that add up to it.

    `floor` is the least value of the total (damage is never below 0); None if there is no limit.
    """

    name: str
    total: int
    terms: tuple[Term, ...]
    floor: int | None = None

    @property
    def adds_up(self) -> bool:
        """Whether the parts make the total."""
        points = sum(term.value for term in self.terms)
        return self.total == (points if self.floor is None else max(self.floor, points))

    @property
    def held(self) -> str:
        """What is said behind a total whose parts make less than it can be; empty otherwise."""
        points = sum(term.value for term in self.terms)
        held = self.floor is not None and points < self.floor
        return ", the least that it can be" if held else ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: `lead` is bold, has at most eight words and stands alone."""

    kind: Kind
    lead: str
    parts: tuple[LinePart, ...] = ()
    rule: str = ""
    player_id: int | None = None
    unit_id: int | None = None
    step: str = ""
    sums: tuple[Sum, ...] = ()

    def text(self) -> str:
        """Return the line as plain text, dice in brackets: a rolled one with a star, a sealed one with §."""
        return f"{self.said()} {self.rule}".strip()

    def said(self) -> str:
        """Return the line as plain text, without its rule."""
        return " ".join([self.lead, *(part_text(part) for part in self.parts)])


INSTEAD = "Instead: "
"""How the lead of a line begins that tells what a correction has put in place of something."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an act did: the title of its undo, and its log lines."""

    title: str
    lines: tuple[Line, ...] = field(default=())


def outcome_of(first: Line, *more: Line) -> Outcome:
    """Return an outcome with the lead of its first line as its title."""
    return Outcome(first.lead.removesuffix("."), (first, *more))


class OfPlayer(Protocol):
    """A unit, or what else belongs to a player."""

    @property
    def id(self) -> int | None:
        """Its key."""

    @property
    def player_id(self) -> int | None:
        """The key of its player."""


def line(
    kind: Kind,
    lead: str,
    *parts: str | LinePart,
    rule: str = "",
    of: OfPlayer | None = None,
    player_id: int | None = None,
    unit_id: int | None = None,
    step: str = "",
    sums: Sequence[Sum] = (),
) -> Line:
    """Build a line, `of` a unit and its player; strings among the parts become words."""
    if of is not None:
        player_id, unit_id = of.player_id, of.id
    made = tuple(Words(part) if isinstance(part, str) else part for part in parts if part)
    return Line(kind, lead, made, rule, player_id, unit_id, step, tuple(sums))


class LineFacts(TypedDict, total=False):
    """The keywords of `line`."""

    rule: str
    of: OfPlayer | None
    player_id: int | None
    unit_id: int | None
    step: str
    sums: Sequence[Sum]


def outcome(
    kind: Kind,
    title: str,
    *parts: str | LinePart,
    lead: str = "",
    also: Iterable[Line] = (),
    **facts: Unpack[LineFacts],
) -> Outcome:
    """Return an outcome of one line, and what is `also` told; the title as a sentence is its lead."""
    return Outcome(title, (line(kind, lead or f"{title}.", *parts, **facts), *also))


def part_text(part: LinePart) -> str:
    """Return one part as plain text."""
    if isinstance(part, Words):
        return part.text
    return "".join(f"[{die.value}{_MARKS[die.origin]}]" for die in part.dice)


def count_dice(parts: Sequence[LinePart], *origins: Origin) -> int:
    """Return how many dice of these origins were thrown for a line."""
    return sum(die.origin in origins for die in dice_thrown(parts))


def dice_thrown(parts: Iterable[LinePart]) -> Iterator[Die]:
    """Return the dice thrown for a line, without those that it only shows again."""
    return (die for part in parts if isinstance(part, Dice) and not part.again for die in part.dice)


def shown_before(entry: Line, count: int | None = None) -> Line:
    """Return a line whose first `count` dice, or all, another line of the same act has shown already."""
    parts: list[LinePart] = []
    for part in entry.parts:
        if isinstance(part, Dice):
            first, rest = part.dice[:count], () if count is None else part.dice[count:]
            parts += [Dice(first, part.tones[:count], again=True)] if first else []
            parts += [Dice(rest, part.tones[count:])] if rest else []
        else:
            parts.append(part)
    return replace(entry, parts=tuple(parts))


_MARKS = {Origin.TYPED: "", Origin.ROLLED: "*", Origin.CHANGED: "!", Origin.SEALED: "§"}


def parts_to_data(parts: Sequence[LinePart]) -> list[Any]:
    """Return parts as JSON values, as the campaign file holds them."""
    return [_to_data(part) for part in parts]


def parts_from_data(data: Sequence[Any]) -> tuple[LinePart, ...]:
    """Read parts back. Raise KeyError or ValueError for data that was not written by BrikDesk."""
    return tuple(_from_data(item) for item in data)


def _to_data(part: LinePart) -> Any:
    if isinstance(part, Words):
        return part.text
    return {
        "dice": [[die.sides, die.value, die.origin.value] for die in part.dice],
        "tones": [tone.value for tone in part.tones],
        **({"again": True} if part.again else {}),
    }


def _from_data(item: Any) -> LinePart:
    if isinstance(item, str):
        return Words(item)
    dice = tuple(Die(sides, value, Origin(origin)) for sides, value, origin in item["dice"])
    tones = tuple(Tone(tone) for tone in item["tones"])
    return Dice(dice, tones, bool(item.get("again", False)))


def sums_to_data(sums: Sequence[Sum]) -> list[Any]:
    """Return sums as JSON values, as the campaign file holds them."""
    return [
        {
            "name": each.name,
            "total": each.total,
            **({} if each.floor is None else {"floor": each.floor}),
            "terms": [
                [term.reason, term.value, term.rule, *([term.act_id] if term.act_id else [])]
                for term in each.terms
            ],
        }
        for each in sums
    ]


def sums_from_data(data: Sequence[Any]) -> tuple[Sum, ...]:
    """Read sums back. Raise KeyError, TypeError or ValueError for data of another form."""
    return tuple(_sum_from_data(item) for item in data)


def _sum_from_data(item: Any) -> Sum:
    terms = tuple(Term(*term) for term in item["terms"])
    return Sum(item["name"], item["total"], terms, item.get("floor"))
