"""Who ends its movement in the reach of somebody who struck at it is engaged with him (A4-07)."""

from sqlmodel import Session, col, select

from brikdesk.acts.parted import partings_of
from brikdesk.acts.units.angry_inch import out_of_reach
from brikdesk.acts.units.engaging import engage, fights_back, foes_now, foes_of
from brikdesk.ground.round import edge_to_edge
from brikdesk.store.lines import Line
from brikdesk.store.tables import Fate, Unit


def engage_strikers(session: Session, unit: Unit) -> list[Line]:
    """Engage a mover with those who struck at it in this turn and in whose reach it has stayed.

    Rules: A4-07 and 4.1-09 (it did not Parry, and went on), 5.2-36 (it Disengaged, and went
    nowhere). Only the map knows whether it has stayed.
    """
    if unit.fate is not Fate.ALIVE or not fights_back(unit):
        return []
    struck = {
        *foes_now(session, unit),
        *(row.foe_id for row in partings_of(session, unit) if row.leaves),
    }
    if not struck:
        return []
    known = {foe.id for foe in foes_of(session, unit)}
    wanted = select(Unit).where(col(Unit.id).in_(struck - known), Unit.fate == Fate.ALIVE)
    return [
        said
        for foe in session.exec(wanted.order_by(col(Unit.id)))
        if foe.player_id != unit.player_id and fights_back(foe)
        if edge_to_edge(unit, foe) is not None and not out_of_reach(session, unit, foe)
        for said in engage(session, foe, unit)
    ]
