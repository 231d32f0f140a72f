"""The empty gaming table of the start screen: its inches and the five dice, and no game."""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy

from ui.look.override import override
from ui.look.shapes import die_path, number_centre
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_centred, draw_line, draw_shape
from ui.widgets.painted import PaintedWidget

INCH, RULER, SIX = 27, 42, 6
DICE = (
    (4, 3, 3.0, 8.2, 5.0),
    (6, 2, 10.4, 3.2, 5.6),
    (8, 5, 13.6, 11.6, 5.4),
    (10, 9, 4.6, 17.6, 5.6),
    (12, 11, 13.2, 20.6, 5.4),
)
"""Sides, face, inches from the left and the top edge, inches across."""


class TableScene(PaintedWidget):
    """The decoration at the right of the start screen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("")

    @override
    def sizeHint(self) -> QSize:
        """Return the width that shows the dice."""
        return QSize(self.theme.px(560), self.theme.px(400))

    @override
    def minimumSizeHint(self) -> QSize:
        """Return no size: decoration gives way to everything else."""
        return QSize(0, 0)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint table, rulers and dice."""
        theme, px = self.theme, self.theme.px
        painter.fillRect(box, theme.color("bg1"))
        table = box.adjusted(0, px(RULER), 0, -px(RULER))
        painter.fillRect(table, theme.color("table"))
        self._paint_grid(painter, table)
        painter.setClipRect(table)
        for sides, face, left, top, across in DICE:
            side = across * px(INCH)
            spot = QRectF(left * px(INCH), table.top() + top * px(INCH), side, side)
            self._paint_die(painter, spot, sides, face)

    def _paint_grid(self, painter: QPainter, table: QRectF) -> None:
        theme, inch = self.theme, self.theme.px(INCH)
        for count in range(1, int(max(table.width(), table.height()) // inch) + 1):
            colour = theme.color("grid6" if count % SIX == 0 else "grid1")
            along = count * inch
            if along < table.width():
                painter.fillRect(QRectF(along, table.top(), 1, table.height()), colour)
            if along < table.height():
                painter.fillRect(QRectF(0, table.top() + along, table.width(), 1), colour)
            if count % SIX == 0 and along < table.width() - inch:
                label = QRectF(along - inch, 0, 2 * inch, table.top())
                at, font = label.center(), theme.font("caption", strong=True)
                draw_centred(painter, at, f'{count}"', font, theme.color("text2"))
        for edge in (table.top(), table.bottom()):
            painter.fillRect(QRectF(0, edge, table.width(), 1), theme.color("grid6"))

    def _paint_die(self, painter: QPainter, spot: QRectF, sides: int, face: int) -> None:
        theme = self.theme
        mine = sides == 4
        edge = theme.color("accent_edge" if mine else "line2")
        fill = theme.color("accent_tint" if mine else "bg2")
        draw_shape(painter, die_path(sides, spot), fill, edge, theme.px(2))
        ink = theme.color("accent_text" if mine else "text2")
        at: QPointF = number_centre(sides, spot)
        draw_centred(painter, at, str(face), theme.bold_font(spot.height() * 0.32), ink)
        under = QRectF(spot.center().x() - theme.px(12), spot.bottom() + theme.px(2), 60, 20)
        font = theme.font("caption", strong=True)
        draw_line(painter, under, f"d{sides}", font, theme.color("text3"))
