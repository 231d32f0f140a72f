"""What the map can say of a sight, an arc and an explosion: proposals, which the referee overrules."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.ground.sections import Sections
from brikdesk.ground.shapes import NEARLY, Footprint, disc
from brikdesk.rules.brikwars.hazards.fields import SMOKE_HEIGHT, FieldKind
from brikdesk.store.tables import Unit
from brikdesk.store.views import view
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.footprints import TABLES, footprints, height_at, lies_in, shape_of
from brikdesk.store.views.units import living_units


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


class InArc(Struct, frozen=True):
    """A target of an arc, in the order of its sweep, and the points that it spans.

    `distance` is from the muzzle in the middle of the unit, `away` between the edges of both.
    """

    unit_id: int
    name: str
    distance: float
    points: int
    away: float


class InBlast(Struct, frozen=True):
    """A unit that an explosion reaches: inches from its middle, and in which band (1: innermost)."""

    unit_id: int
    name: str
    distance: float
    band: int


@view(*TABLES)
def sight_to(
    session: Session, unit_id: int, target_id: int, *, past_units: bool = False
) -> Seen | None:
    """Return what a unit sees of another one (5.1-06, 5.1-33); None where one has no place.

    A wood or a building in which one of the two stands hides nothing: how much is seen between its
    trees or out of its windows, the players see. `past_units`: nor do other units, of which the map
    knows only their Size and not their shape.
    """
    units, ground = living_units(session), battlefield(session)
    prints = footprints(units, ground)
    eye, target = prints.get(unit_id), prints.get(target_id)
    if eye is None or target is None or unit_id == target_id:
        return None
    from brikdesk.ground.gaps import gap  # GEOS, when somebody asks
    from brikdesk.ground.sights import sight

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
    for smoke in (field for field in ground.discs if field.kind is FieldKind.SMOKE):
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


@view(*TABLES)
def arc_from(session: Session, unit_id: int, bearing: float, points: int) -> tuple[InArc, ...]:
    """Return whom an arc of a unit sweeps, in order (8.3-02, 8.3-05): `bearing` is its middle."""
    units = living_units(session)
    prints = footprints(units, battlefield(session))
    if unit_id not in prints:
        return ()
    from brikdesk.ground.arcs import swept

    others = {key: each for key, each in prints.items() if key != unit_id}
    names = {unit.id or 0: unit.name for unit in units}
    found = swept(prints[unit_id].core[0], bearing, points, others)
    own = prints[unit_id].radius
    return tuple(
        InArc(each.key, names[each.key], each.distance, each.points, max(0.0, each.distance - own))
        for each in found
    )


@view(*TABLES)
def blast_at(session: Session, x: float, y: float, bands: int) -> tuple[InBlast, ...]:
    """Return whom an explosion of so many bands on the table reaches, nearest first (8.4-27)."""
    units, ground = living_units(session), battlefield(session)
    prints = footprints(units, ground)
    from brikdesk.ground.inside import bands as in_bands

    names = {unit.id or 0: unit.name for unit in units}
    found = in_bands((x, y), height_at(ground, (x, y)), prints, bands)
    return tuple(InBlast(each.key, names[each.key], each.distance, each.band) for each in found)


def _stands_in(unit: Footprint, shape: Footprint) -> bool:
    """Return whether a unit stands within a piece of terrain, and not on top of it."""
    return unit.base < shape.top - NEARLY and lies_in(unit.core[0], shape)
