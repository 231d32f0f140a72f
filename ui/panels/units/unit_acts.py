"""The acts that any list offers for a unit, by key and in the context menu."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from brikdesk.store.views.lasting import trackers
from brikdesk.store.views.squads import squads
from brikdesk.store.views.units import UnitRow
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import icon
from ui.look.theme import Theme
from ui.panels.scifi_units.unit_acts import acts_of, letters_of
from ui.parts.fields.refused_here import RefusedHere
from ui.parts.tables.rows_view import RowsView
from ui.parts.units.unit_act import UNIT_ACTS, UnitAct

if TYPE_CHECKING:
    from brikdesk.acts.attack.attack import Attack
    from ui.forms.fields import FilledForm

__all__ = ["UNIT_ACTS", "UnitAct", "UnitActs", "attack_by"]


def attack_by(unit_id: int) -> "Attack":
    """Return an attack that names only the attacker; the Attack tab asks for the rest, all for 0."""
    from brikdesk.acts.attack.aim import Strike
    from brikdesk.acts.attack.attack import Attack

    return Attack(strikes=(Strike(by_id=unit_id),)) if unit_id else Attack()


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
        acts = acts_of(self._desk, unit_id)
        act = next((each for each in acts if each and each.id == name), None)
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
        else:
            from brikdesk.acts.roster.units import DuplicateUnit, RemoveUnit
            from brikdesk.acts.turn.turns import Together

            if name == "duplicate":
                self._refusal.do(DuplicateUnit(unit_id=unit_id))
                return
            removed = tuple(RemoveUnit(unit_id=each) for each in together)
            several = f"Remove {len(removed)} units"
            self._refusal.do(
                removed[0] if len(removed) == 1 else Together(title=several, acts=removed)
            )

    def _squad(self, unit_id: int) -> tuple[int, ...]:
        """Return the units of the squad that a unit is in; none if it is in none."""
        found = (row.unit_ids for row in self._desk.read(squads) if unit_id in row.unit_ids)
        return next(found, ())

    def _reload_all(self, units: Sequence[int]) -> None:
        """Reload every gun of these units that needs it, without an Action, with one undo."""
        from brikdesk.acts.guns.reload import Reload
        from brikdesk.acts.turn.turns import Together
        from ui.forms.reloading import empty_guns

        guns = [gun for unit_id in units for gun in empty_guns(self._desk, unit_id)]
        if not guns:
            self._desk.said.emit("None of these units has a gun to reload.")
            return
        acts = tuple(Reload(weapon_id=gun) for gun in guns)
        self._refusal.do(Together(title=f"Reload: {len(guns)} guns", acts=acts))

    def _form(self, act: UnitAct, unit_id: int) -> "FilledForm":
        """Return the form of an act, filled in with what is known of the unit."""
        from ui.forms.forms import ACT_FORMS
        from ui.forms.reloading import reload_form

        form = ACT_FORMS[act.form]
        if act.id == "reload":
            return reload_form(self._desk, unit_id)
        if act.id == "incapacitate":
            return form.filled(unit_id, inside=[{"unit_id": unit_id}])
        # A living unit with the Tracking Specialty marks others (F.3-05); any other unit is the
        # target.
        marks = act.id == "mark" and unit_id in self._desk.read(trackers)
        return form.filled(scout_id=unit_id) if marks else form.filled(unit_id)

    def _ask(self, filled: "FilledForm") -> None:
        from ui.forms.act_sheet import show_form

        show_form(self._theme, self._desk, self._hub, self._host, filled)

    def menu(self, unit_id: int, more: Sequence[QAction] = ()) -> QMenu:
        """Return the context menu of a unit; the `more` entries of the list come last."""
        from ui.forms.forms import ACT_FORMS

        menu = QMenu(self._host)
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
            entry.setEnabled(act.form in ("", *ACT_FORMS) and not self._blocked(act))
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
