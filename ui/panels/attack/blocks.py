"""What the panels of all attacks have: blocks that fold, cards of the aim, a foot."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.errors import Refusal
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import RAIL, paint_icon
from ui.look.text import plain_label, tip
from ui.look.theme import Theme
from ui.panels.queue.pane import PaneFocus, QueueBody, TakesKeys
from ui.panels.queue.step_card import StepNote
from ui.widgets.buttons import Asker, Button, ShowsCap
from ui.widgets.layout import FlowLayout, in_column, let_wrap
from ui.widgets.painted import (
    Backdrop,
    PaintedButton,
    PaintedWidget,
    draw_centred,
    draw_focus,
    draw_line,
    draw_plate,
    keycap_width,
    paint_keycap,
    sized,
    square_in,
    text_width,
)
from ui.widgets.rule_lines import RefusalLine
from ui.widgets.tokens import TokenLook, paint_token

HIGH, BADGE = 32, 22


@sized(200, HIGH)
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
        self.column = in_column(theme, gap=8, on=self.body)
        self._whole = in_column(theme, self.head, self.body, edges=None, gap=6, on=self)
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
        super().restyle()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        if not self._first:
            painter.fillRect(QRectF(0, 0, box.width(), 1), self.theme.color("line"))


class AnyFoot(PaintedWidget):
    """Refusal, note and buttons. `going_on` is Enter outside of the dice, `leaving` is Esc.

    `unit_of_now` returns the key of the unit that a note is about.
    """

    going_on = Signal()
    leaving = Signal()

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, unit_of_now: Callable[[], int | None]
    ) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._said: tuple[str, str, tuple[Refusal, ...]] = ("", "", ())
        self.refusal = RefusalLine(theme)
        self.refusal.asked.connect(hub.rule_asked)
        self.note = StepNote(theme, desk, unit_of_now)
        self.undo = Button(theme, "Undo", "soft", "undo", "Ctrl Z", does=desk.undo)
        self.cancel = Button(theme, "Cancel", "quiet", "", "Esc", does=self.leaving)
        self._line = FlowLayout()
        self._column = in_column(
            theme, self.refusal, self.note, self._line, edges=(16, 10, 16, 12), gap=8, on=self
        )

    def lay_out(self, *buttons: Button) -> None:
        """Put the buttons into the line."""
        for button in buttons:
            self._line.addWidget(button)
        self.restyle()

    def refuse(self, sentence: str, rule: str = "", others: tuple[Refusal, ...] = ()) -> None:
        """Show why something is refused; nothing for an empty sentence."""
        if (sentence, rule, others) == self._said:
            return  # a screen reader has said it
        self._said = (sentence, rule, others)
        if sentence:
            self.refusal.refuse(sentence, rule, others)
        else:
            self.refusal.clear()

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._line.setSpacing(px(6))
        super().restyle()


EMPTY = "No attack is being made. A starts one, also on a unit of the list."


class AnyAttackPanel(Backdrop, Asker):
    """Blocks that a click folds and unfolds; `empty` stands there while nobody attacks.

    A subclass makes the blocks and gives them to `lay_out`, then sets `focus`.
    """

    focus: PaneFocus

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, "bg1", parent=parent)
        self.setAccessibleName(name)
        self.empty = plain_label(theme, "", "body", "text3", wrap=True)
        self._scroll = QScrollArea()
        self._unfolded: dict[AttackBlock, bool] = {}
        # Heights are known only when the layout is done with what has just been shown or hidden.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self.fit)

    def lay_out(
        self, keys: TakesKeys, foot: AnyFoot, blocks: Sequence[AttackBlock], *more: QWidget
    ) -> None:
        """Put the blocks and what follows them above the foot; `keys` takes what is typed."""
        self._keys = keys
        self._body = QueueBody(keys)
        self._column = in_column(
            self.theme, (self._scroll, 1), foot, gap=0, edges=(0, 8, 0, 0), on=self
        )
        for part in (self.empty, *blocks, *more):
            self._body.column.addWidget(part)
        self._body.column.addStretch(1)
        self._scroll.setWidget(self._body)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)
        self._body.setAutoFillBackground(False)
        self.setFocusProxy(self._body)
        for block in blocks:
            block.toggled.connect(lambda each=block: self.toggle(each))

    def fit(self) -> None:
        """Bring what the referee works on into view, once the layout is done."""
        raise NotImplementedError

    def leave(self) -> None:
        """Do what Esc does in the tab."""
        raise NotImplementedError

    def show_states(self) -> None:
        """Show for each block whether it is done, in use, or waits."""
        raise NotImplementedError

    def is_open(self, block: AttackBlock) -> bool:
        """Return whether a block is unfolded."""
        raise NotImplementedError

    def toggle(self, block: AttackBlock) -> None:
        """Fold a block, or unfold it."""
        self._unfolded[block] = not self.is_open(block)
        self.show_states()
        self._fitting.start()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            event.ignore()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fitting.start()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fitting.start()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        super().paint(painter, box)
        if self.focus.ringed:
            draw_focus(painter, box.adjusted(2, 2, -2, -2), self.theme, self.theme.px(8))

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            px = self.theme.px
            self._body.left = self._body.edge = px(16)
            self._body.column.setSpacing(px(10))
            self._body.column.setContentsMargins(px(16), 0, px(16), px(16))
            self._fitting.start()


CARD_HIGH, PADDING, GAP, MARK, RADIUS = 46, 10, 10, 30, 8
NARROW = 200
"""Pixels at 100 % below which a card leaves its token out, so that the name has room."""


@sized(170, CARD_HIGH)
class AttackCard(PaintedButton, ShowsCap):
    """Keycap, token or icon, name, and a second line; while empty it shows its question."""

    def __init__(self, theme: Theme, key: str, question: str, icon: str) -> None:
        super().__init__(theme)
        self.key, self._question, self._icon = key, question, icon
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name, self._detail = "", ""
        self._token: TokenLook | None = None
        self._wanted = False
        self.live = True
        self.say("", "")

    @property
    def words(self) -> tuple[str, str]:
        """Name and second line."""
        return self._name, self._detail

    @property
    @override
    def cap(self) -> str:
        return self.key if self.live else ""

    def set_live(self, on: bool) -> None:
        """Show the keycap, or hide it while the key means something else."""
        if on != self.live:
            self.live = on
            self.update()

    def say(
        self, name: str, detail: str, token: TokenLook | None = None, wanted: bool = False
    ) -> None:
        """Show a name and detail; without a name the question. `wanted` marks it as next."""
        self._name, self._detail, self._token, self._wanted = name, detail, token, wanted
        words = ", ".join(part for part in (name, detail) if part)
        self.setAccessibleName(f"{self.key}, {words or self._question}")
        tip(self, words)
        self.update()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(120), self.theme.px(CARD_HIGH))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        fill = theme.color("sel" if self._wanted else "bg2")
        token = "accent_edge" if self._wanted else "ctl" if self.underMouse() else "line2"
        draw_plate(painter, box, px(RADIUS), fill, theme.color(token))
        left: float = px(PADDING)
        if self.live:
            key = QRectF(left, 0, keycap_width(theme, self.key), box.height())
            able = self.isEnabled() and self.cap_is_live
            paint_keycap(painter, key, theme, self.key, enabled=able)
            left = key.right() + px(GAP)
        left = self._paint_mark(painter, box, left)
        words = QRectF(left, 0, box.right() - px(PADDING) - left, box.height())
        self._paint_words(painter, words)
        if self.hasFocus():
            draw_focus(painter, box, theme, px(RADIUS))

    def _paint_mark(self, painter: QPainter, box: QRectF, left: float) -> float:
        theme, px = self.theme, self.theme.px
        if box.width() < px(NARROW):
            return left
        place = square_in(QRectF(left, 0, px(MARK), box.height()), px(MARK))
        if self._token:
            paint_token(painter, place, theme, self._token)
        elif self._icon:
            draw_plate(painter, place, px(6), theme.color("bg3"))
            paint_icon(painter, square_in(place, px(RAIL)), theme, self._icon, "text2")
        return place.right() + px(GAP)

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        strong = theme.font("body", strong=True)
        if not self._name:
            draw_line(painter, box, self._question, theme.font("body"), theme.color("text2"))
            return
        if not self._detail:
            draw_line(painter, box, self._name, strong, theme.color("text"))
            return
        half, edge = box.height() / 2, px(5)
        upper, lower = box.adjusted(0, edge, 0, -half), box.adjusted(0, half, 0, -edge)
        draw_line(painter, upper, self._name, strong, theme.color("text"))
        draw_line(painter, lower, self._detail, theme.font("small"), theme.color("text2"))
