"""The journal: acts, row images and log lines. Undo puts game rows back, never these."""

from datetime import datetime
from enum import Enum
from typing import Any

from sqlalchemy import JSON, DateTime, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key, member, record, values


class ActState(Enum):
    """Where an act stands between done and undone."""

    DONE = "done"
    UNDONE = "undone"
    HISTORY = "undone, then overtaken by another act"
    SEALED = "done, and not to be undone"


class ActRecord(SQLModel, table=True):
    """One act of the referee, as data."""

    __tablename__ = "act"
    __table_args__ = (
        UniqueConstraint("uuid"),
        Index("act_by_state", "state"),
        Index("act_by_turn", "turn_id"),
        KEYS_ARE_NEVER_USED_TWICE,
    )
    id: int | None = key()
    uuid: str
    # No foreign key: undo may take the turn away, and the record of its acts stays.
    turn_id: int | None = Field(default=None, description="the player turn it was done in")
    name: str
    arguments: dict[str, Any] = record("the act's fields")
    title: str
    state: ActState = member(ActState.DONE)
    # SQLite keeps no zone: a moment that is read from the file comes without one, and is UTC.
    done_at: datetime = Field(sa_type=DateTime(timezone=True))
    chain: str = Field(default="", description="hash of all this act left and of the chain before")
    images: str = Field(
        default="",
        # Migration 0002 added this column, and SQLite adds a NOT NULL one only with a default.
        sa_column_kwargs={"server_default": ""},
        description="digest of its row images, which are dropped when it is undone and overtaken",
    )


class Image(SQLModel, table=True):
    """A row before and after an act; `before` is None for a new row, `after` for a deleted one."""

    __table_args__ = (
        Index("image_by_act", "act_id"),
        Index("image_by_row", "table", "row_id", "act_id"),
        KEYS_ARE_NEVER_USED_TWICE,
    )
    id: int | None = key()
    act_id: int = Field(foreign_key="act.id")
    table: str
    row_id: int
    # NULL, not JSON's null: queries find new and deleted rows with IS NULL.
    before: dict[str, Any] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    after: dict[str, Any] | None = Field(default=None, sa_type=JSON(none_as_null=True))


class LogLine(SQLModel, table=True):
    """One line of the log, as data that window, report and command line render."""

    __table_args__ = (
        Index("log_line_by_act", "act_id"),
        Index("log_line_by_turn", "turn_id"),
        KEYS_ARE_NEVER_USED_TWICE,
    )
    id: int | None = key()
    act_id: int = Field(foreign_key="act.id")
    turn_id: int | None = None
    kind: str
    lead: str
    parts: list[Any] = values("words, dice, units, numbers")
    sums: list[Any] = values("how each number of the line came about")
    rule: str = ""
    player_id: int | None = None
    unit_id: int | None = None
    step: str = Field(default="", description="the pending step that this line settled")
    overruled: list[str] = values("requirements that the referee overruled")
    typed: int = Field(default=0, description="dice of this line that came from the table")
    rolled: int = Field(default=0, description="dice of this line that the desk rolled")


class StateChange(SQLModel, table=True):
    """An act undone, done again or sealed: a link of the chain, after the act that was newest then.

    A row with `taken` stands for the whole journal before it, which was taken over as it was.
    """

    __table_args__ = (Index("statechange_by_act", "act_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    after_act: int = Field(description="the newest act when it happened; 0 before the first")
    act_id: int | None = Field(default=None, foreign_key="act.id", description="none: all done")
    state: ActState = member(of=ActState)
    taken: dict[str, Any] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    done_at: datetime = Field(sa_type=DateTime(timezone=True))
    chain: str


class Checkpoint(SQLModel, table=True):
    """The digest of all game rows in one state of the record; at most one row."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    state: str = Field(description="the newest chain value, for which the digest holds")
    digest: str
