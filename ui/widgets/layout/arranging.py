"""Move parts after the layouts have handed out a new size, never while they do."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

MOST_ROUNDS = 5
"""Rounds after which `arrange_now` gives up; the rest is then arranged visibly."""


class Arranging(QObject):
    """Has a widget arrange its parts once, soon, and before it is painted.

    While a layout hands out sizes, it and the layouts around it loop over their items. A widget
    that moves, shows or hides parts in its `resizeEvent` changes those lists during the loops, or
    makes them start again halfway. So `resizeEvent` only asks: Qt delivers the queued call when
    the layouts are done, and paints afterwards.
    """

    _due = Signal()
    _asked = Signal()

    def __init__(self, widget: QWidget, arrange: Callable[[], object]) -> None:
        """`arrange` must be a method of the widget, so that the connection ends with the widget."""
        super().__init__(widget)
        self.waits = False
        self._asked.connect(self.now, Qt.ConnectionType.QueuedConnection)
        self._due.connect(arrange)

    def ask(self) -> None:
        """Have it arranged soon, and once, however often this is called before."""
        if not self.waits:
            self.waits = True
            self._asked.emit()

    def now(self) -> None:
        """Arrange if it was asked for and has not been done since."""
        if self.waits:
            # Before the signal: the widget may ask again while it arranges.
            self.waits = False
            self._due.emit()


def arrange_now(page: QWidget) -> None:
    """Arrange and lay out a page that has just appeared, so that its first frame is its final one.

    Parts that are arranged get other sizes and may ask again; without this, Qt would paint each
    round.
    """
    for _ in range(MOST_ROUNDS):
        # Only layouts: other posted events may be keys or deletions, which must not come in the
        # middle of what the caller does.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        waiting = [each for each in page.findChildren(Arranging) if each.waits]
        if not waiting:
            return
        for each in waiting:
            each.now()
