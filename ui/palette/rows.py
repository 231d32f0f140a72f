"""The rows of the command palette: the hits, under the heads of their groups."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from ui.look.icons import ROW, paint_icon
from ui.look.theme import Theme
from ui.palette.finds import Find, Hit
from ui.widgets.brushwork import draw_line, draw_plate, square_in, text_width
from ui.widgets.delegate import Delegate
from ui.widgets.keycap import keycap_width, paint_keycap
from ui.widgets.model_index import Index
from ui.widgets.rules.citation import citation_width, paint_citation

NO_PARENT = QModelIndex()
HIT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROW_HIGH, HEAD_HIGH = 41, 34


class HitsModel(QAbstractListModel):
    """The hits as rows, with a row for the head of each group that cannot be chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[Hit | str] = []

    def show_hits(self, found: tuple[Hit, ...]) -> None:
        """Show other hits."""
        self.beginResetModel()
        self._rows = []
        for hit in found:
            heads = [row for row in self._rows if isinstance(row, str)]
            if hit.find.group not in heads:
                self._rows.append(hit.find.group)
            self._rows.append(hit)
        self.endResetModel()

    def hit(self, place: int) -> Hit | None:
        """Return the hit in a row, or None for a head or a row that does not exist."""
        row = self._rows[place] if 0 <= place < len(self._rows) else None
        return row if isinstance(row, Hit) else None

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == HIT_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row if isinstance(row, str) else spoken(row.find)
        return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.hit(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class HitsDelegate(Delegate):
    """Paints heads and rows."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        high = HEAD_HIGH if isinstance(index.data(HIT_ROLE), str) else ROW_HIGH
        return QSize(100, self.theme.px(high))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px, row = self.theme, self.theme.px, index.data(HIT_ROLE)
        box = QRectF(option.rect)
        # The view paints all its rows with this one painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, str):
            line = box.adjusted(px(16), px(6), 0, 0)
            draw_line(painter, line, row, theme.font("caption", True), theme.color("text3"))
        elif isinstance(row, Hit):
            selected = option.state & QStyle.StateFlag.State_Selected
            self._paint_row(painter, box, row, bool(selected))
        painter.restore()

    def _paint_row(self, painter: QPainter, box: QRectF, hit: Hit, selected: bool) -> None:
        theme, px, find = self.theme, self.theme.px, hit.find
        if selected:
            plate = box.adjusted(px(8), 0, -px(8), 0)
            draw_plate(painter, plate, px(8), theme.color("sel"))
            mark = QRectF(plate.left(), box.top() + px(9), px(3), box.height() - px(18))
            draw_plate(painter, mark, px(1.5), theme.color("accent"))
        spot = QRectF(box.left() + px(18), box.top(), px(ROW), box.height())
        ink = "text" if selected else "text2"
        paint_icon(painter, square_in(spot, px(ROW)), theme, find.icon or "chevron-right", ink)
        right = self._paint_right(painter, box, find, selected)
        left = spot.right() + px(14)
        left = self._paint_words(painter, QRectF(left, box.top(), right - left, box.height()), hit)
        if find.more and right - left > px(60):
            more = QRectF(left + px(12), box.top(), right - left - px(12), box.height())
            draw_line(painter, more, find.more, theme.font("small"), theme.color("text3"))

    def _paint_right(self, painter: QPainter, box: QRectF, find: Find, selected: bool) -> float:
        """Paint keys and citation at the right edge; return where they begin."""
        theme, px = self.theme, self.theme.px
        right = box.right() - px(18)
        if find.rule:
            wide = citation_width(theme, find.rule)
            place = QRectF(right - wide, box.top(), wide, box.height())
            paint_citation(painter, place, theme, find.rule)
            right -= wide + px(8)
        for key in (find.key, "Enter" if selected else ""):
            if key:
                wide = keycap_width(theme, key)
                cap = QRectF(right - wide, box.top(), wide, box.height())
                paint_keycap(painter, cap, theme, key)
                right -= wide + px(8)
        return right - px(8)

    def _paint_words(self, painter: QPainter, box: QRectF, hit: Hit) -> float:
        """Paint the words, with the found letters in the accent colour; return where they end."""
        theme, words, left = self.theme, hit.find.words, box.left()
        for text, found in _pieces(words, hit.spans):
            font = theme.font("body", strong=found)
            wide = min(text_width(font, text), max(0.0, box.right() - left))
            if wide <= 0:  # only no room ends it: a space between two found words is narrow too
                break
            piece = QRectF(left, box.top(), wide, box.height())
            draw_line(painter, piece, text, font, theme.color("accent_text" if found else "text"))
            left += wide
        return left


def _pieces(words: str, spans: tuple[tuple[int, int], ...]) -> list[tuple[str, bool]]:
    """Return the runs of the words in order, each with whether it was found."""
    pieces, at = [], 0
    for start, end in spans:
        pieces += [(words[at:start], False), (words[start:end], True)]
        at = end
    pieces.append((words[at:], False))
    return [(text, found) for text, found in pieces if text]


def spoken(find: Find) -> str:
    """Return the words of a row for a screen reader."""
    return ", ".join(part for part in (find.words, find.more, find.rule, find.key) if part)
