"""A list whose selected unit is the one selected in all panes."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject
from PySide6.QtWidgets import QAbstractItemView

from brikdesk.store.views.units import UnitRow
from ui.campaign.hub import Hub
from ui.models.rows import row_of
from ui.models.units.units_model import UnitsModel

_ROW_ALONE = (
    QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
)


class FollowsSelection(QObject):
    """Keeps a list of units and the hub on the same unit, also when it is removed and comes back.

    It sets the model of the view itself.
    """

    def __init__(self, view: QAbstractItemView, model: UnitsModel, hub: Hub) -> None:
        super().__init__(view)
        self._view, self._model, self._hub = view, model, hub
        self._lost = 0
        self._held = self._moving = False
        self._together: tuple[int, ...] = ()
        # Before `setModel`: slots run in the order of connection, and the view's own slot moves the
        # cursor off the row that goes.
        model.rowsAboutToBeRemoved.connect(self._leaving)
        view.setModel(model)
        view.selectionModel().currentChanged.connect(self._moved)
        view.selectionModel().selectionChanged.connect(self._chosen)
        view.clicked.connect(self._clicked)
        hub.unit_selected.connect(self.go_to)
        hub.together_changed.connect(view.viewport().update)
        model.rowsInserted.connect(self._came)
        model.modelReset.connect(self._again)
        self._again()

    def go_to(self, unit_id: int) -> None:
        """Put the cursor on a unit, if it is shown."""
        now = self._view.currentIndex()
        if not unit_id:
            self._show_none()
            return
        if self._id_of(now) == unit_id and self._view.selectionModel().isSelected(now):
            return
        found = self._model.place_of(unit_id, max(0, now.column()))
        if found.isValid() and unit_id in self._hub.together:
            # It is one of several: they stay.
            flag = QItemSelectionModel.SelectionFlag.NoUpdate
            self._view.selectionModel().setCurrentIndex(found, flag)
            self._view.scrollTo(found)
        elif found.isValid():
            with self._alone():
                self._view.setCurrentIndex(found)
                # Qt would ask which keys are held: an undo must not add to what is selected.
                self._view.selectionModel().select(found, _ROW_ALONE)
            self._view.scrollTo(found)

    def _show_none(self) -> None:
        """Light no row: no unit is selected. The cursor stays, to go on from."""
        if not self._held and len(self._hub.together) == 0:
            with self._alone():
                self._view.clearSelection()

    def _clicked(self, index: QModelIndex) -> None:
        # The cursor may be there already, with the unit deselected by another pane since.
        if (unit_id := self._id_of(index)) and not self._hub.together:
            self._hub.select_unit(unit_id)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Tell of what is selected once it is done."""
        self._moving = True
        try:
            yield
        finally:
            self._moving = False
            self._chosen()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Keep selections from the hub while the list is narrowed or regrouped.

        Qt moves the cursor then; that is no choice of the referee.
        """
        self._held = True
        try:
            yield
        finally:
            self._held = False
            self._again()

    def _chosen(self) -> None:
        """Tell which units are selected together here; none where the choice is another pane's."""
        if self._held or self._moving:
            return
        rows = self._view.selectionModel().selectedRows()
        ids = tuple(unit_id for index in rows if (unit_id := self._id_of(index)))
        together = ids if len(ids) > 1 else ()
        mine = self._hub.together == self._together
        if self._view.hasFocus() and (together or mine):
            self._together = together
            self._hub.choose_together(together)
        elif mine and self._together and not together:
            # A unit that is selected elsewhere ends the choice.
            self._together = ()
            self._hub.choose_together(())

    def _moved(self, now: QModelIndex) -> None:
        # Heads of factions select nobody: the unit that was selected stays.
        unit_id = self._id_of(now)
        if unit_id and not self._held:
            self._hub.select_unit(unit_id)

    def _leaving(self, parent: QModelIndex, first: int, last: int) -> None:
        if self._held:
            return
        chosen = self._hub.selected_unit
        gone = [self._id_of(self._model.index(k, 0, parent)) for k in range(first, last + 1)]
        if chosen and chosen in gone:
            self._lost = chosen

    def _came(self) -> None:
        """Select the unit again that was selected when it was removed."""
        if self._lost and not self._held and self._model.place_of(self._lost).isValid():
            lost, self._lost = self._lost, 0
            self._hub.select_unit(lost)
            self.go_to(lost)

    def _again(self) -> None:
        if self._hub.selected_unit:
            self.go_to(self._hub.selected_unit)

    def _id_of(self, index: QModelIndex) -> int:
        row = row_of(index)
        return row.id if isinstance(row, UnitRow) else 0
