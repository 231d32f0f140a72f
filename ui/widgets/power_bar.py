"""Power left of a creation: one block for each inch."""

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from brikdesk.lengths import in_figures, in_inches
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_line, draw_plate, text_width
from ui.widgets.painted import PaintedWidget

MOST_BLOCKS = 12
WIDE, HIGH, GAP = 11, 10, 3


class PowerLeft(Struct, frozen=True):
    """Power of a creation in inches: left, taken by fire (F.1-30), and in all."""

    left: float
    burning: float = 0
    total: float = 0

    @property
    def words(self) -> str:
        """Return the Power as it is read out, and as it is shown above 12 inches: 4/6"."""
        return f"{in_figures(self.left)}/{in_inches(self.total)}"


def _power_bar_width(theme: Theme, power: PowerLeft) -> int:
    """Return the width of the bar in pixels, with blocks of full size."""
    if power.total > MOST_BLOCKS:
        return text_width(theme.font("small", strong=True), power.words)
    blocks = round(power.total)
    return blocks * theme.px(WIDE) + max(0, blocks - 1) * theme.px(GAP)


def paint_power_bar(painter: QPainter, box: QRectF, theme: Theme, power: PowerLeft) -> None:
    """Paint the bar at the left of `box`; blocks get narrower where there is less room.

    Filled blocks are left, those outlined in orange are taken by fire, grey ones are used up.
    More than 12 inches are written as a number.
    """
    if power.total > MOST_BLOCKS:
        font = theme.font("small", strong=True)
        draw_line(painter, box, power.words, font, theme.color("text"))
        return
    blocks = round(power.total)
    full = _power_bar_width(theme, power)
    gap = theme.px(GAP) if full <= box.width() else max(1, theme.px(1))
    wide = min(theme.px(WIDE), (box.width() - gap * (blocks - 1)) / max(1, blocks))
    high = theme.px(HIGH)
    top = round(box.center().y() - high / 2)
    for k in range(blocks):
        block = QRectF(box.left() + k * (wide + gap), top, wide, high)
        _paint_block(painter, block, theme, power, k)


def _paint_block(
    painter: QPainter, block: QRectF, theme: Theme, power: PowerLeft, place: int
) -> None:
    radius = min(theme.px(2), block.width() / 3)
    # The sum below is rounded as a whole: 1.5" left and 1.5" burning are three blocks, not four.
    if place < round(power.left):
        draw_plate(painter, block, radius, theme.color("accent"), theme.color("accent_edge"))
    elif place < round(power.left + power.burning):
        draw_plate(painter, block, radius, None, theme.color("fire"), max(1.5, theme.px(1.5)))
    else:
        draw_plate(painter, block, radius, theme.color("bg3"), theme.color("line2"))


class PowerBar(PaintedWidget):
    """The bar as a widget."""

    def __init__(self, theme: Theme, power: PowerLeft) -> None:
        super().__init__(theme)
        self.show_power(power)

    def show_power(self, power: PowerLeft) -> None:
        """Show other Power."""
        self.power = power
        lost = f", {in_inches(power.burning)} taken by fire" if power.burning else ""
        self.setAccessibleName(f"Power {power.words}{lost}")
        self.restyle()

    def sizeHint(self) -> QSize:
        """Return the size of all blocks."""
        wide = _power_bar_width(self.theme, self.power)
        return QSize(max(1, wide), self.theme.px(18))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the blocks."""
        paint_power_bar(painter, box, self.theme, self.power)
