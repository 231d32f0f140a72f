"""The weapons of the edited unit: a small table whose cells are typed over."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu
from typing_extensions import override

from brikdesk.acts.guns.thrusting import CAN_THRUST
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.weapons.sizes import FORMULAS
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS
from ui.campaign.hub import Hub
from ui.look.pressed import sign
from ui.look.theme import Theme
from ui.models.draft_rows import DraftRows
from ui.models.rows import Column
from ui.models.units.weapon_draft import DERIVED, WeaponDraft
from ui.parts.tables.cell_delegate import Painted
from ui.parts.tables.cells import Cell, CellWords, Icon
from ui.parts.tables.column_widths import Gives
from ui.parts.tables.draft_table import DraftTable
from ui.parts.units.unit_columns import number, whole

Edit = Callable[[WeaponDraft, str], WeaponDraft]
NOTHING = "–"


def _derived(name: str, text: Callable[[WeaponDraft], str]) -> Callable[[WeaponDraft], Cell]:
    """Return a function for the cell of a figure, in strong type if it was typed over."""
    return lambda weapon: Cell((CellWords(text(weapon), strong=name in weapon.stated),))


def _use(weapon: WeaponDraft) -> str:
    return NOTHING if weapon.fact("use") is None else str(weapon.fact("use"))


def _range(weapon: WeaponDraft) -> str:
    reach = weapon.fact("range")
    return "CC" if reach is None else in_inches(reach)


def _damage(weapon: WeaponDraft) -> str:
    return str(weapon.fact("damage") or NOTHING)


def _size(weapon: WeaponDraft) -> str:
    return f"{weapon.size:g}"


def _sized(weapon: WeaponDraft, typed: str) -> WeaponDraft:
    size = number(typed, "A Weapon Size")
    if size != int(size) and size not in (0.5, 1.5):
        raise BadInput(f"A Weapon Size is whole inches, ½ or 1½, not {size:g}.")
    return replace(weapon, size=size)


def _named(weapon: WeaponDraft, typed: str) -> WeaponDraft:
    return replace(weapon, name=" ".join(typed.split())[:80])


def _thrusting(weapon: WeaponDraft) -> tuple[CellWords, ...]:
    """Return what was said of it, as a Charge on foot asks (5.4-16)."""
    if weapon.thrusting is None:
        return ()
    return (CellWords("thrusts" if weapon.thrusting else "no thrust"),)


COLUMNS: tuple[Painted[WeaponDraft], ...] = (
    Painted("Weapon", lambda w: w.title, width=140, edit=_named,
            cell=lambda w: Cell((Icon("attack"), CellWords(w.title, strong=True), *_thrusting(w)))),
    Painted("W", _size, width=34, edit=_sized),
    Painted("Use", _use, width=40, cell=_derived("use", _use),
            edit=lambda w, typed: w.with_fact("use", whole(typed, "Use"))),
    Painted("Range", _range, width=56, cell=_derived("range", _range),
            edit=lambda w, typed: w.with_fact("range", number(typed, "Range"))),
    Painted("Damage", _damage, gives=Gives.FIRST, width=120, cell=_derived("damage", _damage),
            edit=lambda w, typed: w.with_fact("damage", typed.strip()[:80])),
    Painted("Power", lambda w: f'{w.power}"', width=56),
)  # fmt: skip


class WeaponsModel(DraftRows[WeaponDraft]):
    """The weapons of a draft as rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @property
    def weapons(self) -> tuple[WeaponDraft, ...]:
        """The weapons from top to bottom."""
        return self.rows

    def show_weapons(self, weapons: Sequence[WeaponDraft]) -> None:
        """Show other weapons."""
        self.show_rows(weapons)

    @override
    def is_typed_over(self, row: WeaponDraft, column: Column[WeaponDraft]) -> bool:
        return column.title.lower() in row.stated


class WeaponList(DraftTable):
    """The table. F2 edits a cell, Backspace takes a figure back, Delete removes a weapon."""

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__(theme, hub, "Weapons", "No weapon yet.")
        self.weapons = WeaponsModel(self)
        self.setModel(self.weapons)

    def choices(self) -> QMenu:
        """Return the menu of weapons to add: the rows of table 1, Other, then minifig equipment."""
        menu = QMenu(self)
        for kind in (*FORMULAS, "Other"):
            entry = menu.addAction(kind)
            entry.triggered.connect(lambda _=False, kind=kind: self.add(WeaponDraft.of_kind(kind)))
        equipment = menu.addMenu("Minifig equipment")
        for preset in WEAPON_PRESETS.values():
            if preset.kind != "Armor":
                entry = equipment.addAction(preset.name)
                entry.triggered.connect(
                    lambda _=False, id=preset.id: self.add(WeaponDraft.of_preset(id))
                )
        return menu

    def add(self, weapon: WeaponDraft) -> None:
        """Add a weapon, and edit its Size unless a preset gives it."""
        place = self.weapons.add(weapon)
        self.setFocus()
        self.go_to(place, 1)
        if not weapon.preset:
            self.edit(self.weapons.index(place, 1))

    @override
    def menu(self) -> QMenu:
        menu, weapon, place = QMenu(self), self.row(), self.currentIndex().row()
        if isinstance(weapon, WeaponDraft):
            # Qt writes what comes after a tab at the right of the entry, as a key that is only
            # shown.
            edit = menu.addAction("Type over\tF2")
            edit.triggered.connect(lambda: self.edit(self.currentIndex()))
            thrusting = menu.addAction("Made for thrusting\tT")
            thrusting.setCheckable(True)
            thrusting.setEnabled(weapon.kind in CAN_THRUST)
            thrusting.setChecked(weapon.thrusting is True)
            thrusting.triggered.connect(lambda: self._turn_thrusting(place, weapon))
            back = menu.addAction("As the rules have it\tBackspace")
            back.setEnabled(bool(weapon.stated))
            back.triggered.connect(lambda: self.weapons.put(place, weapon.as_derived()))
            remove = menu.addAction("Remove weapon\tDel")
            remove.triggered.connect(lambda: self.weapons.remove(place))
        return menu

    def _turn_thrusting(self, place: int, weapon: WeaponDraft) -> None:
        self.weapons.put(place, replace(weapon, thrusting=weapon.thrusting is not True))

    @override
    def take_key(self, event: QKeyEvent) -> bool:
        weapon, now = self.row(), self.currentIndex()
        if not isinstance(weapon, WeaponDraft):
            return super().take_key(event)
        if event.key() == Qt.Key.Key_Delete:
            self.weapons.remove(now.row())
        elif event.key() == Qt.Key.Key_Backspace:
            name = COLUMNS[now.column()].title.lower()
            # Outside of the derived columns, Backspace takes back every figure of the weapon.
            names = (name,) if name in DERIVED else ()
            self.weapons.put(now.row(), weapon.as_derived(*names))
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        elif sign(event) == "t" and weapon.kind in CAN_THRUST:
            self._turn_thrusting(now.row(), weapon)
        else:
            return super().take_key(event)
        return True

    @override
    def keys(self) -> tuple[tuple[str, str], ...]:
        return (
            ("F2", "type over"), ("T", "thrusting"), ("Backspace", "as the rules have it"),
            ("Del", "remove"),
        )  # fmt: skip
