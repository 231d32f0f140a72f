"""The sheet in which a Sci-fi unit is made or changed, with its weapons."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from brikdesk import text
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units import UNITS, SfUnitKind
from brikdesk.rules.scifi.weapon_tables import class_name
from brikdesk.rules.scifi.weapons import WEAPONS, Mounting
from brikdesk.store.act import Act
from brikdesk.store.views.battle import PlayerRow, scifi_house
from brikdesk.store.views.scifi import sf_unit, stated_weapons
from brikdesk.store.views.units import unit_card
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.inputs import CheckedFields, FieldBox, MeasureEdit, PickBox
from ui.forms.questions import FieldOption
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.picks import PickRow
from ui.models.rows import Column, DraftRows
from ui.models.scifi_units import (
    EQUIPMENT,
    POWERED,
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
from ui.parts.pick_buttons import PickButtons, PickOption, TermsField, TickPills
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


TRAITS = {"powered_armor": "Powered armor", "on_foot": "On foot", "open_topped": "Open-topped"}
_TOP = Qt.AlignmentFlag.AlignTop


class SfUnitForm(CheckedFields):
    """All fields of the editor. `weapon_asked` brings the place of a weapon to open, -1 for new.

    `below` brings a part that should be scrolled into view, below the field with the focus.
    """

    changed = Signal()
    below = Signal(object)
    weapon_asked = Signal(int)

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__()
        self.theme, self.hub = theme, hub
        self.draft = SfUnitDraft()
        self._showing = False
        self._make_fields()
        self._make_boxes()
        self._lay_out()
        self._connect()
        theme.changed.connect(self._restyle)
        self._restyle()

    def _make_fields(self) -> None:
        theme = self.theme
        self.name, self.token = QLineEdit(), QLineEdit()
        self.name.setMaxLength(80)
        self.token.setMaxLength(2)
        self.faction = PickButtons(theme, (), "faction", "Faction")
        self.catalogue = PickBox(theme)
        self.catalogue.offer(
            [FieldOption("", "None: typed by hand"), *(FieldOption(name, name) for name in UNITS)]
        )
        kinds = [PickOption(kind, kind.value.capitalize()) for kind in SfUnitKind]
        self.kind = PickButtons(theme, kinds, "pill", "Kind")
        self.size_field = MeasureEdit(theme, 0, 999)
        self.armor_class = MeasureEdit(theme, 0, 9)
        self.copies = MeasureEdit(theme, 1, 100)
        self.traits = TickPills(theme, [PickOption(*each) for each in TRAITS.items()], "Traits")
        others = tuple(term for term in EQUIPMENT if term != POWERED)  # that is a trait
        self.equipment = TermsField(theme, others, "Equipment")
        self.weapons = SfWeaponList(theme, self.hub, lambda: self.draft.bearer)
        self.carry = CarryLine(theme, self.hub)
        self.notes = QPlainTextEdit()
        self.notes.setTabChangesFocus(True)
        self._add_weapon = Button(theme, "Add weapon", "quiet", "plus")
        self.picks = PickList(theme)

    def _make_boxes(self) -> None:
        labels: dict[str, tuple[str, QWidget]] = {
            "name": ("Name", self.name),
            "token": ("On token", self.token),
            "player_id": ("Faction", self.faction),
            "catalogue": ("Unit of the chapter", self.catalogue),
            "kind": ("Kind", self.kind),
            "armor_class": ("Armor class", self.armor_class),
            "copies": ("Copies", self.copies),
            "size": ("Size", self.size_field),
            "traits": ("Traits", self.traits),
            "equipment": ("Equipment", self.equipment),
            "notes": ("Notes", self.notes),
        }
        self.boxes = {
            name: FieldBox(self.theme, label, editor, parent=self)
            for name, (label, editor) in labels.items()
        }

    def _lay_out(self) -> None:
        boxes = self.boxes
        self._top, self._facts = QHBoxLayout(), QGridLayout()
        self._top.addWidget(boxes["name"], 1, _TOP)
        self._top.addWidget(boxes["token"], 0, _TOP)
        for place, name in enumerate(("armor_class", "copies", "size")):
            self._facts.addWidget(boxes[name], 0, place, _TOP)
            self._facts.setColumnStretch(place, 1)
        head = QHBoxLayout()
        head.addWidget(plain_label(self.theme, "Weapons", "body", strong=True), 1)
        head.addWidget(self._add_weapon)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        for name in ("player_id", "catalogue", "kind"):
            self._column.addWidget(boxes[name])
        self._column.addLayout(self._facts)
        for name in ("traits", "equipment"):
            self._column.addWidget(boxes[name])
        self._column.addLayout(head)
        self._column.addWidget(self.picks)
        self._column.addWidget(self.weapons)
        self._column.addWidget(self.carry)
        self._column.addWidget(boxes["notes"])
        self._column.addStretch(1)

    def _connect(self) -> None:
        self.name.textEdited.connect(lambda: self._change(name=self.name.text()))
        self.token.textEdited.connect(lambda: self._change(token=self.token.text().strip()))
        self.faction.picked.connect(lambda value: self._change(player_id=value or None))
        self.catalogue.currentIndexChanged.connect(self._pick_catalogue)
        self.kind.picked.connect(lambda kind: self._become(self.draft.with_kind(kind)))
        for name, edit in self._figures().items():
            edit.textEdited.connect(lambda _, name=name: self._type_figure(name))
        self.traits.ticked.connect(self._tick_traits)
        self.equipment.changed.connect(self._type_equipment)
        self.notes.textChanged.connect(lambda: self._change(notes=self.notes.toPlainText()))
        self.weapons.weapons.typed.connect(self._weapons_typed)
        self.weapons.edited.connect(self.weapon_asked)
        self.weapons.wanted.connect(self.add_of_chapter)
        self._add_weapon.clicked.connect(self.offer_weapons)
        self.picks.picked.connect(self.weapons.add)
        self.picks.left.connect(self._offer_gone)
        self.carry.crewed.connect(self._make_crew_served)
        self.carry.overruled.connect(self._overrule)
        for name, box in self.boxes.items():
            box.left.connect(lambda name=name: self.check(name))

    def _figures(self) -> dict[str, MeasureEdit]:
        return {
            "size": self.size_field, "armor_class": self.armor_class, "copies": self.copies,
        }  # fmt: skip

    # Showing

    def show_players(self, players: tuple[PlayerRow, ...]) -> None:
        """Offer these players' factions, and Nobody."""
        sides = [PickOption(row.id, row.faction, row.colour) for row in players]
        self.faction.offer([*sides, PickOption(0, "Nobody", "slate")])

    def begin(self, draft: SfUnitDraft) -> None:
        """Show the draft of another unit."""
        self.draft = draft
        self.picks.hide()
        for box in self.boxes.values():
            box.set_problem("")
        self._showing = True
        self.name.setText(draft.name)
        self.notes.setPlainText(draft.notes)
        for name, edit in self._figures().items():
            edit.set_value(getattr(draft, name))
        new = draft.card is None
        # Copies and the chapter's units are for new units only.
        self.boxes["copies"].setVisible(new)
        self.boxes["catalogue"].setVisible(new)
        self.weapons.weapons.show_rows(draft.weapons)
        self._showing = False
        self.show_draft()

    def show_draft(self) -> None:
        """Write the draft into all fields but the one that is being typed in."""
        draft, self._showing = self.draft, True
        self.faction.set_value(draft.player_id or 0)
        self.catalogue.set_value(draft.catalogue)
        self.kind.set_value(draft.kind)
        self.boxes["size"].setVisible(draft.sized)
        for name, edit in self._figures().items():
            if not edit.hasFocus():
                edit.set_value(getattr(draft, name))
        self.traits.set_values([name for name in TRAITS if getattr(draft, name)])
        self.equipment.set_terms(term for term in draft.equipment if term != POWERED)
        if not self.token.hasFocus():
            self.token.setText(draft.initials)
        self._showing = False
        # How a weapon is mounted depends on its bearer, of which the table's model knows nothing.
        self.weapons.viewport().update()
        found = self._refused()
        if found is None:
            self.carry.show_no(None, None)
            return
        (no, offer), place = found
        self.carry.show_no(no, offer, text.opening(draft.weapons[place].title))

    def _refused(self) -> tuple[Any, int] | None:
        """Return the refusal of the first weapon that the unit may not have, and its place."""
        bearer = self.draft.bearer
        found = ((open_refusal(each, bearer), k) for k, each in enumerate(self.draft.weapons))
        return next(((no, place) for no, place in found if no), None)

    # Typing

    def _change(self, **facts: Any) -> None:
        if not self._showing:
            self._become(replace(self.draft, **facts))

    def _become(self, draft: SfUnitDraft) -> None:
        self.draft = draft
        self.show_draft()
        for name, box in self.boxes.items():
            # Only fields that are marked wrong are checked while typing: none is marked before it
            # is left.
            if box.problem():
                self.check(name)
        self.changed.emit()

    def _type_figure(self, name: str) -> None:
        edit = self._figures()[name]
        if not edit.problem(optional=name == "armor_class"):
            self._change(**{name: edit.value()})

    def _tick_traits(self) -> None:
        on = self.traits.values()
        draft = replace(self.draft, on_foot="on_foot" in on, open_topped="open_topped" in on)
        worn = "powered_armor" in on
        self._become(draft.with_powered_armor(worn) if worn != draft.powered_armor else draft)

    def _type_equipment(self) -> None:
        worn = (POWERED,) if POWERED in self.draft.equipment else ()
        self._change(equipment=(*worn, *self.equipment.terms()))

    def _pick_catalogue(self) -> None:
        # Writing a draft into the box must not fill it in from the catalogue again.
        if self._showing or self.catalogue.value() is None:
            return
        draft = self.draft.with_catalogue(self.catalogue.value())
        self._showing = True
        self.name.setText(draft.name)
        self.weapons.weapons.show_rows(draft.weapons)
        self._showing = False
        self._become(draft)

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
        self._change(weapons=self.weapons.weapons.rows)

    def _make_crew_served(self) -> None:
        if found := self._refused():
            weapon = self.draft.weapons[found[1]]
            self.put_weapon(found[1], weapon.stating(mounting=Mounting.CREW_SERVED))

    def _overrule(self, rule: str) -> None:
        if found := self._refused():
            weapon = self.draft.weapons[found[1]]
            overruled = weapon.overruled | {rule}
            self.put_weapon(found[1], replace(weapon, overruled=overruled))

    # Checking

    def check_all(self) -> bool:
        """Check all fields and weapons; focus the first wrong one. Return whether all are right."""
        wrong = [name for name in self.boxes if not self.check(name)]
        if wrong:
            self.boxes[wrong[0]].editor.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not self.carry.isHidden():
            self.carry.focus()
        return not wrong and self.carry.isHidden()

    @override
    def problem_of(self, name: str) -> str:
        if self.boxes[name].isHidden():
            return ""
        checks: dict[str, Callable[[], str]] = {
            "name": lambda: "" if self.name.text().strip() else "A name is needed.",
            "size": self.size_field.problem,
            "copies": self.copies.problem,
            "armor_class": lambda: self.armor_class.problem(optional=True),
        }
        return checks[name]() if name in checks else ""

    def _restyle(self) -> None:
        px = self.theme.px
        self._column.setContentsMargins(0, 0, px(4), px(4))
        self._column.setSpacing(px(16))
        self._top.setSpacing(px(12))
        self._facts.setHorizontalSpacing(px(12))
        self.token.setFixedWidth(px(76))
        self.notes.setFixedHeight(px(72))


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
        self.theme, self._desk, self._hub = theme, desk, hub
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
        self._show(self.unit)
        self.unit.open_unit(unit_id)

    def open_weapon(self, place: int) -> None:
        """Open the weapon at a place of the table, or a new one for -1."""
        draft, self._place = self.unit.form.draft, place
        known = place >= 0
        weapon = draft.weapons[place] if known else SfWeaponDraft(rules=draft.rules)
        self._show(self.weapon)
        self.weapon.open_draft(weapon, draft.bearer, new=not known)

    def _keep(self, weapon: SfWeaponDraft) -> None:
        self._show(self.unit)
        self.unit.form.put_weapon(self._place, weapon)

    def _back(self) -> None:
        self._show(self.unit)
        self.unit.form.weapons.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, sheet: QWidget) -> None:
        bring_to_front(self, sheet)
