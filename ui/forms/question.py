"""A short message over the window with its answers, the usual one first."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.announce import announce
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button, ButtonKind
from ui.widgets.icon_mark import IconMark
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.overlay import Overlay


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
        px = theme.px
        body = QWidget()
        column = self._inside = QVBoxLayout(body)
        column.setContentsMargins(px(24), px(24), px(24), px(8))
        column.setSpacing(px(8))
        head = QHBoxLayout()
        head.setSpacing(px(12))
        head.addWidget(IconMark(theme, icon, token, 20, plate=36), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(plain_label(theme, title, "title", wrap=True), 1)
        column.addLayout(head)
        column.addWidget(plain_label(theme, words, "body", "text2", wrap=True))
        if details:
            column.addWidget(self._details_field(), 1)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        self.column.addWidget(scroll, 1)
        self.column.addWidget(self._buttons_line())
        self._scroll, self._body = scroll, body
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
        field = QPlainTextEdit(self._details)
        field.setReadOnly(True)
        field.setTabChangesFocus(True)
        field.setAccessibleName("Details")
        field.setMinimumHeight(self.theme.px(120))
        field.setFont(self.theme.font("small"))
        return field

    def _buttons_line(self) -> QWidget:
        px = self.theme.px
        holder = QWidget()
        around = QVBoxLayout(holder)
        around.setContentsMargins(px(24), px(8), px(24), px(20))
        self._ways = QWidget()
        around.addWidget(self._ways)
        line = self._flow = FlowLayout(self._ways, px(8))
        self.buttons: list[Button] = []
        for place, answer in enumerate(self._answers):
            button = Button(self.theme, answer.words, answer.kind, key="" if place else "Enter")
            button.clicked.connect(lambda _checked=False, a=answer: self._give(a))
            self.buttons.append(button)
            line.addWidget(button)
        if self._details:
            copy = Button(self.theme, "Copy report", "quiet", "copy")
            copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._details))
            line.addWidget(copy)
        return holder

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
