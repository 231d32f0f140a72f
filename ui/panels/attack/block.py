"""One of the three blocks of an attack: a head that stays, and a body that can fold away."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.icons import paint_icon
from ui.look.theme import Theme
from ui.widgets.brushwork import (
    draw_centred,
    draw_focus,
    draw_line,
    draw_plate,
    square_in,
    text_width,
)
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget

HIGH, BADGE = 32, 22


class BlockHead(PaintedWidget):
    """Number or check, title, and a summary. A click or Space opens and folds the block."""

    pressed = Signal()

    def __init__(self, theme: Theme, number: int, title: str) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._number, self._title = number, title
        self._state, self.summary, self.right, self._open = "waits", "", "", True

    def show_state(self, state: str, summary: str, right: str, open: bool) -> None:
        """Show the state ("waits", "now" or "done"), and the line that stands for a folded body."""
        self._state, self.summary, self.right, self._open = state, summary, right, open
        words = {"waits": "to come", "now": "now", "done": "done"}[state]
        parts = (f"{self._number}, {self._title}", words, summary, right)
        self.setAccessibleName(", ".join(part for part in parts if part))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(200), self.theme.px(HIGH))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        side = px(BADGE)
        badge = square_in(QRectF(0, box.top(), side, box.height()), side)
        self._paint_badge(painter, badge)
        font = theme.font("title" if self._open else "body", strong=True)
        left = badge.right() + px(10)
        ink = theme.color("text3" if self._state == "waits" else "text")
        wide: float = text_width(font, self._title)
        draw_line(painter, QRectF(left, 0, wide, box.height()), self._title, font, ink)
        left += wide + px(12)
        small = theme.font("small")
        right = box.right()
        if self.right and self._open:
            wide = min(text_width(small, self.right), max(0.0, right - left))
            place = QRectF(right - wide, 0, wide, box.height())
            draw_line(painter, place, self.right, small, theme.color("text2"))
            right -= wide + px(10)
        if self.summary and not self._open and right > left:
            place = QRectF(left, 0, right - left, box.height())
            draw_line(painter, place, self.summary, small, theme.color("text2"))
        if self.hasFocus():
            draw_focus(painter, box, theme, px(6))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.pressed.emit()
        else:
            event.ignore()

    def _paint_badge(self, painter: QPainter, box: QRectF) -> None:
        theme = self.theme
        radius = box.height() / 2
        if self._state == "done":
            draw_plate(painter, box, radius, theme.tint("ok"))
            paint_icon(painter, square_in(box, theme.px(13)), theme, "check", "ok")
            return
        now = self._state == "now"
        fill = theme.color("accent" if now else "bg3")
        draw_plate(painter, box, radius, fill, theme.color("accent_edge" if now else "line2"))
        ink = theme.color("on_accent" if now else "text2")
        at = QPointF(box.center())
        draw_centred(painter, at, str(self._number), theme.font("caption", strong=True), ink)


class AttackBlock(PaintedWidget):
    """Head and body. Put the content into `column`.

    `toggled` is emitted when the referee folds or opens it, `wanted` when the focus comes to a part
    of the folded body.
    """

    toggled = Signal()
    wanted = Signal()

    def __init__(self, theme: Theme, number: int, title: str) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._first = number == 1
        self.head = BlockHead(theme, number, title)
        self.head.pressed.connect(self.toggled)
        self.body = QWidget()
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(0, 0, 0, 0)
        self._whole = QVBoxLayout(self)
        self._whole.addWidget(self.head)
        self._whole.addWidget(self.body)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._unfold)
        AttackBlock.restyle(self)  # not a subclass's own: its parts are not made yet

    def show_state(self, state: str, summary: str, right: str, open: bool) -> None:
        """Show the state, and the body or only its line."""
        self.head.show_state(state, summary, right, open)
        self.body.setVisible(open)

    def _unfold(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Ask to be opened if a key led into the folded body, where nobody would see the focus."""
        if now is not None and self.body.isHidden() and self.body.isAncestorOf(now):
            self.wanted.emit()

    @property
    def asks(self) -> bool:
        """Whether a question in the block waits for an answer."""
        return False

    def summary(self) -> str:
        """Return the line that stands for the folded body."""
        return ""

    def high(self, wide: int, open: bool) -> int:
        """Return the height in pixels that the block takes, folded or open, at a width."""
        margins = self._whole.contentsMargins()
        head = margins.top() + margins.bottom() + self.head.sizeHint().height()
        if not open:
            return head
        # The layout of a hidden body hears of no change and still knows its old heights.
        self.column.invalidate()
        fits = self.column.hasHeightForWidth()  # without it Qt answers −1 for every width
        body = self.column.totalHeightForWidth(wide) if fits else self.column.sizeHint().height()
        return head + self._whole.spacing() + body

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._whole.setContentsMargins(0, px(0 if self._first else 6), 0, 0)
        self._whole.setSpacing(px(6))
        self.column.setSpacing(px(8))
        super().restyle()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        if not self._first:
            painter.fillRect(QRectF(0, 0, box.width(), 1), self.theme.color("line"))
