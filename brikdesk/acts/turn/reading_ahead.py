"""Reading the rows of many acts with one query, instead of two for each act."""

from collections.abc import Sequence

from sqlmodel import Session

from brikdesk.store.act import Act
from brikdesk.turns.agenda import all_lasting

FEW = 4
"""Up to this many acts read their rows themselves."""


def read_ahead(session: Session, acts: Sequence[Act]) -> None:
    """Read the rows with a clock that many of the acts settle, with their units, into the session."""
    for lasting in all_lasting(session):
        row_id = f"{lasting.table.__tablename__}_id"
        if sum(hasattr(act, row_id) for act in acts) > FEW:
            # The result is not needed: the session keeps the rows alive, and the acts get them by key.
            lasting.rows(session)
