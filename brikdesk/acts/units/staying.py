"""A mover ends its movement in somebody's reach: engaged, though it was only struck or parted (A4-07)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.asking import ask, unanswered
from brikdesk.acts.parted import note_maneuver
from brikdesk.acts.rows import alive
from brikdesk.acts.step import StepAct
from brikdesk.acts.units.engaging import engage
from brikdesk.errors import BadInput
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Unit
from brikdesk.turns.brikwars.staying import CLEAR_OF, Beside, beside
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import Choice, Option, Preview

_WHERE = (
    Option("in", "In reach", "the two are engaged"),
    Option("out", "Out of reach", "it has gone by"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StayInReach(StepAct):
    """A unit ends its movement beside those who struck it, or from whom it has Disengaged (A4-07).

    By the map it is engaged with all in whose reach it stands. Choices: `reach-12` whether it is in the
    reach of unit 12, where the map does not know.
    """

    unit_id: int

    @property
    def key(self) -> str:
        """The key of the step that waits at the end of its turn."""
        return f"stays-{self.unit_id}"

    def check_waiting(self, session: Session) -> None:
        """Turn it back where the unit stands beside nobody."""
        unit = alive(session, self.unit_id)
        if not beside(session, unit, turn_now(session)):
            raise BadInput(f"{unit.name} is in nobody's reach who struck it on its way.", "unit_id")

    def examine(self, session: Session) -> Preview:
        """Ask where the map does not know."""
        unit = alive(session, self.unit_id)
        choices = self._asked(session, unit)
        waiting = unanswered(choices)
        names = [each.foe.name for each in self._reached(session, unit)] if not waiting else []
        summary = f"{unit.name} is engaged with {', '.join(names)}." if names else ""
        gone = f"{unit.name} is out of reach." if not names and not waiting else ""
        return Preview(choices=choices, waiting=waiting, summary=summary or gone)

    def settle(self, session: Session) -> Outcome:
        """Engage it with those who reach it, and note whose reach it has left."""
        unit = alive(session, self.unit_id)
        found, reached = beside(session, unit, turn_now(session)), self._reached(session, unit)
        lines: list[Line] = []
        for each in found:
            if each in reached:
                lines += engage(session, unit, each.foe)
            else:
                note_maneuver(session, unit, f"{CLEAR_OF}{each.foe.id}")
        parts = bool(reached) and all(each.parts for each in reached)
        names = ", ".join(each.foe.name for each in reached)
        words = f"It ends its movement in reach of {names}." if names else "It is out of reach."
        first = line(
            Kind.STATE, f"{unit.name} stays." if names else f"{unit.name} has gone by.", words,
            rule="5.2-36" if parts else "A4-07",
            player_id=unit.player_id, unit_id=unit.id, step=self.key,
        )  # fmt: skip
        return Outcome(first.lead[:-1], (first, *lines))

    def _asked(self, session: Session, unit: Unit) -> tuple[Choice, ...]:
        return tuple(
            ask(
                self.choices,
                f"reach-{each.foe.id}",
                f"Is {unit.name} in reach of {each.foe.name}?",
                unit.player_id,
                _WHERE,
            )
            for each in beside(session, unit, turn_now(session))
            if each.reached is None
        )

    def _reached(self, session: Session, unit: Unit) -> tuple[Beside, ...]:
        said = {
            choice.id for choice in self._asked(session, unit) if choice.chosen == _WHERE[0].value
        }
        found = beside(session, unit, turn_now(session))
        return tuple(each for each in found if each.reached or f"reach-{each.foe.id}" in said)
