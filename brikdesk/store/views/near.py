"""Distances of units from a point of the map, for explosions."""

from dataclasses import dataclass
from typing import NamedTuple

from sqlmodel import Session, col, select

from brikdesk.ground.round import point_to_edge
from brikdesk.store.tables import Fate, Unit
from brikdesk.store.views import view


@dataclass(frozen=True, slots=True)
class NearRow:
    """A unit and the inches from a point to its edge, 0 where the point lies within it."""

    unit_id: int
    distance: float


class _Standing(NamedTuple):
    x: float | None
    y: float | None
    size: int


@view(Unit)
def near_point(
    session: Session, x: float | None, y: float | None, reach: float, carrier_id: int | None = None
) -> tuple[NearRow, ...]:
    """Return the units whose edge is within `reach` inches of a point, nearest first.

    A unit is as wide as its Size. The unit `carrier_id` that carries the object is at 0 inches,
    wherever it stands (Q8-46). Units without a position are left out, and without a position of the
    point so are all others.
    """
    standing = select(Unit.id, Unit.x, Unit.y, Unit.size).where(
        Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True)
    )
    found = []
    for unit_id, left, top, size in session.exec(standing):
        if carrier_id is not None and unit_id == carrier_id:
            found.append(NearRow(carrier_id or 0, 0.0))
        else:
            away = point_to_edge(x, y, _Standing(left, top, size))
            if away is not None and away <= reach:
                found.append(NearRow(unit_id or 0, away))
    return tuple(sorted(found, key=lambda row: (row.distance, row.unit_id)))
