"""The Units workspace: the whole roster as a table to sort, group and edit in place."""

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.store.views.units import UnitRow
from brikdesk.turns.ledger import ammo
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.rows import row_of
from ui.models.scifi_units.roster import SfRoster
from ui.models.units.factions import Faction
from ui.models.units.units_model import UnitsModel
from ui.panels.scifi_units.unit_columns import columns_for
from ui.panels.units.unit_acts import UnitActs, several_units, unit_of
from ui.panels.units.unit_keys import UnitKeys
from ui.parts.fields.refused_here import RefusedHere
from ui.parts.tables.cell_delegate import Painted
from ui.parts.tables.cells import Cell
from ui.parts.tables.filter_field import FilterField
from ui.parts.tables.rows_view import RowsView
from ui.parts.tables.selection import FollowsSelection
from ui.parts.units.unit_cells import head_cell
from ui.widgets.buttons import Button
from ui.widgets.card import Card
from ui.widgets.layout.arranging import Arranging
from ui.widgets.model_index import Index

_KEY = Qt.Key
WORDS_FROM = 520
"""Width in pixels at 100 % from which the buttons of the head have words."""

ACROSS = {_KEY.Key_Left: -1, _KEY.Key_Right: 1}


class UnitsTable(RowsView):
    """The table. Left and Right go from cell to cell, F2 edits, S sorts by the cell's column."""

    def __init__(self, theme: Theme, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, hub, "Units", parent=parent)
        self.ring_cells = True

    @override
    def cell_of(self, row: UnitRow | Faction, place: int) -> Cell:
        return head_cell(row, True) if isinstance(row, Faction) else super().cell_of(row, place)

    @override
    def spans(self, index: Index) -> bool:
        return isinstance(row_of(index), Faction)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = ACROSS.get(_KEY(event.key()))
        if by is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        # A tree view's own Left and Right close and open branches instead.
        now = self.currentIndex()
        column = max(0, min(now.column() + by, self.model().columnCount() - 1))
        self.setCurrentIndex(now.sibling(now.row(), column))
        self.scrollTo(self.currentIndex())
        self.viewport().update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.viewport().update()

    @override
    def keys(self) -> tuple[tuple[str, str], ...]:
        return (("F2", "edit"), *super().keys())


class UnitsPanel(QWidget):
    """Head, filter and table. New and Edit open the editor through the hub."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arranging = Arranging(self, self._arrange)
        self.theme, self._desk, self._hub = theme, desk, hub
        self._ammo: dict[int, str] = {}
        self._read_ammo()
        self._roster = SfRoster(desk, self)
        self.model = UnitsModel(desk, self._columns(), False, self)
        self._card = Card(theme, "bg1", parent=self)
        self.view = UnitsTable(theme, hub, self._card)
        self.refusal = RefusedHere(theme, desk, hub, self)
        self.acts = UnitActs(theme, desk, hub, self.refusal, self, removes_all=True)
        self.filter = FilterField(theme, "units", self)
        several_units(self.view)
        self._follows = FollowsSelection(self.view, self.model, hub)
        more = {"n": "new unit", "s": "sort by column", "g": "group by faction"}
        self._keys = UnitKeys(self.view, desk, hub, more)
        self._lay_out()
        self._set_sorting()
        self._connect()
        self.setFocusProxy(self.view)

    def set_grouped(self, grouped: bool) -> None:
        """Group the units by faction, or sort them across all factions (G)."""
        with self._follows.holding():
            self.model.set_grouped(grouped)
            self.view.expandAll()
        self._group.setChecked(grouped)

    def sort_by(self, column: int) -> None:
        """Sort by a column; sorting by it once more reverses the order."""
        header, up = self.view.header(), Qt.SortOrder.AscendingOrder
        again = header.sortIndicatorSection() == column and header.sortIndicatorOrder() is up
        self.view.sortByColumn(column, Qt.SortOrder.DescendingOrder if again else up)

    def new_unit(self) -> None:
        """Open the editor for a new unit (N)."""
        if not self._desk.read_only:
            self._hub.unit_edited.emit(0)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.view.row()
        unit_id = unit_of(row, self._hub)
        removes = event.key() == _KEY.Key_Delete and unit_id
        if removes and not self._desk.read_only:
            self.acts.do("remove", unit_id)
        elif event.key() == _KEY.Key_Escape and not self.filter.isHidden():
            self.filter.close_filter()
        else:
            event.ignore()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _arrange(self) -> None:
        """Leave out the words of the buttons where the panel is narrow."""
        bare = self.width() < self.theme.px(WORDS_FROM)
        self._group.set_words("" if bare else "By faction", "By faction" if bare else "")
        self._search.set_words("" if bare else "Filter", "Filter" if bare else "")

    def _lay_out(self) -> None:
        theme = self.theme
        self._count = plain_label(theme, "", "small", "text3")
        self._group = Button(theme, "By faction", "quiet", "units", "G")
        self._group.setCheckable(True)
        self._search = Button(theme, "Filter", "quiet", "search", "/")
        self._new = Button(theme, "New unit", "soft", "plus", "N")
        self._new.setEnabled(not self._desk.read_only)
        self._head = QHBoxLayout()
        self._head.addWidget(plain_label(theme, "Units", "head"))
        self._head.addWidget(self._count, 1)
        for button in (self._group, self._search, self._new):
            self._head.addWidget(button)
        self._card.column.addWidget(self.view)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self.filter)
        self._column.addWidget(self._card, 1)
        self._column.addWidget(self.refusal)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _set_sorting(self) -> None:
        header = self.view.header()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        # No column is marked before: enabling would sort by the first one at once, but the roster
        # opens in its own order.
        self.view.setSortingEnabled(True)
        header.setSortIndicatorClearable(True)

    def _connect(self) -> None:
        view, model = self.view, self.model
        self._group.clicked.connect(self.set_grouped)
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
        model.does = self.refusal.do
        for signal in (model.rowsInserted, model.rowsRemoved, model.modelReset):
            signal.connect(self._changed)
        self._desk.changed.connect(self._ammo_changed)
        self._roster.rules_changed.connect(self._other_columns)
        self._roster.changed.connect(model.retell)
        self._changed()

    def _columns(self) -> tuple[Painted[UnitRow], ...]:
        return columns_for(self._roster, lambda unit: self._ammo.get(unit, ""))

    def _other_columns(self) -> None:
        """Show the columns of the rule sets that the campaign plays by now."""
        with self._follows.holding():
            self.view.header().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            self.model.set_columns(self._columns())
        self.view.fit_columns()

    def _open(self, row: object) -> None:
        if isinstance(row, UnitRow):
            self._hub.unit_opened.emit(row.id)
        else:
            self._hub.remarked.emit(
                "The head of a faction has nothing to open: ↓ goes to its units."
            )

    def _act(self, letter: str) -> None:
        row = self.view.row()
        if letter == "n":
            self.new_unit()
        elif letter == "g":
            self.set_grouped(not self.model.grouped)
        elif letter == "s":
            self.sort_by(max(0, self.view.currentIndex().column()))
        elif (unit_id := unit_of(row, self._hub)) and not self._desk.read_only:
            self.acts.by_letter(letter, unit_id)
        else:
            self._hub.remarked.emit("No unit is selected: ↑ ↓ go to one.")

    def _show_menu(self, place: QPoint) -> None:
        row = self.view.row()
        if isinstance(row, UnitRow):
            self.acts.show_menu(row.id, place, self._column_entries())

    def _column_entries(self) -> list[QAction]:
        """Return the menu entries for the cell with the cursor."""
        column = max(0, self.view.currentIndex().column())
        title = self.model.columns[column].title
        sort = QAction(f"Sort by {title}", self)
        sort.triggered.connect(partial(self.sort_by, column))
        edit = QAction(f"Edit {title} here", self)
        edit.setEnabled(bool(self.model.columns[column].edit) and not self._desk.read_only)
        edit.triggered.connect(lambda: self.view.edit(self.view.currentIndex()))
        return [edit, sort]

    def _narrow(self, words: str) -> None:
        with self._follows.holding():
            self.model.set_filter(words)
            if self.model.grouped:
                self.view.expandAll()
        self._changed()

    def _changed(self, parent: QModelIndex | None = None) -> None:
        shown, total = len(self.model.shown), self.model.total
        self._count.say(str(total) if shown == total else f"{shown} of {total}")
        self.view.empty = self.model.nothing
        if self.model.grouped:
            self.view.expandAll()

    def _ammo_changed(self, changes: object) -> None:
        if not getattr(changes, "tables", frozenset()).isdisjoint(ammo.tables):
            self._read_ammo()
            self.view.viewport().update()

    def _read_ammo(self) -> None:
        """Read what lies in each unit's racks: 3 Shell X3, 1 Smoke X2."""
        loads: dict[int, list[str]] = {}
        for row in self._desk.read(ammo):
            if row.unit_id and row.round_id:
                loads.setdefault(row.unit_id, []).append(f"{row.count} {row.load}")
        self._ammo = {unit: ", ".join(words) for unit, words in loads.items()}

    def _restyle(self) -> None:
        px = self.theme.px
        self._column.setContentsMargins(px(16), px(12), px(16), px(8))
        self._column.setSpacing(px(12))
        self._head.setSpacing(px(8))
        self._card.column.setContentsMargins(px(4), px(4), px(4), px(4))
