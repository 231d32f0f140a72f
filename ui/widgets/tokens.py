"""Tokens and states of units, and the players in turn order."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from ui.look.icons import (
    CHIP,
    FactionShape,
    faction_path,
    faction_shape,
    initials_centre,
    paint_icon,
)
from ui.look.text import tip
from ui.look.theme import Theme
from ui.widgets.painted import (
    PaintedWidget,
    draw_centred,
    draw_line,
    draw_plate,
    draw_shape,
    square_in,
    text_width,
)

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
    # The outline lies inside, so that solid and outlined tokens are equally large.
    edge = 0.0 if token.solid else max(1.5, box.width() / 17)
    inner = box.adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2)
    path = faction_path(shape, inner)
    if token.solid:
        draw_shape(painter, path, colour)
    else:
        draw_shape(painter, path, theme.tint(token.colour), colour, edge)
    letters = token.initials[:_SHORT]
    # Three initials are smaller, as they have to fit into the same shape.
    part = _LETTERS.get(shape, 0.42) * (0.82 if len(letters) == _SHORT else 1)
    high = min(box.height() * part, max(theme.px(LARGEST_LETTERS), 1.3 * theme.least))
    # What could not be read from where it is looked at is left out.
    if letters and high >= theme.least:
        ink = theme.color("on_solid") if token.solid else colour
        at = initials_centre(shape, inner)
        draw_centred(painter, at, letters, theme.bold_font(high), ink)


def paint_fallen(painter: QPainter, box: QRectF, theme: Theme, token: TokenLook) -> None:
    """Paint the token of a unit that was lost: faded, with a cross in place of its initials."""
    painter.setOpacity(0.45)
    paint_token(painter, box, theme, TokenLook(token.colour, solid=token.solid))
    painter.setOpacity(1)
    edge = box.width() / 6
    inner = box.adjusted(edge, edge, -edge, -edge)
    pen = QPen(theme.color("danger"), max(2.0, box.width() / 9))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(inner.topLeft(), inner.bottomRight())
    painter.drawLine(inner.topRight(), inner.bottomLeft())


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

    def sizeHint(self) -> QSize:
        """Return the square of `side`."""
        side = self.theme.px(self._side)
        return QSize(side, side)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the token."""
        paint_token(painter, box, self.theme, self._look)


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
    plain = 2 * theme.px(StateChip.PADDING) + theme.px(CHIP)
    font = theme.font("caption", strong=True)
    return plain + (theme.px(StateChip.GAP) + text_width(font, chip.text) + 1 if chip.text else 0)


def paint_chip(painter: QPainter, box: QRectF, theme: Theme, chip: ChipLook) -> None:
    """Paint a chip that fills `box`."""
    draw_plate(painter, box, theme.px(StateChip.RADIUS), theme.tint(chip.tone))
    left, side = theme.px(StateChip.PADDING), theme.px(CHIP)
    place = QRectF(box.left() + left, box.top(), side, box.height())
    paint_icon(painter, square_in(place, side), theme, chip.icon, chip.tone)
    if chip.text:
        start = place.right() + theme.px(StateChip.GAP)
        line = QRectF(start, box.top(), box.right() - left - start + 1, box.height())
        font, ink = theme.font("caption", strong=True), theme.color(chip.tone)
        draw_line(painter, line, chip.text, font, ink)


class StateChip(PaintedWidget):
    """One chip as a widget, with the state in words as its tip and accessible name."""

    HIGH, PADDING, GAP, RADIUS = 22, 6, 5, 6

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
        return QSize(chip_width(self.theme, self.chip), self.theme.px(StateChip.HIGH))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the chip."""
        paint_chip(painter, box, self.theme, self.chip)


HIGH, PADDING, GAP, MARK, STEP, RADIUS = 34, 12, 8, 14, 24, 8
LONGEST = 220
STYLES = ("factions", "codes", "all codes", "close")
"""How players are named: from all factions in full to codes with little room between."""


class Seated(Struct, frozen=True):
    """A player as the turn order shows them."""

    name: str
    faction: str
    code: str
    colour: str
    active: bool = False
    out: bool = False


class TurnOrder(PaintedWidget):
    """One line of all players: by faction or by code, as room allows."""

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
        """Show the `factions`, or only the one that plays and of the others their `codes`, at most."""
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
        """Paint the players in the fullest style that fits; in the last the end may be cut off."""
        styles = STYLES[STYLES.index(self._style) :]
        style = next((s for s in styles if self._width(s) <= box.width()), STYLES[-1])
        left = 0.0
        for place, seat in enumerate(self._seats):
            if place:
                self._paint_arrow(painter, left, style)
                left += self._step(style)
            wide = self._seat_width(seat, style)
            self._paint_seat(painter, QRectF(left, 0, wide, box.height()), seat, style)
            left += wide

    def _words(self, seat: Seated, style: str) -> str:
        whole = style == "factions" or (style == "codes" and seat.active)
        return seat.faction if whole else seat.code

    def _edge(self, style: str) -> int:
        return self.theme.px(PADDING // 2 if style == "close" else PADDING)

    def _step(self, style: str) -> int:
        return self.theme.px(MARK if style == "close" else STEP)

    def _seat_width(self, seat: Seated, style: str) -> int:
        px, font = self.theme.px, self.theme.font("small", strong=True)
        words = min(text_width(font, self._words(seat, style)), px(LONGEST))
        return 2 * self._edge(style) + px(MARK) + px(GAP) + words

    def _width(self, style: str) -> int:
        seats = sum(self._seat_width(seat, style) for seat in self._seats)
        return seats + max(0, len(self._seats) - 1) * self._step(style)

    def _paint_arrow(self, painter: QPainter, left: float, style: str) -> None:
        side = self.theme.px(MARK)
        place = square_in(QRectF(left, 0, self._step(style), self.height()), side)
        paint_icon(painter, place, self.theme, "chevron-right", "text3")

    def _paint_seat(self, painter: QPainter, box: QRectF, seat: Seated, style: str) -> None:
        theme, px = self.theme, self.theme.px
        if seat.active:
            fill, ring = theme.tint(seat.colour), theme.color(seat.colour)
            draw_plate(painter, box, px(RADIUS), fill, ring, px(1.5))
        edge = self._edge(style)
        mark = QRectF(box.left() + edge, 0, px(MARK), box.height())
        paint_faction_mark(painter, square_in(mark, px(MARK)), theme, seat.colour)
        words = box.adjusted(edge + px(MARK) + px(GAP), 0, 1 - edge, 0)
        font = theme.font("small", strong=True)
        ink = theme.color(seat.colour if seat.active else "text2")
        draw_line(painter, words, self._words(seat, style), font, ink)
