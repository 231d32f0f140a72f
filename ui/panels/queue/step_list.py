"""The steps of the queue as a list: settled ones folded, waiting ones, how they are painted."""

from collections.abc import Callable, Sequence

from PySide6 import QtWidgets
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QResizeEvent
from typing_extensions import override

from ui.campaign.hub import Hub
from ui.look.icons import paint_icon
from ui.look.theme import Theme
from ui.models.queue import QueueController, QueueRow, QueueRowsModel
from ui.models.rows import row_of
from ui.parts.lines import LineWords, RichLine, icon_of, part_pieces, token_of
from ui.widgets.bars import StepProgress
from ui.widgets.dice import SIDE, DieGlyph, paint_die_glyph
from ui.widgets.layout import Arranging
from ui.widgets.painted import (
    Delegate,
    Index,
    draw_line,
    draw_plate,
    square_in,
    text_height,
    text_width,
)
from ui.widgets.rule_lines import citation_width, paint_citation

DONE_HIGH, WAITING_HIGH, LARGE_HIGH = 28, 48, 56
MARK, WORDS_AT, GAP, LEAD_DOWN = 17, 40, 8, 5
MOST_GLYPHS = 6


class QueueDelegate(Delegate):
    """Common parts of the three delegates: row, thread of the queue, disc with its icon."""

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget) -> None:
        super().__init__(theme, parent)
        self._lines: dict[tuple[object, ...], RichLine] = {}

    @override
    def paint(
        self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index
    ) -> None:
        row = row_of(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        first, last = index.row() == 0, index.row() == index.model().rowCount() - 1
        rect: QRect = option.rect
        self.paint_row(painter, QRectF(rect), row, first, last)
        painter.restore()

    def paint_row(
        self, painter: QPainter, box: QRectF, row: QueueRow, first: bool, last: bool
    ) -> None:
        """Paint one row."""

    def rule_at(self, row: QueueRow, box: QRectF, at: QPointF) -> str:
        """Return the rule ID of the citation at a point of the row; empty if there is none."""
        return ""

    def _paint_thread(self, painter: QPainter, box: QRectF, above: bool, below: bool) -> None:
        theme, x = self.theme, box.left() + self.theme.px(MARK)
        wide, half = theme.px(2), box.height() / 2
        top = box.top() if above else box.top() + half
        high = (half if above else 0) + (half if below else 0)
        painter.fillRect(QRectF(x - wide / 2, top, wide, high), theme.color("line"))

    def _paint_disc(self, painter: QPainter, box: QRectF, row: QueueRow, side: int) -> None:
        theme = self.theme
        column = QRectF(box.left(), box.top(), 2 * theme.px(MARK), box.height())
        disc = square_in(column, theme.px(side))
        sign = square_in(column, theme.px(side * 0.56))
        if row.state is StepProgress.DONE:
            draw_plate(painter, disc, disc.width() / 2, theme.tint("ok"))
            paint_icon(painter, sign, theme, "check", "ok")
            return
        now = row.state is StepProgress.CURRENT
        edge, width = theme.color("accent" if now else "line2"), theme.px(2 if now else 1)
        draw_plate(painter, disc, disc.width() / 2, theme.color("bg1"), edge, width)
        paint_icon(painter, sign, theme, icon_of(row.icon), token_of(row.icon))

    def _high(self, row: QueueRow, high: int, room: float) -> int:
        """Return a row's height in pixels: `high`, or more if title or detail needs a second line."""
        title, detail = self._long_title(row, room), self._long_detail(row, room)
        if title is None and detail is None:
            return high
        return max(high, round(self._words_high(row, title, detail)) + 2 * self.theme.px(6))

    def _words_high(self, row: QueueRow, title: RichLine | None, detail: RichLine | None) -> float:
        """Return how high title and detail are together, in pixels."""
        up = title.height if title else text_height(self.theme.font("body", strong=True))
        if not row.detail:
            return up
        down = detail.height if detail else text_height(self.theme.font("small"))
        return up + down + self.theme.px(2)

    def _long_title(self, row: QueueRow, room: float) -> RichLine | None:
        """Return the title laid out in two lines, or None if it fits into one of `room` pixels."""
        if text_width(self.theme.font("body", strong=True), row.title) <= room:
            return None
        ink = "text2" if row.state is StepProgress.DONE else "text"
        words = LineWords(row.title, ink, strong=True)
        return self._laid(
            "title", row, round(room), lambda: RichLine(self.theme, (words,), room, "body", 2)
        )

    def _long_detail(self, row: QueueRow, room: float) -> RichLine | None:
        """Return the detail laid out in two lines, or None if it fits into one of `room` pixels."""
        if not row.detail or text_width(self.theme.font("small"), row.detail) <= room:
            return None
        words = LineWords(row.detail, self._second_ink(row))
        return self._laid(
            f"detail {row.detail}", row, round(room),
            lambda: RichLine(self.theme, (words,), room, "small", 2),
        )  # fmt: skip

    def _paint_two_lines(self, painter: QPainter, words: QRectF, row: QueueRow) -> None:
        title, detail = (each(row, words.width()) for each in (self._long_title, self._long_detail))
        if title or detail:
            self._paint_more_lines(painter, words, row, title, detail)
            return
        theme = self.theme
        half = words.height() / 2
        down = words.adjusted(0, half, 0, -theme.px(5))
        # A title alone stands in the middle of its row.
        up = words.adjusted(0, theme.px(5), 0, -half) if row.detail else words
        draw_line(painter, up, row.title, theme.font("body", strong=True), self._first(row))
        draw_line(painter, down, row.detail, theme.font("small"), self._second(row))

    def _paint_more_lines(
        self,
        painter: QPainter,
        words: QRectF,
        row: QueueRow,
        title: RichLine | None,
        detail: RichLine | None,
    ) -> None:
        """Paint title and detail, of which one takes two lines, in the middle of the row."""
        theme = self.theme
        name, small = theme.font("body", strong=True), theme.font("small")
        top = words.center().y() - self._words_high(row, title, detail) / 2
        if title:
            title.paint(painter, QPointF(words.left(), top))
        else:
            line = QRectF(words.left(), top, words.width(), text_height(name))
            draw_line(painter, line, row.title, name, self._first(row))
        top += (title.height if title else text_height(name)) + theme.px(2)
        if detail:
            detail.paint(painter, QPointF(words.left(), top))
        else:
            line = QRectF(words.left(), top, words.width(), text_height(small))
            draw_line(painter, line, row.detail, small, self._second(row))

    def _first(self, row: QueueRow) -> QColor:
        return self.theme.color("text2" if row.state is StepProgress.DONE else "text")

    def _second_ink(self, row: QueueRow) -> str:
        return "text2" if row.state is StepProgress.CURRENT else "text3"

    def _second(self, row: QueueRow) -> QColor:
        return self.theme.color(self._second_ink(row))

    def _laid(self, what: str, row: QueueRow, width: int, lay: Callable[[], RichLine]) -> RichLine:
        """Return a text laid out by `lay`, kept until its row, width, scale or theme changes."""
        # sizeHint and paint ask for every row at every layout: laying out is the slow part of both.
        key = (what, row.key, row.title, row.state.name, width, self.theme.scale, self.theme.dark)
        if key not in self._lines:
            # Bounded: a long evening settles more steps than anybody looks at again.
            if len(self._lines) > 500:
                self._lines.clear()
            self._lines[key] = lay()
        return self._lines[key]

    def _width(self) -> int:
        view = self.parent()
        return view.viewport().width() if hasattr(view, "viewport") else 0  # type: ignore[union-attr]


class DoneDelegate(QueueDelegate):
    """A settled step: check, lead, what happened, citation.

    Dice, and words that have no room beside the lead, stand below; a long lead takes two lines.
    Folded flat (`compact`) a step takes one line, whatever that cuts.
    """

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget) -> None:
        super().__init__(theme, parent)
        self.compact = False

    @override
    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QSize:
        row, width = row_of(index), self._width()
        below = self._line(row, width)
        more = round(below.height) + self.theme.px(4) if below else 0
        return QSize(width, self._head_high(row, width) + more)

    @override
    def paint_row(
        self, painter: QPainter, box: QRectF, row: QueueRow, first: bool, last: bool
    ) -> None:
        theme = self.theme
        width = round(box.width())
        head = QRectF(box.left(), box.top(), box.width(), theme.px(DONE_HIGH))
        words_from = box.top() + self._head_high(row, width)
        self._paint_thread(painter, head, above=not first, below=True)
        # Twice as high as it is: the thread is drawn down to the middle of a box.
        rest = QRectF(box.left(), head.bottom(), box.width(), 2 * (box.bottom() - head.bottom()))
        if rest.height() > 0:
            self._paint_thread(painter, rest, above=True, below=False)
        self._paint_disc(painter, head, row, 20)
        chip = self._chip(row, head)
        if row.rule:
            paint_citation(painter, chip, theme, row.rule)
        left = box.left() + theme.px(WORDS_AT)
        room = self._room(row, width)
        # Folded flat, a lead that is too long is cut where the citation begins.
        wide = min(room, self._lead_wide(row))
        if lead := self._long_lead(row, width):
            lead.paint(painter, QPointF(left, head.top() + theme.px(LEAD_DOWN)))
        else:
            title = QRectF(left, head.top(), wide, head.height())
            name = theme.font("body", strong=True)
            draw_line(painter, title, row.title, name, theme.color("text2"))
        if below := self._line(row, width):
            below.paint(painter, QPointF(left, words_from))
        elif room - wide > theme.px(40):
            beside = wide + theme.px(GAP)
            more = QRectF(left + beside, head.top(), room - beside, head.height())
            draw_line(painter, more, row.detail, theme.font("small"), theme.color("text3"))

    @override
    def rule_at(self, row: QueueRow, box: QRectF, at: QPointF) -> str:
        head = QRectF(box.left(), box.top(), box.width(), self.theme.px(DONE_HIGH))
        return row.rule if row.rule and self._chip(row, head).contains(at) else ""

    def _chip(self, row: QueueRow, head: QRectF) -> QRectF:
        wide = citation_width(self.theme, row.rule) if row.rule else 0
        return QRectF(head.right() - wide, head.top(), wide, head.height())

    def _room(self, row: QueueRow, width: int) -> float:
        """Return the width in pixels that the citation leaves for lead and words."""
        chip = citation_width(self.theme, row.rule) if row.rule else 0
        return width - chip - self.theme.px(GAP) - self.theme.px(WORDS_AT)

    def _lead_wide(self, row: QueueRow) -> float:
        return text_width(self.theme.font("body", strong=True), row.title) + 1

    def _head_high(self, row: QueueRow, width: int) -> int:
        high = self.theme.px(DONE_HIGH)
        lead = self._long_lead(row, width)
        return max(high, round(lead.height) + 2 * self.theme.px(LEAD_DOWN)) if lead else high

    def _long_lead(self, row: QueueRow, width: int) -> RichLine | None:
        """Return the lead in two lines; None if one is enough or rows are folded."""
        room = self._room(row, width)
        if self.compact or self._lead_wide(row) <= room:
            return None
        lead = LineWords(row.title, "text2", strong=True)
        return self._laid(
            "lead", row, width, lambda: RichLine(self.theme, (lead,), room, "body", 2)
        )

    def _line(self, row: QueueRow, width: int) -> RichLine | None:
        """Return what stands below the lead: dice, or words too long to stand beside it."""
        done = row.done
        if self.compact or done is None or not (done.rolled or self._words_too_long(row, width)):
            return None
        room = width - self.theme.px(WORDS_AT)
        token = "text2" if done.rolled else "text3"
        # Where the title tells what came of it, the lead stands here.
        lead = (LineWords(done.lead, token),) if done.outcome else ()
        pieces = (*lead, *part_pieces(done.parts, token))
        return self._laid(
            "words", row, width, lambda: RichLine(self.theme, pieces, room, most_lines=3)
        )

    def _words_too_long(self, row: QueueRow, width: int) -> bool:
        beside = self._room(row, width) - self._lead_wide(row) - self.theme.px(GAP)
        return bool(row.detail) and text_width(self.theme.font("small"), row.detail) > beside


class WaitingDelegate(QueueDelegate):
    """A step that waits: icon, title, detail, and outlines of the dice it needs."""

    @override
    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QSize:
        row, px = row_of(index), self.theme.px
        room = self._width() - px(WORDS_AT) - self._dice_wide(row) - px(GAP)
        # The list is as wide as its view, whatever its rows want.
        return QSize(0, self._high(row, px(WAITING_HIGH), room))

    @override
    def paint_row(
        self, painter: QPainter, box: QRectF, row: QueueRow, first: bool, last: bool
    ) -> None:
        theme = self.theme
        self._paint_thread(painter, box, above=True, below=not last)
        self._paint_disc(painter, box, row, 24)
        right = self._paint_dice(painter, box, row)
        words = QRectF(box)
        words.setLeft(box.left() + theme.px(WORDS_AT))
        words.setRight(right - theme.px(GAP))
        self._paint_two_lines(painter, words, row)

    def _paint_dice(self, painter: QPainter, box: QRectF, row: QueueRow) -> float:
        """Paint the dice at the right edge and return the x where they begin."""
        theme, side, gap = self.theme, self.theme.px(SIDE), self.theme.px(6)
        left = box.right() - self._dice_wide(row)
        if not 0 < len(row.dice) <= MOST_GLYPHS:
            font = theme.font("caption")
            draw_line(painter, box, row.needs, font, theme.color("text3"), right=True)
            return left
        for number, sides in enumerate(row.dice):
            place = QRectF(left + number * (side + gap), box.top(), side, box.height())
            die = DieGlyph(sides, tone="text3")
            paint_die_glyph(painter, square_in(place, side), theme, die)
        return left

    def _dice_wide(self, row: QueueRow) -> float:
        """Return the width in pixels of the dice, or of the words in their place."""
        if not 0 < len(row.dice) <= MOST_GLYPHS:
            return text_width(self.theme.font("caption"), row.needs)
        gap = self.theme.px(6)
        return len(row.dice) * (self.theme.px(SIDE) + gap) - gap


class LargeDelegate(QueueDelegate):
    """Every step in two lines, the current one on the ground of a selection."""

    @override
    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QSize:
        row, px = row_of(index), self.theme.px
        room = self._width() - 2 * px(10) - px(44)
        return QSize(0, self._high(row, px(LARGE_HIGH), room))

    @override
    def paint_row(
        self, painter: QPainter, box: QRectF, row: QueueRow, first: bool, last: bool
    ) -> None:
        theme = self.theme
        if row.state is StepProgress.CURRENT:
            plate = box.adjusted(0, theme.px(2), 0, -theme.px(2))
            draw_plate(painter, plate, theme.px(8), theme.color("sel"))
            edge = QRectF(
                plate.left(), plate.top() + theme.px(10), theme.px(3), plate.height() - theme.px(20)
            )
            draw_plate(painter, edge, theme.px(1.5), theme.color("accent"))
        inner = box.adjusted(theme.px(10), 0, -theme.px(10), 0)
        self._paint_thread(painter, inner, above=not first, below=not last)
        self._paint_disc(painter, inner, row, 28)
        words = inner.adjusted(theme.px(44), theme.px(4), 0, -theme.px(4))
        self._paint_two_lines(painter, words, row)


DELEGATES = {"done": DoneDelegate, "waiting": WaitingDelegate, "large": LargeDelegate}

MANY = 100
"""More settled steps than this are folded to one line each."""


class QueueList(QtWidgets.QListView):
    """Rows as high as they need; `whole` makes the list as high as all of them.

    `grew` comes when that is another height.
    """

    grew = Signal()

    def __init__(
        self, theme: Theme, controller: QueueController, hub: Hub, kind: str, whole: bool = True
    ) -> None:
        super().__init__()
        self._arranging = Arranging(self, self.fit)
        self.theme, self._controller, self._hub = theme, controller, hub
        self._whole, self._compact = whole, False
        self.steps = QueueRowsModel(self)
        self.drawn: QueueDelegate = DELEGATES[kind](theme, self)
        self.setModel(self.steps)
        self.setItemDelegate(self.drawn)
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoScroll(False)
        self.viewport().setAutoFillBackground(False)
        if whole:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizePolicy(
                QtWidgets.QSizePolicy.Policy.Ignored, QtWidgets.QSizePolicy.Policy.Fixed
            )
        theme.changed.connect(self.fit)

    def show_rows(self, rows: Sequence[QueueRow]) -> None:
        """Show these steps; paint nothing if they are shown already."""
        self.setVisible(bool(rows) or not self._whole)
        if tuple(rows) != self.steps.rows:
            self.steps.show_rows(rows)
            self.fit()

    def show_current(self) -> None:
        """Scroll to the current step."""
        for place, row in enumerate(self.steps.rows):
            if row.state is StepProgress.CURRENT:
                self.scrollTo(self.steps.index(place))

    def set_compact(self, compact: bool) -> None:
        """Fold settled steps to one line each; a great many are always folded."""
        if compact != self._compact:
            self._compact = compact
            self.fit()

    def fit(self) -> None:
        """Take the height of all rows."""
        if isinstance(self.drawn, DoneDelegate):
            self.drawn.compact = self._compact or self.steps.rowCount() > MANY
        self.scheduleDelayedItemsLayout()
        if self._whole:
            high = sum(self.sizeHintForRow(row) for row in range(self.steps.rowCount()))
            if high != self.minimumHeight():
                self.setFixedHeight(high)
                self.grew.emit()
        self.viewport().update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arranging.ask()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # QListView would move the current index; a click acts on release

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        row, box = row_of(index), QRectF(self.visualRect(index))
        if rule := self.drawn.rule_at(row, box, event.position().toPoint().toPointF()):
            self._hub.rule_asked.emit(rule)
        elif row.done is None:
            self._controller.go(row.key)
        elif row.unit_id:
            self._hub.select_unit(row.unit_id)
