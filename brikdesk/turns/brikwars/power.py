"""Diverted Power: it is stored or lost as its unit's turn ends."""

from collections.abc import Sequence

from sqlmodel import Session, col, or_, select

from brikdesk.rules.clocks import Clock, Edge
from brikdesk.store.journal.remembering import known
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Fate, Turn, Unit
from brikdesk.turns.lasting import Lasting, at_end
from brikdesk.turns.sequence import player_at, present_turn
from brikdesk.turns.steps import Step, StepKind


def _diverters(session: Session) -> Sequence[Unit]:
    turn = present_turn(session)
    if turn is None:
        return ()

    def ask() -> Sequence[Unit]:
        saving = or_(Unit.diverted_turn_id == turn.id, col(Unit.power_saved) > 0)
        return session.exec(
            select(Unit).where(Unit.fate == Fate.ALIVE, saving).order_by(col(Unit.id))
        ).all()

    # The answer is kept until one of the columns named here changes.
    decide = ("fate", "diverted_turn_id", "power_saved")
    return known(session, ("saving power", turn.id), ask, Unit, *decide)


def _stores(session: Session, unit: Unit) -> Clock | None:
    # One that belongs to nobody any more stores and loses it in the turns of whoever had it.
    began = (unit.diverted_turn_id, unit.power_saved_turn_id)
    owner = unit.player_id or player_at(session, *began)
    if owner is None:
        return None
    # Following: the end of the turn in the stamp has been counted already.
    return Clock(owner, Edge.END, unit.power_saved_turn_id or 0, following=True)


def _storing(_: Session, turn: Turn, unit: Unit) -> Step:
    """Return the step that stores diverted Power, or loses a store that was not used (Q8-04)."""
    stores = unit.diverted_turn_id == turn.id
    return Step(
        key=f"power-{unit.id}",
        kind=StepKind.DIVERTING,
        icon=Kind.POWER,
        title=f"{unit.name} stores Power" if stores else f"{unit.name} loses stored Power",
        detail="Divert All Power" if stores else f'{unit.power_saved}" was not used',
        rule="8.1-42" if stores else "8.1-43",
        player_id=unit.player_id,
        act={"act": "StorePower", "unit_id": unit.id},
        unit_id=unit.id,
    )


DIVERTED = Lasting(Unit, {"power": at_end}, _stores, _storing, read=_diverters)
"""Power that a unit diverts or has saved is counted as its own turn ends (8.1-42, 8.1-43)."""
