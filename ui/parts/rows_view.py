"""The view of rows that all lists and tables share: painted cells, heads, widths, keys."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QPersistentModelIndex, QPoint, QRectF, QSize, Qt, QTimer, Signal
from typing_extensions import override

from ui.campaign.hub import Hub
from ui.look.shortcuts import ENTER, sign
from ui.look.text import show_tip
from ui.look.theme import Theme
from ui.models.rows import Column, row_of
from ui.parts.cells import (
    PADDING,
    TIGHT,
    Cell,
    CellDelegate,
    Gives,
    Painted,
    SharedWidths,
    Wish,
    cell_widths,
    same_row,
    share_width,
    words,
)
from ui.widgets.painted import Index, draw_focus, draw_line, draw_plate, painting, text_width

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class ColumnHeads(QtWidgets.QHeaderView):
    """Draws the titles in `short` (by column) in place of whole ones, which it shows as tips."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.short: dict[int, str] = {}
        self.setSectionsMovable(False)
        self.setSectionsClickable(True)
        self.setSectionResizeMode(self.ResizeMode.Fixed)
        self.setDefaultAlignment(LEFT)
        self.setMinimumSectionSize(8)  # the style's own is wider than a column of single digits

    def show_short(self, short: dict[int, str]) -> None:
        """Draw these titles, by column, in place of the whole ones."""
        if short != self.short:
            self.short = short
            self.viewport().update()

    def set_tight(self, tight: bool) -> None:
        """Use the small margins of the cells below (see the style sheet), or the usual ones."""
        if bool(self.property("tight")) != tight:
            self.setProperty("tight", tight)
            # A style sheet looks at a property only when the widget is polished.
            self.style().unpolish(self)
            self.style().polish(self)

    @override
    def sizeHint(self) -> QSize:
        # The height is fixed. Qt would ask the model for texts, fonts and icons to work out another.
        return self.minimumSize()

    @override
    def initStyleOptionForIndex(
        self, option: QtWidgets.QStyleOptionHeader, logicalIndex: int
    ) -> None:
        super().initStyleOptionForIndex(option, logicalIndex)
        if logicalIndex in self.short:
            option.text = self.short[logicalIndex]

    @override
    def viewportEvent(self, event: QtCore.QEvent) -> bool:
        if isinstance(event, QtGui.QHelpEvent) and event.type() == QtCore.QEvent.Type.ToolTip:
            place = self.logicalIndexAt(event.pos())
            title = self._title(place) if place in self.short else ""
            show_tip(event.globalPos(), title, self)
            return True
        return super().viewportEvent(event)

    def _title(self, place: int) -> str:
        return str(self.model().headerData(place, self.orientation()) or "")


MEASURED = 40
"""Rows at most whose cells are measured to find the width of a column."""

MOST_OF_COLUMN = 300
"""Pixels at 100 % that a column asks for at most: a name of 80 letters must not push all away."""

LEAST_WORDS = {Gives.FIRST: 67, Gives.THEN: 68, Gives.LAST: 84}
"""Pixels at 100 % of a cell's words that stay in sight; shorter words stay whole."""

EMPTY = ("", "0", "\N{EN DASH}")
"""The texts of cells that say nothing."""


MeasuredCells = dict[tuple[Cell, int], tuple[int, int, int]]
"""The widths of cells measured in the present sizes: whole, without pips, least without bars."""

MOST_KNOWN = 5000


def wishes_of(view: "RowsView", known: MeasuredCells) -> list[Wish]:
    """Return what each column wants, by its title and a sample of its cells.

    Widths that are measured are added to `known`, and need not be measured the next time.
    """
    if len(known) > MOST_KNOWN:
        known.clear()
    rows = list(_sampled_rows(view))
    return [_wish_of(view, place, rows, known) for place in range(len(view.columns()))]


def _wish_of(view: "RowsView", place: int, rows: list[Any], known: MeasuredCells) -> Wish:
    theme, column = view.theme, view.columns()[place]
    font = theme.font("caption", strong=True)
    painted = column if isinstance(column, Painted) else None
    gives = painted.gives if painted and painted.gives is not None else Gives.THEN
    gives = Gives.LAST if place == 0 else gives  # the name, by which a row is found
    cells = {view.cell_of(row, place) for row in rows}
    widths = [_widths(theme, cell, LEAST_WORDS[gives], known) for cell in cells]
    most = theme.px(MOST_OF_COLUMN)
    # Only if every row was looked at: a cell that was not measured may hold something.
    folds = painted is not None and painted.folds and view.model().rowCount() <= MEASURED
    short = text_width(font, painted.short) + 2 if painted and painted.short else 0
    return Wish(
        head=text_width(font, column.title) + 2,
        content=min(most, max((whole for whole, _, _ in widths), default=0)),
        least=max((floor for _, _, floor in widths), default=0),
        gives=gives,
        short=short,
        share=painted.width if painted else 100,
        words=min(most, max((least for _, least, _ in widths), default=0)),
        folds=folds and all(column.text(row) in EMPTY for row in rows),
    )


def _widths(
    theme: Theme, cell: Cell, words_wide: int, known: MeasuredCells
) -> tuple[int, int, int]:
    """Return the three widths of a cell in pixels, measuring it only once."""
    key = cell, words_wide
    if key not in known:
        known[key] = cell_widths(theme, cell, words_wide)
    return known[key]


def _sampled_rows(view: "RowsView") -> Iterator[Any]:
    """Yield the rows to measure, without the heads of groups, which span all columns."""
    model = view.model()
    tops = [model.index(row, 0) for row in sampled(model.rowCount())]
    for top in tops:
        if not view.spans(top):
            yield row_of(top)
        for row in sampled(model.rowCount(top)):
            yield row_of(model.index(row, 0, top))


def sampled(count: int) -> list[int]:
    """Return the places of the rows to measure, of `count` rows.

    Of many rows these are the first ones, which are seen first, and others evenly spread, to the
    last one.
    """
    if count <= MEASURED:
        return list(range(count))
    first = MEASURED // 2
    return [*range(first), *(first + k * (count - first) // first - 1 for k in range(1, first + 1))]


class ColumnMeasuring(QtCore.QObject):
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


_KEY = Qt.Key
EDGE = 3
_LETTERS = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)

MOST_NAME = 260
"""Pixels at 100 % up to which a name takes the room that no column needs."""


class RowsView(QtWidgets.QTreeView):
    """Rows of a model with painted cells; what has no room is elided, or the view scrolls.

    `opened` comes on Enter, `filter_asked` on /, `key_pressed` on a small letter that acts, and
    `menu_asked` on Shift+F10 or the right button (with the place on the screen).
    """

    opened = Signal(object)
    filter_asked = Signal()
    key_pressed = Signal(str)
    menu_asked = Signal(QPoint)

    def __init__(
        self,
        theme: Theme,
        hub: Hub,
        name: str,
        *,
        table: bool = True,
        empty: str = "",
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme, self.hub, self.empty = theme, hub, empty
        self.table = table
        self.row_height = 36 if table else 30
        self.acting: Mapping[str, str] = {}
        self.overrule: Callable[[], bool] = lambda: False
        self.ring_cells = False
        self.edge = theme.px(PADDING)
        self.bare: frozenset[int] = frozenset()
        self.barest: frozenset[int] = frozenset()
        self._typed, self._begun = QtCore.QElapsedTimer(), ""
        self._hovered = QPersistentModelIndex()
        self._measuring = ColumnMeasuring(self)
        self.setAccessibleName(name)
        self._painter = CellDelegate(theme, self, self)
        self.setItemDelegate(self._painter)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)  # else Qt asks each row for its height, also unseen ones
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setHorizontalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._heads = ColumnHeads(self)
        self.setHeader(self._heads)
        self.setHeaderHidden(not table)
        self.header().setStretchLastSection(not table)
        self.setMouseTracking(True)  # without it Qt emits no `entered`
        self.entered.connect(self._hover)
        self.restyle()
        theme.changed.connect(self.restyle)

    # What is seen

    def cell_at(self, index: Index) -> Cell:
        """Return the pieces to paint in a cell."""
        return self.cell_of(row_of(index), index.column())

    def cell_of(self, row: Any, place: int) -> Cell:
        """Return the pieces to paint for a row in the column at a place."""
        column = self.columns()[place]
        if isinstance(column, Painted):
            return column.cell_of(row)
        return words(column.text(row))

    def is_lit(self, index: Index) -> bool:
        """Return whether a row is selected; a selected row is painted as bright as text."""
        if self.selectionModel().isSelected(index):
            return True
        together = self.hub.together
        return bool(together) and getattr(row_of(index), "id", 0) in together

    def row(self) -> Any:
        """Return the row with the cursor; None if there is none."""
        return row_of(self.currentIndex())

    def go_to(self, place: int, column: int = 0) -> None:
        """Put the cursor on a row of a flat table, or on the nearest one if the row is gone."""
        rows = self.model().rowCount()
        if rows:
            index = self.model().index(max(0, min(place, rows - 1)), column)
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def restyle(self) -> None:
        """Take up new colours and sizes."""
        self.header().setFixedHeight(self.theme.px(32))
        self.setIconSize(QSize(self.theme.px(16), self.theme.px(16)))
        self.doItemsLayout()
        self.fit_columns()
        self.viewport().update()

    def fit_columns(self) -> None:
        """Measure the columns again and share the width among them."""
        if self.model() is not None and self.table:
            self._measuring.measure()
            self.share_columns()

    def share_columns(self) -> SharedWidths | None:
        """Share the width among the columns as measured; return how, or None if not measured."""
        wishes = self._measuring.wishes
        if not wishes or len(wishes) != len(self.columns()):
            return None
        px = self.theme.px
        ample, tight = 2 * px(PADDING), 2 * px(TIGHT)
        shared = share_width(self._steady_width(), wishes, ample, tight, px(MOST_NAME))
        self.edge = shared.room // 2
        rooms = [wide - shared.room for wide in shared.widths]
        self.bare = frozenset(k for k, wish in enumerate(wishes) if rooms[k] < wish.content)
        self.barest = frozenset(k for k, wish in enumerate(wishes) if rooms[k] < wish.plain)
        self._heads.set_tight(shared.room < ample)
        self._heads.show_short(self._short_heads(shared))
        self._set_widths(shared.widths)
        return shared

    def _set_widths(self, widths: Sequence[int]) -> None:
        """Give the columns their widths; Qt would paint what it knows, and the new widths after that."""
        now = [self.columnWidth(place) for place in range(len(widths))]  # 0 for one that is hidden
        if now == list(widths):
            return
        heads = self._heads
        heads.blockSignals(True)
        for place, wide in enumerate(widths):
            heads.setSectionHidden(place, wide == 0)
            if wide:
                heads.resizeSection(place, wide)
        heads.blockSignals(False)
        # Qt lays the rows out for the first size, which is still to come: not twice.
        if not self.testAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent):
            self.updateGeometries()
            self.viewport().update()

    def _steady_width(self) -> int:
        """Return the width of the rows beside a scroll bar, whether that is shown now or not."""
        wide = self.contentsRect().width()
        if self.verticalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAsNeeded:
            wide -= self.verticalScrollBar().sizeHint().width()
        return min(wide, self.viewport().width())

    def _short_heads(self, shared: SharedWidths) -> dict[int, str]:
        return {
            place: column.short
            for place, column in enumerate(self.columns())
            if isinstance(column, Painted)
            and column.short
            and shared.widths[place] < self._measuring.wishes[place].head + shared.room
        }

    def setModel(self, model: QtCore.QAbstractItemModel | None) -> None:
        """Show another model; columns are measured again when its rows change."""
        super().setModel(model)
        if model is not None:
            model.rowsInserted.connect(self._measuring.later)
            model.dataChanged.connect(self._measuring.later)
            model.modelReset.connect(self._measuring.anew)
            for signal in (model.rowsInserted, model.rowsRemoved, model.modelReset):
                signal.connect(self._tell_keys)  # a filter may leave one row, or none
                signal.connect(self._say_if_empty)
            self._say_if_empty()
        self.fit_columns()

    def _say_if_empty(self) -> None:
        self.setAccessibleDescription("" if self.model().rowCount() else self.empty)

    @override
    def showEvent(self, event: QtGui.QShowEvent) -> None:
        super().showEvent(event)
        self._measuring.come_in_sight()

    @override
    def hideEvent(self, event: QtGui.QHideEvent) -> None:
        super().hideEvent(event)
        self._measuring.go_out_of_sight()

    @override
    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._measuring.share()

    @override
    def drawRow(
        self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index
    ) -> None:
        row = QRectF(option.rect)
        row.setRight(max(row.right(), self.viewport().width()))
        row.setLeft(0)  # also when scrolled sideways: the ground is as wide as the view
        lit, spans, above = self.is_lit(index), self.spans(index), index.parent()
        painter.save()
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        self._draw_ground(painter, row, index, lit)
        for column in [0] if spans else self._shown_columns():
            wide = int(row.width()) if spans else self.columnWidth(column)
            cell = QRectF(self.columnViewportPosition(column), row.top(), wide, row.height())
            at = self.model().index(index.row(), column, above)
            self._painter.paint_cell_at(painter, cell, at, lit)
        painter.restore()

    @override
    def selectionChanged(
        self, selected: QtCore.QItemSelection, deselected: QtCore.QItemSelection
    ) -> None:
        super().selectionChanged(selected, deselected)
        # Qt paints the cells anew, and a row is lit as far as the view reaches.
        self.viewport().update()

    @override
    def drawBranches(self, painter: QtGui.QPainter, rect: Any, index: Index) -> None:
        """Draw nothing: heads of groups paint their own arrow."""

    @override
    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        self._measuring.be_painted()
        super().paintEvent(event)
        bare = self.model() is not None and self.model().rowCount() == 0
        with painting(self.viewport()) as painter:
            if bare and self.empty:
                edge = self.theme.px(PADDING)
                line = QRectF(edge, 0, self.viewport().width() - 2 * edge, self.theme.px(36))
                font, ink = self.theme.font("small"), self.theme.color("text2")
                draw_line(painter, line, self.empty, font, ink)
            if bare and self.hasFocus():
                draw_focus(painter, QRectF(self.viewport().rect()), self.theme, 4)

    def spans(self, index: Index) -> bool:
        """Return whether a row is one cell across all columns, as the heads of groups are."""
        return False

    def _drawn_columns(self, index: Index) -> list[int]:
        return [0] if self.spans(index) else self._shown_columns()

    def _shown_columns(self) -> list[int]:
        return [c for c in range(self.model().columnCount()) if not self.isColumnHidden(c)]

    def _draw_ground(self, painter: QtGui.QPainter, row: QRectF, index: Index, lit: bool) -> None:
        theme, radius = self.theme, 0 if self.table else self.theme.px(8)
        inner = row if self.table else row.adjusted(theme.px(4), 0, -theme.px(4), 0)
        hovered = self._hovered.isValid() and same_row(self._hovered, index)
        if lit:
            draw_plate(painter, inner, radius, theme.color("sel"))
            bar = QRectF(row.left(), row.top() + 1, theme.px(EDGE), row.height() - 2)
            painter.fillRect(bar, theme.color("accent"))
        elif hovered:
            draw_plate(painter, inner, radius, theme.color("bg3"))
        if self.table:
            line = QRectF(row.left(), row.bottom() - 1, row.width(), 1)
            painter.fillRect(line, theme.color("line"))
        if self.hasFocus() and same_row(self.currentIndex(), index):
            draw_focus(painter, self._ring(row), theme, theme.px(6))

    def _ring(self, row: QRectF) -> QRectF:
        column = self.currentIndex().column()
        if not self.ring_cells or self.spans(self.currentIndex()):
            return row
        left = self.columnViewportPosition(column)
        return QRectF(left, row.top(), self.columnWidth(column), row.height())

    def columns(self) -> Sequence[Column[Any]]:
        """Return the columns of the model, left to right."""
        columns: Sequence[Column[Any]] = getattr(self.model(), "columns", ())
        return columns

    # Keys and mouse

    def keys(self) -> tuple[tuple[str, str], ...]:
        """Return the keys that work here, for the status bar."""
        letters = tuple((key.upper(), name) for key, name in self.acting.items())
        return (*self.among_rows(), *letters, ("/", "filter"))

    def among_rows(self) -> tuple[tuple[str, str], ...]:
        """Return the keys that go from row to row; none where there is one row at most."""
        model = self.model()
        rows = model.rowCount() if model else 0
        several = rows > 1 or (rows == 1 and model.rowCount(model.index(0, 0)) > 0)
        return (("↑ ↓", "row"),) if several else ()

    def _tell_keys(self) -> None:
        if self.hasFocus():
            self.hub.keys_changed.emit(self.keys())

    @override
    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        if not self.currentIndex().isValid() and self.model() and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, 0))
        super().focusInEvent(event)
        self.hub.keys_changed.emit(self.keys())
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    @override
    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if not self.take_key(event):
            super().keyPressEvent(event)

    def take_key(self, event: QtGui.QKeyEvent) -> bool:
        """Take a key of lists and tables; False leaves it to Qt."""
        modifiers, text = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier, event.text()
        letter = sign(event)
        if letter == "o" and not modifiers and self.overrule():
            pass
        elif event.key() in ENTER and not modifiers and self.row() is not None:
            self.opened.emit(self.row())
        elif event.matches(QtGui.QKeySequence.StandardKey.Copy):
            self.copy_row()
        elif event.key() == _KEY.Key_F2 and self._cannot_type():
            self.hub.remarked.emit(f"{self._cannot_type()} is not typed here: Enter opens the row.")
        elif letter == "/" and not self._is_typing():  # a name may have a slash in it
            self.filter_asked.emit()
        elif self._asks_menu(event):
            self.menu_asked.emit(self._menu_place())
        elif not modifiers and letter in self.acting and not self._is_typing():
            self.key_pressed.emit(letter)
        elif len(text) == 1 and text.isprintable() and modifiers in _LETTERS and text != " ":
            self._search(text, event)
        elif event.key() == _KEY.Key_Space and not modifiers:
            self.hub.key_unused.emit(event)  # Qt would take it, and select what is selected
        else:
            return False
        event.accept()
        return True

    def _cannot_type(self) -> str:
        """Return the title of the cell with the cursor if nothing can be typed into it, else ""."""
        at = self.currentIndex()
        if not self.ring_cells or not at.isValid() or self.spans(at):
            return ""
        title = self.columns()[at.column()].title or "This cell"
        return "" if at.flags() & Qt.ItemFlag.ItemIsEditable else title

    def _search(self, typed: str, event: QtGui.QKeyEvent) -> None:
        """Go to the next row that begins with what is typed; tell where there is none."""
        self._begun = self._begun + typed if self._is_typing() else typed
        self._typed.start()
        before = self.currentIndex()
        self.keyboardSearch(typed)
        here = str(self.currentIndex().data() or "")
        found = here.casefold().startswith(self._begun.casefold())
        if not found and (not before.isValid() or same_row(self.currentIndex(), before)):
            self._typed.invalidate()  # what follows is no part of a name
            self.hub.key_unused.emit(event)

    def copy_row(self) -> None:
        """Put the row with the cursor on the clipboard, with tabs between its cells (Ctrl+C)."""
        if self.currentIndex().isValid():
            self.put_on_clipboard(self.row_text(self.currentIndex()))

    def put_on_clipboard(self, words: str) -> None:
        """Put the words of a row there; tables that may show a secret ask for it twice."""
        QtGui.QGuiApplication.clipboard().setText(words)

    def row_text(self, index: Index) -> str:
        """Return a row as text, with tabs between its cells."""
        cells = [index.sibling(index.row(), c).data() for c in self._drawn_columns(index)]
        return "\t".join(str(cell or "") for cell in cells)

    @override
    def contextMenuEvent(self, event: QtGui.QContextMenuEvent) -> None:
        if event.reason() is QtGui.QContextMenuEvent.Reason.Mouse:
            index = self.indexAt(event.pos())
            # One of several that are selected keeps the others.
            if index.isValid() and not self.selectionModel().isSelected(index):
                self.setCurrentIndex(index)
            self.menu_asked.emit(event.globalPos())
        else:
            self.menu_asked.emit(self._menu_place())
        event.accept()

    @override
    def viewportEvent(self, event: QtCore.QEvent) -> bool:
        if event.type() == QtCore.QEvent.Type.Leave:
            self._hovered = QPersistentModelIndex()
            self.viewport().update()
        return super().viewportEvent(event)

    def _hover(self, index: QtCore.QModelIndex) -> None:
        if not self.isVisible():  # it has no place yet, and Qt takes the mouse to be in it
            return
        self._hovered = QPersistentModelIndex(index)
        self.viewport().update()

    def _is_typing(self) -> bool:
        """Return whether a name is being typed: then every letter is part of it, and none acts."""
        pause = QtWidgets.QApplication.keyboardInputInterval()
        return self._typed.isValid() and self._typed.elapsed() < pause

    def _asks_menu(self, event: QtGui.QKeyEvent) -> bool:
        shift = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        return event.key() == _KEY.Key_Menu or (event.key() == _KEY.Key_F10 and shift)

    def _menu_place(self) -> QPoint:
        box = self.visualRect(self.currentIndex())
        return self.viewport().mapToGlobal(box.bottomLeft() if box.isValid() else QPoint(0, 0))
