"""A rule on a card: its words, who does what when, its ruling, and the campaign's own setting."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.rules.texts import RuleText, rule_text
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import house_rule_values
from ui.desk import Desk
from ui.dialogs.house_rules_page import RuleRow
from ui.hub import Hub
from ui.panels.rule_links import MODES, related, switches_of
from ui.text import ElidedLabel, plain_label
from ui.theme import Theme
from ui.widgets.brushwork import draw_focus
from ui.widgets.buttons import Button
from ui.widgets.citation import Citation
from ui.widgets.painted import PaintedWidget

EDGE = 24


class RuleCard(PaintedWidget):
    """Shows one rule after another: a citation on it leads to that rule, Back (Alt+Left) returns.

    `closed` when Esc or the cross was pressed; whoever shows the card takes it away.
    """

    closed = Signal()

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setAccessibleName("Rule")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._desk = desk
        self.rule = ""
        self._before: list[str] = []
        self.switches: tuple[RuleRow, ...] = ()
        self.links: tuple[Citation, ...] = ()
        self._number = plain_label(theme, "", "caption", "accent_text", strong=True)
        self.title = plain_label(theme, "", "head", wrap=True)
        self._mode = plain_label(theme, "", "small", "text3", wrap=True)
        self._back = Button(theme, "", "quiet", "chevron-left", name="Back  Alt ←")
        self._cross = Button(theme, "", "quiet", "cross", name="Close  Esc")
        self._scroll = QScrollArea()
        self._back.clicked.connect(self.go_back)
        self._cross.clicked.connect(self.closed)
        desk.changed.connect(self._heard)
        self._lay_out()
        self.restyle()

    def show_rule(self, rule: str) -> None:
        """Show a rule; the one before can be gone back to."""
        if self.rule and self.rule != rule:
            self._before.append(self.rule)
        self._show(rule)

    def go_back(self) -> None:
        """Show the rule that was shown before this one."""
        if self._before:
            self._show(self._before.pop())

    def words(self) -> str:
        """Give all that it says, as plain text."""
        labels = self._page.findChildren(type(self.title))
        return "\n".join(label.text() for label in (self.title, self._mode, *labels))

    def height_for(self, wide: int) -> int:
        """Give the height at which nothing has to be scrolled, in a card of this width."""
        self._column.activate()
        page = max(self._column.heightForWidth(wide), self._column.sizeHint().height())
        head = max(self._head.heightForWidth(wide), self._head.sizeHint().height())
        return head + page

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self._scroll.verticalScrollBar()
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() == Qt.Key.Key_Left and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.go_back()
        elif by := _SCROLLS.get(Qt.Key(event.key())):
            step = bar.pageStep() if abs(by) > 1 else self.theme.px(48)
            bar.setValue(bar.value() + (step if by > 0 else -step))
        else:
            event.ignore()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        if self.hasFocus():
            draw_focus(painter, box.adjusted(2, 2, -2, -2), self.theme, self.theme.px(8))

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            px = self.theme.px
            self._head.setContentsMargins(px(EDGE), px(16), px(12), px(12))
            self._names.setSpacing(px(2))
            self._column.setContentsMargins(px(EDGE), px(4), px(EDGE), px(EDGE))
            self._column.setSpacing(px(12))

    def _lay_out(self) -> None:
        self._names = QVBoxLayout()
        for label in (self._number, self.title, self._mode):
            self._names.addWidget(label)
        self._head = QHBoxLayout()
        self._head.addLayout(self._names, 1)
        self._head.addWidget(self._back, 0, Qt.AlignmentFlag.AlignTop)
        self._head.addWidget(self._cross, 0, Qt.AlignmentFlag.AlignTop)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)
        self._new_page()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self._scroll, 1)

    def _new_page(self) -> None:
        self._page = QWidget()
        self._column = QVBoxLayout(self._page)
        self._scroll.setWidget(self._page)
        self._page.setAutoFillBackground(False)

    def _show(self, rule: str) -> None:
        held = self.isAncestorOf(self.window().focusWidget() or self)
        self.rule = rule
        self._new_page()
        self.switches, self.links = (), ()
        try:
            text = rule_text(rule)
        except BadInput as error:
            self._name(rule, "No rule of that number", "")
            self._say(error.sentence, "text2")
        else:
            self._name(text.id, text.title, f"{text.section} · {MODES[text.mode]}")
            self._fill(text)
        self._column.addStretch(1)
        self._back.setVisible(bool(self._before))
        self.restyle()
        if held:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _name(self, number: str, title: str, mode: str) -> None:
        self._number.say(number)
        self.title.say(title)
        self._mode.say(mode)
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
            self._column.addWidget(row)

    def _add_links(self, text: RuleText) -> None:
        ids = related(text)
        if not ids:
            return
        self._head_line("See also")
        self.links = tuple(Citation(self.theme, id) for id in ids)
        table = QGridLayout()
        table.setHorizontalSpacing(self.theme.px(8))
        table.setVerticalSpacing(0)
        for row, link in enumerate(self.links):
            link.asked.connect(self.show_rule)
            table.addWidget(link, row, 0)
            title = ElidedLabel(self.theme, rule_text(link.rule).title, "small", "text2")
            table.addWidget(title, row, 1)
        table.setColumnStretch(1, 1)
        self._column.addLayout(table)

    def _head_line(self, words: str) -> None:
        self._column.addWidget(plain_label(self.theme, words, "caption", "text3", strong=True))

    def _say(self, words: str, token: str = "text") -> None:
        self._column.addWidget(plain_label(self.theme, words, "body", token, wrap=True))

    def _fact(self, name: str, words: str) -> None:
        if words:
            line = f"{name}: {words[:1].lower()}{words[1:]}"
            self._column.addWidget(plain_label(self.theme, line, "small", "text2", wrap=True))

    def _heard(self, changes: Changes) -> None:
        if self.switches and not changes.tables.isdisjoint(house_rule_values.tables):
            values = self._desk.read(house_rule_values)
            for row in self.switches:
                row.show_value(values[row.rule.id])


_SCROLLS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 2, Qt.Key.Key_PageUp: -2}
