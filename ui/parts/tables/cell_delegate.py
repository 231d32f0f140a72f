"""Columns whose cells are painted from pieces, and the delegate that paints them."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from ui.look.text import show_tip
from ui.look.theme import Theme
from ui.models.rows import Column
from ui.parts.tables.cells import Cell, cell_width, paint_cell, without_bars, without_pips, words
from ui.parts.tables.column_widths import Gives
from ui.widgets.delegate import Delegate
from ui.widgets.model_index import Index

Row = TypeVar("Row")
PADDING = 8
TIGHT = 4
"""Pixels at 100 % at each side of a cell: with room enough, and with columns close together."""


def same_row(one: Index, other: Index) -> bool:
    """Return whether two places of a model are in one row."""
    return one.isValid() and one.row() == other.row() and one.parent() == other.parent()


class Painted(Column[Row], frozen=True):
    """A column whose cells are painted from pieces.

    `width` is its share of the room that no column needs. In a narrow table `gives` says when it
    gives way (the first column is the name and gives last), and `short` is its title. If it
    `folds`, it is left out there while every row has 0 or nothing in it.
    """

    cell: Callable[[Row], Cell] | None = None
    width: int = 100
    gives: Gives | None = None
    short: str = ""
    folds: bool = False

    def cell_of(self, row: Row) -> Cell:
        """Return the pieces of a cell."""
        return self.cell(row) if self.cell else words(self.text(row))


class CellView(Protocol):
    """What the delegate asks its view."""

    row_height: int
    edge: int
    bare: frozenset[int]
    barest: frozenset[int]

    def cell_at(self, index: Index) -> Cell:
        """Return the pieces to paint in a cell."""


class CellDelegate(Delegate):
    """Paints the pieces of a cell; the editors are Qt's own."""

    def __init__(self, theme: Theme, view: CellView, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.theme.px(80), self.theme.px(self._view.row_height))

    def paint_cell_at(self, painter: QPainter, box: QRectF, index: Index, lit: bool) -> None:
        """Paint the pieces of one cell; the painter's pen may be another one afterwards."""
        edge = self._view.edge
        cell = self._view.cell_at(index)
        if index.column() in self._view.barest:
            cell = without_bars(cell)
        elif index.column() in self._view.bare:
            cell = without_pips(cell)
        paint_cell(painter, box.adjusted(edge, 0, -edge, 0), self.theme, cell, lit)

    @override
    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Show the whole text of a cell that is cut, if its column has no tip of its own."""
        asks = event.type() == QEvent.Type.ToolTip and index.isValid()
        if asks and not index.data(Qt.ItemDataRole.ToolTipRole) and self.is_cut(view, index):
            whole = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
            show_tip(event.globalPos(), whole, view)
            return True
        return super().helpEvent(event, view, option, index)

    def is_cut(self, view: QAbstractItemView, index: Index) -> bool:
        """Return whether a cell has less room than it needs."""
        room = view.visualRect(index).width() - 2 * self._view.edge
        return cell_width(self.theme, self._view.cell_at(index)) > room + 1  # but for rounding

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        # The whole cell: Qt would inset the editor by the style's margins for text.
        editor.setGeometry(option.rect)
