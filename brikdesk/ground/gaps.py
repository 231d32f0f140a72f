"""Distances from edge to edge, and differences of height."""

import math

from brikdesk.ground.shapes import Footprint, Point


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
