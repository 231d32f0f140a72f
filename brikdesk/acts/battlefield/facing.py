"""Which way a unit faces, and how high it stands."""

import math
from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk.acts.rows import existing_row
from brikdesk.acts.unit_now import in_play
from brikdesk.acts.units.going import check_spot
from brikdesk.acts.units.on_the_way import spot_of
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.store.act import Act
from brikdesk.store.lines import Outcome
from brikdesk.store.tables import Stance, Unit

HIGHEST = 200.0
"""Inches above or below the table at which a unit can stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUnit(Act):
    """Turn a unit to a facing in degrees, clockwise from the far edge, or say how high it stands.

    To turn costs no Move, so the log says nothing about it. What is not given stays.
    """

    unit_id: int
    facing: float | None = None
    base: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write facing and height; BadInput if neither is given."""
        unit = in_play(existing_row(session, Unit, self.unit_id))
        if self.facing is None and self.base is None:
            raise BadInput("Give a facing in degrees, or a height in inches.", "facing")
        known = select(Stance).where(Stance.unit_id == unit.id)
        stance = session.exec(known).first() or Stance(unit_id=unit.id or 0)
        if self.facing is not None:
            if not math.isfinite(self.facing):
                raise BadInput("A facing is a number of degrees.", "facing")
            stance.facing = self.facing % 360.0
        if self.base is not None:
            if not -HIGHEST <= self.base <= HIGHEST:
                raise BadInput(f"A unit stands within {HIGHEST:g} inches of the table.", "base")
            stance.base = float(self.base)
        session.add(stance)
        if self.base is not None:
            session.flush()
            check_spot(self, session, unit, spot_of(unit))
        title = (
            f"{unit.name} turns"
            if self.base is None
            else f"{unit.name} stands at {in_inches(self.base)}"
        )
        return Outcome(title, ())
