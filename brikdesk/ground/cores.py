"""Footprints as shapely sees them. Import it where a question needs it: it brings shapely and numpy."""

from functools import lru_cache
from typing import Any

import numpy as np
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


def nearest_of(core: tuple[Point, ...], spot: Point) -> Point:
    """Return the point of a core that is nearest to a spot."""
    line = shapely.shortest_line(core_of(core), shapely.Point(spot))
    x, y = shapely.get_coordinates(line)[0]
    return float(x), float(y)


@lru_cache(maxsize=8192)
def area_of(footprint: Footprint) -> Geometry:
    """Return all that a footprint covers; what is round is a polygon inscribed in it."""
    core = core_of(footprint.core)
    if footprint.radius < NEARLY:
        return core
    return shapely.buffer(core, footprint.radius, quad_segs=ROUNDNESS)


GRID = 1e-9
"""Inches to which corners are rounded where areas overlap."""


def common(one: Geometry, other: Geometry) -> Geometry:
    """Return what two areas have in common."""
    # Without a grid GEOS finds nothing, once in some hundred times, where sides all but coincide.
    return shapely.intersection(one, other, grid_size=GRID)


def longest(part: Geometry, unit: Footprint) -> float:
    """Return the greatest dimension of a part of a unit, along or across the unit; 0 for nothing.

    Of a round unit it may lie in any direction.
    """
    if part.is_empty:
        return 0.0
    return float(np.max(np.ptp(shapely.get_coordinates(part) @ _axes(unit.core).T, axis=0)))


def arc_of(corners: tuple[Point, ...]) -> Geometry:
    """Return the polygon of an arc: its spot, then its rim."""
    return shapely.Polygon(corners)


_ALL_WAYS = np.array([(np.cos(turn), np.sin(turn)) for turn in np.arange(0, np.pi, np.pi / 64)])


@lru_cache(maxsize=8192)
def _axes(core: tuple[Point, ...]) -> Geometry:
    """Return the directions in which a unit is measured, as rows of an array.

    They are the sides of the smallest rectangle around its core, one of which lies on a side of
    its hull; a round unit has all directions.
    """
    hull = core_of(core).convex_hull
    if hull.geom_type == "Point":
        return _ALL_WAYS
    corners = shapely.get_coordinates(hull)
    sides = np.diff(corners, axis=0)
    sides /= np.hypot(*sides.T)[:, None]
    aside = sides[:, ::-1] * (-1, 1)
    areas = np.ptp(corners @ sides.T, axis=0) * np.ptp(corners @ aside.T, axis=0)
    best = np.argmin(areas)
    return np.array([sides[best], aside[best]])
