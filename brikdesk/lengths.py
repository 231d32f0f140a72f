"""Lengths in words, as people measure at a table: to a tenth or an eighth of an inch.

Rows and rules keep the exact numbers; they are rounded where they are shown. Where a length is compared
with a limit, `compared` gives both so many digits that their order shows.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum

EIGHTHS = ("", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞")
DUST = 0.005
"""Inches below which a length is none: less than any eye sees, more than sums of floats are off."""

MOST_DIGITS = 6


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
