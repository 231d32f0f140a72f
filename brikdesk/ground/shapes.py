"""Footprints as values: what units, terrain and Fields cover of the table, and how high they are."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.errors import BadInput

Key = TypeVar("Key", bound=int | str)
"""What the caller names a footprint with, and gets back in answers."""

Point = tuple[float, float]
"""A spot on the table: x to the right, y downward, in inches."""

FARTHEST = 1_000.0
"""Inches from the corner of the table beyond which no point of an outline lies."""

MOST_POINTS = 200
"""Points of one outline."""

NEARLY = 1e-9
"""Inches of rounding error in what is computed from exact numbers."""

_QUARTERS: dict[float, Point] = {0: (0.0, -1.0), 90: (1.0, 0.0), 180: (0.0, 1.0), 270: (-1.0, 0.0)}


class Footprint(Struct, frozen=True):
    """All points within `radius` of `core`, from height `base` to height `top`.

    A core of one point is round, one of two a long creature or a wall, one of three and more a
    polygon with its inside; the last point is joined to the first. Raise ValueError for a core
    without points, a radius below 0 or a top below the base.
    """

    core: tuple[Point, ...]
    radius: float = 0.0
    base: float = 0.0
    top: float = 1.0

    def __post_init__(self) -> None:
        if not self.core:
            raise ValueError("a footprint has at least one point")
        if not self.radius >= 0:
            raise ValueError(f"a radius is 0 or more, not {self.radius}")
        if not self.top >= self.base:
            raise ValueError(f"the top {self.top} lies below the base {self.base}")


def disc(x: float, y: float, radius: float, base: float = 0.0, top: float = 1.0) -> Footprint:
    """Return a round footprint: a minifig, a Field, a tree."""
    return Footprint(((x, y),), radius, base, top)


def long_one(
    x: float,
    y: float,
    length: float,
    width: float,
    facing: float,
    base: float = 0.0,
    top: float = 1.0,
) -> Footprint:
    """Return a footprint with round ends about (x, y): a horse, a snake, a log.

    `length` is along the facing, ends included; it may be less than `width`.
    """
    if length < width:
        return long_one(x, y, width, length, facing + 90, base, top)
    if length == width:
        return disc(x, y, width / 2, base, top)
    half = (length - width) / 2
    ends = toward((x, y), facing, half), toward((x, y), facing, -half)
    return Footprint(ends, width / 2, base, top)


def box(
    x: float,
    y: float,
    width: float,
    depth: float,
    facing: float,
    base: float = 0.0,
    top: float = 1.0,
) -> Footprint:
    """Return a rectangle about (x, y), `depth` along its facing and `width` across."""
    ahead, aside = direction(facing), direction(facing + 90)

    def corner(across: float, along: float) -> Point:
        return (
            x + across * width / 2 * aside[0] + along * depth / 2 * ahead[0],
            y + across * width / 2 * aside[1] + along * depth / 2 * ahead[1],
        )

    return Footprint(
        (corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)), base=base, top=top
    )


def outline(
    points: Iterable[Point], base: float = 0.0, top: float = 1.0, *, where: str = "outline"
) -> Footprint:
    """Return the polygon that somebody drew; points that repeat the one before are left out.

    Raise BadInput for `where` if it has fewer than 3 points or more than 200, one that is no
    number or lies more than 1,000 inches away, no area, lines that cross or touch each other,
    or a top that is no number or below the base.
    """
    corners = _without_repeats(points, where)
    if not base <= top or not math.isfinite(base) or not math.isfinite(top):
        raise BadInput("The top of a shape must not lie below its base.", where)
    if len(corners) < 3:
        raise BadInput("An outline needs three different points at least.", where)
    from shapely import MultiPoint, Polygon  # the start of the program does without it

    if MultiPoint(corners).convex_hull.area < NEARLY:
        raise BadInput("This outline has no area: its points lie on one line.", where)
    if not Polygon(corners).is_valid:
        raise BadInput("The lines of an outline must not cross or touch each other.", where)
    return Footprint(corners, base=base, top=top)


def _without_repeats(points: Iterable[Point], where: str) -> tuple[Point, ...]:
    corners: list[Point] = []
    for x, y in points:
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):  # so that NaN fails it too
            raise BadInput(
                f"A point of an outline lies within {FARTHEST:,.0f} inches of the table's corner.",
                where,
            )
        if not corners or corners[-1] != (x, y):
            corners.append((float(x), float(y)))
        if len(corners) > MOST_POINTS + 1:  # one more may close it
            break
    if len(corners) > 1 and corners[0] == corners[-1]:
        corners.pop()
    if len(corners) > MOST_POINTS:
        raise BadInput(f"An outline has at most {MOST_POINTS} points.", where)
    return tuple(corners)


def moved(footprint: Footprint, dx: float, dy: float) -> Footprint:
    """Return the footprint after a step of (dx, dy)."""
    return replace(footprint, core=tuple((x + dx, y + dy) for x, y in footprint.core))


def turned(footprint: Footprint, degrees: float, about: Point) -> Footprint:
    """Return the footprint turned clockwise about a point."""
    up = direction(degrees)  # which is exact for quarter turns
    cos, sin = -up[1], up[0]
    x0, y0 = about
    core = tuple(
        (x0 + (x - x0) * cos - (y - y0) * sin, y0 + (x - x0) * sin + (y - y0) * cos)
        for x, y in footprint.core
    )
    return replace(footprint, core=core)


def grown(footprint: Footprint, inches: float) -> Footprint:
    """Return everything within some inches of a footprint, at the same heights."""
    return replace(footprint, radius=footprint.radius + inches)


def centre(footprint: Footprint) -> Point:
    """Return the middle of a footprint; of a polygon its centre of area, which may lie outside."""
    core = footprint.core
    x0, y0 = core[0]  # near the shape, so that far from the corner no digits are lost
    area = x = y = 0.0
    for (ax, ay), (bx, by) in edges(core):
        part = (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)
        area += part
        x += part * (ax + bx - 2 * x0)
        y += part * (ay + by - 2 * y0)
    if len(core) < 3 or abs(area) < NEARLY:
        return sum(x for x, _ in core) / len(core), sum(y for _, y in core) / len(core)
    return x0 + x / (3 * area), y0 + y / (3 * area)


def edges(core: Sequence[Point]) -> tuple[tuple[Point, Point], ...]:
    """Return the lines of a core: none of a point, one of two points, all around a polygon."""
    if len(core) < 3:
        return tuple(pairwise(core))
    return tuple(zip(core, (*core[1:], core[0]), strict=True))


def bearing(a: Point, b: Point) -> float:
    """Return the direction from a to b, 0 or more and less than 360 degrees; 0 at the same spot."""
    return whole_turn(math.degrees(math.atan2(b[0] - a[0], a[1] - b[1])))


def toward(a: Point, degrees: float, inches: float) -> Point:
    """Return the spot that lies some inches from a in a direction."""
    dx, dy = direction(degrees)
    return a[0] + inches * dx, a[1] + inches * dy


def direction(degrees: float) -> Point:
    """Return the step of one inch in a direction; quarter turns are exact."""
    turn = whole_turn(degrees)
    if (exact := _QUARTERS.get(turn)) is not None:
        return exact
    return math.sin(math.radians(turn)), -math.cos(math.radians(turn))


def whole_turn(degrees: float) -> float:
    """Return the same direction as 0 or more and less than 360 degrees."""
    turn = degrees % 360
    return turn if turn < 360 else 0.0  # -1e-20 % 360 is 360


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


class Sections(Struct, frozen=True):
    """Which sections of a minifig can be seen, or lie in an area: a bit of one is enough (5.1-33)."""

    head: bool
    torso: bool
    legs: bool

    @property
    def count(self) -> int:
        """Number of sections, as 5.1-34 and 5.1-36 ask for it."""
        return self.head + self.torso + self.legs


def slices(minifig: Footprint) -> tuple[Footprint, Footprint, Footprint]:
    """Return head, torso and legs of a standing minifig: thirds of its height, from the top down.

    Real legs are a little longer and hair a little higher; thirds are near enough for a proposal.
    """
    third = (minifig.top - minifig.base) / 3
    knee, neck = minifig.base + third, minifig.top - third
    return (
        replace(minifig, base=neck),
        replace(minifig, base=knee, top=neck),
        replace(minifig, top=knee),
    )


class RoundBase(Protocol):
    """What stands on the table, or in a tray beside it: a place, if it is known, and a Size.

    The Size counts as a diameter in inches: what has no drawn outline is round.
    """

    @property
    def x(self) -> float | None:
        """Inches from the left edge."""

    @property
    def y(self) -> float | None:
        """Inches from the far edge."""

    @property
    def size(self) -> int:
        """Inches across."""


def edge_to_edge(one: RoundBase, other: RoundBase) -> float | None:
    """Return the inches between the edges of two units, 0 where they touch (5.1-07, F.1-35).

    None if one of the two has no place.
    """
    if one.x is None or one.y is None:
        return None
    away = point_to_edge(one.x, one.y, other)
    return None if away is None else max(0.0, away - one.size / 2)


def point_to_edge(x: float | None, y: float | None, other: RoundBase) -> float | None:
    """Return the inches from a point to the edge of a unit, 0 within it; None without a place."""
    if x is None or y is None or other.x is None or other.y is None:
        return None
    return max(0.0, hypot(other.x - x, other.y - y) - other.size / 2)
