"""The campaign, its battles and the people at the table."""

from enum import Enum
from typing import Any

from sqlalchemy import JSON, UniqueConstraint
from sqlmodel import Field, SQLModel

from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key, member, values


class BattleState(Enum):
    """How far a battle is."""

    SETUP = "being set up"
    RUNNING = "running"
    OVER = "over"


class CampaignRow(SQLModel, table=True):
    """The campaign itself: one row."""

    __tablename__ = "campaign"
    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    uuid: str
    name: str
    rule_sets: list[str] = values("names of games, one or side by side")


class Battle(SQLModel, table=True):
    """One battle of the campaign; at most one is not over."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    number: int
    name: str
    state: BattleState = member(BattleState.SETUP)
    table_width: float = Field(default=40.0, description="inches")
    table_depth: float = Field(default=30.0, description="inches")


class Player(SQLModel, table=True):
    """A person with a faction."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    name: str = Field(description="the person: Priya")
    faction: str = Field(description="the army: Duchy of Lower Stud")
    code: str = Field(description="two letters for narrow places: LS")
    colour: str = Field(default="sky", description="colour token; each has a shape of its own")


class Seat(SQLModel, table=True):
    """A player in a battle, in turn order."""

    __table_args__ = (
        UniqueConstraint("battle_id", "player_id"),
        KEYS_ARE_NEVER_USED_TWICE,
    )
    id: int | None = key()
    battle_id: int = Field(foreign_key="battle.id")
    player_id: int = Field(foreign_key="player.id")
    place: int = Field(description="1 plays first")
    out: bool = Field(default=False, description="eliminated: has no more turns")


class Alliance(SQLModel, table=True):
    """Two players who fight together."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    player_id: int = Field(foreign_key="player.id")
    ally_id: int = Field(foreign_key="player.id")


class HouseRule(SQLModel, table=True):
    """The value that this campaign gives a switch of the rules."""

    __table_args__ = (UniqueConstraint("switch"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    switch: str
    value: Any = Field(default=None, sa_type=JSON)
