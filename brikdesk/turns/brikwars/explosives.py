"""Activated Explosives: they go off as a turn ends."""

from sqlmodel import Session

from brikdesk.rules.brikwars.clocks import Clock
from brikdesk.rules.brikwars.explosives.stability import detonation_clock
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Explosive, ExplosiveState, Turn
from brikdesk.turns.lasting import Lasting, at_end
from brikdesk.turns.steps import Step, StepKind


def _goes_off(_: Session, explosive: Explosive) -> Clock | None:
    activated = explosive.state is ExplosiveState.ACTIVATED
    return detonation_clock(explosive.activated_turn_id or 0) if activated else None


def _detonating(_: Session, turn: Turn, explosive: Explosive) -> Step:
    return Step(
        key=f"detonate-{explosive.id}",
        kind=StepKind.DETONATING,
        icon=Kind.BLAST,
        title=f"{explosive.name} goes off",
        detail=explosive.place or f"X{explosive.explosive_size}",
        rule="8.4-15",
        player_id=turn.player_id,
        act={"act": "Detonate", "explosive_id": explosive.id},
        dice=(10,) * explosive.explosive_size,
        may_ask=True,
        unit_id=explosive.carrier_id,
    )


EXPLOSIVE = Lasting(Explosive, {"detonate": at_end}, _goes_off, _detonating)
"""An activated Explosive goes off at the end of the running turn, whosever it is (8.4-15)."""
