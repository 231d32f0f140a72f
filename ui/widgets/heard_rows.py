"""What was understood of a line, row by row, with the key that completes it."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from ui.look.icons import CHIP, paint_icon
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_line, square_in, text_width
from ui.widgets.keycap import keycap_width, paint_keycap
from ui.widgets.painted import PaintedWidget

ROW, LABEL, SIDE, ABOVE, BELOW = 24, 78, 18, 8, 4
ICONS = {"danger": "warning", "ok": "check", "aim": "attack"}

HeardCells = tuple[str, str, str]
"""Label, words, colour token."""


class HeardRows(PaintedWidget):
    """The state of a typed line, the suggestions that Tab inserts, and what was understood.

    Hidden while there is nothing to show. Where room is short, the rows of what was understood
    are left out first.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.state: tuple[HeardCells, ...] = ()
        self.rows: tuple[HeardCells, ...] = ()
        self.suggestions: tuple[str, ...] = ()
        self.hide()

    def show_rows(
        self,
        state: Sequence[HeardCells],
        rows: Sequence[HeardCells],
        suggestions: Sequence[str] = (),
    ) -> None:
        """Show the state of the line, what was understood of it, and suggestions for Tab."""
        self.state, self.rows = tuple(state), tuple(rows)
        self.suggestions = tuple(suggestions)
        tab = [f"Tab: {', '.join(self.suggestions)}"] if self.suggestions else []
        self.setAccessibleName(". ".join((*_read(self.state), *tab, *_read(self.rows))))
        self.setVisible(self.count > 0)
        self.updateGeometry()
        self.update()

    @property
    def count(self) -> int:
        """The number of rows, one for all suggestions together."""
        return len(self.state) + bool(self.suggestions) + len(self.rows)

    @override
    def sizeHint(self) -> QSize:
        """Return the height of all rows."""
        return self._size(self.count)

    @override
    def minimumSizeHint(self) -> QSize:
        """Return the size without the rows of what was understood; words may be cut too."""
        return self._size(self.count - len(self.rows))

    def _size(self, count: int) -> QSize:
        px = self.theme.px
        return QSize(px(100), px(ABOVE) + count * px(ROW) + px(BELOW))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the rows."""
        px = self.theme.px
        place = QRectF(
            box.left() + px(SIDE), box.top() + px(ABOVE), box.width() - 2 * px(SIDE), px(ROW)
        )
        tab = [None] if self.suggestions else []
        for row in (*self.state, *tab, *self.rows):
            # Whole rows only; the one pixel allows for heights that layouts round.
            if place.bottom() > box.bottom() + 1:
                break
            if row is None:
                self._paint_tab(painter, place)
            else:
                self._paint_row(painter, place, row)
            place.translate(0, px(ROW))

    def _paint_row(self, painter: QPainter, box: QRectF, row: HeardCells) -> None:
        theme, px = self.theme, self.theme.px
        label, words, token = row
        left = QRectF(box.left(), box.top(), px(LABEL), box.height())
        if label:
            draw_line(painter, left, label, theme.font("caption", True), theme.color("text3"))
        elif icon := ICONS.get(token):
            spot = QRectF(box.left(), box.top(), px(CHIP), box.height())
            paint_icon(painter, square_in(spot, px(CHIP)), theme, icon, token)
        rest = box.adjusted(px(LABEL), 0, 0, 0)
        draw_line(painter, rest, words, theme.font("small", token != "text"), theme.color(token))

    def _paint_tab(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        wide = keycap_width(theme, "Tab")
        paint_keycap(painter, QRectF(box.left(), box.top(), wide, box.height()), theme, "Tab")
        left, font = box.left() + px(LABEL), theme.font("small", True)
        for place, suggestion in enumerate(self.suggestions):
            room = box.right() - left
            if room < px(24):
                break
            piece = QRectF(left, box.top(), room, box.height())
            token = "accent_text" if place == 0 else "text2"
            draw_line(painter, piece, suggestion, font, theme.color(token))
            left += text_width(font, suggestion) + px(16)


def _read(rows: Sequence[HeardCells]) -> list[str]:
    return [f"{label}: {text}" if label else text for label, text, _ in rows]
