"""The Units list and the Units workspace: what they show, their keys, the acts that they offer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget
from typing_extensions import override

from brikdesk.acts.combat.aim import Strike
from brikdesk.acts.turns_and_steps import Together
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import played
from brikdesk.store.views.scifi import sf_unit
from brikdesk.store.views.units import UnitRow, squads
from brikdesk.text import number_of
from brikdesk.turns.ledger import ammo
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import icon
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.rows import row_of
from ui.models.units import Faction, SfRoster, UnitsModel
from ui.panels.scifi_units.unit_columns import acts_of, columns_for, letters_of, words_of
from ui.parts.cells import Cell, Painted
from ui.parts.editor_sheet import RefusedHere
from ui.parts.lists import FilterField, FollowsSelection
from ui.parts.rows_view import RowsView
from ui.parts.units import UNIT_ACTS as UNIT_ACTS
from ui.parts.units import UnitAct as UnitAct
from ui.parts.units import head_cell, list_cell
from ui.widgets.buttons import Button, HoldsKeys, icon_button
from ui.widgets.layout import Arranged, in_column, in_row, spaced
from ui.widgets.painted import Card, Index

if TYPE_CHECKING:
    from brikdesk.acts.combat.attack import Attack
    from ui.forms.questions import ActForm, FilledForm


def attack_by(unit_id: int) -> "Attack":
    """Return an attack that names only the attacker; the Attack tab asks for the rest, all for 0."""
    from brikdesk.acts.combat.attack import Attack

    return Attack(strikes=(Strike(by_id=unit_id),)) if unit_id else Attack()


def charge_by(unit_id: int) -> "Attack":
    """Return a Charge of which only the unit is said, or not even that for 0."""
    return replace(attack_by(unit_id), charge=True)


def several_units(view: RowsView) -> None:
    """Let a list select several of its rows: Ctrl+A, Shift with arrows, Ctrl+Space, clicks."""
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)


def unit_of(row: object, hub: Hub) -> int:
    """Return the unit that keys of a list act on: its row, else one of several; 0 for none."""
    if isinstance(row, UnitRow):
        return row.id
    return next(reversed(hub.together), 0)


class UnitActs(QObject):
    """Carries out the acts that a list asks for; refusals are shown in the list's panel.

    `removes_all`: it shows what is selected together, so that Remove and Reload take all of it.
    """

    def __init__(
        self,
        theme: Theme,
        desk: Desk,
        hub: Hub,
        refusal: RefusedHere,
        host: QWidget,
        *,
        removes_all: bool = False,
    ) -> None:
        super().__init__(host)
        self._theme, self._desk, self._hub = theme, desk, hub
        self._refusal, self._host, self._removes_all = refusal, host, removes_all

    def knows(self, letter: str, unit_id: int) -> bool:
        """Return whether a letter acts on a unit."""
        return letter in letters_of(acts_of(self._desk, unit_id))

    def by_letter(self, letter: str, unit_id: int) -> None:
        """Do the act that a letter stands for, if any."""
        letters = letters_of(acts_of(self._desk, unit_id))
        if letter in letters:
            self.do(letters[letter], unit_id)

    def do(self, name: str, unit_id: int) -> None:
        """Do an act to a unit at once, or open its form if it asks for more."""
        known = acts_of(self._desk, unit_id)
        act = next((each for each in known if each and each.id == name), None)
        if act is None:
            return
        together = self._hub.together_with(unit_id) if self._removes_all else (unit_id,)
        if name == "reload" and len(together) > 1:
            self._reload_all(together)
        elif act.form:
            self._ask(self._form(act, unit_id))
        elif name == "open":
            self._hub.unit_opened.emit(unit_id)
        elif name == "squad":
            self._hub.select_squad(self._squad(unit_id))
        elif name == "photos":
            self._hub.album_asked.emit(unit_id)
        elif name == "edit":
            self._hub.unit_edited.emit(unit_id)
        elif name == "attack":
            self._hub.attack_wanted.emit(attack_by(unit_id))
        elif name == "charge":
            self._hub.attack_wanted.emit(charge_by(unit_id))
        elif name == "duplicate":
            from brikdesk.acts.units.roster import DuplicateUnit  # with it come a unit's weapons

            self._refusal.do(DuplicateUnit(unit_id=unit_id))
        else:
            from brikdesk.acts.units.roster import RemoveUnit

            acts = tuple(RemoveUnit(unit_id=each) for each in together)
            title = f"Remove {len(acts)} units"
            self._refusal.do(acts[0] if len(acts) == 1 else Together(title=title, acts=acts))

    def _squad(self, unit_id: int) -> tuple[int, ...]:
        """Return the units of the squad that a unit is in; none if it is in none."""
        found = (row.unit_ids for row in self._desk.read(squads) if unit_id in row.unit_ids)
        return next(found, ())

    def _reload_all(self, units: Sequence[int]) -> None:
        """Reload every gun of these units that needs it, without an Action, with one undo."""
        from brikdesk.acts.weapons.loading import Reload
        from ui.forms.weapons import empty_guns

        guns = [gun for unit_id in units for gun in empty_guns(self._desk, unit_id)]
        if not guns:
            self._desk.said.emit("None of these units has a gun to reload.")
            return
        acts = tuple(Reload(weapon_id=gun) for gun in guns)
        self._refusal.do(Together(title=f"Reload: {number_of(len(guns), 'gun')}", acts=acts))

    def _form(self, act: UnitAct, unit_id: int) -> "FilledForm":
        """Return the form of an act, filled in with what is known of the unit."""
        from ui.forms.weapons import reload_form

        form = _act_forms()[act.form]
        if act.id == "reload":
            return reload_form(self._desk, unit_id)
        if act.id == "incapacitate":
            return form.filled(unit_id, inside=[{"unit_id": unit_id}])
        return form.filled(unit_id)

    def _ask(self, filled: "FilledForm") -> None:
        from ui.forms.form_sheet import show_form

        show_form(self._theme, self._desk, self._hub, self._host, filled)

    def menu(self, unit_id: int, more: Sequence[QAction] = ()) -> QMenu:
        """Return the context menu of a unit; the `more` entries of the list come last."""
        forms, menu = _act_forms(), QMenu(self._host)
        for act in acts_of(self._desk, unit_id):
            if act is None:
                menu.addSeparator()
                continue
            if act.id == "squad" and not self._squad(unit_id):
                continue
            entry = menu.addAction(icon(self._theme, act.icon, "text2"), act.words)
            if act.key:
                entry.setShortcut(QKeySequence(act.key))
                # Some systems leave shortcuts out of context menus; here they are how letters are
                # learned.
                entry.setShortcutVisibleInContextMenu(True)
            entry.setEnabled(act.form in ("", *forms) and not self._blocked(act))
            entry.triggered.connect(lambda _=False, name=act.id: self.do(name, unit_id))
        if more:
            menu.addSeparator()
            menu.addActions(list(more))
        return menu

    def show_menu(self, unit_id: int, place: QPoint, more: Sequence[QAction] = ()) -> None:
        """Open the context menu at a place on the screen."""
        menu = self.menu(unit_id, more)
        # Its host would keep every menu that was ever opened.
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def _blocked(self, act: UnitAct) -> bool:
        return self._desk.read_only and act.id not in ("open", "photos", "squad")


def _act_forms() -> "Mapping[str, ActForm]":
    from ui.forms.all_forms import ACT_FORMS  # here: no form is needed to show the first list

    return ACT_FORMS


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


_OF_PLAYERS = (
    ("roll", "Dice of the player…", "SetDice"),
    ("edit", "Edit the player…", "EditPlayer"),
)
"""The forms in the menu of a faction: icon, words, act."""


class _UnitsPane(QWidget, HoldsKeys):
    """A list of units with its filter, its refusals, and all that can be done to its rows.

    A subclass makes `model` and `view`, calls `hold`, and lays the parts out.
    """

    model: UnitsModel
    view: RowsView

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._desk, self._hub = theme, desk, hub

    def hold(self, more: Mapping[str, str]) -> None:
        """Show the model in the view; `more` are the letters of the list itself."""
        theme, desk, hub, view = self.theme, self._desk, self._hub, self.view
        self.filter = FilterField(theme, "units", self)
        self.filter.offer_kept(desk, hub)
        self.refusal = RefusedHere(theme, desk, hub, self)
        self.acts = UnitActs(theme, desk, hub, self.refusal, self, removes_all=True)
        several_units(view)
        # First, as it gives the view its model: the keys listen to the selection in that.
        self._follows = FollowsSelection(view, self.model, hub)
        self._keys = UnitKeys(view, desk, hub, more)
        self.filter.narrowed.connect(self._narrow)
        self.filter.left.connect(view.setFocus)
        self.filter.keys_told.connect(hub.keys_changed)
        view.filter_asked.connect(self.filter.open)
        view.opened.connect(self._open)
        view.key_pressed.connect(self._act)
        view.menu_asked.connect(self._show_menu)
        view.overrule = self.refusal.overrule
        self.setFocusProxy(view)

    def new_unit(self) -> None:
        """Open the editor for a new unit (N)."""
        if not self._desk.read_only:
            self._hub.unit_edited.emit(0)

    def _narrow(self, words: str) -> None:
        raise NotImplementedError

    def _open(self, row: object) -> None:
        raise NotImplementedError

    def _act(self, letter: str) -> None:
        if letter == "n":
            self.new_unit()
        elif (unit_id := unit_of(self.view.row(), self._hub)) and not self._desk.read_only:
            self.acts.by_letter(letter, unit_id)
        else:
            self._hub.remarked.emit("No unit is selected: ↑ ↓ go to one.")

    def _show_menu(self, place: QPoint) -> None:
        row = self.view.row()
        if isinstance(row, UnitRow):
            self.acts.show_menu(row.id, place, self._more_entries())
        elif isinstance(row, Faction) and row.player_id is not None:
            menu = self.player_menu(row.player_id)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(place)

    def player_menu(self, player_id: int) -> QMenu:
        """Return the menu of a faction: what is said of its player."""
        menu, ask = QMenu(self), self._hub.form_asked.emit
        for mark, words, act in _OF_PLAYERS:
            entry = menu.addAction(icon(self.theme, mark, "text2"), words)
            entry.setEnabled(not self._desk.read_only)
            entry.triggered.connect(lambda _=False, act=act: ask(act, {"player_id": player_id}))
        return menu

    def _more_entries(self) -> list[QAction]:
        """Return the menu entries of the list itself."""
        return []


class UnitsTree(_UnitsPane):
    """The panel at the left of the Battle workspace."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, parent)
        self._closed: set[int] = set()
        self.model = UnitsModel(desk, parent=self)
        self.view = view = UnitsView(theme, hub, self)
        self.hold({"n": "new"})
        view.expandAll()
        search = icon_button(theme, "search", "Filter units", self.filter.toggle)
        new = icon_button(theme, "plus", "New unit", self.new_unit)
        new.setEnabled(not desk.read_only)
        title = plain_label(theme, "Units", "title")
        head = in_row(theme, (title, 1), search, new, gap=4, edges=(10, 0, 4, 0))
        parts = (head, self.filter, (view, 1), self.refusal)
        in_column(theme, *parts, gap=4, edges=(4, 8, 4, 4), on=self)
        # By number: a faction's index does not outlive the rows that come and go with a filter.
        view.collapsed.connect(lambda index: self._closed.add(self._number(index)))
        view.expanded.connect(lambda index: self._closed.discard(self._number(index)))
        self.model.rowsInserted.connect(self._reopen)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.view.row()
        unit_id = unit_of(row, self._hub)
        if event.key() == Qt.Key.Key_Delete and unit_id and not self._desk.read_only:
            self.acts.do("remove", unit_id)
        elif event.key() == Qt.Key.Key_F2 and isinstance(row, UnitRow):
            self._hub.unit_edited.emit(row.id)
        else:
            super().keyPressEvent(event)

    @override
    def _open(self, row: object) -> None:
        if isinstance(row, UnitRow):
            self._hub.unit_opened.emit(row.id)
        elif row is not None:
            head = self.view.currentIndex()
            self.view.setExpanded(head, not self.view.isExpanded(head))

    @override
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


class UnitsPanel(Arranged, _UnitsPane):
    """Head, filter and table. New and Edit open the editor through the hub."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, parent)
        self.arranged_by(self._arrange)
        self._ammo: dict[int, str] = {}
        self._read_ammo()
        self._roster = SfRoster(desk, self)
        self.model = UnitsModel(desk, self._columns(), False, self)
        self._card = Card(theme, "bg1", parent=self)
        self.view = UnitsTable(theme, hub, self._card)
        self.hold({"n": "new unit", "s": "sort by column", "g": "group by faction"})
        self._lay_out()
        self._set_sorting()
        self._connect()

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

    def _arrange(self) -> None:
        """Leave out the words of the buttons where the panel is narrow."""
        bare = self.width() < self.theme.px(WORDS_FROM)
        self._group.set_words("" if bare else "By faction", "By faction" if bare else "")
        self._search.set_words("" if bare else "Filter", "Filter" if bare else "")

    def _lay_out(self) -> None:
        theme = self.theme
        self._count = plain_label(theme, "", "small", "text3")
        self._group = Button(theme, "By faction", "quiet", "units", "G", does=self.set_grouped)
        self._group.setCheckable(True)
        self._search = Button(theme, "Filter", "quiet", "search", "/", does=self.filter.toggle)
        self._new = Button(theme, "New unit", "soft", "plus", "N", does=self.new_unit)
        self._new.setEnabled(not self._desk.read_only)
        title, buttons = plain_label(theme, "Units", "head"), (self._group, self._search, self._new)
        head = in_row(theme, title, (self._count, 1), *buttons, gap=8)
        self._card.column.addWidget(self.view)
        spaced(theme, self._card.column, edges=4)
        parts = (head, self.filter, (self._card, 1), self.refusal)
        in_column(theme, *parts, gap=12, edges=(16, 12, 16, 8), on=self)

    def _set_sorting(self) -> None:
        header = self.view.header()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        # No column is marked before: enabling would sort by the first one at once, but the roster
        # opens in its own order.
        self.view.setSortingEnabled(True)
        header.setSortIndicatorClearable(True)

    def _connect(self) -> None:
        model = self.model
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

    @override
    def _open(self, row: object) -> None:
        if isinstance(row, UnitRow):
            self._hub.unit_opened.emit(row.id)
        else:
            words = "The head of a faction has nothing to open: ↓ goes to its units."
            self._hub.remarked.emit(words)

    @override
    def _act(self, letter: str) -> None:
        if letter == "g":
            self.set_grouped(not self.model.grouped)
        elif letter == "s":
            self.sort_by(max(0, self.view.currentIndex().column()))
        else:
            super()._act(letter)

    @override
    def _more_entries(self) -> list[QAction]:
        """Return the menu entries for the cell with the cursor."""
        column = max(0, self.view.currentIndex().column())
        title = self.model.columns[column].title
        sort = QAction(f"Sort by {title}", self)
        sort.triggered.connect(partial(self.sort_by, column))
        edit = QAction(f"Edit {title} here", self)
        edit.setEnabled(bool(self.model.columns[column].edit) and not self._desk.read_only)
        edit.triggered.connect(lambda: self.view.edit(self.view.currentIndex()))
        return [edit, sort]

    @override
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

    def _ammo_changed(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(ammo.tables):
            self._read_ammo()
            self.view.viewport().update()

    def _read_ammo(self) -> None:
        """Read what lies in each unit's racks: 3 Shell X3, 1 Smoke X2."""
        loads: dict[int, list[str]] = {}
        for row in self._desk.read(ammo):
            if row.unit_id and row.round_id:
                loads.setdefault(row.unit_id, []).append(f"{row.count} {row.load}")
        self._ammo = {unit: ", ".join(words) for unit, words in loads.items()}
