"""The size of a running game."""

from sqlmodel import Session, col, func, select

from brikdesk.store.tables import Fate, Fire, Unit
from brikdesk.store.views import view


@view(Unit, Fire)
def rows_in_play(session: Session) -> int:
    """Count the units that are not lost and the fires: the panes read all of them after an act."""
    units = select(func.count(col(Unit.id))).where(Unit.fate == Fate.ALIVE)
    fires = select(func.count(col(Fire.id)))
    return session.exec(units).one() + session.exec(fires).one()
