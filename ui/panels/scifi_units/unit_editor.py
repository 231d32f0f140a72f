"""The sheet in which a Sci-fi unit is made or changed, with its weapons."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget
from typing_extensions import override

from brikdesk import text
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import UNITS, SfUnitKind
from brikdesk.rules.scifi.weapon_records import WEAPONS, Mounting
from brikdesk.rules.scifi.weapons import class_name
from brikdesk.store.act import Act
from brikdesk.store.views.campaign_and_battle import scifi_house
from brikdesk.store.views.scifi import sf_unit, stated_weapons
from brikdesk.store.views.units import unit_card
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.answers import UnitFields
from ui.forms.questions import (
    Buttons,
    FieldOption,
    FormQuestion,
    Number,
    OneOf,
    Terms,
    Text,
    Ticks,
)
from ui.look.theme import Theme
from ui.models.picks import PickRow
from ui.models.rows import Column, DraftRows
from ui.models.scifi_units import (
    EQUIPMENT,
    POWERED,
    TRAITS,
    Bearer,
    SfUnitDraft,
    SfWeaponDraft,
    ammunition_words,
    as_it_is,
    open_refusal,
)
from ui.panels.scifi_units.weapon_editor import SfWeaponEditor
from ui.panels.scifi_units.weapon_fields import FAMILIES, CarryLine
from ui.parts.cells import Cell, CellWords, Gives, Icon, Painted
from ui.parts.editor_sheet import UnitSheet
from ui.parts.lists import DraftTable
from ui.parts.pick_buttons import PickOption
from ui.parts.pick_list import PickList
from ui.widgets.buttons import Button
from ui.widgets.focus import bring_to_front

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


def _is_new(draft: SfUnitDraft) -> bool:
    """Return whether the unit is a new one: only then it has copies, or is one of the chapter."""
    return draft.card is None


CHAPTER = (FieldOption("", "None: typed by hand"), *(FieldOption(name, name) for name in UNITS))
KINDS = tuple(PickOption(kind, kind.value.capitalize()) for kind in SfUnitKind)
QUESTIONS: tuple[FormQuestion, ...] = (
    Text("name", "Name", reads=str, needed="A name is needed."),
    Text("token", "On token", longest=2, reads=str.strip, optional=True),
    Buttons("player_id", "Faction", style="faction"),
    OneOf("catalogue", "Unit of the chapter", options=CHAPTER, shown=_is_new),
    Buttons("kind", "Kind", options=KINDS),
    Number("armor_class", "Armor class", most=9, optional=True),
    Number("copies", "Copies", least=1, most=100, shown=_is_new),
    Number("size", "Size", shown=lambda draft: draft.sized),
    Ticks("traits", "Traits", options=tuple(PickOption(*each) for each in TRAITS.items())),
    Terms("equipment", "Equipment", known=tuple(term for term in EQUIPMENT if term != POWERED)),
    Text("notes", "Notes", lines=3, tall=72, reads=str, optional=True),
)  # fmt: skip
"""The facts of a unit, in the order of Tab."""


class SfUnitForm(UnitFields):
    """All fields of the editor. `weapon_asked` brings the place of a weapon to open, -1 for new.

    `below` brings a part that should be scrolled into view, below the field with the focus.
    """

    draft: SfUnitDraft
    below = Signal(object)
    weapon_asked = Signal(int)
    questions = QUESTIONS
    fills = ("catalogue",)

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__(theme, hub, SfUnitDraft())

    @override
    def lay_out(self) -> None:
        theme = self.theme
        self.weapons = SfWeaponList(theme, self.hub, lambda: self.draft.bearer)
        self.weapons.weapons.typed.connect(self._weapons_typed)
        self.weapons.edited.connect(self.weapon_asked)
        self.weapons.wanted.connect(self.add_of_chapter)
        self.carry = CarryLine(theme, self.hub)
        self.carry.crewed.connect(self._make_crew_served)
        self.carry.overruled.connect(self._overrule)
        add = self.offer_weapons
        self._add_weapon = Button(theme, "Add weapon", "quiet", "plus", does=add)
        self.picks = PickList(theme)
        self.picks.picked.connect(self.weapons.add)
        self.picks.left.connect(self._offer_gone)
        self.put(self.side_by_side("name", "token", widths=(1, 0)), "player_id", "catalogue")
        self.put("kind", self.side_by_side("armor_class", "copies", "size"), "traits", "equipment")
        self.put(self.headed("Weapons", self._add_weapon), self.picks, self.weapons, self.carry)
        self.put("notes")

    @override
    def begin(self, draft: SfUnitDraft) -> None:
        self.picks.hide()
        self.weapons.weapons.show_rows(draft.weapons)
        super().begin(draft)

    @override
    def show_rest(self) -> None:
        # How a weapon is mounted depends on its bearer, of which the table's model knows nothing.
        self.weapons.viewport().update()
        if (found := self._refused()) is None:
            self.carry.show_no(None, None)
        else:
            (no, offer), place = found
            self.carry.show_no(no, offer, text.opening(self.draft.weapons[place].title))

    @override
    def answered(self, name: str) -> None:
        super().answered(name)
        if name == "catalogue" and not self._showing:
            self.weapons.weapons.show_rows(self.draft.weapons)

    def _refused(self) -> tuple[Any, int] | None:
        """Return the refusal of the first weapon that the unit may not have, and its place."""
        bearer = self.draft.bearer
        found = ((open_refusal(each, bearer), k) for k, each in enumerate(self.draft.weapons))
        return next(((no, place) for no, place in found if no), None)

    # Weapons

    def offer_weapons(self) -> None:
        """Open the list of weapons to choose from."""
        self.picks.open("weapon", "Which weapon?", choices)
        self.hub.keys_changed.emit((("↑ ↓", "row"), ("Enter", "choose"), ("Esc", "back")))
        self.below.emit(self.picks)

    def _offer_gone(self) -> None:
        if not self.picks.purpose:  # left by Esc, with nothing chosen that took the focus
            self._add_weapon.setFocus(Qt.FocusReason.OtherFocusReason)

    def add_of_chapter(self, name: str) -> None:
        """Add a weapon of the chapter, and put the cursor on it."""
        self.put_weapon(-1, SfWeaponDraft.of_catalogue(name, self.draft.rules))

    def put_weapon(self, place: int, weapon: SfWeaponDraft) -> None:
        """Replace the weapon at a place, or add one for -1; put the cursor on it."""
        model = self.weapons.weapons
        if place < 0:
            place = model.add(weapon)
        else:
            model.put(place, weapon)
        self.weapons.setFocus(Qt.FocusReason.OtherFocusReason)
        self.weapons.go_to(place)
        if not self.carry.isHidden():
            self.below.emit(self.carry)

    def _weapons_typed(self) -> None:
        self.become(replace(self.draft, weapons=self.weapons.weapons.rows))

    def _make_crew_served(self) -> None:
        if found := self._refused():
            weapon = self.draft.weapons[found[1]]
            self.put_weapon(found[1], weapon.stating(mounting=Mounting.CREW_SERVED))

    def _overrule(self, rule: str) -> None:
        if found := self._refused():
            weapon = self.draft.weapons[found[1]]
            self.put_weapon(found[1], replace(weapon, overruled=weapon.overruled | {rule}))

    @override
    def check_all(self) -> bool:
        right = super().check_all()
        if right and not self.carry.isHidden():
            self.carry.focus()
        return right and self.carry.isHidden()


class SfUnitSheet(UnitSheet):
    """Makes a new unit, or edits one, by the Sci-fi rules."""

    rule_set = 1
    noun = "Sci-fi unit"

    def __init__(self, theme: Theme, desk: Desk, hub: Hub) -> None:
        super().__init__(theme, desk, hub)
        self.form = SfUnitForm(theme, hub)
        self.form.below.connect(self.show_below)
        self.hold(self.form, self.form)

    @override
    def act(self) -> Act | None:
        return self.form.draft.act()

    @override
    def overrule(self) -> bool:
        return self.form.carry.line.overrule() or self.refusal.overrule()

    @override
    def new_draft(self, player_id: int | None) -> SfUnitDraft:
        return SfUnitDraft(player_id=player_id, rules=self.rules())

    @override
    def rules(self) -> ScifiHouse:
        return self._desk.read(scifi_house)

    @override
    def draft_of(self, unit_id: int) -> SfUnitDraft | None:
        card = self._desk.read(unit_card, unit_id)
        if card is None:
            return None
        rules, was = self.rules(), self._desk.read(sf_unit, unit_id)
        found = self._desk.read(stated_weapons, unit_id)
        arms = tuple(SfWeaponDraft.of_stated(row, rules) for row in found)
        draft = SfUnitDraft.of_rows(card, was, arms, rules)
        # What a unit carries already is no new question: only changed weapons are refused again.
        kept = tuple(as_it_is(weapon, draft.bearer) for weapon in arms)
        return replace(draft, weapons=kept, weapons_before=kept)


class SfUnitEditor(QStackedWidget):
    """The sheet of the unit; the sheet of a weapon replaces it until that is kept or left."""

    switched = Signal(int)

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.unit = SfUnitSheet(theme, desk, hub)
        self.weapon = SfWeaponEditor(theme, desk, hub, inside=True)
        self._place = -1
        self.addWidget(self.unit)
        self.addWidget(self.weapon)
        self.unit.switched.connect(self.switched)
        self.unit.form.weapon_asked.connect(self.open_weapon)
        self.weapon.kept.connect(self._keep)
        self.weapon.closed.connect(self._back)

    @property
    def unit_id(self) -> int:
        """The ID of the edited unit, or 0 for a new one."""
        return self.unit.unit_id

    def open_unit(self, unit_id: int) -> None:
        """Show a unit to be changed; 0 for a new one."""
        bring_to_front(self, self.unit)
        self.unit.open_unit(unit_id)

    def open_weapon(self, place: int) -> None:
        """Open the weapon at a place of the table, or a new one for -1."""
        draft, self._place = self.unit.form.draft, place
        # A new weapon begins under the house rules of its unit's draft.
        known = place >= 0
        weapon = draft.weapons[place] if known else SfWeaponDraft(rules=draft.rules)
        bring_to_front(self, self.weapon)
        self.weapon.open_draft(weapon, draft.bearer, new=not known)

    def _keep(self, weapon: SfWeaponDraft) -> None:
        bring_to_front(self, self.unit)
        self.unit.form.put_weapon(self._place, weapon)

    def _back(self) -> None:
        bring_to_front(self, self.unit)
        self.unit.form.weapons.setFocus(Qt.FocusReason.OtherFocusReason)
