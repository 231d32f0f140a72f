"""Checks of what an act names: rows, places, and what a rule refuses."""

import math
import re
from collections.abc import Sequence
from typing import TypeVar

from sqlmodel import Session, SQLModel

from brikdesk import text
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.lengths import read_spot
from brikdesk.rules.refusal import No
from brikdesk.store.act import Act
from brikdesk.store.tables import Fate, Unit

Row = TypeVar("Row", bound=SQLModel)


def existing_row(session: Session, kind: type[Row], row_id: int | None) -> Row:
    """Return the row with this key; BadInput if there is none."""
    row = session.get(kind, row_id) if row_id is not None else None
    if row is None:
        raise BadInput(f"There is no {kind.__name__.lower()} with the number {row_id}.")
    return row


def row_or_none(session: Session, kind: type[Row], row_id: int | None) -> Row | None:
    """Return the row with this key, None without a key; BadInput if there is no such row."""
    return None if row_id is None else existing_row(session, kind, row_id)


def key_or_none(session: Session, kind: type[Row], row_id: int | None) -> int | None:
    """Return the key, or None; BadInput for a key that no row has."""
    row_or_none(session, kind, row_id)
    return row_id


def alive(session: Session, unit_id: int | None) -> Unit:
    """Return a unit that is not lost; BadInput if it is lost, or if there is no such unit."""
    unit = existing_row(session, Unit, unit_id)
    if unit.fate is not Fate.ALIVE:
        raise BadInput(f"{unit.name} is lost already.")
    return unit


def initials(words: str) -> str:
    """Return two characters for a name: initials of its first two words, else its first letters.

    Of a numbered name they end in its number, so that copies can be told apart on the table. A
    character is what people take for one, whatever it is made of (`text.clusters`).
    """
    first, *rest = words.split() or [""]
    if rest and rest[-1].isdecimal() and first[0].isalnum():
        number = rest[-1].lstrip("0") or "0"
        head = text.capitals(text.first_of(first, 1))
        return text.first_of(head, 1) + number if len(number) == 1 else number[-2:]
    letters = [text.first_of(word, 1) for word in words.split() if word[0].isalnum()]
    plain = [letter for letter in text.clusters(words) if letter[0].isalnum()]
    made = "".join(letters[:2] if len(letters) > 1 else plain[:2])
    return text.first_of(text.capitals(made), 2) or text.first_of(words.strip(), 1)


def with_number(base: str, number: int) -> str:
    """Return a name with a number; a long name is cut, so that the number always fits."""
    suffix = f" {number}"
    return base[: text.NAME_LENGTH - len(suffix)].rstrip() + suffix


def heed(act: Act, no: No | None, session: Session, subject: str, way_out: str = "") -> None:
    """Raise Refused for each refusal of a rule, unless the referee has overruled it.

    The sentence names the `subject`, the reason, and the `way_out` if there is one.
    """
    for each in no.each if no else ():
        act.refuse_if(True, each.rule, f"{subject}: {each.why}. {way_out}".strip(), session)


_COMPASS = (
    ("north", "n"), ("northeast", "ne"), ("east", "e"), ("southeast", "se"),
    ("south", "s"), ("southwest", "sw"), ("west", "w"), ("northwest", "nw"),
)  # fmt: skip
"""The directions that people name, each an eighth of a turn on."""

_POINT = re.compile(r"(?:x\s*)?(\d+(?:\.\d+)?)\s*[,; ]\s*(?:y\s*)?(\d+(?:\.\d+)?)", re.IGNORECASE)


def place_of(words: str, where: str = "place") -> str:
    """Return a place as typed, cleaned as a name; "" if there is none."""
    return text.name(words, where) if words.strip() else ""


def point_words(x: float, y: float) -> str:
    """Return a point of the table in words, to a tenth of an inch, as `point_said` reads them."""
    return f"x {round(x, 1):g}, y {round(y, 1):g}"


def point_said(words: str) -> Point | None:
    """Return the point that words such as "x 12.5, y 8" or "12.5 8" name; None for other words."""
    found = _POINT.fullmatch(words.strip())
    return (float(found[1]), float(found[2])) if found else None


def direction_said(words: str) -> float | None:
    """Return a direction in degrees clockwise from north: north-east is 45; None for other words."""
    said = "".join(words.casefold().replace("-", " ").split())
    return next((at * 45.0 for at, names in enumerate(_COMPASS) if said in names), None)


def named_point(words: str) -> tuple[str, Point | None]:
    """Return words and the point behind them: "27 20", or "the well, 27 20"; None if there is none."""
    said = words.strip()
    if (point := point_said(said) or read_spot(said)) is not None:
        return "", point
    before, comma, behind = said.rpartition(", ")
    # The point itself may have a comma in it: the well, x 27, y 20.
    first, _, last = before.rpartition(", ")
    both = point_said(f"{last}, {behind}") if first else None
    if both is not None:
        return first.strip(), both
    point = (point_said(behind) or read_spot(behind)) if comma else None
    return (said, None) if point is None else (before.strip(), point)


def check_position(x: float | None, y: float | None) -> None:
    """Raise BadInput if only one of x and y is known, or if one is more than 1,000 inches."""
    if (x is None) != (y is None):
        raise BadInput("A position needs both x and y.", "x" if x is None else "y")
    for name, inches in (("x", x), ("y", y)):
        if inches is not None and not abs(inches) <= 1000:
            raise BadInput("A position lies within 1,000 inches.", name)


def points_of(points: object, where: str) -> list[Point]:
    """Return points as pairs of inches; BadInput for one that is not exactly two numbers."""
    if isinstance(points, str) or not isinstance(points, Sequence):
        raise BadInput("A list of points is needed, each with x and y.", where)
    return [_point(point, where) for point in points]


def _point(point: object, where: str) -> Point:
    if not isinstance(point, str) and isinstance(point, Sequence) and len(point) == 2:
        x, y = point
        if _is_inches(x) and _is_inches(y):
            return float(x), float(y)
    raise BadInput(f"A point is x and y in inches, not {point!s:.40}.", where)


def _is_inches(value: object) -> bool:
    # In Python True and False are numbers too.
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value)  # type: ignore[arg-type]
