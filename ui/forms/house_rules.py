"""The house rules of a campaign, by subject or found by words, each with its editor."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QLineEdit, QWidget
from typing_extensions import override

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.games import Game, of_names
from brikdesk.rules.brikwars.house_rules import SOURCES
from brikdesk.rules.switches import Switch, Value, spoken
from brikdesk.rules.texts import is_known
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import house_rule_values, played
from ui.campaign.desk import Desk
from ui.look.text import note, plain_label, tip
from ui.look.theme import Theme
from ui.models.picks import match
from ui.widgets.buttons import Button, Segment, Segmented, icon_button
from ui.widgets.fields import ListBox, NumberField
from ui.widgets.focus import AltMoves
from ui.widgets.layout import (
    SPRING,
    Arranged,
    clear_out,
    fill,
    held,
    in_column,
    in_flow,
    in_row,
)
from ui.widgets.painted import hairline
from ui.widgets.rule_lines import Citation

FEW = 2
"""Choices up to this number stand side by side; more of them are a list to open."""


def said(value: Value) -> str:
    """Return a value as the settings page shows it: owner_round as owner round."""
    return spoken(value).replace("_", " ").replace("-", "−")


class RuleEditor(QWidget):
    """The editor of one house rule. `changed` brings the value that the referee chose."""

    changed = Signal(object)

    gap: float | None = None

    def __init__(self, theme: Theme, rule: Switch) -> None:
        super().__init__()
        self.theme, self.rule = theme, rule
        self.column = in_column(theme, gap=self.gap, on=self)

    def show_value(self, value: Value) -> None:
        """Show the value that holds now, without the signal."""
        raise NotImplementedError


class FewEditor(RuleEditor):
    """A house rule with two answers, side by side."""

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
    """A house rule with several answers, in a list to open."""

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
    """A house rule that is a whole number; it is taken when the field is left or Enter is pressed."""

    def __init__(self, theme: Theme, rule: Switch) -> None:
        super().__init__(theme, rule)
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
    """A house rule of typed words; they are taken when the field is left or Enter is pressed."""

    def __init__(self, theme: Theme, rule: Switch) -> None:
        super().__init__(theme, rule)
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
    """A house rule that takes several of many, each with a tick."""

    def __init__(self, theme: Theme, rule: Switch) -> None:
        super().__init__(theme, rule)
        self.boxes = {str(choice): QCheckBox(said(choice)) for choice in rule.choices}
        for box in self.boxes.values():
            # `clicked`, not `toggled`: that would come also from `show_value`.
            box.clicked.connect(lambda _on: self.changed.emit(self._chosen()))
        self.column.addWidget(held(in_flow(theme, *self.boxes.values(), gap=10)))

    @override
    def show_value(self, value: Value) -> None:
        chosen = value if isinstance(value, tuple) else ()
        for name, box in self.boxes.items():
            box.setChecked(name in chosen)

    def _chosen(self) -> tuple[str, ...]:
        return tuple(name for name, box in self.boxes.items() if box.isChecked())


class OrderEditor(RuleEditor):
    """A house rule that puts all in an order; Alt+Up and Alt+Down, or the buttons, move one."""

    gap = 2

    def __init__(self, theme: Theme, rule: Switch) -> None:
        super().__init__(theme, rule)
        self._names: list[str] = []

    @override
    def show_value(self, value: Value) -> None:
        if isinstance(value, tuple) and list(value) != self._names:
            self._fill(value)

    def _fill(self, names: Sequence[str], focus: int = -1) -> None:
        self._names = list(names)
        clear_out(self.column)
        self._lines = [self._line(place, name) for place, name in enumerate(names)]
        for line in self._lines:
            self.column.addWidget(line)
        # The pressed button went with its line; at either end only one of the two is enabled.
        if focus >= 0:
            buttons = self._lines[focus].findChildren(Button)
            next(b for b in buttons if b.isEnabled()).setFocus(Qt.FocusReason.OtherFocusReason)

    def _line(self, place: int, name: str) -> QWidget:
        theme, words = self.theme, f"{place + 1}. {said(name).capitalize()}"
        across = in_row(theme, (plain_label(theme, words, "body", "text2"), 1))
        line = held(across)
        for icon, by, move in (("chevron-up", -1, "Earlier"), ("chevron-down", 1, "Later")):
            button = icon_button(theme, icon, f"{move}: {said(name)}")
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
        # Side by side, longer words would be cut.
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


MOST_FOUND = 30

DECIDES = "The table carries it out, the desk shows it where it matters. "


def subjects(game: Game) -> tuple[str, ...]:
    """Return the subjects of a game's switches in the order of the settings page."""
    return tuple(dict.fromkeys(rule.subject for rule in game.house_rules.values()))


def pages_played(desk: Desk) -> tuple[str, ...]:
    """Return the pages of house rules for the games that the campaign plays."""
    own = (subjects(each) if each.pages else (each.label,) for each in of_names(desk.read(played)))
    return tuple(page for pages in own for page in pages)


def _rules_played(desk: Desk) -> tuple[Switch, ...]:
    """Return the switches of the games that the campaign plays."""
    return tuple(rule for game in of_names(desk.read(played)) for rule in _rules_of(game, desk))


def _rules_of(game: Game, desk: Desk) -> tuple[Switch, ...]:
    power = any(each.power for each in of_names(desk.read(played)))
    rules = game.house_rules.values()
    return tuple(rule for rule in rules if power or rule.id not in game.with_power)


class RuleRow(Arranged, QWidget):
    """One switch: title, explanation, editor, rule, source, and a button back to the default.

    `asked` is emitted with a rule's ID when its card is wanted.
    """

    asked = Signal(str)

    def __init__(self, theme: Theme, desk: Desk, rule: Switch, value: Any) -> None:
        super().__init__()
        self.arranged_by(self._hold)
        self.theme, self._desk, self.rule = theme, desk, rule
        self.editor = editor_for(theme, rule)
        self.editor.setEnabled(not desk.read_only)
        self.editor.changed.connect(self._set)
        self._back = Button(theme, "", "quiet", "undo")
        self._back.clicked.connect(lambda: self._set(rule.default))
        citation = Citation(theme, rule.rule)
        citation.asked.connect(self.asked)
        if not is_known(rule.rule):  # there is no card to show
            citation.hide()
        source = plain_label(theme, rule.source, "caption", "text3")
        if rule.source:
            tip(source, f"Default {SOURCES[rule.source]}.")
        else:
            source.hide()
        table = f"{DECIDES}{rule.table}"
        words = in_column(
            theme,
            plain_label(theme, rule.title, "body", strong=True, wrap=True),
            note(theme, rule.explanation),
            plain_label(theme, table, "caption", "text3", wrap=True) if rule.table else None,
            in_row(theme, citation, source, self._back, SPRING, gap=8),
            gap=2,
        )
        parts, edges = ((words, 3), (self.editor, 2)), (0, 8, 0, 12)
        self._line: QBoxLayout
        if isinstance(self.editor, OrderEditor | SomeEditor) or rule.kind == "list":
            self._line = in_column(theme, *parts, gap=8, edges=edges, on=self)
        else:
            self._line = in_row(theme, *parts, gap=16, edges=edges, on=self)
            self.editor.setMinimumWidth(theme.px(168))
            self.editor.column.addStretch(1)
        self.show_value(value)

    def _hold(self) -> None:
        """Keep the height that the words need: in a low page the layout would squeeze rows."""
        self.hold(self.width())

    def hold(self, wide: int) -> None:
        """Be at least as high as the words need at a width in pixels."""
        self.setMinimumHeight(self._line.totalHeightForWidth(wide))

    def show_value(self, value: Any) -> None:
        """Show the value that holds now."""
        # Values are saved as JSON, where a tuple comes back as a list; defaults are tuples.
        value = tuple(value) if isinstance(value, list) else value
        self.editor.show_value(value)
        changed = value != self.rule.default
        self._back.setVisible(changed)
        words = said(self.rule.default)
        self._back.set_words(f"Back to {words if len(words) < 20 else 'the default'}")

    def _set(self, value: Any) -> None:
        stored = list(value) if isinstance(value, tuple) else value  # acts are saved as JSON
        self._desk.do(SetHouseRule(switch=self.rule.id, value=stored))


class HouseRulesPage(QWidget):
    """The switches of one subject, or those that are found by words."""

    asked = Signal(str)

    def __init__(self, theme: Theme, desk: Desk) -> None:
        super().__init__()
        self.theme, self._desk = theme, desk
        self.rows: tuple[RuleRow, ...] = ()
        """The rows that are shown."""
        self._column = in_column(theme, gap=0, on=self)
        desk.changed.connect(self._heard)

    def show_subject(self, subject: str) -> None:
        """Show the switches of a page: of a subject, or of a game under its subjects."""
        for game in of_names(self._desk.read(played)):
            rules = _rules_of(game, self._desk)
            if not game.pages and subject == game.label:
                self._show(rules, headed=True)
            elif game.pages and subject in subjects(game):
                self._show([rule for rule in rules if rule.subject == subject])

    def show_found(self, words: str) -> None:
        """Show the switches in which every typed word occurs, best first."""
        found = [
            (fits.cost, rule)
            for rule in _rules_played(self._desk)
            if (fits := match(words, rule.title, f"{rule.explanation} {rule.rule} {rule.id}"))
        ]
        self._show([rule for _, rule in sorted(found, key=lambda hit: hit[0])[:MOST_FOUND]])

    def _show(self, rules: Sequence[Switch], headed: bool = False) -> None:
        clear_out(self._column)
        theme, values = self.theme, self._desk.read(house_rule_values)
        self.rows = tuple(RuleRow(theme, self._desk, rule, values[rule.id]) for rule in rules)
        subject, parts = "", list[QWidget | float]()
        for row in self.rows:
            if headed and row.rule.subject != subject:
                subject = row.rule.subject
                head = plain_label(theme, subject, "body", "text3", strong=True)
                parts += [theme.px(8), head]
            row.asked.connect(self.asked)
            parts += [row, hairline(theme)]
        if not rules:
            parts.append(plain_label(theme, "No house rule fits.", "body", "text3"))
        fill(self._column, *parts, SPRING)
        for part in parts:
            if isinstance(part, QWidget):
                part.show()  # by itself Qt shows it later, and lays everything out once more
        for row in self.rows:
            row.hold(self.width())

    def _heard(self, changes: Changes) -> None:
        if changes.tables.isdisjoint(house_rule_values.tables):
            return
        values = self._desk.read(house_rule_values)
        for row in self.rows:
            row.show_value(values[row.rule.id])
