"""Large dice in lines, as they lie on the table."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from ui.look.theme import Theme
from ui.widgets.dice.glyph import DieGlyph, paint_die_glyph
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget

SIDE, GAP = 46, 8
"""Pixels at 100 % of a die, and between two."""


class DiceLine(PaintedWidget):
    """Dice of one roll; those without a face still wait."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self, across=QSizePolicy.Policy.Ignored)
        self.dice: tuple[DieGlyph, ...] = ()

    def show_dice(self, dice: Sequence[DieGlyph]) -> None:
        """Show other dice."""
        self.dice = tuple(dice)
        faces = (f"d{die.sides} {'waiting' if die.value is None else die.value}" for die in dice)
        self.setAccessibleName(", ".join(faces))
        self.restyle()

    @override
    def hasHeightForWidth(self) -> bool:
        """Return True: fewer pixels across mean more lines."""
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines of dice."""
        lines = -(-len(self.dice) // self._across(width))
        return lines * self._step()

    @override
    def sizeHint(self) -> QSize:
        """Return the size for the present width."""
        return QSize(self._step(), self.heightForWidth(max(self.width(), self._step())))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the dice line by line."""
        across, step, side = self._across(round(box.width())), self._step(), self.theme.px(SIDE)
        for place, die in enumerate(self.dice):
            line, column = divmod(place, across)
            square = QRectF(column * step, line * step, side, side)
            paint_die_glyph(painter, square, self.theme, die)

    def _across(self, width: int) -> int:
        return max(1, (width + self.theme.px(GAP)) // self._step())

    def _step(self) -> int:
        return self.theme.px(SIDE) + self.theme.px(GAP)
