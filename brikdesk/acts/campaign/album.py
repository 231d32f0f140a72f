"""Photos of the battle, pinned to the turn in which they are taken and to the unit they show."""

from dataclasses import dataclass

from sqlalchemy import func
from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.battlefield.photo import name_of_photo
from brikdesk.acts.rows import existing_row
from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import PinnedPhoto, Unit
from brikdesk.turns.sequence import present_turn

MOST = 200
"""Pinned photos of a campaign: some 60 MB, which a backup every half hour still copies quickly."""

NO_UNIT = 0
"""Given as a unit: the photo shows none, or is not to be one's any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PinPhoto(Act):
    """Pin a photo to the present player turn, and to the unit that it shows.

    `picture` is the name under which the campaign keeps it; `words` say what it shows.
    """

    picture: str
    unit_id: int | None = None
    words: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Pin it; BadInput where the album is full or the name is no photo's."""
        pinned = session.exec(select(func.count()).select_from(PinnedPhoto)).one()
        if pinned >= MOST:
            raise BadInput(f"The album is full with {MOST} photos. Take one out first.", "picture")
        turn = present_turn(session)
        row = PinnedPhoto(
            picture=name_of_photo(self.picture),
            turn_id=turn.id if turn else None,
            unit_id=existing_row(session, Unit, self.unit_id).id if self.unit_id else None,
            words=_one_line(self.words),
        )
        session.add(row)
        session.flush()
        return Outcome("Pin a photo", (_line(session, row, "A photo is pinned."),))


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPinnedPhoto(Act):
    """Say anew what a pinned photo shows; fields left None stay, `unit_id` 0 names no unit."""

    photo_id: int
    words: str | None = None
    unit_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write it; BadInput if there is no such photo or unit."""
        row = existing_row(session, PinnedPhoto, self.photo_id)
        if self.words is not None:
            row.words = _one_line(self.words)
        if self.unit_id == NO_UNIT:
            row.unit_id = None
        elif self.unit_id is not None:
            row.unit_id = existing_row(session, Unit, self.unit_id).id
        session.add(row)
        session.flush()
        return Outcome("Say what a photo shows", (_line(session, row, "The photo shows anew:"),))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpinPhoto(Act):
    """Take a photo out of the album."""

    photo_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete the row; the file keeps the photo as long as there is room, so undo finds it."""
        row = existing_row(session, PinnedPhoto, self.photo_id)
        entry = _line(session, row, "A photo is taken out of the album.")
        session.delete(row)
        return Outcome("Take a photo out", (entry,))


def _one_line(words: str) -> str:
    return " ".join(text.note(words, "words").split())


def _line(session: Session, row: PinnedPhoto, lead: str) -> Line:
    unit = session.get(Unit, row.unit_id) if row.unit_id else None
    about = ". ".join(filter(None, (unit.name if unit else "", row.words)))
    return line(Kind.NOTE, lead, about, unit_id=row.unit_id)
