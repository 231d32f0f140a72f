"""Distances of units from a point of the map, for explosions, and what of them lies inside."""

import math

from msgspec import Struct
from sqlmodel import Session

from brikdesk.ground.round import point_to_edge
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.tables import HouseRule, Unit, UnitKind
from brikdesk.store.views import view
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.footprints import TABLES, footprints, height_at
from brikdesk.store.views.units import living_units

ALL_SECTIONS = 3
BAND = 2.0
"""Inches from one edge of a band to the next (8.4-27)."""


class NearRow(Struct, frozen=True):
    """A unit and the inches from a point to its nearest edge, 0 where the point lies within it.

    `sections` of a minifig and `inches` of anything else lie within the band that strikes it; None
    where all of it does (8.4-31, Q8-50).
    """

    unit_id: int
    distance: float
    sections: int | None = None
    inches: float | None = None


@view(*TABLES, HouseRule)
def near_point(
    session: Session, x: float | None, y: float | None, reach: float, carrier_id: int | None = None
) -> tuple[NearRow, ...]:
    """Return the units whose edge is within `reach` inches of a point, nearest first.

    A unit is as wide and as high as its Size; distances go through the air, from the ground at the
    point. The unit `carrier_id` that carries the object is at 0 inches, wherever it stands (Q8-46).
    Units without a position are left out, and without a position of the point so are all others.
    """
    there = [unit for unit in living_units(session) if unit.on_table]
    found = [NearRow(unit.id or 0, 0.0) for unit in there if unit.id == carrier_id]
    near = [
        unit
        for unit in there
        if unit.id != carrier_id
        and (away := point_to_edge(x, y, unit)) is not None
        and away <= reach
    ]
    if near and x is not None and y is not None:
        found += _in_bands(session, near, (x, y), math.ceil(reach / BAND))
    return tuple(sorted(found, key=lambda row: (row.distance, row.unit_id)))


def _in_bands(
    session: Session, near: list[Unit], spot: tuple[float, float], count: int
) -> list[NearRow]:
    from brikdesk.ground.inside import bands  # GEOS, when something explodes

    ground, units = battlefield(session), {unit.id or 0: unit for unit in near}
    inclusive = house_of(session, BrikWarsHouse).band_border == "inclusive"
    within = bands(
        spot, height_at(ground, spot), footprints(near, ground), count, inclusive=inclusive
    )
    rows = []
    for each in within:
        sections, inches = None, None
        if units[each.key].kind in (UnitKind.MINIFIG, UnitKind.HERO):
            sections = each.sections.count if each.sections.count < ALL_SECTIONS else None
        elif (part := round(each.inches, 1)) < units[each.key].size:
            inches = part
        rows.append(NearRow(each.key, each.distance, sections, inches))
    return rows
