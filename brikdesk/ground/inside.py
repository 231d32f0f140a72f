"""Who is inside: in a Field, in the bands of an Explosion, in the circle of a Missed Shot."""

import math
from collections.abc import Mapping
from typing import Generic

from msgspec import Struct

from brikdesk.ground.gaps import gap, reach_from, vertical_gap
from brikdesk.ground.sections import Sections, slices
from brikdesk.ground.shapes import NEARLY, Footprint, Key, Point

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
