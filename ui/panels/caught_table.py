"""Who is caught in an explosion: a distance for each, everything else folded."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.acts.attack.aim import Caught
from ui.dialogs.fields import Option
from ui.dialogs.measure import MeasureEdit
from ui.dialogs.pick_box import PickBox
from ui.models import attack_picks
from ui.models.attack_controller import AttackController
from ui.models.attack_draft import named
from ui.models.attack_table import MINIFIGS
from ui.models.pick_rows import PickRow
from ui.panels.unit_cells import token_of
from ui.text import ElidedLabel
from ui.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.flow import FlowLayout
from ui.widgets.painted import PaintedWidget
from ui.widgets.token import Token, TokenLook

LOOSE = {None: "Thrown by Size", True: "Loose", False: "Fixed"}
SECTIONS = {None: "All inside", 2: "2 sections", 1: "1 section"}
Say = Callable[[Caught], object]


class CaughtRow(QWidget):
    """One unit: token, name, distance; sections or inches, exposed, loose and room on demand."""

    def __init__(
        self, theme: Theme, caught: Caught, name: str, look: TokenLook, minifig: bool
    ) -> None:
        super().__init__()
        self.theme, self.caught = theme, caught
        self.said: Say = lambda _caught: None
        self.spared: Callable[[], object] = lambda: None
        self._names = ElidedLabel(theme, name, "body")
        self._details = QWidget()
        self.distance = MeasureEdit(theme, 0, 1000, '"', 2)
        self.distance.setAccessibleName(f"{name}, inches from the centre")
        self.distance.textEdited.connect(self._measured)
        self.more = Button(theme, "", "quiet", "dots", name=f"More about {name}")
        self.more.setCheckable(True)
        self.more.toggled.connect(lambda on: self._details.setVisible(on))
        self._spare = Button(theme, "", "quiet", "cross", name=f"{name} is not caught")
        self._spare.clicked.connect(lambda: self.spared())
        self._sections, self._inches = PickBox(theme), MeasureEdit(theme, 0, 1000, '" in', 1)
        self._exposed = QCheckBox("Exposed")
        self._loose, self._free = PickBox(theme), MeasureEdit(theme, 0, 1000, '" free', 1)
        self._lay_out(Token(theme, look, 22, name), minifig)
        self._connect()
        self.show_caught(caught)

    def show_caught(self, caught: Caught) -> None:
        """Show what was measured; the field that is typed into is left alone."""
        self.caught = caught
        for field, value in (
            (self.distance, caught.distance),
            (self._inches, caught.inches),
            (self._free, caught.free),
        ):
            if not field.hasFocus():
                field.set_value(None if value is None else round(value, 1))
        self._sections.set_value(caught.sections)
        self._exposed.setChecked(caught.exposed)
        self._loose.set_value(caught.loose)
        unusual = replace(caught, distance=0.0, blast="") != Caught(unit_id=caught.unit_id)
        if unusual and not self.more.isChecked():
            self.more.setChecked(True)

    def restyle(self) -> None:
        """Take up new sizes."""
        px = self.theme.px
        for field in (self.distance, self._inches, self._free):
            field.setFixedWidth(px(84))
        for box in (self._sections, self._loose):
            box.setFixedWidth(px(140))
        self._line.setSpacing(px(8))
        self._column.setSpacing(px(4))
        self._flow.setSpacing(px(8))
        self._details.setContentsMargins(px(30), 0, 0, px(4))

    def _lay_out(self, token: Token, minifig: bool) -> None:
        self._sections.offer([Option(value, words) for value, words in SECTIONS.items()])
        self._loose.offer([Option(value, words) for value, words in LOOSE.items()])
        self._sections.setAccessibleName("Sections inside")
        self._inches.setAccessibleName("Inches inside")
        self._loose.setAccessibleName("Whether it is thrown")
        self._free.setAccessibleName("Inches free behind it")
        self._flow = FlowLayout(self._details)
        inside = self._sections if minifig else self._inches
        (self._inches if minifig else self._sections).hide()
        for part in (inside, self._exposed, self._loose, self._free):
            self._flow.addWidget(part)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._details.setSizePolicy(policy)
        self._line = QHBoxLayout()
        self._line.addWidget(token)
        self._line.addWidget(self._names, 1)
        for beside in (self.distance, self.more, self._spare):
            self._line.addWidget(beside)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._line)
        self._column.addWidget(self._details)
        self._details.hide()
        self.restyle()

    def _connect(self) -> None:
        self._sections.activated.connect(lambda _at: self._say(sections=self._sections.value()))
        self._loose.activated.connect(lambda _at: self._say(loose=self._loose.value()))
        self._exposed.clicked.connect(lambda on: self._say(exposed=on))
        self._inches.textEdited.connect(lambda _: self._say(inches=self._inches.value()))
        self._free.textEdited.connect(lambda _: self._say(free=self._free.value()))

    def _measured(self) -> None:
        if self.distance.value() is not None and not self.distance.problem():
            self._say(distance=float(self.distance.value() or 0))

    def _say(self, **found: object) -> None:
        self.caught = replace(self.caught, **found)  # type: ignore[arg-type]
        self.said(self.caught)


class CaughtTable(PaintedWidget):
    """A line that says who is caught; open, a row for each.

    `adding` asks for the list of units, `opened` tells that the rows come or go.
    """

    adding = Signal()
    opened = Signal(bool)

    def __init__(
        self, theme: Theme, controller: AttackController, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._controller = controller
        self.is_open = False
        self._rows: dict[tuple[str, int], CaughtRow] = {}
        self._order: list[tuple[str, int]] = []
        self.head = Button(theme, "Caught", "quiet", "chevron-right", "C")
        self.head.clicked.connect(lambda: self.open(not self.is_open))
        self._names = ElidedLabel(theme, "", "small", "text2")
        self.add = Button(theme, "Add a unit", "soft", "plus")
        self.add.clicked.connect(self.adding)
        self._top = QHBoxLayout()
        self._top.addWidget(self.head)
        self._top.addWidget(self._names, 1)
        self._top.addStretch(0)
        self._list = QVBoxLayout()
        self._foot = QHBoxLayout()
        self._foot.addWidget(self.add)
        self._foot.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        for part in (self._top, self._list, self._foot):
            self._column.addLayout(part)
        self.restyle()
        self.hide()

    def open(self, wanted: bool) -> None:
        """Show the rows, or only the line (C)."""
        self.is_open = wanted
        self.follow()
        self.opened.emit(wanted)
        if wanted:
            first = next(iter(self._rows.values()), None)
            field: QWidget = first.distance if first else self.add
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            if first:
                first.distance.selectAll()

    def follow(self) -> None:
        """Show who is caught as the draft and the map have it."""
        controller = self._controller
        known = {named(each): each for each in self._all()}
        self.setVisible(bool(controller.preview.blasts) and not controller.preview.flies)
        self._order = [name for name in self._order if name in known]
        fresh = sorted((name for name in known if name not in self._order),
                       key=lambda name: known[name].distance)  # fmt: skip
        self._order += fresh
        self._names.say(self._summary(known))
        self.head.set_words(f"Caught: {len(known)}" if known else "Caught: nobody else")
        self.head.set_icon("chevron-down" if self.is_open else "chevron-right")
        self._names.setVisible(not self.is_open)
        self._top.setStretch(2, int(self.is_open))
        self.add.setVisible(self.is_open)
        self._show_rows(known if self.is_open else {})

    def rows(self) -> tuple[PickRow, ...]:
        """Give the list of units, those that are caught ticked."""
        caught = [each.unit_id or 0 for each in self._all()]
        return attack_picks.everybody(self._controller.table, caught)

    def take(self, unit_id: int) -> None:
        """Have a unit caught, or no more."""
        draft = self._controller.draft
        name = ("", unit_id)
        if any(named(each) == name for each in self._all()):
            self._controller.change(draft.sparing(*name))
        else:
            away = 0.0
            blasts = self._controller.preview.blasts
            if blasts and (where := self._controller.table.from_blast(blasts[0], unit_id)):
                away = where
            self._controller.change(draft.catching(Caught(unit_id=unit_id, distance=away)))

    def row(self, unit_id: int, blast: str = "") -> CaughtRow:
        """Give the row of a unit; KeyError where it has none."""
        return self._rows[(blast, unit_id)]

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._top.setSpacing(px(8))
        self._list.setSpacing(px(4))
        self._column.setSpacing(px(6))
        for row in self._rows.values():
            row.restyle()
        super().restyle()

    def _all(self) -> tuple[Caught, ...]:
        return (*self._controller.draft.caught, *self._controller.on_the_map)

    def _summary(self, known: dict[tuple[str, int], Caught]) -> str:
        table = self._controller.table
        parts = []
        for name in self._order:
            unit = table.unit(known[name].unit_id)
            parts.append(f'{unit.name if unit else "?"} {known[name].distance:.3g}"')
        return ", ".join(parts)

    def _show_rows(self, known: dict[tuple[str, int], Caught]) -> None:
        for name in [name for name in self._rows if name not in known]:
            row = self._rows.pop(name)
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        for at, name in enumerate(self._order):
            if name in known and name not in self._rows:
                self._rows[name] = self._made(known[name])
                self._list.insertWidget(at, self._rows[name])
            elif name in known:
                self._rows[name].show_caught(known[name])

    def _made(self, caught: Caught) -> CaughtRow:
        unit = self._controller.table.unit(caught.unit_id)
        name = unit.name if unit else "Gone"
        look = token_of(unit) if unit else TokenLook("slate", "?")
        minifig = unit is not None and unit.kind in MINIFIGS
        row = CaughtRow(self.theme, caught, name, look, minifig)
        controller = self._controller
        row.said = lambda each: controller.change(controller.draft.catching(each))
        blast, key = named(caught)
        row.spared = lambda: controller.change(controller.draft.sparing(blast, key))
        return row
