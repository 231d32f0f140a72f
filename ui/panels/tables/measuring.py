"""When the columns of a table are measured: once after many changes, and not while nobody sees them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from ui.panels.tables.column_widths import Wish
from ui.panels.tables.column_wishes import Known, wishes_of

if TYPE_CHECKING:
    from ui.panels.tables.rows_view import RowsView


class Measuring(QObject):
    """Keeps what the columns of a table want. None wants less later: nothing jumps to and fro."""

    def __init__(self, view: "RowsView") -> None:
        super().__init__(view)
        self._view = view
        self.wishes: list[Wish] = []
        self._known: Known = {}
        self._was_shown = self._waits = False
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._measure_more)

    def measure(self) -> None:
        """Measure all, in the present sizes."""
        self._known.clear()
        self.wishes = wishes_of(self._view, self._known)

    def later(self) -> None:
        """Measure what other rows need, when all of them are there."""
        if not self._timer.isActive():
            self._timer.start()

    def anew(self) -> None:
        """Forget what was measured: there are other rows, or another order of them."""
        self.wishes = []
        self.later()

    def come_in_sight(self) -> None:
        """Measure what changed while the table was hidden, before it is painted."""
        self._was_shown = True
        if self._waits:
            self._measure_more()

    def _measure_more(self) -> None:
        if self._view.model() is None or not self._view.table:
            return
        self._waits = self._was_shown and not self._view.isVisible()
        if self._waits:
            return
        now = wishes_of(self._view, self._known)
        if len(now) == len(self.wishes):
            now = [new.with_content_of(old) for new, old in zip(now, self.wishes, strict=True)]
        if now != self.wishes:
            self.wishes = now
            self._view.share_columns()
