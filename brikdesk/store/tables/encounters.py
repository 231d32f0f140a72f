"""Hazards that units met on their way over the table, until their dice are rolled."""

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key


class Encounter(SQLModel, table=True):
    """A unit has come into a Field, or gone through it, and its dice are owed (F.1-11, QF-34, F.1-60).

    It goes when they are rolled, and counts in the turn in which it happened only.
    """

    __table_args__ = (Index("encounter_by_turn", "turn_id", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    field_id: int = Field(foreign_key="field.id")
    turn_id: int = Field(foreign_key="turn.id")
    inches: float = Field(description="inches of its way within the Field")
    leaves: bool = Field(default=False, description="its way ended outside")
    by_itself: bool = Field(default=True, description="not shoved, carried or knocked back")
