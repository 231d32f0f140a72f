"""A burning minifig runs about at the end of his turn, with all the Move he has left (8.3-32)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.fire.fires import burning
from brikdesk.acts.step import StepAct
from brikdesk.lengths import in_inches
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.unit_move import move_left_in
from brikdesk.turns.brikwars.burning import RUNNING, must_run_now
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class RunBurning(StepAct):
    """A burning minifig spends the rest of his Move; his player chooses the path on the table."""

    fire_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"run-{self.fire_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse it before his own turn ends, and a second time in that turn."""
        fire, unit = burning(session, self.fire_id)
        runs = must_run_now(session, unit, turn_now(session))
        due = runs and RUNNING.strikes(session, fire)
        why = f"{unit.name} does not run now: his own turn is not ending, or he cannot run."
        self.refuse_if(not due, "8.3-32", why, session)

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        _, unit = burning(session, self.fire_id)
        left = move_left_in(session, unit, turn_now(session))
        return Preview(summary=f"{unit.name} runs {in_inches(left)} about and burns on.")

    def settle(self, session: Session) -> Outcome:
        """Use up his Move."""
        fire, unit = burning(session, self.fire_id)
        turn = turn_now(session)
        left = move_left_in(session, unit, turn)
        fire.ran_turn_id = turn.id
        # `move_used` belongs to the turn of its stamp: an older value does not count.
        unit.move_used = unit.move_used + left if unit.moved_turn_id == turn.id else left
        unit.moved_turn_id = turn.id
        session.add_all((fire, unit))
        words = line(
            Kind.FIRE, f"{unit.name} runs about, burning.", f'All {in_inches(left)} of Move left are spent.',
            rule="8.3-32", player_id=unit.player_id, unit_id=unit.id, step=self.key,
        )  # fmt: skip
        return Outcome(f"{unit.name} runs about", (words,))
