"""Dice as a profile writes them: 2d10+1d4+1."""

from itertools import groupby

from msgspec import Struct

from brikdesk.dice.faces import SIDES, check_sides, shown, whole_number
from brikdesk.errors import BadInput

MOST_DICE = 200
"""Dice in one pool; more is a slip of the finger."""

LONGEST_TEXT = 1_000
_EXAMPLE = "Type dice like 2d10+1d4+1."
_MINUS = "\N{MINUS SIGN}"


class Pool(Struct, frozen=True):
    """Dice to throw and a flat bonus. The order of `sides` is the order of the faces.

    `penalty` dice are subtracted (a burning unit's −1d4); they are thrown after the others.
    Raise ValueError for dice that do not exist and for more than 200 dice.
    """

    sides: tuple[int, ...] = ()
    bonus: int = 0
    penalty: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for side in (*self.sides, *self.penalty):
            check_sides(side)
        if len(self.sides) + len(self.penalty) > MOST_DICE:
            raise ValueError(f"at most {MOST_DICE} dice in one roll")

    @classmethod
    def parse(cls, text: str, *, flat: bool = False, where: str = "") -> "Pool":
        """Read dice as typed. Spaces, a capital D and a typographic minus are accepted.

        With `flat` a bare number is a pool without dice (Armor 4). Raise BadInput, with `where`
        as its field, that says what is wrong and what to type.
        """
        try:
            pool = _parsed(text)
            if not flat and not pool.sides:
                raise BadInput(f"“{shown(text.strip())}” throws no dice. {_EXAMPLE}")
        except BadInput as error:
            raise BadInput(error.sentence, where) from None
        return pool

    def __str__(self) -> str:
        terms = [("+", f"{count}d{side}") for side, count in _runs(self.sides)]
        terms += [(_MINUS, f"{count}d{side}") for side, count in _runs(self.penalty)]
        if self.bonus or not terms:
            terms.append((_MINUS if self.bonus < 0 else "+", str(abs(self.bonus))))
        return "".join(sign + words for sign, words in terms).removeprefix("+")


def _runs(sides: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(side, len(list(same))) for side, same in groupby(sides)]


def _parsed(text: str) -> Pool:
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"This is too long for dice: {len(text)} characters. {_EXAMPLE}")
    if not text.strip():
        raise BadInput(f"No dice were typed. {_EXAMPLE}")
    sides: list[int] = []
    penalty: list[int] = []
    bonus = 0
    # A + before every minus lets one split find all terms, each still with its own sign.
    for word in text.replace(_MINUS, "-").replace("-", "+-").split("+"):
        sign = -1 if word.startswith("-") else 1
        count, side = _term(word.removeprefix("-").strip(), text)
        if side is None:
            bonus += sign * count
        else:
            (sides if sign > 0 else penalty).extend([side] * count)
            _refuse_heap(len(sides) + len(penalty))
    return Pool(tuple(sides), bonus, tuple(penalty))


def _term(word: str, text: str) -> tuple[int, int | None]:
    """Read 2d10 as (2, 10), d6 as (1, 6) and 3 as (3, None)."""
    if not word:
        raise BadInput(f"Nothing stands beside a + or {_MINUS} in “{shown(text)}”. {_EXAMPLE}")
    left, d, right = (part.strip() for part in word.lower().partition("d"))
    if d and left.isascii() and left.isdigit() and len(left) > 3:
        _refuse_heap(MOST_DICE + 1)  # "too many" says more than "not a number up to 999"
    count = 1 if d and not left else whole_number(left, digits=3)
    side = whole_number(right, digits=3) if d else None
    if count is None or (d and side is None):
        raise BadInput(f"“{shown(word)}” is neither dice nor a number up to 999. {_EXAMPLE}")
    if side is not None and side not in SIDES:
        raise BadInput(f"There is no d{side}. Dice are d4, d6, d8, d10, d12 and d20.")
    if side is not None and not count:
        raise BadInput(f"“{shown(word)}” throws no dice. {_EXAMPLE}")
    if side is not None:
        # Before the caller makes a list of this length.
        _refuse_heap(count)
    return count, side


def _refuse_heap(count: int) -> None:
    if count > MOST_DICE:
        raise BadInput(f"At most {MOST_DICE} dice fit in one roll.")
