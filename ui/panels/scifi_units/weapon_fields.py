"""The fields of the Sci-fi weapon editor: made, labelled, and laid out."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.attack_factor import WEAPON_TYPES, BuiltAs
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.rate_of_fire import MINI_ROCKETS, RATES
from brikdesk.rules.scifi.warheads import WARHEADS
from brikdesk.rules.scifi.weapon_class import WeaponClass, class_name
from brikdesk.rules.scifi.weapons import WEAPONS, Family
from ui.campaign.hub import Hub
from ui.forms.checked_fields import CheckedFields
from ui.forms.field_box import FieldBox
from ui.forms.fields import FieldOption
from ui.forms.measure import MeasureEdit
from ui.forms.named_pick import NamedPick
from ui.forms.pick_box import PickBox
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.scifi_units.unit_draft import EQUIPMENT
from ui.panels.scifi_units.carry_line import CarryLine
from ui.panels.scifi_units.weapon_rows import HOLDERS, LOADS_HINT, CapabilityField, MemberField
from ui.parts.fields.field_rows import FieldRows
from ui.parts.fields.pick_buttons import PickButtons, PickOption
from ui.parts.fields.range_bar import RangeBar
from ui.parts.fields.terms_field import TermsField
from ui.widgets.buttons import Button
from ui.widgets.objection_lines import ObjectionLines
from ui.widgets.rules.rule_note import RuleNote

MOST, FARTHEST, NAME_LENGTH = 1000, 10_000, 80
UNSAID = "Not said"
# A dict keeps the order and drops what several warheads have in common.
EFFECTS = tuple(dict.fromkeys(("explosive", *(e for w in WARHEADS.values() for e in w.effects))))
NATURES = ("projectile", "energy", "warhead")
FAMILIES = {
    Family.INFANTRY: "Infantry",
    Family.VEHICLE: "Vehicle",
    Family.ARTILLERY: "Artillery",
    Family.ROCKET: "Rocket, missile, bomb",
}
"""The charts of the chapter, by family (12-02)."""


def class_options(type: str) -> list[PickOption]:
    """Return the classes to choose from; ultra is called super-heavy for sonic weapons (12-23)."""
    named = [
        PickOption(each, f"{each.value} {class_name(each, type).capitalize()}")
        for each in WeaponClass
    ]
    return [*named, PickOption(None, "None")]


class SfWeaponFields(CheckedFields):
    """The widgets alone; `SfWeaponForm` connects them with a draft."""

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__()
        self.theme, self.hub = theme, hub
        self.people: Sequence[FieldOption] = ()
        self._make_words()
        self._make_figures()
        self._make_pills()
        self._make_rows()
        self._make_boxes()
        self._lay_out()
        theme.changed.connect(self._restyle)
        self._restyle()

    def _make_words(self) -> None:
        theme = self.theme
        self.catalogue = PickBox(theme)
        named = [FieldOption(name, name.capitalize()) for name in WEAPONS]
        self.catalogue.offer([FieldOption("", "None: typed by hand"), *named])
        self.name, self.loads = QLineEdit(), QLineEdit()
        self.name.setMaxLength(NAME_LENGTH)
        self.type = NamedPick(theme, (*WEAPON_TYPES, MINI_ROCKETS), "Type", UNSAID)
        self.warhead = NamedPick(theme, tuple(WARHEADS), "Warhead", "None")
        self.effects = TermsField(theme, EFFECTS, "Effects")
        self.needs = TermsField(theme, EQUIPMENT, "Needs")
        self.notes = QPlainTextEdit()
        # By default Tab would write a tab into the notes, and the form could not be left by
        # keyboard.
        self.notes.setTabChangesFocus(True)

    def _make_figures(self) -> None:
        theme = self.theme
        self.figures = {
            "typed_factor": MeasureEdit(theme, 1, 9),
            # 0.01 as the least: a range or an area of 0 inches would be none at all.
            "range_factor": MeasureEdit(theme, 0.01, FARTHEST, "inches", decimals=2),
            "minimum_range": MeasureEdit(theme, 0, FARTHEST, "inches", decimals=2),
            "area_size": MeasureEdit(theme, 0.01, FARTHEST, "inches", decimals=2),
            "area_width": MeasureEdit(theme, 0.01, FARTHEST, "inches", decimals=2),
            "detection_effect": MeasureEdit(theme, -MOST, MOST),
            "cost": MeasureEdit(theme, 0, FARTHEST, "points", decimals=2),
            "barrels": MeasureEdit(theme, 1, MOST),
            "count": MeasureEdit(theme, 1, MOST),
        }

    def _make_pills(self) -> None:
        unsaid = PickOption(None, UNSAID)
        rates = [PickOption(rate, f"{row.code} {row.name}") for rate, row in RATES.items()]
        self.pills = {
            "family": self._pills([*(PickOption(*f) for f in FAMILIES.items()), unsaid], "Family"),
            "form": self._pills([*_enum(BuiltAs), unsaid], "Form"),
            "rate": self._pills([*rates, unsaid], "Rate of fire"),
            "infantry_class": self._pills(class_options(""), "Class"),
            "shape": self._pills(_enum(AreaShape), "Effect area"),
            "nature": self._pills(
                [PickOption("", "By its type"), *(PickOption(n, n.capitalize()) for n in NATURES)],
                "What it shoots",
            ),
            "mounting": self._pills(_enum(Mounting), "Mounting"),
        }

    def _pills(self, options: Sequence[PickOption], name: str) -> PickButtons:
        return PickButtons(self.theme, options, "pill", name)

    def _make_rows(self) -> None:
        theme, hub = self.theme, self.hub
        self.bar = RangeBar(theme)
        self.notes_of = {
            name: RuleNote(theme)
            for name in ("typed_factor", "shape", "barrels", "holder", "warhead")
        }
        self.objections_of = {
            name: ObjectionLines(theme)
            for name in ("minimum_range", "rate", "infantry_class", "needs")
        }
        for note in self.notes_of.values():
            note.asked.connect(hub.rule_asked)
        for objections in self.objections_of.values():
            objections.asked.connect(hub.rule_asked)
        self.back = Button(theme, "As the rules have it", "quiet", "undo")
        self.holder, self.structure = PickBox(theme), PickBox(theme)
        self.holder.offer(HOLDERS)
        self.carry = CarryLine(theme, hub)
        self.capabilities = FieldRows(
            theme, "Capabilities", "Add capability", lambda facts: CapabilityField(theme, facts)
        )
        self.crew = FieldRows(
            theme, "Crew", "Add member", lambda facts: MemberField(theme, facts, self.people)
        )

    def _make_boxes(self) -> None:
        labels: dict[str, tuple[str, QWidget]] = {
            "catalogue": ("Weapon of the chapter", self.catalogue),
            "name": ("Name", self.name),
            "type": ("Type", self.type),
            "family": ("Family", self.pills["family"]),
            "form": ("Built as", self.pills["form"]),
            "typed_factor": ("Attack factor", self.figures["typed_factor"]),
            "cost": ("Cost", self.figures["cost"]),
            "detection_effect": ("Detection effect", self.figures["detection_effect"]),
            "range_factor": ("Range factor", self.figures["range_factor"]),
            "minimum_range": ("Minimum range", self.figures["minimum_range"]),
            "rate": ("Rate of fire", self.pills["rate"]),
            "barrels": ("Barrels that rotate", self.figures["barrels"]),
            "count": ("Mounted together", self.figures["count"]),
            "nature": ("What it shoots", self.pills["nature"]),
            "infantry_class": ("Class", self.pills["infantry_class"]),
            "shape": ("Effect area", self.pills["shape"]),
            "area_size": ("Diameter", self.figures["area_size"]),
            "area_width": ("Width", self.figures["area_width"]),
            "warhead": ("Warhead", self.warhead),
            "effects": ("Effects", self.effects),
            "holder": ("Its ammunition", self.holder),
            "needs": ("Its bearer needs", self.needs),
            "mounting": ("Mounting", self.pills["mounting"]),
            "structure_id": ("Emplaced in", self.structure),
            "notes": ("Notes", self.notes),
        }
        self.boxes = {
            name: FieldBox(self.theme, label, editor, parent=self)
            for name, (label, editor) in labels.items()
        }
        self.boxes["loads"] = FieldBox(self.theme, "Loaded", self.loads, LOADS_HINT, self)

    def _lay_out(self) -> None:
        boxes, notes, objections = self.boxes, self.notes_of, self.objections_of
        self._grids: list[QGridLayout] = []
        self._column = QVBoxLayout(self)
        self._under(*(boxes[name] for name in ("catalogue", "name", "type", "family", "form")))
        self._row("typed_factor", "detection_effect", "cost")
        self._under(notes["typed_factor"])
        self._column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        self._part("Range and fire")
        self._row("range_factor", "minimum_range")
        self._under(self.bar, objections["minimum_range"], boxes["rate"], objections["rate"])
        self._row("count", "barrels")
        self._under(notes["barrels"], boxes["nature"], boxes["infantry_class"])
        self._under(objections["infantry_class"])
        self._part("Effect")
        self._under(boxes["shape"])
        self._row("area_size", "area_width")
        self._under(notes["shape"], boxes["warhead"], notes["warhead"], boxes["effects"])
        self._part("Ammunition")
        self._row("holder", "loads")
        self._under(notes["holder"], self.capabilities)
        self._part("Who has it")
        self._under(boxes["mounting"], boxes["structure_id"], self.carry)
        self._under(boxes["needs"], objections["needs"], self.crew, boxes["notes"])
        self._column.addStretch(1)

    def _part(self, title: str) -> None:
        self._column.addWidget(plain_label(self.theme, title, "title", strong=True))

    def _under(self, *widgets: QWidget) -> None:
        for widget in widgets:
            self._column.addWidget(widget)

    def _row(self, *names: str) -> None:
        grid = QGridLayout()
        for place, name in enumerate(names):
            grid.addWidget(self.boxes[name], 0, place, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(place, 1)
        self._grids.append(grid)
        self._column.addLayout(grid)

    def _restyle(self) -> None:
        px = self.theme.px
        self._column.setContentsMargins(0, 0, px(4), px(4))
        self._column.setSpacing(px(14))
        self.notes.setFixedHeight(px(72))
        for grid in self._grids:
            grid.setHorizontalSpacing(px(12))


def _enum(kind: type[BuiltAs] | type[AreaShape] | type[Mounting]) -> list[PickOption]:
    return [PickOption(each, str(each.value).capitalize()) for each in kind]
