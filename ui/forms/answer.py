"""What every editor of a form's question can do."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.campaign.desk import Desk
from ui.forms.fields import Asked, Values
from ui.look.theme import Theme


class Answer(QWidget):
    """One editor. `changed` after every change by hand."""

    changed = Signal()

    def __init__(self, theme: Theme, asked: Asked) -> None:
        super().__init__()
        self.theme, self.asked = theme, asked

    def hold(self, editor: QWidget) -> None:
        """Show the editor as the whole of this answer."""
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(editor)
        self.setFocusProxy(editor)
        editor.setAccessibleName(self.asked.label)
        self.setAccessibleName(self.asked.label)

    def value(self) -> Any:
        """Return the answer; none where nothing is answered."""

    def set_value(self, value: Any) -> None:
        """Write an answer."""

    def problem(self) -> str:
        """Say what is wrong; empty where the answer will do."""
        return ""

    @property
    def idle(self) -> bool:
        """Whether there is nothing to be asked now."""
        return False

    def offer(self, desk: Desk, values: Values) -> None:
        """Ask the campaign anew what can be answered."""
