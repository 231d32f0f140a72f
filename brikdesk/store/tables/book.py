"""The book of a battle: what it is fought for, who has scored, how large an army may be."""

from sqlmodel import Field, SQLModel

from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key


class Objective(SQLModel, table=True):
    """Something that a battle is fought for."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    battle_id: int = Field(foreign_key="battle.id")
    player_id: int | None = Field(
        default=None, foreign_key="player.id", description="whose goal; none: everybody's"
    )
    name: str
    worth: int = Field(default=1, description="victory points each time it is scored")
    note: str = ""


class Award(SQLModel, table=True):
    """Victory points that a player has got, or lost, in a battle."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    battle_id: int = Field(foreign_key="battle.id")
    player_id: int = Field(foreign_key="player.id")
    turn_id: int | None = Field(
        default=None, foreign_key="turn.id", description="the player turn; none: outside of turns"
    )
    objective_id: int | None = Field(default=None, foreign_key="objective.id")
    points: int = Field(description="negative where they are taken away")
    why: str = Field(default="", description="what for, in words")


class ArmyLimit(SQLModel, table=True):
    """How many Unit Inches each army of a battle may count; no row: as many as one likes."""

    __tablename__ = "army_limit"
    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    battle_id: int = Field(foreign_key="battle.id")
    inches: float = Field(description="Unit Inches")
