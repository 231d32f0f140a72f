"""Lines over the map with their inches, as of a way or a measure."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.look.theme import Theme
from ui.panels.map.view import MapView
from ui.widgets.brushwork import draw_centred, draw_plate, text_width

PLATE = 24
"""The height of a plate, in pixels at 100 %."""


def paint_way(
    painter: QPainter, view: MapView, points: Sequence[QPointF], tone: str, words: str = ""
) -> None:
    """Paint a line over points of the table in a tone, with `words` on a plate at its end."""
    theme = view.theme
    places = [view.to_view(point) for point in points]
    painter.setPen(QPen(theme.color(tone), theme.px(2), Qt.PenStyle.DashLine))
    for here, there in pairwise(places):
        painter.drawLine(here, there)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(tone))
    dot = theme.px(3)
    for place in places:
        painter.drawEllipse(place, dot, dot)
    if words and places:
        paint_plate(painter, theme, places[-1] + QPointF(0, -theme.px(30)), words, tone)


def plate_width(theme: Theme, words: str) -> int:
    """Return the pixels that a plate with these words takes."""
    return text_width(theme.font("small", strong=True), words) + 2 * theme.px(8)


def paint_plate(painter: QPainter, theme: Theme, middle: QPointF, words: str, tone: str) -> None:
    """Paint a few words on a plate around a place of the view."""
    wide, high = plate_width(theme, words), theme.px(PLATE)
    box = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
    draw_plate(painter, box, theme.px(6), theme.color("bg1"), theme.color(tone), 1.5)
    font = theme.font("small", strong=True)
    draw_centred(painter, middle, words, font, theme.color("text"))
