"""Parts move when the layouts are done with a new size, never in their midst."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

MOST_ROUNDS = 5
"""What is not settled by then is settled under the eyes of the referee."""


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
        self.waits = False
        self._asked.connect(self.now, Qt.ConnectionType.QueuedConnection)
        self._due.connect(arrange)

    def ask(self) -> None:
        """Have it arranged, once however often it is asked for."""
        if not self.waits:
            self.waits = True
            self._asked.emit()

    def now(self) -> None:
        """Arrange, unless that was done since it was asked for."""
        if self.waits:
            self.waits = False
            self._due.emit()


def arrange_now(page: QWidget) -> None:
    """Arrange a page that has just come, and lay it out: it is painted for the first time as it stays.

    What is arranged gets other sizes, and may ask again; each time Qt would paint in between.
    """
    for _ in range(MOST_ROUNDS):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        waiting = [each for each in page.findChildren(Arranging) if each.waits]
        if not waiting:
            return
        for each in waiting:
            each.now()
