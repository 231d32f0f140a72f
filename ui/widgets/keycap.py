"""A key as it is drawn beside what it does."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from ui.look.theme import Theme
from ui.widgets.brushwork import draw_line, draw_plate, text_width
from ui.widgets.painted import PaintedWidget

HEIGHT, PADDING, RADIUS = 20, 6, 4


def keycap_width(theme: Theme, keys: str) -> int:
    """Return the pixels that a keycap takes across; never less than its height."""
    wide = text_width(theme.font("caption", strong=True), keys) + 2 * theme.px(PADDING)
    return max(wide, theme.px(HEIGHT))


def paint_keycap(
    painter: QPainter,
    box: QRectF,
    theme: Theme,
    keys: str,
    on_accent: bool = False,
    enabled: bool = True,
) -> None:
    """Paint a keycap as wide as `box`, centred in its height; `on_accent` on a primary button."""
    height = theme.px(HEIGHT)
    plate = QRectF(box.left(), round(box.center().y() - height / 2), box.width(), height)
    if on_accent:
        fill, edge, ink = theme.color("key_on_accent"), None, theme.color("on_accent")
    else:
        fill, edge = theme.color("bg3"), theme.color("line2")
        ink = theme.color("text2" if enabled else "text3")
    draw_plate(painter, plate, theme.px(RADIUS), fill, edge)
    font = theme.font("caption", strong=True)
    start = plate.left() + (plate.width() - text_width(font, keys)) / 2
    draw_line(painter, plate.adjusted(start - plate.left(), 0, 0, 0), keys, font, ink)


class KeyCap(PaintedWidget):
    """One keycap as a widget."""

    def __init__(self, theme: Theme, keys: str) -> None:
        super().__init__(theme)
        self.keys = keys
        self.setAccessibleName(keys)

    def sizeHint(self) -> QSize:
        """Return the size of the plate."""
        return QSize(keycap_width(self.theme, self.keys), self.theme.px(HEIGHT))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the key."""
        paint_keycap(painter, box, self.theme, self.keys)
