"""What lies within reach of a point of the map, for explosions, and how much of it lies inside.

Units with their crews, Structures and Objects by their outlines, Explosives that lie, are carried or
stored in a rack, and what is in the air: each where it is now.
"""

import math
from collections.abc import Iterable, Iterator

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.ground.gaps import gap_in_space, reach_from
from brikdesk.ground.shapes import Footprint, Point
from brikdesk.rules.brikwars.explosives.flight import point_along
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import (
    ControlPoint,
    Explosive,
    ExplosiveState,
    HouseRule,
    Projectile,
    Rack,
    Round,
    TerrainKind,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.store.views import view
from brikdesk.store.views.battlefield import Ground, battlefield
from brikdesk.store.views.footprints import TABLES, footprints, height_at, shape_of
from brikdesk.store.views.units import living_units

ALL_SECTIONS = 3
BREAKABLE = (TerrainKind.BUILDING, TerrainKind.WALL)
"""Kinds of terrain that are built of bricks; all else only burns, if it has a Weight class."""
BAND = 2.0
"""Inches from one edge of a band to the next (8.4-27)."""


class NearRow(Struct, frozen=True):
    """Something near a point, and the inches to its nearest edge, 0 where the point lies within it.

    Exactly one of `unit_id`, `explosive_id`, `projectile_id` and `round_id` (rounds of one type in a
    rack) says what it is. `sections` of a minifig and `inches` of anything else lie within the band
    that strikes it; None where all of it does (8.4-31, Q8-50). `exposed` is off for what lies in the
    racks of a unit: the unit stands between.
    """

    unit_id: int | None
    distance: float
    sections: int | None = None
    inches: float | None = None
    explosive_id: int | None = None
    projectile_id: int | None = None
    round_id: int | None = None
    exposed: bool = True


@view(*TABLES, HouseRule, Weapon, ControlPoint, Rack, Round)
def near_point(
    session: Session, x: float | None, y: float | None, reach: float, carrier_id: int | None = None
) -> tuple[NearRow, ...]:
    """Return what has its edge within `reach` inches of a point, nearest first.

    A unit is as wide and as high as its Size, or as its outline on the map; distances go through
    the air, from the ground at the point. The unit `carrier_id` that carries the object is at 0
    inches, wherever it stands (Q8-46). What has no position is left out, and without a position of
    the point so is all else. A crew without places of its own is where its vehicle is, and so is
    what a unit carries or stores.
    """
    there = [unit for unit in living_units(session) if unit.on_table]
    found = [NearRow(unit.id or 0, 0.0) for unit in there if unit.id == carrier_id]
    if x is not None and y is not None:
        found += _in_bands(session, there, carrier_id, (x, y), reach)
    away = {row.unit_id or 0: row.distance for row in found}
    found += _aboard(session, there, away)
    away = {row.unit_id or 0: row.distance for row in found}
    found += _carried(session, away)
    found += _stored(session, away)
    if x is not None and y is not None:
        found += _lying(session, (x, y), reach)
        found += _flying(session, (x, y), reach)
    return tuple(sorted(found, key=_order))


def _order(row: NearRow) -> tuple[float, int, int]:
    things = (row.explosive_id, row.projectile_id, row.round_id)
    return row.distance, row.unit_id or 0, next((each for each in things if each), 0)


def _in_bands(
    session: Session, there: Iterable[Unit], carrier_id: int | None, spot: Point, reach: float
) -> Iterator[NearRow]:
    """Yield the units with a place or an outline on the map that an explosion reaches."""
    from brikdesk.ground.inside import bands  # GEOS, when something explodes

    ground = battlefield(session)
    units = {unit.id or 0: unit for unit in there if unit.id != carrier_id}
    shapes = _near_shapes(units, ground, spot, reach)
    if not shapes:
        return
    inclusive = house_of(session, BrikWarsHouse).band_border == "inclusive"
    count = math.ceil(reach / BAND)
    for each in bands(spot, height_at(ground, spot), shapes, count, inclusive=inclusive):
        sections, inches = None, None
        if units[each.key].kind in (UnitKind.MINIFIG, UnitKind.HERO):
            sections = each.sections.count if each.sections.count < ALL_SECTIONS else None
        elif (part := round(each.inches, 1)) < units[each.key].size:
            inches = part
        yield NearRow(each.key, each.distance, sections, inches)


def _near_shapes(
    units: dict[int, Unit], ground: Ground, spot: Point, reach: float
) -> dict[int, Footprint]:
    """Return what is near as shapes: a Structure or Object by its outline, all else as it is wide."""
    shapes = {
        piece.unit_id: shape_of(piece)
        for piece in ground.pieces
        if piece.unit_id is not None and piece.unit_id in units
    }
    near = [
        unit
        for key, unit in units.items()
        if key not in shapes
        and unit.x is not None
        and unit.y is not None
        and math.hypot(unit.x - spot[0], unit.y - spot[1]) - unit.size / 2 <= reach
    ]
    found = footprints(near, ground)
    found |= {key: shape for key, shape in shapes.items() if reach_from(spot, shape) <= reach}
    return found


def _aboard(session: Session, there: Iterable[Unit], away: dict[int, float]) -> Iterator[NearRow]:
    """Yield those at the controls of what is near who have no place of their own on the map."""
    units = {unit.id or 0: unit for unit in there}
    for row in _crew(session, away):
        unit = units.get(row[0])
        if unit is not None and unit.x is None and row[0] not in away:
            yield NearRow(row[0], away[row[1]])


def _crew(session: Session, away: dict[int, float]) -> Iterator[tuple[int, int]]:
    """Yield who sits at controls of what, each pair once."""
    if not any(point.occupant_id for point in rows_of(session, ControlPoint)):
        return
    manned = (
        select(ControlPoint.occupant_id, Weapon.unit_id)
        .join(Weapon, col(Weapon.id) == col(ControlPoint.weapon_id))
        .where(col(ControlPoint.occupant_id).is_not(None))
        .distinct()
    )
    for occupant_id, unit_id in session.exec(manned.order_by(col(ControlPoint.occupant_id))):
        if occupant_id is not None and unit_id in away:
            yield occupant_id, unit_id


def _present(session: Session) -> Iterator[Explosive]:
    """Yield the Explosives that have not gone off."""
    spent = ExplosiveState.SPENT
    return (row for row in rows_of(session, Explosive) if row.state is not spent)


def _carried(session: Session, away: dict[int, float]) -> Iterator[NearRow]:
    for row in _present(session):
        if row.carrier_id in away:
            yield NearRow(None, away[row.carrier_id], explosive_id=row.id)


def _stored(session: Session, away: dict[int, float]) -> Iterator[NearRow]:
    racks = {rack.id: rack for rack in rows_of(session, Rack) if rack.unit_id in away}
    for row in rows_of(session, Round) if racks else ():
        rack = racks.get(row.rack_id)
        if rack is not None and row.count:
            yield NearRow(None, away[rack.unit_id or 0], round_id=row.id, exposed=False)


def _lying(session: Session, spot: Point, reach: float) -> Iterator[NearRow]:
    ground: Ground | None = None
    for row in _present(session):
        if row.carrier_id is not None or row.x is None or row.y is None:
            continue
        ground = ground or battlefield(session)
        centre, lies = _on_ground(ground, spot), _on_ground(ground, (row.x, row.y))
        if (away := gap_in_space(centre, lies)) <= reach:
            yield NearRow(None, away, explosive_id=row.id)


def _flying(session: Session, spot: Point, reach: float) -> Iterator[NearRow]:
    """Yield what is in the air above what is near: nobody knows how high."""
    for row in rows_of(session, Projectile):
        if row.x is None or row.y is None or row.target_x is None or row.target_y is None:
            continue
        start, target = (row.x, row.y), (row.target_x, row.target_y)
        away = math.dist(spot, point_along(start, target, row.travelled, row.distance))
        if away <= reach:
            yield NearRow(None, away, projectile_id=row.id)


class NearPiece(Struct, frozen=True):
    """A piece of terrain that is no unit, near a point: it may burn, or it may break."""

    name: str
    distance: float
    weight_class: int | None


@view(*TABLES)
def near_terrain(
    session: Session, x: float | None, y: float | None, reach: float
) -> tuple[NearPiece, ...]:
    """Return the terrain within `reach` inches of a point that can burn or break, nearest first.

    What is tied to a Structure or Object of the roster is caught as that unit, and not here.
    """
    if x is None or y is None:
        return ()
    ground = battlefield(session)
    found = [
        NearPiece(piece.name, reach_from((x, y), shape_of(piece)), piece.weight_class)
        for piece in ground.pieces
        if piece.unit_id is None and (piece.weight_class is not None or piece.kind in BREAKABLE)
    ]
    return tuple(sorted((each for each in found if each.distance <= reach), key=_by_distance))


def _by_distance(piece: NearPiece) -> tuple[float, str]:
    return piece.distance, piece.name


def _on_ground(ground: Ground, spot: Point) -> Footprint:
    height = height_at(ground, spot)
    return Footprint((spot,), base=height, top=height)
