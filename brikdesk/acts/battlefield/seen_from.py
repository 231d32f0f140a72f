"""What the map can say of an arc and an explosion: proposals, which the referee overrules."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.store.views import view
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.footprints import TABLES, footprints, height_at
from brikdesk.store.views.units import living_units


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
