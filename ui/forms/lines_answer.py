"""An editor for lines of the same kind, such as the members of a crew."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from ui.campaign.desk import Desk
from ui.forms.answer import FieldEditor
from ui.forms.fields import FormQuestion, Lines, Pick, Text, Values, YesNo
from ui.look.text import plain_label, tip
from ui.look.theme import Theme
from ui.widgets.alt_moves import AltMoves
from ui.widgets.buttons import Button

MakeEditor = Callable[[Theme, FormQuestion], FieldEditor]
NARROW_FIRST = 3
"""With this many cells or more, the cells of a line stand two by two."""


class FormLine(QWidget):
    """One line: its cells, and a button that takes it out."""

    def __init__(self, theme: Theme, asked: Lines, make: MakeEditor, parent: QWidget) -> None:
        super().__init__(parent)
        self.cells = {cell.name: make(theme, cell) for cell in asked.cells}
        self.away = Button(theme, "", "quiet", "cross", name="Take out")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.px(8))
        grid.setVerticalSpacing(theme.px(6))
        across = 2 if len(self.cells) >= NARROW_FIRST else max(1, len(self.cells))
        for at, (cell, answer) in enumerate(zip(asked.cells, self.cells.values(), strict=True)):
            tip(answer, cell.label)
            # Cells share the width by their stretch alone: a long name in a list asks for no more.
            answer.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            grid.addWidget(answer, at // across, at % across)
            wide = across == len(self.cells) and isinstance(cell, Pick | Text)
            grid.setColumnStretch(at % across, 2 if wide else 1)
        if across == len(self.cells):
            grid.addWidget(self.away, 0, across, Qt.AlignmentFlag.AlignVCenter)
        else:
            grid.addWidget(self.away, 0, across, Qt.AlignmentFlag.AlignTop)
        self._asked = asked

    def name(self, place: int) -> None:
        """Put the number of the line, from 1, into the names that a screen reader says."""
        for cell, answer in zip(self._asked.cells, self.cells.values(), strict=True):
            words = f"{self._asked.label} {place}: {cell.label}"
            answer.setAccessibleName(words)
            # The editor inside has the focus, so it is the one that is read out.
            if proxy := answer.focusProxy():
                proxy.setAccessibleName(words)
        self.away.setAccessibleName(f"Take out {self._asked.label} {place}")

    def first(self) -> QWidget:
        """Return the first cell, where typing begins."""
        return next(iter(self.cells.values()))

    def value(self) -> dict[str, Any]:
        """Return the answers by the names of the cells, without those left open."""
        found = {name: answer.value() for name, answer in self.cells.items()}
        return {name: value for name, value in found.items() if value not in (None, "")}

    @property
    def is_blank(self) -> bool:
        """Whether the line says no more than every new line does."""
        fresh = {cell.name: cell.default for cell in self._asked.cells}
        plain = (None, "", False)
        return all(value in plain or value == fresh[name] for name, value in self.value().items())


class LinesAnswer(FieldEditor):
    """All lines; the button below adds one, Alt+Up and Alt+Down move the one with the focus."""

    def __init__(self, theme: Theme, asked: Lines, make: MakeEditor) -> None:
        super().__init__(theme, asked)
        self._asked, self._make = asked, make
        self._lines: list[FormLine] = []
        self._begun: list[dict[str, Any]] | None = None
        self._is_filled = False
        self._desk: Desk | None = None
        self._values: Values = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(6))
        self._head = plain_label(theme, _heads(asked), "caption", "text3", wrap=True)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.px(10))
        self.add_button = Button(theme, asked.more, "soft", "plus")
        self.add_button.clicked.connect(self._add_by_hand)
        column.addWidget(self._head)
        column.addLayout(self._rows)
        column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self.add_button)
        self.setAccessibleName(asked.label)
        self._settle()

    @property
    def lines(self) -> tuple[FormLine, ...]:
        """The lines from top to bottom."""
        return tuple(self._lines)

    def offer(self, desk: Desk, values: Values) -> None:
        """Begin with the lines that are there, and ask anew what each cell can hold."""
        self._desk, self._values = desk, values
        begun = [dict(line) for line in self._asked.begins(desk, values)]
        # Each letter in the form leads here: lines are only filled in when there are others.
        if not self._is_filled and begun != self._begun:
            self._begun = begun
            self._fill(begun)
        for line in self._lines:
            self._offer_to(line)

    def value(self) -> Any:
        """Return the answers of all lines that are not blank."""
        return [line.value() for line in self._lines if not line.is_blank]

    def set_value(self, value: Any) -> None:
        """Write these lines; from now on those of the campaign do not replace them."""
        self._is_filled = True
        self._fill([dict(each) for each in value if isinstance(each, Mapping)] if value else [])

    def problem(self) -> str:
        """Return what is wrong with the first wrong line, in words; empty if nothing is."""
        for place, line in enumerate(self._lines, start=1):
            if line.is_blank:
                continue
            for answer in line.cells.values():
                if wrong := answer.problem():
                    return f"Line {place}, {answer.asked.label}: {wrong}"
        return "Fill in a line." if self._asked.wanted and not self.value() else ""

    def add(self, cells: Mapping[str, Any] | None = None) -> FormLine:
        """Add a line below the others, with these answers filled in; return it."""
        line = FormLine(self.theme, self._asked, self._make, self)
        self._lines.append(line)
        self._rows.addWidget(line)
        # Offered first: a list cannot choose a value that it does not have yet.
        self._offer_to(line)
        for name, value in (cells or {}).items():
            if name in line.cells:
                line.cells[name].set_value(value)
        for answer in line.cells.values():
            answer.changed.connect(self.changed)
        line.away.clicked.connect(lambda: self._take_out(line))
        AltMoves(line).moved.connect(lambda by: self._move(line, by))
        # Qt itself shows it later, and a cell that is still hidden takes no focus.
        line.show()
        self._settle()
        return line

    def _add_by_hand(self) -> None:
        self.add().first().setFocus(Qt.FocusReason.TabFocusReason)
        self.changed.emit()

    def _take_out(self, line: FormLine) -> None:
        at = self._lines.index(line)
        self._drop(line)
        left = self._lines[min(at, len(self._lines) - 1)].away if self._lines else self.add_button
        left.setFocus(Qt.FocusReason.OtherFocusReason)
        self._settle()
        self.changed.emit()

    def _move(self, line: FormLine, by: int) -> None:
        at = self._lines.index(line)
        to = max(0, min(len(self._lines) - 1, at + by))
        focused = self.window().focusWidget()  # a local name only: Qt may delete the widget later
        self._lines.insert(to, self._lines.pop(at))
        self._rows.removeWidget(line)
        self._rows.insertWidget(to, line)
        if focused and line.isAncestorOf(focused):
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
        self._settle()
        self.changed.emit()

    def _fill(self, lines: Sequence[Mapping[str, Any]]) -> None:
        for line in self.lines:
            self._drop(line)
        for each in lines:
            self.add(each)
        self._settle()

    def _drop(self, line: FormLine) -> None:
        self._lines.remove(line)
        self._rows.removeWidget(line)
        # Deleted later, as its own button may be what is just being clicked; hidden until then.
        line.hide()
        line.deleteLater()

    def _offer_to(self, line: FormLine) -> None:
        if self._desk is None:
            return
        values = {**self._values, **line.value()}  # its own cells before fields of the same name
        for answer in line.cells.values():
            answer.offer(self._desk, values)

    def _settle(self) -> None:
        """Give each line its number; show the heads only if there are lines."""
        self._head.setVisible(bool(self._lines))
        for place, line in enumerate(self._lines, start=1):
            line.name(place)


def _heads(asked: Lines) -> str:
    """Return the names of the cells in the order of Tab; ticks have their words beside them."""
    return ", ".join(cell.label for cell in asked.cells if not isinstance(cell, YesNo))
