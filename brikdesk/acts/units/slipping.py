"""Slippery ground: a unit on foot falls by a Critical Failure (F.1-54, QF-37)."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk.acts.lasting import disrupt
from brikdesk.acts.rows import alive, existing_row
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.hazards import difficult_terrain as terrain
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.act import Act
from brikdesk.store.lines import Line, Outcome
from brikdesk.store.tables import Field, Inside, Unit, UnitKind
from brikdesk.text import said_of

WALKERS = (UnitKind.MINIFIG, UnitKind.HERO, UnitKind.HORSE, UnitKind.CREATURE)
"""Units that go on feet of their own."""


def on_foot(unit: Unit) -> bool:
    """Return whether a unit stands on feet of its own, and neither rolls nor flies."""
    return unit.kind in WALKERS and not unit.airborne


def mode_of(field: Field) -> terrain.TerrainMode:
    """Return what a Field of Difficult Terrain does; Slow if it has no mode."""
    return terrain.TerrainMode(field.mode or terrain.TerrainMode.SLOW.value)


def _slippery_field(session: Session, unit: Unit) -> Field | None:
    """Return the Slippery Field that a unit is in, None if there is none."""
    there = (
        select(Field)
        .join(Inside, col(Inside.field_id) == col(Field.id))
        .where(Inside.unit_id == unit.id, col(Inside.left).is_(False))
        .where(Field.kind == FieldKind.TERRAIN, Field.mode == terrain.TerrainMode.SLIPPERY.value)
    )
    return session.exec(there.order_by(col(Field.id))).first()


def slips(session: Session, unit: Unit) -> bool:
    """Return whether a Critical Failure of this unit's Action Roll makes it fall now (F.1-54)."""
    field = _slippery_field(session, unit)
    mode = mode_of(field) if field else None
    return terrain.slips(mode, on_foot=on_foot(unit), critical_failure=True)


def fall(session: Session, unit: Unit, step: str = "") -> Line:
    """Disrupt a unit that has slipped; return the line."""
    field = _slippery_field(session, unit)
    where = field.name if field else "a Slippery Field"
    return disrupt(session, unit, f"slipped in {where}", "F.1-54", step)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip(Act):
    """A unit on foot has failed critically in a Slippery Field: it falls (F.1-54)."""

    unit_id: int
    field_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Disrupt it; BadInput for a Field that is not Slippery."""
        unit, field = alive(session, self.unit_id), existing_row(session, Field, self.field_id)
        if field.mode != terrain.TerrainMode.SLIPPERY:
            raise BadInput(f"{said_of(field.name, 'is')} not Slippery.", "field_id")
        why = f"{unit.name} is not on foot and does not fall."
        self.refuse_if(not on_foot(unit), "F.1-54", why, session)
        words = disrupt(session, unit, f"slipped in {field.name}", "F.1-54")
        return Outcome(f"{unit.name} slips", (words,))
