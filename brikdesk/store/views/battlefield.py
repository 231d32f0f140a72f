"""The battlefield as the map shows it: what lies on it, within reach, and in sight."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy import or_
from sqlmodel import Session, col, func, select

from brikdesk.copied import copied
from brikdesk.ground.gaps import gap, gap_in_space, reach_from
from brikdesk.ground.perspective import Rectangle
from brikdesk.ground.shapes import NEARLY, Footprint, Sections, disc
from brikdesk.ground.shapes import Point as Point
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.fields import SMOKE_HEIGHT
from brikdesk.rules.brikwars.fields import FieldKind as FieldKind
from brikdesk.rules.brikwars.fields import TerrainMode as TerrainMode
from brikdesk.rules.brikwars.flight import point_along
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.house_rules import house_of
from brikdesk.store.session import rows_of, running_turn
from brikdesk.store.tables import (
    ActRecord,
    Background,
    Battle,
    Battlefield,
    CampaignRow,
    ControlPoint,
    Explosive,
    ExplosiveState,
    Field,
    Fire,
    HouseRule,
    Image,
    Inside,
    Player,
    Projectile,
    Rack,
    Round,
    Seat,
    Stance,
    Terrain,
    Trap,
    Turn,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.store.tables import Finish as Finish
from brikdesk.store.tables import TerrainKind as TerrainKind
from brikdesk.store.views import view
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.log import CORRECTION, STANDING
from brikdesk.store.views.units import living_units, stands_as


class TerrainPiece(Struct, frozen=True):
    """A piece of terrain: all within `radius` inches of its points, or of what they enclose."""

    id: int
    kind: TerrainKind
    name: str
    points: tuple[Point, ...]
    radius: float
    base: float
    top: float
    blocks_move: bool
    blocks_sight: bool
    difficult: TerrainMode | None
    weight_class: int | None
    unit_id: int | None

    @property
    def words(self) -> str:
        """What it does, in words: `blocks sight, Slow, 5" high`."""
        parts = (
            "blocks moving" if self.blocks_move else "",
            "blocks sight" if self.blocks_sight else "",
            self.difficult.value if self.difficult else "",
            f"burns, Weight class {self.weight_class}" if self.weight_class is not None else "",
            f"{in_inches(self.top)} high" if self.top else "",
        )
        return ", ".join(part for part in parts if part)


class Disc(Struct, frozen=True):
    """A Field on the table, `size` inches across."""

    id: int
    name: str
    kind: FieldKind
    size: int
    dice: tuple[str, ...]
    x: float
    y: float


class Flight(Struct, frozen=True):
    """A projectile in flight: from the launcher, where it is now, and the X that it flies to."""

    id: int
    name: str
    colour: str
    explosive_size: int
    start: Point
    now: Point
    target: Point
    travelled: float
    distance: float


class Lying(Struct, frozen=True):
    """A dud or another Explosive that lies on the table, or an armed Trap."""

    id: int
    name: str
    x: float
    y: float
    dud: bool = False
    secret: bool = False
    trap: bool = False


class StandingUnit(Struct, frozen=True):
    """How a unit stands: degrees clockwise from the far edge, inches above the table."""

    facing: float | None
    base: float


class TablePhoto(Struct, frozen=True):
    """The photo under the map: its name, and where in it the corners of `known` are seen."""

    picture: str
    corners: tuple[Point, ...]
    known: Rectangle
    opacity: float


class Ground(Struct, frozen=True):
    """Everything on the table but its units; the sides of the table are 0 without a battle."""

    battle_id: int
    width: float
    depth: float
    finish: Finish
    photo: TablePhoto | None
    pieces: tuple[TerrainPiece, ...]
    discs: tuple[Disc, ...]
    flights: tuple[Flight, ...]
    lying: tuple[Lying, ...]
    standing: Mapping[int, StandingUnit]


@view(
    CampaignRow, Battle, Seat, Turn, Background, Battlefield, Terrain, Field, Projectile, Explosive,
    Trap, Stance, Player, Unit,
)  # fmt: skip
def battlefield(session: Session) -> Ground:
    """Return the table of the newest battle with all that has a place on it."""
    head = battle_head(session)
    known = select(Battlefield).where(Battlefield.battle_id == head.battle_id)
    row = session.exec(known).first()
    return Ground(
        battle_id=head.battle_id,
        width=head.table_width,
        depth=head.table_depth,
        finish=row.finish if row else Finish.PLAIN,
        photo=_photo(session, head.battle_id),
        pieces=_pieces(session, head.battle_id),
        discs=_discs(session),
        flights=_flights(session),
        lying=(*_explosives(session), *_traps(session)),
        standing={
            stance.unit_id: StandingUnit(stance.facing, stance.base)
            for stance in rows_of(session, Stance)
        },
    )


def _photo(session: Session, battle_id: int) -> TablePhoto | None:
    for row in rows_of(session, Background):
        if row.battle_id == battle_id:
            return TablePhoto(
                picture=row.picture,
                corners=tuple((x, y) for x, y in row.corners),
                known=Rectangle(row.x, row.y, row.width, row.depth, row.turned),
                opacity=row.opacity,
            )
    return None


def _pieces(session: Session, battle_id: int) -> tuple[TerrainPiece, ...]:
    return tuple(
        copied(TerrainPiece, row, points=tuple((x, y) for x, y in row.points))
        for row in rows_of(session, Terrain)
        if row.battle_id == battle_id
    )


def _discs(session: Session) -> tuple[Disc, ...]:
    found = []
    for row in rows_of(session, Field):
        x, y = row.x, row.y
        if row.carrier_id and (unit := session.get(Unit, row.carrier_id)):
            # An Energy Shield covers its creation, wherever that stands.
            x, y = unit.x, unit.y
        if x is not None and y is not None:
            dice = tuple(row.dice)
            found.append(Disc(row.id or 0, row.name, row.kind, row.size, dice, x, y))
    return tuple(found)


def flight_spot(row: Projectile) -> Point | None:
    """Return where a projectile is by now, on its way to the X; None without both places."""
    if row.x is None or row.y is None or row.target_x is None or row.target_y is None:
        return None
    return point_along((row.x, row.y), (row.target_x, row.target_y), row.travelled, row.distance)


def _flights(session: Session) -> tuple[Flight, ...]:
    colours = {player.id: player.colour for player in rows_of(session, Player)}
    found = []
    for row in rows_of(session, Projectile):
        now = flight_spot(row)
        if now is None:
            continue
        start, target = (row.x or 0.0, row.y or 0.0), (row.target_x or 0.0, row.target_y or 0.0)
        found.append(
            copied(
                Flight,
                row,
                colour=colours.get(row.player_id, "slate"),
                start=start,
                now=now,
                target=target,
            )
        )
    return tuple(found)


def _explosives(session: Session) -> tuple[Lying, ...]:
    return tuple(
        Lying(row.id or 0, row.name, row.x, row.y, dud=row.state is ExplosiveState.DUD)
        for row in rows_of(session, Explosive)
        if row.x is not None
        and row.y is not None
        # What is carried is where its carrier is.
        and row.carrier_id is None
        and row.state is not ExplosiveState.SPENT
    )


def _traps(session: Session) -> tuple[Lying, ...]:
    return tuple(
        Lying(row.id or 0, row.name, row.x, row.y, secret=row.secret, trap=True)
        for row in rows_of(session, Trap)
        if row.x is not None and row.y is not None and row.armed
    )


TABLES = (
    Unit, CampaignRow, Battle, Seat, Turn, Battlefield, Terrain, Field, Projectile, Explosive, Trap,
    Stance, Player,
)  # fmt: skip
"""Where questions about the table look: units, and all that stands or lies between them."""

LOWEST = 1.0
"""Inches that a unit is high at least; larger ones are as high as their Size."""


def footprints(units: Iterable[Unit], ground: Ground) -> dict[int, Footprint]:
    """Return the units with a place on the map: as wide as their Size, and as high.

    Who stands on a hill stands as high as it is, unless a height of the unit's own is known.
    """
    found: dict[int, Footprint] = {}
    for unit in units:
        if unit.x is None or unit.y is None or not unit.on_table:
            continue
        standing = ground.standing.get(unit.id or 0)
        # A unit that says 0 may still stand on a hill.
        base = (standing.base if standing else 0.0) or height_at(ground, (unit.x, unit.y))
        top = base + max(unit.size, LOWEST)
        found[unit.id or 0] = disc(unit.x, unit.y, unit.size / 2, base, top)
    return found


def height_at(ground: Ground, spot: Point) -> float:
    """Return how high the ground is at a spot: the top of the highest hill there, else 0."""
    hills = (piece for piece in ground.pieces if piece.kind is TerrainKind.HILL)
    return max((piece.top for piece in hills if lies_in(spot, shape_of(piece))), default=0.0)


def shape_of(piece: TerrainPiece) -> Footprint:
    """Return a piece of terrain as a shape."""
    return Footprint(piece.points, piece.radius, piece.base, piece.top)


def lies_in(spot: Point, shape: Footprint) -> bool:
    """Return whether a spot lies within a shape, seen from above."""
    return reach_from(spot, shape) < NEARLY


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
    # Crews and what is carried are as near as what they are in, so that is found first.
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
    from brikdesk.ground.sights import bands  # GEOS, when something explodes

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
    # By the middle and the Size alone: only what may be near is made a shape.
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
    for unit in there:
        carrier = stands_as(session, unit)
        if carrier is not unit and carrier.id in away and unit.id not in away:
            yield NearRow(unit.id or 0, away[carrier.id or 0])


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


class Hider(Struct, frozen=True):
    """Something between an eye and its target: inches away, and the part of it that it hides."""

    name: str
    distance: float
    hides: float


class Seen(Struct, frozen=True):
    """What is free of a target, from 0 to 1, in which sections, and what is in the way.

    `above` are the inches that whoever looks stands higher. `part` are the inches of the target of
    which a bit is free, across or in height, whichever is more (5.1-29, 5.1-30).
    """

    inches: float
    free: float
    sections: Sections
    minifig: bool
    in_the_way: tuple[Hider, ...]
    above: float = 0.0
    part: float = 0.0


@view(*TABLES)
def sight_to(
    session: Session,
    unit_id: int,
    target_id: int,
    *,
    past_units: bool = False,
    through_smoke: bool = False,
) -> Seen | None:
    """Return what a unit sees of another one (5.1-06, 5.1-33); None where one has no place.

    A wood or a building in which one of the two stands hides nothing: how much is seen between its
    trees or out of its windows, the players see. `past_units`: nor do other units, of which the map
    knows only their Size and not their shape; `through_smoke`: nor does Smoke.
    """
    units, ground = living_units(session), battlefield(session)
    prints = footprints(units, ground)
    eye, target = prints.get(unit_id), prints.get(target_id)
    if eye is None or target is None or unit_id == target_id:
        return None
    from brikdesk.ground.sights import sight  # GEOS, when somebody looks

    names = {f"unit-{unit.id}": unit.name for unit in units}
    standing = {
        f"unit-{key}": each
        for key, each in prints.items()
        if key not in (unit_id, target_id) and not past_units
    }
    for piece in (piece for piece in ground.pieces if piece.blocks_sight):
        shape = shape_of(piece)
        if not any(_stands_in(each, shape) for each in (eye, target)):
            names[f"terrain-{piece.id}"] = piece.name
            standing[f"terrain-{piece.id}"] = shape
    smokes = (field for field in ground.discs if field.kind is FieldKind.SMOKE)
    for smoke in () if through_smoke else smokes:
        names[f"field-{smoke.id}"] = smoke.name
        standing[f"field-{smoke.id}"] = disc(smoke.x, smoke.y, smoke.size / 2, 0, SMOKE_HEIGHT)
    found = sight(eye.core[0], eye.top, target, standing)
    unit = session.get_one(Unit, target_id)
    return Seen(
        inches=gap(eye, target),
        free=found.free,
        sections=found.sections,
        minifig=unit.size <= 1,
        in_the_way=tuple(
            Hider(names[each.key], each.distance, each.hides) for each in found.in_the_way
        ),
        above=eye.base - target.base,
        part=max(found.across * 2 * target.radius, found.up * (target.top - target.base)),
    )


@view(*TABLES, Background)
def hidden_by(
    session: Session, unit_id: int, target_id: int, *, through_smoke: bool = False
) -> tuple[str, ...]:
    """Name the terrain and Smoke that hide all of one unit from another one (5.1-06, F.1-08).

    Empty where a bit of it is in sight, and where the map does not know. `through_smoke`: what would
    hide it if there were no Smoke.
    """
    ground = battlefield(session)
    # Without anything that hides there is nothing to measure: most tables have none of it.
    if not any(piece.blocks_sight for piece in ground.pieces) and not any(
        field.kind is FieldKind.SMOKE for field in ground.discs if not through_smoke
    ):
        return ()
    seen = sight_to(session, unit_id, target_id, past_units=True, through_smoke=through_smoke)
    if seen is None or seen.free > 0:
        return ()
    return tuple(each.name for each in seen.in_the_way)


def _stands_in(unit: Footprint, shape: Footprint) -> bool:
    """Return whether a unit stands within a piece of terrain, and not on top of it."""
    return unit.base < shape.top - NEARLY and lies_in(unit.core[0], shape)


class InsideRow(Struct, frozen=True):
    """A unit inside a Field, or inside the burning part of an object."""

    id: int
    unit_id: int
    unit: str
    hazard: str


@view(Inside, Unit, Field, Fire)
def insides(session: Session) -> tuple[InsideRow, ...]:
    """Return the units that stand in a hazard now, each with its hazard."""
    still = select(Inside).where(col(Inside.left).is_(False))
    names = {unit.id: unit.name for unit in session.exec(select(Unit))}
    fields = {field.id: field.name for field in session.exec(select(Field))}
    fires = {fire.id: f"fire of {names[fire.unit_id]}" for fire in rows_of(session, Fire)}
    return tuple(
        InsideRow(
            id=row.id or 0,
            unit_id=row.unit_id,
            unit=names.get(row.unit_id, ""),
            hazard=fields.get(row.field_id) or fires.get(row.fire_id) or "",
        )
        for row in session.exec(still.order_by(col(Inside.id)))
    )


class Trail(Struct, frozen=True):
    """Where a unit stood first, where it turned, and where it came to, in inches."""

    unit_id: int
    points: tuple[Point, ...]


@view(ActRecord, Image)
def trails(session: Session, turn_id: int) -> tuple[Trail, ...]:
    """Return the way of each unit that changed its place in a player turn.

    A unit that was taken off the table begins anew where it was put down again. What was corrected
    it never went, nor where somebody put it by hand.
    """
    rows = session.exec(
        select(  # type: ignore[call-overload]  # it knows four columns at most
            Image.act_id,
            Image.row_id,
            Image.before,
            Image.after,
            ActRecord.arguments,
            ActRecord.name,
        )
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == Unit.__tablename__, ActRecord.turn_id == turn_id)
        .where(col(ActRecord.state).in_(STANDING), _MOVED)
        .order_by(col(Image.id))
    )
    # Each with the act by which it came there; where it stood first, with none.
    ways: defaultdict[int, list[tuple[int, Point]]] = defaultdict(list)
    for act_id, unit_id, before, after, arguments, name in rows:
        start, goal = _spot(before), _spot(after)
        way = ways[unit_id]
        if name == CORRECTION and way:
            way[:] = [each for each in way if each[0] != arguments["act_id"]]
            start = way[-1][1]
        if start is None or goal is None:
            way.clear()
            continue
        if _puts_by_hand(name, arguments):
            way[-1:] = [(way[-1][0], goal)] if way else []
            continue
        # Only the record knows the corners; a knock or a crash moves a unit without saying any.
        for point in (start, *_said(arguments, unit_id), goal):
            if not way or way[-1][1] != point:
                way.append((act_id if way else 0, point))
    return tuple(
        Trail(unit_id, tuple(point for _, point in way))
        for unit_id, way in ways.items()
        if len(way) > 1
    )


@view(ActRecord, Image, Turn)
def trails_now(session: Session) -> tuple[Trail, ...]:
    """Return the ways of the running player turn; none where no turn runs."""
    turn = running_turn(session)
    return trails(session, turn.id or 0) if turn else ()


def _spot(image: Mapping[str, Any] | None) -> Point | None:
    """Return where a unit stands by its row; None for no place."""
    if image is None or image.get("x") is None or image.get("y") is None:
        return None
    return float(image["x"]), float(image["y"])


_BY_HAND = "EditUnit"
"""The act that says where a unit is, and not how it came there."""


def _puts_by_hand(name: str, arguments: Mapping[str, Any]) -> bool:
    """Return whether an act, or all acts in it, only put units somewhere, as before a battle."""
    within = [str(each.get("act")) for each in arguments.get("acts") or ()]
    return all(each == _BY_HAND for each in within or [name])


def _said(arguments: Mapping[str, Any], unit_id: int) -> Iterator[Point]:
    """Yield the places that an act, or the acts in it, name for a unit's way, in order."""
    for act in arguments.get("acts") or ():
        yield from _said(act, unit_id)
    # Only within another act do the arguments name their act.
    if "corners" not in arguments and arguments.get("act", "MoveUnit") != "MoveUnit":
        return
    # A correction may name one of the two alone.
    spot = (arguments.get("x"), arguments.get("y"))
    if arguments.get("unit_id") != unit_id or None in spot:
        return
    yield from ((float(x), float(y)) for x, y in arguments.get("corners") or ())
    yield float(arguments["x"]), float(arguments["y"])


_MOVED = or_(
    *(
        func.json_extract(Image.before, place).is_distinct_from(
            func.json_extract(Image.after, place)
        )
        for place in ("$.x", "$.y")
    )
)
"""Found by SQLite: of the rows that a turn changes few change their place."""
