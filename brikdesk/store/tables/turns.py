"""Player turns, and what is remembered about the steps at their start and end."""

from enum import Enum

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from brikdesk.rules.clocks import Edge
from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key, member, values


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
