"""The fields of the unit editor: made, labelled, and laid out for the width of the panel."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from brikdesk.rules.brikwars.units.presets import UNIT_PRESETS
from ui.campaign.hub import Hub
from ui.forms.checked_fields import CheckedFields
from ui.forms.field_box import FieldBox
from ui.forms.fields import FieldOption
from ui.forms.measure import MeasureEdit
from ui.forms.pick_box import PickBox
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.units.unit_draft import FLYING
from ui.panels.units.weapon_list import WeaponList
from ui.parts.fields.pick_buttons import PickButtons, PickOption
from ui.widgets.buttons import Button
from ui.widgets.layout.arranging import Arranging

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
