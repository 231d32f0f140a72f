"""Footprints as shapely sees them. Import it where a question needs it: it brings shapely and numpy."""

from functools import lru_cache
from typing import Any

import shapely

from brikdesk.ground.shapes import NEARLY, Footprint, Point

Geometry = Any
"""A shape of shapely, which has no types of its own."""

ROUNDNESS = 64
"""Corners that stand for a quarter of a circle: at 10" the middle of a side lies 0.001" inside."""


@lru_cache(maxsize=8192)
def core_of(core: tuple[Point, ...]) -> Geometry:
    """Return the core of a footprint: a point, a line or a polygon."""
    if len(core) == 1:
        return shapely.Point(core[0])
    if len(core) == 2:
        return shapely.LineString(core)
    polygon = shapely.Polygon(core)
    # What was stored may cross itself after all; a repaired outline answers, a broken one raises.
    return polygon if polygon.is_valid else shapely.make_valid(polygon)


@lru_cache(maxsize=8192)
def area_of(footprint: Footprint) -> Geometry:
    """Return all that a footprint covers; what is round is a polygon inscribed in it."""
    core = core_of(footprint.core)
    if footprint.radius < NEARLY:
        return core
    return shapely.buffer(core, footprint.radius, quad_segs=ROUNDNESS)
