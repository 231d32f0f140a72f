"""Lengths in words, to a tenth or an eighth of an inch, and when two of them are equal."""

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum

EIGHTHS = ("", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞")
DUST = 0.005
"""Inches below which a length is none: less than any eye sees, more than sums of floats are off."""

MOST_DIGITS = 6
"""Digits behind the point that `compared` shows at most; lengths alike in all of them are equal."""

MOST_DECIMALS = 8
"""Digits behind the point of a place that the desk proposes: two such differ by less than `NEARLY`."""

_FRACTIONS = {
    **{sign: part / 8 for part, sign in enumerate(EIGHTHS) if sign},
    "\N{VULGAR FRACTION ONE THIRD}": 1 / 3,
    "\N{VULGAR FRACTION TWO THIRDS}": 2 / 3,
}
_FRACTION = rf"[{''.join(_FRACTIONS)}]"

FIGURES = (
    rf"(?:\d{{1,6}}(?:\s?{_FRACTION}|[\s-]\d{{1,2}}[/⁄]\d{{1,2}}(?!\d)|[.,]\d{{0,9}})?"
    rf"|{_FRACTION}|\d{{1,2}}[/⁄]\d{{1,2}}|[.,]\d{{1,9}})"
)
"""The pattern of a length as people write it: 13 1/8, 13⅛, 13.5, 13,5, 1/2."""

INCH = r"(?:\"|″|”|“|''|’’|(?i:in(?:\.|ch(?:es)?)?))"
"""The pattern of the sign of inches, with any mark that a keyboard or a text program makes of it."""

_LENGTH = re.compile(rf"(?P<sign>[-+−–]?)\s?(?P<figures>{FIGURES})\s*{INCH}?")
_SPOT = re.compile(rf"({FIGURES}{INCH}?)[\s,;]+({FIGURES}{INCH}?)")


class Ruler(StrEnum):
    """How an inch is divided on the referee's tape."""

    TENTHS = "tenths"
    EIGHTHS = "eighths"


_for_good: ContextVar[bool] = ContextVar("_for_good", default=False)
_chosen = [Ruler.TENTHS]


def measure_by(ruler: Ruler) -> None:
    """Show lengths by this ruler from now on, in the whole program."""
    _chosen[0] = ruler


def words_depend_on_ruler() -> bool:
    """Return whether lengths are told otherwise than they are written for good."""
    return _chosen[0] is not Ruler.TENTHS


@contextmanager
def written_for_good() -> Iterator[None]:
    """Word lengths in tenths, whatever ruler is chosen.

    What is written into a campaign must not depend on the computer on which it was done: the same acts
    leave the same lines, or a campaign could not be compared with its record.
    """
    before = _for_good.set(True)
    try:
        yield
    finally:
        _for_good.reset(before)


def in_inches(length: float) -> str:
    """Return a length in words with its sign: 13.2", or 13⅛" by eighths; <0.1" for next to nothing."""
    return f'{in_figures(length)}"'


def in_figures(length: float) -> str:
    """Return a length without its sign, as beside the sign of another one."""
    by_eighths = _chosen[0] is Ruler.EIGHTHS and not _for_good.get()
    parts = 8 if by_eighths else 10
    # Not `round`: half a tenth goes up, as everybody expects who reads 11.25 on a tape.
    steps = math.floor(abs(length) * parts + 0.5 + 1e-9)
    if not steps and abs(length) >= DUST:
        return "<⅛" if by_eighths else "<0.1"
    minus = "\N{MINUS SIGN}" if length < 0 and steps else ""
    whole, rest = divmod(steps, parts)
    if by_eighths:
        return f"{minus}{whole if whole or not rest else ''}{EIGHTHS[rest]}"
    return f"{minus}{whole}.{rest}" if rest else f"{minus}{whole}"


def read_length(said: str) -> float | None:
    """Return the inches that are typed: 13 1/8, 13⅛, 13.5, 13,5, 13", 13in, 1/2; None for anything else."""
    found = _LENGTH.fullmatch(" ".join(said.split()))
    inches = _inches_of(found["figures"]) if found else None
    if found is None or inches is None:
        return None
    return -inches if found["sign"] in tuple("-−–") else inches


def _inches_of(figures: str) -> float | None:
    """Return what figures of `FIGURES` come to; None for eighths of which there are more than eight."""
    if figures[-1] in _FRACTIONS:
        return float(figures[:-1] or 0) + _FRACTIONS[figures[-1]]
    over, slash, under = figures.replace("⁄", "/").rpartition("/")
    if not slash:
        return float(figures.replace(",", "."))
    whole, _, over = over.replace("-", " ").rpartition(" ")
    if not int(under) or (whole and int(over) >= int(under)):
        return None
    return float(whole or 0) + int(over) / int(under)


def read_spot(said: str) -> tuple[float, float] | None:
    """Return a place that is typed as two lengths, from the left and down: 15 18; None if it is none."""
    found = _SPOT.fullmatch(said.strip())
    x, y = (read_length(found[1]), read_length(found[2])) if found else (None, None)
    return None if x is None or y is None else (x, y)


def in_field(length: float) -> str:
    """Return a length as a field shows it, so that reading it again gives the same number.

    By eighths it is 13⅛ if it is one; what lies between the marks of a ruler stays exact.
    """
    by_eighths = _chosen[0] is Ruler.EIGHTHS and length * 8 == int(length * 8)
    if not by_eighths or length == int(length):
        plain = f"{length:.9f}".rstrip("0").removesuffix(".")
        return "0" if plain == "-0" else plain
    minus, whole = "-" if length < 0 else "", int(abs(length))
    return f"{minus}{whole or ''}{EIGHTHS[int(abs(length) * 8) % 8]}"


def compared(*lengths: float) -> tuple[str, ...]:
    """Return lengths in words that are told side by side, because one is more than another.

    They are rounded as everywhere, unless two that differ would read alike: 5" is never beyond 5".
    """
    words = tuple(map(in_inches, lengths))
    digits = 2
    while len(set(words)) < len({round(each, MOST_DIGITS) for each in lengths}) and (
        digits <= MOST_DIGITS
    ):
        words = tuple(f'{round(each, digits):g}"' for each in lengths)
        digits += 1
    return words


def at_spot(x: float, y: float) -> str:
    """Return a place on the table in words: x 13.2, y 4."""
    return f"x {in_figures(x)}, y {in_figures(y)}"


NEARLY = 1e-6
"""Inches. Lengths that differ by no more are equal: nobody at a table sees the difference."""


def at_most(length: float, most: float) -> bool:
    """Return whether a length is no longer than another one, for all that anybody can see."""
    return length <= most + NEARLY


def whole_inches(length: float) -> int:
    """Return the full inches of a length, 0 of less than none."""
    return max(0, math.floor(length + NEARLY))


def begun_inches(length: float) -> int:
    """Return the inches of a length with the one that is only begun, 0 of less than none."""
    return max(0, math.ceil(length - NEARLY))
