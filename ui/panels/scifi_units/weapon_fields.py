"""The fields of the Sci-fi weapon editor, and why a unit may not have a weapon."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from brikdesk.acts.scifi.crews import MemberFacts
from brikdesk.acts.scifi.weapons import CapabilityFacts
from brikdesk.errors import BadInput
from brikdesk.rules.refusal import No
from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.units import CrewRole
from brikdesk.rules.scifi.weapon_tables import (
    MINI_ROCKETS,
    RATES,
    WARHEADS,
    WEAPON_TYPES,
    BuiltAs,
    Holder,
    WeaponClass,
    class_name,
)
from brikdesk.rules.scifi.weapons import WEAPONS, Family, Mounting
from ui.campaign.hub import Hub
from ui.forms.inputs import CheckedFields, FieldBox, MeasureEdit, NamedPick, PickBox
from ui.forms.questions import FieldOption
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.scifi_units import EQUIPMENT, parse_loads, write_loads
from ui.parts.pick_buttons import FieldRows, PickButtons, PickOption, RowField, TermsField
from ui.parts.units import RangeBar
from ui.widgets.buttons import Button
from ui.widgets.rule_lines import ObjectionLines, RefusalLine, RuleNote

WEAPON_ROWS_NAME_LENGTH = 80
HOLDERS = (
    FieldOption(None, "Never runs out"),
    FieldOption(Holder.POD, "Pod"),
    FieldOption(Holder.RACK, "Rack"),
    FieldOption(Holder.LAUNCHER, "Single launcher"),
    FieldOption(Holder.PULSES, "Pulses"),
    FieldOption(Holder.ITEMS, "Items: gone once used"),
    FieldOption(Holder.MAGAZINE, "Magazine, counted by choice"),
)
"""The holders of ammunition; None is ammunition that is not counted."""

LOADS_HINT = "Numbers and types, apart by commas: 4 rocket, 3 vaporshock."
ROLES = tuple(
    FieldOption(role, role.value.capitalize()) for role in (CrewRole.GUNNER, CrewRole.LOADER)
)
_TOP = Qt.AlignmentFlag.AlignTop
_LOW = Qt.AlignmentFlag.AlignBottom


class _Row(RowField):
    """Two lines of fields, with a cross at the end of the first."""

    def __init__(self, theme: Theme, name: str, label: str, remove: str) -> None:
        super().__init__()
        self.theme = theme
        self.first = QLineEdit(name)
        self.first.setMaxLength(WEAPON_ROWS_NAME_LENGTH)
        self.name_box = FieldBox(theme, label, self.first)
        self.cross = Button(theme, "", "quiet", "cross", name=remove)
        self.cross.clicked.connect(self.removed)
        self.first.textEdited.connect(lambda _: self.changed.emit())
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def name(self) -> str:
        """The typed name, with single spaces."""
        return " ".join(self.first.text().split())

    def lay_out(self, *cells: tuple[QWidget, int, int]) -> None:
        """Put (widget, row, column) cells into the grid, in reading order."""
        all_cells = ((self.name_box, 0, 0), *cells, (self.cross, 0, 2))
        for widget, row, column in sorted(all_cells, key=lambda cell: cell[1:]):
            low = isinstance(widget, QCheckBox | Button)
            self.grid.addWidget(widget, row, column, _LOW if low else _TOP)
        self.grid.setColumnStretch(0, 3)
        self.grid.setColumnStretch(1, 2)

    def _restyle(self) -> None:
        px = self.theme.px
        self.grid.setHorizontalSpacing(px(10))
        self.grid.setVerticalSpacing(px(8))


class CapabilityField(_Row):
    """One way in which a weapon attacks."""

    def __init__(self, theme: Theme, facts: CapabilityFacts | None) -> None:
        now = facts or CapabilityFacts(name="")
        super().__init__(theme, now.name, "Capability", "Remove this capability")
        self.melee = QCheckBox("Melee")
        self.melee.setChecked(now.melee)
        self.holder = PickBox(theme)
        self.holder.offer(HOLDERS)
        self.holder.set_value(now.holder)
        self.loads = QLineEdit(write_loads(now.loads))
        self.holder_box = FieldBox(theme, "Its ammunition", self.holder)
        self.loads_box = FieldBox(theme, "Loaded", self.loads)
        self.lay_out((self.melee, 0, 1), (self.holder_box, 1, 0), (self.loads_box, 1, 1))
        self.loads_box.setVisible(now.holder is not None)
        # `clicked`, not `toggled`: only the referee's own change counts.
        self.melee.clicked.connect(lambda: self.changed.emit())
        self.holder.currentIndexChanged.connect(self._held)
        self.loads.textEdited.connect(lambda _: self.changed.emit())
        self.loads_box.left.connect(self._check_loads)

    @override
    def facts(self) -> CapabilityFacts:
        holder = self.holder.value()
        try:
            loads = parse_loads(self.loads.text()) if holder else ()
        # `check` tells of it; until then the rest of the row can be used.
        except BadInput:
            loads = ()
        melee = self.melee.isChecked()
        return CapabilityFacts(name=self.name, melee=melee, holder=holder, loads=loads)

    @override
    def check(self, others: list[CapabilityFacts]) -> bool:
        twice = any(each.name == self.name for each in others)
        words = "Every capability needs a name of its own." if twice else ""
        self.name_box.set_problem(words if self.name else "A name is needed.")
        return self._check_loads() and not self.name_box.problem()

    def _check_loads(self) -> bool:
        try:
            parse_loads(self.loads.text() if self.holder.value() else "")
        except BadInput as error:
            self.loads_box.set_problem(error.sentence)
            return False
        self.loads_box.set_problem("")
        return True

    def _held(self) -> None:
        self.loads_box.setVisible(self.holder.value() is not None)
        self.changed.emit()


class MemberField(_Row):
    """A crew member: name or unit, role, and whether the figure is fixed to the model."""

    def __init__(
        self, theme: Theme, facts: MemberFacts | None, units: Sequence[FieldOption]
    ) -> None:
        now = facts or MemberFacts()
        super().__init__(theme, now.name, "Crew member", "Remove this crew member")
        self.role = PickBox(theme)
        self.role.offer([*ROLES, FieldOption(CrewRole.OTHER, "Other")])
        self.role.set_value(now.role)
        self.unit = PickBox(theme)
        self.unit.offer([FieldOption(None, "None"), *units])
        self.unit.set_value(now.unit_id)
        self.fixed = QCheckBox("Fixed figure")
        self.fixed.setChecked(now.fixed)
        self.role_box = FieldBox(theme, "Role", self.role)
        self.unit_box = FieldBox(theme, "Unit that stands for him", self.unit)
        self.lay_out((self.role_box, 0, 1), (self.unit_box, 1, 0), (self.fixed, 1, 1))
        self.role.currentIndexChanged.connect(lambda: self.changed.emit())
        self.unit.currentIndexChanged.connect(lambda: self.changed.emit())
        self.fixed.clicked.connect(lambda: self.changed.emit())

    @override
    def facts(self) -> MemberFacts:
        return MemberFacts(
            name=self.name,
            role=self.role.value() or CrewRole.OTHER,
            unit_id=self.unit.value(),
            fixed=self.fixed.isChecked(),
        )

    @override
    def check(self, others: list[MemberFacts]) -> bool:
        now = self.facts()
        named = bool(now.name) or now.unit_id is not None
        twice = now.name and any(each.name == now.name for each in others)
        words = f"There are two called {now.name}." if twice else ""
        self.name_box.set_problem(words if named else "A name or a unit is needed.")
        two = now.role is not CrewRole.OTHER and any(each.role is now.role for each in others)
        self.role_box.set_problem(f"A weapon has one {now.role.value}." if two else "")
        return not self.name_box.problem() and not two


class CarryLine(QWidget):
    """Hidden unless a rule refuses. `overruled` brings the rule; `crewed` takes the remedy."""

    overruled = Signal(str)
    crewed = Signal()

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__()
        self._rule = ""
        self.line = RefusalLine(theme)
        self.line.overruled.connect(lambda: self.overruled.emit(self._rule))
        self.line.asked.connect(hub.rule_asked)
        self.crew_served = Button(theme, "Make it crew-served", "soft")
        self.crew_served.clicked.connect(self.crewed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.line)
        column.addWidget(self.crew_served, 0, Qt.AlignmentFlag.AlignRight)
        self.hide()

    def show_no(self, no: No | None, offer: Mounting | None, who: str = "") -> None:
        """Show a refusal and its remedy, about the weapon `who` if named; hide it for None."""
        if no is None:
            self.line.clear()
            self.hide()
            return
        words = f"{who}: {no.why}." if who else f"{no.why}."
        # It is asked for after each key; `refuse` has a screen reader say it, so only what is new.
        if (words, no.rule) != (self.line.sentence(), self._rule):
            self.line.refuse(words, no.rule)
        self._rule = no.rule
        self.crew_served.setVisible(offer is Mounting.CREW_SERVED)
        self.show()

    def focus(self) -> None:
        """Focus Overrule, where O and Space work."""
        for button in self.line.findChildren(Button):
            if not button.isHidden():
                button.setFocus(Qt.FocusReason.OtherFocusReason)


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
