"""A row of the card that closes a turn: a digit, words, and what is to be said about them."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ui.look.text import tip
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_focus, draw_line, draw_plate, text_width
from ui.widgets.keycap import keycap_width, paint_keycap
from ui.widgets.painted import PaintedButton

HIGH, RADIUS = 32, 6


def shared(room: float, words: float, rest: float, gap: float) -> tuple[float, float]:
    """Return the widths in pixels of the words and of the rest in a line.

    The words are cut first, but never below half of the line; then the rest.
    """
    words_get = min(words, max(room / 2, room - gap - rest))
    return words_get, min(rest + 1, max(0.0, room - gap - words_get))


class DigitRow(PaintedButton):
    """A digit, words, the `rest` in grey behind them, and `right` at the end of the line."""

    def __init__(
        self,
        theme: Theme,
        digit: int,
        words: str,
        rest: str = "",
        right: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._key, self._words, self._rest, self._right = str(digit), words, rest, right
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        tip(self, ", ".join(part for part in (words, rest) if part))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(200), self.theme.px(HIGH))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        if self.underMouse() and self.isEnabled():
            draw_plate(painter, box, px(RADIUS), theme.color("bg3"))
        left = box.left() + px(6)
        if self.isEnabled():
            cap = keycap_width(theme, self._key)
            paint_keycap(painter, QRectF(left, box.top(), cap, box.height()), theme, self._key)
            left += cap + px(10)
        body, small = theme.font("body"), theme.font("small")
        wide = text_width(small, self._right)
        right = box.right() - px(6) - wide
        end = QRectF(right, box.top(), wide + 1, box.height())
        draw_line(painter, end, self._right, small, theme.color("text2"))
        room = right - (px(10) if self._right else 0) - left
        words, rest = shared(
            room, text_width(body, self._words), text_width(small, self._rest), px(10)
        )
        line = QRectF(left, box.top(), words, box.height())
        draw_line(painter, line, self._words, body, theme.color("text"))
        if rest:
            place = QRectF(left + words + px(10), box.top(), rest, box.height())
            draw_line(painter, place, self._rest, small, theme.color("text2"))
        if self.hasFocus():
            draw_focus(painter, box, theme, px(RADIUS))
