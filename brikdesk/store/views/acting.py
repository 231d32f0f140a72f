"""Units that are lost, but whose Action happens all the same, since both acted at once (4.3-11)."""

from sqlmodel import Session

from brikdesk.rules.brikwars.units.responding import AT_ONCE
from brikdesk.store.journal.remembering import rows_of, running_turn
from brikdesk.store.tables import Fate, Maneuver, Unit
from brikdesk.store.views import view
from brikdesk.store.views.units import TABLES, UnitRow, unit


def still_acts(session: Session, unit: Unit) -> bool:
    """Return whether a unit was lost in this turn, while it and another one acted at once."""
    turn = running_turn(session)
    if turn is None or unit.fate is Fate.ALIVE or unit.lost_turn_id != turn.id:
        return False
    rows = (row for row in rows_of(session, Maneuver) if row.turn_id == turn.id)
    return any(row.unit_id == unit.id and row.kind == AT_ONCE for row in rows)


@view(*TABLES, Maneuver)
def acting_still(session: Session) -> tuple[UnitRow, ...]:
    """Return the lost units whose Action is still to come."""
    at_once = {row.unit_id for row in rows_of(session, Maneuver) if row.kind == AT_ONCE}
    lost = (session.get(Unit, unit_id) for unit_id in sorted(at_once))
    rows = (unit(session, each.id or 0) for each in lost if each and still_acts(session, each))
    return tuple(row for row in rows if row and not row.action_spent)
