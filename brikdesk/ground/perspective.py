"""Where a place in a photo of the table lies on the table, from four corners of something known."""

import math
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point

STUD = 8 / 25.4
"""Inches from one stud of a baseplate to the next: 8 mm."""

FLATTEST = 1e-4
"""The smallest part of a photo that the four corners may enclose; less is a line."""

_BENT = (
    "The four handles do not lie around a flat shape: drag them to its corners in order, far left, "
    "far right, near right, near left, so that no two lines cross."
)


class Rectangle(Struct, frozen=True):
    """Something known that lies flat on the table: inches wide and deep, and where.

    `x` and `y` are its far left corner; it is turned clockwise around that by `turned` degrees.
    """

    x: float
    y: float
    width: float
    depth: float
    turned: float = 0.0

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners on the table: far left, far right, near right, near left."""
        across, along = math.cos(math.radians(self.turned)), math.sin(math.radians(self.turned))

        def corner(right: float, near: float) -> Point:
            return (
                self.x + right * across - near * along,
                self.y + right * along + near * across,
            )

        wide, deep = self.width, self.depth
        return corner(0, 0), corner(wide, 0), corner(wide, deep), corner(0, deep)


class Perspective(Struct, frozen=True):
    """How a camera saw the flat table: both ways between inches and parts of the photo.

    `weights` are the nine numbers of the projection from the table, row by row, the last one 1.
    """

    weights: tuple[float, ...]

    def to_photo(self, point: Point) -> Point | None:
        """Return where a point of the table is seen, in parts of the photo; None behind the camera."""
        seen = _projected(self.weights, point)
        return None if seen is None else (seen[0], seen[1])

    def to_table(self, place: Point) -> Point | None:
        """Return the point of the table at a place of the photo; None where no table can be."""
        a, b, c, d, e, f, g, h, i = self.weights
        # The adjugate: to turn a projection round, its scale does not matter.
        back = (
            e * i - f * h, c * h - b * i, b * f - c * e,
            f * g - d * i, a * i - c * g, c * d - a * f,
            d * h - e * g, b * g - a * h, a * e - b * d,
        )  # fmt: skip
        # Its sign does: a place beyond the horizon is told by it.
        whole = a * back[0] + b * back[3] + c * back[6]
        return _projected(tuple(part / whole for part in back), place)


def _projected(weights: Sequence[float], point: Point) -> Point | None:
    a, b, c, d, e, f, g, h, i = weights
    x, y = point
    away = g * x + h * y + i
    if away <= 1e-12:
        return None
    return (a * x + b * y + c) / away, (d * x + e * y + f) / away


def perspective(corners: Sequence[Point], known: Rectangle) -> Perspective:
    """Return the view of the table in which a known rectangle has its corners at these places.

    `corners` are in parts of the photo's width and height (0 to 1), in the order of
    `Rectangle.corners`. Raise BadInput where they are no four corners of a flat thing seen from above.
    """
    if len(corners) != 4:
        raise BadInput("It takes four corners.", "corners")
    turns = [
        _turn(before, at, after)
        for before, at, after in zip(
            corners, [*corners[1:], corners[0]], [*corners[2:], *corners[:2]], strict=True
        )
    ]
    if min(turns) <= FLATTEST:
        raise BadInput(_BENT, "corners")
    import numpy

    # Each corner gives two equations for the eight unknown weights; the ninth is 1.
    rows, goals = [], []
    for (x, y), (u, v) in zip(known.corners, corners, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -x * u, -y * u], [0, 0, 0, x, y, 1, -x * v, -y * v]]
        goals += [u, v]
    try:
        found = numpy.linalg.solve(numpy.array(rows), numpy.array(goals))
    except numpy.linalg.LinAlgError:
        raise BadInput(_BENT, "corners") from None
    return _facing((*(float(each) for each in found), 1.0), known)


def _facing(weights: tuple[float, ...], known: Rectangle) -> Perspective:
    """Return the projection with the known rectangle before the camera, not behind it."""
    g, h, i = weights[6:]
    if any(g * x + h * y + i <= 0 for x, y in known.corners):
        # All behind: the table's own corner lies beyond the horizon, and every sign is turned.
        weights = tuple(-each for each in weights)
    return Perspective(weights)


def _turn(before: Point, at: Point, after: Point) -> float:
    """Return twice the area of three corners, above 0 where they go clockwise."""
    (ax, ay), (bx, by) = (
        (end[0] - start[0], end[1] - start[1]) for start, end in pairwise((before, at, after))
    )
    return ax * by - ay * bx


def hides_part_of(view: Perspective, width: float, depth: float) -> bool:
    """Return whether a part of a table would lie behind the camera, where no photo can show it."""
    corners = ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))
    return any(view.to_photo(corner) is None for corner in corners)
