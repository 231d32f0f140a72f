"""One die on the table: its sides, the face it shows, and where that face came from."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from brikdesk.errors import BadInput

SIDES = (4, 6, 8, 10, 12, 20)
"""The dice that exist."""


class Origin(StrEnum):
    """Where a face came from."""

    TYPED = "typed"
    ROLLED = "rolled"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Face:
    """A face as it lies on the table. The roll that asks for it knows which die shows it."""

    value: int
    origin: Origin = Origin.TYPED


@dataclass(frozen=True, slots=True)
class Die:
    """A die with its face. Raise ValueError for a die or a face that does not exist."""

    sides: int
    value: int
    origin: Origin = Origin.TYPED

    def __post_init__(self) -> None:
        check_sides(self.sides)
        if self.value not in range(1, self.sides + 1):
            raise ValueError(f"a d{self.sides} shows 1 to {self.sides}, not {self.value}")


def check_sides(sides: int) -> None:
    """Raise ValueError for a die that does not exist."""
    if sides not in SIDES:
        raise ValueError(f"there is no d{sides}, dice are d4, d6, d8, d10, d12 and d20")


def read_face(word: str, sides: int, place: int = 1) -> Face:
    """Read one typed face. Raise BadInput that says what the die at `place`, from 1, can show."""
    check_sides(sides)
    value = whole_number(word, digits=2)
    if value == 0 and word == "0" and sides == 10:
        value = 10  # most d10s are marked 0 to 9
    if value is None or not 1 <= value <= sides:
        raise impossible_face(shown(word), sides, place)
    return Face(value)


def impossible_face(word: object, sides: int, place: int) -> BadInput:
    """Return the error for a face that a die cannot show."""
    return BadInput(f"A d{sides} shows 1 to {sides}. {word} was not entered.", f"Die {place}")


def dice_words(sides: Sequence[int]) -> str:
    """Return dice in words and in their order, equal neighbours counted together: 3d6, d4."""
    # Not sorted first: the order of dice is the order in which faces are typed.
    runs = [(side, len(list(same))) for side, same in groupby(sides)]
    return ", ".join(f"{count if count > 1 else ''}d{side}" for side, count in runs)


def whole_number(word: str, digits: int) -> int | None:
    """Read an unsigned number of 0-9 with at most `digits` digits; None for anything else.

    int() alone would also take signs, underscores and the digits of every script.
    """
    if word.isascii() and word.isdigit() and len(word) <= digits:
        return int(word)
    return None


def shown(text: str, longest: int = 20) -> str:
    """Return typed text for a message: cut short, invisible characters made visible."""
    cut = text[:longest] + ("…" if len(text) > longest else "")
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in cut)
