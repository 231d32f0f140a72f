"""The table under everything: its colour, grid, rulers, photo, and terrain as a picture."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTransform,
)
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsRectItem, QGraphicsScene

from brikdesk.ground.shapes import Point
from brikdesk.store.views.battlefield import Finish, Ground, TerrainKind, TerrainPiece
from ui.look.theme import Theme
from ui.panels.map.scene import (
    GRID,
    PHOTO,
    TERRAIN,
    outline_of,
    steady_pen,
    terrain_colour,
)
from ui.panels.map.view import MapView
from ui.widgets.painted import draw_centred, draw_plate, painting, with_alpha

_FINISHES = {
    Finish.GRASS: ("green", 0.35),
    Finish.SAND: ("wood", 0.3),
    Finish.STONE: ("stone", 0.3),
}
_FILLED = {TerrainKind.ROAD: 0.75, TerrainKind.RUBBLE: 0.35, TerrainKind.HILL: 0.5}
"""How opaque a kind is through which the table shows."""

_SKETCHY = frozenset({TerrainKind.RUBBLE, TerrainKind.HILL})
"""Kinds with a dashed edge: they have no wall that ends them."""


def terrain_style(theme: Theme, piece: TerrainPiece) -> tuple[QBrush, QPen]:
    """Return fill and edge of a piece of terrain."""
    colour = terrain_colour(theme, piece.kind)
    fill = with_alpha(colour, _FILLED.get(piece.kind, 1.0))
    if piece.kind is TerrainKind.WATER:
        # A broad, pale edge in inches: the bank is soft at every zoom.
        bank = QPen(with_alpha(colour, 0.45), 0.6)
        bank.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return QBrush(fill), bank
    line = Qt.PenStyle.DashLine if piece.kind in _SKETCHY else Qt.PenStyle.SolidLine
    return QBrush(fill), steady_pen(_edge(theme, piece.kind), 1.0, line)


def surface_pen(theme: Theme, piece: TerrainPiece) -> QPen:
    """Return the pen for what lies on a piece of terrain, paler than its edge."""
    return steady_pen(with_alpha(_edge(theme, piece.kind), 0.6), 1.0)


def _edge(theme: Theme, kind: TerrainKind) -> QColor:
    colour = terrain_colour(theme, kind)
    return colour.lighter(150) if theme.dark else colour.darker(125)


def table_colour(theme: Theme, ground: Ground) -> QColor:
    """Return the colour of the table with its finish."""
    plain = theme.color("table")
    if ground.finish is Finish.NIGHT:
        return plain.darker(140 if theme.dark else 112)
    token, part = _FINISHES.get(ground.finish, ("table", 0.0))
    return _mixed(plain, theme.color(token), part)


def grid_colour(theme: Theme, ground: Ground, strong: bool) -> QColor:
    """Return the colour of the lines of the inch grid, or of the strong ones among them.

    It is solid: upright lines that let something through take thirty times as long to paint.
    """
    if ground.finish is Finish.PLAIN:
        return theme.color("grid6" if strong else "grid1")
    # On a coloured table the greys of the grid would be darker than what they lie on.
    return _mixed(table_colour(theme, ground), theme.color("text"), 0.13 if strong else 0.05)


def _mixed(one: QColor, other: QColor, part: float) -> QColor:
    """Return the first colour with a part of the other in it."""

    def between(least: float, most: float) -> float:
        return least * (1 - part) + most * part

    return QColor.fromRgbF(
        between(one.redF(), other.redF()),
        between(one.greenF(), other.greenF()),
        between(one.blueF(), other.blueF()),
    )


class PhotoPicture:
    """A straightened photo of the whole table, in several sizes."""

    def __init__(self) -> None:
        self._sizes: Sequence[QImage] = ()
        self._opacity = 1.0

    def show(self, sizes: Sequence[QImage], opacity: float) -> None:
        """Show another photo, given from the largest to the smallest; none if there are no sizes."""
        self._opacity = opacity
        self._sizes = sizes  # as they are: to make pixmaps of them would hold up the window

    def is_shown(self) -> bool:
        """Return whether there is a photo."""
        return bool(self._sizes)

    def paint(self, painter: QPainter, table: QRectF, seen: QRectF, ratio: float) -> None:
        """Paint the part that is seen of a table that lies at this place of the view."""
        part = table & seen
        if not self._sizes or part.isEmpty():
            return
        # The smallest that need not be enlarged: the less Qt shrinks it, the quicker it is painted.
        wanted = table.width() * ratio
        picture = next(
            (each for each in reversed(self._sizes) if each.width() >= wanted), self._sizes[0]
        )
        across, down = picture.width() / table.width(), picture.height() / table.height()
        source = QRectF(
            (part.left() - table.left()) * across,
            (part.top() - table.top()) * down,
            part.width() * across,
            part.height() * down,
        )
        painter.save()
        painter.setOpacity(self._opacity)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(part, picture, source)
        painter.restore()


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
    inner = table.adjusted(0.01, 0.01, -0.01, -0.01)
    for at, corner in enumerate(corners):
        inside = inner.contains(corner)
        start = _toward(corner, corners[at - 1]) if inside else corner
        end = _toward(corner, corners[(at + 1) % len(corners)]) if inside else corner
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
    # A circle has 13 elements in a path. Rows are enough if a third of their places have a stud.
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


LARGEST = 6_000_000
"""Pixels of the largest picture that is kept, 24 MB. Nearer than that, what is seen is drawn anew."""

AT_ONCE = 20
"""Outlines that are drawn without a pause; to draw one takes a twentieth of a millisecond."""

_WHOLE = QRectF()
"""All of a picture."""

FLAT = (TerrainKind.HILL, TerrainKind.WATER, TerrainKind.ROAD)
"""Kinds that lie under all others, from below."""


class TerrainPicture:
    """Paints the terrain in pixels of a view."""

    def __init__(self, theme: Theme, view: MapView) -> None:
        self._theme, self._view = theme, view
        # Items that no view shows: Qt knows best how to draw outlines, clipped and in order.
        self._scene = QGraphicsScene(view)
        self._outlines: list[QGraphicsPathItem] = []
        self._pieces: Sequence[TerrainPiece] = ()
        self._table = QRectF()
        self._drawn: QPixmap | None = None
        self._drawn_at = (0.0, 0.0)
        view.sharpened.append(self.sharpen)

    def show_ground(self, ground: Ground) -> None:
        """Show the terrain as it is now."""
        table = QRectF(0, 0, ground.width, ground.depth)
        if table != self._table or ground.pieces != self._pieces:
            self._table, self._pieces = table, ground.pieces
            self.restyle()

    def restyle(self) -> None:
        """Draw it anew, in the colours of the theme."""
        self._drawn = None
        for item in self._scene.items():
            if item.parentItem() is None:
                self._scene.removeItem(item)
        self._outlines = []
        marks = marks_for(len(self._pieces))
        levels = {kind: level for level, kind in enumerate(FLAT)}
        for piece in sorted(self._pieces, key=lambda each: levels.get(each.kind, len(FLAT))):
            for item in self._items(piece, marks):
                self._scene.addItem(item)
        self._scene.setSceneRect(self._scene.itemsBoundingRect())

    def paint(self, painter: QPainter) -> None:
        """Paint the terrain where the view has it."""
        if not self._pieces:
            return
        view, bounds = self._view, self._scene.sceneRect()
        corner = view.to_view(bounds.topLeft())
        if self._drawn is not None and not view.at_rest:
            # Not on whole pixels: it would tremble beside the tokens while it grows.
            painter.drawPixmap(QRectF(corner, bounds.size() * view.scale_now), self._drawn, _WHOLE)
            return
        if self._too_large():
            room = QRectF(view.viewport().rect())
            source = QRectF(view.to_table(room.topLeft()), view.to_table(room.bottomRight()))
            self._scene.render(painter, room, source, Qt.AspectRatioMode.IgnoreAspectRatio)
            return
        for _ in self.sharpen():
            pass
        assert self._drawn is not None
        # On whole pixels: half a pixel would blur every edge.
        painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), self._drawn)

    def sharpen(self) -> Iterator[None]:
        """Draw the picture if it was drawn for another zoom; it may pause after each outline."""
        view = self._view
        at = (view.scale_now, view.devicePixelRatioF())
        if not self._pieces or self._too_large() or (self._drawn and self._drawn_at == at):
            return
        scale, ratio = at
        bounds = self._scene.sceneRect()
        wide, high = math.ceil(bounds.width() * scale), math.ceil(bounds.height() * scale)
        picture = QPixmap(math.ceil(wide * ratio), math.ceil(high * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        place = QTransform.fromScale(scale, scale).translate(-bounds.left(), -bounds.top())
        items = self._outlines
        for first in range(0, len(items), AT_ONCE):
            with painting(picture) as painter:
                painter.setTransform(place, combine=True)
                for item in items[first : first + AT_ONCE]:
                    self._paint_item(painter, item)
            yield
        if items is self._outlines:
            self._drawn, self._drawn_at = picture, at

    def _paint_item(self, painter: QPainter, item: QGraphicsPathItem) -> None:
        clipped = item.parentItem() is not None
        if clipped:
            painter.setClipRect(self._table)
        painter.setPen(item.pen())
        painter.setBrush(item.brush())
        painter.drawPath(item.path())
        if clipped:
            painter.setClipping(False)

    def _too_large(self) -> bool:
        bounds, view = self._scene.sceneRect(), self._view
        scale = view.scale_now * view.devicePixelRatioF()
        return bounds.width() * bounds.height() * scale**2 > LARGEST

    def _items(self, piece: TerrainPiece, marks: int) -> Iterable[QGraphicsItem]:
        outline = outline_of(piece.points, piece.radius)
        water = piece.kind is TerrainKind.WATER
        if water and len(piece.points) > 2 and not piece.radius:
            outline = banks(piece.points, self._table)
        item = QGraphicsPathItem(outline)
        brush, pen = terrain_style(self._theme, piece)
        item.setBrush(brush)
        item.setPen(pen)
        surface = QGraphicsPathItem(surface_of(piece, outline, marks))
        surface.setPen(surface_pen(self._theme, piece))
        if water and self._table.contains(outline.boundingRect()):
            self._outlines.append(item)
            return [self._clipped(item)]
        items = [item] if surface.path().isEmpty() else [item, surface]
        self._outlines += items
        return items

    def _clipped(self, item: QGraphicsItem) -> QGraphicsItem:
        """Return an item whose soft edge ends where the table ends."""
        table = QGraphicsRectItem(self._table)
        table.setPen(Qt.PenStyle.NoPen)
        table.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        item.setParentItem(table)
        return table


RULED = 6
"""Inches between two numbers of a ruler, and between two strong lines of the grid."""

OVER_PHOTO = 0.5
"""How solid terrain is over a photo that shows the same pieces."""

FINEST = 7
"""Pixels to the inch under which the inch grid would be a grey veil."""


class Tabletop:
    """Paints the table of a battle, in pixels of the view."""

    def __init__(self, theme: Theme, view: MapView) -> None:
        self._theme, self._view = theme, view
        self.ground: Ground | None = None
        self.hidden: frozenset[str] = frozenset()
        self.terrain = TerrainPicture(theme, view)
        self._photo = PhotoPicture()
        self._drawn: QPixmap | None = None
        self._drawn_for: tuple[object, ...] = ()

    def paint(self, painter: QPainter) -> None:
        """Paint table, grid, rulers and terrain; with a photo as they were drawn last, if they can be."""
        if self._shows_photo():
            painter.drawPixmap(0, 0, self._with_photo())
        else:
            self._drawn = None
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_all(painter)
            painter.restore()
        if TERRAIN not in self.hidden:
            painter.setOpacity(OVER_PHOTO if self._shows_photo() else 1.0)
            self.terrain.paint(painter)
            painter.setOpacity(1.0)

    def show_photo(self, sizes: Sequence[QImage], opacity: float) -> None:
        """Show a straightened photo of the whole table under the grid; without sizes, none."""
        self._photo.show(sizes, opacity)
        self._drawn = None
        self._view.viewport().update()

    def _shows_photo(self) -> bool:
        return self._photo.is_shown() and PHOTO not in self.hidden

    def restyle(self) -> None:
        """Draw it anew, in the colours and sizes of the theme."""
        self._drawn = None
        self.terrain.restyle()

    def _with_photo(self) -> QPixmap:
        # To paint a photo smoothly takes longer than all that stands on the table.
        view = self._view
        place = view.viewportTransform()
        drawn_for = (
            view.viewport().size().toTuple(), place.m11(), place.dx(), place.dy(),
            view.devicePixelRatioF(), self.ground and _look(self.ground), GRID in self.hidden,
        )  # fmt: skip
        if drawn_for != self._drawn_for or self._drawn is None:
            self._drawn, self._drawn_for = self._draw(), drawn_for
        return self._drawn

    def _draw(self) -> QPixmap:
        room, ratio = self._view.viewport().size(), self._view.devicePixelRatioF()
        picture = QPixmap(room * ratio)
        picture.setDevicePixelRatio(ratio)
        with painting(picture) as painter:
            self._paint_all(painter)
        return picture

    def _paint_all(self, painter: QPainter) -> None:
        theme, ground = self._theme, self.ground
        painter.fillRect(self._view.viewport().rect(), theme.color("bg0"))
        if ground is None or not ground.width:
            return
        box = QRectF(
            self._view.to_view(QPointF(0, 0)),
            self._view.to_view(QPointF(ground.width, ground.depth)),
        )
        colour, edge = table_colour(theme, ground), theme.color("line2")
        draw_plate(painter, box, theme.px(8), colour, edge, 1)
        if self._shows_photo():
            seen = QRectF(self._view.viewport().rect())
            self._photo.paint(painter, box, seen, self._view.devicePixelRatioF())
        if GRID not in self.hidden:
            self._paint_grid(painter, box, ground)
        self._paint_rulers(painter, box, ground)

    def _paint_grid(self, painter: QPainter, box: QRectF, ground: Ground) -> None:
        scale = self._view.scale_now
        seen = (box.adjusted(1, 1, -1, -1) & QRectF(self._view.viewport().rect())).toRect()
        painter.save()
        # Boxes and not lines, all at once and on whole pixels: the quickest of all ways.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for strong in (False, True):
            if not strong and scale < FINEST:
                continue
            painter.setBrush(grid_colour(self._theme, ground, strong))
            step = RULED if strong else 1
            across, down = self._marks_in_sight(box, ground, step)
            lines = [
                QRect(round(box.left() + inch * scale), seen.top(), 1, seen.height())
                for inch in across
            ]
            lines += [
                QRect(seen.left(), round(box.top() + inch * scale), seen.width(), 1)
                for inch in down
            ]
            painter.drawRects([line for line in lines if seen.contains(line)])
        painter.restore()

    def _marks_in_sight(self, box: QRectF, ground: Ground, step: int) -> tuple[range, range]:
        """Return which marks across and down lie in the view, and one more on each side."""
        scale, room = self._view.scale_now, QRectF(self._view.viewport().rect())
        return (
            _some(_marks(ground.width, step), -box.left() / scale, room.width() / scale),
            _some(_marks(ground.depth, step), -box.top() / scale, room.height() / scale),
        )

    def _paint_rulers(self, painter: QPainter, box: QRectF, ground: Ground) -> None:
        theme, scale = self._theme, self._view.scale_now
        if theme.least:
            return  # in letters that are read from afar they would take the room of the table
        font, ink = theme.font("caption"), theme.color("text3")
        # Where the edge of the table is out of sight, its ruler stands at the edge of the view.
        top = max(box.top() - theme.px(12), float(theme.px(10)))
        left = max(box.left() - theme.px(15), float(theme.px(15)))
        step = RULED if scale * RULED >= theme.px(30) else 2 * RULED
        across, down = self._marks_in_sight(box, ground, step)
        for inch in (0, *across):
            at = QPointF(box.left() + inch * scale, top)
            draw_centred(painter, at, f'{inch}"', font, ink)
        for inch in down:
            at = QPointF(left, box.top() + inch * scale)
            draw_centred(painter, at, f'{inch}"', font, ink)


def _look(ground: Ground) -> tuple[object, ...]:
    """Return what decides how the table looks, without what stands on it."""
    return ground.width, ground.depth, ground.finish


def _marks(length: float, step: int) -> range:
    """Return every `step` inches of a length, without its ends."""
    return range(step, math.ceil(length), step)


def _some(marks: range, begin: float, length: float) -> range:
    """Return those marks from `begin` on over a length, and one more on each side."""
    first = math.floor(begin / marks.step) * marks.step
    return range(
        max(marks.start, first),
        min(marks.stop, math.ceil(begin + length) + marks.step + 1),
        marks.step,
    )
