"""Steps at the edges of a turn: states that end, units that get up, what can kill at its end."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk.acts.checks import existing_row
from brikdesk.acts.combat.armor import has_two_steps, hit_through, lose_unit
from brikdesk.acts.steps import StepAct, ask
from brikdesk.acts.sums import sum_of
from brikdesk.acts.units.states import begin_state, recovery_clock
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.units import LastBreath, last_breath
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Kind, Line, Outcome, Term, line
from brikdesk.store.tables import Mark, Note, State, StateKind, Unit
from brikdesk.turns.brikwars.units import MARK, STATE, is_extended
from brikdesk.turns.sequence import player_name
from brikdesk.turns.steps import Option, Preview

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


_BURDENS = (
    Option("burdened", "Still burdened", "drowns"),
    Option("free", "Armor and heavy objects are off", "swims on"),
)


def _state(session: Session, state_id: int, kind: StateKind) -> tuple[State, Unit]:
    state = existing_row(session, State, state_id)
    unit = session.get_one(Unit, state.unit_id)
    if state.kind is not kind:
        raise BadInput(f"{unit.name} is not {kind.value.rstrip('!')}.", "state_id")
    return state, unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Drown(StepAct):
    """A drowning unit reaches its deadline. Choice `burden`: "burdened", and it dies, or "free"."""

    state_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"drown-{self.state_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse it before the deadline."""
        state, unit = _state(session, self.state_id, StateKind.DROWNING)
        why = f"{unit.name} has until the end of its following turn."
        self.refuse_if(not STATE.strikes(session, state), "4.1-22", why, session)

    def examine(self, session: Session) -> Preview:
        """Ask whether armor and heavy objects are off."""
        _, unit = _state(session, self.state_id, StateKind.DROWNING)
        prompt = f"{player_name(session, unit.player_id)}: is {unit.name} free of its burden?"
        choice = ask(self.choices, "burden", prompt, unit.player_id, _BURDENS)
        if choice.chosen is None:
            return Preview(choices=(choice,), waiting=prompt)
        fate = "drowns" if choice.chosen == "burdened" else "swims on"
        return Preview(choices=(choice,), summary=f"{unit.name} {fate}.")

    def settle(self, session: Session) -> Outcome:
        """Let it die, or end the state."""
        state, unit = _state(session, self.state_id, StateKind.DROWNING)
        if self.choices["burden"] == "burdened":
            lines = lose_unit(session, unit, "It drowned.", "4.1-22", step=self.key)
            return Outcome(f"{unit.name} drowns", tuple(lines))
        session.delete(state)
        words = line(
            Kind.STATE, f"{unit.name} no longer drowns.", "Armor and heavy objects are off.",
            rule="4.1-22", player_id=unit.player_id, unit_id=unit.id, step=self.key,
        )  # fmt: skip
        return Outcome(f"{unit.name} no longer drowns", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class DieOfWound(StepAct):
    """A Mortal Wound takes effect at the end of the turn in which it was dealt.

    That may be the turn of any player (A5-33).
    """

    state_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"wound-{self.state_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse it while the turn still runs: the unit may finish what it does (5.1-18)."""
        state, unit = _state(session, self.state_id, StateKind.MORTALLY_WOUNDED)
        why = f"{unit.name} acts on until the running turn ends."
        self.refuse_if(not STATE.strikes(session, state), "5.1-17", why, session)

    def _end(self, state: State, unit: Unit) -> LastBreath:
        return last_breath(
            unit.kind.name.lower(),
            two_steps=has_two_steps(unit),
            wounded=unit.wounded,
            pending_damage=state.pending_damage,
        )

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        state, unit = _state(session, self.state_id, StateKind.MORTALLY_WOUNDED)
        fate = self._end(state, unit).fate
        words = {"dead": "dies", "wounded": "is Wounded"}.get(fate, 'loses 1" of Effective Size')
        return Preview(summary=f"{unit.name} {words}.")

    def settle(self, session: Session) -> Outcome:
        """Kill a minifig; wound or kill a Horse; give anything else 1" of Size Damage."""
        state, unit = _state(session, self.state_id, StateKind.MORTALLY_WOUNDED)
        end = self._end(state, unit)
        wounded = made_by(session, state, "pending_damage")
        session.delete(state)
        session.flush()
        if end.fate == "dead":
            rule = "5.1-20" if has_two_steps(unit) else "5.1-17"
            lines = lose_unit(session, unit, "Mortally Wounded!", rule, step=self.key)
        else:
            lines = self._hit(session, unit, end, wounded)
        return Outcome(f"{unit.name}: the wound takes effect", tuple(lines))

    def _hit(
        self, session: Session, unit: Unit, end: LastBreath, wounded: int | None
    ) -> list[Line]:
        points = f"{end.damage} damage. " if end.damage else ""
        dealt = Term("Of the Mortal Wound", end.damage or 0, "5.1-20", wounded)
        return hit_through(
            session,
            unit,
            1,
            f"Mortally Wounded! {points}".strip(),
            self.key,
            terms=(Term("Mortally Wounded!", 1, "5.1-20", wounded),),
            sums=(sum_of("Damage", dealt.value, dealt),) if end.damage else (),
        )
