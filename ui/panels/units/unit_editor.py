"""The sheet in which a BrikWars unit is made or changed, with its weapons."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from brikdesk.acts.units.facts import armor
from brikdesk.acts.weapons.weapons import CAN_THRUST
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.explosives import made_words
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.units import UNIT_PRESETS
from brikdesk.rules.brikwars.weapons import WEAPON_PRESETS, WEAPONS
from brikdesk.store.act import Act
from brikdesk.store.views.armory import racks_of, weapons_of
from brikdesk.store.views.battle import PlayerRow, brikwars_house
from brikdesk.store.views.units import unit_card
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.inputs import CheckedFields, FieldBox, MeasureEdit, PickBox
from ui.forms.questions import FieldOption
from ui.look.shortcuts import sign
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.rows import Column, DraftRows
from ui.models.unit_drafts import DERIVED, FLYING, RoundsDraft, UnitDraft, WeaponDraft
from ui.panels.ledger.rounds_field import RoundsField
from ui.parts.cells import Cell, CellWords, Gives, Icon, Painted
from ui.parts.editor_sheet import UnitSheet
from ui.parts.lists import DraftTable
from ui.parts.pick_buttons import PickButtons, PickOption
from ui.parts.units import number, whole
from ui.widgets.buttons import Button
from ui.widgets.layout import Arranging

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
        for kind in (*WEAPONS, "Other"):
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


KINDS = ("Minifig", "Hero", "Horse", "Creature", "Vehicle", "Structure", "Object")
DICE = (4, 6, 8, 10, 12)
WORN = (
    FieldOption("", "None"),
    FieldOption("light", "Light Armor"),
    FieldOption("heavy", "Heavy Armor"),
)
FOUR_FROM = 430
"""Width in pixels at 100 % from which Size, Weight class, Armor and Move share a line."""


class UnitFields(CheckedFields):
    """The widgets alone; `UnitForm` connects them with a draft."""

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__()
        self._arranging = Arranging(self, self._arrange)
        self.theme, self.hub = theme, hub
        self._make_fields()
        self._lay_out()
        theme.changed.connect(self._restyle)
        self._restyle()

    def _make_fields(self) -> None:
        theme = self.theme
        self.name, self.token = QLineEdit(), QLineEdit()
        self.name.setMaxLength(80)
        self.token.setMaxLength(2)
        self.faction = PickButtons(theme, (), "faction", "Faction")
        self.kind = PickButtons(theme, [PickOption(k, k) for k in KINDS], "pill", "Kind")
        self.preset = PickBox(theme)
        self.preset.offer(_presets())
        self.size_inches = MeasureEdit(theme, 0, 999, "inches")
        self.weight_class = MeasureEdit(theme, 0, 99)
        self.armor = QLineEdit()
        self.move_inches = MeasureEdit(theme, 0, 999, "inches", decimals=2)
        dice = [PickOption(sides, f"d{sides}") for sides in DICE] + [PickOption(0, "None")]
        self.die = PickButtons(theme, dice, "die", "Action die")
        self.power = MeasureEdit(theme, 0, 9999)
        self.deflection = MeasureEdit(theme, 0, 99)
        self.weapons = WeaponList(theme, self.hub)
        self.worn = PickBox(theme)
        self.worn.offer(WORN)
        self.copies = MeasureEdit(theme, 1, 100)
        self.specialties, self.tags = QLineEdit(), QLineEdit()
        self.notes = QPlainTextEdit()
        # By default Tab would write a tab into the notes, and the form could not be left by
        # keyboard.
        self.notes.setTabChangesFocus(True)
        box = self._box
        self.boxes = {
            "name": box("Name", self.name),
            "token": box("On token", self.token),
            "player_id": box("Faction", self.faction),
            "kind": box("Kind", self.kind),
            "preset": box("Preset", self.preset),
            "size": box("Size", self.size_inches),
            "weight_class": box("Weight class", self.weight_class),
            "armor": box("Armor", self.armor),
            "move": box("Move", self.move_inches),
            "action_die": box("Action die", self.die),
            "power_multiplier": box("Power", self.power),
            "deflection": box("Deflection", self.deflection),
            "worn_armor": box("Worn armor", self.worn),
            "copies": box("Copies", self.copies),
            "specialties": box("Specialties", self.specialties, "Apart by commas: gunnery."),
            "tags": box("Tags", self.tags, "Apart by commas: flammable, living."),
            "notes": box("Notes", self.notes),
        }

    def _box(self, label: str, editor: QWidget, hint: str = "") -> FieldBox:
        return FieldBox(self.theme, label, editor, hint, self)

    def _lay_out(self) -> None:
        boxes = self.boxes
        self._top, self._facts = QHBoxLayout(), QGridLayout()
        self._top.addWidget(boxes["name"], 1, _TOP)
        self._top.addWidget(boxes["token"], 0, _TOP)
        self._back = Button(self.theme, "As the rules have it", "quiet", "undo")
        self._add_weapon = Button(self.theme, "Add weapon", "quiet", "plus")
        self._add_rounds = Button(self.theme, "Add rounds", "quiet", "plus")
        self._racks = QVBoxLayout()
        self._tail = QGridLayout()
        for place, name in enumerate(("worn_armor", "copies", "specialties", "tags")):
            self._tail.addWidget(boxes[name], place // 2, place % 2, _TOP)
        self._tail.addWidget(boxes["notes"], 2, 0, 1, 2)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        for name in ("player_id", "kind", "preset"):
            self._column.addWidget(boxes[name])
        self._column.addLayout(self._facts)
        self._column.addWidget(self._back, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addLayout(self._headed("Weapons", self._add_weapon))
        self._column.addWidget(self.weapons)
        self._column.addLayout(self._headed("Ammo rack", self._add_rounds))
        self._column.addLayout(self._racks)
        self._column.addLayout(self._tail)
        self._column.addStretch(1)
        self._arrange()

    def _headed(self, title: str, button: Button) -> QHBoxLayout:
        line = QHBoxLayout()
        line.addWidget(plain_label(self.theme, title, "body", strong=True), 1)
        line.addWidget(button)
        return line

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _arrange(self) -> None:
        """Put four facts in one line where there is room, else two."""
        wide = self.width() >= self.theme.px(FOUR_FROM)
        first = ("size", "weight_class", "armor", "move")
        # The grid always has four columns: with two facts in a line each takes two of them.
        each = 1 if wide else 2
        for place, name in enumerate(first):
            row, column = (0, place) if wide else (place // 2, place % 2)
            self._facts.addWidget(self.boxes[name], row, column * each, 1, each, _TOP)
        row = 1 if wide else 2
        self._facts.addWidget(self.boxes["action_die"], row, 0, 1, 4, _TOP)
        for place, name in enumerate(("power_multiplier", "deflection")):
            self._facts.addWidget(self.boxes[name], row + 1, place * 2, 1, 2, _TOP)
        for column in range(4):
            self._facts.setColumnStretch(column, 1)

    def _restyle(self) -> None:
        px = self.theme.px
        self._column.setContentsMargins(0, 0, px(4), px(4))
        self._column.setSpacing(px(16))
        self._top.setSpacing(px(12))
        self._racks.setSpacing(px(10))
        self.token.setFixedWidth(px(76))
        self.notes.setFixedHeight(px(72))
        for grid in (self._facts, self._tail):
            grid.setHorizontalSpacing(px(12))
            grid.setVerticalSpacing(px(14))
        self._arrange()


def _presets() -> list[FieldOption]:
    made = [
        FieldOption("", "None: by kind and Size"),
        FieldOption(FLYING, "Flying vehicle of its Size"),
    ]
    return made + [
        FieldOption(preset.id, _preset_words(preset.name, preset.group))
        for preset in UNIT_PRESETS.values()
    ]


def _preset_words(name: str, group: str) -> str:
    """Return a preset's name with its group, unless one contains the other (Minifig, Minifigs)."""
    said = name.casefold() in group.casefold() or group.casefold() in name.casefold()
    return name if said else f"{name}, {group.lower()}"


_TOP = Qt.AlignmentFlag.AlignTop


NUMBERS = ("size", "weight_class", "move", "deflection")
"""Facts that are typed in a number field."""


class UnitForm(UnitFields):
    """All fields of the editor. They show derived values until these are typed over."""

    changed = Signal()
    wrong = Signal(str)

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__(theme, hub)
        self.draft = UnitDraft()
        self.overruled: set[str] = set()
        self._showing = False
        self.rounds: list[RoundsField] = []
        self._connect()

    def _connect(self) -> None:
        self.name.textEdited.connect(lambda: self._change(name=self.name.text()))
        self.token.textEdited.connect(lambda: self._change(token=self.token.text().strip()))
        self.faction.picked.connect(lambda value: self._change(player_id=value or None))
        self.kind.picked.connect(self._pick_kind)
        self.preset.currentIndexChanged.connect(self._pick_preset)
        for name, edit in self._numbers().items():
            edit.textEdited.connect(lambda _, name=name, edit=edit: self._state(name, edit.value()))
        self.armor.textEdited.connect(lambda text: self._state("armor", text.strip().lower()))
        self.die.picked.connect(lambda sides: self._state("action_die", sides))
        self.power.textEdited.connect(self._type_power)
        self.worn.currentIndexChanged.connect(
            lambda: self._state("worn_armor", self.worn.value() or "")
        )
        self.specialties.textEdited.connect(lambda text: self._state("specialties", _listed(text)))
        self.tags.textEdited.connect(lambda text: self._state("tags", _listed(text)))
        self.notes.textChanged.connect(lambda: self._state("notes", self.notes.toPlainText()))
        self.copies.textEdited.connect(lambda: self._change(copies=self.copies.value() or 0))
        self.weapons.weapons.typed.connect(self._weapons_typed)
        self.weapons.weapons.wrong.connect(self.wrong)
        self._add_weapon.clicked.connect(self.offer_weapons)
        self._add_rounds.clicked.connect(lambda: self.add_rounds())
        self._back.clicked.connect(self.forget_typed)
        for name, box in self.boxes.items():
            box.left.connect(lambda name=name: self.check(name))

    def _numbers(self) -> dict[str, MeasureEdit]:
        edits = (self.size_inches, self.weight_class, self.move_inches, self.deflection)
        return dict(zip(NUMBERS, edits, strict=True))

    # Showing

    def show_players(self, players: tuple[PlayerRow, ...]) -> None:
        """Offer these players' factions, and Nobody."""
        sides = [PickOption(row.id, row.faction, row.colour) for row in players]
        self.faction.offer([*sides, PickOption(0, "Nobody", "slate")])

    def begin(self, draft: UnitDraft) -> None:
        """Show the draft of another unit."""
        self.draft = draft
        self.overruled.clear()
        for box in self.boxes.values():
            box.set_problem("")
        self._showing = True
        self.name.setText(draft.name)
        self.faction.set_value(draft.player_id or 0)
        self.preset.set_value(draft.preset)
        self.notes.setPlainText(str(draft.fact("notes") or ""))
        self.copies.set_value(draft.copies)
        # Copies and presets are for new units; an existing one has neither.
        self.boxes["copies"].setVisible(draft.card is None)
        self.boxes["preset"].setVisible(draft.card is None)
        self._showing = False
        self._show_arms()
        self.show_draft()

    def show_draft(self) -> None:
        """Write the draft's values into all fields but the one that is being typed in."""
        draft, self._showing = self.draft, True
        self.kind.set_value(draft.kind)
        for name, edit in self._numbers().items():
            _write(edit, draft.fact(name))
            edit.set_strong(draft.is_typed(name))
        if not self.armor.hasFocus():
            self.armor.setText(str(draft.fact("armor")))
        self.armor.setFont(self.theme.font("body", draft.is_typed("armor")))
        self.die.set_value(draft.fact("action_die"))
        _write(self.power, draft.power)
        times = f"{draft.fact('power_multiplier')} × Size"
        self.power.set_unit(f"half of {times}" if draft.half_power == "always" else times)
        self.power.set_strong(draft.is_typed("power_multiplier"))
        self.worn.set_value(draft.fact("worn_armor") or "")
        for line, name in ((self.specialties, "specialties"), (self.tags, "tags")):
            if not line.hasFocus():
                line.setText(", ".join(draft.fact(name) or ()))
        if not self.token.hasFocus():
            self.token.setText(draft.initials)
        self._back.setVisible(draft.card is None and any(map(draft.is_typed, draft.stated)))
        self._showing = False

    def _show_arms(self) -> None:
        self.weapons.weapons.show_weapons(self.draft.weapons)
        for field in list(self.rounds):
            self._drop(field)
        for each in self.draft.rounds:
            self._add_field(each)
        self._tell_rounds()

    # Typing

    def _change(self, **facts: Any) -> None:
        self.draft = replace(self.draft, **facts)
        self._typed()

    def _state(self, name: str, value: Any) -> None:
        # Values that the form itself writes are derived, not typed over.
        if not self._showing:
            self.draft = self.draft.with_fact(name, value)
            self._typed()

    def _typed(self) -> None:
        self.show_draft()
        for name, box in self.boxes.items():
            # Only fields that are marked wrong are checked while typing: nothing is marked before
            # it is left.
            if box.problem():
                self.check(name)
        self.changed.emit()

    def _pick_kind(self, kind: str) -> None:
        """Change the kind; drop what a preset filled in, keep what was typed."""
        self.draft = replace(self.draft, kind=kind, preset="")
        self._showing = True
        self.preset.set_value("")
        self._showing = False
        self._typed()

    def _pick_preset(self) -> None:
        if self._showing or self.preset.value() is None:
            return
        self.draft = self.draft.with_preset(self.preset.value())
        if self.draft.preset == FLYING:
            self.draft = replace(self.draft, kind="Vehicle")
        if not self.draft.name.strip() and self.draft.preset in UNIT_PRESETS:
            self.draft = replace(self.draft, name=UNIT_PRESETS[self.draft.preset].name)
            self.name.setText(self.draft.name)
        self._show_arms()
        self._typed()

    def _type_power(self) -> None:
        size, typed = int(self.draft.fact("size") or 0), self.power.value()
        if size and not self.power_problem():
            self._state("power_multiplier", int(typed or 0) // size)

    def power_problem(self) -> str:
        """Return why this Power is wrong, or "": it must be 0 to 4 times the Size."""
        size, typed = int(self.draft.fact("size") or 0), self.power.value()
        if wrong := self.power.problem():
            return wrong
        if typed and not size:
            return "Type the Size first: Power is a multiple of it."
        if size and self.draft.half_power == "never" and int(typed or 0) not in _powers(size):
            return f"Power is {', '.join(map(str, _powers(size)))}: times Size."
        return ""

    def forget_typed(self) -> None:
        """Take all typed facts but the Size back to what preset, kind and Size give."""
        kept = {name: value for name, value in self.draft.stated.items() if name == "size"}
        self.draft = replace(self.draft, stated=kept)
        self._typed()

    def offer_weapons(self) -> None:
        """Open the menu of weapons."""
        menu = self.weapons.choices()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._add_weapon.mapToGlobal(self._add_weapon.rect().bottomLeft()))

    def add_rounds(self) -> RoundsField:
        """Add a line for rounds of another type, with the cursor in its name; return it."""
        having = {self.draft.serves(each) for each in self.draft.rounds}
        # False sorts before True: weapons that have no rounds yet come first.
        places = sorted(self.draft.served, key=lambda place: place in having)
        weapon = self.draft.weapons[places[0]] if places else None
        name = weapon.kind if weapon and weapon.kind != "Cannon" else "Shell"
        largest = max(1, weapon.largest_round) if weapon else 1
        place = places[0] if places else None
        field = self._add_field(RoundsDraft(name, largest, 1, weapon=place))
        field.name.setFocus()
        field.name.selectAll()
        self._rounds_typed()
        return field

    def _add_field(self, rounds: RoundsDraft) -> RoundsField:
        field = RoundsField(self.theme, self.hub, rounds)
        field.changed.connect(self._rounds_typed)
        field.overruled.connect(self.overruled.add)
        field.removed.connect(lambda: self._remove(field))
        field.set_weapons(self.draft.weapons)
        self.rounds.append(field)
        self._racks.addWidget(field)
        return field

    def _remove(self, field: RoundsField) -> None:
        self._drop(field)
        self._rounds_typed()
        # The field with the focus is gone, and Qt would give the focus to whatever comes next.
        self._add_rounds.setFocus()

    def _drop(self, field: RoundsField) -> None:
        self.rounds.remove(field)
        self._racks.removeWidget(field)
        field.hide()
        field.deleteLater()

    def _rounds_typed(self) -> None:
        kept = tuple(field.draft() for field in self.rounds)
        there = {each.round_id for each in kept}
        # Rounds that lie in a rack stay in the draft with a count of 0, so that saving takes them
        # out.
        gone = [
            replace(each, count=0)
            for each in self.draft.rounds
            if each.round_id and each.round_id not in there
        ]
        self._change(rounds=(*kept, *gone))

    def _weapons_typed(self) -> None:
        self._change(weapons=self.weapons.weapons.weapons)
        self._tell_rounds()

    def _tell_rounds(self) -> None:
        for field in self.rounds:
            field.set_weapons(self.draft.weapons)

    # Checking

    def check_all(self) -> bool:
        """Check all fields and focus the first wrong one. Return whether all are right."""
        wrong = [name for name in self.boxes if not self.check(name)]
        rounds = [field for field in self.rounds if not field.check()]
        if wrong:
            self.boxes[wrong[0]].editor.setFocus(Qt.FocusReason.OtherFocusReason)
        elif rounds:
            rounds[0].xsize.setFocus(Qt.FocusReason.OtherFocusReason)
        return not wrong and not rounds

    @override
    def problem_of(self, name: str) -> str:
        checks: dict[str, Callable[[], str]] = {
            "name": lambda: "" if self.name.text().strip() else "A name is needed.",
            "armor": self._armor_problem,
            "power_multiplier": self.power_problem,
            "copies": self.copies.problem,
            **{fact: edit.problem for fact, edit in self._numbers().items()},
        }
        return checks[name]() if name in checks else ""

    def _armor_problem(self) -> str:
        try:
            armor(self.armor.text(), "armor")
        except BadInput as error:
            return error.sentence
        return ""


def _write(edit: MeasureEdit, value: Any) -> None:
    # Setting the text would move the cursor under the fingers of the referee.
    if not edit.hasFocus():
        edit.set_value(value if isinstance(value, int | float) else None)


def _listed(typed: str) -> list[str]:
    return [" ".join(word.split()).lower() for word in typed.split(",") if word.strip()]


def _powers(size: int) -> list[int]:
    return [size * times for times in range(5)]


class UnitEditor(UnitSheet):
    """Makes a new unit, or edits one, by the rules of BrikWars."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, parent)
        self.form = UnitForm(theme, hub)
        self.form.wrong.connect(lambda words: self.refusal.refuse(words))
        self.hold(self.form, self.form)
        hub.unit_edited.connect(self._heard)

    def _heard(self, unit_id: int) -> None:
        """Follow the hub only while visible: another editor may have taken its place."""
        if self.isVisible():
            self.open_unit(unit_id)

    @override
    def act(self) -> Act | None:
        return self.form.draft.act(self.form.overruled)

    @override
    def new_draft(self, player_id: int | None) -> UnitDraft:
        return UnitDraft(player_id=player_id, rules=self.rules())

    @override
    def rules(self) -> BrikWarsHouse:
        return self._desk.read(brikwars_house)

    @override
    def draft_of(self, unit_id: int) -> UnitDraft | None:
        card = self._desk.read(unit_card, unit_id)
        if card is None:
            return None
        arms = tuple(WeaponDraft.of_row(row) for row in self._desk.read(weapons_of, unit_id))
        places = {weapon.weapon_id: place for place, weapon in enumerate(arms)}
        rounds = tuple(
            RoundsDraft(
                each.name,
                each.explosive_size,
                each.count,
                each.id,
                rack.id,
                each.count,
                places.get(rack.weapon_id or 0),
                made_words(each.explosive_size, each.makeup, plain=True),
            )
            for rack in self._desk.read(racks_of, unit_id)
            for each in rack.rounds
        )
        return UnitDraft(
            name=card.name,
            token=card.token,
            player_id=card.player_id,
            kind=card.kind if card.kind in KINDS else "Object",
            preset=card.preset,
            weapons=arms,
            rounds=rounds,
            card=card,
            weapons_before=arms,
            rules=self.rules(),
        )
