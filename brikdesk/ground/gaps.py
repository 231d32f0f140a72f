"""Distances from edge to edge, and where lines, arcs and cones run through footprints."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Generic

from msgspec import Struct

from brikdesk.ground.shapes import NEARLY, Footprint, Key, Point, bearing, direction, edges, toward


def gap(a: Footprint, b: Footprint) -> float:
    """Return the inches on the table between the edges of two footprints, 0 where they overlap.

    It is what a tape measure shows seen from above (5.1-07, F.1-35), exact for round shapes too.
    """
    if len(a.core) == len(b.core) == 1:
        between = math.dist(a.core[0], b.core[0])
    else:
        from brikdesk.ground.cores import core_of  # two minifigs do without shapely

        between = core_of(a.core).distance(core_of(b.core))
    return max(0.0, between - (a.radius + b.radius))


def nearest_spot(spot: Point, b: Footprint) -> Point:
    """Return the point of a footprint that is nearest to a spot, seen from above."""
    from brikdesk.ground.cores import nearest_of  # who aims at a unit does without shapely

    core = nearest_of(b.core, spot)
    away = math.dist(spot, core)
    if away <= b.radius:
        return spot
    part = b.radius / away
    return core[0] + (spot[0] - core[0]) * part, core[1] + (spot[1] - core[1]) * part


def gap_in_space(a: Footprint, b: Footprint) -> float:
    """Return the shortest way through the air between two footprints, 0 where they touch.

    Each stands upright from its base to its top.
    """
    return math.hypot(gap(a, b), vertical_gap(a, b))


def vertical_gap(a: Footprint, b: Footprint) -> float:
    """Return the inches of height between the top of one and the base of the other, 0 side by side."""
    return max(0.0, a.base - b.top, b.base - a.top)


def reach_from(spot: Point, b: Footprint, height: float | None = None) -> float:
    """Return the inches from a muzzle, tip or hand to the nearest edge of a footprint (5.1-07).

    - `height`: that of the spot, for a distance through the air; None for one seen from above.
    """
    if height is None:
        return gap(Footprint((spot,)), b)
    return gap_in_space(Footprint((spot,), base=height, top=height), b)


Stretch = tuple[float, float]
"""From where to where along a line, in inches from its beginning."""


def stretches(a: Point, b: Point, footprint: Footprint, more: float = 0.0) -> tuple[Stretch, ...]:
    """Return where the line from a to b lies within `more` inches of a footprint.

    What only touches or runs along an edge is outside. A footprint without any width, such as a
    thin fence, is crossed in stretches without length.
    """
    length = math.dist(a, b)
    if length < NEARLY or is_far((a, b), footprint, more):
        return ()
    radius = footprint.radius + more
    core = _seen_along(a, b, length, footprint.core)
    if radius >= NEARLY:
        inside = [*_discs(core, radius), *_sides(core, radius), *_interior(core)]
    else:
        inside = [*_fence(core), *_interior(core)]
    # A fence is crossed in one point; of all that has a width, one point is only a touch.
    shortest = NEARLY if radius >= NEARLY or len(core) > 2 else -1.0
    return tuple(
        (max(0.0, low), min(length, high))
        for low, high in merged(inside)
        if low <= length and high >= 0 and min(length, high) - max(0.0, low) > shortest
    )


def is_far(path: Sequence[Point], footprint: Footprint, more: float = 0.0) -> bool:
    """Return whether a path is surely farther than `more` inches from a footprint, by their boxes.

    Most of what lies on a table is far from any one way, and is told so in a tenth of the time.
    """
    reach = footprint.radius + more + NEARLY
    for axis in (0, 1):
        way, core = [point[axis] for point in path], [point[axis] for point in footprint.core]
        if max(way) + reach < min(core) or min(way) - reach > max(core):
            return True
    return False


def in_wedge(a: Point, b: Point, spot: Point, facing: float, half: float) -> tuple[Stretch, ...]:
    """Return where the line from a to b lies in the wedge `half` degrees to each side of a facing.

    `half` is less than 90 degrees; the border is inside (4.3-08).
    """
    length = math.dist(a, b)
    if length < NEARLY:
        return ()
    low, high = 0.0, length
    # A wedge of less than a half turn is what two half planes have in common.
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
    if abs(slope) < NEARLY:  # parallel to the border: all of it is within, or nothing
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
    for corner in (*footprint.core, footprint.core[0]):
        there = bearing(spot, corner)
        here += (there - here + 180) % WHOLE_TURN - 180
        sine = footprint.radius / max(NEARLY, math.dist(spot, corner))
        half = math.degrees(math.asin(min(1.0, sine)))
        low, high = min(low, here - half), max(high, here + half)
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
        spanned = sum(_spans(seen, place) for place in range(points))
        inches = _inches_in_arc(spot, start, wide, unit)
        ends = seen[0][0], seen[-1][1]
        found.append(Swept(key, reach_from(spot, unit), *ends, spanned, inches))
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
        # The rim is drawn so far out that also the middle of its sides lies beyond the unit.
        sides = max(1, math.ceil(wide / _STEP))
        beyond = farthest / math.cos(math.radians(_STEP / 2))
        rim = [toward(spot, start + wide * i / sides, beyond) for i in range(sides + 1)]
        part = common(arc_of((spot, *rim)), part)
    return max(longest(part, unit), unit.top - unit.base)
