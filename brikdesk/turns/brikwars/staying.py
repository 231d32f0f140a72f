"""Movers who end their movement in the reach of somebody they fight not yet (A4-07, 5.2-36)."""

from collections.abc import Sequence

from msgspec import Struct
from sqlmodel import Session, select

from brikdesk.ground.round import edge_to_edge
from brikdesk.rules.brikwars.attacks.close_attacks import reacts
from brikdesk.rules.brikwars.units.states import keeps_in_reach
from brikdesk.rules.clocks import Edge
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind
from brikdesk.store.sides import are_foes
from brikdesk.store.tables import Fate, Maneuver, Parting, State, StateKind, Turn, Unit
from brikdesk.turns.brikwars.close_combat import arms_of
from brikdesk.turns.lasting import Lasting, at_end
from brikdesk.turns.sequence import present_turn
from brikdesk.turns.steps import Step, StepKind

CLEAR_OF = "clear of "
"""Noted of a mover, with the key of an opponent whose reach it has left by its player's word."""


class Beside(Struct, frozen=True):
    """An opponent of a mover, and whether the mover is in his reach; None: the map does not know.

    `parts`: the mover has Disengaged from him in this turn.
    """

    foe: Unit
    reached: bool | None
    parts: bool


def beside(session: Session, unit: Unit, turn: Turn) -> tuple[Beside, ...]:
    """Return those in whose reach a unit of the running player stands, or may stand, unengaged.

    Rules: A4-07 (it was struck on its way and did not Parry), 5.2-36 (it has Disengaged and not gone).
    Where the map does not know, only who was struck is asked: who Disengages has said from whom.
    """
    if unit.fate is not Fate.ALIVE or unit.player_id != turn.player_id or not _reacts(unit):
        return ()
    bound = _bound(session, unit)
    found = []
    for foe_id, parts in _met(session, unit, turn).items():
        foe = session.get(Unit, foe_id)
        if foe is None or foe.fate is not Fate.ALIVE or foe_id in bound or not _reacts(foe):
            continue
        if not are_foes(session, unit.player_id, foe.player_id):
            continue
        gap = edge_to_edge(foe, unit)
        reached = None if gap is None else keeps_in_reach(gap, arms_of(session, foe))
        if reached or (reached is None and not parts):
            found.append(Beside(foe, reached, parts))
    return tuple(found)


def _met(session: Session, unit: Unit, turn: Turn) -> dict[int, bool]:
    """Return who has struck a mover on its way, and from whom it has Disengaged, by their keys."""
    noted = {
        row.kind
        for row in rows_of(session, Maneuver)
        if row.unit_id == unit.id and row.turn_id == turn.id
    }
    met: dict[int, bool] = {}
    moved = unit.moved_turn_id == turn.id and unit.move_used > 0
    if moved and unit.melee_turn_id == turn.id:
        met |= dict.fromkeys(unit.melee_foes, False)
    parted = [
        row
        for row in rows_of(session, Parting)
        if row.unit_id == unit.id and row.turn_id == turn.id and row.leaves
    ]
    if not any(row.waits for row in parted):
        met |= {row.foe_id: True for row in parted}
    return {key: parts for key, parts in met.items() if f"{CLEAR_OF}{key}" not in noted}


def _bound(session: Session, unit: Unit) -> set[int | None]:
    """Return whom a unit is engaged with."""
    engaged = (row for row in rows_of(session, State) if row.kind is StateKind.ENGAGED)
    pairs = ({row.unit_id, row.with_id} for row in engaged)
    return {key for pair in pairs if unit.id in pair for key in pair - {unit.id}}


def _reacts(unit: Unit) -> bool:
    return reacts(unit.kind.value, unit.mind.value)


def _movers(session: Session) -> Sequence[Unit]:
    """Return the running player's units that were struck or have Disengaged in this turn."""
    turn = present_turn(session)
    if turn is None:
        return ()
    parted = {row.unit_id for row in rows_of(session, Parting) if row.turn_id == turn.id}
    struck = select(Unit.id).where(Unit.melee_turn_id == turn.id, Unit.player_id == turn.player_id)
    ids = sorted({*parted, *(key for key in session.exec(struck) if key is not None)})
    return tuple(filter(None, (session.get(Unit, key) for key in ids)))


def _stays(session: Session, unit: Unit, turn: Turn, edge: Edge) -> bool:
    return edge is Edge.END and bool(beside(session, unit, turn))


def _staying(session: Session, turn: Turn, unit: Unit) -> Step:
    found = beside(session, unit, turn)
    unknown = any(each.reached is None for each in found)
    names = ", ".join(each.foe.name for each in found)
    return Step(
        key=f"stays-{unit.id}",
        kind=StepKind.STAYING,
        icon=Kind.STATE,
        title=f"{unit.name} ends its movement beside {names}",
        detail="engaged, if it is in reach" if unknown else "in reach by the map: engaged",
        rule="5.2-36" if all(each.parts for each in found) else "A4-07",
        player_id=unit.player_id,
        act={"act": "StayInReach", "unit_id": unit.id},
        unit_id=unit.id,
        chooser_id=unit.player_id if unknown else None,
        asks=unknown,
    )


STAYING = Lasting(Unit, {"stays": at_end}, step=_staying, when=_stays, read=_movers)
"""Who ends its movement in the reach of one who struck it on its way is engaged (A4-07)."""
