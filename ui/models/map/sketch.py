"""A piece of terrain while it is drawn, and one that is moved or turned: points without pictures."""

import math
from collections.abc import Sequence
from enum import Enum
from itertools import pairwise

from msgspec import Struct, field

from brikdesk.ground.shapes import Footprint, Point, centre, moved, turned
from brikdesk.ground.strips import strip
from brikdesk.lengths import in_inches
from brikdesk.store.views.battlefield import TerrainKind, TerrainPiece


class DrawnAs(Enum):
    """How a piece is drawn."""

    RECTANGLE = "Rectangle"
    CIRCLE = "Circle"
    OUTLINE = "Outline"
    LINE = "Line"


LETTERS = {
    "b": TerrainKind.BUILDING,
    "w": TerrainKind.WALL,
    "o": TerrainKind.WOOD,
    "k": TerrainKind.ROCKS,
    "a": TerrainKind.WATER,
    "h": TerrainKind.HILL,
    "r": TerrainKind.ROAD,
    "u": TerrainKind.RUBBLE,
    "t": TerrainKind.OTHER,
}
"""The key of each kind: a letter of its word."""

USUAL_FORMS = {
    TerrainKind.WOOD: DrawnAs.CIRCLE,
    TerrainKind.WALL: DrawnAs.LINE,
    TerrainKind.ROAD: DrawnAs.LINE,
    TerrainKind.WATER: DrawnAs.OUTLINE,
    TerrainKind.HILL: DrawnAs.OUTLINE,
}
"""How a kind is mostly drawn, if not as a rectangle."""

NARROWEST, WIDEST = 0.25, 12.0
"""Inches of width of a line."""


class DrawnShape(Struct, frozen=True):
    """Points and radius, as a piece of terrain has them."""

    points: tuple[Point, ...]
    radius: float = 0.0

    @property
    def middle(self) -> Point:
        """The middle of it, around which it turns."""
        return centre(Footprint(self.points, self.radius))

    def shifted(self, dx: float, dy: float) -> "DrawnShape":
        """Return it after a step."""
        return DrawnShape(moved(Footprint(self.points), dx, dy).core, self.radius)

    def turned(self, degrees: float) -> "DrawnShape":
        """Return it turned clockwise about its middle."""
        return DrawnShape(turned(Footprint(self.points), degrees, self.middle).core, self.radius)


def shape_of(piece: TerrainPiece) -> DrawnShape:
    """Return the shape of a piece on the table."""
    return DrawnShape(piece.points, piece.radius)


class Sketch(Struct):
    """What is being drawn: the kind, the form, and the points that are set."""

    kind: TerrainKind = TerrainKind.BUILDING
    form: DrawnAs = DrawnAs.RECTANGLE
    width: float = 1.0
    points: list[Point] = field(default_factory=list)

    @property
    def by_points(self) -> bool:
        """Whether it goes on point by point until it is ended."""
        return self.form in (DrawnAs.OUTLINE, DrawnAs.LINE)

    def take_kind(self, kind: TerrainKind) -> None:
        """Draw another kind, in the form that is usual for it unless points are set already."""
        self.kind = kind
        if not self.points:
            self.form = USUAL_FORMS.get(kind, DrawnAs.RECTANGLE)

    def drawn_to(self, at: Point) -> tuple[Point, ...]:
        """Return the points with the one where the pointer is; those of a rectangle are corners."""
        points = self.points if self.points and self.points[-1] == at else [*self.points, at]
        if self.form is DrawnAs.RECTANGLE and len(points) > 1:
            (left, top), (right, bottom) = points[0], points[1]
            return (left, top), (right, top), (right, bottom), (left, bottom)
        return tuple(points)

    def finished(self, at: Point | None) -> DrawnShape:
        """Return the shape, ended at a point or at the last one that is set; BadInput for no shape."""
        points = tuple(self.points) if at is None else self.drawn_to(at)
        if self.form is DrawnAs.CIRCLE:
            radius = math.dist(points[0], points[-1])
            return DrawnShape(points[:1], round(radius, 3))
        if self.form is DrawnAs.LINE:
            return DrawnShape(strip(points, self.width))
        return DrawnShape(points)

    def sides(self, at: Point) -> tuple[tuple[Point, Point], ...]:
        """Return the sides whose inches are of interest."""
        points = self.drawn_to(at)
        if self.form is DrawnAs.RECTANGLE and len(points) == 4:
            return (points[0], points[1]), (points[1], points[2])
        return tuple(pairwise(points))

    def words(self, at: Point) -> str:
        """Return its size in words."""
        inches = [math.dist(*side) for side in self.sides(at)]
        if not inches:
            return ""
        if self.form is DrawnAs.RECTANGLE:
            return " by ".join(in_inches(side) for side in inches)
        if self.form is DrawnAs.CIRCLE:
            return f"{in_inches(2 * inches[0])} across"
        long = f"{in_inches(sum(inches))} long"
        return f"{long}, {in_inches(self.width)} wide" if self.form is DrawnAs.LINE else long


def in_order(pieces: Sequence[TerrainPiece]) -> list[TerrainPiece]:
    """Return pieces in reading order, as Tab goes through them."""

    def place(piece: TerrainPiece) -> tuple[float, float, int]:
        x, y = shape_of(piece).middle
        return y // 3, x, piece.id

    return sorted(pieces, key=place)
