"""A column that paints pieces, and the delegate that has them painted."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from ui.models.rows import Column
from ui.panels.tables.cells import Cell, paint_cell, words
from ui.theme import Theme

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
PADDING = 8


@dataclass(frozen=True, slots=True)
class Painted(Column[Row]):
    """A column whose cells are painted from pieces; `width` in pixels at 100 %."""

    cell: Callable[[Row], Cell] | None = None
    width: int = 100

    def cell_of(self, row: Row) -> Cell:
        """Give the pieces of a cell."""
        return self.cell(row) if self.cell else words(self.text(row))


class CellView(Protocol):
    """What the delegate asks of its view."""

    row_height: int

    def cell_at(self, index: Index) -> Cell:
        """Give the pieces to paint in a cell."""

    def is_lit(self, index: Index) -> bool:
        """Tell whether the row is selected."""


class CellDelegate(QStyledItemDelegate):
    """Paints the pieces of a cell; edits as Qt does."""

    def __init__(self, theme: Theme, view: CellView, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.theme.px(80), self.theme.px(self._view.row_height))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        edge = self.theme.px(PADDING)
        inner = QRectF(option.rect).adjusted(edge, 0, -edge, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_cell(painter, inner, self.theme, self._view.cell_at(index), self._view.is_lit(index))
        painter.restore()

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        editor.setGeometry(option.rect)
