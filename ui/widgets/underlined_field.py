"""A field of one line whose words are underlined: understood, or wrong."""

from collections.abc import Iterable

from msgspec import Struct
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QTextLayout
from PySide6.QtWidgets import QLineEdit
from typing_extensions import override

from ui.look.theme import Theme
from ui.widgets.brushwork import painting

QT_CURSOR_MARGIN = 5
"""Pixels by which QLineEdit's cursor rectangle is wider than its cursor, on each side."""


class Underline(Struct, frozen=True):
    """A line below the characters from `start` up to, not including, `end`; jagged if `wrong`.

    Places count Python's characters; `token` is the colour.
    """

    start: int
    end: int
    token: str
    wrong: bool = False


class UnderlinedField(QLineEdit):
    """A line edit that keeps plain text and paints underlines below it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._underlines: tuple[Underline, ...] = ()
        # QLineEdit repaints only around its cursor, and may scroll its text when the cursor moves.
        self.cursorPositionChanged.connect(lambda *_: self.update())
        theme.changed.connect(self.update)

    def underline(self, lines: Iterable[Underline]) -> None:
        """Show other lines."""
        self._underlines = tuple(lines)
        self.update()

    def put_cursor(self, place: int) -> None:
        """Put the cursor before a character of the text, counted as Python does."""
        self.setCursorPosition(_units(self.text(), place))

    def select(self, start: int, end: int) -> None:
        """Select some characters, counted as Python does."""
        first = _units(self.text(), start)
        self.setSelection(first, _units(self.text(), end) - first)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the lines."""
        super().paintEvent(event)
        if not self._underlines or not self.text():
            return
        with painting(self) as painter:
            painter.setClipRect(self.contentsRect())
            for line in self._underlines:
                self._paint_line(painter, line)

    def _paint_line(self, painter: QPainter, line: Underline) -> None:
        left, right = self._x(line.start), self._x(line.end)
        if left > right:  # words that are written from the right
            left, right = right, left
        px = self._theme.px
        y = min(self.cursorRect().bottom() - px(1), self.height() - px(2))
        pen = QPen(self._theme.color(line.token), max(1.0, px(1.5 if line.wrong else 1)))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        if line.wrong:
            painter.drawPolyline(_jagged(left, right, y, px(2), px(3)))
        else:
            painter.drawLine(QPointF(left, y), QPointF(right, y))

    def _x(self, place: int) -> float:
        """Return the pixel at which a character begins, wherever the text is scrolled to."""
        text = self.text()
        # QLineEdit does not tell where its characters are. The same text laid out again does,
        # measured from the cursor, whose place on the screen it tells.
        layout = QTextLayout(text, self.font())
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        cursor = self.cursorRect().left() + QT_CURSOR_MARGIN
        before = _units(text, place)
        return cursor + _advance(line, before) - _advance(line, self.cursorPosition())


def _advance(line: object, at: int) -> float:
    found = line.cursorToX(at)  # type: ignore[attr-defined]
    return float(found[0] if isinstance(found, tuple) else found)


def _units(text: str, place: int) -> int:
    """Return a place as Qt counts it: in UTF-16 units, of which some characters take two."""
    return place + sum(ord(sign) > 0xFFFF for sign in text[:place])


def _jagged(left: float, right: float, y: float, high: float, step: float) -> QPolygonF:
    points, up, at = [], False, left
    while at < right:
        points.append(QPointF(at, y - (high if up else 0)))
        up, at = not up, at + max(1.0, step)
    points.append(QPointF(right, y - (high if up else 0)))
    return QPolygonF(points)
