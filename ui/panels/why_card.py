"""How the numbers of a log line came about: each with its parts, their rules and earlier acts."""

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from brikdesk.store.campaign import Changes
from brikdesk.store.lines import REFEREE, Sum, Term
from brikdesk.store.views.log import LogEntry
from brikdesk.store.views.told import ToldAct, told_acts
from ui.desk import Desk
from ui.hub import Hub
from ui.icons import ROW, paint_icon
from ui.text import plain_label
from ui.theme import Theme
from ui.widgets.brushwork import draw_focus, draw_line, draw_plate, square_in, text_width
from ui.widgets.buttons import Button
from ui.widgets.citation import Citation
from ui.widgets.ground import Ground
from ui.widgets.painted import PaintedButton, PaintedWidget

EDGE, JUMP, GAP = 24, 28, 6


def signed(points: int) -> str:
    """Give points of a part as they are written: +2, −1."""
    return f"{points:+d}".replace("-", "−")


class Jump(PaintedButton):
    """Names the earlier act that a part comes from; pressed, it leads to that act in the log."""

    def __init__(self, theme: Theme, act: ToldAct, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
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


class WhyCard(PaintedWidget):
    """Shows the numbers of one line. Citations open the rule, `Jump`s lead to the earlier act.

    `closed` when Esc or the cross was pressed, or a jump was taken; whoever shows the card takes
    it away.
    """

    closed = Signal()

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._desk, self._hub = desk, hub
        self.entry: LogEntry | None = None
        self.citations: tuple[Citation, ...] = ()
        self.jumps: tuple[Jump, ...] = ()
        self._caption = plain_label(theme, "Why", "caption", "accent_text", strong=True)
        self.title = plain_label(theme, "", "head", wrap=True)
        self._words = plain_label(theme, "", "small", "text3", wrap=True)
        self._cross = Button(theme, "", "quiet", "cross", name="Close  Esc")
        self._cross.clicked.connect(self.closed)
        self._scroll = QScrollArea()
        desk.changed.connect(self._heard)
        self._lay_out()
        self.restyle()

    def show_entry(self, entry: LogEntry) -> None:
        """Show how the numbers of a line came about."""
        self.entry = entry
        self.title.say(entry.lead)
        said = entry.words.replace(entry.lead, "", 1).removesuffix(entry.rule).strip()
        self._words.say(said)
        self._words.setVisible(bool(said))
        self.setAccessibleName(f"Why: {entry.lead}")
        self._fill(entry)
        self.restyle()

    def words(self) -> str:
        """Give all that it says, as plain text."""
        labels = self._page.findChildren(type(self.title))
        return "\n".join(label.text() for label in (self.title, self._words, *labels))

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
        elif by := _SCROLLS.get(Qt.Key(event.key())):
            step = bar.pageStep() if abs(by) > 1 else self.theme.px(48)
            bar.setValue(bar.value() + (step if by > 0 else -step))
        else:
            event.ignore()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QWidget):
            self._scroll.ensureWidgetVisible(watched)
        return super().eventFilter(watched, event)

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
            self._column.setSpacing(px(20))

    def _lay_out(self) -> None:
        self._names = QVBoxLayout()
        for label in (self._caption, self.title, self._words):
            self._names.addWidget(label)
        self._head = QHBoxLayout()
        self._head.addLayout(self._names, 1)
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

    def _fill(self, entry: LogEntry) -> None:
        held = self.isAncestorOf(self.window().focusWidget() or self)
        self._new_page()
        self.citations, self.jumps = (), ()
        ids = frozenset(term.act_id for each in entry.sums for term in each.terms if term.act_id)
        earlier = self._desk.read(told_acts, ids) if ids else {}
        for each in entry.sums:
            self._column.addLayout(self._number(each, earlier))
        self._column.addStretch(1)
        stops: tuple[QWidget, ...] = (*self.citations, *self.jumps)
        for stop in stops:
            stop.installEventFilter(self)  # what has the focus is to be seen
        if held:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _number(self, each: Sum, earlier: dict[int, ToldAct]) -> QLayout:
        """Lay out one number: its name and total, a line, then its parts."""
        table = QGridLayout()
        table.setHorizontalSpacing(self.theme.px(12))
        table.setVerticalSpacing(self.theme.px(2))
        table.setColumnStretch(1, 1)
        table.addWidget(self._points(_total(each), "text", strong=True), 0, 0)
        name = f"{each.name}{_held(each)}"
        table.addWidget(plain_label(self.theme, name, "body", strong=True, wrap=True), 0, 1, 1, 2)
        rule = Ground(self.theme, "line")
        rule.setFixedHeight(1)
        table.addWidget(rule, 1, 0, 1, 3)
        row = 2
        for term in each.terms:
            row = self._part(table, row, term, earlier)
        return table

    def _part(self, table: QGridLayout, row: int, term: Term, earlier: dict[int, ToldAct]) -> int:
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
        """Give the citation of a part, or the word that the referee decided it."""
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

    def _jump(self, act: ToldAct) -> None:
        if act.line_id is not None:
            self.closed.emit()
            self._hub.line_asked.emit(act.line_id)

    def _heard(self, changes: Changes) -> None:
        """Undo may have struck out an earlier act, a new campaign colour nothing."""
        if self.entry and self.isVisible() and not changes.tables.isdisjoint(told_acts.tables):
            self._fill(self.entry)
            self.restyle()


def _total(each: Sum) -> str:
    return str(each.total).replace("-", "−")


def _held(each: Sum) -> str:
    points = sum(term.value for term in each.terms)
    held = each.floor is not None and points < each.floor
    return ", the least that it can be" if held else ""


_SCROLLS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 2, Qt.Key.Key_PageUp: -2}
