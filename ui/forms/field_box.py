"""A field of a form: its label above, what is wrong with it below."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.announce import announce
from ui.look.text import plain_label
from ui.look.theme import Theme

STILL_THERE = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Reasons of a lost focus that do not mean leaving: a list opens, another window comes up."""


class FieldBox(QWidget):
    """Label, editor and message. `left` is emitted when the focus leaves the editor."""

    left = Signal()

    def __init__(
        self,
        theme: Theme,
        label: str,
        editor: QWidget,
        hint: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme, self.editor = theme, editor
        self._hint = hint
        self._label = plain_label(theme, label, "caption", "text2", strong=True)
        self._message = plain_label(theme, hint, "caption", "text3", wrap=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._label)
        self._column.addWidget(editor)
        self._column.addWidget(self._message)
        # Only now: shown without a parent, a label is a window of its own for a moment.
        self._label.setVisible(bool(label))
        self._message.setVisible(bool(hint))
        self._label.setBuddy(editor)
        # In the parts too: an editor may be made of several, of which one has the focus.
        self._names = [editor, *editor.findChildren(QWidget)]
        if not editor.accessibleName():
            editor.setAccessibleName(label)
        for part in self._names:
            part.installEventFilter(self)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_label(self, label: str) -> None:
        """Show another label."""
        self._label.setText(label)

    def problem(self) -> str:
        """Return what is wrong, as shown; empty if nothing is."""
        return self._message.text() if self.editor.property("wrong") else ""

    def set_problem(self, words: str) -> None:
        """Show what is wrong; without words show the hint again."""
        if words == self.problem():
            return
        self._message.say(words or self._hint)
        self._message.set_token("danger" if words else "text3")
        self._message.setVisible(bool(words or self._hint))
        self.updateGeometry()
        self.editor.setAccessibleDescription(words or self._hint)
        self._mark(bool(words))
        if words:
            announce(self, words, urgent=True)

    def _mark(self, wrong: bool) -> None:
        self.editor.setProperty("wrong", wrong)
        # A style sheet looks at a property only when the widget is polished.
        for part in (self.editor, *self.editor.findChildren(QWidget)):
            if isinstance(part, QLineEdit | QComboBox | QAbstractSpinBox):
                part.setProperty("wrong", wrong)
                part.style().unpolish(part)
                part.style().polish(part)

    @override
    def sizeHint(self) -> QSize:
        """Return the usual hint; for a fixed width, as high as the message needs in that width."""
        # Layouts that go by size hints never ask how high wrapped words are.
        hint, wide = super().sizeHint(), self.maximumWidth()
        if wide != self.minimumWidth():
            return hint
        return QSize(wide, max(hint.height(), self.heightForWidth(wide)))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            reason = event.reason()  # type: ignore[attr-defined]
            if reason not in STILL_THERE:
                self.left.emit()
        return False

    def _restyle(self) -> None:
        self._column.setSpacing(self.theme.px(5))
