"""The list of log lines: scrolls through any number of them and answers to keys."""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget
from typing_extensions import override

from brikdesk.store.views.log import LogEntry
from ui.campaign.copying import copying_of
from ui.campaign.hub import Hub
from ui.look.pressed import sign
from ui.look.theme import Theme
from ui.models.log_model import LogModel
from ui.models.rows import row_of
from ui.panels.log.delegate import LogDelegate
from ui.parts.lines.rich_line import WHY
from ui.widgets.brushwork import draw_line, painting

PAGE = 300
"""Rows that are measured at once. Qt paints no row before all are laid out: a page that is measured
in parts would be empty for as long."""

MOMENT = 20
"""Milliseconds between two attempts to scroll to a line whose row is not laid out yet."""

_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
KEYS = (
    ("↑ ↓", "entry"),
    ("Enter", "show the unit"),
    ("W", "why"),
    ("?", "rule"),
    ("/", "find"),
    ("Ctrl C", "copy"),
    ("Ctrl Z", "undo"),
)


class LogList(QListView):
    """Worked by keys; / asks for the search (`search_asked`).

    Enter shows the unit, W how the numbers came about, ? the rule, Ctrl+C copies. Where no unit is
    named, Enter tells the numbers too.
    """

    search_asked = Signal()

    def __init__(
        self, theme: Theme, hub: Hub, model: LogModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self._hub, self._log = theme, hub, model
        self._stale = False
        self.empty = "Nothing is logged yet."
        self.drawn = LogDelegate(theme, self, model)
        self.setItemDelegate(self.drawn)
        self.setAccessibleName("Log")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setModel(model)  # last: every setting before it would lay the rows out once more
        self.doubleClicked.connect(self._open)
        self._sought = 0
        self._seeking = QTimer(self, interval=MOMENT)
        self._seeking.timeout.connect(self._seek)
        theme.changed.connect(self._restyle)
        model.modelReset.connect(self.drawn.forget)

    def entry(self) -> LogEntry | None:
        """Return the line with the cursor."""
        row = row_of(self.currentIndex())
        return row if isinstance(row, LogEntry) else None

    @override
    def doItemsLayout(self) -> None:
        """Lay out the rows, in one batch with all that were measured before: those take no time.

        A hidden list waits until it is shown: it does not know its final width before.
        """
        if not self.isVisible():
            self._stale = True
            return
        self.setBatchSize(PAGE + self.drawn.measured)
        super().doItemsLayout()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._stale = False
            self.scheduleDelayedItemsLayout()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif event.matches(QKeySequence.StandardKey.Find) or sign(event) == "/":
            self.search_asked.emit()
        elif event.key() in _ENTER:
            event.setAccepted(self._open(self.currentIndex()))
        elif sign(event) == "w":
            event.setAccepted(self._ask_why(self.entry()))
        elif sign(event) == "?" and (entry := self.entry()) and entry.rule:
            self._hub.rule_asked.emit(entry.rule)
        elif event.key() in _MOVING:
            super().keyPressEvent(event)
            self._off_heads(1 if event.key() in _DOWN else -1)
        else:
            event.ignore()

    @override
    def moveCursor(
        self, cursorAction: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Move by pages with our own count of rows.

        Qt looks for the target pixel by pixel, and never ends where rows are not laid out yet.
        """
        if cursorAction is QAbstractItemView.CursorAction.MovePageUp:
            return self._a_page_from(self.currentIndex().row(), -1)
        if cursorAction is QAbstractItemView.CursorAction.MovePageDown:
            return self._a_page_from(self.currentIndex().row(), 1)
        return super().moveCursor(cursorAction, modifiers)

    def _a_page_from(self, place: int, way: int) -> QModelIndex:
        """Return the row one list height away, or at least the next one; `way` is 1 or -1."""
        room, last = self.viewport().height(), self._log.rowCount() - 1
        at = max(0, place)
        while 0 <= at + way <= last:
            at += way
            room -= self.sizeHintForIndex(self._log.index(at, 0)).height()
            if room <= 0:
                break
        return self._log.index(at, 0)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.entry() is None:
            self._off_heads(1)
        self._hub.keys_changed.emit(KEYS)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(*self._cited_at(event.position().toPoint()))

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(0, "")

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        _, rule = self._cited_at(at)
        if rule == WHY and event.button() == Qt.MouseButton.LeftButton:
            self._ask_why(row_of(self.indexAt(at)))
        elif rule and event.button() == Qt.MouseButton.LeftButton:
            self._hub.rule_asked.emit(rule)
        else:
            super().mouseReleaseEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._log.rowCount():
            theme = self.theme
            with painting(self.viewport()) as painter:
                box = QRectF(theme.px(12), 0, self.viewport().width() - theme.px(24), theme.px(40))
                draw_line(painter, box, self.empty, theme.font("small"), theme.color("text3"))

    def _copy(self) -> None:
        if entry := self.entry():
            copying_of(self._log.desk).copy_line(entry)

    def show_line(self, line_id: int) -> bool:
        """Move the cursor to a line; return False if the model does not show it."""
        place = self._log.place_of(line_id)
        if place < 0:
            return False
        self.setCurrentIndex(self._log.index(place, 0))
        self._sought = line_id
        self._seeking.start()
        self._seek()
        return True

    def _seek(self) -> None:
        """Scroll to the line that was asked for, once its batch of rows is laid out."""
        entry, index = self.entry(), self.currentIndex()
        if entry is None or entry.id != self._sought or not self.isVisible():
            self._seeking.stop()  # somebody has gone on
            return
        self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        if self.visualRect(index).intersects(self.viewport().rect()):
            self._seeking.stop()

    def _open(self, index: QModelIndex) -> bool:
        """Show the unit of a line, else its numbers; False if it has neither."""
        row = row_of(index)
        if isinstance(row, LogEntry) and row.unit_id:
            self._hub.select_unit(row.unit_id)
            self._hub.unit_opened.emit(row.unit_id)
            return True
        return self._ask_why(row)

    def _ask_why(self, row: object) -> bool:
        if not isinstance(row, LogEntry) or not row.sums:
            return False
        self._hub.why_asked.emit(row)
        return True

    def _off_heads(self, way: int) -> None:
        """Move the cursor from a turn's head to the nearest line, first in the direction `way`."""
        place, count = self.currentIndex().row(), self._log.rowCount()
        onward, back = range(max(0, place), count), range(min(place, count - 1), -1, -1)
        for at in (*onward, *back) if way > 0 else (*back, *onward):
            index = self._log.index(at, 0)
            if isinstance(self._log.row_at(index), LogEntry):
                self.setCurrentIndex(index)
                return

    def _cited_at(self, at: QPoint) -> tuple[int, str]:
        index = self.indexAt(at)
        row = row_of(index)
        if not isinstance(row, LogEntry):
            return 0, ""
        return row.id, self.drawn.rule_at(row, QRectF(self.visualRect(index)), at.toPointF())

    def _hover(self, line_id: int, rule: str) -> None:
        found = (line_id if rule else 0, rule)
        if found != self.drawn.hovered:
            self.drawn.hovered = found
            shape = Qt.CursorShape.PointingHandCursor if rule else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()

    def _restyle(self) -> None:
        self.drawn.forget()
        self.scheduleDelayedItemsLayout()
        self.viewport().update()


_DOWN = (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Home)
_MOVING = (*_DOWN, Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_End)
