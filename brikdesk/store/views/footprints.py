"""Units and terrain as shapes on the table: as wide and as high as they are."""

from collections.abc import Iterable

from brikdesk.ground.shapes import NEARLY, Footprint, Point, disc
from brikdesk.store.tables import (
    Battle,
    Battlefield,
    CampaignRow,
    Explosive,
    Field,
    Player,
    Projectile,
    Seat,
    Stance,
    Terrain,
    TerrainKind,
    Trap,
    Turn,
    Unit,
)
from brikdesk.store.views.battlefield import Ground, TerrainPiece

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
    from brikdesk.ground.gaps import reach_from  # GEOS, when somebody asks

    return reach_from(spot, shape) < NEARLY
