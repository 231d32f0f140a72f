"""The range bands of a weapon to scale, with the target's distance in them."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.rules.scifi.range_bands import Span
from ui.theme import Theme
from ui.widgets.brushwork import draw_line, draw_plate, text_height, text_width
from ui.widgets.painted import PaintedWidget

BAR, GAP, TIP, BEYOND = 22, 3, 9, 1.06
"""A bar is so high; a little of what lies beyond the last band is shown too."""


class SfRangeBar(PaintedWidget):
    """Short, medium, long, and what is too close; a mark where the target stands."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.spans: tuple[Span, ...] = ()
        self.distance: float | None = None
        self.hide()

    def show_range(self, spans: tuple[Span, ...], distance: float | None) -> None:
        """Show the bands of a weapon; hidden where nobody has said its range factor."""
        self.spans, self.distance = spans, distance
        self.setVisible(bool(spans))
        said = [f"{span.name} {span.words}".replace('"', " inches") for span in spans]
        here = f", the target at {distance:g} inches: {self.band()}" if distance is not None else ""
        self.setAccessibleName(f"Range bands: {', '.join(said)}{here}")
        self.updateGeometry()
        self.update()

    def band(self) -> str:
        """Give the name of the band that the target stands in; empty without a distance."""
        away = self.distance
        if away is None:
            return ""
        near = next((span for span in self.spans if span.name == "too close"), None)
        if near is not None and near.to is not None and away < near.to:
            return near.name
        bands = [span for span in self.spans if span is not near]
        found = next((each for each in bands if each.to is not None and away <= each.to), None)
        return found.name if found else "out of range"

    @override
    def sizeHint(self) -> QSize:
        px = self.theme.px
        words = text_height(self.theme.font("caption"))
        return QSize(px(200), words + px(GAP + TIP + BAR + GAP) + words)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        px = self.theme.px
        high = text_height(self.theme.font("caption"))
        bar = QRectF(box.left(), high + px(GAP + TIP), box.width(), px(BAR))
        inside = self.band()
        for span in (each for each in self.spans if each.to is not None):
            if span.name != "too close":
                self._paint_band(painter, bar, span, span.name == inside)
        self._paint_too_close(painter, bar)
        beyond = QRectF(self._at(bar, self._reach()), bar.top(), 0, bar.height())
        beyond.setRight(bar.right())
        hatch = QBrush(self.theme.color("line2"), Qt.BrushStyle.BDiagPattern)
        painter.fillRect(beyond, hatch)
        self._paint_ends(painter, bar)
        self._paint_target(painter, bar, inside)

    def _reach(self) -> float:
        return max((span.to or 0.0) for span in self.spans)

    def _at(self, bar: QRectF, inches: float) -> float:
        most = max(self._reach(), self.distance or 0.0) * BEYOND or 1.0
        return bar.left() + bar.width() * min(1.0, inches / most)

    def _paint_band(self, painter: QPainter, bar: QRectF, span: Span, now: bool) -> None:
        theme, px = self.theme, self.theme.px
        near = next((each.to for each in self.spans if each.name == "too close"), None) or 0.0
        left = self._at(bar, max(span.above, near))
        right = self._at(bar, span.to or 0.0)
        if right - left < px(4):
            return
        place = QRectF(left + 1, bar.top(), right - left - 2, bar.height())
        fill = theme.tint("ok") if now else theme.color("bg3")
        edge = theme.color("ok" if now else "line2")
        draw_plate(painter, place, px(4), fill, edge, px(1.5) if now else 1)
        font = theme.font("caption", strong=now)
        wide = text_width(font, span.name)
        start = max(place.left() + px(4), place.center().x() - wide / 2)
        words = QRectF(start, bar.top(), place.right() - start, bar.height())
        draw_line(painter, words, span.name, font, theme.color("ok" if now else "text2"))

    def _paint_too_close(self, painter: QPainter, bar: QRectF) -> None:
        near = next((span for span in self.spans if span.name == "too close"), None)
        if near is None or not near.to:
            return
        right = self._at(bar, near.to)
        place = QRectF(bar.left(), bar.top(), right - bar.left(), bar.height())
        painter.fillRect(place, self.theme.tint("danger"))
        painter.fillRect(place, QBrush(self.theme.color("danger"), Qt.BrushStyle.FDiagPattern))

    def _paint_ends(self, painter: QPainter, bar: QRectF) -> None:
        """Write the far edge of each band below it."""
        theme = self.theme
        font, ink = theme.font("caption"), theme.color("text2")
        high, free = text_height(font), bar.left()
        ends = sorted({0.0, *(span.to for span in self.spans if span.to is not None)})
        for end in ends:
            words = f'{end:g}"'
            wide = text_width(font, words)
            left = min(max(bar.left(), self._at(bar, end) - wide / 2), bar.right() - wide)
            if left < free:
                continue
            place = QRectF(left, bar.bottom() + theme.px(GAP), wide + 1, high)
            draw_line(painter, place, words, font, ink)
            free = left + wide + theme.px(4)

    def _paint_target(self, painter: QPainter, bar: QRectF, inside: str) -> None:
        if self.distance is None:
            return
        theme, px = self.theme, self.theme.px
        good = inside in ("short", "medium", "long")
        ink = theme.color("aim" if good else "danger")
        x = self._at(bar, self.distance)
        half = px(TIP) * 0.6
        tip = QPolygonF(
            [QPointF(x - half, bar.top() - px(TIP)), QPointF(x + half, bar.top() - px(TIP)),
             QPointF(x, bar.top())]
        )  # fmt: skip
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPolygon(tip)
        painter.fillRect(QRectF(x - px(1), bar.top(), px(2), px(5)), ink)
        font = theme.font("caption", strong=True)
        words = f'{self.distance:g}" {inside}'
        wide = text_width(font, words)
        left = min(max(bar.left(), x - wide / 2), bar.right() - wide)
        place = QRectF(left, 0, wide + 1, text_height(font))
        draw_line(painter, place, words, font, ink)
