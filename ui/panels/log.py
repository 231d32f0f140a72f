"""Desk > Log, and the Log workspace: filters, search, and every line newest first."""

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from typing_extensions import override

from brikdesk.dice import Origin
from brikdesk.store.campaign import Changes
from brikdesk.store.views.log import LogEntry, dice_count, undo_state
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import ROW, paint_icon
from ui.look.shortcuts import ENTER, sign
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.log import NAMES, LogModel, LogRow, TurnHead, copying_of
from ui.models.queue import QueueController
from ui.models.rows import row_of
from ui.parts.lines import WHY, LineWords, RichLabel, RichLine, entry_pieces, icon_of, token_of
from ui.parts.lists import FilterField
from ui.widgets.buttons import Button, icon_button
from ui.widgets.dice import DieGlyph
from ui.widgets.layout import SPRING, Arranged, fill, in_column, in_row
from ui.widgets.painted import (
    Backdrop,
    Delegate,
    Index,
    PaintedButton,
    PaintedWidget,
    draw_focus,
    draw_line,
    draw_plate,
    painting,
    sized,
    square_in,
    text_width,
)
from ui.widgets.tokens import paint_faction_mark

HEAD_HIGH, LEAST, PADDING, EDGE, ICON_GAP = 34, 30, 5, 12, 8
MOST_KEPT = 3_000


class LogDelegate(Delegate):
    """Paints heads and lines. Laid-out lines are kept, so that scrolling lays out only new ones."""

    def __init__(self, theme: Theme, view: QtWidgets.QListView, model: LogModel) -> None:
        super().__init__(theme, view)
        self._view, self._model = view, model
        self._kept: dict[tuple[int, bool], RichLine] = {}
        self._made_for: tuple[int, int, bool] = (0, 0, False)
        self._heights: dict[tuple[int, bool], int] = {}
        self.hovered: tuple[int, str] = (0, "")

    @property
    def measured(self) -> int:
        """How many lines have a known height at the present width."""
        self._check_width()
        return len(self._heights)

    def forget(self) -> None:
        """Drop all laid-out lines, for example after a change of faction colours."""
        self._kept.clear()
        self._heights.clear()

    @override
    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QSize:
        row: LogRow = row_of(index)
        if isinstance(row, TurnHead):
            return QSize(0, self.theme.px(HEAD_HIGH))
        self._check_width()
        key = (row.id, row.undone)
        if key not in self._heights:
            words = round(self._line(row).height) + 2 * self.theme.px(PADDING)
            self._heights[key] = max(self.theme.px(LEAST), words)
        return QSize(0, self._heights[key])

    @override
    def paint(
        self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index
    ) -> None:
        row: LogRow = row_of(index)
        rect: QtCore.QRect = option.rect
        state: QtWidgets.QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        if isinstance(row, TurnHead):
            self._paint_head(painter, QRectF(rect), row)
        else:
            self._paint_entry(painter, QRectF(rect), row, state)
        painter.restore()

    def rule_at(self, entry: LogEntry, box: QRectF, at: QPointF) -> str:
        """Return the rule ID of the citation at a point, `WHY` on the chip of that name, else ""."""
        return self._line(entry).rule_at(at - self._words_at(box, entry))

    def _paint_head(self, painter: QtGui.QPainter, box: QRectF, head: TurnHead) -> None:
        theme, edge = self.theme, self.theme.px(EDGE)
        side = theme.px(13)
        mark = square_in(QRectF(box.left() + edge, box.top(), theme.px(ROW), box.height()), side)
        paint_faction_mark(painter, mark, theme, head.colour)
        left = box.left() + edge + theme.px(ROW) + theme.px(6)
        font = theme.font("small", strong=True)
        words = QRectF(left, box.top(), box.right() - edge - left, box.height())
        draw_line(painter, words, head.words, font, theme.color(head.colour))
        start = left + min(words.width(), text_width(font, head.words)) + theme.px(8)
        # The rule fills what the words leave of the line.
        if start < box.right() - edge:
            line = QRectF(start, round(box.center().y()), box.right() - edge - start, 1)
            painter.fillRect(line, theme.color("line"))

    def _paint_entry(
        self,
        painter: QtGui.QPainter,
        box: QRectF,
        entry: LogEntry,
        state: QtWidgets.QStyle.StateFlag,
    ) -> None:
        theme = self.theme
        plate = box.adjusted(theme.px(4), 0, -theme.px(4), 0)
        if state & QtWidgets.QStyle.StateFlag.State_Selected:
            draw_plate(painter, plate, theme.px(6), theme.color("sel"))
        elif state & QtWidgets.QStyle.StateFlag.State_MouseOver:
            draw_plate(painter, plate, theme.px(6), theme.color("bg2"))
        if state & QtWidgets.QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            draw_focus(painter, plate, theme, theme.px(6))
        at = self._words_at(box, entry)
        side = theme.px(ROW)
        # The icon stands beside the first line, however many follow.
        first = min(box.height(), theme.px(LEAST))
        place = QRectF(box.left() + theme.px(EDGE), box.top(), side, first)
        name, token = icon_of(entry.kind), token_of(entry.kind)
        if entry.undone:
            name, token = "undo", "text3"
        paint_icon(painter, square_in(place, side), theme, name, token)
        line_id, rule = self.hovered
        self._line(entry).paint(painter, at, rule if line_id == entry.id else "")

    def _words_at(self, box: QRectF, entry: LogEntry) -> QPointF:
        left = box.left() + self.theme.px(EDGE) + self.theme.px(ROW) + self.theme.px(ICON_GAP)
        top = box.top() + (box.height() - self._line(entry).height) / 2
        return QPointF(left, top)

    def _line(self, entry: LogEntry) -> RichLine:
        self._check_width()
        # A line never changes once it is written; it is only struck out.
        key = (entry.id, entry.undone)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            pieces = entry_pieces(entry, self._model.colour_of(entry.player_id))
            self._kept[key] = RichLine(self.theme, pieces, self._room())
        return self._kept[key]

    def _room(self) -> int:
        px = self.theme.px
        return self._width() - 2 * px(EDGE) - px(ROW) - px(ICON_GAP)

    def _width(self) -> int:
        """Return the list's width without the scroll bar's, even while there is no scroll bar.

        Otherwise a log that has just become long enough for one would be laid out twice.
        """
        return self._view.width() - self._view.verticalScrollBar().sizeHint().width()

    def _check_width(self) -> None:
        made_for = (self._width(), self.theme.scale, self.theme.dark)
        if made_for != self._made_for:
            self._made_for = made_for
            self.forget()


def title_of(name: str) -> str:
    """Return a filter's name as a label: Fires and fields."""
    return name[:1].upper() + name[1:]


@sized(160, 34)
class _FilterButton(PaintedButton):
    PADDING, RADIUS = 12, 6

    def __init__(self, theme: Theme, name: str, parent: QtWidgets.QWidget) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Fixed
        )
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setText(title_of(name))

    @override
    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        theme, radius = self.theme, self.theme.px(self.RADIUS)
        if self.isChecked():
            draw_plate(painter, box, radius, theme.color("sel"))
        elif self.underMouse():
            draw_plate(painter, box, radius, theme.color("bg3"))
        if self.hasFocus():
            draw_focus(painter, box, theme, radius)
        font = theme.font("body", strong=self.isChecked())
        words = box.adjusted(theme.px(self.PADDING), 0, -theme.px(self.PADDING), 0)
        ink = theme.color("text" if self.isChecked() else "text2")
        draw_line(painter, words, self.text(), font, ink)


class LogFilters(PaintedWidget):
    """The filters one below the other; Up and Down choose another, `chosen` carries its name."""

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Fixed
        )
        self.setAccessibleName("Filters")
        column = in_column(theme, on=self)
        column.setSpacing(2)  # at every text size
        self._group = QtWidgets.QButtonGroup(self)
        for place, name in enumerate(NAMES):
            button = _FilterButton(theme, name, self)
            self._group.addButton(button, place)
            column.addWidget(button)
        self._group.idToggled.connect(self._toggled)
        self.show_filter(NAMES[0])

    def show_filter(self, name: str) -> None:
        """Mark the active filter."""
        self._group.button(NAMES.index(name)).setChecked(True)

    def _toggled(self, place: int, on: bool) -> None:
        if on:
            self.chosen.emit(NAMES[place])


class FilterButton(Button):
    """A button with the active filter; it opens a menu of all of them."""

    picked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, title_of(NAMES[0]), "soft", "filter")
        self._menu = QtWidgets.QMenu(self)
        for name in NAMES:
            entry = self._menu.addAction(title_of(name))
            entry.setCheckable(True)
            entry.triggered.connect(lambda _=False, chosen=name: self.picked.emit(chosen))
        self.clicked.connect(self._open)
        self.show_filter(NAMES[0])

    def show_filter(self, name: str) -> None:
        """Show the active filter on the button and in the menu."""
        self.set_words(title_of(name), f"Filter: {title_of(name)}")
        for known, entry in zip(NAMES, self._menu.actions(), strict=True):
            entry.setChecked(known == name)

    def _open(self) -> None:
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))
        self._menu.setFocus(Qt.FocusReason.PopupFocusReason)


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
KEYS = (
    ("↑ ↓", "entry"),
    ("Enter", "show the unit"),
    ("W", "why"),
    ("D", "dispute card"),
    ("B", "look back"),
    ("M", "bookmark"),
    ("C", "correct"),
    ("?", "rule"),
    ("/", "find"),
    ("Ctrl C", "copy"),
    ("Ctrl Z", "undo"),
)


_ABOUT = {
    "d": "event_asked",
    "b": "moment_asked",
    "m": "bookmark_asked",
    "c": "correction_asked",
}
"""What letters ask for, about the act that a line tells of: signals of the hub."""


class LogList(QtWidgets.QListView):
    """The lines of the log, worked by keys; / emits `search_asked`.

    Enter shows the unit, W how the numbers came about, D all about the event, B the battle right
    after it, M sets a bookmark, C corrects what was done, ? the rule, Ctrl+C copies. Where no unit
    is named, Enter tells the numbers too.
    """

    search_asked = Signal()

    def __init__(
        self, theme: Theme, hub: Hub, model: LogModel, parent: QtWidgets.QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self._hub, self._log = theme, hub, model
        self._stale = False
        self.empty = "Nothing is logged yet."
        self.drawn = LogDelegate(theme, self, model)
        self.setItemDelegate(self.drawn)
        self.setAccessibleName("Log")
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setLayoutMode(QtWidgets.QListView.LayoutMode.Batched)
        self.setResizeMode(QtWidgets.QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
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
    def showEvent(self, event: QtGui.QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._stale = False
            self.scheduleDelayedItemsLayout()

    @override
    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.matches(QtGui.QKeySequence.StandardKey.Copy):
            self._copy()
        elif event.matches(QtGui.QKeySequence.StandardKey.Find) or sign(event) == "/":
            self.search_asked.emit()
        elif event.key() in ENTER:
            event.setAccepted(self._open(self.currentIndex()))
        elif sign(event) == "w":
            event.setAccepted(self._ask_why(self.entry()))
        elif sign(event) in _ABOUT and (line := self.entry()):
            getattr(self._hub, _ABOUT[sign(event)]).emit(line.act_id)
        elif sign(event) == "?" and (entry := self.entry()) and entry.rule:
            self._hub.rule_asked.emit(entry.rule)
        elif event.key() in _MOVING:
            super().keyPressEvent(event)
            self._off_heads(1 if event.key() in _DOWN else -1)
        else:
            event.ignore()

    @override
    def moveCursor(
        self, cursorAction: QtWidgets.QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QtCore.QModelIndex:
        """Move by pages with our own count of rows.

        Qt looks for the target pixel by pixel, and never ends where rows are not laid out yet.
        """
        if cursorAction is QtWidgets.QAbstractItemView.CursorAction.MovePageUp:
            return self._a_page_from(self.currentIndex().row(), -1)
        if cursorAction is QtWidgets.QAbstractItemView.CursorAction.MovePageDown:
            return self._a_page_from(self.currentIndex().row(), 1)
        return super().moveCursor(cursorAction, modifiers)

    def _a_page_from(self, place: int, way: int) -> QtCore.QModelIndex:
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
    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.entry() is None:
            self._off_heads(1)
        self._hub.keys_changed.emit(KEYS)

    @override
    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(*self._cited_at(event.position().toPoint()))

    @override
    def leaveEvent(self, event: QtCore.QEvent) -> None:
        super().leaveEvent(event)
        self._hover(0, "")

    @override
    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        at = event.position().toPoint()
        _, rule = self._cited_at(at)
        if rule == WHY and event.button() == Qt.MouseButton.LeftButton:
            self._ask_why(row_of(self.indexAt(at)))
        elif rule and event.button() == Qt.MouseButton.LeftButton:
            self._hub.rule_asked.emit(rule)
        else:
            super().mouseReleaseEvent(event)

    @override
    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    @override
    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
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
        self.scrollTo(index, QtWidgets.QAbstractItemView.ScrollHint.PositionAtCenter)
        if self.visualRect(index).intersects(self.viewport().rect()):
            self._seeking.stop()

    def _open(self, index: QtCore.QModelIndex) -> bool:
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

    def _cited_at(self, at: QtCore.QPoint) -> tuple[int, str]:
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


WIDE = 720
"""Least width in pixels at 100 % for showing the filters beside the log."""

SIDE = 232
TYPE_PAUSE = 150
"""Milliseconds after the last key until the search begins."""


class LogPanel(Arranged, Backdrop):
    """The log, in the desk pane or as a workspace; its layout follows its width."""

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, parent: QtWidgets.QWidget | None = None
    ) -> None:
        super().__init__(theme, "bg1", parent=parent)
        if parent is not None:
            self.resize(parent.size())  # arranged for it at once, and not anew when it is shown
        self.arranged_by(self._arrange)
        self.setAccessibleName("Log")
        self._desk = desk
        self.model = LogModel(desk, self)
        self.list = LogList(theme, hub, self.model, self)
        self.search = FilterField(theme, "the log")
        self.filters = LogFilters(theme)
        self.button = FilterButton(theme)
        # One for each of the two layouts, as a button has one place.
        find = self.search.toggle
        self._glasses = [icon_button(theme, "search", "Find (/)", find) for _ in range(2)]
        self._title = plain_label(theme, "Log", "head")
        self._dice_head = plain_label(theme, "Dice", "caption", "text3", strong=True)
        self.dice = plain_label(theme, "", "small", "text2")
        self._sample = RichLabel(theme, _sample())
        self._side = Backdrop(theme, "bg1", Qt.Edge.RightEdge)
        self._pause = QTimer(self, singleShot=True, interval=TYPE_PAUSE)
        self._lay_out()
        self.setFocusProxy(self.list)
        self._pause.timeout.connect(self._find)
        self.search.textChanged.connect(self._typed)
        self.search.left.connect(self.list.setFocus)
        self.search.keys_told.connect(hub.keys_changed)
        self.list.search_asked.connect(self.search.open)
        self.filters.chosen.connect(self.show_filter)
        self.button.picked.connect(self.show_filter)
        self.model.searched.connect(self._tell_searched)
        desk.changed.connect(self._heard)
        self.restyle()
        self._count_dice()

    def show_filter(self, name: str) -> None:
        """Show only the lines that a filter lets through, from the newest on."""
        if name != self.model.filter:
            self.model.set_filter(name)
            self.filters.show_filter(name)
            self.button.show_filter(name)
            self.list.empty = "Nothing of that is in the log."
            self.list.scrollToTop()

    def show_line(self, line_id: int) -> None:
        """Move to a line and focus the list; a filter or search that hides the line is cleared."""
        self.model.read_to(line_id)  # the model reads pages: an old line may not be there yet
        if not self.list.show_line(line_id):
            self.search.clear()
            self.search.hide()
            self._pause.stop()  # or the list would be made anew under the cursor
            self.show_filter(NAMES[0])
            self.model.set_search("")
            self.model.read_to(line_id)
            self.list.show_line(line_id)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.matches(QtGui.QKeySequence.StandardKey.Find) or sign(event) == "/":
            self.search.open()
        else:
            event.ignore()

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            self._side.setFixedWidth(self.theme.px(SIDE))
            self._arrange()

    def _lay_out(self) -> None:
        theme = self.theme
        head = in_row(theme, (self._title, 1), self._glasses[0])
        side = in_column(theme, head, self.filters, gap=8, edges=(16, 20, 16, 16), on=self._side)
        side.addSpacing(16)  # at every text size
        fill(side, self._dice_head, self.dice, self._sample, SPRING)
        self._bar = in_row(theme, self.button, SPRING, self._glasses[1], gap=8)
        found = in_row(theme, self.search, edges=(16, 0, 16, 0))
        body = in_column(theme, self._bar, found, (self.list, 1), edges=(4, 8, 0, 0))
        in_row(theme, self._side, (body, 1), gap=0, on=self)

    def _arrange(self) -> None:
        wide = self.width() >= self.theme.px(WIDE)
        self._side.setVisible(wide)
        self.button.setVisible(not wide)
        self._glasses[1].setVisible(not wide)
        px = self.theme.px
        self._bar.setContentsMargins(px(16), px(16) * (not wide), px(16), px(8) * (not wide))

    def _typed(self) -> None:
        self._pause.start()

    def _find(self) -> None:
        self.model.set_search(self.search.text())
        self._tell_searched()

    def _tell_searched(self) -> None:
        going_on = self.model.is_searching
        self.list.empty = "Looking…" if going_on else "No line holds all these words."
        self.list.viewport().update()

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(dice_count.tables):
            self._count_dice()

    def _count_dice(self) -> None:
        counts = self._desk.read(dice_count)
        self.dice.say(f"{counts.typed:,} typed, {counts.rolled:,} rolled")


def _sample() -> tuple[DieGlyph | LineWords, ...]:
    return (
        DieGlyph(6, 4),
        LineWords("typed"),
        DieGlyph(6, 4, Origin.ROLLED),
        LineWords("rolled"),
    )


class TurnLog(PaintedWidget):
    """The lines of this turn, newest first, and a button that undoes the last act."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, controller: QueueController) -> None:
        super().__init__(theme)
        policy = QtWidgets.QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred, policy.Expanding)
        self._desk, self._controller = desk, controller
        self.model = LogModel(desk, self)
        self.list = LogList(theme, hub, self.model)
        self.list.empty = "Nothing is done in this turn yet."
        self.undo = icon_button(theme, "undo", "Undo", desk.undo)
        title = plain_label(theme, "This turn", "title")
        head = in_row(theme, (title, 1), self.undo, edges=(16, 12, 12, 0))
        in_column(theme, head, (self.list, 1), on=self)
        controller.queue_changed.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Show the lines of the running turn, and the act that Undo would take back."""
        self.model.show_turn(self._controller.queue.turn_id)
        titles = self._desk.read(undo_state, 1).undo
        self.undo.setEnabled(bool(titles) and not self._desk.read_only)
        self.undo.set_words("", f"Undo: {titles[0]}" if titles else "Undo")
