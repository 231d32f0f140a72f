"""A form, a page, a short question or a long errand over the window."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QPlainTextEdit, QProgressBar, QWidget
from typing_extensions import override

from ui.campaign.jobs import Errand, SharingJob, WatchedJob
from ui.look.text import announce, plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button, ButtonKind, icon_button
from ui.widgets.layout import (
    SPRING,
    fill,
    held,
    in_column,
    in_flow,
    in_row,
    scrolling,
    spaced,
)
from ui.widgets.overlay import Overlay, ReadingField, scrolled_by
from ui.widgets.painted import IconMark, hairline
from ui.widgets.rule_lines import RefusalLine

EDGE = 24
_TOP = Qt.AlignmentFlag.AlignTop


class Sheet(Overlay):
    """Put the content into `body`. Ctrl+Enter does `submit`, Esc closes.

    It is made for one use and deletes itself when it closes. Without `button` there is nothing to
    submit, and it can only be closed.
    """

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        title: str,
        button: str = "",
        wide: int = 640,
        high: int = 720,
        scrolls: bool = True,
    ) -> None:
        super().__init__(theme, host, wide, high)
        self.setAccessibleName(title)
        self._scrolls = scrolls
        name = plain_label(theme, title, "head", wrap=True)
        close = icon_button(theme, "cross", "Close  Esc", self.close_sheet)
        head = in_row(theme, (name, 1), (close, 0, _TOP), edges=(EDGE, 16, 12, 8))
        self.body = in_column(theme, gap=16, edges=(EDGE, 8, EDGE, 16))
        page = held(self.body)
        self._scroll = scrolling(page if scrolls else None)
        # A field that has just been added is out of reach until the page has grown by it.
        self._scroll.verticalScrollBar().rangeChanged.connect(self._keep_in_sight)
        if not scrolls:
            self._scroll.setParent(self)
            self._scroll.hide()  # a child of the sheet in any case, which would lie in its corner
        fill(self.column, head, (self._scroll if scrolls else page, 1))
        self.problem = RefusalLine(theme, self)  # a sheet without a button has no foot for it
        self.foot = in_row(theme, gap=8)
        self.primary: Button | None = None
        if button:
            self._add_foot(button)
        self.closed.connect(self.deleteLater)

    def begin(self) -> None:
        """Show it with the focus on its first field."""
        self.open(self.first_field())

    def first_field(self) -> QWidget | None:
        """Return the widget that has the focus first; None: the first that takes it."""
        return None

    def submit(self) -> None:
        """Do what the sheet is for; call `fail` with what is missing."""

    def fail(self, words: str) -> None:
        """Show what is wrong, above the buttons."""
        self.problem.refuse(words)

    def reveal(self, widget: QWidget) -> None:
        """Scroll to a part of the body and give it the focus."""
        self._scroll.ensureWidgetVisible(widget)
        widget.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def content_height(self, wide: int) -> int:
        """Return the height in pixels at which nothing has to be scrolled."""
        self.column.activate()  # before it is shown no layout has run
        if not self._scrolls:
            return 0
        around = self.column.sizeHint().height() - self._scroll.sizeHint().height()
        page = max(self.body.heightForWidth(wide - 2), self.body.sizeHint().height())
        return around + page

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Submit on Ctrl+Enter; scroll on arrows and Page keys that no field took."""
        if scrolled_by(self._scroll, event.key(), self.theme.px(48)):
            return
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier and self.primary:
            self.submit()
            return
        super().keyPressEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep the focused field in sight."""
        went = super().focusNextPrevChild(next)
        self._keep_in_sight()
        return went

    def _keep_in_sight(self) -> None:
        """Scroll to the focused field, if it is on the page."""
        if (focused := self.window().focusWidget()) and self._scroll.isAncestorOf(focused):
            self._scroll.ensureWidgetVisible(focused)

    def _add_foot(self, button: str) -> None:
        theme = self.theme
        self.primary = Button(theme, button, "primary", key="Ctrl Enter", does=self.submit)
        self.cancel = Button(theme, "Cancel", "quiet", key="Esc", does=self.close_sheet)
        fill(self.foot, self.primary, SPRING, self.cancel)
        below = in_column(theme, self.problem, self.foot, gap=8, edges=(EDGE, 12, EDGE, 16))
        fill(self.column, hairline(theme), below)


class Reply(Struct, frozen=True):
    """One answer: its words and what it does; without `does` it only closes the message."""

    words: str
    does: Callable[[], object] | None = None
    kind: ButtonKind = "soft"


class Question(Overlay):
    """One message. Enter gives the focused answer, Esc none. It deletes itself when it closes."""

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        title: str,
        words: str,
        answers: Sequence[Reply] = (),
        icon: str = "warning",
        token: str = "danger",
        details: str = "",
    ) -> None:
        super().__init__(theme, host, 520, 560 if details else 400, upper=True)
        self.title, self.words = title, words
        self._answers = tuple(answers) or (Reply("Close", None, "primary"),)
        self._details = details
        mark = IconMark(theme, icon, token, 20, plate=36)
        name = plain_label(theme, title, "title", wrap=True)
        self._inside = in_column(
            theme,
            in_row(theme, (mark, 0, _TOP), (name, 1), gap=12),
            plain_label(theme, words, "body", "text2", wrap=True),
            (self._details_field(), 1) if details else None,
            SPRING,
            gap=8,
            edges=(EDGE, EDGE, EDGE, 8),
        )
        self._body = held(self._inside)
        self._scroll = scrolling(self._body)
        fill(self.column, (self._scroll, 1), self._buttons_line())
        self.closed.connect(self.deleteLater)

    def ask(self) -> None:
        """Show the message and have it read out."""
        self._scroll.setMinimumHeight(0)
        self.open(self.buttons[0])
        announce(self, f"{self.title} {self.words}", urgent=True)

    @override
    def place(self) -> None:
        """Be as high as the words need at this width, up to half of the window."""
        wide = min(self.theme.px(520), self._host.width() - 2 * self.theme.px(24))
        need = self._inside.heightForWidth(wide - 2)
        # By size hints alone the buttons would have the height of a single line.
        self._ways.setFixedHeight(self._flow.heightForWidth(wide - 2 - 2 * self.theme.px(24)))
        self._scroll.setMinimumHeight(0)
        most = self._host.height() // 2
        high = max(self._body.sizeHint().height(), need)
        self._scroll.setMinimumHeight(min(high, most))
        super().place()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """On Enter give the answer that has the focus, else the first."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = next((b for b in self.buttons if b.hasFocus()), self.buttons[0])
            focused.click()
            return
        super().keyPressEvent(event)

    def _details_field(self) -> QPlainTextEdit:
        field = ReadingField(self.theme, "Details")
        field.setPlainText(self._details)
        field.setMinimumHeight(self.theme.px(120))
        field.setFont(self.theme.font("small"))
        return field

    def _buttons_line(self) -> QWidget:
        self._flow = in_flow(self.theme)
        self._ways = held(self._flow)
        self.buttons: list[Button] = []
        for place, answer in enumerate(self._answers):
            button = Button(self.theme, answer.words, answer.kind, key="" if place else "Enter")
            button.clicked.connect(lambda _checked=False, a=answer: self._give(a))
            self.buttons.append(button)
            self._flow.addWidget(button)
        if self._details:
            copy = Button(self.theme, "Copy report", "quiet", "copy")
            copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._details))
            self._flow.addWidget(copy)
        return held(in_column(self.theme, self._ways, edges=(EDGE, 8, EDGE, 20)))

    def _give(self, answer: Reply) -> None:
        # Closed first: what the answer opens is to keep the focus that it takes.
        self.close_sheet()
        if answer.does:
            answer.does()


def tell(theme: Theme, host: QWidget, title: str, words: str, details: str = "") -> Question:
    """Show a message that can only be closed; return it."""
    question = Question(theme, host, title, words, details=details)
    question.ask()
    return question


class ErrandSheet(Overlay):
    """Shows "Rolling 120 of 500", a bar, and Cancel (Esc). It stays until the errand is over."""

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        errand: Errand | SharingJob | WatchedJob,
        words: str = "One moment",
    ) -> None:
        super().__init__(theme, host, 440, 240, upper=True)
        self.setObjectName("errand")
        self._errand = errand
        self.words = plain_label(theme, words, "title", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1)  # 0 to 0 would be Qt's restless bar of unknown length
        self.cancel = Button(theme, "Cancel", "soft", key="Esc", does=self._call_off)
        spaced(theme, self.column, gap=12, edges=(24, 20, 24, 20))
        fill(self.column, self.words, self.bar, in_row(theme, SPRING, self.cancel))
        errand.advanced.connect(self._show)
        errand.over.connect(self.close_sheet)
        self.closed.connect(self.deleteLater)

    def begin(self) -> None:
        """Open over the window."""
        self.open(self.cancel)
        announce(self, "Busy. Esc cancels.")

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key is for this sheet; all others are typed ahead."""
        return event.key() == Qt.Key.Key_Escape

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel the errand with Esc; take every other key without effect."""
        if event.key() == Qt.Key.Key_Escape:
            self._call_off()
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Stay open: a click beside the card must not cancel what is being rolled."""
        event.accept()

    def _show(self, words: str, done: int, of: int) -> None:
        # A cancelled errand runs on until it notices: its words must not replace "Cancelling…".
        if not self._errand.isInterruptionRequested():
            self.words.say(f"{words} {done} of {of}")
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        self.bar.setAccessibleName(f"{words} {done} of {of}")

    def _call_off(self) -> None:
        self._errand.cancel()
        self.cancel.setEnabled(False)
        self.words.say("Cancelling…")
        self.setFocus()  # a disabled button cannot keep it, and Qt would move it elsewhere
