"""The range of a weapon drawn to scale: its bands, their bounds in inches, and what is too close."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.rules.scifi.range_bands import TOO_CLOSE, Span
from ui.theme import Theme
from ui.widgets.brushwork import draw_line, draw_plate, text_width, with_alpha
from ui.widgets.painted import PaintedWidget

HIGH, LINE, TICK = 26, 18, 4
DEPTHS = (0.42, 0.28, 0.15)
"""How strong the colour of short, medium and long is."""


class RangeBar(PaintedWidget):
    """The bands side by side; nothing while nobody has typed a range factor."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.spans: tuple[Span, ...] = ()
        self.show_spans(())

    def show_spans(self, spans: Sequence[Span]) -> None:
        """Show other bands, as the rules give them."""
        self.spans = tuple(spans)
        said = "; ".join(f"{each.name} {each.words}" for each in self.spans)
        self.setAccessibleName(f"Range: {said}" if said else "Range: not known")
        self.setVisible(bool(self.spans))
        self.restyle()

    @property
    def too_close(self) -> Span | None:
        """What is too close, where there is a minimum range."""
        return next((each for each in self.spans if each.name == TOO_CLOSE), None)

    @property
    def bands(self) -> tuple[Span, ...]:
        """Short, medium and long."""
        return tuple(
            each for each in self.spans if each.to is not None and each is not self.too_close
        )

    @property
    def farthest(self) -> float:
        """Inches at the right end."""
        return max((each.to or 0 for each in self.spans), default=0)

    def at(self, inches: float) -> float:
        """Give the pixel at which so many inches stand."""
        return inches / self.farthest * (self.width() - 1) if self.farthest else 0

    @override
    def sizeHint(self) -> QSize:
        lines = 2 if self.too_close else 1
        return QSize(self.theme.px(240), self.theme.px(HIGH + TICK + lines * LINE))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        px = self.theme.px
        top = px(LINE) if self.too_close else 0
        row = QRectF(0, top, box.width(), px(HIGH))
        for band, depth in zip(self.bands, DEPTHS, strict=False):
            self._paint_band(painter, row, band, depth)
        if self.too_close:
            self._paint_close(painter, row, self.too_close)
        self._paint_bounds(painter, row)

    def _paint_band(self, painter: QPainter, row: QRectF, band: Span, depth: float) -> None:
        theme = self.theme
        left, right = self.at(band.above), self.at(band.to or 0)
        box = QRectF(left, row.top(), right - left, row.height())
        fill = with_alpha(theme.color("aim"), depth)
        draw_plate(painter, box, theme.px(3), fill, theme.color("aim"))
        font, words = theme.font("caption", True), band.name.capitalize()
        wide, near = (
            text_width(font, words),
            self.at(self.too_close.to or 0) if self.too_close else 0,
        )
        free = box.adjusted(max(0, near - box.left()), 0, 0, 0)  # what is not too close
        if wide + theme.px(8) <= free.width():
            inner = QRectF(free.center().x() - wide / 2, box.top(), wide + 1, box.height())
            draw_line(painter, inner, words, font, theme.color("text"))

    def _paint_close(self, painter: QPainter, row: QRectF, close: Span) -> None:
        theme, ink = self.theme, self.theme.color("danger")
        box = QRectF(0, row.top(), self.at(close.to or 0), row.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(with_alpha(theme.color("bg1"), 0.6))
        painter.drawRect(box)
        painter.setBrush(QBrush(ink, Qt.BrushStyle.BDiagPattern))
        painter.drawRect(box)
        painter.setPen(QPen(ink, theme.px(2)))
        painter.drawLine(QPointF(box.right(), row.top() - theme.px(3)), box.bottomRight())
        words = f"Too close {close.words}"
        line = QRectF(0, 0, row.width(), theme.px(LINE - 2))
        draw_line(painter, line, words, theme.font("caption"), ink)

    def _paint_bounds(self, painter: QPainter, row: QRectF) -> None:
        """Write the inches under the ends of the bands; what has no room is left out."""
        theme, font = self.theme, self.theme.font("caption")
        top = row.bottom() + theme.px(TICK)
        taken = -1.0
        for inches in (0.0, *(band.to or 0 for band in self.bands)):
            words, at = f'{inches:g}"', self.at(inches)
            wide = text_width(font, words)
            left = min(max(0.0, at - wide / 2), row.width() - wide - 1)
            painter.setPen(QPen(theme.color("ctl"), 1))
            painter.drawLine(QPointF(at, row.bottom()), QPointF(at, top))
            if left > taken:
                line = QRectF(left, top, wide + 1, theme.px(LINE - TICK))
                draw_line(painter, line, words, font, theme.color("text2"))
                taken = left + wide + theme.px(4)
