"""The campaign, its battles, players, turns and book, and the journal of all acts."""

from datetime import datetime
from enum import Enum
from typing import Any

from sqlalchemy import JSON, DateTime, Index, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from brikdesk.rules.turn import Edge
from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key, member, record, values


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
    """The value that this campaign gives a switch of the rules, or another choice of its own."""

    __table_args__ = (UniqueConstraint("switch"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    switch: str
    value: Any = Field(default=None, sa_type=JSON)


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


class Phase(Enum):
    """The parts of a player's turn."""

    START = "start"
    PLAY = "play"
    END = "end"
    OVER = "over"


class Turn(SQLModel, table=True):
    """One player's turn. Its key counts all player turns of the campaign and is the stamp of every clock."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    battle_id: int = Field(foreign_key="battle.id")
    player_id: int = Field(foreign_key="player.id")
    number: int = Field(description="the round that everybody at the table calls the turn: Turn 6")
    own_number: int = Field(description="how many turns this player has had in the battle, from 1")
    phase: Phase = member(Phase.START)


class LaidDice(SQLModel, table=True):
    """Dice thrown for a step that still waits for somebody's choice; they must not be thrown again."""

    __table_args__ = (UniqueConstraint("turn_id", "step"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    turn_id: int = Field(foreign_key="turn.id")
    step: str
    faces: list[object] = values("faces as they lie, with their origin")


class SkippedStep(SQLModel, table=True):
    """A step put off; put off twice it counts as not done."""

    __table_args__ = (UniqueConstraint("turn_id", "step"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    turn_id: int = Field(foreign_key="turn.id")
    step: str
    times: int = 1
    reason: str = ""


class NoteKind(Enum):
    """What a pinned note is."""

    NOTE = "note"
    ALARM = "alarm"
    TWIST = "Unexpected Twist!"


class Note(SQLModel, table=True):
    """A note, or an alarm pinned to a future turn of a player."""

    __table_args__ = (Index("note_by_due", "done", "player_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    kind: NoteKind = member(NoteKind.NOTE)
    text: str
    unit_id: int | None = Field(default=None, foreign_key="unit.id")
    player_id: int | None = Field(
        default=None, foreign_key="player.id", description="whose turn it is pinned to"
    )
    due_number: int | None = Field(default=None, description="the round; none: pinned to no turn")
    edge: Edge = member(Edge.START)
    made_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    done: bool = False


class PinnedPhoto(SQLModel, table=True):
    """A photo of the battle; the campaign keeps its bytes under the name in `picture`."""

    __tablename__ = "pinned_photo"
    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    picture: str = Field(max_length=64, description="SHA-256 of its bytes")
    turn_id: int | None = Field(
        default=None, foreign_key="turn.id", description="the player turn; none: outside of turns"
    )
    unit_id: int | None = Field(default=None, foreign_key="unit.id", description="whom it shows")
    words: str = Field(default="", description="what it shows")


class Picture(SQLModel, table=True):
    """A photo as JPEG; `name` is the SHA-256 of its bytes."""

    name: str = Field(primary_key=True, max_length=64)
    width: int
    height: int
    kept_at: datetime = Field(sa_type=DateTime(timezone=True))
    data: bytes = Field(sa_type=LargeBinary)


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
