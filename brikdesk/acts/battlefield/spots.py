"""Where a Field lies, said by hand: the unit's way to say so is to move."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.fields.presence import comes_over, cover_of
from brikdesk.acts.places import check_position
from brikdesk.acts.rows import existing_row
from brikdesk.lengths import in_figures
from brikdesk.store.act import Act
from brikdesk.store.lines import Outcome
from brikdesk.store.tables import Field
from brikdesk.text import said_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PutField(Act):
    """Say where the middle of a Field lies, in inches from the left and the far edge."""

    field_id: int
    x: float
    y: float

    def carry_out(self, session: Session) -> Outcome:
        """Write the place. It comes over those who stand there, and leaves the others (F.1-11)."""
        field = existing_row(session, Field, self.field_id)
        check_position(self.x, self.y)
        before = cover_of(field)
        field.x, field.y = float(self.x), float(self.y)
        session.add(field)
        return Outcome(
            f"{said_of(field.name, 'lies')} at {in_figures(self.x)}, {in_figures(self.y)}",
            tuple(comes_over(session, field, before)),
        )
