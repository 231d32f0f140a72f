"""Fields that leave the mouse wheel to the form around them until they have the focus."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
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


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ListBox(LeavesWheel, QComboBox):
    """A drop-down list that the wheel does not change while it lacks the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.leave_wheel()
        self.view().installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Ctrl+Enter in the open list for what it means in the form: choose, and do it."""
        control = Qt.KeyboardModifier.ControlModifier
        if isinstance(event, QKeyEvent) and event.key() in _ENTER and event.modifiers() & control:
            if event.type() == QEvent.Type.KeyPress:
                self.setCurrentIndex(self.view().currentIndex().row())
                self.activated.emit(self.currentIndex())
                self.hidePopup()
                QApplication.postEvent(self, event.clone())  # Qt deletes its own after delivery
            return True
        return super().eventFilter(watched, event)
