"""Bars: odds, outcomes, Power, flights, rounds, steps, what is left of a turn."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from brikdesk.lengths import in_figures, in_inches
from ui.look.icons import paint_icon
from ui.look.theme import Theme
from ui.widgets.painted import (
    PaintedWidget,
    draw_centred,
    draw_line,
    draw_plate,
    draw_shape,
    sized,
    square_in,
    text_height,
    text_width,
    with_alpha,
)

BLOCK, GAP, ICON, RADIUS, LEAST = 36, 4, 12, 6, 14
"""Pixels at 100 %: BLOCK is the height; narrower than LEAST, a block shows its number small."""


class OddsBlock(Struct, frozen=True):
    """A block to paint: number, tone (danger, ok or empty), icon, chance (0 to 1).

    `ringed` marks what the dice on the table show.
    """

    label: str
    tone: str
    icon: str
    chance: float
    ringed: bool = False


class OddsGroup(Struct, frozen=True):
    """The outcome of blocks `first` to `last`: percentage, words, and `short` for less room."""

    first: int
    last: int
    percent: str
    words: str
    tone: str
    short: str = ""


class OddsBar(PaintedWidget):
    """Odds as blocks of equal width; those of sums are filled as high as they are likely."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.blocks: tuple[OddsBlock, ...] = ()
        self.groups: tuple[OddsGroup, ...] = ()
        self._sums = False

    def show_odds(
        self, blocks: Sequence[OddsBlock], groups: Sequence[OddsGroup], sums: bool, name: str
    ) -> None:
        """Show other odds; `sums` fills blocks by their chance, `name` is for the screen reader."""
        self.blocks, self.groups, self._sums = tuple(blocks), tuple(groups), sums
        self.setAccessibleName(name)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        px = self.theme.px
        words = 2 * text_height(self.theme.font("caption"))
        return QSize(px(300), px(BLOCK + 10) + words)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(180), self.sizeHint().height())

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        if not self.blocks:
            return
        places = self._places(box.width())
        # Heights are relative to the likeliest block: of many sums even that one is rare.
        most = max(block.chance for block in self.blocks)
        for block, place in zip(self.blocks, places, strict=True):
            self._paint_block(painter, place, block, block.chance / most if most else 0)
        self._paint_groups(painter, box, places)

    def _places(self, width: float) -> list[QRectF]:
        px, count = self.theme.px, len(self.blocks)
        # Of many blocks, gaps would take a good part of the room.
        gap = px(GAP) if width / count > px(24) else px(2)
        wide = (width - gap * (count - 1)) / count
        return [QRectF(at * (wide + gap), 0, wide, px(BLOCK)) for at in range(count)]

    def _paint_block(self, painter: QPainter, box: QRectF, block: OddsBlock, part: float) -> None:
        theme, px = self.theme, self.theme.px
        token = block.tone or "text3"
        fill = theme.tint(block.tone) if block.tone else theme.color("bg3")
        edge = theme.color(block.tone) if block.tone else theme.color("line2")
        radius = min(px(RADIUS), box.width() / 3)
        draw_plate(painter, box, radius, fill, edge)
        if self._sums:
            high = max(px(2), (box.height() - px(4)) * part)
            level = QRectF(box.left() + 1, box.bottom() - high - 1, box.width() - 2, high)
            draw_plate(painter, level, min(radius, 3), with_alpha(theme.color(token), 0.28))
        ink = theme.color(block.tone or "text2")
        if box.width() >= px(LEAST):
            self._paint_number(painter, box, block, token)
        elif block.label:
            draw_centred(painter, box.center(), block.label, theme.bold_font(px(9)), ink)
        if block.ringed:
            ring = box.adjusted(-px(1), -px(1), px(1), px(1))
            draw_plate(painter, ring, radius, None, theme.color("focus"), px(3))

    def _paint_number(self, painter: QPainter, box: QRectF, block: OddsBlock, token: str) -> None:
        theme, px = self.theme, self.theme.px
        ink = theme.color(block.tone or "text2")
        room = box.width() >= px(20) and bool(block.icon)
        if block.label:
            up = box.height() * (0.36 if room else 0.5)
            size = px(16) if len(block.label) < 3 and box.width() > px(24) else px(11)
            at = QPointF(box.center().x(), box.top() + up)
            draw_centred(painter, at, block.label, theme.bold_font(size), ink)
        if room:
            side = px(ICON if block.label else ICON + 4)
            top = box.top() + box.height() * (0.62 if block.label else 0)
            under = QRectF(box.left(), top, box.width(), side if block.label else box.height())
            paint_icon(painter, square_in(under, side), theme, block.icon, token)

    def _paint_groups(self, painter: QPainter, box: QRectF, places: list[QRectF]) -> None:
        theme, px = self.theme, self.theme.px
        strong, plain = theme.font("caption", strong=True), theme.font("caption")
        top = px(BLOCK) + px(4)
        words = [self._words(group, places) for group in self.groups]
        widths = [
            max(text_width(strong, group.percent), text_width(plain, said))
            for group, said in zip(self.groups, words, strict=True)
        ]
        centres = _apart(
            [(places[g.first].left() + places[g.last].right()) / 2 for g in self.groups],
            widths, box.width(), px(6),
        )  # fmt: skip
        line = text_height(strong)
        for group, said, centre in zip(self.groups, words, centres, strict=True):
            left, right = places[group.first].left(), places[group.last].right()
            ink = theme.color(group.tone or "text2")
            painter.fillRect(QRectF(left, top, right - left, max(1, px(1.5))), ink)
            at = QPointF(centre, top + px(4) + line / 2)
            draw_centred(painter, at, group.percent, strong, ink)
            below = QPointF(centre, at.y() + line)
            draw_centred(painter, below, said, plain, theme.color("text2"))

    def _words(self, group: OddsGroup, places: list[QRectF]) -> str:
        room = places[group.last].right() - places[group.first].left()
        long = text_width(self.theme.font("caption"), group.words)
        return group.words if not group.short or long <= room + self.theme.px(8) else group.short


def _apart(centres: list[float], widths: Sequence[float], room: float, gap: float) -> list[float]:
    """Move words sideways so that none touches the next and all stay inside `room`."""
    moved = list(centres)
    edge = 0.0
    for at, wide in enumerate(widths):
        moved[at] = max(moved[at], edge + wide / 2)
        edge = moved[at] + wide / 2 + gap
    # The first pass may have pushed the last words out at the right: this one pushes them back.
    edge = room
    for at in reversed(range(len(moved))):
        moved[at] = min(moved[at], edge - widths[at] / 2)
        edge = moved[at] - widths[at] / 2 - gap
    return moved


class OutcomePart(Struct, frozen=True):
    """A part of the bar: its chance (0 to 1) and its tone; no tone is grey."""

    chance: float
    tone: str = ""
    words: str = ""


@sized(160, 12)
class OutcomeBar(PaintedWidget):
    """A bar whose parts are as long as they are likely."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.parts: tuple[OutcomePart, ...] = ()

    def show_parts(self, parts: Sequence[OutcomePart], name: str) -> None:
        """Show other chances; `name` tells them to a screen reader."""
        self.parts = tuple(parts)
        self.setAccessibleName(name)
        self.update()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, left = self.theme, 0.0
        radius = box.height() / 3
        outline = QPainterPath()
        outline.addRoundedRect(box, radius, radius)
        painter.setClipPath(outline)  # the parts are plain rectangles: the clip rounds the ends
        painter.fillRect(box, theme.color("bg3"))
        for part in self.parts:
            wide = box.width() * part.chance
            place = QRectF(left, 0, wide, box.height())
            painter.fillRect(place, theme.color(part.tone) if part.tone else theme.color("bg3"))
            left += wide
            if 0 < left < box.width() - 1:
                painter.fillRect(QRectF(left - 1, 0, 1, box.height()), theme.color("bg1"))
        painter.setClipping(False)
        draw_plate(painter, box, radius, None, theme.color("line2"))


MOST_BLOCKS = 12


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
    return blocks * theme.px(PowerBar.WIDE) + max(0, blocks - 1) * theme.px(PowerBar.GAP)


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
    # Where it is narrow, the gaps give way before the blocks do.
    gap = theme.px(PowerBar.GAP) if full <= box.width() else max(1, theme.px(1))
    wide = min(theme.px(PowerBar.WIDE), (box.width() - gap * (blocks - 1)) / max(1, blocks))
    high = theme.px(PowerBar.HIGH)
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
    """The bar of `paint_power_bar` as a widget."""

    WIDE, HIGH, GAP = 11, 10, 3
    """Of a block, and between two."""

    def __init__(self, theme: Theme, power: PowerLeft) -> None:
        super().__init__(theme)
        self.power = power
        lost = f", {in_inches(power.burning)} taken by fire" if power.burning else ""
        self.setAccessibleName(f"Power {power.words}{lost}")

    def sizeHint(self) -> QSize:
        """Return the size of all blocks."""
        wide = _power_bar_width(self.theme, self.power)
        return QSize(max(1, wide), self.theme.px(18))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the blocks."""
        paint_power_bar(painter, box, self.theme, self.power)


TURN = 12.0
"""Inches that a projectile flies in a turn; the bar has a tick after each turn."""


class FlownInches(Struct, frozen=True):
    """Inches flown, and inches in all to the X that marks where it lands."""

    flown: float
    total: float

    @property
    def words(self) -> str:
        """Return the distance as it is read out and written beside the bar: 24" of 30"."""
        return f"{in_inches(self.flown)} of {in_inches(self.total)}"


def paint_flight_bar(painter: QPainter, box: QRectF, theme: Theme, flight: FlownInches) -> None:
    """Paint the bar across `box`: the flown part solid, a tick at each 12 inches."""
    high, radius = theme.px(FlightBar.HIGH), theme.px(FlightBar.HIGH) / 2
    track = QRectF(box.left(), round(box.center().y() - high / 2), box.width(), high)
    draw_plate(painter, track, radius, theme.color("bg3"), theme.color("line2"))
    if flight.total <= 0:
        return
    part = min(1.0, max(0.0, flight.flown / flight.total))
    if part:
        flown = QRectF(track.left(), track.top(), track.width() * part, high)
        draw_plate(painter, flown, radius, theme.color("text"))
    tick, wide = theme.px(FlightBar.TICK), max(1.5, theme.px(1.5))
    for turn in range(1, int(flight.total // TURN) + 1):
        at = track.left() + track.width() * turn * TURN / flight.total
        # A flight of whole turns ends at the end of the bar: no tick stands there.
        if at < track.right() - wide:
            mark = QRectF(at - wide / 2, track.center().y() - tick / 2, wide, tick)
            painter.fillRect(mark, theme.color("text2"))


@sized(110, 18)
class FlightBar(PaintedWidget):
    """The bar of `paint_flight_bar` as a widget."""

    HIGH, TICK = 6, 12
    """Of the track, and of the ticks across it."""

    def __init__(self, theme: Theme, flight: FlownInches) -> None:
        super().__init__(theme)
        self.flight = flight
        self.setAccessibleName(f"Flown {flight.words}")

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint track, flown part and ticks."""
        paint_flight_bar(painter, box, self.theme, self.flight)


MOST_PIPS = 10
"""More rounds than this are written as a number."""


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
    return count * theme.px(AmmoPips.WIDE) + max(0, count - 1) * theme.px(AmmoPips.GAP)


def paint_ammo_pips(painter: QPainter, box: QRectF, theme: Theme, rounds: RoundsLeft) -> None:
    """Paint the shells at the left of `box`: filled is there, outlined is missing."""
    count = max(rounds.left, rounds.total)
    if count > MOST_PIPS:
        font = theme.font("small", strong=True)
        draw_line(painter, box, rounds.words, font, theme.color("text"))
        return
    wide, high = theme.px(AmmoPips.WIDE), theme.px(AmmoPips.HIGH)
    top = round(box.center().y() - high / 2)
    for k in range(count):
        left = box.left() + k * (wide + theme.px(AmmoPips.GAP))
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
    """The shells of `paint_ammo_pips` as a widget."""

    WIDE, HIGH, GAP = 6, 14, 3
    """Of a shell, and between two."""

    def __init__(self, theme: Theme, rounds: RoundsLeft) -> None:
        super().__init__(theme)
        self.rounds = rounds
        self.setAccessibleName(f"{rounds.words} rounds")

    def sizeHint(self) -> QSize:
        """Return the size of all shells."""
        return QSize(max(1, ammo_pips_width(self.theme, self.rounds)), self.theme.px(18))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the shells."""
        paint_ammo_pips(painter, box, self.theme, self.rounds)


class StepProgress(StrEnum):
    """The state of a step in the queue."""

    DONE = "done"
    CURRENT = "current"
    OPEN = "open"
    SKIPPED = "skipped"


_TOKENS = {
    StepProgress.DONE: "ok",
    StepProgress.CURRENT: "accent",
    StepProgress.OPEN: "bg3",
    StepProgress.SKIPPED: "ctl",
}


@sized(120, 4)
class ProgressSteps(PaintedWidget):
    """The bar of segments, as wide as its panel."""

    GAP = 4

    def __init__(self, theme: Theme, steps: tuple[StepProgress, ...] = ()) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_steps(steps)

    def show_steps(self, steps: tuple[StepProgress, ...]) -> None:
        """Show other steps."""
        self.steps = steps
        done = sum(step is StepProgress.DONE for step in steps)
        self.setAccessibleName(f"{done} of {len(steps)} done")
        self.update()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the segments."""
        if not self.steps:
            return
        gap, count = self.theme.px(self.GAP), len(self.steps)
        # With many steps the gaps would take more room than the segments.
        gap = gap if self.width() > count * 3 * gap else 1
        wide = (self.width() - gap * (count - 1)) / count
        for k, step in enumerate(self.steps):
            step_box = QRectF(k * (wide + gap), 0, wide, box.height())
            draw_plate(painter, step_box, box.height() / 2, self.theme.color(_TOKENS[step]))


BAR, BAR_HIGH, DOT, BETWEEN = 22, 4, 8, 4
TURN_WIDE = BAR + BETWEEN + DOT


class TurnLeft(Struct, frozen=True):
    """Inches of Move left, inches of Move in all, and whether an Action is left."""

    move: float
    of: float
    action: bool

    @property
    def words(self) -> str:
        """Return both in words, for tip and screen reader."""
        action = "an" if self.action else "no"
        return f"{in_inches(self.move)} of {in_inches(self.of)} Move left, {action} Action left"


def paint_turn_left(painter: QPainter, box: QRectF, theme: Theme, left: TurnLeft) -> None:
    """Paint the bar and the dot at the left of `box`; what is used up is an empty outline."""
    high, wide = theme.px(BAR_HIGH), theme.px(BAR)
    bar = QRectF(box.left(), round(box.center().y() - high / 2), wide, high)
    draw_plate(painter, bar, high / 2, theme.color("bg3"), theme.color("line2"))
    part = min(1.0, left.move / left.of) if left.of else 0.0
    if part > 0:
        # At least as wide as high: anything narrower has no room for its round ends.
        full = QRectF(bar.left(), bar.top(), max(high, wide * part), high)
        draw_plate(painter, full, high / 2, theme.color("ok"))
    dot = theme.px(DOT)
    spot = QRectF(bar.right() + theme.px(BETWEEN), round(box.center().y() - dot / 2), dot, dot)
    ink = theme.color("ok") if left.action else None
    edge = theme.color("ok" if left.action else "line2")
    draw_plate(painter, spot, dot / 2, ink, edge, max(1.5, theme.px(1.5)))
