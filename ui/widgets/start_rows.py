"""The large rows of the start screen, and the empty gaming table beside them."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy

from ui.look.icons import die_path, number_centre, paint_icon
from ui.look.theme import FACTIONS, Theme, override
from ui.widgets.painted import (
    PaintedButton,
    PaintedWidget,
    draw_centred,
    draw_focus,
    draw_line,
    draw_plate,
    draw_shape,
    keycap_width,
    paint_keycap,
    sized,
    square_in,
    text_width,
)

HIGH, RADIUS, EDGE, PLATE, ICON = 76, 10, 18, 40, 20
ROW_HIGH, ROW_ICON, MARK = 68, 20, 14

TABLE_WIDE = 64
"""Pixels at 100 % of the picture of a table."""


class LargeRow(PaintedButton):
    """A row of the start screen. `moved` brings −1 for Up and 1 for Down.

    The screen stops at the first and the last row; a button's own arrows would go round.
    """

    moved = Signal(int)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the arrows to the screen."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)


@sized(320, HIGH)
class BigChoice(LargeRow):
    """A card with icon, name, a second line and its key. The primary one has the accent colour."""

    def __init__(
        self, theme: Theme, icon: str, name: str, words: str, key: str, primary: bool = False
    ) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._icon, self._name, self._words, self._key = icon, name, words, key
        self._primary = primary
        self.setAccessibleName(f"{name}. {words}")

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint plate, icon, both lines and the key."""
        theme, px = self.theme, self.theme.px
        self._paint_plate(painter, box)
        ink, second = ("on_accent", "on_accent") if self._primary else ("text", "text2")
        spot = square_in(QRectF(px(EDGE), 0, px(PLATE), box.height()), px(PLATE))
        ground = theme.color("key_on_accent" if self._primary else "bg3")
        draw_plate(painter, spot, px(6), ground)
        paint_icon(painter, square_in(spot, px(ICON)), theme, self._icon, ink)
        cap = keycap_width(theme, self._key)
        right = box.right() - px(EDGE) - cap
        key = QRectF(right, 0, cap, box.height())
        paint_keycap(painter, key, theme, self._key, on_accent=self._primary)
        left = spot.right() + px(16)
        middle = box.center().y()
        upper = QRectF(left, middle - px(24), right - left - px(12), px(24))
        lower = QRectF(left, middle, right - left - px(12), px(22))
        draw_line(painter, upper, self._name, theme.font("title"), theme.color(ink))
        draw_line(painter, lower, self._words, theme.font("small"), theme.color(second))

    def _paint_plate(self, painter: QPainter, box: QRectF) -> None:
        theme, radius = self.theme, self.theme.px(RADIUS)
        hovered = self.underMouse() and self.isEnabled()
        if self._primary:
            fill, edge = ("accent_hover" if hovered else "accent"), "accent_edge"
        else:
            fill, edge = "bg1", ("ctl" if hovered else "line2")
        draw_plate(painter, box, radius, theme.color(fill), theme.color(edge))
        if self.hasFocus():
            draw_focus(painter, box, theme, radius)


@dataclass(frozen=True, slots=True)
class RecentLook:
    """A recent file as it is shown: `standing` tells whose turn it was, `colours` the factions.

    `depth` is that of its table and `dots` who stands on it (x, y, side, colour), all as shares of
    the table's width; a depth of 0: it has no picture.
    """

    name: str
    standing: str
    colours: tuple[str, ...]
    when: str
    folder: str
    depth: float = 0.0
    dots: tuple[tuple[float, float, float, str], ...] = ()


@sized(320, ROW_HIGH)
class RecentRow(LargeRow):
    """A file that was open: name, whose turn it was, factions, when."""

    def __init__(self, theme: Theme, look: RecentLook) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._look = look
        parts = (look.name, look.standing, look.when, look.folder)
        self.setAccessibleName(", ".join(part for part in parts if part))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the file, its factions and its date."""
        # Imported late: on the first day there are no recent files to paint in the first frame.
        from ui.widgets.tokens import paint_faction_mark

        theme, px, look = self.theme, self.theme.px, self._look
        if self.underMouse():
            draw_plate(painter, box, px(8), theme.color("bg3"))
        painter.fillRect(QRectF(0, box.bottom() - 1, box.width(), 1), theme.color("line"))
        spot = square_in(QRectF(px(12), 0, px(ROW_ICON), box.height()), px(ROW_ICON))
        if look.depth:
            spot = self._paint_table(painter, box)
        else:
            paint_icon(painter, spot, theme, "file", "text2")
        small = theme.font("small")
        when = text_width(small, look.when)
        right = box.right() - px(12) - when
        line = QRectF(right, 0, when + 1, box.height())
        draw_line(painter, line, look.when, small, theme.color("text2"))
        right -= px(24)
        # Laid out from the right, so that the dates of all rows end at the same edge; reversed, so
        # that the factions still read from left to right.
        for colour in reversed(look.colours):
            right -= px(MARK)
            mark = square_in(QRectF(right, 0, px(MARK), box.height()), px(MARK))
            paint_faction_mark(painter, mark, theme, colour if colour in FACTIONS else "slate")
            right -= px(6)
        left, middle = spot.right() + px(16), box.center().y()
        width = right - left - px(12)
        upper = QRectF(left, middle - px(23), width, px(24))
        draw_line(painter, upper, look.name, theme.font("title"), theme.color("text"))
        lower = QRectF(left, middle, width, px(22))
        draw_line(painter, lower, look.standing or look.folder, small, theme.color("text2"))
        if self.hasFocus():
            draw_focus(painter, box, theme, px(8))

    def _paint_table(self, painter: QPainter, box: QRectF) -> QRectF:
        """Paint the table with the units on it; return its box."""
        theme, px, look = self.theme, self.theme.px, self._look
        # A deep table is made narrower, to fit into the height of the row.
        wide = min(px(TABLE_WIDE), px(ROW_HIGH - 20) / look.depth)
        deep = wide * look.depth
        middle = QPointF(px(12) + px(TABLE_WIDE) / 2, box.center().y())
        table = QRectF(middle.x() - wide / 2, middle.y() - deep / 2, wide, deep)
        draw_plate(painter, table, px(3), theme.color("bg2"), theme.color("line2"))
        painter.setPen(Qt.PenStyle.NoPen)
        for x, y, side, colour in look.dots:
            # A small unit on a large table must still be seen.
            radius = max(px(3), side * wide) / 2
            at = QPointF(table.left() + x * wide, table.top() + y * wide)
            if table.contains(at):
                painter.setBrush(theme.color(colour if colour in FACTIONS else "slate"))
                painter.drawEllipse(at, radius, radius)
        return QRectF(px(12), box.top(), px(TABLE_WIDE), box.height())


INCH, RULER, SIX = 27, 42, 6
DICE = (
    (4, 3, 3.0, 8.2, 5.0),
    (6, 2, 10.4, 3.2, 5.6),
    (8, 5, 13.6, 11.6, 5.4),
    (10, 9, 4.6, 17.6, 5.6),
    (12, 11, 13.2, 20.6, 5.4),
)
"""Sides, face, inches from the left and the top edge, inches across."""


@sized(560, 400)
class TableScene(PaintedWidget):
    """The decoration at the right of the start screen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("")

    @override
    def minimumSizeHint(self) -> QSize:
        """Return no size: decoration gives way to everything else."""
        return QSize(0, 0)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint table, rulers and dice."""
        theme, px = self.theme, self.theme.px
        painter.fillRect(box, theme.color("bg1"))
        table = box.adjusted(0, px(RULER), 0, -px(RULER))
        painter.fillRect(table, theme.color("table"))
        self._paint_grid(painter, table)
        painter.setClipRect(table)
        for sides, face, left, top, across in DICE:
            side = across * px(INCH)
            spot = QRectF(left * px(INCH), table.top() + top * px(INCH), side, side)
            self._paint_die(painter, spot, sides, face)

    def _paint_grid(self, painter: QPainter, table: QRectF) -> None:
        theme, inch = self.theme, self.theme.px(INCH)
        for count in range(1, int(max(table.width(), table.height()) // inch) + 1):
            colour = theme.color("grid6" if count % SIX == 0 else "grid1")
            along = count * inch
            if along < table.width():
                painter.fillRect(QRectF(along, table.top(), 1, table.height()), colour)
            if along < table.height():
                painter.fillRect(QRectF(0, table.top() + along, table.width(), 1), colour)
            if count % SIX == 0 and along < table.width() - inch:
                label = QRectF(along - inch, 0, 2 * inch, table.top())
                at, font = label.center(), theme.font("caption", strong=True)
                draw_centred(painter, at, f'{count}"', font, theme.color("text2"))
        for edge in (table.top(), table.bottom()):
            painter.fillRect(QRectF(0, edge, table.width(), 1), theme.color("grid6"))

    def _paint_die(self, painter: QPainter, spot: QRectF, sides: int, face: int) -> None:
        theme = self.theme
        mine = sides == 4
        edge = theme.color("accent_edge" if mine else "line2")
        fill = theme.color("accent_tint" if mine else "bg2")
        draw_shape(painter, die_path(sides, spot), fill, edge, theme.px(2))
        ink = theme.color("accent_text" if mine else "text2")
        at: QPointF = number_centre(sides, spot)
        draw_centred(painter, at, str(face), theme.bold_font(spot.height() * 0.32), ink)
        under = QRectF(spot.center().x() - theme.px(12), spot.bottom() + theme.px(2), 60, 20)
        font = theme.font("caption", strong=True)
        draw_line(painter, under, f"d{sides}", font, theme.color("text3"))
