"""Where a straight line runs through a footprint or a cone, exact for round shapes too."""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from brikdesk.ground.shapes import NEARLY, Footprint, Point, direction, edges

Stretch = tuple[float, float]
"""From where to where along a line, in inches from its beginning."""


def stretches(a: Point, b: Point, footprint: Footprint, more: float = 0.0) -> tuple[Stretch, ...]:
    """Return where the line from a to b lies within `more` inches of a footprint.

    What only touches or runs along an edge is outside. A footprint without any width, such as a
    thin fence, is crossed in stretches without length.
    """
    length = math.dist(a, b)
    if length < NEARLY:
        return ()
    radius = footprint.radius + more
    core = _seen_along(a, b, length, footprint.core)
    if radius >= NEARLY:
        inside = [*_discs(core, radius), *_sides(core, radius), *_interior(core)]
    else:
        inside = [*_fence(core), *_interior(core)]
    shortest = NEARLY if radius >= NEARLY or len(core) > 2 else -1.0
    return tuple(
        (max(0.0, low), min(length, high))
        for low, high in merged(inside)
        if low <= length and high >= 0 and min(length, high) - max(0.0, low) > shortest
    )


def in_wedge(a: Point, b: Point, spot: Point, facing: float, half: float) -> tuple[Stretch, ...]:
    """Return where the line from a to b lies in the wedge `half` degrees to each side of a facing.

    `half` is less than 90 degrees; the border is inside (4.3-08).
    """
    length = math.dist(a, b)
    if length < NEARLY:
        return ()
    low, high = 0.0, length
    for edge, side in ((facing - half, 1), (facing + half, -1)):
        ux, uy = direction(edge)
        at_a = side * (ux * (a[1] - spot[1]) - uy * (a[0] - spot[0]))
        at_b = side * (ux * (b[1] - spot[1]) - uy * (b[0] - spot[0]))
        within = _between((at_b - at_a) / length, at_a, -2 * NEARLY, math.inf)
        low, high = max(low, within[0]), min(high, within[1])
    return ((low, high),) if high - low > NEARLY else ()


def merged(parts: Iterable[Stretch]) -> list[Stretch]:
    """Return stretches in order, those that meet or overlap as one."""
    whole: list[Stretch] = []
    for low, high in sorted(parts):
        if whole and low <= whole[-1][1] + NEARLY:
            whole[-1] = whole[-1][0], max(whole[-1][1], high)
        else:
            whole.append((low, high))
    return whole


def _seen_along(a: Point, b: Point, length: float, core: Iterable[Point]) -> list[Point]:
    """Return a core by inches along the line, and inches to the right of it."""
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    seen = []
    for x, y in core:
        aside = (y - a[1]) * ux - (x - a[0]) * uy
        seen.append(((x - a[0]) * ux + (y - a[1]) * uy, aside if abs(aside) > NEARLY else 0.0))
    return seen


def _discs(core: list[Point], radius: float) -> Iterator[Stretch]:
    """Yield what lies within a radius of the corners."""
    for along, aside in core:
        if abs(aside) < radius:
            half = math.sqrt(radius * radius - aside * aside)
            yield along - half, along + half


def _sides(core: list[Point], radius: float) -> Iterator[Stretch]:
    """Yield what lies straight beside an edge, within a radius of it."""
    for (ax, ay), (bx, by) in edges(core):
        if (length := math.hypot(bx - ax, by - ay)) < NEARLY:
            continue
        ux, uy = (bx - ax) / length, (by - ay) / length
        along = _between(ux, -ax * ux - ay * uy, 0.0, length)
        aside = _between(-uy, ax * uy - ay * ux, -radius, radius)
        low, high = max(along[0], aside[0]), min(along[1], aside[1])
        if low < high:
            yield low, high


def _between(slope: float, offset: float, low: float, high: float) -> Stretch:
    """Return for which x `low` <= slope x + offset <= `high`; an empty one runs backward."""
    if abs(slope) < NEARLY:
        inside = low + NEARLY < offset < high - NEARLY
        return (-math.inf, math.inf) if inside else (math.inf, -math.inf)
    ends = (low - offset) / slope, (high - offset) / slope
    return min(ends), max(ends)


def _interior(core: list[Point]) -> list[Stretch]:
    """Return what lies within a polygon.

    Corners on the line count once as right of it and once as left; only what is inside both times
    is not an edge along which the line runs.
    """
    if len(core) < 3:
        return []
    right = _crossed(core, [aside >= 0 for _, aside in core])
    left = _crossed(core, [aside > 0 for _, aside in core])
    return [
        (max(a[0], b[0]), min(a[1], b[1]))
        for a in right
        for b in left
        if min(a[1], b[1]) - max(a[0], b[0]) > NEARLY
    ]


def _crossed(core: list[Point], sides: list[bool]) -> list[Stretch]:
    """Return what lies between the first and second crossing of edges, third and fourth, and so on."""
    places = []
    for ((ax, ay), (bx, by)), (from_right, to_right) in zip(
        edges(core), pairwise([*sides, sides[0]]), strict=True
    ):
        if from_right != to_right:
            places.append(ax + (bx - ax) * ay / (ay - by))
    places.sort()
    return list(zip(places[::2], places[1::2], strict=True))


def _fence(core: list[Point]) -> Iterator[Stretch]:
    """Yield where the line meets a single spot or crosses or follows a line without width."""
    if len(core) == 1 and core[0][1] == 0:
        yield core[0][0], core[0][0]
    for (ax, ay), (bx, by) in edges(core) if len(core) == 2 else ():
        if ay == by == 0:
            yield min(ax, bx), max(ax, bx)
        elif ay * by <= 0:
            place = ax + (bx - ax) * ay / (ay - by)
            yield place, place
