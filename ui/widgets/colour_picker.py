"""Faction colours, each with its shape, of which one is chosen."""

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from typing_extensions import override

from ui.look.shapes import FACTION_SHAPES
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_focus, draw_plate, square_in
from ui.widgets.painted import PaintedWidget
from ui.widgets.token import paint_faction_mark

CELL, HIGH, MARK = 30, 36, 16
COLOURS = tuple(FACTION_SHAPES)


class ColourPicker(PaintedWidget):
    """Choose with Left and Right or a click. Colours of other players are pale and skipped."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, colour: str) -> None:
        super().__init__(theme)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.colour = colour
        self._taken: frozenset[str] = frozenset()
        self._tell()

    def set_taken(self, taken: Collection[str]) -> None:
        """Set the colours that players have; its own stays free for itself."""
        self._taken = frozenset(taken) - {self.colour}
        self.update()

    def choose(self, colour: str) -> None:
        """Choose a colour that nobody else has."""
        if colour != self.colour and colour not in self._taken:
            self.colour = colour
            self._tell()
            self.update()
            self.chosen.emit(colour)

    @override
    def sizeHint(self) -> QSize:
        """Return the room of all colours in a line."""
        return QSize(self.theme.px(CELL) * len(COLOURS), self.theme.px(HIGH))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right go to the next free colour."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if (step := steps.get(Qt.Key(event.key()))) is None:
            event.ignore()
            return
        at = COLOURS.index(self.colour)
        # All other colours from here on, round the end, so that taken ones are skipped in one
        # press.
        order = [COLOURS[(at + step * n) % len(COLOURS)] for n in range(1, len(COLOURS))]
        self.choose(next((c for c in order if c not in self._taken), self.colour))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what is clicked."""
        place = int(event.position().x() // self.theme.px(CELL))
        if 0 <= place < len(COLOURS):
            self.choose(COLOURS[place])

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the shapes, the chosen one on its tint."""
        theme, cell = self.theme, self.theme.px(CELL)
        for place, colour in enumerate(COLOURS):
            spot = QRectF(place * cell, 0, cell, box.height())
            inner = square_in(spot, theme.px(CELL - 4))
            if colour == self.colour:
                edge = theme.color(colour)
                draw_plate(painter, inner, theme.px(6), theme.tint(colour), edge, theme.px(1.5))
            painter.setOpacity(0.25 if colour in self._taken else 1)
            paint_faction_mark(painter, square_in(spot, theme.px(MARK)), theme, colour)
            painter.setOpacity(1)
        if self.hasFocus():
            at = QPointF((COLOURS.index(self.colour) + 0.5) * cell, box.center().y())
            ring = QRectF(0, 0, theme.px(CELL), theme.px(CELL))
            ring.moveCenter(at)
            draw_focus(painter, ring, theme, theme.px(7))

    def _tell(self) -> None:
        self.setAccessibleName(f"Colour {self.colour}, {FACTION_SHAPES[self.colour].value}")
