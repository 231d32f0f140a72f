"""The pictures of tokens, one for all that look alike: painting each in Python would be slow."""

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from ui.look.icons import paint_icon
from ui.look.theme import Theme
from ui.models.map.tokens import UnitToken
from ui.models.map.turn_marks import TurnMark
from ui.panels.map.paint_turn_mark import paint_turn_mark
from ui.widgets.brushwork import draw_plate, painting
from ui.widgets.token import SMALLEST, TokenLook, paint_token

BADGE, FLAME, MOST_FLAMES = 16, 16, 6
MOST = 6000
"""Pictures that are kept: small tokens look the same at many zoom steps."""

MARGIN = 10
"""Pixels at 100 % around a token for its flames and badge."""


class _Look(Struct, frozen=True):
    """All that decides how a token's picture comes out."""

    side: int
    colour: str
    initials: str
    solid: bool
    flames: int
    badge: str
    tone: str
    facing: float | None
    ratio: float
    turn: TurnMark | None


class TokenPictures:
    """Draws tokens at a scale of so many pixels to the inch; equal ones are drawn once."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._drawn: dict[_Look, QPixmap] = {}
        self.shows_turn = True

    def forget(self) -> None:
        """Drop all pictures, as when the theme changes."""
        self._drawn.clear()

    def side_of(self, token: UnitToken, scale: float) -> int:
        """Return the pixels a token is wide: true to scale, and never too small for its initials."""
        return self.side_of_size(token.size, scale)

    def side_of_size(self, size: int, scale: float) -> int:
        """Return the pixels that a token of so many inches of Size is wide."""
        return max(self.least, round(size * scale))

    @property
    def least(self) -> int:
        """The pixels that the smallest token is wide."""
        return self._theme.px(SMALLEST)

    def picture(self, token: UnitToken, scale: float, ratio: float) -> QPixmap:
        """Return the picture of a token; its middle is where the unit stands."""
        side = self.side_of(token, scale)
        flames = min(token.flames, MOST_FLAMES)
        look = _Look(
            side, token.colour, token.initials, token.solid, flames,
            token.badge, token.tone, token.facing, ratio, token.turn if self.shows_turn else None,
        )  # fmt: skip
        if look not in self._drawn:
            if len(self._drawn) >= MOST:
                self._drawn.clear()  # of zoom steps that nobody comes back to
            self._drawn[look] = self._draw(look)
        return self._drawn[look]

    def _draw(self, look: _Look) -> QPixmap:
        theme = self._theme
        margin = theme.px(MARGIN)
        whole = look.side + 2 * margin
        picture = QPixmap(round(whole * look.ratio), round(whole * look.ratio))
        picture.setDevicePixelRatio(look.ratio)
        picture.fill(Qt.GlobalColor.transparent)
        box = QRectF(margin, margin, look.side, look.side)
        with painting(picture) as painter:
            token = TokenLook(look.colour, look.initials, look.solid)
            if look.facing is not None:
                self._paint_facing(painter, box, look)
            paint_token(painter, box, theme, token)
            self._paint_flames(painter, box, look.flames)
            if look.turn is not None:
                paint_turn_mark(painter, box, theme, look.turn)
            if look.badge:
                self._paint_badge(painter, box, look)
        return picture

    def _paint_facing(self, painter: QPainter, box: QRectF, look: _Look) -> None:
        """Paint a short line out of the token, the way it faces."""
        painter.save()
        painter.translate(box.center())
        painter.rotate(look.facing or 0.0)
        painter.setPen(QPen(self._theme.color(look.colour), self._theme.px(3)))
        painter.drawLine(
            QPointF(0, -box.height() / 2), QPointF(0, -box.height() / 2 - self._theme.px(6))
        )
        painter.restore()

    def _paint_flames(self, painter: QPainter, box: QRectF, flames: int) -> None:
        side = self._theme.px(FLAME)
        step = side * 0.75
        left = box.center().x() - (flames - 1) * step / 2 - side / 2
        for flame in range(flames):
            place = QRectF(left + flame * step, box.top() - side * 0.55, side, side)
            paint_icon(painter, place, self._theme, "fire", "fire")

    def _paint_badge(self, painter: QPainter, box: QRectF, look: _Look) -> None:
        side = self._theme.px(BADGE)
        plate = QRectF(box.right() - side * 0.6, box.top() - side * 0.4, side, side)
        draw_plate(painter, plate, side / 2, self._theme.color("bg1"), self._theme.color("line2"))
        inner = plate.adjusted(3, 3, -3, -3)
        paint_icon(painter, inner, self._theme, look.badge, look.tone or "text2")
