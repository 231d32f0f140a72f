"""A die in a line of text: outlined if typed, filled if the desk rolled it."""

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter

from brikdesk.dice import Origin
from ui.look.shapes import die_path, number_centre
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_centred, draw_shape
from ui.widgets.painted import PaintedWidget

SIDE = 18
"""Pixels at 100 % beside body text."""

# The d4 and the d8 are pointed: their numbers have less room than those of the others.
_NUMBER = {4: 0.5, 8: 0.54}


class DieGlyph(Struct, frozen=True):
    """A die to draw; without a value it still waits. `tone` is the colour of its meaning."""

    sides: int
    value: int | None = None
    origin: Origin = Origin.TYPED
    tone: str = "text2"


def paint_die_glyph(painter: QPainter, box: QRectF, theme: Theme, die: DieGlyph) -> None:
    """Paint a die into the square `box`; a rolled face that was changed has a dashed outline."""
    solid = die.origin == Origin.ROLLED and die.value is not None
    colour = theme.color(die.tone)
    inner = box.adjusted(0.75, 0.75, -0.75, -0.75)
    ground = theme.tint("smoke" if die.tone in ("text", "text2", "text3") else die.tone)
    line = Qt.PenStyle.DashLine if die.origin == Origin.CHANGED else Qt.PenStyle.SolidLine
    draw_shape(
        painter,
        die_path(die.sides, inner),
        colour if solid else ground,
        None if solid else colour,
        max(1.2, box.width() / 15),
        line,
    )
    if die.value is not None:
        part = _NUMBER.get(die.sides, 0.6) - (0.06 if die.value > 9 else 0)
        font = theme.bold_font(box.height() * part)
        ink = theme.color("on_solid") if solid else colour
        draw_centred(painter, number_centre(die.sides, inner), str(die.value), font, ink)


class DiceGlyph(PaintedWidget):
    """One die glyph as a widget."""

    def __init__(self, theme: Theme, die: DieGlyph, side: int = SIDE) -> None:
        super().__init__(theme)
        self._side = side
        self.show_die(die)

    def show_die(self, die: DieGlyph) -> None:
        """Show another die."""
        self.die = die
        face = "waiting" if die.value is None else f"{die.value}, {die.origin}"
        self.setAccessibleName(f"d{die.sides}, {face}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the square."""
        side = self.theme.px(self._side)
        return QSize(side, side)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the die."""
        paint_die_glyph(painter, box, self.theme, self.die)
