"""A card with a rule: its words, who does it and when, its ruling, and the campaign's setting."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.games.related import related, switches_of
from brikdesk.rules.texts import RuleText, rule_text
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import house_rule_values
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.house_rules_page import RuleRow
from ui.look.text import ElidedLabel, plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.reading_card import ReadingCard
from ui.widgets.rules.citation import Citation

MODES = {
    "auto": "The desk does it",
    "assist": "The desk proposes, you confirm",
    "note": "Shown only",
    "ruling": "Ruling on an open question",
    "setting": "Behind a house rule",
    "fact": "Fact",
}
"""How the desk carries out a rule of each mode, in words."""


class RuleCard(ReadingCard):
    """Shows a rule; its citations lead to other rules, Back (Alt+Left) returns."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub) -> None:
        super().__init__(theme)
        self.setAccessibleName("Rule")
        self._desk = desk
        self.rule = ""
        self._before: list[str] = []
        self.switches: tuple[RuleRow, ...] = ()
        self.links: tuple[Citation, ...] = ()
        self._back = Button(theme, "", "quiet", "chevron-left", name="Back  Alt ←")
        self._back.clicked.connect(self.go_back)
        self.add_to_head(self._back)
        desk.changed.connect(self._heard)
        self.restyle()

    def show_rule(self, rule: str) -> None:
        """Show a rule; Back returns to the one before. An unknown ID is explained on the card."""
        # The same rule asked for again is no step that Back would undo.
        if self.rule and self.rule != rule:
            self._before.append(self.rule)
        self._show(rule)

    def go_back(self) -> None:
        """Show the rule that was shown before this one."""
        if self._before:
            self._show(self._before.pop())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Left and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.go_back()
        else:
            super().keyPressEvent(event)

    def _show(self, rule: str) -> None:
        held = self.holds_focus
        self.rule = rule
        self.new_page()
        self.switches, self.links = (), ()
        try:
            text = rule_text(rule)
        except BadInput as error:
            self._name(rule, "No rule of that number", "")
            self._say(error.sentence, "text2")
        else:
            self._name(text.id, text.title, f"{text.section} · {MODES[text.mode]}")
            self._fill(text)
        self.page_column.addStretch(1)
        self._back.setVisible(bool(self._before))
        self.restyle()
        if held:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _name(self, number: str, title: str, mode: str) -> None:
        self.caption.say(number)
        self.title.say(title)
        self.below.say(mode)
        self.setAccessibleName(f"Rule {number}, {title}")

    def _fill(self, text: RuleText) -> None:
        if text.question:
            self._head_line("Open in the book")
            self._say(text.question, "text2")
            self._head_line("Ruling")
            self._say(text.ruling)
            if text.choices:
                self._fact("Other readings", "; ".join(text.choices))
        else:
            self._say(text.text)
        self._fact("When", text.when)
        self._fact("Who", text.who)
        self._fact("What is kept", text.state)
        self._fact("Source", text.source)
        self._add_switches(text)
        self._add_links(text)

    def _add_switches(self, text: RuleText) -> None:
        rules = switches_of(text)
        if not rules:
            return
        self._head_line("In this campaign")
        values = self._desk.read(house_rule_values)
        self.switches = tuple(
            RuleRow(self.theme, self._desk, rule, values[rule.id]) for rule in rules
        )
        for row in self.switches:
            row.asked.connect(self.show_rule)
            self.page_column.addWidget(row)

    def _add_links(self, text: RuleText) -> None:
        ids = related(text)
        if not ids:
            return
        self._head_line("See also")
        self.links = tuple(Citation(self.theme, id) for id in ids)
        table = QGridLayout()
        table.setHorizontalSpacing(self.theme.px(8))
        # Citations have room of their own above and below.
        table.setVerticalSpacing(0)
        for row, link in enumerate(self.links):
            link.asked.connect(self.show_rule)
            table.addWidget(link, row, 0)
            title = ElidedLabel(self.theme, rule_text(link.rule).title, "small", "text2")
            table.addWidget(title, row, 1)
        table.setColumnStretch(1, 1)
        self.page_column.addLayout(table)

    def _head_line(self, words: str) -> None:
        self.page_column.addWidget(plain_label(self.theme, words, "caption", "text3", strong=True))

    def _say(self, words: str, token: str = "text") -> None:
        self.page_column.addWidget(plain_label(self.theme, words, "body", token, wrap=True))

    def _fact(self, name: str, words: str) -> None:
        if words:
            line = f"{name}: {words[:1].lower()}{words[1:]}"
            self.page_column.addWidget(plain_label(self.theme, line, "small", "text2", wrap=True))

    def _heard(self, changes: Changes) -> None:
        if self.switches and not changes.tables.isdisjoint(house_rule_values.tables):
            values = self._desk.read(house_rule_values)
            for row in self.switches:
                row.show_value(values[row.rule.id])
