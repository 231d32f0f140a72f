"""The card that explains the numbers of a log line: their parts, with rules and earlier acts."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGridLayout, QLayout, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.store.campaign import Changes
from brikdesk.store.lines import REFEREE, Sum, Term, part_text
from brikdesk.store.views.log import LogEntry
from brikdesk.store.views.numbered_acts import NumberedAct, acts_by_number
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import ROW, paint_icon
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.backdrop import Backdrop
from ui.widgets.brushwork import draw_focus, draw_line, draw_plate, square_in, text_width
from ui.widgets.painted import PaintedButton
from ui.widgets.reading_card import ReadingCard
from ui.widgets.rules.citation import Citation

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
        table = QGridLayout()
        table.setHorizontalSpacing(self.theme.px(12))
        table.setVerticalSpacing(self.theme.px(2))
        table.setColumnStretch(1, 1)
        table.addWidget(self._points(_total(each), "text", strong=True), 0, 0)
        name = f"{each.name}{_held(each)}"
        table.addWidget(plain_label(self.theme, name, "body", strong=True, wrap=True), 0, 1, 1, 2)
        rule = Backdrop(self.theme, "line")
        rule.setFixedHeight(1)
        table.addWidget(rule, 1, 0, 1, 3)
        row = 2
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
