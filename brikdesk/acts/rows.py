"""Finding the rows that an act names, and short names for units and players."""

from typing import TypeVar

from sqlmodel import Session, SQLModel

from brikdesk import text
from brikdesk.errors import BadInput
from brikdesk.store.tables import Fate, Unit

Row = TypeVar("Row", bound=SQLModel)


def existing_row(session: Session, kind: type[Row], row_id: int | None) -> Row:
    """Return the row with this key; BadInput if there is none."""
    row = session.get(kind, row_id) if row_id is not None else None
    if row is None:
        raise BadInput(f"There is no {kind.__name__.lower()} with the number {row_id}.")
    return row


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
