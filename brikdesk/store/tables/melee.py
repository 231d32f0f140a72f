"""What a player's turn has seen of its Close Combats, where it counts after the act that did it."""

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key


class Parting(SQLModel, table=True):
    """A unit Disengages from one of its opponents in its turn (5.2-33, 5.2-36).

    The row stays until that unit Disengages in a later turn: in this one it has Disengaged.
    """

    __table_args__ = (Index("parting_by_turn", "turn_id", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    foe_id: int = Field(foreign_key="unit.id")
    turn_id: int = Field(foreign_key="turn.id")
    waits: bool = Field(description="the Counterstrike of this opponent is still to come")
    struck: bool = Field(default=False, description="it has made its Counterstrike")
    leaves: bool = Field(description="the unit leaves this opponent's reach, if it survives")
    inch: bool = Field(default=False, description="its Angry Inch to get away is to come")


class Maneuver(SQLModel, table=True):
    """A type of Close Combat maneuver that a unit has made in a player's turn (5.2-17)."""

    __table_args__ = (Index("maneuver_by_turn", "turn_id", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    turn_id: int = Field(foreign_key="turn.id")
    kind: str = Field(
        description="strike, grab or shove; parry for its answer to one; charge; at once"
    )
