"""Actions that take a whole turn, or several: piloting, rowing, donning plate (4.2-26 to 4.2-29)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.asking import ask
from brikdesk.acts.lasting import ENDINGS, begin_state
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.step import StepAct
from brikdesk.acts.unit_now import begin_full_turn, check_free, take_action
from brikdesk.acts.units.facts import whole
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.units.spent_actions import turns_in_words
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import State, StateKind, Unit
from brikdesk.turns.brikwars.states import STATE, is_extended, turns_spent
from brikdesk.turns.sequence import player_name
from brikdesk.turns.steps import Option, Preview

MOST_TURNS = 99

_GOES_ON = (
    Option("on", "Goes on", "its Action, and no movement"),
    Option("stop", "Stops", "it moves and acts as usual"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FullTurnAction(StepAct):
    """A unit spends its whole turn on a task, which needs no roll by itself (4.2-26).

    `turns` are those that the task takes; 0: it goes on until its owner stops it. In each later
    turn the owner is asked whether it goes on (4.2-29).
    """

    unit_id: int
    name: str
    turns: int = 1

    @property
    def key(self) -> str:
        """The key of this step, which never stands in a queue."""
        return f"full-turn-{self.unit_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse a unit that has no Action left, cannot act, or fights."""
        check_free(self, session, alive(session, self.unit_id))

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        unit, name = self._task(session)
        return Preview(summary=f"{unit.name}: {name}. {self._ends()}")

    def settle(self, session: Session) -> Outcome:
        """Spend the Action; the unit neither moves nor acts until its turn ends (4.2-27)."""
        unit, name = self._task(session)
        begin_full_turn(self, session, unit)
        state = begin_state(session, unit, StateKind.FULL_TURN, name, lasting=self.turns != 1)
        state.until = str(self.turns) if self.turns > 1 else ""
        words = line(
            Kind.STATE, f"{unit.name}:", f"{name}. {self._ends()}",
            rule="4.2-26" if self.turns == 1 else "4.2-29",
            player_id=unit.player_id, unit_id=unit.id, step=self.key,
        )  # fmt: skip
        return Outcome(f"{unit.name}: {name}", (words,))

    def _task(self, session: Session) -> tuple[Unit, str]:
        whole(self.turns, "turns", most=MOST_TURNS)
        return alive(session, self.unit_id), text.name(self.name)

    def _ends(self) -> str:
        if self.turns == 1:
            return f"A full-turn Action. {ENDINGS[StateKind.FULL_TURN].words}"
        if not self.turns:
            return "An extended Action, until its owner stops it."
        return f"An extended Action of {self.turns} turns."


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueAction(StepAct):
    """An extended Action comes to a new turn of its owner. Choice `extended`: "on" or "stop" (4.2-29).

    Each turn that it goes on costs the Action and the movement of that turn again.
    """

    state_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"extended-{self.state_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse it before its owner's next turn, and a second time in one turn."""
        state, unit = self._going_on(session)
        why = f"{unit.name} is asked at the start of its next turn."
        self.refuse_if(not STATE.strikes(session, state), "4.2-29", why, session)

    def examine(self, session: Session) -> Preview:
        """Ask whether it goes on."""
        state, unit = self._going_on(session)
        what = state.cause or state.kind.value
        prompt = f"{player_name(session, unit.player_id)}: does {unit.name} go on ({what})?"
        choice = ask(self.choices, "extended", prompt, unit.player_id, _GOES_ON)
        if choice.chosen is None:
            return Preview(choices=(choice,), waiting=prompt)
        does = f"goes on: {what}" if choice.chosen == "on" else f"stops: {what}"
        return Preview(choices=(choice,), summary=f"{unit.name} {does}.")

    def settle(self, session: Session) -> Outcome:
        """Spend the Action of this turn too, or end it; the last planned turn ends by itself."""
        state, unit = self._going_on(session)
        what = state.cause or state.kind.value
        if self.choices["extended"] == "stop":
            session.delete(state)
            lead, rest = f"{unit.name} stops.", f"{what} is over."
        else:
            take_action(session, unit)
            spent, planned = turns_spent(session, state), int(state.until or 0)
            state.lasting = spent != planned
            session.add(state)
            turns = turns_in_words(spent, planned)
            rest = f"{what}, {turns}." if state.lasting else f"{what}, {turns}, the last one."
            lead = f"{unit.name} goes on."
        words = line(
            Kind.STATE, lead, rest,
            rule="4.2-29", player_id=unit.player_id, unit_id=unit.id, step=self.key,
        )  # fmt: skip
        return Outcome(lead.rstrip("."), (words,))

    def _going_on(self, session: Session) -> tuple[State, Unit]:
        state = existing_row(session, State, self.state_id)
        unit = session.get_one(Unit, state.unit_id)
        if not is_extended(state):
            raise BadInput(f"{unit.name} is busy with no extended Action.", "state_id")
        return state, unit
