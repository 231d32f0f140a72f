"""What lies on a way over the table: Fields, terrain that slows, walls, slippery ground."""

from collections.abc import Sequence
from math import dist

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.acts.fields.fields import area_for
from brikdesk.acts.units.begin_state import disrupt
from brikdesk.acts.who_may import half_speed_now
from brikdesk.ground.gaps import gap, is_far, merged, stretches
from brikdesk.ground.paths import Passage, walk
from brikdesk.ground.shapes import Footprint, Point, disc, grown
from brikdesk.lengths import NEARLY
from brikdesk.rules.brikwars import fields
from brikdesk.rules.brikwars.fields import FieldKind, TerrainMode
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.movement import jump_rise
from brikdesk.rules.brikwars.states import JUMP_RISE, may_leave_ground
from brikdesk.rules.brikwars.units_and_damage import effective_size
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Line
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    Battle,
    Explosive,
    Field,
    Inside,
    Stance,
    Terrain,
    TerrainKind,
    Unit,
    UnitKind,
)
from brikdesk.store.views.units import living_units

WALKERS = (UnitKind.MINIFIG, UnitKind.HERO, UnitKind.HORSE, UnitKind.CREATURE)
"""Units that go on feet of their own."""


def on_foot(unit: Unit) -> bool:
    """Return whether a unit stands on feet of its own, and neither rolls nor flies."""
    return unit.kind in WALKERS and not unit.airborne


def mode_of(field: Field) -> fields.TerrainMode:
    """Return what a Field of Difficult Terrain does; Slow if it has no mode."""
    return fields.TerrainMode(field.mode or fields.TerrainMode.SLOW.value)


def _slippery_field(session: Session, unit: Unit) -> Field | None:
    """Return the Slippery Field that a unit is in, None if there is none."""
    there = (
        select(Field)
        .join(Inside, col(Inside.field_id) == col(Field.id))
        .where(Inside.unit_id == unit.id, col(Inside.left).is_(False))
        .where(Field.kind == FieldKind.TERRAIN, Field.mode == fields.TerrainMode.SLIPPERY.value)
    )
    return session.exec(there.order_by(col(Field.id))).first()


def slips(session: Session, unit: Unit) -> bool:
    """Return whether a Critical Failure of this unit's Action Roll makes it fall now (F.1-54)."""
    field = _slippery_field(session, unit)
    mode = mode_of(field) if field else None
    return fields.slips(mode, on_foot=on_foot(unit), critical_failure=True)


def fall(session: Session, unit: Unit, step: str = "") -> Line:
    """Disrupt a unit that has slipped; return the line."""
    field = _slippery_field(session, unit)
    where = field.name if field else "a Slippery Field"
    return disrupt(session, unit, f"slipped in {where}", "F.1-54", step)


class Met(Struct, frozen=True):
    """A Field or a piece of terrain on a way: how many inches lie in it, and how the way ends.

    `begins` and `ends` say whether the way begins and ends in it.
    """

    id: int
    name: str
    inches: float
    begins: bool
    ends: bool


class OnTheWay(Struct, frozen=True):
    """What a way leads through, in the order in which it comes there.

    `difficult` are the inches that cost double (4.1-05): each once, wherever pieces overlap.
    `blocked` names what nothing passes, `stops` are the inches to the first of it.
    """

    fields: tuple[Met, ...] = ()
    terrain: tuple[Met, ...] = ()
    blocked: tuple[str, ...] = ()
    difficult: float = 0.0
    stops: float | None = None


class RoomBehind(Struct, frozen=True):
    """How far something can be thrown, and what larger thing stops it then (5.4-31)."""

    free: float
    by: str


def on_the_way(
    session: Session, unit: Unit, points: Sequence[Point], *, rise: float | None = None
) -> OnTheWay:
    """Return what lies on the way of a unit; of a way of one point, what it stands in there.

    `rise` are the inches that it rises on its way; none: as high as it jumps by itself. A Field is
    entered by the edge of a unit, terrain by its middle. Terrain slows nobody who flies, and none
    that carries along: there the full Move is available (F.1-52).
    """
    if not points:
        return OnTheWay()
    # Keys that tell Fields from terrain: both are walked at once, and their ids may be the same.
    fields = {f"field-{row.id}": row for row in rows_of(session, Field)}
    areas = {key: shape for key, row in fields.items() if (shape := area_for(row, unit))}
    pieces = {f"terrain-{row.id}": row for row in _terrain(session)}
    slow = {key: _shape(row) for key, row in pieces.items() if _hinders(row, unit)}
    high = own_rise(session, unit) if rise is None else rise
    walls = {key: _shape(row) for key, row in pieces.items() if _bars(session, row, unit, high)}
    if not areas and not slow and not walls:
        return OnTheWay()
    if len(points) == 1 or all(point == points[0] for point in points):
        return _standing_in(unit, points[0], fields, pieces, areas, slow, walls)
    walls = {
        key: near
        for key, shape in walls.items()
        if not is_far(points, shape, unit.size / 2) and (near := _closer(unit, points[0], shape))
    }
    way = walk(points, areas=areas | slow, walls=walls)

    def met(passage: Passage[str], row: Field | Terrain) -> Met:
        first, last = passage.stretches[0], passage.stretches[-1]
        ends = last[1] >= way.length - NEARLY
        return Met(row.id or 0, row.name, passage.inches, first[0] <= NEARLY, ends)

    double = merged(
        part
        for each in way.through
        if each.key in slow and pieces[each.key].difficult is not TerrainMode.THRUST
        for part in each.stretches
    )
    return OnTheWay(
        fields=tuple(met(each, fields[each.key]) for each in way.through if each.key in fields),
        terrain=tuple(met(each, pieces[each.key]) for each in way.through if each.key in pieces),
        blocked=tuple(pieces[each.key].name for each in way.blocked),
        difficult=sum(high - low for low, high in double),
        stops=way.blocked[0].enters if way.blocked else None,
    )


def _standing_in(
    unit: Unit,
    spot: Point,
    fields: dict[str, Field],
    pieces: dict[str, Terrain],
    areas: dict[str, Footprint],
    slow: dict[str, Footprint],
    walls: dict[str, Footprint],
) -> OnTheWay:
    """Return what a unit is in that is put down at a spot: no inch of a way lies in it."""

    def there(shape: Footprint, half: float = 0.0) -> bool:
        return _clear(spot, shape) < half - NEARLY if half else _clear(spot, shape) <= 0

    blocked = [key for key, shape in walls.items() if there(shape, unit.size / 2)]
    return OnTheWay(
        fields=tuple(
            Met(row.id or 0, row.name, 0.0, True, True)
            for key, row in fields.items()
            # Its area is grown by the edge of the unit already; what only touches is outside.
            if key in areas and there(grown(areas[key], -NEARLY))
        ),
        terrain=tuple(
            Met(row.id or 0, row.name, 0.0, True, True)
            for key, row in pieces.items()
            if key in slow and there(slow[key])
        ),
        blocked=tuple(pieces[key].name for key in blocked),
        stops=0.0 if blocked else None,
    )


def stops_in(session: Session, unit: Unit, spot: Point) -> str:
    """Name the wall in which a unit would stand at a spot; empty for none (4.1-03).

    A building has rooms: who is put there is within.
    """
    walls = [
        row
        for row in _terrain(session)
        # What is the terrain itself is not in its own way.
        if _is_solid(row) and _bars(session, row, unit) and row.unit_id != unit.id
    ]
    half = unit.size / 2
    return next((row.name for row in walls if _clear(spot, _shape(row)) < half - NEARLY), "")


def wall_at(session: Session, spot: Point) -> str:
    """Name the wall in which a spot lies, for a thing of no width of its own; empty for none."""
    walls = [row for row in _terrain(session) if row.blocks_move and _is_solid(row)]
    return next((row.name for row in walls if _clear(spot, _shape(row)) <= 0), "")


def who_is_in(session: Session, piece: Terrain) -> list[str]:
    """Name the units that stand where a solid piece of terrain is to be put."""
    if not _is_solid(piece):
        return []
    shape = _shape(piece)
    return [
        unit.name
        for unit in living_units(session)
        if unit.on_table
        and (spot := spot_of(unit)) is not None
        and _bars(session, piece, unit)
        and piece.unit_id != unit.id
        and _clear(spot, shape) < unit.size / 2 - NEARLY
    ]


def room_behind(session: Session, unit: Unit, source: Point, inches: float) -> RoomBehind | None:
    """Return how far a unit is thrown straight away from a source before something larger stops it.

    Rules: 5.4-31, A5-52 (larger: its Size is above that of what is thrown). None where the map knows
    of nothing in the way, or not where the unit stands.
    """
    spot, goal = spot_of(unit), away_from(unit, source, inches)
    if goal is None or spot is None:
        return None
    found = []
    for name, shape in _larger(session, unit):
        near = _closer(unit, spot, shape)
        if met := stretches(spot, goal, near) if near else ():
            found.append(RoomBehind(max(0.0, round(met[0][0], 9)), name))
    return min(found, key=lambda room: room.free, default=None)


def spot_of(placed: Unit | Explosive) -> Point | None:
    """Return where a unit stands, or an Explosive lies, on the table; None where nobody knows it."""
    return None if placed.x is None or placed.y is None else (placed.x, placed.y)


def away_from(placed: Unit | Explosive, source: Point, inches: float) -> Point | None:
    """Return the spot so many inches straight away from a source; None where nobody knows it."""
    spot = spot_of(placed)
    if spot is None or source == spot:
        return None  # it stands in the centre: no direction is straight away from it
    part = inches / dist(source, spot)
    return spot[0] + (spot[0] - source[0]) * part, spot[1] + (spot[1] - source[1]) * part


def _larger(session: Session, unit: Unit) -> list[tuple[str, Footprint]]:
    """Return what stops a unit that is thrown: walls and other units of a Size above its own."""
    size = effective_size(unit.size, unit.size_damage)
    walls = [row for row in _terrain(session) if _bars(session, row, unit, 0.0)]
    found = [(row.name, _shape(row)) for row in walls if _extent(row) > size]
    # What has a drawn outline stands in the way with that, not with its Size.
    drawn = {row.unit_id for row in _terrain(session)}
    for other in living_units(session):
        if other.id == unit.id or other.id in drawn or not other.on_table:
            continue
        spot, larger = spot_of(other), effective_size(other.size, other.size_damage) > size
        if spot and larger and other.airborne == unit.airborne:
            found.append((other.name, disc(*spot, other.size / 2)))
    return found


def _extent(piece: Terrain) -> float:
    """Return the greatest dimension of a piece, which is its Size."""
    xs, ys = [x for x, _ in piece.points], [y for _, y in piece.points]
    across = max(max(xs) - min(xs), max(ys) - min(ys)) + 2 * piece.radius
    return max(across, piece.top - piece.base)


def _closer(unit: Unit, start: Point, shape: Footprint) -> Footprint | None:
    """Return a shape as the middle of a unit runs into it; None for one in which it stands.

    Who stands too near to it already, as roughly as models are put down, only comes no nearer.
    """
    clear = _clear(start, shape)
    if clear <= 0:
        return None
    return grown(shape, min(unit.size / 2, clear))


def _clear(spot: Point, shape: Footprint) -> float:
    """Return the inches from a spot to a shape, 0 within it."""
    return gap(Footprint((spot,)), shape)


def _terrain(session: Session) -> tuple[Terrain, ...]:
    """Return the terrain on the table of the newest battle."""
    battles = rows_of(session, Battle)
    newest = battles[-1].id if battles else None
    return tuple(row for row in rows_of(session, Terrain) if row.battle_id == newest)


def _hinders(piece: Terrain, unit: Unit) -> bool:
    return piece.difficult is not None and not piece.blocks_move and not unit.airborne


def _is_solid(piece: Terrain) -> bool:
    """Return whether a piece has no rooms within."""
    return piece.kind is not TerrainKind.BUILDING


def own_rise(session: Session, unit: Unit, mom: int = 0) -> float:
    """Return the inches that a unit rises in a jump of its own (4.1-04, 4.1-18, W-14).

    0 for what stands on no feet, or may not leave the ground in what it wears.
    """
    forbids = house_of(session, BrikWarsHouse).bw_armor_no_jump
    barred = may_leave_ground(worn_armor=unit.worn_armor, bw_armor_no_jump=forbids)
    if not on_foot(unit) or barred is not None:
        return 0.0
    return jump_rise(half_speed_now(session, unit), mom)


def feet_of(session: Session, unit: Unit) -> float:
    """Return how high above the table a unit stands."""
    return next((row.base for row in rows_of(session, Stance) if row.unit_id == unit.id), 0.0)


def _bars(session: Session, piece: Terrain, unit: Unit, rise: float = JUMP_RISE) -> bool:
    """Return whether a unit cannot pass a piece of terrain (4.1-03).

    It passes over what ends below its feet, or as low as it rises (4.1-04). Nothing bars who flies;
    a building stands where it stands.
    """
    if not piece.blocks_move or unit.airborne or unit.kind is UnitKind.STRUCTURE:
        return False
    stands = feet_of(session, unit)
    high = stands + (rise if on_foot(unit) else 0.0)
    return piece.top > high + NEARLY and piece.base < stands + max(unit.size, 1)


def _shape(piece: Terrain) -> Footprint:
    points = tuple((x, y) for x, y in piece.points)
    return Footprint(points, piece.radius, piece.base, piece.top)
