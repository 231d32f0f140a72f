"""Steps of clocks: Marks that end, units that get up, states that end, notes that come up."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk.acts.lasting import begin_state, recovery_clock
from brikdesk.acts.rows import existing_row
from brikdesk.acts.step import StepAct
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import Mark, Note, State, StateKind, Unit
from brikdesk.turns.brikwars.aimed import MARK
from brikdesk.turns.brikwars.states import STATE, is_extended
from brikdesk.turns.steps import Preview

RECOVERING = "recovering"
"""Cause of the Half Speed of a unit that has got up again (4.1-31)."""

OF_THEIR_OWN = (StateKind.DISRUPTED, StateKind.DROWNING, StateKind.MORTALLY_WOUNDED)
"""States that EndState does not settle: Recover, Drown and DieOfWound do, with what follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMark(StepAct):
    """A Scout's Mark ends when his player's next turn begins (F.3-09)."""

    mark_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"mark-{self.mark_id}"

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        mark = existing_row(session, Mark, self.mark_id)
        target = session.get_one(Unit, mark.target_id)
        return Preview(summary=f"{target.name} is no longer Marked.")

    def check_waiting(self, session: Session) -> None:
        """Refuse it before the next turn of the Scout's player begins."""
        mark = existing_row(session, Mark, self.mark_id)
        why = "The Mark lasts until the next turn of the Scout's player."
        self.refuse_if(not MARK.strikes(session, mark), "F.3-09", why, session)

    def settle(self, session: Session) -> Outcome:
        """Take the Mark off."""
        mark = existing_row(session, Mark, self.mark_id)
        target = session.get_one(Unit, mark.target_id)
        scout = session.get_one(Unit, mark.scout_id)
        session.delete(mark)
        words = line(
            Kind.MARK, f"Mark on {target.name} ends.", f"Set by {scout.name}.",
            rule="F.3-09", player_id=mark.player_id, unit_id=target.id, step=self.key,
        )  # fmt: skip
        return Outcome(f"Mark on {target.name} ends", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recover(StepAct):
    """A Disrupted unit gets up at the start of its own turn and is at Half Speed (4.1-31)."""

    unit_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"recover-{self.unit_id}"

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        unit = existing_row(session, Unit, self.unit_id)
        return Preview(summary=f"{unit.name} stands up and is at Half Speed this turn.")

    def settle(self, session: Session) -> Outcome:
        """End Disrupted; Half Speed lasts until this turn ends, or the next begins (A4-09)."""
        unit = existing_row(session, Unit, self.unit_id)
        states = session.exec(
            select(State).where(State.unit_id == unit.id, State.kind == StateKind.DISRUPTED)
        )
        # All at once: a unit may be Disrupted for several causes, each a row of its own.
        due = [state for state in states if STATE.strikes(session, state)]
        why = f"{unit.name} is not Disrupted since before its player's turn."
        self.refuse_if(not due, "4.1-31", why, session)
        for state in due:
            session.delete(state)
        clock = recovery_clock(session, unit)
        begin_state(session, unit, StateKind.HALF_SPEED, RECOVERING, clock=clock)
        words = line(
            Kind.HALF_SPEED, f"{unit.name} gets up.", "Half Speed this turn.",
            rule="4.1-31", player_id=unit.player_id, unit_id=unit.id, step=self.key,
        )  # fmt: skip
        return Outcome(f"{unit.name} gets up", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class EndState(StepAct):
    """A state is over because its clock strikes (4.1-10, 4.1-24)."""

    state_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"state-{self.state_id}"

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        state = existing_row(session, State, self.state_id)
        unit = session.get_one(Unit, state.unit_id)
        return Preview(summary=f"{unit.name}: {state.kind.value} is over.")

    def settle(self, session: Session) -> Outcome:
        """Remove the state."""
        state = existing_row(session, State, self.state_id)
        unit = session.get_one(Unit, state.unit_id)
        due = state.kind not in OF_THEIR_OWN and not is_extended(state)
        due = due and STATE.strikes(session, state)
        rule = "4.1-31" if state.cause == RECOVERING else "4.1-24"
        why = f"{unit.name}: {state.kind.value} does not end in this turn."
        self.refuse_if(not due, rule, why, session)
        session.delete(state)
        words = line(
            Kind.STATE, f"{unit.name}: {state.kind.value} ends.", state.cause and f"({state.cause})",
            rule=rule, player_id=unit.player_id, unit_id=unit.id, step=self.key,
        )  # fmt: skip
        return Outcome(f"{unit.name}: {state.kind.value} ends", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeNote(StepAct):
    """A note or alarm that was pinned to this turn is read out and put away."""

    note_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"note-{self.note_id}"

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        return Preview(summary=existing_row(session, Note, self.note_id).text)

    def settle(self, session: Session) -> Outcome:
        """Mark the note as done."""
        note = existing_row(session, Note, self.note_id)
        note.done = True
        session.add(note)
        title = note.kind.value[:1].upper() + note.kind.value[1:]
        words = line(
            Kind.NOTE, f"{title}:", note.text,
            player_id=note.player_id, unit_id=note.unit_id, step=self.key,
        )  # fmt: skip
        return Outcome(f"{title}: {note.text[:40]}", (words,))
