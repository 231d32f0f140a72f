"""Where things are, in the referee's words."""

from brikdesk import text
from brikdesk.errors import BadInput


def place_of(words: str, where: str = "place") -> str:
    """Return a place as typed, on one line; empty where none was given."""
    return text.name(words, where) if words.strip() else ""


def check_position(x: float | None, y: float | None) -> None:
    """Raise BadInput for half a position, or one that is on no table."""
    if (x is None) != (y is None):
        raise BadInput("A position needs both x and y.", "x" if x is None else "y")
    for name, inches in (("x", x), ("y", y)):
        if inches is not None and not abs(inches) <= 1000:
            raise BadInput("A position lies within 1,000 inches.", name)
