"""The Sci-fi weapons of the edited unit: a small table; each opens in a sheet of its own."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu
from typing_extensions import override

from brikdesk import text
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi.weapon_class import class_name
from brikdesk.rules.scifi.weapons import WEAPONS
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.draft_rows import DraftRows
from ui.models.pick_rows import PickRow
from ui.models.rows import Column
from ui.models.scifi_units.bearer import Bearer
from ui.models.scifi_units.weapon_draft import SfWeaponDraft, ammunition_words
from ui.panels.scifi_units.weapon_fields import FAMILIES
from ui.parts.tables.cell_delegate import Painted
from ui.parts.tables.cells import Cell, CellWords, Icon
from ui.parts.tables.column_widths import Gives
from ui.parts.tables.draft_table import DraftTable

NOTHING = "–"
OWN = ""
"""The choice of a weapon that is not in the chapter."""

FACTOR = "Factor"


def _factor(weapon: SfWeaponDraft) -> str:
    factor = weapon.record.attack_factor
    return str(factor.value) if factor else NOTHING


def _over(weapon: SfWeaponDraft) -> bool:
    factor = weapon.record.attack_factor
    return bool(factor and factor.changed)


def _rate(weapon: SfWeaponDraft) -> str:
    rate = weapon.record.rate
    return rate.value if rate else NOTHING


def _class(weapon: SfWeaponDraft) -> str:
    record = weapon.record
    known = record.infantry_class
    return class_name(known, record.type).capitalize() if known else NOTHING


def _range(weapon: SfWeaponDraft) -> str:
    reach = weapon.record.range_factor
    return NOTHING if reach is None else in_inches(reach)


def columns(bearer: Callable[[], Bearer]) -> tuple[Painted[SfWeaponDraft], ...]:
    """Return the columns; `bearer` returns the unit, on which the mounting depends."""

    def mounting(weapon: SfWeaponDraft) -> str:
        return bearer().mounting(weapon.facts.mounting).value.capitalize()

    def ammunition(weapon: SfWeaponDraft) -> str:
        return ammunition_words(weapon.facts) or NOTHING

    def title(weapon: SfWeaponDraft) -> str:
        count = weapon.record.count
        name = text.opening(weapon.title)
        return f"{name} × {count}" if count > 1 else name

    return (
        Painted(
            "Weapon", title, width=140,
            cell=lambda w: Cell((Icon("attack"), CellWords(title(w), strong=True))),
        ),
        Painted(FACTOR, _factor, width=48, cell=lambda w: Cell((CellWords(_factor(w), _over(w)),))),
        Painted("Rate", _rate, width=40),
        Painted("Class", _class, width=56),
        Painted("Range", _range, width=48),
        Painted("Ammunition", ammunition, gives=Gives.FIRST, width=110),
        Painted("Mounting", mounting, gives=Gives.FIRST, width=86),
    )  # fmt: skip


def choices() -> tuple[PickRow, ...]:
    """Return the weapons that can be added: a new one, then those of the chapter by family."""
    families = (*FAMILIES.items(), (None, "Without a family"))
    return (
        PickRow(OWN, "Weapon of your own", icon="plus"),
        *(
            PickRow(name, name.capitalize(), detail=words, icon="attack")
            for family, words in families
            for name, weapon in WEAPONS.items()
            if weapon.family is family
        ),
    )


class SfWeaponsModel(DraftRows[SfWeaponDraft]):
    """The Sci-fi weapons of a draft as rows."""

    def __init__(self, bearer: Callable[[], Bearer], parent: QObject | None = None) -> None:
        super().__init__(columns(bearer), parent)

    @override
    def is_typed_over(self, row: SfWeaponDraft, column: Column[SfWeaponDraft]) -> bool:
        return column.title == FACTOR and _over(row)


class SfWeaponList(DraftTable):
    """The table. `edited` brings the place of the weapon to open (Enter, F2), -1 for a new one.

    `wanted` brings the name of a weapon of the chapter to be added.
    """

    edited = Signal(int)
    wanted = Signal(str)

    def __init__(self, theme: Theme, hub: Hub, bearer: Callable[[], Bearer]) -> None:
        super().__init__(theme, hub, "Weapons", "No weapon yet.")
        self.weapons = SfWeaponsModel(bearer, self)
        self.setModel(self.weapons)
        self.opened.connect(lambda _row: self._open())
        self.doubleClicked.connect(lambda _index: self._open())

    def add(self, name: str) -> None:
        """Ask for a weapon of the chapter, or for a new one with OWN."""
        if name == OWN:
            self.edited.emit(-1)
        else:
            self.wanted.emit(name)

    @override
    def menu(self) -> QMenu:
        menu, place = QMenu(self), self.currentIndex().row()
        if isinstance(self.row(), SfWeaponDraft):
            menu.addAction("Edit weapon\tEnter").triggered.connect(self._open)
            remove = menu.addAction("Remove weapon\tDel")
            remove.triggered.connect(lambda: self.weapons.remove(place))
        return menu

    @override
    def take_key(self, event: QKeyEvent) -> bool:
        if not isinstance(self.row(), SfWeaponDraft):
            return super().take_key(event)
        if event.key() == Qt.Key.Key_Delete:
            self.weapons.remove(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_F2:
            self._open()
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        else:
            return super().take_key(event)
        return True

    @override
    def keys(self) -> tuple[tuple[str, str], ...]:
        return (("Enter", "edit weapon"), ("Del", "remove"))

    def _open(self) -> None:
        if isinstance(self.row(), SfWeaponDraft):
            self.edited.emit(self.currentIndex().row())
