"""Units with a tick each: those ticked take part in the next battle."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from typing_extensions import override

from brikdesk.store.views.units import UnitRow
from ui.widgets.model_index import Index

NO_PARENT = QModelIndex()


class UnitTicks(QAbstractListModel):
    """The roster with its lost units; at first all that are alive are ticked."""

    def __init__(self, units: Iterable[UnitRow], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._units = tuple(units)
        self._ticked = {unit.id for unit in self._units if unit.alive}

    @property
    def ticked(self) -> tuple[int, ...]:
        """The units that take part, in the order of the roster."""
        return tuple(unit.id for unit in self._units if unit.id in self._ticked)

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._units)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self._units):
            return None
        unit = self._units[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            lost = "" if unit.alive else ", lost"
            return f"{unit.name} ({unit.code}){lost}"
        if role == Qt.ItemDataRole.CheckStateRole:
            ticked = unit.id in self._ticked
            return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        return None

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        unit = self._units[index.row()]
        if Qt.CheckState(value) is Qt.CheckState.Checked:
            self._ticked.add(unit.id)
        else:
            self._ticked.discard(unit.id)
        self.dataChanged.emit(index, index, [role])
        return True

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable
