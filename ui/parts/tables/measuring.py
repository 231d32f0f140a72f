"""When the columns of a table are measured: once after many changes, and not while hidden."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from ui.parts.tables.column_widths import Wish
from ui.parts.tables.column_wishes import MeasuredCells, wishes_of

if TYPE_CHECKING:
    from ui.parts.tables.rows_view import RowsView


class ColumnMeasuring(QObject):
    """Keeps what the columns of a table want.

    A wish never gets smaller while rows change, so that columns do not jump to and fro.
    """

    _resized = Signal()

    def __init__(self, view: "RowsView") -> None:
        super().__init__(view)
        self._view = view
        self.wishes: list[Wish] = []
        self._known: MeasuredCells = {}
        self._was_shown = self._waits = False
        self._shared_later, self._painted = False, True
        self._resized.connect(self._share, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._measure_more)

    def measure(self) -> None:
        """Measure all columns now, in the present sizes."""
        self._known.clear()
        self.wishes = wishes_of(self._view, self._known)

    def later(self) -> None:
        """Measure soon, when all rows that are coming are there."""
        if not self._timer.isActive():
            self._timer.start()

    def anew(self) -> None:
        """Forget what was measured, as all rows may be different, and measure soon."""
        self.wishes = []
        self.later()

    def come_in_sight(self) -> None:
        """Measure what changed while the table was hidden, before it is painted."""
        self._was_shown = True
        if self._waits:
            self._measure_more()

    def go_out_of_sight(self) -> None:
        """Note that the next sizes are not painted: they come while the table is being shown."""
        self._painted = False

    def be_painted(self) -> None:
        """Note that from now on each new size is painted."""
        self._painted = True

    def share(self) -> None:
        """Share a new width among the columns.

        A table that is being shown gets several widths before it is painted. Qt delivers what is
        queued before it paints, so only the last of them is shared; columns that went to and fro
        would have everything painted twice.
        """
        if self._painted:
            self._view.share_columns()
        elif not self._shared_later:
            self._shared_later = True
            self._resized.emit()

    def _share(self) -> None:
        self._shared_later = False
        self._view.share_columns()

    def _measure_more(self) -> None:
        if self._view.model() is None or not self._view.table:
            return
        # A table that was never shown is measured all the same: it comes up with its widths.
        self._waits = self._was_shown and not self._view.isVisible()
        if self._waits:
            return
        now = wishes_of(self._view, self._known)
        if len(now) == len(self.wishes):  # else these are other columns
            now = [new.with_content_of(old) for new, old in zip(now, self.wishes, strict=True)]
        if now != self.wishes:
            self.wishes = now
            self._view.share_columns()
