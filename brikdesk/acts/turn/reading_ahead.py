"""Reading the rows of many acts with one query, instead of two for each act."""

from collections.abc import Iterable

from sqlmodel import Session, col, select

from brikdesk.store.act import Act
from brikdesk.store.tables import Fire, Unit

FEW = 4
"""Up to this many fires the acts read their rows themselves."""


def read_ahead(session: Session, acts: Iterable[Act]) -> None:
    """Read the fires that the acts settle, and the units that burn, into the session."""
    fires = {fire for act in acts if isinstance(fire := getattr(act, "fire_id", None), int)}
    if len(fires) > FEW:
        both = select(Fire, Unit).join(Unit, col(Unit.id) == col(Fire.unit_id))
        # The result is not needed: the session keeps the rows alive, and the acts get them by key.
        session.exec(both.where(col(Fire.id).in_(fires))).all()
