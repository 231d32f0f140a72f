"""Walls and roads: the outline of a line of some width."""

from collections.abc import Sequence

from brikdesk.errors import BadInput
from brikdesk.ground.shapes import NEARLY, Point

SHARPEST = 2.0
"""Half widths by which a corner may stand out; a sharper one is cut off."""


def strip(points: Sequence[Point], width: float) -> tuple[Point, ...]:
    """Return the outline of all within half a width beside a line, its ends cut straight.

    Raise BadInput for a line without length, and for one that meets itself: what it encloses would
    be a hole, which an outline has not.
    """
    if len(set(points)) < 2 or not width > NEARLY:
        raise BadInput("A line needs two points and a width.", "points")
    import shapely

    shape = shapely.LineString(points).buffer(
        width / 2, cap_style="flat", join_style="mitre", mitre_limit=SHARPEST
    )
    if shape.geom_type != "Polygon" or shape.interiors:
        raise BadInput(
            "A line may not meet itself: end it before, and draw a second one.", "points"
        )
    return tuple((round(x, 3), round(y, 3)) for x, y in shape.exterior.coords[:-1])
