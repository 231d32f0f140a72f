"""What units do besides attacking, where it counts after the act that does it."""

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key


class Sprint(SQLModel, table=True):
    """A unit that Sprints in one player turn; it ends with that turn (4.1-33 to 4.1-41)."""

    __table_args__ = (Index("sprint_by_turn", "turn_id", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    turn_id: int = Field(foreign_key="turn.id")
    inches: int = Field(description="added to its Move in that turn")
    forced: bool = Field(default=False, description="it must run all of it (4.1-41)")
    heading: float | None = Field(
        default=None, description="degrees of its straight line; none: not known yet (4.1-34)"
    )


class Run(SQLModel, table=True):
    """The straight run of a unit, for its Momentum; one row for each that ever ran (5.4-05)."""

    __table_args__ = (Index("run_by_unit", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    turn_id: int = Field(foreign_key="turn.id", description="the player turn of its last inches")
    heading: float | None = Field(default=None, description="degrees of its line; none: not known")
    inches: float = Field(default=0.0, description="straight, since a MOM was spent")
    mom: bool = Field(default=False, description="it holds a MOM")
    used_all: bool = Field(default=False, description="no Move was left after them (5.4-07)")
    rolled: bool = Field(default=False, description="it must run on in that turn (5.4-14, 5.4-22)")
