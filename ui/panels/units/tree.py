"""The Units list: factions with their units, tokens and states. It selects for the whole desk."""

from typing import Any

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.store.views.units import UnitRow
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.rows import row_of
from ui.models.units.factions import Faction
from ui.models.units.units_model import UnitsModel
from ui.panels.units.unit_acts import UnitActs, several_units, unit_of
from ui.panels.units.unit_keys import UnitKeys
from ui.parts.fields.refused_here import RefusedHere
from ui.parts.tables.cells import Cell
from ui.parts.tables.filter_field import FilterField
from ui.parts.tables.rows_view import RowsView
from ui.parts.tables.selection import FollowsSelection
from ui.parts.units.unit_cells import list_cell
from ui.widgets.buttons import Button
from ui.widgets.model_index import Index


class UnitsView(RowsView):
    """The tree itself. A click or Enter on a faction expands or collapses it."""

    def __init__(self, theme: Theme, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, hub, "Units", table=False, parent=parent)

    @override
    def cell_at(self, index: Index) -> Cell:
        return list_cell(row_of(index), self.isExpanded(index))

    @override
    def spans(self, index: Index) -> bool:
        return isinstance(row_of(index), Faction)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        # Qt itself opens a branch only by a click on its arrow or by a double click.
        if event.button() is Qt.MouseButton.LeftButton and index.isValid() and self.spans(index):
            self.setExpanded(index, not self.isExpanded(index))

    @override
    def row_text(self, index: Index) -> str:
        return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


class UnitsTree(QWidget):
    """The panel at the left of the Battle workspace."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._desk, self._hub = theme, desk, hub
        self._closed: set[int] = set()
        self.model = UnitsModel(desk, parent=self)
        self.view = UnitsView(theme, hub, self)
        self.filter = FilterField(theme, "units", self)
        self.refusal = RefusedHere(theme, desk, hub, self)
        self.acts = UnitActs(theme, desk, hub, self.refusal, self, removes_all=True)
        several_units(self.view)
        self._follows = FollowsSelection(self.view, self.model, hub)
        self.view.expandAll()
        self._keys = UnitKeys(self.view, desk, hub, {"n": "new"})
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.view)

    def _lay_out(self) -> None:
        self._search = Button(self.theme, "", "quiet", "search", name="Filter units", key="")
        self._new = Button(self.theme, "", "quiet", "plus", name="New unit")
        self._new.setEnabled(not self._desk.read_only)
        self._head = QHBoxLayout()
        self._head.addWidget(plain_label(self.theme, "Units", "title"), 1)
        self._head.addWidget(self._search)
        self._head.addWidget(self._new)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self.filter)
        self._column.addWidget(self.view, 1)
        self._column.addWidget(self.refusal)
        self.theme.changed.connect(self._restyle)
        self._restyle()

    def _connect(self) -> None:
        view, model = self.view, self.model
        self._search.clicked.connect(self.filter.toggle)
        self._new.clicked.connect(self.new_unit)
        self.filter.narrowed.connect(self._narrow)
        self.filter.left.connect(view.setFocus)
        self.filter.keys_told.connect(self._hub.keys_changed)
        view.filter_asked.connect(self.filter.open)
        view.opened.connect(self._open)
        view.key_pressed.connect(self._act)
        view.menu_asked.connect(self._show_menu)
        view.overrule = self.refusal.overrule
        # By number: a faction's index does not outlive the rows that come and go with a filter.
        view.collapsed.connect(lambda index: self._closed.add(self._number(index)))
        view.expanded.connect(lambda index: self._closed.discard(self._number(index)))
        model.rowsInserted.connect(self._reopen)

    def new_unit(self) -> None:
        """Open the editor for a new unit (N)."""
        if not self._desk.read_only:
            self._hub.unit_edited.emit(0)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.view.row()
        unit = row if isinstance(row, UnitRow) else None
        unit_id = unit_of(row, self._hub)
        if event.key() == Qt.Key.Key_Delete and unit_id and not self._desk.read_only:
            self.acts.do("remove", unit_id)
        elif event.key() == Qt.Key.Key_F2 and unit:
            self._hub.unit_edited.emit(unit.id)
        else:
            super().keyPressEvent(event)

    def _open(self, row: Any) -> None:
        if isinstance(row, UnitRow):
            self._hub.unit_opened.emit(row.id)
        elif row is not None:
            head = self.view.currentIndex()
            self.view.setExpanded(head, not self.view.isExpanded(head))

    def _act(self, letter: str) -> None:
        row = self.view.row()
        if letter == "n":
            self.new_unit()
        elif (unit_id := unit_of(row, self._hub)) and not self._desk.read_only:
            self.acts.by_letter(letter, unit_id)
        else:
            self._hub.remarked.emit("No unit is selected: ↑ ↓ go to one.")

    def _show_menu(self, place: QPoint) -> None:
        row = self.view.row()
        if isinstance(row, UnitRow):
            self.acts.show_menu(row.id, place)

    def _narrow(self, words: str) -> None:
        with self._follows.holding():
            self.model.set_filter(words)
        self.view.empty = self.model.nothing

    def _reopen(self, parent: QModelIndex, first: int, last: int) -> None:
        """Expand factions that are new in the model, except those that the referee collapsed."""
        if parent.isValid():
            return
        for place in range(first, last + 1):
            head = self.model.index(place, 0)
            if self._number(head) not in self._closed:
                self.view.expand(head)

    def _number(self, head: QModelIndex) -> int:
        side = row_of(head)
        return side.number if isinstance(side, Faction) else 0

    def _restyle(self) -> None:
        px = self.theme.px
        self._column.setContentsMargins(px(4), px(8), px(4), px(4))
        self._column.setSpacing(px(4))
        self._head.setContentsMargins(px(10), 0, px(4), 0)
        self._head.setSpacing(px(4))
