"""Checks of places: in words, or as a position in inches."""

from brikdesk import text
from brikdesk.errors import BadInput


def place_of(words: str, where: str = "place") -> str:
    """Return a place as typed, cleaned as a name; "" if there is none."""
    return text.name(words, where) if words.strip() else ""


def check_position(x: float | None, y: float | None) -> None:
    """Raise BadInput if only one of x and y is known, or if one is more than 1,000 inches."""
    if (x is None) != (y is None):
        raise BadInput("A position needs both x and y.", "x" if x is None else "y")
    for name, inches in (("x", x), ("y", y)):
        if inches is not None and not abs(inches) <= 1000:
            raise BadInput("A position lies within 1,000 inches.", name)
