"""Rows of the Sci-fi weapon editor: a capability with its own ammunition, a member of the crew."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QWidget
from typing_extensions import override

from brikdesk.acts.scifi.crew_rows import MemberFacts
from brikdesk.acts.scifi.weapon_figures import CapabilityFacts
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.stores import Holder
from ui.forms.field_box import FieldBox
from ui.forms.fields import FieldOption
from ui.forms.pick_box import PickBox
from ui.look.theme import Theme
from ui.models.scifi_units.loads import parse_loads, write_loads
from ui.parts.fields.field_rows import RowField
from ui.widgets.buttons import Button

NAME_LENGTH = 80
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
        self.first.setMaxLength(NAME_LENGTH)
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
