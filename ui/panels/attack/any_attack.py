"""What the panels of all attacks have: blocks that fold, cards of the aim, a foot."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from PySide6 import QtWidgets
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QShowEvent
from typing_extensions import override

from brikdesk.errors import Refusal
from brikdesk.store.views.log import ruled_before
from ui.campaign.hub import Hub
from ui.look.icons import RAIL, paint_icon
from ui.look.shortcuts import sign
from ui.look.text import plain_label, tip
from ui.look.theme import Theme
from ui.models.attack.any_attack import AnyAttackController
from ui.models.attack.draft import AttackPhase
from ui.models.picks import PickRow
from ui.panels.queue.panel import PaneFocus, QueueBody, show_on_map
from ui.panels.queue.step_card import StepNote
from ui.parts.pick_list import PLACE, PickList
from ui.widgets.buttons import Asker, Button, ShowsCap
from ui.widgets.layout import FlowLayout, fill, in_column, in_row, let_wrap, scrolling
from ui.widgets.painted import (
    Backdrop,
    PaintedButton,
    PaintedWidget,
    draw_centred,
    draw_focus,
    draw_line,
    draw_plate,
    keycap_width,
    sized,
    square_in,
    text_width,
)
from ui.widgets.rule_lines import RefusalLine
from ui.widgets.tokens import TokenLook, paint_token

AnyController = AnyAttackController[Any, Any]
HIGH, BADGE = 32, 22


@sized(200, HIGH)
class BlockHead(PaintedWidget):
    """Number or check, title, and a summary. A click or Space opens and folds the block."""

    pressed = Signal()

    def __init__(self, theme: Theme, number: int, title: str) -> None:
        super().__init__(theme)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Ignored, QtWidgets.QSizePolicy.Policy.Fixed)
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
        self.body = QtWidgets.QWidget()
        self.column = in_column(theme, gap=8, on=self.body)
        self._whole = in_column(theme, self.head, self.body, edges=None, gap=6, on=self)
        app = QtWidgets.QApplication.instance()
        if isinstance(app, QtWidgets.QApplication):
            app.focusChanged.connect(self._unfold)
        AttackBlock.restyle(self)  # not a subclass's own: its parts are not made yet

    def show_state(self, state: str, summary: str, right: str, open: bool) -> None:
        """Show the state, and the body or only its line."""
        self.head.show_state(state, summary, right, open)
        self.body.setVisible(open)

    def _unfold(self, _before: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
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

    `go` is the button for Enter. `unit_of_now` returns the key of the unit that a note is about.
    """

    going_on = Signal()
    leaving = Signal()

    def __init__(
        self, theme: Theme, controller: AnyController, hub: Hub, go: Button,
        unit_of_now: Callable[[], int | None],
    ) -> None:  # fmt: skip
        super().__init__(theme)
        let_wrap(self, down=QtWidgets.QSizePolicy.Policy.Minimum)
        self._any = controller
        self._said: tuple[str, str, tuple[Refusal, ...]] = ("", "", ())
        self.refusal = RefusalLine(theme)
        self.refusal.asked.connect(hub.rule_asked)
        self.refusal.overruled.connect(controller.overrule)
        self.refusal.decided = lambda rule: controller.desk.read(ruled_before, rule)
        self.note = StepNote(theme, controller.desk, unit_of_now)
        self.go = go
        self.go.clicked.connect(self.going_on)
        self.roll = Button(theme, "Roll", "primary", "roll", "Space", does=controller.roll)
        self.undo = Button(theme, "Undo", "soft", "undo", "Ctrl Z", does=controller.desk.undo)
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

    def show_refusal(self) -> None:
        """Show which rule has refused, or else what is wrong with what is filled in."""
        if refused := self._any.refused:
            self.refuse(refused.sentence, refused.rule, refused.others)
        else:
            self.refuse(self._any.complaint)

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


_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
UNDO = ("Ctrl Z", "undo")


class AnyAttackKeys:
    """Carries out the keys of the tab.

    `lacking` says what is asked while a card is empty, `refused` how a refusal is left.
    """

    lacking: ClassVar[Mapping[str, str]]
    refused: ClassVar[str]

    def __init__(self, panel: "AnyAttackPanel", hub: Hub) -> None:
        self._any, self._hub = panel.controller, hub
        self._cards, self._note = panel.aim, panel.foot.note

    def press(self, event: QKeyEvent) -> bool:
        """Carry out a key press; return False if the key is not one of the tab's.

        A key that is held down counts once, except for Backspace.
        """
        if event.isAutoRepeat() and event.key() != Qt.Key.Key_Backspace:
            return True
        plain = event.modifiers() & ~_KEYPAD in (_NONE, _SHIFT)
        # A digit is a face before it is anything else, and Enter may end a half-typed one.
        if self.press_die(event, plain=plain):
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return True
        if event.key() in _ENTER and plain:
            return self.go_on()
        typed = sign(event)
        if typed == "?":
            return self._show_rule()
        if typed == ".":
            return show_on_map(self._hub, self.target())
        return plain and self.press_sign(event, typed)

    def step(self, by: int) -> bool:
        """Take the next target (1) or the previous one (−1); False if there is none."""
        return False

    def press_die(self, event: QKeyEvent, *, plain: bool) -> bool:
        """Pass a key to the dice; False if none are asked for or they have no use for it."""
        raise NotImplementedError

    def press_sign(self, event: QKeyEvent, typed: str) -> bool:
        """Do what a letter or another key means now; False if it means nothing."""
        raise NotImplementedError

    def go_on(self) -> bool:
        """Do what Enter does: begin, ask for what is missing, go on, or carry out."""
        controller, phase = self._any, self._any.phase
        resting = phase in (AttackPhase.NOTHING, AttackPhase.DONE)
        # Without a turn no battle runs, and nobody can attack.
        if controller.desk.read_only or (resting and not controller.table.head.turn_id):
            return False
        if resting:
            controller.again()
        elif phase is not AttackPhase.AIM:
            return controller.apply()
        elif not controller.go_on() and not self._cards.ask_missing():
            self._cards.free.emit()  # refused: O has to overrule, not stand in a field
            return False
        return True

    def leave(self) -> None:
        """Do what Esc does."""
        raise NotImplementedError

    def names(self) -> tuple[tuple[str, str], ...]:
        """Return the keys that work now with their words, for the status bar."""
        raise NotImplementedError

    def waits_for(self) -> str:
        """Say what the attack waits for, "" if none is being made."""
        controller, lacks = self._any, self._any.draft.lacks
        resting = controller.phase in (AttackPhase.NOTHING, AttackPhase.DONE)
        if resting or controller.desk.read_only:
            return ""
        if self._note.isVisible():
            return "A note is open: Enter writes it, Esc drops it."
        if self._cards.picks.isVisible():
            return "A list is open: letters filter it, Enter chooses, Esc leaves it."
        if controller.refusing:
            return self.refused
        aiming = controller.phase is AttackPhase.AIM
        return self.lacking[lacks] if aiming and lacks else self.wanted()

    def wanted(self) -> str:
        """Say what a complete attack waits for."""
        raise NotImplementedError

    def rule(self) -> str:
        """Return the rule that ? shows; empty for none."""
        raise NotImplementedError

    def target(self) -> int | None:
        """Return the unit that . shows on the map; None or 0 for none."""
        raise NotImplementedError

    @property
    def over(self) -> tuple[tuple[str, str], ...]:
        """The key that overrules, while a rule refuses."""
        return (("O", "overrule"),) if self._any.refusing else ()

    def _show_rule(self) -> bool:
        rule = self.rule()
        if rule:
            self._hub.rule_asked.emit(rule)
        return bool(rule)


class AnyAttackFocus(PaneFocus):
    """The focus in an attack; widgets of the classes `kept` keep it while something changes."""

    kept: ClassVar[tuple[type[QtWidgets.QWidget], ...]] = (
        QtWidgets.QLineEdit,
        QtWidgets.QComboBox,
        QtWidgets.QCheckBox,
    )

    def __init__(self, panel: "AnyAttackPanel", hub: Hub) -> None:
        signals = panel.controller.changing, panel.controller.changed
        super().__init__(panel, panel.body, hub, *signals)
        self._panel, self._scroll = panel, panel.view
        self._shifted = False
        self._wanted: tuple[QtWidgets.QWidget, QtWidgets.QWidget] | None = None
        hub.spot_taken.connect(self.take_back)
        hub.pointing_left.connect(self._pointed)

    def _pointed(self) -> None:
        """Take the keys back from the map, unless a form over the pane had asked for the place."""
        if not self._hub.form_asks:
            self.take_back()

    def settle(self, part: QtWidgets.QWidget, asked: QtWidgets.QWidget | None = None) -> None:
        """Scroll a part into view as soon as the layout has placed it.

        A part higher than the pane is shown from `asked` on, a widget inside it, or from its top.
        """
        self._wanted = (part, asked or part)
        self._later.start()

    def show_focus(self, now: QtWidgets.QWidget) -> None:
        """Scroll to the part of the body that has the focus."""
        raise NotImplementedError

    @property
    def focused(self) -> QtWidgets.QWidget | None:
        """The part of the body that has the focus; None if none of them has."""
        now = QtWidgets.QApplication.focusWidget()
        inside = now is not None and now is not self._body and self._body.isAncestorOf(now)
        return now if inside else None

    @override
    def scroll(self) -> None:
        wanted, shifted = self._wanted, self._shifted
        if (wanted is None and not shifted) or not self._pane.isVisible():
            return
        self._wanted, self._shifted = None, False
        if now := self.focused:
            self.show_focus(now)
        elif wanted is not None:
            self.show_part(*wanted)

    def show_part(self, part: QtWidgets.QWidget, asked: QtWidgets.QWidget) -> None:
        """Scroll to a part, and if it is too high for the pane to what is asked in it."""
        room = self._scroll.viewport().height()
        if part.height() <= room:
            self._scroll.ensureWidgetVisible(part, 0, 0)
        else:  # Qt would show its middle
            end = part.mapTo(self._body, part.rect().bottomLeft()).y()
            top = asked.mapTo(self._body, asked.rect().topLeft()).y()
            self._scroll.verticalScrollBar().setValue(min(top, max(0, end - room)))

    @override
    def keeps(self) -> bool:
        """Keep the focus in a field that is typed into."""
        now = QtWidgets.QApplication.focusWidget()
        inside = now is not None and self._pane.isAncestorOf(now)
        return inside and isinstance(now, self.kept) and now.isVisible()

    @override
    def names(self) -> tuple[tuple[str, str], ...]:
        return self._panel.keys.names()


EMPTY = "No attack is being made. A starts one, also on a unit of the list."


class AnyAttackPanel(Backdrop, Asker):
    """Blocks that a click folds and unfolds; `empty` stands there while nobody attacks.

    A subclass makes the blocks and gives them to `lay_out`, then sets `focus` and calls `wire`.
    """

    controller: AnyController
    focus: AnyAttackFocus
    keys: AnyAttackKeys
    aim: "AnyAimBlock"
    foot: AnyFoot

    def __init__(self, theme: Theme, name: str, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(theme, "bg1", parent=parent)
        self.setAccessibleName(name)
        self.empty = plain_label(theme, "", "body", "text3", wrap=True)
        self.view = scrolling(plain=True)
        self._unfolded: dict[AttackBlock, bool] = {}
        # Heights are known only when the layout is done with what has just been shown or hidden.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self.fit)

    def lay_out(self, *more: QtWidgets.QWidget) -> None:
        """Put the blocks and what follows them above the foot."""
        self.body = QueueBody(self.keys, self.keys.step)
        self._column = in_column(
            self.theme, (self.view, 1), self.foot, gap=0, edges=(0, 8, 0, 0), on=self
        )
        for part in (self.empty, *self.blocks, *more):
            self.body.column.addWidget(part)
        self.body.column.addStretch(1)
        self.view.setWidget(self.body)
        self.body.setAutoFillBackground(False)
        self.setFocusProxy(self.body)
        for block in self.blocks:
            block.toggled.connect(lambda each=block: self.toggle(each))

    def wire(self) -> None:
        """Follow the controller's beginnings, the buttons and keys."""
        self.controller.begun.connect(self.begun)
        self.foot.going_on.connect(self.go_on)
        self.foot.leaving.connect(self.keys.leave)
        self.foot.note.left.connect(self.focus.take)
        self.aim.free.connect(self.focus.take)
        for block in self.blocks:
            block.wanted.connect(lambda each=block: self.open_up(each))

    @property
    def blocks(self) -> tuple[AttackBlock, ...]:
        """The blocks, from top to bottom."""
        raise NotImplementedError

    def follow(self) -> None:
        """Show the attack as it is now."""
        raise NotImplementedError

    def begun(self) -> None:
        """Show an attack that was just begun, and ask for what it lacks."""
        self._unfolded.clear()
        self.aim.close_up()
        self.follow()
        if self.isVisible() and not self.aim.ask_missing():  # a list that opens takes the focus
            self.focus.take()

    def go_on(self) -> None:
        """Do what Enter does."""
        self.keys.go_on()

    def fit(self) -> None:
        """Bring what the referee works on into view, once the layout is done."""
        raise NotImplementedError

    def leave(self) -> None:
        """Do what Esc does in the tab."""
        self.keys.leave()

    @override
    def waits_for(self) -> str:
        return self.keys.waits_for()

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

    def open_up(self, block: AttackBlock) -> None:
        """Open a folded block, as the focus has come into it."""
        self.toggle(block)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keys.press(event):
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
            self.body.left = self.body.edge = px(16)
            self.body.column.setSpacing(px(10))
            self.body.column.setContentsMargins(px(16), 0, px(16), px(16))
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
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Fixed
        )
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

    def mark(self, wanted: bool) -> None:
        """Mark it as asked now, or no longer."""
        if wanted is not self._wanted:
            self._wanted = wanted
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
            self.paint_cap(painter, key, theme)
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


class AnyAimBlock(AttackBlock):
    """The block that says who attacks whom with what: its cards, and the list that answers them.

    `free` is emitted when the keys can go back to the panel. `prompts` are the questions above the
    lists, by their purpose; other words may be said for the purposes in `free_words`.
    """

    free = Signal()
    prompts: ClassVar[Mapping[str, str]]
    free_words: ClassVar[tuple[str, ...]] = ("target",)

    def __init__(self, theme: Theme, controller: AnyController, hub: Hub, title: str) -> None:
        super().__init__(theme, 1, title)
        self._any = controller
        self.attacker = AttackCard(theme, "A", self.prompts["attacker"], "units")
        self.weapon = AttackCard(theme, "W", self.prompts["weapon"], "ammo")
        self.target = AttackCard(theme, "T", "At whom?", "homing")
        self.picks = PickList(theme)
        self.cards = {"attacker": self.attacker, "weapon": self.weapon, "target": self.target}
        for purpose, card in self.cards.items():
            self.asks_by(card, purpose)
        self.picks.picked.connect(self.picked)
        self.picks.words.connect(self.said)
        self.picks.left.connect(self.list_gone)
        # After the controller, which has taken what was pointed at.
        hub.target_pointed.connect(self._pointed)
        self.picks.opening.connect(lambda: controller.ask_target(self.picks.purpose == "target"))
        self.picks.gone.connect(lambda: controller.ask_target(False))
        self.picks.gone.connect(self.mark_asked)

    def lay_out(self, *parts: QtWidgets.QWidget, more: Sequence[AttackCard] = ()) -> None:
        """Put the cards, `more` of them, the list and the other parts below each other."""
        self._pair = in_row(self.theme, (self.weapon, 1), (self.target, 1), gap=8)
        cards = in_column(self.theme, self.attacker, self._pair, *more, gap=5)
        fill(self.column, cards, self.picks, *parts)
        self.restyle()

    def asks_by(self, card: AttackCard, purpose: str) -> None:
        """Have a click on a card open its list."""
        card.clicked.connect(lambda: self.ask(purpose))

    def ask(self, purpose: str) -> None:
        """Open the list for one of the keys of `prompts`; do nothing in a read-only campaign."""
        # The cards stay in sight there, as they say what was done; nothing can be picked.
        if not self._any.desk.read_only:
            free = PLACE if purpose in self.free_words else ""
            self.picks.open(purpose, self.prompts[purpose], lambda: self.rows(purpose), free=free)
            self.mark_asked()

    def mark_asked(self) -> None:
        """Mark the card whose list is open, else the one that is asked next."""
        for purpose, card in self.cards.items():
            card.mark(purpose == self.purpose_now)

    def ask_missing(self) -> bool:
        """Open the list or field of what is missing first; False if nothing is."""
        if lacks := self.lacks:
            self.ask(lacks)
            return True
        return self.ask_field()

    @property
    def lacks(self) -> str:
        """The list that has to be answered next; empty for none."""
        return str(self._any.draft.lacks)

    @property
    def purpose_now(self) -> str:
        """The list that is open, else what is missing: its card is marked."""
        open_now = "" if self.picks.isHidden() else self.picks.purpose
        return open_now or (self.lacks if self._any.phase is AttackPhase.AIM else "")

    def close_up(self) -> None:
        """Close the list and all that only the attack before had opened."""
        self.picks.hide()

    def rows(self, purpose: str) -> tuple[PickRow, ...]:
        """Return the rows of a list as they are now."""
        raise NotImplementedError

    def ask_field(self) -> bool:
        """Put the focus into the field that lacks something; False if none does."""
        raise NotImplementedError

    def picked(self, value: object) -> None:
        """Fill in the value of the row that was picked."""
        raise NotImplementedError

    def said(self, words: str) -> None:
        """Fill in words that name a place as the target."""
        raise NotImplementedError

    @property
    def asks_on(self) -> bool:
        """Whether what is missing is asked next, after a list was answered."""
        return self._any.phase is AttackPhase.AIM

    def list_gone(self) -> None:
        """Ask for what is still missing, else give the keys back."""
        asked = self.picks.purpose  # empty after Esc: nobody wants to be asked again
        # Nor the same list once more: what was picked from it did not do.
        again = self.asks_on and asked and self.lacks != asked
        if not (again and self.ask_missing()):
            self.free.emit()

    def _pointed(self) -> None:
        """Close the list of targets: the map has answered it."""
        if self.picks.purpose == "target" and self._any.draft.lacks != "target":
            self.picks.close_list()
