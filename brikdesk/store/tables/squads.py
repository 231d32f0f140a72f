"""Squads: units that are selected, moved and ordered as one."""

from sqlmodel import Field, SQLModel

from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key


class Squad(SQLModel, table=True):
    """A unit's place in a squad, which is all units with the same name here; at most one each."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    name: str = Field(description="of the squad")
