"""The house rules of a campaign, by subject or found by words, each with its editor and source."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.games import Game, of_names
from brikdesk.rules.brikwars.house_rules import SOURCES
from brikdesk.rules.switches import Switch
from brikdesk.rules.texts import is_known
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import house_rule_values
from brikdesk.store.views.scifi import played
from ui.campaign.desk import Desk
from ui.forms.rule_editors import OrderEditor, SomeEditor, editor_for, said
from ui.look.text import plain_label, tip
from ui.look.theme import Theme
from ui.models.matching import match
from ui.widgets.backdrop import Backdrop
from ui.widgets.buttons import Button
from ui.widgets.layout.arranging import Arranging
from ui.widgets.layout.held import held_by
from ui.widgets.rules.citation import Citation

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


class RuleRow(QWidget):
    """One switch: title, explanation, editor, rule, source, and a button back to the default.

    `asked` is emitted with a rule's ID when its card is wanted.
    """

    asked = Signal(str)

    def __init__(self, theme: Theme, desk: Desk, rule: Switch, value: Any) -> None:
        super().__init__()
        self._arranging = Arranging(self, self._hold)
        self.theme, self._desk, self.rule = theme, desk, rule
        px = theme.px
        self.editor = editor_for(theme, rule)
        self.editor.setEnabled(not desk.read_only)
        self.editor.changed.connect(self._set)
        self._back = Button(theme, "", "quiet", "undo")
        self._back.clicked.connect(lambda: self._set(rule.default))
        citation = Citation(theme, rule.rule)
        citation.asked.connect(self.asked)
        if not is_known(rule.rule):
            citation.hide()
        source = plain_label(theme, rule.source, "caption", "text3")
        if rule.source:
            tip(source, f"Default {SOURCES[rule.source]}.")
        else:
            source.hide()
        words = QVBoxLayout()
        words.setSpacing(px(2))
        words.addWidget(plain_label(theme, rule.title, "body", strong=True, wrap=True))
        words.addWidget(plain_label(theme, rule.explanation, "small", "text2", wrap=True))
        if rule.table:
            why = f"{DECIDES}{rule.table}"
            words.addWidget(plain_label(theme, why, "caption", "text3", wrap=True))
        foot = QHBoxLayout()
        foot.setSpacing(px(8))
        for part in (citation, source, self._back):
            foot.addWidget(part)
        foot.addStretch(1)
        words.addLayout(foot)
        wide = isinstance(self.editor, OrderEditor | SomeEditor) or rule.kind == "list"
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line = QBoxLayout(down if wide else right, self)
        self._line.setContentsMargins(0, px(8), 0, px(12))
        self._line.setSpacing(px(8 if wide else 16))
        self._line.addLayout(words, 3)
        self._line.addWidget(self.editor, 2)
        if not wide:
            self.editor.setMinimumWidth(px(168))
            self.editor.column.addStretch(1)
        self.show_value(value)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

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
        self._rows: list[RuleRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        desk.changed.connect(self._heard)

    @property
    def rows(self) -> tuple[RuleRow, ...]:
        """The rows that are shown."""
        return tuple(self._rows)

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
        while item := self._column.takeAt(0):
            if old := item.widget():
                old.hide()
                old.deleteLater()
        values = self._desk.read(house_rule_values)
        self._rows = [RuleRow(self.theme, self._desk, rule, values[rule.id]) for rule in rules]
        subject = ""
        for row in self._rows:
            if headed and row.rule.subject != subject:
                subject = row.rule.subject
                self._column.addSpacing(self.theme.px(8))
                self._column.addWidget(plain_label(self.theme, subject, "body", "text3", True))
            row.asked.connect(self.asked)
            self._column.addWidget(row)
            line = Backdrop(self.theme, "line")
            line.setFixedHeight(1)
            self._column.addWidget(line)
        if not rules:
            self._column.addWidget(plain_label(self.theme, "No house rule fits.", "body", "text3"))
        self._column.addStretch(1)
        for part in held_by(self._column).values():
            if isinstance(part, QWidget):
                part.show()  # by itself Qt shows it later, and lays everything out once more
        for row in self._rows:
            row.hold(self.width())

    def _heard(self, changes: Changes) -> None:
        if changes.tables.isdisjoint(house_rule_values.tables):
            return
        values = self._desk.read(house_rule_values)
        for row in self._rows:
            row.show_value(values[row.rule.id])
