"""Rounds in a rack: one shell for each physical round."""

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPainterPath

from ui.look.theme import Theme
from ui.widgets.brushwork import draw_line, draw_shape, text_width
from ui.widgets.painted import PaintedWidget

MOST_PIPS = 10
"""More rounds than this are written as a number."""
WIDE, HIGH, GAP = 6, 14, 3


class RoundsLeft(Struct, frozen=True):
    """`left` rounds of the `total` that there were; `tone` is the colour of what is loaded."""

    left: int
    total: int
    tone: str = "ok"

    @property
    def words(self) -> str:
        """Return the count as it is read out: 2 of 3."""
        return f"{self.left} of {self.total}"


def ammo_pips_width(theme: Theme, rounds: RoundsLeft) -> int:
    """Return the pixels that the shells take across."""
    count = max(rounds.left, rounds.total)
    if count > MOST_PIPS:
        return text_width(theme.font("small", strong=True), rounds.words)
    return count * theme.px(WIDE) + max(0, count - 1) * theme.px(GAP)


def paint_ammo_pips(painter: QPainter, box: QRectF, theme: Theme, rounds: RoundsLeft) -> None:
    """Paint the shells at the left of `box`: filled is there, outlined is missing."""
    count = max(rounds.left, rounds.total)
    if count > MOST_PIPS:
        font = theme.font("small", strong=True)
        draw_line(painter, box, rounds.words, font, theme.color("text"))
        return
    wide, high = theme.px(WIDE), theme.px(HIGH)
    top = round(box.center().y() - high / 2)
    for k in range(count):
        left = box.left() + k * (wide + theme.px(GAP))
        there = k < rounds.left
        # A line of 1 px is centred on its path: half a pixel further in, an outlined shell is as
        # large as a filled one.
        inset = 0.0 if there else 0.5
        path = _shell(QRectF(left + inset, top + inset, wide - 2 * inset, high - 2 * inset))
        if there:
            draw_shape(painter, path, theme.color(rounds.tone))
        else:
            draw_shape(painter, path, None, theme.color("text3"), 1)


def _shell(box: QRectF) -> QPainterPath:
    shoulder = box.top() + box.height() * 0.42
    middle = box.center().x()
    path = QPainterPath(QPointF(box.left(), box.bottom()))
    path.lineTo(box.left(), shoulder)
    path.quadTo(QPointF(box.left(), box.top() + box.height() * 0.12), QPointF(middle, box.top()))
    path.quadTo(
        QPointF(box.right(), box.top() + box.height() * 0.12), QPointF(box.right(), shoulder)
    )
    path.lineTo(box.right(), box.bottom())
    path.closeSubpath()
    return path


class AmmoPips(PaintedWidget):
    """The shells as a widget."""

    def __init__(self, theme: Theme, rounds: RoundsLeft) -> None:
        super().__init__(theme)
        self.show_rounds(rounds)

    def show_rounds(self, rounds: RoundsLeft) -> None:
        """Show another count."""
        self.rounds = rounds
        self.setAccessibleName(f"{rounds.words} rounds")
        self.restyle()

    def sizeHint(self) -> QSize:
        """Return the size of all shells."""
        return QSize(max(1, ammo_pips_width(self.theme, self.rounds)), self.theme.px(18))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the shells."""
        paint_ammo_pips(painter, box, self.theme, self.rounds)
