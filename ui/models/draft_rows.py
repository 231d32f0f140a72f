"""Rows that are being typed: a table model that belongs to a form and follows no view."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from brikdesk.errors import BadInput
from ui.models.rows import NO_PARENT, ROW_ROLE, Column
from ui.widgets.model_index import Index

Row = TypeVar("Row")


class DraftRows(QAbstractTableModel, Generic[Row]):
    """Rows as they are typed.

    `typed` is emitted after each change by hand, `wrong` with a sentence when a cell is refused.
    """

    typed = Signal()
    wrong = Signal(str)

    def __init__(self, columns: Sequence[Column[Row]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows: list[Row] = []

    @property
    def columns(self) -> tuple[Column[Row], ...]:
        """The columns, left to right."""
        return self._columns

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, top to bottom."""
        return tuple(self._rows)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Replace all rows; `typed` is not emitted."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def add(self, row: Row) -> int:
        """Add a row at the end; return its place."""
        place = len(self._rows)
        self.beginInsertRows(QModelIndex(), place, place)
        self._rows.append(row)
        self.endInsertRows()
        self.typed.emit()
        return place

    def remove(self, place: int) -> None:
        """Take the row at a place away; do nothing if there is none."""
        if 0 <= place < len(self._rows):
            self.beginRemoveRows(QModelIndex(), place, place)
            del self._rows[place]
            self.endRemoveRows()
            self.typed.emit()

    def put(self, place: int, row: Row) -> None:
        """Replace the row at a place."""
        if self._rows[place] != row:
            self._rows[place] = row
            # The whole row: the rules may derive other cells from the one that was typed.
            last = self.index(place, len(self._columns) - 1)
            self.dataChanged.emit(self.index(place, 0), last)
            self.typed.emit()

    def is_typed_over(self, row: Row, column: Column[Row]) -> bool:
        """Return whether a figure was typed over the one that the rules derive."""
        return False

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        across = orientation is Qt.Orientation.Horizontal
        shown = across and role == Qt.ItemDataRole.DisplayRole
        return self._columns[section].title if shown else None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return column.text(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            over = ", typed over" if self.is_typed_over(row, column) else ""
            return f"{column.title}: {column.text(row)}{over}"
        return row if role == ROW_ROLE else None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        editable = index.isValid() and self._columns[index.column()].edit is not None
        return flags | Qt.ItemFlag.ItemIsEditable if editable else flags

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        column, row = self._columns[index.column()], self._rows[index.row()]
        if column.edit is None or str(value) == column.text(row):
            return False
        try:
            self.put(index.row(), column.edit(row, str(value)))
        except BadInput as error:
            self.wrong.emit(str(error))
            return False
        return True
