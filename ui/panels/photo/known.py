"""What is known to lie at the four corners: the table itself, a baseplate, or a measured rectangle."""

from enum import IntEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from brikdesk.ground.perspective import STUD, Rectangle
from brikdesk.lengths import in_inches
from ui.forms.field_box import FieldBox
from ui.forms.measure import MeasureEdit
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.segmented import Segment, Segmented

PLATE = 32
"""Studs along a side of the usual baseplate."""

MOST_STUDS, LONGEST = 500, 1000
"""The longest side in studs, and in inches."""


class KnownRectangle(IntEnum):
    """What the four handles are dragged onto, in the order of the switch."""

    TABLE = 0
    PLATE = 1
    MEASURED = 2


class KnownShape(QWidget):
    """Asks for a known rectangle and where it lies; `changed` comes with every change."""

    changed = Signal()

    def __init__(
        self, theme: Theme, table: tuple[float, float], before: Rectangle | None = None
    ) -> None:
        super().__init__()
        self._theme, self._table = theme, table
        segments = (Segment("Table"), Segment("Baseplate"), Segment("Other"))
        self.kind = Segmented(theme, segments)
        self.kind.chosen.connect(self._choose)
        self._words = plain_label(theme, "", "small", "text2", wrap=True)
        self.studs = self._pair("Studs across", "Studs deep", 1, MOST_STUDS, "studs", 0)
        self.sides = self._pair("Width", "Depth", 0.1, LONGEST, '"', 2)
        self.corner = self._pair("From the left", "From the far edge", -LONGEST, LONGEST, '"', 2)
        (self.turned,) = self._boxes(("Turned clockwise",), -360, 360, "°", 1)
        self._lay_out()
        self._begin(before)

    def rectangle(self) -> Rectangle | None:
        """Return the rectangle; None, with the field marked, where a number is missing."""
        if self.kind.current() == KnownRectangle.TABLE:
            return Rectangle(0.0, 0.0, *self._table)
        plate = self.kind.current() == KnownRectangle.PLATE
        boxes = (*(self.studs if plate else self.sides), *self.corner, self.turned)
        numbers = [self._number(box) for box in boxes]
        if any(number is None for number in numbers):
            return None
        across, deep, x, y, turned = (number or 0.0 for number in numbers)
        inches = STUD if plate else 1.0
        return Rectangle(x, y, across * inches, deep * inches, turned)

    def _number(self, box: FieldBox) -> float | None:
        editor = box.editor
        assert isinstance(editor, MeasureEdit)
        box.set_problem(editor.problem())
        return None if box.problem() else editor.value()

    def _begin(self, before: Rectangle | None) -> None:
        wide, deep = self._table
        _fill(self.studs, PLATE, PLATE)
        if before is None or (before == Rectangle(0.0, 0.0, wide, deep)):
            _fill(self.sides, 10, 10)
            # Somewhere has to be said first; the middle is seldom far off.
            side = PLATE * STUD
            _fill(self.corner, round((wide - side) / 2, 1), round((deep - side) / 2, 1))
            _fill((self.turned,), 0)
            self._choose(KnownRectangle.TABLE)
            return
        studs = before.width / STUD, before.depth / STUD
        whole = all(abs(each - round(each)) < 1e-6 for each in studs)
        _fill(self.studs, *(round(each) for each in studs) if whole else (PLATE, PLATE))
        _fill(self.sides, round(before.width, 2), round(before.depth, 2))
        _fill(self.corner, round(before.x, 2), round(before.y, 2))
        _fill((self.turned,), round(before.turned, 1))
        self._choose(KnownRectangle.PLATE if whole else KnownRectangle.MEASURED)

    def _choose(self, place: int) -> None:
        kind = KnownRectangle(place)
        self.kind.set_current(kind)
        wide, deep = self._table
        self._words.say(
            {
                KnownRectangle.TABLE: f"The whole table, {in_inches(wide)} by {in_inches(deep)}.",
                KnownRectangle.PLATE: "A stud is 8 mm: 32 studs are 10.08 inches.",
                KnownRectangle.MEASURED: "Any rectangle whose sides you have measured.",
            }[kind]
        )
        for boxes, shown in (
            (self.studs, kind is KnownRectangle.PLATE),
            (self.sides, kind is KnownRectangle.MEASURED),
            ((*self.corner, self.turned, self._where), kind is not KnownRectangle.TABLE),
        ):
            for box in boxes:
                box.setVisible(shown)
        self.changed.emit()

    def _pair(
        self, one: str, other: str, least: float, most: float, unit: str, decimals: int
    ) -> tuple[FieldBox, ...]:
        return self._boxes((one, other), least, most, unit, decimals)

    def _boxes(
        self, labels: tuple[str, ...], least: float, most: float, unit: str, decimals: int
    ) -> tuple[FieldBox, ...]:
        made = []
        for label in labels:
            editor = MeasureEdit(self._theme, least, most, unit, decimals)
            editor.textEdited.connect(lambda _text: self.changed.emit())
            made.append(FieldBox(self._theme, label, editor))
        return tuple(made)

    def _lay_out(self) -> None:
        px = self._theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(10))
        column.addWidget(self.kind)
        column.addWidget(self._words)
        self._where = plain_label(
            self._theme, "Where its far left corner lies on the table:", "small", "text2", wrap=True
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(10))
        grid.setVerticalSpacing(px(10))
        for row, boxes in ((0, self.studs), (1, self.sides), (3, self.corner), (4, (self.turned,))):
            for at, box in enumerate(boxes):
                grid.addWidget(box, row, at)
        grid.addWidget(self._where, 2, 0, 1, 2)
        column.addLayout(grid)


def _fill(boxes: tuple[FieldBox, ...], *numbers: float) -> None:
    for box, number in zip(boxes, numbers, strict=True):
        editor = box.editor
        assert isinstance(editor, MeasureEdit)
        editor.set_value(number)
