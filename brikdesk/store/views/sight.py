"""What a unit sees of another one by the map, past terrain, Smoke and other units."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.ground.sections import Sections
from brikdesk.ground.shapes import NEARLY, Footprint, disc
from brikdesk.rules.brikwars.hazards.fields import SMOKE_HEIGHT, FieldKind
from brikdesk.store.tables import Background, Unit
from brikdesk.store.views import view
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.footprints import TABLES, footprints, lies_in, shape_of
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
