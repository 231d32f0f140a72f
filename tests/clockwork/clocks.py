"""What lasts in the third game, and its table in the ledger."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.rules.turn import Clock, Edge
from brikdesk.store.lines import Kind
from brikdesk.store.session import rows_of
from brikdesk.store.tables import Player, Turn, Unit
from brikdesk.store.views import view
from brikdesk.turns.clocks import Lasting, at_start
from brikdesk.turns.steps import Step

TOY = "clockwork"


def _runs(_: Session, toy: Unit) -> Clock | None:
    if toy.preset != TOY or not toy.power_saved or toy.player_id is None:
        return None
    return Clock(toy.player_id, Edge.START, since=toy.power_saved_turn_id or 0)


def _running(_: Session, __: Turn, toy: Unit) -> Step:
    return Step(
        key=f"spring-{toy.id}",
        kind="standing",
        icon=Kind.POWER,
        title=f"{toy.name} runs down",
        detail=f"{toy.power_saved} left",
        rule="",
        player_id=toy.player_id,
        act={"act": "RunDown", "unit_id": toy.id},
        unit_id=toy.id,
    )


SPRING = Lasting(Unit, {"spring": at_start}, _runs, _running)
LASTING = (SPRING,)


@dataclass(frozen=True, slots=True)
class SpringRow:
    id: int
    toy: str
    left: int
    runs: str


@view(Unit, Player, Turn)
def springs(session: Session) -> tuple[SpringRow, ...]:
    return tuple(
        SpringRow(row.id or 0, row.name, row.power_saved, SPRING.coming(session, row).whole)
        for row in rows_of(session, Unit)
        if row.preset == TOY
    )
