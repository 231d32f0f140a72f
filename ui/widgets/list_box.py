"""Fields that leave the mouse wheel to the form around them until they have the focus."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    _Field = QWidget
else:
    _Field = object  # PySide allows a class one base of Qt's: this mixin must not be a second one


class LeavesWheel(_Field):
    """Scrolling past a field neither changes it nor gives it the focus; the form scrolls.

    Put it before the Qt class, and call `leave_wheel` when the widget is made.
    """

    def leave_wheel(self) -> None:
        """Take the focus by Tab and click only; by default a turn of the wheel gives it too."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            # Ignored, the wheel goes on to the parent, and so to the scroll area around the form.
            event.ignore()


class ListBox(LeavesWheel, QComboBox):
    """A drop-down list that the wheel does not change while it lacks the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.leave_wheel()
