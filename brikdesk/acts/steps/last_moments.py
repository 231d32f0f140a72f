"""What can kill at the end of a turn: drowning (4.1-22), a Mortal Wound (5.1-17, 5.1-20)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.asking import ask
from brikdesk.acts.damage.armor import has_two_steps, hit_through
from brikdesk.acts.damage.harm import lose_unit
from brikdesk.acts.reckoning import sum_of
from brikdesk.acts.rows import existing_row
from brikdesk.acts.step import StepAct
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.units.mortal_wounds import LastBreath, last_breath
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import Kind, Line, Outcome, Term, line
from brikdesk.store.tables import State, StateKind, Unit
from brikdesk.turns.brikwars.states import STATE
from brikdesk.turns.sequence import player_name
from brikdesk.turns.steps import Option, Preview

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
