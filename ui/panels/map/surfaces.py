"""What makes terrain look like what it is: studs, crowns of trees, contours, soft banks."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

from brikdesk.ground.shapes import Point
from brikdesk.store.views.battlefield import TerrainKind, TerrainPiece

STUD, APART = 0.3, 1.25
"""Inches of radius of a stud, and from one to the next."""

CROWN = 1.1
"""Inches of radius of a tree in a wood that is no circle itself."""

ROUNDED = 1.5
"""Inches from a corner at which the bank of water leaves its side."""

MOST, FEWEST, ON_TABLE = 60, 4, 3000
"""Marks of one piece, and of all together: more would slow down every pan."""

_AROUND = tuple(
    QPointF(math.cos(math.radians(turn)), math.sin(math.radians(turn)))
    for turn in range(0, 360, 45)
)
"""Steps from a middle to its circle of radius 1."""

_K = TerrainKind
STUDDED = frozenset({_K.BUILDING, _K.WALL, _K.ROAD})


def marks_for(pieces: int) -> int:
    """Return how many marks each of so many pieces may have."""
    return max(FEWEST, min(MOST, ON_TABLE // max(pieces, 1)))


def surface_of(piece: TerrainPiece, outline: QPainterPath, most: int) -> QPainterPath:
    """Return the lines within an outline; an empty path where it has none."""
    if piece.kind in STUDDED:
        return _studs(piece, outline, most)
    if piece.kind is _K.WOOD:
        return _crowns(piece, outline, most)
    if piece.kind is _K.HILL:
        return _smaller(outline, 0.68, 0.36)
    if piece.kind is _K.ROCKS:
        return _smaller(outline, 0.5)
    if piece.kind is _K.RUBBLE:
        return _stones(outline, _grid(piece, outline, 0.9, most))
    return QPainterPath()


def banks(points: Sequence[Point], table: QRectF) -> QPainterPath:
    """Return an outline with its corners rounded, as water has none but at the table's edge."""
    path = QPainterPath()
    corners = [QPointF(x, y) for x, y in points]
    for before, corner, after in zip(
        [corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True
    ):
        inside = table.adjusted(0.01, 0.01, -0.01, -0.01).contains(corner)
        start, end = (
            (_toward(corner, before), _toward(corner, after)) if inside else (corner, corner)
        )
        if path.elementCount() == 0:  # isEmpty() is true of a path that has only begun, too
            path.moveTo(start)
        else:
            path.lineTo(start)
        if start != end:
            path.quadTo(corner, end)
    path.closeSubpath()
    return path


def _toward(corner: QPointF, other: QPointF) -> QPointF:
    side = other - corner
    long = math.hypot(side.x(), side.y())
    return corner + side * (min(ROUNDED, long / 2) / long) if long else corner


def _grid(piece: TerrainPiece, outline: QPainterPath, apart: float, most: int) -> Iterator[QPointF]:
    """Yield points in rows along the longest side, as near as may be without too many of them."""
    box = outline.boundingRect()
    middle = box.center()
    turn = QTransform().translate(middle.x(), middle.y()).rotate(_along(piece.points))
    flat = turn.inverted()[0].map(outline).boundingRect()
    area = flat.width() * flat.height()
    apart = max(apart, math.sqrt(area / most))
    for y in _row(flat.top(), flat.bottom(), apart):
        for x in _row(flat.left(), flat.right(), apart):
            yield turn.map(QPointF(x, y))


def _row(start: float, end: float, apart: float) -> list[float]:
    """Return places spread evenly between two ends, at least one of them."""
    count = max(1, int((end - start) / apart))
    step = (end - start) / count
    return [start + step * (number + 0.5) for number in range(count)]


def _along(points: Sequence[Point]) -> float:
    """Return the direction of the longest side in degrees, as Qt turns."""
    sides = [*pairwise(points), (points[-1], points[0])]
    (x, y), (right, bottom) = max(sides, key=lambda side: math.dist(*side))
    return math.degrees(math.atan2(bottom - y, right - x))


def _circles(
    outline: QPainterPath, middles: Iterator[QPointF], radii: Sequence[float]
) -> QPainterPath:
    path = QPainterPath()
    for middle in middles:
        if _has_room(outline, middle, max(radii)):
            for radius in radii:
                path.addEllipse(middle, radius, radius)
    return path


def _has_room(outline: QPainterPath, middle: QPointF, radius: float) -> bool:
    return all(outline.contains(middle + step * radius) for step in _AROUND)


def _studs(piece: TerrainPiece, outline: QPainterPath, most: int) -> QPainterPath:
    """Return studs in rows; where rows miss most of an angled piece, wherever one finds room."""
    path = _circles(outline, _grid(piece, outline, APART, most), (STUD,))
    box = outline.boundingRect()
    rows = max(1, int(box.width() / APART)) * max(1, int(box.height() / APART))
    if len(piece.points) in (1, 2, 4) or path.elementCount() > rows * 13 / 3:
        return path
    path, taken = QPainterPath(), list[QPointF]()
    for middle in _grid(piece, outline, APART / 4, 16 * most):
        apart = (math.hypot(middle.x() - at.x(), middle.y() - at.y()) for at in taken)
        if all(inches >= APART for inches in apart) and _has_room(outline, middle, 1.4 * STUD):
            taken.append(middle)
            path.addEllipse(middle, STUD, STUD)
    return path


def _crowns(piece: TerrainPiece, outline: QPainterPath, most: int) -> QPainterPath:
    """Return the inner rings of trees: of the one that a circle is, or of as many as find room."""
    if len(piece.points) == 1:
        path, middle = QPainterPath(), QPointF(*piece.points[0])
        path.addEllipse(middle, piece.radius * 0.48, piece.radius * 0.48)
        return path
    box = outline.boundingRect()
    crown = min(CROWN, piece.radius or CROWN, min(box.width(), box.height()) / 2) * 0.92
    return _circles(outline, _grid(piece, outline, 2.1 * crown, most), (crown, crown * 0.45))


def _smaller(outline: QPainterPath, *parts: float) -> QPainterPath:
    """Return an outline again in parts of its size, within itself."""
    path, middle = QPainterPath(), outline.boundingRect().center()
    for part in parts:
        shrink = QTransform().translate(middle.x(), middle.y()).scale(part, part)
        path.addPath(shrink.translate(-middle.x(), -middle.y()).map(outline))
    return path


def _stones(outline: QPainterPath, middles: Iterator[QPointF]) -> QPainterPath:
    """Return small bricks that lie about, always in the same way."""
    path = QPainterPath()
    for number, middle in enumerate(middles):
        if outline.contains(middle):
            brick = QPainterPath()
            brick.addRect(-0.2, -0.12, 0.4, 0.24)
            turn = QTransform().translate(middle.x(), middle.y()).rotate(number * 67 % 180)
            path.addPath(turn.map(brick))
    return path
