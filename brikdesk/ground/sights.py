"""What stands between an eye and its target, and who is inside an area."""

import math
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Generic

from msgspec import Struct

from brikdesk.ground.gaps import WHOLE_TURN, Stretch, gap, reach_from, span, stretches, vertical_gap
from brikdesk.ground.shapes import NEARLY, Footprint, Key, Point, Sections, slices, toward

COLUMNS = 16
"""Lines of sight side by side, from the left edge of the target to the right."""

ROWS = 12
"""Lines of sight one above the other, four for each section of a minifig."""

GridCell = tuple[int, int]
"""Column and row of one line of sight."""


class InTheWay(Struct, Generic[Key], frozen=True):
    """A piece or unit that hides something of the target.

    - `distance`: inches on the table from the eye to where a line of sight first meets it.
    - `height`: of the line to the middle of the target, at that distance.
    - `hides`: share of the target's outline that it would hide by itself, more than 0 to 1.
    """

    key: Key
    distance: float
    height: float
    hides: float


class Sight(Struct, Generic[Key], frozen=True):
    """What is free of a target, 0 to 1 of its outline, and what is in the way, nearest first.

    `sections` is meant for minifigs: a bit of one is enough (5.1-33). `across` and `up` are the
    shares of its width and of its height of which any bit is free (5.1-29).
    """

    free: float
    sections: Sections
    in_the_way: tuple[InTheWay[Key], ...]
    across: float = 1.0
    up: float = 1.0


class _Ray(Struct, frozen=True):
    """A line of sight as seen from above: its end at the target, and how many inches that is."""

    bearing: float
    end: Point
    length: float


def sight(
    eye: Point, height: float, target: Footprint, standing: Mapping[Key, Footprint]
) -> Sight[Key]:
    """Return what an eye, or a muzzle, sees of a target past what stands on the table.

    Rules: 5.1-06 (a clear line between weapon and target), 5.1-33, F.1-08 (Smoke blocks sight into,
    out of and through its Field). A grid of lines is drawn to the outline that the target shows to
    the eye; each is free unless something stands in it at the height that it has there. Lines that
    just pass an edge are free. Whoever looks, and the target, are not in `standing`.
    """
    rays = tuple(_rays(eye, target))
    hidden: set[GridCell] = set()
    in_the_way = []
    for key, piece in standing.items():
        cells: set[GridCell] = set()
        first = math.inf
        spanned = span(eye, piece)
        for column, ray in enumerate(rays):
            for met in _meetings(eye, ray, piece, spanned):
                rows = {(column, row) for row in _covered(met, ray, height, target, piece)}
                if rows:
                    cells |= rows
                    first = min(first, met[0])
        if cells:
            half_way = (target.base + target.top) / 2
            middle = _height_at(first, reach_from(eye, target), height, half_way)
            in_the_way.append(InTheWay(key, first, middle, len(cells) / (COLUMNS * ROWS)))
            hidden |= cells
    seen = set(product(range(COLUMNS), range(ROWS))) - hidden
    columns, free_rows = {column for column, _ in seen}, {row for _, row in seen}
    # Rows are counted from the ground up.
    legs, torso, head = (
        any(row in free_rows for row in range(ROWS * third // 3, ROWS * (third + 1) // 3))
        for third in range(3)
    )
    return Sight(
        1 - len(hidden) / (COLUMNS * ROWS),
        Sections(head, torso, legs),
        tuple(sorted(in_the_way, key=lambda each: each.distance)),
        len(columns) / COLUMNS,
        len(free_rows) / ROWS,
    )


def _rays(eye: Point, target: Footprint) -> Iterator[_Ray]:
    """Yield the lines to the edge of the target; none for an eye within the target itself."""
    left, right = span(eye, target)
    if right - left >= WHOLE_TURN:
        return
    beyond = max(math.dist(eye, corner) for corner in target.core) + target.radius + 1
    for column in range(COLUMNS):
        way = left + (right - left) * (column + 0.5) / COLUMNS
        met = stretches(eye, toward(eye, way, beyond), target)
        # A line to a target without width may pass it by a rounding error.
        length = met[0][0] if met else reach_from(eye, target)
        yield _Ray(way, toward(eye, way, length), length)


def _meetings(
    eye: Point, ray: _Ray, piece: Footprint, spanned: tuple[float, float]
) -> tuple[Stretch, ...]:
    """Return where a line runs through a piece that spans these bearings, as seen from above."""
    left, right = spanned
    if (ray.bearing - left + NEARLY) % WHOLE_TURN > right - left + 2 * NEARLY:
        return ()
    return stretches(eye, ray.end, piece)


def _covered(
    met: Stretch, ray: _Ray, height: float, target: Footprint, piece: Footprint
) -> Iterator[int]:
    """Yield the rows in which the line is between base and top of a piece where it meets it."""
    for row in range(ROWS):
        at = target.base + (target.top - target.base) * (row + 0.5) / ROWS
        enters = _height_at(met[0], ray.length, height, at)
        leaves = _height_at(met[1], ray.length, height, at)
        if max(enters, leaves) > piece.base + NEARLY and min(enters, leaves) < piece.top - NEARLY:
            yield row


def _height_at(inches: float, length: float, start: float, end: float) -> float:
    """Return the height of a line of sight so many inches from the eye."""
    return start + (end - start) * inches / max(length, NEARLY)


BAND_DEPTH = 2.0
"""Inches from one edge of a band to the next (8.4-27)."""


class InBand(Struct, Generic[Key], frozen=True):
    """Where an Explosion reaches a unit.

    - `distance`: through the air from the centre to its nearest edge.
    - `band`: the one of that edge, 1 is the innermost (Q8-50).
    - `inches`, `sections`: of the part within the outer edge of `band` (8.4-31, Q8-50).
    """

    key: Key
    distance: float
    band: int
    inches: float
    sections: Sections


class PartInside(Struct, frozen=True):
    """The part of a unit that lies in an area; `inches` and `share` as in `Inside`."""

    inches: float
    share: float


def part_inside(area: Footprint, unit: Footprint) -> PartInside | None:
    """Return what of a unit lies in an area, None for nothing.

    Rules: 5.1-29 and 5.1-30 (only the part that can be hit counts, along its greatest dimension),
    8.3-08, 8.4-31, F.1-12. Its inches are taken along the unit, across it, or in height: the
    diagonal of a truck is no Size. A unit without any width is inside with all of it.
    """
    if gap(area, unit) > 0 or (tall := _overlap(area, unit)) <= 0:
        return None
    from brikdesk.ground.cores import area_of, common, longest

    whole = area_of(unit)
    part = common(area_of(area), whole)
    share = min(1.0, float(part.area / whole.area)) if whole.area > NEARLY else 1.0
    return PartInside(max(longest(part, unit), tall), share) if share > NEARLY else None


def _overlap(area: Footprint, unit: Footprint) -> float:
    """Return the inches of height that both have; for flat ones a trace where they meet."""
    low, high = max(area.base, unit.base), min(area.top, unit.top)
    if high > low:
        return high - low if high - low > NEARLY else 0.0
    flat = area.base == area.top or unit.base == unit.top
    return NEARLY if flat and high == low else 0.0


def bands(
    spot: Point,
    height: float,
    units: Mapping[Key, Footprint],
    count: int,
    *,
    inclusive: bool = True,
) -> tuple[InBand[Key], ...]:
    """Return the units that an Explosion reaches, nearest first.

    Rules: 8.4-25 and 8.4-27 (band k reaches from 2(k−1)" to 2k"), Q8-50 (the nearest part decides;
    what shields it is the referee's to see). Distances go through the air.

    - `spot`, `height`: the centre.
    - `count`: of the bands, one for each Explosive die (8.4-27).
    - `inclusive`: whether exactly 2" is still in the inner band (Q8-47).
    """
    found = []
    for key, unit in units.items():
        # Rounding keeps 2.0000000000000004" in the band that ends at 2".
        distance = round(reach_from(spot, unit, height), 9)
        band = _band(distance, inclusive)
        if band <= count:
            ball = BAND_DEPTH * band
            part = part_inside(_ball_at(spot, height, ball, unit), unit)
            near = (reach_from(spot, third, height) <= ball + NEARLY for third in slices(unit))
            inches = part.inches if part else 0.0
            found.append(InBand(key, distance, band, inches, Sections(*near)))
    return tuple(sorted(found, key=lambda each: each.distance))


def _band(distance: float, inclusive: bool) -> int:
    """Return the band of a distance, from 1."""
    if inclusive:
        return max(1, math.ceil(distance / BAND_DEPTH))
    return math.floor(distance / BAND_DEPTH) + 1


def _ball_at(spot: Point, height: float, radius: float, unit: Footprint) -> Footprint:
    """Return the upright cylinder that a ball of a blast cuts out of the heights and places of a unit.

    As wide as the ball is at the heights of the unit, as high as it is where the unit stands.
    """
    point = Footprint((spot,), base=height, top=height)
    wide = math.sqrt(max(0.0, radius**2 - vertical_gap(point, unit) ** 2))
    tall = math.sqrt(max(0.0, radius**2 - gap(point, unit) ** 2))
    return Footprint((spot,), wide, height - tall, height + tall)
