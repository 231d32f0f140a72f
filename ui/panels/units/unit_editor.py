"""The sheet in which a BrikWars unit is made or changed, with its weapons."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget
from typing_extensions import override

from brikdesk.acts.units.facts import armor
from brikdesk.acts.weapons.weapons import CAN_THRUST
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.explosives import made_words
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.units_and_damage import UNIT_PRESETS
from brikdesk.rules.brikwars.weapons import WEAPON_PRESETS, WEAPONS
from brikdesk.store.act import Act
from brikdesk.store.views.armory import racks_of, weapons_of
from brikdesk.store.views.campaign_and_battle import brikwars_house
from brikdesk.store.views.units import unit_card
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.answers import UnitFields
from ui.forms.questions import (
    BOUNDLESS,
    Buttons,
    FieldOption,
    FormQuestion,
    Number,
    OneOf,
    Text,
)
from ui.look.shortcuts import sign
from ui.look.theme import Theme
from ui.models.rows import Column, DraftRows
from ui.models.unit_drafts import DERIVED, FLYING, RoundsDraft, UnitDraft, WeaponDraft
from ui.panels.ledger.rounds_field import RoundsField
from ui.parts.cells import Cell, CellWords, Gives, Icon, Painted
from ui.parts.editor_sheet import UnitSheet
from ui.parts.lists import DraftTable
from ui.parts.pick_buttons import PickOption
from ui.parts.units import number, whole
from ui.widgets.buttons import Button
from ui.widgets.layout import Arranged, in_column, take_away

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


PRESET, WEAPON = "Alt P", "Alt W"
"""Keys that lead to the preset of a new unit and to the menu of weapons."""

KINDS = ("Minifig", "Hero", "Horse", "Creature", "Vehicle", "Structure", "Object")
DICE = (4, 6, 8, 10, 12)
WORN = (
    FieldOption("", "None"),
    FieldOption("light", "Light Armor"),
    FieldOption("heavy", "Heavy Armor"),
)
FOUR_FROM = 430
"""Width in pixels at 100 % from which Size, Weight class, Armor and Move share a line."""


def _presets() -> tuple[FieldOption, ...]:
    made = (
        FieldOption("", "None: by kind and Size"),
        FieldOption(FLYING, "Flying vehicle of its Size"),
    )
    presets = UNIT_PRESETS.values()
    return (*made, *(FieldOption(p.id, _preset_words(p.name, p.group)) for p in presets))


def _preset_words(name: str, group: str) -> str:
    """Return a preset's name with its group, unless one contains the other (Minifig, Minifigs)."""
    said = name.casefold() in group.casefold() or group.casefold() in name.casefold()
    return name if said else f"{name}, {group.lower()}"


def _is_new(draft: UnitDraft) -> bool:
    """Return whether the unit is a new one: an existing one has neither copies nor a preset."""
    return draft.card is None


def _listed(typed: str) -> list[str]:
    return [" ".join(word.split()).lower() for word in typed.split(",") if word.strip()]


def _joined(words: Any) -> str:
    return ", ".join(words or ())


def _words(name: str, label: str, hint: str) -> Text:
    return Text(name, label, hint=hint, reads=_listed, writes=_joined, longest=BOUNDLESS,
                optional=True)  # fmt: skip


QUESTIONS: tuple[FormQuestion, ...] = (
    Text("name", "Name", reads=str, needed="A name is needed."),
    Text("token", "On token", longest=2, reads=str.strip, optional=True),
    Buttons("player_id", "Faction", style="faction"),
    Buttons("kind", "Kind", options=tuple(PickOption(kind, kind) for kind in KINDS)),
    OneOf("preset", "Preset", options=_presets(), shown=_is_new),
    Number("size", "Size", unit="inches", derived=True),
    Number("weight_class", "Weight class", most=99, derived=True),
    Text("armor", "Armor", reads=lambda typed: armor(typed, "armor"), longest=BOUNDLESS,
         optional=True, derived=True),
    Number("move", "Move", unit="inches", decimals=2, derived=True),
    Buttons("action_die", "Action die", style="die",
            options=(*(PickOption(sides, f"d{sides}") for sides in DICE), PickOption(0, "None"))),
    Number("power_multiplier", "Power", most=9999, derived=True),
    Number("deflection", "Deflection", most=99, derived=True),
    OneOf("worn_armor", "Worn armor", options=WORN),
    Number("copies", "Copies", least=1, most=100, shown=_is_new),
    _words("specialties", "Specialties", "Apart by commas: gunnery."),
    _words("tags", "Tags", "Apart by commas: flammable, living."),
    Text("notes", "Notes", lines=3, tall=72, reads=str, optional=True),
)  # fmt: skip
"""The facts of a unit, in the order of Tab."""


class UnitForm(Arranged, UnitFields):
    """All fields of the editor. They show derived values until these are typed over."""

    draft: UnitDraft
    wrong = Signal(str)
    questions = QUESTIONS
    fills = ("kind", "preset")

    def __init__(self, theme: Theme, hub: Hub) -> None:
        self.overruled: set[str] = set()
        self.rounds: list[RoundsField] = []
        super().__init__(theme, hub, UnitDraft())
        self.arranged_by(self._arrange)

    @override
    def lay_out(self) -> None:
        theme = self.theme
        self.weapons = WeaponList(theme, self.hub)
        self.weapons.weapons.typed.connect(self._weapons_typed)
        self.weapons.weapons.wrong.connect(self.wrong)
        self._back = Button(theme, "As the rules have it", "quiet", "undo")
        self._back.clicked.connect(lambda: self.become(self.draft.as_derived(), anew=True))
        add = self.offer_weapons
        # Short, so that it fits beside its heading in a narrow pane, with its key.
        self._add_weapon = Button(theme, "Add", "quiet", "plus", WEAPON, does=add)
        self._add_weapon.setAccessibleName("Add weapon")
        self._add_rounds = Button(theme, "Add rounds", "quiet", "plus")
        self._add_rounds.clicked.connect(lambda: self.add_rounds())
        self._racks = in_column(theme, gap=10)
        self._facts = self.side_by_side()
        self.put(self.side_by_side("name", "token", widths=(1, 0)), "player_id", "kind", "preset")
        self.put(self._facts, (self._back, 0, Qt.AlignmentFlag.AlignLeft))
        self.put(self.headed("Weapons", self._add_weapon), self.weapons)
        self.put(self.headed("Ammo rack", self._add_rounds), self._racks)
        tail = self.side_by_side("worn_armor", "copies", "specialties", "tags", across=2)
        tail.addWidget(self.boxes["notes"], 2, 0, 1, 2)
        self.put(tail)

    def _arrange(self) -> None:
        """Put four facts in one line where there is room, else two."""
        each = 1 if self.width() >= self.theme.px(FOUR_FROM) else 2
        spots = [(name, each) for name in ("size", "weight_class", "armor", "move")]
        spots += [("action_die", 4), ("power_multiplier", 2), ("deflection", 2)]
        place = 0
        for name, columns in spots:  # of the four that the grid has
            self._facts.addWidget(self.boxes[name], place // 4, place % 4, 1, columns, _TOP)
            place += columns
        for column in range(4):
            self._facts.setColumnStretch(column, 1)

    @override
    def restyle(self) -> None:
        super().restyle()
        self._arrange()

    # Showing and typing

    @override
    def show_rest(self) -> None:
        draft, power = self.draft, self.edit("power_multiplier")
        times = f"{draft.fact('power_multiplier')} × Size"
        power.set_unit(f"half of {times}" if draft.half_power == "always" else times)
        self._back.setVisible(draft.card is None and any(map(draft.is_typed, draft.stated)))

    @override
    def begin(self, draft: UnitDraft) -> None:
        self.overruled.clear()
        super().begin(draft)
        self._show_arms()

    @override
    def answered(self, name: str) -> None:
        super().answered(name)
        if name == "preset" and not self._showing:
            self._show_arms()

    def _show_arms(self) -> None:
        self.weapons.weapons.show_rows(self.draft.weapons)
        for field in list(self.rounds):
            self._drop(field)
        for each in self.draft.rounds:
            self._add_field(each)
        self._tell_rounds()

    @override
    def problem_of(self, name: str) -> str:
        return super().problem_of(name) or (
            self.power_problem() if name == "power_multiplier" else ""
        )

    def power_problem(self) -> str:
        """Return why this Power is wrong, or "": it must be 0 to 4 times the Size."""
        size, typed = int(self.draft.fact("size") or 0), self.answers["power_multiplier"].value()
        if typed and not size:
            return "Type the Size first: Power is a multiple of it."
        powers = [size * times for times in range(5)]
        if size and self.draft.half_power == "never" and int(typed or 0) not in powers:
            return f"Power is {', '.join(map(str, powers))}: times Size."
        return ""

    def go_to_preset(self) -> None:
        """Put the focus on the presets, of which letters choose one; an existing unit has none."""
        if not self.boxes["preset"].isHidden():
            self.answers["preset"].setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Weapons and rounds

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
        take_away(self._racks, field)

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
        self.become(replace(self.draft, rounds=(*kept, *gone)))

    def _weapons_typed(self) -> None:
        self.become(replace(self.draft, weapons=self.weapons.weapons.rows))
        self._tell_rounds()

    def _tell_rounds(self) -> None:
        for field in self.rounds:
            field.set_weapons(self.draft.weapons)

    @override
    def check_all(self) -> bool:
        right = super().check_all()
        rounds = [each for each in self.rounds if not each.check_right()]
        if right and rounds:
            rounds[0].edit("explosive_size").setFocus(Qt.FocusReason.OtherFocusReason)
        return right and not rounds


_TOP = Qt.AlignmentFlag.AlignTop


class UnitEditor(UnitSheet):
    """Makes a new unit, or edits one, by the rules of BrikWars.

    Tab would pass all its figures on the way to what is chosen most: a preset and a weapon.
    """

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, parent)
        self.form = UnitForm(theme, hub)
        for key, does in ((PRESET, self.form.go_to_preset), (WEAPON, self.form.offer_weapons)):
            action = QAction(self)
            action.setShortcut(QKeySequence(key.replace(" ", "+")))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(lambda _=False, does=does: does())
            self.addAction(action)
        self.form.wrong.connect(lambda words: self.refusal.refuse(words))
        self.hold(self.form, self.form)
        hub.unit_edited.connect(self._heard)

    def _heard(self, unit_id: int) -> None:
        """Follow the hub only while visible: another editor may have taken its place."""
        if self.isVisible():
            self.open_unit(unit_id)

    @override
    def tell_keys(self, does: str) -> None:
        preset = ((PRESET, "preset"),) if _is_new(self.form.draft) else ()
        ends = (("Ctrl Enter", does), ("Esc", "cancel"))
        self._hub.keys_changed.emit((("Tab", "next field"), *preset, (WEAPON, "add weapon"), *ends))

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
