"""How lines of the log are painted: icon, faction, lead, dice, words, citation, wrapped to the width."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem
from typing_extensions import override

from brikdesk.store.views.log import LogEntry
from ui.look.icons import ROW, paint_icon
from ui.look.theme import Theme
from ui.models.log_model import LogModel, LogRow, TurnHead
from ui.models.rows import row_of
from ui.parts.lines.kind_marks import icon_of, token_of
from ui.parts.lines.line_pieces import entry_pieces
from ui.parts.lines.rich_line import RichLine
from ui.widgets.brushwork import draw_focus, draw_line, draw_plate, square_in, text_width
from ui.widgets.delegate import Delegate
from ui.widgets.model_index import Index
from ui.widgets.token import paint_faction_mark

HEAD_HIGH, LEAST, PADDING, EDGE, ICON_GAP = 34, 30, 5, 12, 8
MOST_KEPT = 3_000


class LogDelegate(Delegate):
    """Paints heads and lines. Laid-out lines are kept, so that scrolling lays out only new ones."""

    def __init__(self, theme: Theme, view: QListView, model: LogModel) -> None:
        super().__init__(view)
        self.theme, self._view, self._model = theme, view, model
        self._kept: dict[tuple[int, bool], RichLine] = {}
        self._made_for: tuple[int, int, bool] = (0, 0, False)
        self._heights: dict[tuple[int, bool], int] = {}
        self.hovered: tuple[int, str] = (0, "")

    @property
    def measured(self) -> int:
        """How many lines have a known height at the present width."""
        self._check_width()
        return len(self._heights)

    def forget(self) -> None:
        """Drop all laid-out lines, for example after a change of faction colours."""
        self._kept.clear()
        self._heights.clear()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: LogRow = row_of(index)
        if isinstance(row, TurnHead):
            return QSize(0, self.theme.px(HEAD_HIGH))
        self._check_width()
        key = (row.id, row.undone)
        if key not in self._heights:
            words = round(self._line(row).height) + 2 * self.theme.px(PADDING)
            self._heights[key] = max(self.theme.px(LEAST), words)
        return QSize(0, self._heights[key])

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: LogRow = row_of(index)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, TurnHead):
            self._paint_head(painter, QRectF(rect), row)
        else:
            self._paint_entry(painter, QRectF(rect), row, state)
        painter.restore()

    def rule_at(self, entry: LogEntry, box: QRectF, at: QPointF) -> str:
        """Return the rule ID of the citation at a point, `WHY` on the chip of that name, else ""."""
        return self._line(entry).rule_at(at - self._words_at(box, entry))

    def _paint_head(self, painter: QPainter, box: QRectF, head: TurnHead) -> None:
        theme, edge = self.theme, self.theme.px(EDGE)
        side = theme.px(13)
        mark = square_in(QRectF(box.left() + edge, box.top(), theme.px(ROW), box.height()), side)
        paint_faction_mark(painter, mark, theme, head.colour)
        left = box.left() + edge + theme.px(ROW) + theme.px(6)
        font = theme.font("small", strong=True)
        words = QRectF(left, box.top(), box.right() - edge - left, box.height())
        draw_line(painter, words, head.words, font, theme.color(head.colour))
        start = left + min(words.width(), text_width(font, head.words)) + theme.px(8)
        # The rule fills what the words leave of the line.
        if start < box.right() - edge:
            line = QRectF(start, round(box.center().y()), box.right() - edge - start, 1)
            painter.fillRect(line, theme.color("line"))

    def _paint_entry(
        self, painter: QPainter, box: QRectF, entry: LogEntry, state: QStyle.StateFlag
    ) -> None:
        theme = self.theme
        plate = box.adjusted(theme.px(4), 0, -theme.px(4), 0)
        if state & QStyle.StateFlag.State_Selected:
            draw_plate(painter, plate, theme.px(6), theme.color("sel"))
        elif state & QStyle.StateFlag.State_MouseOver:
            draw_plate(painter, plate, theme.px(6), theme.color("bg2"))
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            draw_focus(painter, plate, theme, theme.px(6))
        at = self._words_at(box, entry)
        side = theme.px(ROW)
        first = min(box.height(), theme.px(LEAST))
        place = QRectF(box.left() + theme.px(EDGE), box.top(), side, first)
        name, token = icon_of(entry.kind), token_of(entry.kind)
        if entry.undone:
            name, token = "undo", "text3"
        paint_icon(painter, square_in(place, side), theme, name, token)
        line_id, rule = self.hovered
        self._line(entry).paint(painter, at, rule if line_id == entry.id else "")

    def _words_at(self, box: QRectF, entry: LogEntry) -> QPointF:
        left = box.left() + self.theme.px(EDGE) + self.theme.px(ROW) + self.theme.px(ICON_GAP)
        top = box.top() + (box.height() - self._line(entry).height) / 2
        return QPointF(left, top)

    def _line(self, entry: LogEntry) -> RichLine:
        self._check_width()
        # A line never changes once it is written; it is only struck out.
        key = (entry.id, entry.undone)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            pieces = entry_pieces(entry, self._model.colour_of(entry.player_id))
            self._kept[key] = RichLine(self.theme, pieces, self._room())
        return self._kept[key]

    def _room(self) -> int:
        px = self.theme.px
        return self._width() - 2 * px(EDGE) - px(ROW) - px(ICON_GAP)

    def _width(self) -> int:
        """Return the list's width without the scroll bar's, even while there is no scroll bar.

        Otherwise a log that has just become long enough for one would be laid out twice.
        """
        return self._view.width() - self._view.verticalScrollBar().sizeHint().width()

    def _check_width(self) -> None:
        made_for = (self._width(), self.theme.scale, self.theme.dark)
        if made_for != self._made_for:
            self._made_for = made_for
            self.forget()
