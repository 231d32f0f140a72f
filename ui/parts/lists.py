"""Lists with a filter or a selection that all panes share, and small tables in a form."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from PySide6 import QtCore
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QMenu, QWidget
from typing_extensions import override

from brikdesk.store.views.campaign_and_battle import kept_searches
from brikdesk.store.views.units import UnitRow
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import icon
from ui.look.shortcuts import ENTER
from ui.look.theme import Theme
from ui.models.rows import row_of
from ui.models.units import UnitsModel
from ui.parts.rows_view import RowsView
from ui.widgets.buttons import CapRows, OwnKeys

ACROSS: dict[int, int] = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}


def go_across(view: RowsView, event: QKeyEvent) -> bool:
    """Go to the next shown cell of the row; False if the key is another one or there is no row."""
    step, now = ACROSS.get(event.key()), view.currentIndex()
    if step is None or not now.isValid() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return False
    place, columns = now.column() + step, view.model().columnCount()
    while 0 <= place < columns and view.isColumnHidden(place):
        place += step
    if 0 <= place < columns:
        view.go_to(now.row(), place)
        view.viewport().update()
    return True


class DraftTable(RowsView):
    """A table of rows that are being typed."""

    def __init__(self, theme: Theme, hub: Hub, name: str, empty: str) -> None:
        super().__init__(theme, hub, name, empty=empty)
        self.row_height = 34
        self.ring_cells = True
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.menu_asked.connect(lambda place: self._popup(self.menu(), place))

    def menu(self) -> QMenu:
        """Return a new context menu for the row with the cursor."""
        return QMenu(self)

    @override
    def take_key(self, event: QKeyEvent) -> bool:
        return go_across(self, event) or super().take_key(event)

    @override
    def setModel(self, model: QtCore.QAbstractItemModel | None) -> None:
        super().setModel(model)
        if model is not None:
            for signal in (model.rowsInserted, model.rowsRemoved, model.modelReset):
                signal.connect(self.updateGeometry)

    @override
    def sizeHint(self) -> QSize:
        rows = max(1, self.model().rowCount()) if self.model() else 1
        px = self.theme.px
        across = self.horizontalScrollBar()
        bar = across.sizeHint().height() if across.maximum() > 0 else 0  # it covers the last row
        return QSize(px(300), px(32) + rows * px(self.row_height) + 4 + bar)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(200), self.sizeHint().height())

    def _popup(self, menu: QMenu, place: Any) -> None:
        # `popup` returns at once, so the menu itself has to say when it is done with.
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)


class FilterField(QLineEdit, OwnKeys):
    """A field for a list's filter, hidden until opened. On `left` the list takes the focus.

    `narrowed` brings the words. `keys_told` brings the keys that work while it is typed into:
    letters are words here, and the keycaps of its panel are dim meanwhile. After `offer_kept` what is
    typed can be kept by a name, and what is kept can be chosen.
    """

    narrowed = Signal(str)
    left = Signal()
    keys_told = Signal(object)
    own_keys = (
        ("Enter", "to the rows"),
        ("F2", "keep it by a name"),
        ("↑", "what is kept"),
        ("Esc", "close"),
    )

    def __init__(self, theme: Theme, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setPlaceholderText(f"Filter {what}")
        self.setAccessibleName(f"Filter {what}")
        self._glass = QAction(self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self._desk: Desk | None = None
        self._hub: Hub | None = None
        self._kept = QAction("Searches that are kept", self)
        self._kept.triggered.connect(self.show_kept)
        self.textChanged.connect(self.narrowed)
        self.textChanged.connect(self._tell_keys)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def offer_kept(self, desk: Desk, hub: Hub) -> None:
        """Offer the searches that the campaign keeps, and to keep what is typed (F2)."""
        self._desk, self._hub = desk, hub
        self.addAction(self._kept, QLineEdit.ActionPosition.TrailingPosition)
        self._restyle()

    @property
    @override
    def keys_now(self) -> CapRows:
        live = {"F2": self._may_keep and bool(self.text().strip()), "↑": bool(self._searches())}
        return tuple(row for row in self.own_keys if live.get(row[0], True))

    @property
    def _may_keep(self) -> bool:
        return self._desk is not None and not self._desk.read_only

    def _searches(self) -> Mapping[str, str]:
        return self._desk.read(kept_searches) if self._desk else {}

    def keep(self) -> None:
        """Ask for the name by which what is typed is kept; that of a kept one changes it (F2)."""
        typed = " ".join(self.text().split())
        if self._hub is None or not self._may_keep or not typed:
            return
        kept = self._searches()
        name = next((each for each in kept if each.casefold() == typed.casefold()), "")
        known = {"name": name, "search": kept[name]} if name else {"search": typed}
        self._hub.form_asked.emit("KeepSearch", known)

    def kept_menu(self) -> QMenu:
        """Return a menu of what is kept: each is typed for the referee, or renamed or removed."""
        menu, kept = QMenu(self), self._searches()
        for name, search in kept.items():
            words = f"{name}    {search}".replace("&", "&&")
            entry = menu.addAction(icon(self.theme, "filter", "text2"), words)
            entry.triggered.connect(partial(self._take, name))
        if kept:
            menu.addSeparator()
        keep = menu.addAction("Keep this search…", self.keep)
        keep.setEnabled(self._may_keep and bool(self.text().strip()))
        for words, act in (
            ("Rename a search…", "RenameSearch"),
            ("Remove a search…", "RemoveSearch"),
        ):
            entry = menu.addAction(words, partial(self._ask_form, act))
            entry.setEnabled(self._may_keep and bool(kept))
        return menu

    def show_kept(self) -> None:
        """Open the menu of what is kept under the field (↑)."""
        menu = self.kept_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))
        if self._searches():
            menu.setActiveAction(menu.actions()[0])

    def _take(self, name: str) -> None:
        self.setText(name)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_form(self, act: str) -> None:
        if self._hub is not None:
            self._hub.form_asked.emit(act, {})

    def _tell_keys(self) -> None:
        if self.hasFocus():
            self.keys_told.emit(self.keys_now)

    def open(self) -> None:
        """Show the field, ready to type."""
        self.show()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def close_filter(self) -> None:
        """Hide the field, and show all rows again."""
        self.clear()
        self.hide()
        self.left.emit()

    def toggle(self) -> None:
        """Open it, or close it."""
        self.open() if self.isHidden() else self.close_filter()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_filter()
        elif event.key() in (Qt.Key.Key_Down, *ENTER) and not event.modifiers():
            self.left.emit()
        elif event.key() == Qt.Key.Key_F2 and self._desk is not None:
            self.keep()
        elif event.key() == Qt.Key.Key_Up and self._searches():
            self.show_kept()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.keys_told.emit(self.keys_now)

    def _restyle(self) -> None:
        self._glass.setIcon(icon(self.theme, "search", "text3"))
        self._kept.setIcon(icon(self.theme, "filter", "text3"))


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
        """Tell the hub what is selected only when the body is done."""
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
