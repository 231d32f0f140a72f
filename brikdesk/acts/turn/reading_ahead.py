"""Reading the rows of many acts with one query, instead of two for each act."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from brikdesk.store.act import Act
from brikdesk.store.tables import Unit
from brikdesk.turns.agenda import all_lasting

FEW = 4
"""Up to this many acts read their rows themselves."""


def read_ahead(session: Session, acts: Sequence[Act]) -> None:
    """Read the units that many acts name, and the rows with a clock that they settle.

    The results are not needed: the session keeps the rows alive, and the acts get them by key.
    """
    units = {getattr(act, "unit_id", None) for act in acts}
    if len(units) > FEW:
        session.exec(select(Unit).where(col(Unit.id).in_(units))).all()
    for lasting in all_lasting(session):
        row_id = f"{lasting.table.__tablename__}_id"
        if sum(hasattr(act, row_id) for act in acts) > FEW:
            lasting.rows(session)
