"""Parts move when the layouts are done with a new size, never in their midst."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget


class Arranging(QObject):
    """Has a widget arrange its parts once, soon, and before it is painted.

    While a layout hands out sizes it goes through its items, and so do those around it. A widget that
    moves, shows or hides parts in its `resizeEvent` takes items away from under their hands, or has
    them begin anew in the middle. So `resizeEvent` only asks: Qt delivers what is queued when the
    layouts are done, and paints afterwards.
    """

    _due = Signal()
    _asked = Signal()

    def __init__(self, widget: QWidget, arrange: Callable[[], object]) -> None:
        """`arrange` is a method of the widget: its connection ends with it."""
        super().__init__(widget)
        self._waits = False
        self._asked.connect(self._now, Qt.ConnectionType.QueuedConnection)
        self._due.connect(arrange)

    def ask(self) -> None:
        """Have it arranged, once however often it is asked for."""
        if not self._waits:
            self._waits = True
            self._asked.emit()

    def _now(self) -> None:
        self._waits = False
        self._due.emit()
