"""The odds bar of an Action Roll: a block for each face, and how likely each outcome is."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from ui.look.icons import paint_icon
from ui.look.theme import Theme
from ui.widgets.brushwork import (
    draw_centred,
    draw_plate,
    square_in,
    text_height,
    text_width,
    with_alpha,
)
from ui.widgets.painted import PaintedWidget

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
    """All blocks are equally wide; those of sums are filled as high as they are likely."""

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
