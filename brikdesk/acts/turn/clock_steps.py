"""Steps at the edges of a turn: states that end, units that get up, what can kill at its end."""

from dataclasses import dataclass, replace

from sqlmodel import Session, select

from brikdesk.acts.checks import existing_row
from brikdesk.acts.combat.armor import has_two_steps, hit_through, lose_unit
from brikdesk.acts.steps import ClockStep, ask
from brikdesk.acts.sums import sum_of
from brikdesk.acts.units.states import begin_state, recovery_clock
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.units import LastBreath, last_breath
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Kind, Line, Outcome, Term
from brikdesk.store.tables import Mark, Note, State, StateKind, Unit
from brikdesk.store.views.states import RECOVERING, ended_by
from brikdesk.turns.brikwars.units import MARK, NOTE, STATE, only_ends
from brikdesk.turns.sequence import player_name
from brikdesk.turns.steps import Option, Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMark(ClockStep[Mark]):
    """A Scout's Mark ends when his player's next turn begins (F.3-09)."""

    CLOCK = MARK
    EARLY = "The Mark lasts until the next turn of the Scout's player."
    mark_id: int

    def _summary(self, session: Session) -> str:
        return f"{session.get_one(Unit, self.row(session).target_id).name} is no longer Marked."

    def settle(self, session: Session) -> Outcome:
        """Take the Mark off."""
        mark = self.row(session)
        target = session.get_one(Unit, mark.target_id)
        scout = session.get_one(Unit, mark.scout_id)
        session.delete(mark)
        ends = f"Mark on {target.name} ends."
        return self._settled(ends, f"Set by {scout.name}.", about=target, player_id=mark.player_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recover(ClockStep[State]):
    """A Disrupted unit gets up at the start of its own turn and is at Half Speed (4.1-31)."""

    KEY = "recover-{0.unit_id}"
    CLOCK = STATE
    unit_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse it for a unit that is not Disrupted since before its player's turn."""
        unit = existing_row(session, Unit, self.unit_id)
        why = f"{unit.name} is not Disrupted since before its player's turn."
        self.refuse_if(not self._due(session), "4.1-31", why, session)

    def _due(self, session: Session) -> list[State]:
        # All at once: a unit may be Disrupted for several causes, each a row of its own.
        down = select(State).where(State.unit_id == self.unit_id, State.kind == StateKind.DISRUPTED)
        return [state for state in session.exec(down) if STATE.strikes(session, state)]

    def _summary(self, session: Session) -> str:
        unit = existing_row(session, Unit, self.unit_id)
        return f"{unit.name} stands up and is at Half Speed this turn."

    def settle(self, session: Session) -> Outcome:
        """End Disrupted; Half Speed lasts until this turn ends, or the next begins (A4-09)."""
        unit = existing_row(session, Unit, self.unit_id)
        for state in self._due(session):
            session.delete(state)
        clock = recovery_clock(session, unit)
        begin_state(session, unit, StateKind.HALF_SPEED, RECOVERING, clock=clock)
        lead, slow = f"{unit.name} gets up.", "Half Speed this turn."
        return self._settled(lead, slow, about=unit, kind=Kind.HALF_SPEED, rule="4.1-31")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndState(ClockStep[State]):
    """A state is over because its clock strikes (4.1-10, 4.1-24)."""

    CLOCK = STATE
    state_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse what does not end now, and what ends by an act of its own."""
        state = self.row(session)
        unit = session.get_one(Unit, state.unit_id)
        due = only_ends(state) and STATE.strikes(session, state)
        why = f"{unit.name}: {state.kind.value} does not end in this turn."
        self.refuse_if(not due, ended_by(state), why, session)

    def _summary(self, session: Session) -> str:
        state = self.row(session)
        return f"{session.get_one(Unit, state.unit_id).name}: {state.kind.value} is over."

    def settle(self, session: Session) -> Outcome:
        """Remove the state."""
        state = self.row(session)
        unit = session.get_one(Unit, state.unit_id)
        session.delete(state)
        lead, cause = f"{unit.name}: {state.kind.value} ends.", state.cause and f"({state.cause})"
        return self._settled(lead, cause, about=unit, rule=ended_by(state))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeNote(ClockStep[Note]):
    """A note or alarm that was pinned to this turn is read out and put away, at any time."""

    CLOCK = NOTE
    note_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse nothing: a note may be put away before its turn."""

    def _summary(self, session: Session) -> str:
        return self.row(session).text

    def settle(self, session: Session) -> Outcome:
        """Mark the note as done."""
        note = self.row(session)
        note.done = True
        session.add(note)
        lead = f"{note.kind.value[:1].upper()}{note.kind.value[1:]}:"
        done = self._settled(lead, note.text, player_id=note.player_id, unit_id=note.unit_id)
        return replace(done, title=f"{lead} {note.text[:40]}")


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
class Drown(ClockStep[State]):
    """A drowning unit reaches its deadline. Choice `burden`: "burdened", and it dies, or "free"."""

    KEY = "drown-{0.state_id}"
    CLOCK = STATE
    state_id: int

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
        lead, free = f"{unit.name} no longer drowns.", "Armor and heavy objects are off."
        return self._settled(lead, free, about=unit, rule="4.1-22")


@dataclass(frozen=True, slots=True, kw_only=True)
class DieOfWound(ClockStep[State]):
    """A Mortal Wound takes effect at the end of the turn in which it was dealt.

    That may be the turn of any player (A5-33).
    """

    KEY = "wound-{0.state_id}"
    CLOCK = STATE
    state_id: int

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

    def _summary(self, session: Session) -> str:
        state, unit = _state(session, self.state_id, StateKind.MORTALLY_WOUNDED)
        fate = self._end(state, unit).fate
        words = {"dead": "dies", "wounded": "is Wounded"}.get(fate, 'loses 1" of Effective Size')
        return f"{unit.name} {words}."

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
