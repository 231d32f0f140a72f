"""A unit's token: its faction's shape and colour with the unit's initials."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from ui.look.shapes import FactionShape, faction_path, faction_shape, initials_centre
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_centred, draw_shape
from ui.widgets.painted import PaintedWidget

SMALLEST = 22
"""Pixels at 100 %; in smaller tokens initials cannot be read."""

_LETTERS = {FactionShape.DIAMOND: 0.4, FactionShape.TRIANGLE: 0.34}
_SHORT = 3
LARGEST_LETTERS = 19
"""Pixels at 100 % that initials are high at most: on the map a token is as large as its unit."""


@dataclass(frozen=True, slots=True)
class TokenLook:
    """The faction's colour token, the initials (at most three are shown), solid for minifigs."""

    colour: str
    initials: str = ""
    solid: bool = True


def paint_token(painter: QPainter, box: QRectF, theme: Theme, token: TokenLook) -> None:
    """Paint a token into the square `box`: solid for units under 2", else tinted and outlined."""
    shape = faction_shape(token.colour)
    colour = theme.color(token.colour)
    edge = 0.0 if token.solid else max(1.5, box.width() / 17)
    inner = box.adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2)
    path = faction_path(shape, inner)
    if token.solid:
        draw_shape(painter, path, colour)
    else:
        draw_shape(painter, path, theme.tint(token.colour), colour, edge)
    letters = token.initials[:_SHORT]
    if letters:
        part = _LETTERS.get(shape, 0.42) * (0.82 if len(letters) == _SHORT else 1)
        high = min(box.height() * part, theme.px(LARGEST_LETTERS))
        ink = theme.color("on_solid") if token.solid else colour
        at = initials_centre(shape, inner)
        draw_centred(painter, at, letters, theme.bold_font(high), ink)


def paint_faction_mark(painter: QPainter, box: QRectF, theme: Theme, colour: str) -> None:
    """Paint a faction's shape without letters, as it stands before the faction's name."""
    paint_token(painter, box, theme, TokenLook(colour))


class Token(PaintedWidget):
    """One token as a widget. `side` is in pixels at 100 %."""

    def __init__(self, theme: Theme, look: TokenLook, side: int = SMALLEST, name: str = "") -> None:
        super().__init__(theme)
        self._look = look
        self._side = side
        self.setAccessibleName(name or look.initials)

    def set_look(self, look: TokenLook) -> None:
        """Show another faction, other initials, or the other fill."""
        self._look = look
        self.update()

    def sizeHint(self) -> QSize:
        """Return the square of `side`."""
        side = self.theme.px(self._side)
        return QSize(side, side)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the token."""
        paint_token(painter, box, self.theme, self._look)
