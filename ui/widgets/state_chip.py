"""A state of a unit in one small plate: icon and word, or the icon alone."""

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from ui.look.icons import CHIP, paint_icon
from ui.look.text import tip
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_line, draw_plate, square_in, text_width
from ui.widgets.painted import PaintedWidget

HEIGHT, PADDING, GAP, RADIUS = 22, 6, 5, 6


class ChipLook(Struct, frozen=True):
    """Icon, word or number, and colour token: fire, danger, aim, ok, smoke, text, text2 or text3.

    `words` is the state in full for tip and screen reader; `text`, which is painted, may be empty.
    """

    icon: str
    text: str = ""
    tone: str = "text2"
    words: str = ""

    def bare(self) -> "ChipLook":
        """Return the chip as an icon alone; its word is kept for the tip."""
        return replace(self, text="", words=self.words or self.text)


def chip_width(theme: Theme, chip: ChipLook) -> int:
    """Return the pixels that a chip takes across."""
    plain = 2 * theme.px(PADDING) + theme.px(CHIP)
    font = theme.font("caption", strong=True)
    return plain + (theme.px(GAP) + text_width(font, chip.text) + 1 if chip.text else 0)


def paint_chip(painter: QPainter, box: QRectF, theme: Theme, chip: ChipLook) -> None:
    """Paint a chip that fills `box`."""
    draw_plate(painter, box, theme.px(RADIUS), theme.tint(chip.tone))
    left, side = theme.px(PADDING), theme.px(CHIP)
    place = QRectF(box.left() + left, box.top(), side, box.height())
    paint_icon(painter, square_in(place, side), theme, chip.icon, chip.tone)
    if chip.text:
        start = place.right() + theme.px(GAP)
        line = QRectF(start, box.top(), box.right() - left - start + 1, box.height())
        font, ink = theme.font("caption", strong=True), theme.color(chip.tone)
        draw_line(painter, line, chip.text, font, ink)


class StateChip(PaintedWidget):
    """One chip as a widget, with the state in words as its tip and accessible name."""

    def __init__(self, theme: Theme, chip: ChipLook) -> None:
        super().__init__(theme)
        self.show_chip(chip)

    def show_chip(self, chip: ChipLook) -> None:
        """Show another state."""
        self.chip = chip
        words = chip.words or chip.text
        self.setAccessibleName(words)
        tip(self, words if words != chip.text else "")
        self.restyle()

    def sizeHint(self) -> QSize:
        """Return the size of icon and word."""
        return QSize(chip_width(self.theme, self.chip), self.theme.px(HEIGHT))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the chip."""
        paint_chip(painter, box, self.theme, self.chip)
