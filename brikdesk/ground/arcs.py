"""What lies in an arc of fire or in a cone of vision, seen from one spot."""

import math
from collections.abc import Iterator, Mapping
from typing import Generic

from msgspec import Struct

from brikdesk.ground.gaps import reach_from
from brikdesk.ground.shapes import NEARLY, Footprint, Key, Point, bearing, toward

DEGREES_PER_POINT = 10.0
"""Of the gap between two fingers, one point of an arc (8.3-02); hands differ (8.3-03)."""

HALF_CONE = 45.0
"""Degrees that a unit sees to each side of the direction of its head (4.3-08)."""

WHOLE_TURN = 360.0

_STEP = 30.0
"""Degrees of one side of the polygon that stands for an arc."""


class Swept(Struct, Generic[Key], frozen=True):
    """A target of an arc.

    - `distance`: inches from the muzzle to its nearest edge (8.3-11).
    - `enters`, `leaves`: degrees from the edge of the arc where the sweep begins.
    - `points`: of the arc that it spans completely, for further attacks (8.3-05).
    - `inches`: the greatest dimension of the part of it in the arc (8.3-08).
    """

    key: Key
    distance: float
    enters: float
    leaves: float
    points: int
    inches: float


def span(spot: Point, footprint: Footprint) -> tuple[float, float]:
    """Return the bearings between which a footprint is seen from a spot, clockwise.

    The first is 0 or more and less than 360, the second not below it, and a whole turn above it
    if the spot lies in the footprint.
    """
    first = bearing(spot, footprint.core[0])
    if reach_from(spot, footprint) <= NEARLY:
        return first, first + WHOLE_TURN
    low = high = here = first
    # Along the core, so that a horseshoe about the spot spans more than a half turn.
    for place, corner in enumerate((*footprint.core, footprint.core[0])):
        there = bearing(spot, corner)
        here += (there - here + 180) % WHOLE_TURN - 180
        sine = footprint.radius / max(NEARLY, math.dist(spot, corner))
        half = math.degrees(math.asin(min(1.0, sine)))
        low, high = (
            (here - half, here + half)
            if not place
            else (
                min(low, here - half),
                max(high, here + half),
            )
        )
    wide = min(WHOLE_TURN, high - low)
    return low % WHOLE_TURN, low % WHOLE_TURN + wide


def swept(
    spot: Point,
    middle: float,
    points: int,
    units: Mapping[Key, Footprint],
) -> tuple[Swept[Key], ...]:
    """Return the targets of an arc in the order of its sweep: by the edge that it meets first.

    Rules: 8.3-02 (an arc of whole points), 8.3-04 (each target in the arc), 8.3-05,
    8.3-08, 8.3-13 (from one edge to the other). What only touches the edge of the arc is not in it.
    Who shoots is left out by the caller.

    - `middle`: bearing of the middle of the arc.
    """
    wide = min(WHOLE_TURN, points * DEGREES_PER_POINT)
    start = middle - wide / 2
    found = []
    for key, unit in units.items():
        seen = list(_common(start, wide, span(spot, unit)))
        if not seen:
            continue
        distance = reach_from(spot, unit, None)
        spanned = sum(_spans(seen, place) for place in range(points))
        inches = _inches_in_arc(spot, start, wide, unit)
        found.append(Swept(key, distance, seen[0][0], seen[-1][1], spanned, inches))
    return tuple(sorted(found, key=lambda each: (each.enters, each.distance)))


def edge_to_edge(spot: Point, units: Mapping[Key, Footprint]) -> tuple[tuple[Key, ...], float]:
    """Return targets clockwise from edge to edge of the least arc that meets them all, and its degrees.

    Rule: 8.3-13. The arc begins behind the widest gap between them; it meets what it touches, so it
    ends at the near edges of the outermost.
    """
    seen = {key: span(spot, unit) for key, unit in units.items()}

    def width(first: float) -> float:
        return max(((low - first) % WHOLE_TURN) + high - low for low, high in seen.values())

    start = min((low for low, _ in seen.values()), key=width)
    behind = {key: (low - start) % WHOLE_TURN for key, (low, _) in seen.items()}
    order = sorted(units, key=lambda key: (behind[key], reach_from(spot, units[key])))
    ends = min(behind[key] + seen[key][1] - seen[key][0] for key in units)
    return tuple(order), max(0.0, max(behind.values()) - ends)


def _common(start: float, wide: float, seen: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yield what an arc and a span have in common, as degrees from the start of the arc."""
    if seen[1] - seen[0] >= WHOLE_TURN:
        yield 0.0, wide
        return
    low = (seen[0] - start) % WHOLE_TURN
    high = low + seen[1] - seen[0]
    for turn in (-WHOLE_TURN, 0.0):  # one that begins before the arc may reach into it
        first, last = max(0.0, low + turn), min(wide, high + turn)
        if last - first > NEARLY or (low == high and NEARLY < first < wide - NEARLY):
            yield first, last


def _spans(seen: list[tuple[float, float]], place: int) -> bool:
    """Return whether one point of the arc is spanned from finger to finger."""
    first, last = place * DEGREES_PER_POINT, (place + 1) * DEGREES_PER_POINT
    return any(low <= first + NEARLY and last - NEARLY <= high for low, high in seen)


def _inches_in_arc(spot: Point, start: float, wide: float, unit: Footprint) -> float:
    """Return the greatest dimension of the part of a unit in an arc, its height included."""
    from brikdesk.ground.cores import arc_of, area_of, common, longest

    farthest = max(math.dist(spot, corner) for corner in unit.core) + unit.radius + 1
    part = area_of(unit)
    if wide < WHOLE_TURN:
        sides = max(1, math.ceil(wide / _STEP))
        beyond = farthest / math.cos(math.radians(_STEP / 2))
        rim = [toward(spot, start + wide * i / sides, beyond) for i in range(sides + 1)]
        part = common(arc_of((spot, *rim)), part)
    return max(longest(part, unit), unit.top - unit.base)
