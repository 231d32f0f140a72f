"""A switch of a few words, of which one is on: Start, Attack, Log."""

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from ui.look.icons import ROW, paint_icon
from ui.look.theme import Theme
from ui.widgets.brushwork import (
    draw_centred,
    draw_focus,
    draw_line,
    draw_plate,
    square_in,
    text_width,
)
from ui.widgets.painted import PaintedButton, PaintedWidget

HIGH, GAP, PADDING, RADIUS = 36, 8, 12, 6
BADGE = 20


class Segment(Struct, frozen=True):
    """A word, its icon, and a badge: how many things wait, or a word like done."""

    text: str
    icon: str = ""
    badge: str = ""


class _SegmentButton(PaintedButton):
    def __init__(self, theme: Theme, segment: Segment, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
        self.setCheckable(True)
        self.show_segment(segment)

    def show_segment(self, segment: Segment) -> None:
        self.segment = segment
        self.setText(segment.text.replace("&", "&&"))
        badge = f", {segment.badge}" if segment.badge else ""
        self.setAccessibleName(segment.text + badge)
        self.restyle()

    def sizeHint(self) -> QSize:
        px = self.theme.px
        return QSize(self._content_width() + 2 * px(PADDING), px(HIGH - 6))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, radius = self.theme, self.theme.px(RADIUS)
        if self.isChecked():
            draw_plate(painter, box, radius, theme.color("raised"), theme.color("line2"))
        ink = "text" if self.isChecked() or self.underMouse() else "text2"
        left: float = round((self.width() - self._content_width()) / 2)
        if self.segment.icon:
            side = theme.px(ROW)
            place = QRectF(left, 0, side, box.height())
            paint_icon(painter, square_in(place, side), theme, self.segment.icon, ink)
            left += side + theme.px(GAP)
        words = text_width(theme.button_font(), self.segment.text)
        line = QRectF(left, 0, words, box.height())
        draw_line(painter, line, self.segment.text, theme.button_font(), theme.color(ink))
        self._paint_badge(painter, left + words + theme.px(GAP))
        if self.hasFocus():
            draw_focus(painter, box, theme, radius)

    def _paint_badge(self, painter: QPainter, left: float) -> None:
        if not self.segment.badge:
            return
        theme, side, font = self.theme, self.theme.px(BADGE), self.theme.font("caption", True)
        plate = square_in(QRectF(left, 0, self._badge_width(), self.height()), side)
        plate = QRectF(left, plate.top(), self._badge_width(), side)
        # A count is something to do and gets the accent; a word only informs.
        counts = self.segment.badge.isdecimal()
        if counts:
            draw_plate(painter, plate, side / 2, theme.color("accent"))
        ink = theme.color("on_accent" if counts else "text2")
        draw_centred(painter, plate.center(), self.segment.badge, font, ink)

    def _badge_width(self) -> int:
        wide = text_width(self.theme.font("caption", True), self.segment.badge)
        return max(self.theme.px(BADGE), wide + self.theme.px(8))

    def _content_width(self) -> int:
        px, segment = self.theme.px, self.segment
        wide = text_width(self.theme.button_font(), segment.text)
        wide += px(ROW) + px(GAP) if segment.icon else 0
        return wide + (px(GAP) + self._badge_width() if segment.badge else 0)


class Segmented(PaintedWidget):
    """The switch; `chosen` brings the place of the segment that the referee turned on."""

    chosen = Signal(int)

    def __init__(
        self, theme: Theme, segments: tuple[Segment, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._line = QHBoxLayout(self)
        self._group = QButtonGroup(self)
        for place, segment in enumerate(segments):
            button = _SegmentButton(theme, segment, self)
            self._group.addButton(button, place)
            self._line.addWidget(button)
        # Not `idToggled`: that would also tell of what the program turns on itself.
        self._group.idClicked.connect(self.chosen)
        self.restyle()
        self.set_current(0)

    def current(self) -> int:
        """Return the place of the segment that is on; -1 for none."""
        return self._group.checkedId()

    def set_current(self, place: int) -> None:
        """Turn a segment on without emitting `chosen`."""
        if button := self._group.button(place):
            button.setChecked(True)

    def set_segment(self, place: int, segment: Segment) -> None:
        """Show another word, icon or badge."""
        button = self._group.button(place)
        if isinstance(button, _SegmentButton):
            button.show_segment(segment)

    def restyle(self) -> None:
        """Take up new sizes."""
        edge = self.theme.px(3)
        self._line.setContentsMargins(edge, edge, edge, edge)
        self._line.setSpacing(self.theme.px(2))
        super().restyle()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the well that the segments lie in."""
        radius = self.theme.px(8)
        draw_plate(painter, box, radius, self.theme.color("well"), self.theme.color("line"))
