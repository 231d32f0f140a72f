"""What a referee can do in the third game."""

from dataclasses import dataclass

from msgspec import Struct
from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import existing_row
from brikdesk.acts.step_act import StepAct
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import Unit
from brikdesk.turns.steps import Preview
from brikdesk.turns.turn_order import stamp_now
from tests.clockwork.clocks import SPRING, TOY


class SpringHouse(Struct, frozen=True, kw_only=True):
    """The house rules of the toys as one value."""

    cw_each_turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildToy(Act):
    player_id: int
    name: str

    def carry_out(self, session: Session) -> Outcome:
        name = text.name(self.name)
        session.add(Unit(player_id=self.player_id, name=name, token=name[:2], preset=TOY))
        return Outcome(f"Build {name}", (line(Kind.SETUP, f"{name} stands there."),))


@dataclass(frozen=True, slots=True, kw_only=True)
class WindUp(Act):
    unit_id: int
    turns: int

    def carry_out(self, session: Session) -> Outcome:
        toy = existing_row(session, Unit, self.unit_id)
        self.refuse_if(self.turns > 5, "CW-1", "The spring would break.", session)
        toy.power_saved, toy.power_saved_turn_id = self.turns, stamp_now(session)
        session.add(toy)
        return Outcome(f"Wind up {toy.name}", (line(Kind.POWER, f"{toy.name} is wound up."),))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDown(StepAct):
    unit_id: int

    @property
    def key(self) -> str:
        return f"spring-{self.unit_id}"

    def examine(self, session: Session) -> Preview:
        toy = existing_row(session, Unit, self.unit_id)
        return Preview(summary=f"{toy.name} has {self._left(session, toy)} left.")

    def check_waiting(self, session: Session) -> None:
        toy = existing_row(session, Unit, self.unit_id)
        self.refuse_if(not SPRING.strikes(session, toy), "CW-2", "It ran down already.", session)

    def settle(self, session: Session) -> Outcome:
        toy = existing_row(session, Unit, self.unit_id)
        toy.power_saved, toy.power_saved_turn_id = self._left(session, toy), stamp_now(session)
        session.add(toy)
        words = line(
            Kind.POWER, f"{toy.name} runs down.", f"{toy.power_saved} left.", step=self.key
        )
        return Outcome(f"{toy.name} runs down", (words,))

    def _left(self, session: Session, toy: Unit) -> int:
        return max(0, toy.power_saved - house_of(session, SpringHouse).cw_each_turn)
