"""What is drawn over a photo: the table as it is seen, the handles, and the loupe."""

from collections.abc import Iterator
from math import hypot

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from brikdesk.ground.perspective import Perspective
from brikdesk.ground.shapes import Point
from ui.look.theme import Theme
from ui.panels.photo.handles import CORNERS, Handle, Handles
from ui.widgets.brushwork import draw_centred, with_alpha

RADIUS, GRABBED = 10, 16
"""Pixels at 100 %: of a handle, and how near a click takes it."""

RULED = 6
"""Inches between two lines of the grid."""

LOUPE, NEARER = 140, 4.0
"""Pixels across the loupe, and how much larger it shows the photo."""

LOUPE_PART = 0.32
"""The part of the shorter side of the room that the loupe may take."""


class PhotoPlace(Struct, frozen=True):
    """Where the whole photo lies on a widget."""

    box: QRectF

    def at(self, place: Point) -> QPointF:
        """Return the pixel of a place that is given in parts of the photo."""
        return QPointF(
            self.box.left() + place[0] * self.box.width(),
            self.box.top() + place[1] * self.box.height(),
        )

    def part(self, pixel: QPointF) -> Point:
        """Return the place in the photo under a pixel."""
        return (
            (pixel.x() - self.box.left()) / self.box.width(),
            (pixel.y() - self.box.top()) / self.box.height(),
        )


def paint_table(
    painter: QPainter,
    theme: Theme,
    place: PhotoPlace,
    view: Perspective,
    table: tuple[float, float],
) -> None:
    """Paint the edges of the table and a line every six inches, as the camera sees them."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for edge, start, end in _lines(*table):
        seen = view.to_photo(start), view.to_photo(end)
        if seen[0] is None or seen[1] is None:
            continue
        # Dark under light: a photo may be of any colour.
        for colour, wide in ((_dark(0.45), 3.0), (_light(0.95 if edge else 0.55), 1.2)):
            painter.setPen(QPen(colour, wide + (0.8 if edge else 0.0)))
            painter.drawLine(place.at(seen[0]), place.at(seen[1]))


def _lines(width: float, depth: float) -> Iterator[tuple[bool, Point, Point]]:
    """Yield lines across the table, and whether each is an edge of it."""
    for inch in (*_marks(width), width):
        yield inch in (0.0, width), (inch, 0.0), (inch, depth)
    for inch in (*_marks(depth), depth):
        yield inch in (0.0, depth), (0.0, inch), (width, inch)


def _marks(length: float) -> Iterator[float]:
    at = 0.0
    while at < length:
        yield at
        at += RULED


def paint_handles(
    painter: QPainter, theme: Theme, place: PhotoPlace, handles: Handles, *, focus: bool
) -> None:
    """Paint the four corners joined, the check line, and each handle with the key that takes it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    around = QPolygonF([place.at(corner) for corner in handles.corners])
    check = place.at(handles[Handle.CHECK_START]), place.at(handles[Handle.CHECK_END])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, wide in ((_dark(0.6), theme.px(4)), (theme.color("accent"), theme.px(2))):
        painter.setPen(QPen(colour, wide))
        painter.drawPolygon(around)
    for colour, wide in ((_dark(0.6), theme.px(4)), (_light(1.0), theme.px(2))):
        pen = QPen(colour, wide)
        pen.setDashPattern([4, 2])
        painter.setPen(pen)
        painter.drawLine(*check)
    for handle in Handle:
        _paint_handle(painter, theme, place.at(handles[handle]), handle, handles, focus)


def _paint_handle(
    painter: QPainter, theme: Theme, at: QPointF, handle: Handle, handles: Handles, focus: bool
) -> None:
    active, corner = handle is handles.active, handle in CORNERS
    radius = theme.px(RADIUS)
    if active and focus:
        painter.setPen(QPen(_dark(0.7), theme.px(5)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, radius + theme.px(4), radius + theme.px(4))
        painter.setPen(QPen(theme.color("accent"), theme.px(2)))
        painter.drawEllipse(at, radius + theme.px(4), radius + theme.px(4))
    fill = theme.color("accent") if corner else _light(1.0)
    painter.setPen(QPen(_dark(0.8), theme.px(2)))
    painter.setBrush(with_alpha(fill, 1.0 if active else 0.75))
    painter.drawEllipse(at, radius, radius)
    ink = theme.color("on_accent") if corner else _dark(1.0)
    draw_centred(painter, at, str(handle + 1), theme.font("caption", True), ink)


def paint_loupe(
    painter: QPainter,
    theme: Theme,
    place: PhotoPlace,
    handles: Handles,
    photo: QImage,
    room: QRectF,
) -> None:
    """Paint what lies under the handle in hand, four times as large, in the emptiest corner."""
    # With large text it would lie over the other handles.
    across, edge = min(theme.px(LOUPE), LOUPE_PART * min(room.width(), room.height())), theme.px(8)
    inner = room.adjusted(edge, edge, -edge, -edge)
    glass = max(_corners(inner, across), key=lambda box: _nearest(box.center(), place, handles))
    scale = photo.width() / place.box.width()  # pixels of the photo to one of the widget
    reach = across / NEARER * scale
    x, y = handles[handles.active]
    source = QRectF(x * photo.width() - reach / 2, y * photo.height() - reach / 2, reach, reach)
    painter.save()
    clip = QPainterPath()
    clip.addEllipse(glass)
    painter.setClipPath(clip)
    painter.fillRect(glass, theme.color("well"))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(glass, photo, source)
    middle = glass.center()
    for colour, wide in ((_dark(0.7), 3.0), (_light(1.0), 1.0)):
        painter.setPen(QPen(colour, wide))
        painter.drawLine(QPointF(glass.left(), middle.y()), QPointF(glass.right(), middle.y()))
        painter.drawLine(QPointF(middle.x(), glass.top()), QPointF(middle.x(), glass.bottom()))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("line2"), theme.px(2)))
    painter.drawEllipse(glass)


def _corners(room: QRectF, across: float) -> list[QRectF]:
    """Return a box in each corner of the room."""
    return [
        QRectF(x, y, across, across)
        for x in (room.left(), room.right() - across)
        for y in (room.top(), room.bottom() - across)
    ]


def _nearest(middle: QPointF, place: PhotoPlace, handles: Handles) -> float:
    """Return the pixels to the nearest handle."""
    ways = [place.at(handles[handle]) - middle for handle in Handle]
    return min(hypot(way.x(), way.y()) for way in ways)


def _dark(alpha: float) -> QColor:
    return with_alpha(QColor(0, 0, 0), alpha)


def _light(alpha: float) -> QColor:
    return with_alpha(QColor(255, 255, 255), alpha)
