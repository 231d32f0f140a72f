"""Strokes that all painters share: centred letters, rounded plates, focus rings."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QPen,
)

from ui.look.fonts import font_for
from ui.look.measures import above_and_below, cut_to, line_length
from ui.look.theme import Theme


def with_alpha(colour: QColor, alpha: float) -> QColor:
    """Return the colour with this opacity: 0 is clear, 1 is solid."""
    clear = QColor(colour)
    clear.setAlphaF(alpha)
    return clear


def text_width(font: QFont, text: str) -> int:
    """Return the pixels that a line takes, rounded up."""
    return math.ceil(line_length(font, text))


def text_height(font: QFont) -> int:
    """Return the pixels that a line is high, rounded up."""
    return math.ceil(QFontMetricsF(font).height())


def draw_centred(painter: QPainter, at: QPointF, text: str, font: QFont, colour: QColor) -> None:
    """Draw figures or capitals with the middle of their height exactly on `at`."""
    metrics = QFontMetricsF(font)
    # By the cap height: figures and capitals have nothing below the base line, and how a font
    # divides its full height differs from font to font.
    corner = QPointF(at.x() - metrics.horizontalAdvance(text) / 2, at.y() + metrics.capHeight() / 2)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(corner, text)


def draw_line(
    painter: QPainter, box: QRectF, text: str, font: QFont, colour: QColor, right: bool = False
) -> None:
    """Draw one line of words in the middle of the box's height; cut it with … where room ends."""
    font = font_for(text, font)
    shown = cut_to(font, text, box.width() + 0.5)
    left = box.right() - line_length(font, shown) if right else box.left()
    above, below = above_and_below(font)
    base = box.center().y() + (above - below) / 2
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(QPointF(left, base), shown)


def draw_plate(
    painter: QPainter,
    box: QRectF,
    radius: float,
    fill: QColor | None,
    edge: QColor | None = None,
    width: float = 1.0,
) -> None:
    """Draw a rounded rectangle whose edge lies inside `box`."""
    # Qt centres a pen on the outline; half its width would lie outside the box and be clipped.
    inside = box.adjusted(width / 2, width / 2, -width / 2, -width / 2) if edge else box
    painter.setBrush(QBrush(fill) if fill else Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(edge, width) if edge else Qt.PenStyle.NoPen)
    painter.drawRoundedRect(inside, radius, radius)


def draw_shape(
    painter: QPainter,
    path: QPainterPath,
    fill: QColor | None,
    edge: QColor | None = None,
    width: float = 1.0,
    line: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    """Draw a silhouette, its edge centred on the outline."""
    painter.setBrush(QBrush(fill) if fill else Qt.BrushStyle.NoBrush)
    pen = QPen(edge, width, line) if edge else QPen(Qt.PenStyle.NoPen)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPath(path)


def draw_focus(painter: QPainter, box: QRectF, theme: Theme, radius: float) -> None:
    """Draw the one focus ring of the desk: 2 px in the colour of text."""
    draw_plate(painter, box, radius, None, theme.color("focus"), theme.px(2))


@contextmanager
def painting(device: QPaintDevice) -> Iterator[QPainter]:
    """Paint on a widget or picture with smooth edges.

    The painter ends also after an error: one left open in a paintEvent takes the program down.
    """
    painter = QPainter(device)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        yield painter
    finally:
        painter.end()


def square_in(box: QRectF, side: float) -> QRectF:
    """Return the square of that side in the middle of `box`, its corner on a whole pixel."""
    left = round(box.center().x() - side / 2)
    top = round(box.center().y() - side / 2)
    return QRectF(left, top, side, side)
