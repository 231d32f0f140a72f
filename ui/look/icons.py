"""Icons in the colour of their meaning, sharp on every screen and at every text size."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from ui.look.icon_files import svg_in
from ui.look.theme import Theme

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
