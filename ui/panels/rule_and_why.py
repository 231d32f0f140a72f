"""Cards to read: of a rule, of the numbers of a log line, and of one event with all about it."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPixmap
from PySide6.QtWidgets import QFileDialog, QGridLayout, QLayout, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk import reports
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.games.related import related, switches_of
from brikdesk.reports.data import LastingFact
from brikdesk.reports.files import safe_stem
from brikdesk.rules.texts import RuleText, rule_text
from brikdesk.store.backups import back_up
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.lines import REFEREE, Dice, Sum, Term
from brikdesk.store.views.campaign_and_battle import house_rule_values
from brikdesk.store.views.log import LogEntry, NumberedAct, acts_by_number
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.jobs import OneJob
from ui.forms.house_rules import RuleRow
from ui.forms.sheet import EDGE, Sheet
from ui.look.icons import ROW, paint_icon
from ui.look.shortcuts import sign
from ui.look.text import ElidedLabel, note, plain_label
from ui.look.theme import Theme
from ui.parts.lines import Cited, InlinePicture, LineWords, RichLabel, part_pieces
from ui.widgets.buttons import Button, icon_button
from ui.widgets.layout import SPRING, OnePage, fill, held, in_column, in_flow, in_grid, in_row, nest
from ui.widgets.overlay import Overlay, ReadingCard
from ui.widgets.painted import (
    PaintedButton,
    PaintedWidget,
    draw_focus,
    draw_line,
    draw_plate,
    hairline,
    square_in,
    text_width,
)
from ui.widgets.rule_lines import Citation

if TYPE_CHECKING:
    from brikdesk.reports.dispute import EventCard

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
        nest(self.page_column, in_grid(theme, *rows, gap=(8, 0), grows=(1,)))

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


class NumberTables:
    """Lays out numbers with their parts. Citations open the rule, `Jump`s lead to the earlier act."""

    def __init__(self, theme: Theme, hub: Hub, jump: Callable[[NumberedAct], object]) -> None:
        self.theme, self._hub, self._jump = theme, hub, jump
        self.citations: tuple[Citation, ...] = ()
        self.jumps: tuple[Jump, ...] = ()

    def number(self, each: Sum, earlier: Mapping[int, NumberedAct]) -> QLayout:
        """Lay out one number: its name and total, a line, then its parts."""
        theme = self.theme
        name = plain_label(theme, f"{each.name}{each.held}", "body", strong=True, wrap=True)
        head = (self._points(_total(each), "text", strong=True), (name, 2))
        table = in_grid(theme, head, ((hairline(theme), 3),), gap=(12, 2), grows=(1,))
        row = 2  # below the total and its line
        for term in each.terms:
            row = self._part(table, row, term, earlier)
        return table

    def cite(self, rule: str) -> Citation:
        """Return a citation that opens its rule."""
        citation = Citation(self.theme, rule)
        citation.asked.connect(self._hub.rule_asked)
        self.citations = (*self.citations, citation)
        return citation

    def _part(
        self, table: QGridLayout, row: int, term: Term, earlier: Mapping[int, NumberedAct]
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
        return self.cite(term.rule)

    def _points(self, words: str, token: str, strong: bool = False) -> QWidget:
        label = plain_label(self.theme, words, "body", token, strong=strong)
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        label.setMinimumWidth(self.theme.px(40))
        return label


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
        self.below.hide()  # the page says it, with the dice as they lay
        self.setAccessibleName(f"Why: {entry.lead}")
        self._fill(entry)
        self.restyle()

    def _fill(self, entry: LogEntry) -> None:
        held = self.holds_focus
        self.new_page()
        tables = NumberTables(self.theme, self._hub, self._jump)
        if entry.parts:
            self.page_column.addWidget(RichLabel(self.theme, part_pieces(entry.parts)))
        # Asked for all numbers at once: a line may have dozens of parts.
        ids = frozenset(term.act_id for each in entry.sums for term in each.terms if term.act_id)
        earlier = self._desk.read(acts_by_number, ids) if ids else {}
        for each in entry.sums:
            nest(self.page_column, tables.number(each, earlier))
        self.page_column.addStretch(1)
        self.citations, self.jumps = tables.citations, tables.jumps
        stops: tuple[QWidget, ...] = (*self.citations, *self.jumps)
        for stop in stops:
            self.keep_in_view(stop)
        if held:  # the new page has taken the focused citation away
            self.setFocus(Qt.FocusReason.OtherFocusReason)

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


MAP_WIDE, TWO_COLUMNS = 480, 860
"""Pixels at 100 %: the map of an event, and the width from which on there are two columns."""

SAVED_AS = "PDF (*.pdf);;Picture (*.png)"


class EventPicture(PaintedWidget):
    """The map of an event, on paper in every theme, as wide as there is room."""

    def __init__(self, theme: Theme, png: bytes, words: str) -> None:
        super().__init__(theme)
        self._picture = QPixmap()
        self._picture.loadFromData(png)
        self.setAccessibleName(words)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @override
    def heightForWidth(self, width: int) -> int:
        return round(width * self._picture.height() / max(1, self._picture.width()))

    @override
    def sizeHint(self) -> QSize:
        wide = self.theme.px(MAP_WIDE)
        return QSize(wide, self.heightForWidth(wide))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(box, self._picture, QRectF(self._picture.rect()))


class EventSheet(Sheet):
    """The dispute card of one act. `saved` brings the path of a file that it wrote.

    S shows what the players may not know yet, B goes to the moment, Ctrl+S saves it.
    """

    saved = Signal(str)

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, hub: Hub, act_id: int) -> None:
        super().__init__(theme, host, "Dispute card", wide=1080, high=1000)
        self._desk, self._hub, self._act_id = desk, hub, act_id
        self._job = OneJob(self)
        self.card: EventCard | None = None
        self._map = b""
        self._secret = self._has_two = False
        self._holder = OnePage()
        self._said = plain_label(theme, "Reading…", "body", "text3", wrap=True)
        fill(self.body, self._said, (self._holder, 1))
        self.save = Button(theme, "Save as PDF or picture", "soft", "pdf", "Ctrl S", does=self._ask)
        self.look = Button(theme, "Look back to it", "soft", "undo", "B", does=self._look_back)
        self.secrets = Button(theme, SHOW, "quiet", "", "S", does=self._turn)
        close = Button(theme, "Close", "quiet", key="Esc", does=self.close_sheet)
        foot = held(in_flow(theme, self.save, self.look, self.secrets, close))
        edges = (EDGE, 12, EDGE, 16)
        fill(self.column, hairline(theme), in_column(theme, self.problem, foot, gap=8, edges=edges))
        desk.ending.connect(self._job.stop)
        self._read()

    def words(self) -> str:
        """Return all that it says, as plain text."""
        labels = self._holder.page.findChildren(QWidget)
        said = (label.accessibleName() or getattr(label, "text", str)() for label in labels)
        return "\n".join(filter(None, said))

    @override
    def content_height(self, wide: int) -> int:
        return 0  # as high as there is room, from the first moment on

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        does = {"s": self._turn, "b": self._look_back}.get(sign(event))
        if event.matches(QKeySequence.StandardKey.Save):
            self._ask()
        elif does is not None:
            does()
        else:
            super().keyPressEvent(event)

    def save_as(self, path: Path, *, picture: bool = False) -> None:
        """Write the card as its suffix says; without one as a PDF, or a picture if that is wanted."""
        card, own = self.card, self._desk.path
        if card is not None and not self._job.is_busy:
            write = reports.dispute.write_card
            self._job.start(
                lambda: write(path, card, own, picture=picture), self._written, self.fail
            )

    def _written(self, path: Path) -> None:
        self.close_sheet()
        self.saved.emit(str(path))

    def _ask(self) -> None:
        if self.card is None:
            return
        start = self._desk.path.with_name(f"{safe_stem(self.card.title)}.pdf")
        name, pattern = QFileDialog.getSaveFileName(self, "Save the card", str(start), SAVED_AS)
        if name:
            self.save_as(Path(name), picture="png" in pattern)

    def _look_back(self) -> None:
        self.close_sheet()
        self._hub.moment_asked.emit(self._act_id)

    def _turn(self) -> None:
        """Show what the players may not know yet, or leave it out again."""
        if not self._job.is_busy:
            self._secret = not self._secret
            self.secrets.set_words(HIDE if self._secret else SHOW)
            self._read()

    def _read(self) -> None:
        """Read the card from a copy, beside the window."""
        folder = TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True)
        try:
            # Not checked here: opening it in the thread does that.
            copy = back_up(
                self._desk.campaign.engine, Path(folder.name), "card", datetime.now(UTC),
                check=lambda _path: None,
            )  # fmt: skip
        except (CampaignFileError, OSError) as error:
            folder.cleanup()
            self._said.say(str(error))
            return
        act_id, secret = self._act_id, self._secret
        pixels = round(self.theme.px(MAP_WIDE) * self.devicePixelRatioF())

        def work() -> "tuple[EventCard, bytes]":
            with folder, Campaign.open(copy, read_only=True) as campaign:
                card = reports.dispute.event_card(campaign, act_id, secret=secret)
            return card, reports.dispute.map_as_png(card, pixels)

        self._job.start(work, self._show, self._said.say)

    def _show(self, found: "tuple[EventCard, bytes]") -> None:
        self.card, self._map = found
        self._said.say(self.card.status)
        self._said.setVisible(bool(self._said.text()))
        self.place()
        self._build()

    @override
    def place(self) -> None:
        super().place()
        if self.card is not None and self._in_two != self._has_two:
            self._build()

    @property
    def _in_two(self) -> bool:
        """Whether there is room for two columns."""
        return self.sheet.width() >= self.theme.px(TWO_COLUMNS)

    def _build(self) -> None:
        card, theme = self.card, self.theme
        if card is None:
            return
        title = plain_label(theme, card.title, "title", wrap=True)
        when = plain_label(theme, card.when, "small", "text2", wrap=True)
        ids = frozenset(card.earlier)
        earlier = self._desk.read(acts_by_number, ids) if ids else {}
        self._tables = NumberTables(theme, self._hub, self._jump)
        course = in_column(theme, *self._course(card, earlier), SPRING, gap=8)
        around = in_column(theme, *self._around(card), SPRING, gap=8)
        rules = in_column(theme, *self._rules(card), gap=8)
        self._has_two = self._in_two
        if self._has_two:
            parts: tuple[QLayout, ...] = (in_row(theme, (course, 1), (around, 1), gap=28),)
        else:
            parts = (course, around)
        self._holder.show_page(
            held(in_column(theme, in_column(theme, title, when, gap=2), *parts, rules, gap=16))
        )

    def _course(self, card: "EventCard", earlier: Mapping[int, NumberedAct]) -> Iterator[QWidget]:
        theme = self.theme
        yield self._head("What happened")
        for entry in card.lines:
            cited = (Cited(entry.rule),) if entry.rule else ()
            lead = LineWords(entry.lead, "text", strong=True)
            label = RichLabel(theme, (lead, *part_pieces(entry.parts), *cited))
            label.asked.connect(self._hub.rule_asked)
            yield label
        if not card.lines:
            yield plain_label(theme, reports.dispute.SILENT, "body", "text3")
        if card.dice:
            yield self._head("Dice, and where they came from")
        for thrown in card.dice:
            said = LineWords(f"{reports.dispute.ORIGINS[thrown.origin]}:", "text2")
            yield RichLabel(theme, (said, *part_pieces((Dice(thrown.dice),))))
        sums = [each for entry in card.lines for each in entry.sums]
        if sums:
            yield self._head("Every number with its parts")
        for each in sums:
            yield held(self._tables.number(each, earlier))

    def _around(self, card: "EventCard") -> Iterator[QWidget]:
        if card.table is not None and self._map:
            yield self._head(card.table.title)
            yield EventPicture(self.theme, self._map, card.table.words)
        if card.before:
            yield self._head("The moment before")
            yield from map(self._fact, card.before)
        if card.is_kept:
            yield self._head("The moment after")
            for facts in card.after:
                yield plain_label(self.theme, facts.heading, "small", "text2", strong=True)
                yield from map(self._fact, facts.rows)
            if not card.after:
                yield plain_label(self.theme, reports.dispute.NOTHING, "small", "text3", wrap=True)

    def _rules(self, card: "EventCard") -> Iterator[QWidget]:
        theme = self.theme
        for words, noted in zip(reports.dispute.NONE, (card.rules, card.house), strict=True):
            yield self._head(words)
            for each in noted:
                said = plain_label(theme, f"{each.name}: {each.words}", "small", "text2", wrap=True)
                cited = (self._tables.cite(each.rule), 0, Qt.AlignmentFlag.AlignTop)
                yield held(in_row(theme, cited, (said, 1), gap=8))
            if not noted:
                yield plain_label(theme, reports.dispute.NONE[words], "small", "text3")

    def _head(self, words: str) -> QWidget:
        label = plain_label(self.theme, words, "body", "text", strong=True)
        return held(in_column(self.theme, label, edges=(0, 10, 0, 0)))

    def _fact(self, fact: LastingFact) -> QWidget:
        mark = (InlinePicture("", fact.colour, faction=True),) if fact.colour else ()
        name = LineWords(f"{fact.name}:", "text", strong=True)
        return RichLabel(self.theme, (*mark, name, LineWords(fact.value, fact.tone or "text2")))

    def _jump(self, act: NumberedAct) -> None:
        if act.line_id is not None:
            self.close_sheet()
            self._hub.line_asked.emit(act.line_id)


SHOW, HIDE = "Show secrets too", "Leave secrets out"
