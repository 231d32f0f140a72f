"""What a unit has left of its turn: a bar of its Move, and a dot for its Action."""

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from brikdesk.lengths import in_inches
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_plate

BAR, HIGH, DOT, BETWEEN = 22, 4, 8, 4
WIDE = BAR + BETWEEN + DOT


class TurnLeft(Struct, frozen=True):
    """Inches of Move left, inches of Move in all, and whether an Action is left."""

    move: float
    of: float
    action: bool

    @property
    def words(self) -> str:
        """Say both, for tip and screen reader."""
        action = "an" if self.action else "no"
        return f"{in_inches(self.move)} of {in_inches(self.of)} Move left, {action} Action left"


def paint_turn_left(painter: QPainter, box: QRectF, theme: Theme, left: TurnLeft) -> None:
    """Paint the bar and the dot at the left of `box`; what is used up is an empty outline."""
    high, wide = theme.px(HIGH), theme.px(BAR)
    bar = QRectF(box.left(), round(box.center().y() - high / 2), wide, high)
    draw_plate(painter, bar, high / 2, theme.color("bg3"), theme.color("line2"))
    part = min(1.0, left.move / left.of) if left.of else 0.0
    if part > 0:
        full = QRectF(bar.left(), bar.top(), max(high, wide * part), high)
        draw_plate(painter, full, high / 2, theme.color("ok"))
    dot = theme.px(DOT)
    spot = QRectF(bar.right() + theme.px(BETWEEN), round(box.center().y() - dot / 2), dot, dot)
    ink = theme.color("ok") if left.action else None
    edge = theme.color("ok" if left.action else "line2")
    draw_plate(painter, spot, dot / 2, ink, edge, max(1.5, theme.px(1.5)))
