"""The base of all editors for a form's questions."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.campaign.desk import Desk
from ui.forms.fields import FormQuestion, Values
from ui.look.theme import Theme


class FieldEditor(QWidget):
    """One editor. `changed` is emitted after each change by hand."""

    changed = Signal()

    def __init__(self, theme: Theme, asked: FormQuestion) -> None:
        super().__init__()
        self.theme, self.asked = theme, asked

    def hold(self, editor: QWidget) -> None:
        """Show a single widget as the whole editor; it takes the focus and the name."""
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(editor)
        self.setFocusProxy(editor)
        editor.setAccessibleName(self.asked.label)
        self.setAccessibleName(self.asked.label)

    def value(self) -> Any:
        """Return the answer; None if nothing is answered."""

    def set_value(self, value: Any) -> None:
        """Write an answer."""

    def problem(self) -> str:
        """Return what is wrong with the answer, in words; empty if nothing is."""
        return ""

    @property
    def idle(self) -> bool:
        """Whether the question is not asked now, as there is nothing to choose from."""
        return False

    def offer(self, desk: Desk, values: Values) -> None:
        """Offer what the campaign and the other answers (`values`) now allow."""
