"""Fields that leave the mouse wheel to the form around them until somebody works in them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    _Field = QWidget
else:
    _Field = object  # beside a class of Qt's there is room for one more that is not Qt's


class LeavesWheel(_Field):
    """Scrolling past a field neither changes it nor gives it the focus; the form scrolls.

    Put it before the Qt class, and call `leave_wheel` when the widget is made.
    """

    def leave_wheel(self) -> None:
        """Take the focus by Tab and click only: by default Qt gives it to a field under the wheel."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ListBox(LeavesWheel, QComboBox):
    """A list that opens below its chosen row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.leave_wheel()
