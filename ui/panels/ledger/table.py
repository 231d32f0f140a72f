"""One table of the ledger: its rows, keys and context menu."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget
from typing_extensions import override

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import played
from brikdesk.turns.ledger import AirRow, AmmoRow, FireRow, HomingRow, MarkRow, WaitingRow
from brikdesk.turns.scifi_ledger import SfAmmoRow, SfCrewRow, SfOpenShotRow
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import icon
from ui.look.shortcuts import sign
from ui.look.theme import Theme
from ui.models.log import copying_of
from ui.models.rows import RowsModel
from ui.panels.ledger.tables import LedgerPage, TableAct
from ui.parts.cells import SharedWidths
from ui.parts.editor_sheet import RefusedHere
from ui.parts.lists import FilterField, go_across
from ui.parts.rows_view import RowsView

if TYPE_CHECKING:
    from brikdesk.acts.combat.attack import Attack
    from brikdesk.acts.scifi.shooting import FireSf


def may_attack(row: Any) -> bool:
    """Return whether there is an attack with the row's gun, or at its target.

    Asked with each row that gets the cursor: the attack itself brings a third of all acts with it.
    """
    match row:
        case SfAmmoRow():
            return not row.gone
        case SfCrewRow():
            return not row.destroyed
        case SfOpenShotRow():
            return True
    return _strike(row) is not None or _aim(row) is not None


def attack_of_row(row: Any) -> "Attack | FireSf | None":
    """Return an attack with the row's gun, else one at its target, else None."""
    if not may_attack(row):
        return None
    if isinstance(row, SfAmmoRow | SfCrewRow | SfOpenShotRow):
        return _shot(row)
    from brikdesk.acts.combat.attack import Attack

    strike, aim = _strike(row), _aim(row)
    return Attack(strikes=(strike,)) if strike else Attack(aims=(aim,) if aim else ())


def _shot(row: SfAmmoRow | SfCrewRow | SfOpenShotRow) -> "FireSf":
    from brikdesk.acts.scifi.shooting import FireSf  # most campaigns play by one game

    if isinstance(row, SfAmmoRow):
        return FireSf(sf_weapon_id=row.sf_weapon_id, capability=row.capability)
    return FireSf(sf_weapon_id=row.id if isinstance(row, SfCrewRow) else row.sf_weapon_id)


def attack_words(row: Any) -> str:
    """Return the menu's words for it: Attack with it, Attack it, Fire, Enter outcome."""
    if isinstance(row, SfOpenShotRow):
        return "Enter outcome"
    if isinstance(row, SfAmmoRow | SfCrewRow):
        return "Fire"
    return "Attack with it" if _strike(row) else "Attack it"


def opens_words(row: Any) -> str:
    """Return what Enter does to a row, as the status bar says it; "" where it is about no unit."""
    if isinstance(row, WaitingRow):
        return "go to the step"
    if isinstance(row, SfOpenShotRow):
        return "enter outcome"
    return "open unit" if unit_of(row) else ""


def _in_the_bar(act: TableAct) -> str:
    return act.words[:1].lower() + act.words[1:]


def _strike(row: Any) -> Strike | None:
    if isinstance(row, AmmoRow) and row.weapon_id:
        return Strike(weapon_id=row.weapon_id)
    return Strike(by_id=row.unit_id) if isinstance(row, HomingRow) else None


def _aim(row: Any) -> Aim | None:
    if isinstance(row, AirRow):
        return Aim(explosive_id=row.id) if row.lying else Aim(projectile_id=row.id)
    if isinstance(row, FireRow):
        return Aim(unit_id=row.unit_id)
    return Aim(unit_id=row.target_id) if isinstance(row, MarkRow) else None


def rows_for(desk: Desk, table: LedgerPage, parent: QObject) -> RowsModel[Any]:
    """Return the rows of a table of the ledger, as they are now and as they will be."""
    return RowsModel(desk, table.question, table.columns, table.key, parent)


ATTACKABLE = ("air", "fires", "ammo", "homing", "marks")
"""The BrikWars tables whose rows stand for a gun or for something that can be attacked."""


class LedgerTable(RowsView):
    """The rows of one table: its own, or `rows`. `next_asked` brings 1 for Tab and −1 for Shift+Tab."""

    next_asked = Signal(int)

    def __init__(
        self,
        theme: Theme,
        desk: Desk,
        hub: Hub,
        table: LedgerPage,
        rows: RowsModel[Any] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, hub, table.title, empty=table.empty, parent=parent)
        self._desk, self.spec = desk, table
        words = table.attack or ("attack" if table.name in ATTACKABLE else "")
        letters: dict[str, str] = {}
        for act in table.acts:
            if len(act.key) == 1:  # of several acts with one letter, the first that fits acts
                letters.setdefault(act.key, _in_the_bar(act))
        # A is the attack in every table, whatever letters the acts have.
        self.acting = letters | ({"a": words} if words else {})
        self.ring_cells = any(column.edit for column in table.columns)
        self.rows_model = rows or rows_for(desk, table, self)
        self.setModel(self.rows_model)
        # Before sorting is enabled, which would otherwise sort by the first column at once.
        self.header().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.key_pressed.connect(self._by_letter)
        self.menu_asked.connect(self.show_menu)
        self.opened.connect(self._open)
        self.selectionModel().currentChanged.connect(self._moved)
        self.clicked.connect(self._tell_unit)
        # Of a selected row that goes Qt selects the neighbour, which nobody has chosen.
        self.rows_model.rowsRemoved.connect(self._follow_once_more)
        hub.unit_selected.connect(self._follow)
        self._follow(hub.selected_unit)

    @override
    def share_columns(self) -> SharedWidths | None:
        """Share the width among the columns; if it is not enough, move less important ones last."""
        shared = super().share_columns()
        if shared is not None and self.spec.last:
            titles = [column.title for column in self.spec.columns]
            order = list(range(len(titles)))
            if shared.scrolls:
                # `sort` is stable and False comes first: columns in `last` move behind the others.
                order.sort(key=lambda place: titles[place] in self.spec.last)
            for visual, place in enumerate(order):
                if self.header().visualIndex(place) != visual:
                    self.header().moveSection(self.header().visualIndex(place), visual)
        return shared

    @property
    def count(self) -> int:
        """The number of rows, filtered ones included."""
        return self.rows_model.total

    # Acts

    def acts_now(self, row: Any) -> list[TableAct]:
        """Return the acts that fit a row, and those that need no row."""
        return [
            act
            for act in self.spec.acts
            if not act.needs_row or (row is not None and act.fits(row))
        ]

    def do(self, act: TableAct) -> None:
        """Open the form of an act for the row with the cursor; do the act if it needs no form."""
        if self._desk.read_only:
            return
        row = self.row()
        if act.does is not None:
            if row is not None and self.rows_model.does is not None:
                self.rows_model.does(act.does(row))
        else:
            from ui.forms.form_sheet import show_form

            known = row if row is not None and (not act.needs_row or act.fits(row)) else None
            show_form(self.theme, self._desk, self.hub, self, act.form_for(known))

    def attack(self) -> None:
        """Open the Attack tab with the row's gun, at its target, or with its open shot (A)."""
        row = self.row()
        wanted = attack_of_row(row)
        if wanted and not self._desk.read_only:
            self.hub.attack_wanted.emit(wanted)
            if isinstance(row, SfOpenShotRow):
                from ui.models.scifi_attack.controller import sf_attack_of

                sf_attack_of(self._desk, self.hub).to_the_shots(row.id)
        elif not wanted:
            about = "This row is about" if row is not None else "The table is empty:"
            self.hub.remarked.emit(f"{about} nothing that attacks or is attacked.")

    def menu(self) -> QMenu:
        """Return the context menu for the row with the cursor."""
        menu, row = QMenu(self), self.row()
        if row is not None:
            show = menu.addAction(icon(self.theme, "search", "text2"), "Show")
            show.triggered.connect(lambda: self._open(row))
            menu.addSeparator()
        for act in self.acts_now(row):
            entry = self._entry(menu, act.icon, act.words, act.key)
            entry.triggered.connect(lambda _=False, act=act: self.do(act))
        if may_attack(row):
            self._entry(menu, "attack", attack_words(row), "A").triggered.connect(self.attack)
        menu.addSeparator()
        copy = menu.addAction(icon(self.theme, "copy", "text2"), "Copy as text")
        copy.triggered.connect(self.copy_row)
        copy.setEnabled(row is not None)
        return menu

    def _entry(self, menu: QMenu, mark: str, words: str, key: str) -> QAction:
        """Add an act to a menu, with its key; it rests where nothing may be changed."""
        entry = menu.addAction(icon(self.theme, mark, "text2"), words)
        if key:
            entry.setShortcut(QKeySequence(key.upper() if len(key) == 1 else key))
            entry.setShortcutVisibleInContextMenu(True)
        entry.setEnabled(not self._desk.read_only)
        return entry

    @override
    def take_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Delete:
            self._by_letter("Del")
            return True
        if sign(event) == ".":
            self._open(self.row())
            return True
        if self.ring_cells and go_across(self, event):
            return True
        return super().take_key(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        self.next_asked.emit(1 if next else -1)
        return True

    def leave(self, next: bool) -> bool:
        """Let Tab go on to what comes after, or before, the tables."""
        return super().focusNextPrevChild(next)

    @override
    def keys(self) -> tuple[tuple[str, str], ...]:
        edit = (("F2", "edit"),) if self._may_type() else ()
        opens = (("Enter", words),) if (words := opens_words(self.row())) else ()
        return (("Tab", "next table"), *self.among_rows(), *self._letters(), *edit, *opens)

    def _letters(self) -> tuple[tuple[str, str], ...]:
        """Return the letters that do something to the row with the cursor, with what they do."""
        if self._desk.read_only:
            return ()
        row = self.row()
        fitting: dict[str, str] = {}
        # R asks for the gun where the row has none.
        for act in (*self.acts_now(row), *(act for act in self.spec.acts if act.key == "r")):
            if len(act.key) == 1:
                fitting.setdefault(act.key, _in_the_bar(act))
        if "a" in self.acting and may_attack(row):
            fitting["a"] = self.acting["a"]
        return tuple((key.upper(), fitting[key]) for key in self.acting if key in fitting)

    def _may_type(self) -> bool:
        """Whether F2 opens the cell with the cursor."""
        at = self.currentIndex()
        return at.isValid() and bool(at.flags() & Qt.ItemFlag.ItemIsEditable)

    def _by_letter(self, letter: str) -> None:
        if letter == "a":
            self.attack()
            return
        fitting = [act for act in self.acts_now(self.row()) if act.key == letter]
        waiting_for_a_row = [act for act in self.spec.acts if act.key == letter]
        for act in (fitting or waiting_for_a_row)[:1]:
            if fitting or letter == "r":
                self.do(act)
            else:
                which = "this row" if self.row() is not None else "a row: there is none"
                self.hub.remarked.emit(f"{act.words.rstrip('…')} is not for {which}.")

    def show_menu(self, place: QPoint) -> None:
        """Open the context menu at a place of the screen."""
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    # Units

    def _open(self, row: Any) -> None:
        unit_id = unit_of(row)
        if isinstance(row, WaitingRow):
            self.hub.step_asked.emit(row.key)
        elif isinstance(row, SfOpenShotRow):
            self.attack()
        elif unit_id:
            self.hub.select_unit(unit_id)
            self.hub.unit_opened.emit(unit_id)
        else:
            self.hub.remarked.emit("This row is about no unit.")

    def _moved(self, now: QModelIndex, before: QModelIndex) -> None:
        if not self.hasFocus():
            return
        self.hub.keys_changed.emit(self.keys())
        if before.isValid():  # the first row gets the cursor with the focus: that selects no unit
            self._tell_unit()

    def _tell_unit(self) -> None:
        if unit_id := unit_of(self.row()):
            self.hub.select_unit(unit_id)

    @override
    def put_on_clipboard(self, words: str) -> None:
        copying_of(self._desk).copy(words)

    def _follow(self, unit_id: int) -> None:
        """Select the row of the unit that is selected elsewhere."""
        # A unit may have several rows: the cursor stays on the one it is on.
        if unit_id and unit_of(self.row()) == unit_id:
            self.selectionModel().select(self.currentIndex(), _WHOLE_ROW)
            return
        rows = self.rows_model.rows
        place = next((k for k, row in enumerate(rows) if unit_id and unit_of(row) == unit_id), -1)
        if place >= 0:
            self.go_to(place, max(0, self.currentIndex().column()))
        elif not self.hasFocus():
            self.selectionModel().clearSelection()

    def _follow_once_more(self) -> None:
        if not self.hasFocus():
            self._follow(self.hub.selected_unit)


def unit_of(row: Any) -> int:
    """Return the ID of the unit that a row is about, or 0."""
    return getattr(row, "unit_id", None) or getattr(row, "target_id", None) or 0


_WHOLE_ROW = (
    QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
)


class PlayedTables(QWidget):
    """Makes its tables anew when the rule sets of the campaign change; Esc closes the filter.

    `filtered` is what the filter narrows, in words.
    """

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, filtered: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self._desk, self._hub = theme, desk, hub
        self._played: tuple[str, ...] = ()
        self.refusal = RefusedHere(theme, desk, hub, self)
        self.filter = FilterField(theme, filtered, self)
        self.filter.offer_kept(desk, hub)
        self.filter.keys_told.connect(hub.keys_changed)

    def make_tables(self) -> None:
        """Make the tables of the rule sets in `_played` and show them in place of those before."""
        raise NotImplementedError

    def begin(self) -> None:
        """Make the first tables, and follow the campaign from now on."""
        self._played = self._desk.read(played)
        self.make_tables()
        self._desk.changed.connect(self._heard)

    def connect_table(self, table: LedgerTable) -> None:
        """Have refusals of a table shown here."""
        table.overrule = self.refusal.overrule
        table.rows_model.does = self.refusal.do

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self.filter.isHidden():
            self.filter.close_filter()
        else:
            event.ignore()

    def _heard(self, changes: Changes) -> None:
        if changes.tables.isdisjoint(played.tables):
            return
        if (now := self._desk.read(played)) != self._played:
            self._played = now
            self.make_tables()
