"""Notes and alarms that are pinned to a turn."""

from sqlmodel import Session

from brikdesk.rules.clocks import Clock
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Note, Turn
from brikdesk.turns.lasting import Lasting, at_both
from brikdesk.turns.steps import Step, StepKind


def _comes_up(_: Session, note: Note) -> Clock | None:
    if note.done or note.due_number is None:
        return None
    # Since 0: its round alone says when it comes up, also in the turn in which it was written. One
    # without a player comes in the first turn of that round, whoever plays it.
    return Clock(note.player_id, note.edge, since=0, round=note.due_number)


def _reading(_: Session, __: Turn, note: Note) -> Step:
    return Step(
        key=f"note-{note.id}",
        kind=StepKind.NOTES,
        icon=Kind.NOTE,
        # Not capitalize(): it would write the rest of "Unexpected Twist!" in small letters.
        title=note.kind.value[:1].upper() + note.kind.value[1:],
        detail=note.text,
        rule="",
        player_id=note.player_id,
        act={"act": "TakeNote", "note_id": note.id},
        unit_id=note.unit_id,
    )


NOTE = Lasting(Note, {"note": at_both}, _comes_up, _reading)
"""A note comes up at an edge of its player's turn, from its round on until it is put away."""
