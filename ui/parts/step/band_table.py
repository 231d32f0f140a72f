"""The bands of an explosion: reach, dice that count, damage and KnockBack."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from brikdesk.turns.steps import BandRow
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_line, square_in, text_width
from ui.widgets.dice.glyph import SIDE, DieGlyph, paint_die_glyph
from ui.widgets.painted import PaintedWidget

ROW, GAP, HEAD = 28, 12, 24


TITLES = (("Within", False), ("Dice", False), ("Damage", True), ("KnockBack", True))
"""The columns, and whether they hold numbers."""


class BandTable(PaintedWidget):
    """One row for each band, nearest first, with as many of its dice as there is room for."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        # Ignored: it shows as many dice as the width allows, and asks for none.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._bands: tuple[BandRow, ...] = ()
        self.hide()

    def show_bands(self, bands: Sequence[BandRow]) -> None:
        """Show these bands; hide the table if there are none."""
        self._bands = tuple(bands)
        self.setAccessibleName("; ".join(_words(band) for band in self._bands))
        self.setVisible(bool(bands))
        self.restyle()

    @override
    def sizeHint(self) -> QSize:
        rows = len(self._bands)
        return QSize(self.theme.px(240), self.theme.px(HEAD) + rows * self.theme.px(ROW))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, high = self.theme, self.theme.px(ROW)
        columns = self._columns(box.width())
        head = QRectF(0, 0, box.width(), theme.px(HEAD))
        caption, grey = theme.font("caption", strong=True), theme.color("text3")
        for (title, is_number), (left, wide) in zip(TITLES, columns, strict=True):
            place = QRectF(left, head.top(), wide, head.height())
            draw_line(painter, place, title, caption, grey, right=is_number)
        for number, band in enumerate(self._bands):
            top = head.bottom() + number * high
            painter.fillRect(QRectF(0, top, box.width(), 1), theme.color("line"))
            cells = [QRectF(left, top, wide, high) for left, wide in columns]
            self._paint_row(painter, cells, band)

    def _paint_row(self, painter: QPainter, cells: list[QRectF], band: BandRow) -> None:
        theme = self.theme
        strong, plain = theme.font("small", strong=True), theme.font("small")
        text, second = theme.color("text"), theme.color("text2")
        draw_line(painter, cells[0], band.reach, strong, text)
        paint_band_dice(painter, cells[1], theme, band)
        draw_line(painter, cells[2], str(band.damage), strong, theme.color("danger"), right=True)
        draw_line(painter, cells[3], f'{band.knockback}"', plain, second, right=True)

    def _columns(self, width: float) -> list[tuple[float, float]]:
        font, gap = self.theme.font("caption", strong=True), self.theme.px(GAP)
        small = self.theme.font("small", strong=True)
        reach = max(
            [text_width(small, band.reach) for band in self._bands] + [text_width(font, "Within")]
        )
        damage, knock = text_width(font, "Damage"), text_width(font, "KnockBack")
        dice = max(0.0, width - reach - damage - knock - 3 * gap)
        lefts = (0.0, reach + gap, reach + dice + 2 * gap, reach + dice + damage + 3 * gap)
        return list(zip(lefts, (reach, dice, damage, knock), strict=True))


def paint_band_dice(painter: QPainter, cell: QRectF, theme: Theme, band: BandRow) -> None:
    """Paint the dice of a band, as many as there is room for, and the number of the others."""
    side, gap = theme.px(SIDE), theme.px(3)
    # If not all fit, the last place is that of "+3".
    fits = max(1, int((cell.width() + gap) // (side + gap)))
    shown = band.faces if len(band.faces) <= fits else band.faces[: fits - 1]
    for number, (sides, face) in enumerate(shown):
        box = square_in(
            QRectF(cell.left() + number * (side + gap), cell.top(), side, cell.height()), side
        )
        paint_die_glyph(painter, box, theme, DieGlyph(sides, face, tone="danger"))
    if len(shown) < len(band.faces):
        left = cell.left() + len(shown) * (side + gap)
        rest = QRectF(left, cell.top(), cell.right() - left, cell.height())
        more = f"+{len(band.faces) - len(shown)}"
        draw_line(painter, rest, more, theme.font("small"), theme.color("text2"))


def _words(band: BandRow) -> str:
    return f'{band.reach}: {band.damage} damage, {band.knockback}" KnockBack'
