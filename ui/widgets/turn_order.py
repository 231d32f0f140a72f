"""The players in turn order, the active one tinted."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from ui.look.icons import paint_icon
from ui.look.text import tip
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_line, draw_plate, square_in, text_width
from ui.widgets.painted import PaintedWidget
from ui.widgets.token import paint_faction_mark

HIGH, PADDING, GAP, MARK, STEP, RADIUS = 34, 12, 8, 14, 24, 8
LONGEST = 220


class Seated(Struct, frozen=True):
    """A player as the turn order shows them."""

    name: str
    faction: str
    code: str
    colour: str
    active: bool = False
    out: bool = False


class TurnOrder(PaintedWidget):
    """One line of players: by faction, by code, or the active one alone, as room allows."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._seats: tuple[Seated, ...] = ()
        self._style = "factions"

    def show_seats(self, seats: Sequence[Seated]) -> None:
        """Show these players, without those who are out of the battle and have no turn any more."""
        self._seats = tuple(seat for seat in seats if seat.active or not seat.out)
        active = next((seat for seat in self._seats if seat.active), None)
        others = [
            f"{seat.name} ({seat.faction}{', out' if seat.out else ''})" for seat in self._seats
        ]
        lead = f"{active.faction} to play. " if active else ""
        words = f"{lead}Turn order: {', then '.join(others)}" if others else ""
        self.setAccessibleName(words)
        tip(self, words)
        self.restyle()

    def set_style(self, style: str) -> None:
        """Show `factions`, `codes` or only the `active` player, at most."""
        self._style = style
        self.restyle()

    @override
    def sizeHint(self) -> QSize:
        """Return the size that shows the chosen style uncut."""
        return QSize(self._width(self._style), self.theme.px(HIGH))

    @override
    def minimumSizeHint(self) -> QSize:
        """Return a size in which the active player can still be recognised."""
        return QSize(self.theme.px(72), self.theme.px(HIGH))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the players in the fullest style that fits."""
        style = next((s for s in self._styles() if self._width(s) <= box.width()), "active")
        left = 0.0
        shown = self._shown(style)
        for place, seat in enumerate(shown):
            if place:
                self._paint_arrow(painter, left)
                left += self.theme.px(STEP)
            wide = min(self._seat_width(seat, style), box.width() - left)
            self._paint_seat(painter, QRectF(left, 0, wide, box.height()), seat, style)
            left += wide

    def _styles(self) -> tuple[str, ...]:
        order = ("factions", "codes", "active")
        return order[order.index(self._style) :]

    def _shown(self, style: str) -> tuple[Seated, ...]:
        if style != "active":
            return self._seats
        # Between battles and before the first turn nobody is active.
        return tuple(seat for seat in self._seats if seat.active) or self._seats[:1]

    def _words(self, seat: Seated, style: str) -> str:
        return seat.faction if seat.active or style == "factions" else seat.code

    def _seat_width(self, seat: Seated, style: str) -> int:
        px, font = self.theme.px, self.theme.font("small", strong=True)
        words = min(text_width(font, self._words(seat, style)), px(LONGEST))
        return 2 * px(PADDING) + px(MARK) + px(GAP) + words

    def _width(self, style: str) -> int:
        shown = self._shown(style)
        seats = sum(self._seat_width(seat, style) for seat in shown)
        return seats + max(0, len(shown) - 1) * self.theme.px(STEP)

    def _paint_arrow(self, painter: QPainter, left: float) -> None:
        side = self.theme.px(14)
        place = square_in(QRectF(left, 0, self.theme.px(STEP), self.height()), side)
        paint_icon(painter, place, self.theme, "chevron-right", "text3")

    def _paint_seat(self, painter: QPainter, box: QRectF, seat: Seated, style: str) -> None:
        theme, px = self.theme, self.theme.px
        if seat.active:
            fill, edge = theme.tint(seat.colour), theme.color(seat.colour)
            draw_plate(painter, box, px(RADIUS), fill, edge, px(1.5))
        mark = QRectF(box.left() + px(PADDING), 0, px(MARK), box.height())
        paint_faction_mark(painter, square_in(mark, px(MARK)), theme, seat.colour)
        words = box.adjusted(px(PADDING) + px(MARK) + px(GAP), 0, -px(PADDING) + 1, 0)
        font = theme.font("small", strong=True)
        ink = theme.color(seat.colour if seat.active else "text2")
        draw_line(painter, words, self._words(seat, style), font, ink)
