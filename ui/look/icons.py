"""Icons in the colour of their meaning, and silhouettes of dice and factions."""

import math
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPainterPath, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from ui.look.theme import Theme, svg_in

if TYPE_CHECKING:
    from PySide6.QtGui import QIcon


CHIP, ROW, RAIL, CARD = 14, 16, 20, 24
"""Sides in pixels at 100 %: in chips, in rows, in the rail, on cards."""


def icon(theme: Theme, name: str, token: str = "text", px: int = ROW) -> "QIcon":
    """Return an icon for buttons, menus and models, `px` at 100 %, with a grey disabled picture."""
    from PySide6.QtGui import QIcon  # here: the first frame shows pixmaps only

    picture = QIcon()
    # Drawn for the sharpest screen: it is sharp on the others too.
    for ratio in sorted({1.0, _screen_ratio()}):
        picture.addPixmap(pixmap(theme, name, token, px, ratio))
        picture.addPixmap(pixmap(theme, name, "text3", px, ratio), QIcon.Mode.Disabled)
    return picture


def pixmap(
    theme: Theme, name: str, token: str = "text", px: int = ROW, ratio: float | None = None
) -> QPixmap:
    """Return an icon as a picture, `px` at 100 % text size, for a screen of that pixel ratio."""
    side = theme.px(px)
    return _drawn(name, theme.tokens.hex(token), QSizeF(side, side), ratio or _screen_ratio())


def paint_icon(
    painter: QPainter, box: QRectF, theme: Theme, name: str, token: str = "text"
) -> None:
    """Paint an icon into the square `box`."""
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(box.topLeft(), _drawn(name, theme.tokens.hex(token), box.size(), ratio))


def _screen_ratio() -> float:
    app = QGuiApplication.instance()
    return app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0


def _drawn(name: str, colour: str, size: QSizeF, ratio: float) -> QPixmap:
    """Return the picture from Qt's own cache.

    A cache in this module would keep pixmaps after the application has ended.
    """
    pixels = (size * ratio).toSize().expandedTo(QSize(1, 1))
    key = f"brikdesk {name} {colour} {pixels.width()} {pixels.height()} {ratio}"
    picture = QPixmap()
    if not QPixmapCache.find(key, picture):
        picture = _render(name, colour, pixels, ratio)
        QPixmapCache.insert(key, picture)
    return picture


def _render(name: str, colour: str, pixels: QSize, ratio: float) -> QPixmap:
    picture = QPixmap(pixels)
    picture.fill(Qt.GlobalColor.transparent)
    drawing = QSvgRenderer(QByteArray(svg_in(name, colour)))
    drawing.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    painter = QPainter(picture)
    drawing.render(painter, QRectF(0, 0, pixels.width(), pixels.height()))
    painter.end()
    picture.setDevicePixelRatio(ratio)  # last: the painter above works in real pixels
    return picture


Corner = tuple[float, float]


class FactionShape(StrEnum):
    """The shape that always comes with a faction's colour, so that colour alone never tells."""

    CIRCLE = "circle"
    HEXAGON = "hexagon"
    SQUARE = "square"
    DIAMOND = "diamond"
    TRIANGLE = "triangle"
    PENTAGON = "pentagon"
    OCTAGON = "octagon"


FACTION_SHAPES = {
    "sky": FactionShape.CIRCLE,
    "orchid": FactionShape.HEXAGON,
    "lime": FactionShape.SQUARE,
    "slate": FactionShape.DIAMOND,
    "fern": FactionShape.TRIANGLE,
    "sand": FactionShape.PENTAGON,
    "pearl": FactionShape.OCTAGON,
}
"""Colour token of a faction: its shape. `slate` also stands for nobody."""

_HEXAGON = ((0.5, 0.0), (0.94, 0.25), (0.94, 0.75), (0.5, 1.0), (0.06, 0.75), (0.06, 0.25))
_PENTAGON = ((0.5, 0.0), (1.0, 0.375), (0.81, 0.97), (0.19, 0.97), (0.0, 0.375))
_DIAMOND = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
_OCTAGON = tuple(
    (
        0.5 + 0.5 * math.cos(math.radians(22.5 + 45 * k)),
        0.5 + 0.5 * math.sin(math.radians(22.5 + 45 * k)),
    )
    for k in range(8)
)
_DICE: dict[int, tuple[Corner, ...]] = {
    4: ((0.5, 0.03), (1.0, 0.93), (0.0, 0.93)),
    8: _DIAMOND,
    10: _HEXAGON,
    12: _PENTAGON,
    20: _OCTAGON,
}
_FACTIONS: dict[FactionShape, tuple[Corner, ...]] = {
    FactionShape.HEXAGON: _HEXAGON,
    FactionShape.DIAMOND: _DIAMOND,
    FactionShape.TRIANGLE: ((0.0, 0.08), (1.0, 0.08), (0.5, 1.0)),
    FactionShape.PENTAGON: _PENTAGON,
    FactionShape.OCTAGON: _OCTAGON,
}
# A square that filled the box would look larger than the pointed shapes beside it.
_DIE_SQUARE = 0.76
_FACTION_SQUARE = 0.88
# Parts of the height: the middle of a shape with its point up or down is not that of its box.
_NUMBER_AT = {4: 0.655, 12: 0.53}
_INITIALS_AT = {FactionShape.TRIANGLE: 0.37, FactionShape.PENTAGON: 0.53}


def die_path(sides: int, box: QRectF) -> QPainterPath:
    """Return the silhouette of a die: triangle, rounded square, diamond, tall hexagon, pentagon.

    These are d4 to d12. A d20 is an octagon, and any other die a circle.
    """
    if sides == 6:
        return _rounded_square(box, _DIE_SQUARE, 0.16)
    if sides not in _DICE:
        return _circle(box)
    return _rounded_polygon(_DICE[sides], box, 0.02 * box.width())


def number_centre(sides: int, box: QRectF) -> QPointF:
    """Return the point in `box` at the middle of the number; on a d4 it is low."""
    return QPointF(box.center().x(), box.top() + box.height() * _NUMBER_AT.get(sides, 0.5))


def faction_path(shape: FactionShape, box: QRectF) -> QPainterPath:
    """Return the silhouette of a faction's token; all shapes look equally large."""
    if shape is FactionShape.SQUARE:
        return _rounded_square(box, _FACTION_SQUARE, 0.12)
    if shape is FactionShape.CIRCLE:
        return _circle(box)
    return _rounded_polygon(_FACTIONS[shape], box, 0.05 * box.width())


def initials_centre(shape: FactionShape, box: QRectF) -> QPointF:
    """Return the point in `box` at the middle of a token's initials."""
    return QPointF(box.center().x(), box.top() + box.height() * _INITIALS_AT.get(shape, 0.5))


def faction_shape(token: str) -> FactionShape:
    """Return the shape of a faction's colour; a diamond for an unknown one."""
    return FACTION_SHAPES.get(token, FactionShape.DIAMOND)


def _rounded_polygon(corners: tuple[Corner, ...], box: QRectF, radius: float) -> QPainterPath:
    """Return a polygon of `corners` (0 to 1 across `box`), rounded by `radius` pixels."""
    left, top, wide, high = box.x(), box.y(), box.width(), box.height()
    points = [(left + x * wide, top + y * high) for x, y in corners]
    path = QPainterPath()
    for k, point in enumerate(points):
        before = _towards(point, points[k - 1], radius)
        after = _towards(point, points[(k + 1) % len(points)], radius)
        if k:
            path.lineTo(*before)
        else:
            path.moveTo(*before)
        path.quadTo(*point, *after)
    path.closeSubpath()
    return path


def _towards(start: Corner, end: Corner, distance: float) -> Corner:
    right, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(right, down)
    part = distance / length if length else 0
    return start[0] + right * part, start[1] + down * part


def _rounded_square(box: QRectF, part: float, radius: float) -> QPainterPath:
    side = min(box.width(), box.height()) * part
    square = QRectF(0, 0, side, side)
    square.moveCenter(box.center())
    path = QPainterPath()
    path.addRoundedRect(square, radius * box.width(), radius * box.width())
    return path


def _circle(box: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(box)
    return path
