"""The bands of an explosion with the victims in each, and all other victims below them."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout
from typing_extensions import override

from brikdesk.acts.attack.blast_preview import VictimLine
from brikdesk.rules.brikwars.explosives.blast import ArmorResult
from brikdesk.store.lines import Tone
from brikdesk.turns.steps import BandRow
from ui.look.theme import Theme
from ui.parts.lines.rich_line import InlinePicture, LinePiece, LineWords
from ui.parts.step.band_table import paint_band_dice
from ui.parts.tables.label_list import LabelList
from ui.widgets.brushwork import draw_line, text_width
from ui.widgets.dice.glyph import SIDE
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget

ROW, MOST_DICE = 26, 6


class BandCell(PaintedWidget):
    """Reach, dice that count, damage."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._band: BandRow | None = None
        self._dice = 0

    def show_band(self, band: BandRow, dice: int) -> None:
        """Show a band; `dice` is how many dice the widest one has."""
        self._band, self._dice = band, min(dice, MOST_DICE)
        self.setAccessibleName(f"{band.reach}: {band.damage} damage")
        self.restyle()

    @override
    def sizeHint(self) -> QSize:
        px = self.theme.px
        dice = self._dice * px(SIDE + 3)
        return QSize(self._reach() + dice + self._number() + px(20), px(ROW))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        if self._band is None:
            return
        theme, px = self.theme, self.theme.px
        reach = QRectF(0, 0, self._reach(), box.height())
        draw_line(painter, reach, self._band.reach, theme.font("small"), theme.color("text2"))
        dice = QRectF(reach.right() + px(8), 0, self._dice * px(SIDE + 3), box.height())
        paint_band_dice(painter, dice, theme, self._band)
        strong, ink = theme.font("body", strong=True), theme.color("text")
        number = QRectF(dice.right() + px(4), 0, self._number(), box.height())
        draw_line(painter, number, str(self._band.damage), strong, ink, right=True)

    def _reach(self) -> int:
        return text_width(self.theme.font("small"), '10–12"')

    def _number(self) -> int:
        return text_width(self.theme.font("body", strong=True), "000")


class _BandLine(PaintedWidget):
    """One band and its victims, with a line above."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self.cell, self.lines = BandCell(theme), LabelList(theme)
        self._line = QHBoxLayout(self)
        self._line.addWidget(self.cell, 0, Qt.AlignmentFlag.AlignTop)
        holder = QVBoxLayout()
        holder.addWidget(self.lines)
        holder.addStretch(1)
        self._line.addLayout(holder, 1)
        self.restyle()

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._line.setContentsMargins(0, px(3), 0, px(3))
        self._line.setSpacing(px(10))
        super().restyle()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        painter.fillRect(QRectF(0, 0, box.width(), 1), self.theme.color("line"))


class BandResults(PaintedWidget):
    """Bands, nearest first, and below them the victims outside of all bands.

    `asked` carries the ID of a rule whose citation was clicked.
    """

    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._bands: list[_BandLine] = []
        self.others = LabelList(theme)
        self.others.asked.connect(self.asked)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.others)
        self.hide()

    def show_results(self, bands: Sequence[BandRow], victims: Sequence[VictimLine]) -> None:
        """Show these bands and victims; hide the widget if there are none."""
        # Lines that are no longer needed are hidden and used again: this runs at every die.
        while len(self._bands) < len(bands):
            line = _BandLine(self.theme)
            self._column.insertWidget(len(self._bands), line)
            self._bands.append(line)
        most = max((len(band.faces) for band in bands), default=0)
        reaches = {band.reach for band in bands}
        for at, line in enumerate(self._bands):
            line.setVisible(at < len(bands))
            if at < len(bands):
                band = bands[at]
                line.cell.show_band(band, most)
                inside = [victim for victim in victims if victim.where == band.reach]
                line.lines.show_lines([_result_pieces(victim) for victim in inside])
        rest = [victim for victim in victims if victim.where not in reaches]
        self.others.show_lines([_result_pieces(victim) for victim in rest])
        self.setVisible(bool(bands) or bool(rest))

    def words(self) -> list[str]:
        """Return what happens to whom, in the order of the rows."""
        shown = [line.lines.words() for line in self._bands if not line.isHidden()]
        return [words for lines in [*shown, self.others.words()] for words in lines]


def _result_pieces(victim: VictimLine) -> tuple[LinePiece, ...]:
    """Return what happens to one victim: a mark, the name, and the words."""
    name = LineWords(f"{victim.name}:", "text", strong=True)
    words = LineWords(victim.words, "text2")
    if victim.armor is None:
        return (name, words)
    if victim.tone is not Tone.DANGER:
        return (InlinePicture("shield", "ok"), name, words)
    bad = victim.result is ArmorResult.SOMETHING_BAD
    return (InlinePicture("warning" if bad else "cross", "danger"), name, words)
