"""A log line as data: kind, lead, parts and rule ID. Window, report and command line render it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from brikdesk.dice import Die, Origin


class Kind(StrEnum):
    """What a line is about: its icon, and the filter of the log that shows it."""

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
    """Dice as they lay on the table, each with the tone of what it did."""

    dice: tuple[Die, ...]
    tones: tuple[Tone, ...] = ()

    def tone(self, index: int) -> Tone:
        """Give the tone of one die; plain where none was noted."""
        return self.tones[index] if index < len(self.tones) else Tone.PLAIN


Part = Words | Dice


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: `lead` is bold, has at most eight words and stands alone."""

    kind: Kind
    lead: str
    parts: tuple[Part, ...] = ()
    rule: str = ""
    player_id: int | None = None
    unit_id: int | None = None
    step: str = ""

    def text(self) -> str:
        """Give the line as plain text, dice in brackets, a rolled die with a star."""
        words = [self.lead, *(part_text(part) for part in self.parts)]
        return " ".join([*words, self.rule]).strip()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an act did: the title of its undo, and its log lines."""

    title: str
    lines: tuple[Line, ...] = field(default=())


def line(
    kind: Kind,
    lead: str,
    *parts: str | Part,
    rule: str = "",
    player_id: int | None = None,
    unit_id: int | None = None,
    step: str = "",
) -> Line:
    """Build a line; strings among the parts become words."""
    made = tuple(Words(part) if isinstance(part, str) else part for part in parts if part)
    return Line(kind, lead, made, rule, player_id, unit_id, step)


def part_text(part: Part) -> str:
    """Give one part as plain text."""
    if isinstance(part, Words):
        return part.text
    return "".join(f"[{die.value}{_MARKS[die.origin]}]" for die in part.dice)


def count_dice(parts: Sequence[Part], origin: Origin) -> int:
    """Count the dice of one origin among the parts of a line."""
    dice = (die for part in parts if isinstance(part, Dice) for die in part.dice)
    return sum(die.origin is origin for die in dice)


_MARKS = {Origin.TYPED: "", Origin.ROLLED: "*", Origin.CHANGED: "!"}


def parts_to_data(parts: Sequence[Part]) -> list[Any]:
    """Give parts as JSON values, as the campaign file holds them."""
    return [_to_data(part) for part in parts]


def parts_from_data(data: Sequence[Any]) -> tuple[Part, ...]:
    """Read parts back; KeyError or ValueError where the data is not ours."""
    return tuple(_from_data(item) for item in data)


def _to_data(part: Part) -> Any:
    if isinstance(part, Words):
        return part.text
    return {
        "dice": [[die.sides, die.value, die.origin.value] for die in part.dice],
        "tones": [tone.value for tone in part.tones],
    }


def _from_data(item: Any) -> Part:
    if isinstance(item, str):
        return Words(item)
    dice = tuple(Die(sides, value, Origin(origin)) for sides, value, origin in item["dice"])
    return Dice(dice, tuple(Tone(tone) for tone in item["tones"]))
