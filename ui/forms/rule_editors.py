"""Editors for the switches of house rules: a choice, a number, words, several of many, an order."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.rules.brikwars.house_rules import Switch, Value, spoken
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.alt_moves import AltMoves
from ui.widgets.buttons import Button
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.list_box import ListBox
from ui.widgets.number_field import NumberField
from ui.widgets.segmented import Segment, Segmented

FEW = 2
"""Choices up to this number stand side by side; more of them are a list to open."""


def said(value: Value) -> str:
    """Return a value as the settings page shows it: owner_round as owner round."""
    return spoken(value).replace("_", " ").replace("-", "−")


class RuleEditor(QWidget):
    """The editor of one switch. `changed` brings the value that the referee chose."""

    changed = Signal(object)

    def __init__(self, theme: Theme, rule: Switch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self.rule = theme, rule
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)

    def show_value(self, value: Value) -> None:
        """Show the value that holds now, without the signal."""
        raise NotImplementedError


class FewEditor(RuleEditor):
    """Two answers side by side."""

    def __init__(self, theme: Theme, rule: Switch) -> None:
        super().__init__(theme, rule)
        segments = tuple(Segment(said(choice).capitalize()) for choice in rule.choices)
        self.switch = Segmented(theme, segments)
        self.switch.chosen.connect(lambda at: self.changed.emit(rule.choices[at]))
        self.column.addWidget(self.switch)

    @override
    def show_value(self, value: Value) -> None:
        if value in self.rule.choices:
            self.switch.set_current(self.rule.choices.index(value))


class ListEditor(RuleEditor):
    """One of several answers, in a list to open."""

    def __init__(self, theme: Theme, rule: Switch) -> None:
        super().__init__(theme, rule)
        self.box = ListBox()
        for choice in rule.choices:
            self.box.addItem(said(choice))
        self.box.setAccessibleName(rule.title)
        # `activated` comes by hand only: `show_value` is not to be an act.
        self.box.activated.connect(lambda at: self.changed.emit(rule.choices[at]))
        self.column.addWidget(self.box)

    @override
    def show_value(self, value: Value) -> None:
        if value in self.rule.choices:
            self.box.setCurrentIndex(self.rule.choices.index(value))


class NumberEditor(RuleEditor):
    """A whole number; it is taken when the field is left or Enter is pressed."""

    def __init__(self, theme: Theme, rule: Switch, parent: QWidget | None = None) -> None:
        super().__init__(theme, rule, parent)
        self.field = NumberField(theme, *rule.span)
        self.field.setAccessibleName(rule.title)
        # Otherwise each digit would be a change of its own, and an act in the log.
        self.field.setKeyboardTracking(False)
        self.field.valueChanged.connect(lambda value: self.changed.emit(value))
        self.column.addWidget(self.field)

    @override
    def show_value(self, value: Value) -> None:
        self.field.blockSignals(True)
        self.field.setValue(int(value) if isinstance(value, int) else 0)
        self.field.blockSignals(False)


class WordsEditor(RuleEditor):
    """Typed words; they are taken when the field is left or Enter is pressed."""

    def __init__(self, theme: Theme, rule: Switch, parent: QWidget | None = None) -> None:
        super().__init__(theme, rule, parent)
        self.field = QLineEdit()
        self.field.setAccessibleName(rule.title)
        self.field.setPlaceholderText(rule.format)
        self.field.editingFinished.connect(self._finished)
        self._shown = ""
        self.column.addWidget(self.field)

    @override
    def show_value(self, value: Value) -> None:
        self._shown = spoken(value)
        self.field.setText(self._shown)

    def _finished(self) -> None:
        # Qt tells this also when a field is left in which nothing was typed.
        if self.field.text() != self._shown:
            self.changed.emit(self.field.text())


class SomeEditor(RuleEditor):
    """Several of many, each with a tick."""

    def __init__(self, theme: Theme, rule: Switch, parent: QWidget | None = None) -> None:
        super().__init__(theme, rule, parent)
        holder = QWidget()
        flow = FlowLayout(holder, theme.px(10))
        self.boxes = {str(choice): QCheckBox(said(choice)) for choice in rule.choices}
        for box in self.boxes.values():
            # `clicked`, not `toggled`: that would come also from `show_value`.
            box.clicked.connect(lambda _on: self.changed.emit(self._chosen()))
            flow.addWidget(box)
        self.column.addWidget(holder)

    @override
    def show_value(self, value: Value) -> None:
        chosen = value if isinstance(value, tuple) else ()
        for name, box in self.boxes.items():
            box.setChecked(name in chosen)

    def _chosen(self) -> tuple[str, ...]:
        return tuple(name for name, box in self.boxes.items() if box.isChecked())


class OrderEditor(RuleEditor):
    """All of them in an order; Alt+Up and Alt+Down, or the buttons, move one."""

    def __init__(self, theme: Theme, rule: Switch, parent: QWidget | None = None) -> None:
        super().__init__(theme, rule, parent)
        self._names: list[str] = []
        self.column.setSpacing(theme.px(2))

    @override
    def show_value(self, value: Value) -> None:
        if isinstance(value, tuple) and list(value) != self._names:
            self._fill(value)

    def _fill(self, names: Sequence[str], focus: int = -1) -> None:
        self._names = list(names)
        while item := self.column.takeAt(0):
            if line := item.widget():
                line.hide()
                line.deleteLater()
        self._lines = [self._line(place, name) for place, name in enumerate(names)]
        for line in self._lines:
            self.column.addWidget(line)
        # The pressed button went with its line; at either end only one of the two is enabled.
        if focus >= 0:
            buttons = self._lines[focus].findChildren(Button)
            next(b for b in buttons if b.isEnabled()).setFocus(Qt.FocusReason.OtherFocusReason)

    def _line(self, place: int, name: str) -> QWidget:
        theme = self.theme
        line = QWidget()
        across = QHBoxLayout(line)
        across.setContentsMargins(0, 0, 0, 0)
        words = f"{place + 1}. {said(name).capitalize()}"
        across.addWidget(plain_label(theme, words, "body", "text2"), 1)
        for icon, by, move in (("chevron-up", -1, "Earlier"), ("chevron-down", 1, "Later")):
            button = Button(theme, "", "quiet", icon, name=f"{move}: {said(name)}")
            button.setEnabled(0 <= place + by < len(self._names))
            button.clicked.connect(lambda _on=False, at=place, to=by: self._move(at, to))
            across.addWidget(button)
        AltMoves(line).moved.connect(lambda by, at=place: self._move(at, by))
        return line

    def _move(self, at: int, by: int) -> None:
        to = at + by
        if 0 <= to < len(self._names):
            names = list(self._names)
            names.insert(to, names.pop(at))
            self._fill(names, focus=to)
            self.changed.emit(tuple(names))


def editor_for(theme: Theme, rule: Switch) -> RuleEditor:
    """Return the editor for a switch. Raise KeyError for a kind that has none."""
    if rule.kind == "choice":
        few = len(rule.choices) <= FEW and max(len(said(c)) for c in rule.choices) <= 18
        return FewEditor(theme, rule) if few else ListEditor(theme, rule)
    kinds: dict[str, type[RuleEditor]] = {
        "number": NumberEditor,
        "text": WordsEditor,
        "list": WordsEditor,
        "subset": SomeEditor,
        "order": OrderEditor,
    }
    return kinds[rule.kind](theme, rule)
