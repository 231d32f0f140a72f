"""The card of a rule, which rules belong together, and the card that explains a log line's numbers."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QGridLayout, QLayout, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.games.related import related, switches_of
from brikdesk.rules.texts import RuleText, rule_text
from brikdesk.store.campaign import Changes
from brikdesk.store.lines import REFEREE, Sum, Term, part_text
from brikdesk.store.views.campaign_and_battle import house_rule_values
from brikdesk.store.views.log import LogEntry, NumberedAct, acts_by_number
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.house_rules import RuleRow
from ui.look.icons import ROW, paint_icon
from ui.look.text import ElidedLabel, note, plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import icon_button
from ui.widgets.layout import in_grid
from ui.widgets.overlay import Overlay, ReadingCard
from ui.widgets.painted import (
    PaintedButton,
    draw_focus,
    draw_line,
    draw_plate,
    hairline,
    square_in,
    text_width,
)
from ui.widgets.rule_lines import Citation

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
        self._back = icon_button(theme, "chevron-left", "Back  Alt ←", self.go_back)
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
        theme = self.theme
        self.links = tuple(Citation(theme, id) for id in ids)
        for link in self.links:
            link.asked.connect(self.show_rule)
        titles = (ElidedLabel(theme, rule_text(id).title, "small", "text2") for id in ids)
        # Citations have room of their own above and below.
        rows = zip(self.links, titles, strict=True)
        self.page_column.addLayout(in_grid(theme, *rows, gap=(8, 0), grows=(1,)))

    def _head_line(self, words: str) -> None:
        self.page_column.addWidget(plain_label(self.theme, words, "caption", "text3", strong=True))

    def _say(self, words: str, token: str = "text") -> None:
        self.page_column.addWidget(plain_label(self.theme, words, "body", token, wrap=True))

    def _fact(self, name: str, words: str) -> None:
        if words:
            line = f"{name}: {words[:1].lower()}{words[1:]}"
            self.page_column.addWidget(note(self.theme, line))

    def _heard(self, changes: Changes) -> None:
        if self.switches and not changes.tables.isdisjoint(house_rule_values.tables):
            values = self._desk.read(house_rule_values)
            for row in self.switches:
                row.show_value(values[row.rule.id])


JUMP, GAP = 28, 6


def signed(points: int) -> str:
    """Return the points of a part with their sign: +2, −1."""
    return f"{points:+d}".replace("-", "−")


class Jump(PaintedButton):
    """A button that names the earlier act behind a part and leads to it in the log.

    It is disabled if that act has no line in the log.
    """

    def __init__(self, theme: Theme, act: NumberedAct) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.act = act
        self.words = f"from: {act.title}{' (undone)' if act.undone else ''}"
        self.setAccessibleName(self.words)
        self.setEnabled(act.line_id is not None)

    @override
    def sizeHint(self) -> QSize:
        px = self.theme.px
        words = text_width(self.theme.font("small"), self.words)
        return QSize(px(ROW) + 3 * px(GAP) + words + 1, px(JUMP))

    @override
    def minimumSizeHint(self) -> QSize:
        # Its words may be cut, so that a long title does not widen the card.
        return QSize(self.theme.px(80), self.theme.px(JUMP))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, gap = self.theme, self.theme.px(GAP)
        live = self.isEnabled()
        if live and self.underMouse():
            draw_plate(painter, box, theme.px(4), theme.color("bg3"))
        if self.hasFocus():
            draw_focus(painter, box, theme, theme.px(4))
        side = theme.px(ROW)
        place = QRectF(box.left() + gap, box.top(), side, box.height())
        paint_icon(
            painter, square_in(place, side), theme, "log", "accent_text" if live else "text3"
        )
        words = box.adjusted(side + 2 * gap, 0, -gap, 0)
        ink = theme.color("accent_text" if live else "text3")
        draw_line(painter, words, self.words, theme.font("small"), ink)


class WhyCard(ReadingCard):
    """Shows the numbers of one line. Citations open the rule, `Jump`s lead to the earlier act."""

    gap = 20

    def __init__(self, theme: Theme, desk: Desk, hub: Hub) -> None:
        super().__init__(theme)
        self._desk, self._hub = desk, hub
        self.entry: LogEntry | None = None
        self.citations: tuple[Citation, ...] = ()
        self.jumps: tuple[Jump, ...] = ()
        self.caption.say("Why")
        desk.changed.connect(self._heard)
        self.restyle()

    def show_entry(self, entry: LogEntry) -> None:
        """Show the parts of every number of a line."""
        self.entry = entry
        self.title.say(entry.lead)
        said = " ".join(part_text(part) for part in entry.parts)
        self.below.say(said)
        self.below.setVisible(bool(said))
        self.setAccessibleName(f"Why: {entry.lead}")
        self._fill(entry)
        self.restyle()

    def _fill(self, entry: LogEntry) -> None:
        held = self.holds_focus
        self.new_page()
        self.citations, self.jumps = (), ()
        # Asked for all numbers at once: a line may have dozens of parts.
        ids = frozenset(term.act_id for each in entry.sums for term in each.terms if term.act_id)
        earlier = self._desk.read(acts_by_number, ids) if ids else {}
        for each in entry.sums:
            self.page_column.addLayout(self._number(each, earlier))
        self.page_column.addStretch(1)
        stops: tuple[QWidget, ...] = (*self.citations, *self.jumps)
        for stop in stops:
            self.keep_in_view(stop)
        if held:  # the new page has taken the focused citation away
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _number(self, each: Sum, earlier: dict[int, NumberedAct]) -> QLayout:
        """Lay out one number: its name and total, a line, then its parts."""
        theme = self.theme
        name = plain_label(theme, f"{each.name}{_held(each)}", "body", strong=True, wrap=True)
        head = (self._points(_total(each), "text", strong=True), (name, 2))
        table = in_grid(theme, head, ((hairline(theme), 3),), gap=(12, 2), grows=(1,))
        row = 2  # below the total and its line
        for term in each.terms:
            row = self._part(table, row, term, earlier)
        return table

    def _part(
        self, table: QGridLayout, row: int, term: Term, earlier: dict[int, NumberedAct]
    ) -> int:
        top = Qt.AlignmentFlag.AlignVCenter
        table.addWidget(self._points(signed(term.value), "text2"), row, 0, top)
        table.addWidget(plain_label(self.theme, term.reason, "body", wrap=True), row, 1, top)
        table.addWidget(self._behind(term), row, 2, Qt.AlignmentFlag.AlignRight | top)
        act = earlier.get(term.act_id) if term.act_id is not None else None
        if act is None:
            return row + 1
        jump = Jump(self.theme, act)
        jump.clicked.connect(lambda: self._jump(act))
        self.jumps = (*self.jumps, jump)
        table.addWidget(jump, row + 1, 1, 1, 2)
        return row + 2

    def _behind(self, term: Term) -> QWidget:
        """Return the citation of a part, or a label if the referee decided it."""
        if term.rule == REFEREE:
            return plain_label(self.theme, "Referee", "small", "text3")
        citation = Citation(self.theme, term.rule)
        citation.asked.connect(self._hub.rule_asked)
        self.citations = (*self.citations, citation)
        return citation

    def _points(self, words: str, token: str, strong: bool = False) -> QWidget:
        label = plain_label(self.theme, words, "body", token, strong=strong)
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        label.setMinimumWidth(self.theme.px(40))
        return label

    def _jump(self, act: NumberedAct) -> None:
        # Closed first: the log can only show its line once the card no longer covers it.
        if act.line_id is not None:
            self.closed.emit()
            self._hub.line_asked.emit(act.line_id)

    def _heard(self, changes: Changes) -> None:
        """Read the earlier acts again if they may have changed: undo may have struck one out."""
        if self.entry and self.isVisible() and not changes.tables.isdisjoint(acts_by_number.tables):
            self._fill(self.entry)
            self.restyle()


def _total(each: Sum) -> str:
    return str(each.total).replace("-", "−")


def _held(each: Sum) -> str:
    points = sum(term.value for term in each.terms)
    held = each.floor is not None and points < each.floor
    return ", the least that it can be" if held else ""


class CardOverlay(Overlay):
    """Holds a card and is as high as the card needs; it deletes itself when it closes."""

    def __init__(
        self, theme: Theme, host: QWidget, card: ReadingCard, name: str, wide: int, high: int
    ) -> None:
        super().__init__(theme, host, wide, high)
        self.setAccessibleName(name)
        self._held = card
        card.closed.connect(self.close_sheet)
        self.column.addWidget(card)
        self.closed.connect(self.deleteLater)

    @override
    def content_height(self, wide: int) -> int:
        return self._held.height_for(wide - 2) + 2  # the overlay's margin: 1 px at each edge


class RuleSheet(CardOverlay):
    """A rule over the window."""

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, hub: Hub) -> None:
        self.card = RuleCard(theme, desk, hub)
        super().__init__(theme, host, self.card, "Rule", wide=560, high=640)

    def begin(self, rule: str) -> None:
        """Open with a rule; if it is open, show this rule next."""
        self.card.show_rule(rule)
        self.open(self.card)


class WhySheet(CardOverlay):
    """The parts of a line's numbers over the window."""

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, hub: Hub) -> None:
        self.card = WhyCard(theme, desk, hub)
        super().__init__(theme, host, self.card, "Why", wide=600, high=720)

    def begin(self, entry: LogEntry) -> None:
        """Open with a line of the log."""
        self.card.show_entry(entry)
        self.open(self.card)
