"""The range of a weapon drawn to scale: its bands, what is too close, and the target."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.lengths import in_figures, in_inches
from brikdesk.rules.scifi.range_bands import TOO_CLOSE, TOO_FAR, RangeSpan, standing
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_line, draw_plate, text_width, with_alpha
from ui.widgets.painted import PaintedWidget

HIGH, LINE, TICK, TIP = 26, 18, 4, 9
BEYOND = 1.06
"""With a target, the bar ends this much farther than the last band or the target."""

DEPTHS = (0.42, 0.28, 0.15)
"""The opacity of the colour of short, medium and long range."""


class RangeBar(PaintedWidget):
    """The bands side by side; hidden while the range factor is not known."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.spans: tuple[RangeSpan, ...] = ()
        self.distance: float | None = None
        self.show_spans(())

    def show_spans(self, spans: Sequence[RangeSpan], distance: float | None = None) -> None:
        """Show these bands, and the distance of a target in inches if it is known."""
        self.spans, self.distance = tuple(spans), distance
        said = "; ".join(f"{each.name} {_in_words(each)}" for each in self.spans)
        here = ""
        if self.inside and distance is not None:
            here = f"; the target at {in_figures(distance)} inches: {self.inside}"
        self.setAccessibleName(f"Range: {said}{here}" if said else "Range: not known")
        self.setVisible(bool(self.spans))
        self.restyle()

    @property
    def inside(self) -> str:
        """The name of the band in which the target stands; empty without a target."""
        if self.distance is None or not self.spans:
            return ""
        return standing(self.distance, self.spans)

    @property
    def too_close(self) -> RangeSpan | None:
        """The span that is too close; None without a minimum range."""
        return next((each for each in self.spans if each.name == TOO_CLOSE), None)

    @property
    def bands(self) -> tuple[RangeSpan, ...]:
        """The bands that have an end: short, medium and long."""
        return tuple(
            each for each in self.spans if each.to is not None and each is not self.too_close
        )

    @property
    def farthest(self) -> float:
        """Inches at the right end."""
        reach = max((each.to or 0 for each in self.spans), default=0)
        return reach if self.distance is None else max(reach, self.distance) * BEYOND

    def at(self, inches: float) -> float:
        """Return the x, in pixels, of a distance in inches."""
        return inches / self.farthest * (self.width() - 1) if self.farthest else 0

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(240), self._top + self.theme.px(HIGH + TICK + LINE))

    @property
    def _top(self) -> int:
        """Pixels above the bands: a line of words, and the tip that points at the target."""
        if self.distance is not None:
            return self.theme.px(LINE + TIP)
        return self.theme.px(LINE) if self.too_close else 0

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        row = QRectF(0, self._top, box.width(), self.theme.px(HIGH))
        for band, depth in zip(self.bands, DEPTHS, strict=False):
            self._paint_band(painter, row, band, depth)
        if self.too_close:
            self._paint_close(painter, row, self.too_close)
        self._paint_bounds(painter, row)
        if self.distance is not None:
            self._paint_beyond(painter, row)
            self._paint_target(painter, row, self.distance)

    def _paint_band(self, painter: QPainter, row: QRectF, band: RangeSpan, depth: float) -> None:
        theme = self.theme
        left, right = self.at(band.above), self.at(band.to or 0)
        box = QRectF(left, row.top(), right - left, row.height())
        here = band.name == self.inside
        token = "ok" if here else "aim"
        fill = theme.tint("ok") if here else with_alpha(theme.color("aim"), depth)
        draw_plate(painter, box, theme.px(3), fill, theme.color(token), theme.px(2) if here else 1)
        font, words = theme.font("caption", True), band.name.capitalize()
        wide = text_width(font, words)
        near = self.at(self.too_close.to or 0) if self.too_close else 0
        free = box.adjusted(max(0, near - box.left()), 0, 0, 0)  # what is not too close
        if wide + theme.px(8) <= free.width():
            inner = QRectF(free.center().x() - wide / 2, box.top(), wide + 1, box.height())
            draw_line(painter, inner, words, font, theme.color("ok" if here else "text"))

    def _paint_close(self, painter: QPainter, row: QRectF, close: RangeSpan) -> None:
        theme, ink = self.theme, self.theme.color("danger")
        box = QRectF(0, row.top(), self.at(close.to or 0), row.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(with_alpha(theme.color("bg1"), 0.6))
        painter.drawRect(box)
        painter.setBrush(QBrush(ink, Qt.BrushStyle.BDiagPattern))
        painter.drawRect(box)
        painter.setPen(QPen(ink, theme.px(2)))
        painter.drawLine(QPointF(box.right(), row.top() - theme.px(3)), box.bottomRight())
        if self.distance is None:
            line = QRectF(0, 0, row.width(), theme.px(LINE - 2))
            draw_line(painter, line, f"Too close {_in_words(close)}", theme.font("caption"), ink)

    def _paint_bounds(self, painter: QPainter, row: QRectF) -> None:
        """Write the inches below the ends of the bands; numbers without room are left out."""
        theme, font = self.theme, self.theme.font("caption")
        top = row.bottom() + theme.px(TICK)
        taken = -1.0
        near = (self.too_close.to or 0,) if self.too_close else ()
        # A set: the end of what is too close may be the end of a band as well.
        for inches in sorted({0.0, *near, *(band.to or 0 for band in self.bands)}):
            words, at = in_inches(inches), self.at(inches)
            wide = text_width(font, words)
            left = min(max(0.0, at - wide / 2), row.width() - wide - 1)
            painter.setPen(QPen(theme.color("ctl"), 1))
            painter.drawLine(QPointF(at, row.bottom()), QPointF(at, top))
            if left > taken:
                line = QRectF(left, top, wide + 1, theme.px(LINE - TICK))
                draw_line(painter, line, words, font, theme.color("text2"))
                taken = left + wide + theme.px(4)

    def _paint_beyond(self, painter: QPainter, row: QRectF) -> None:
        """Hatch what lies out of range."""
        reach = self.at(max(band.to or 0 for band in self.bands))
        beyond = QRectF(reach + 1, row.top(), row.right() - reach - 1, row.height())
        hatch = QBrush(self.theme.color("line2"), Qt.BrushStyle.BDiagPattern)
        painter.fillRect(beyond, hatch)

    def _paint_target(self, painter: QPainter, row: QRectF, distance: float) -> None:
        theme, px = self.theme, self.theme.px
        ink = theme.color("danger" if self.inside in (TOO_CLOSE, TOO_FAR) else "ok")
        x, half = self.at(distance), px(TIP) * 0.6
        over = row.top() - px(TIP)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPolygon(
            QPolygonF([QPointF(x - half, over), QPointF(x + half, over), QPointF(x, row.top())])
        )
        font = theme.font("caption", strong=True)
        words = f"{in_inches(distance)} {self.inside}"
        wide = text_width(font, words)
        left = min(max(0.0, x - wide / 2), row.width() - wide - 1)
        draw_line(painter, QRectF(left, 0, wide + 1, px(LINE - 2)), words, font, ink)


def _in_words(span: RangeSpan) -> str:
    """Return a span as the game writes it: 20+ to 40" begins just above 20"."""
    if span.name == TOO_CLOSE:
        return f"below {in_inches(span.to or 0.0)}"
    low = f"{in_figures(span.above)}+" if span.above else "0"
    return f"{low} to {in_inches(span.to)}" if span.to is not None else f'{low}"'
