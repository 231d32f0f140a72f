"""What holds until the referee presses another key or clicks somewhere."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from typing_extensions import override

_KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
"""A key that is a shortcut comes only as the second of them."""

_ALONE = (
    Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta,
)  # fmt: skip
"""Keys that do nothing by themselves."""


class UntilNextKey(QObject):
    """Calls `then` at the next key or click in the program, once for each `begin`."""

    def __init__(self, then: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._then = then
        # Listen only after the present key: Qt still offers it to the parents of its widget.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._listen)

    def begin(self) -> None:
        """Wait for the next key."""
        self._soon.start()

    def end(self) -> None:
        """Wait no longer."""
        self._soon.stop()
        if app := QApplication.instance():
            app.removeEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.MouseButtonPress
        if isinstance(event, QKeyEvent) and event.type() in _KEYS:
            pressed = event.key() not in _ALONE
        if pressed:
            self.end()
            self._then()
        return False

    def _listen(self) -> None:
        # Only now, never for good: a filter in Python is asked about every event of the program.
        if app := QApplication.instance():
            app.installEventFilter(self)
