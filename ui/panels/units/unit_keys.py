"""The letters that act on the selected unit of a list, by the rules of that unit."""

from collections.abc import Mapping

from PySide6.QtCore import QObject

from brikdesk.store.campaign import Changes
from brikdesk.store.views.scifi import played, sf_unit
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.panels.scifi_units.unit_acts import acts_of, words_of
from ui.panels.units.unit_acts import unit_of
from ui.parts.tables.rows_view import RowsView

TABLES = played.tables | sf_unit.tables


class UnitKeys(QObject):
    """Sets a list's letters to those of its current row; `more` are letters of the list itself."""

    def __init__(self, view: RowsView, desk: Desk, hub: Hub, more: Mapping[str, str]) -> None:
        super().__init__(view)
        self._view, self._desk, self._hub, self._more = view, desk, hub, more
        view.selectionModel().currentChanged.connect(self._follow)
        hub.together_changed.connect(self._follow)
        desk.changed.connect(self._heard)
        self._follow()

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(TABLES):
            self._follow()

    def _follow(self, *_: object) -> None:
        row = self._view.row()
        unit_id = unit_of(row, self._hub)
        acts = words_of(acts_of(self._desk, unit_id)) if unit_id else {}
        acting = {**acts, **self._more}
        if acting != self._view.acting:
            self._view.acting = acting
            if self._view.hasFocus():
                self._hub.keys_changed.emit(self._view.keys())
