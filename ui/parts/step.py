"""Parts of a pending step: the bands of an explosion, its victims, what the dice did so far."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from brikdesk.acts.combat.aim import VictimLine
from brikdesk.dice import Face
from brikdesk.rules.brikwars.blast_bands import ArmorResult
from brikdesk.store.lines import Tone
from brikdesk.turns.steps import BandRow, Preview
from ui.look.theme import Theme, TypeRole
from ui.parts.lines import InlinePicture, LabelList, LinePiece, LineWords, RichLabel, die_pieces
from ui.widgets.dice import SIDE, DieGlyph, paint_die_glyph
from ui.widgets.layout import SPRING, RoomAround, as_many, in_column, in_row, let_wrap
from ui.widgets.painted import PaintedWidget, draw_line, draw_plate, square_in, text_width

GAP, HEAD = 12, 24
TITLES = (("Within", False), ("Dice", False), ("Damage", True), ("KnockBack", True))
"""The columns, and whether they hold numbers."""


class BandTable(PaintedWidget):
    """One row for each band, nearest first, with as many of its dice as there is room for."""

    ROW = 28

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        # Ignored: it shows as many dice as the width allows, and asks for none.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._bands: tuple[BandRow, ...] = ()
        self.hide()

    def show_bands(self, bands: Sequence[BandRow]) -> None:
        """Show these bands; hide the table if there are none."""
        self._bands = tuple(bands)
        self.setAccessibleName("; ".join(_words(band) for band in self._bands))
        self.setVisible(bool(bands))
        self.restyle()

    @override
    def sizeHint(self) -> QSize:
        rows = len(self._bands)
        return QSize(self.theme.px(240), self.theme.px(HEAD) + rows * self.theme.px(self.ROW))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, high = self.theme, self.theme.px(self.ROW)
        columns = self._columns(box.width())
        head = QRectF(0, 0, box.width(), theme.px(HEAD))
        caption, grey = theme.font("caption", strong=True), theme.color("text3")
        for (title, is_number), (left, wide) in zip(TITLES, columns, strict=True):
            place = QRectF(left, head.top(), wide, head.height())
            draw_line(painter, place, title, caption, grey, right=is_number)
        for number, band in enumerate(self._bands):
            top = head.bottom() + number * high
            painter.fillRect(QRectF(0, top, box.width(), 1), theme.color("line"))
            cells = [QRectF(left, top, wide, high) for left, wide in columns]
            self._paint_row(painter, cells, band)

    def _paint_row(self, painter: QPainter, cells: list[QRectF], band: BandRow) -> None:
        theme = self.theme
        strong, plain = theme.font("small", strong=True), theme.font("small")
        text, second = theme.color("text"), theme.color("text2")
        draw_line(painter, cells[0], band.reach, strong, text)
        paint_band_dice(painter, cells[1], theme, band)
        draw_line(painter, cells[2], str(band.damage), strong, theme.color("danger"), right=True)
        draw_line(painter, cells[3], f'{band.knockback}"', plain, second, right=True)

    def _columns(self, width: float) -> list[tuple[float, float]]:
        font, gap = self.theme.font("caption", strong=True), self.theme.px(GAP)
        small = self.theme.font("small", strong=True)
        reach = max(
            [text_width(small, band.reach) for band in self._bands] + [text_width(font, "Within")]
        )
        damage, knock = text_width(font, "Damage"), text_width(font, "KnockBack")
        dice = max(0.0, width - reach - damage - knock - 3 * gap)
        lefts = (0.0, reach + gap, reach + dice + 2 * gap, reach + dice + damage + 3 * gap)
        return list(zip(lefts, (reach, dice, damage, knock), strict=True))


def paint_band_dice(painter: QPainter, cell: QRectF, theme: Theme, band: BandRow) -> None:
    """Paint the dice of a band, as many as there is room for, and the number of the others."""
    side, gap = theme.px(SIDE), theme.px(3)
    # If not all fit, the last place is that of "+3".
    fits = max(1, int((cell.width() + gap) // (side + gap)))
    shown = band.faces if len(band.faces) <= fits else band.faces[: fits - 1]
    for number, (sides, face) in enumerate(shown):
        box = square_in(
            QRectF(cell.left() + number * (side + gap), cell.top(), side, cell.height()), side
        )
        paint_die_glyph(painter, box, theme, DieGlyph(sides, face, tone="danger"))
    if len(shown) < len(band.faces):
        left = cell.left() + len(shown) * (side + gap)
        rest = QRectF(left, cell.top(), cell.right() - left, cell.height())
        more = f"+{len(band.faces) - len(shown)}"
        draw_line(painter, rest, more, theme.font("small"), theme.color("text2"))


def _words(band: BandRow) -> str:
    return f'{band.reach}: {band.damage} damage, {band.knockback}" KnockBack'


ROW, MOST_DICE = 26, 6


class BandCell(PaintedWidget):
    """A band in one line: its reach, the dice that count, its damage."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._band: BandRow | None = None
        self._dice = 0

    def show_band(self, band: BandRow, dice: int) -> None:
        """Show a band; `dice` is how many dice the widest one has."""
        self._band, self._dice = band, min(dice, MOST_DICE)
        faces = " and ".join(str(face) for _, face in band.faces)
        self.setAccessibleName(f"{band.reach}: {faces}, {band.damage} damage")
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
        # Of the widest usual reach, so that the cells of all bands are alike.
        return text_width(self.theme.font("small"), '10–12"')

    def _number(self) -> int:
        return text_width(self.theme.font("body", strong=True), "000")


class _BandLine(PaintedWidget):
    """One band and its victims, with a line above."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self.cell, self.lines = BandCell(theme), LabelList(theme)
        cell = (self.cell, 0, Qt.AlignmentFlag.AlignTop)
        lines = in_column(theme, self.lines, SPRING)
        in_row(theme, cell, (lines, 1), gap=10, edges=(0, 3, 0, 3), on=self)

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
        self._column = in_column(theme, self.others, gap=0, on=self)
        self.hide()

    def show_results(self, bands: Sequence[BandRow], victims: Sequence[VictimLine]) -> None:
        """Show these bands and victims; hide the widget if there are none."""
        most = max((len(band.faces) for band in bands), default=0)
        reaches = {band.reach for band in bands}
        lines = as_many(self._bands, len(bands), self._new_line)
        for line, band in zip(lines, bands, strict=True):
            line.cell.show_band(band, most)
            inside = [victim for victim in victims if victim.where == band.reach]
            line.lines.show_lines([_result_pieces(victim) for victim in inside])
        rest = [victim for victim in victims if victim.where not in reaches]
        self.others.show_lines([_result_pieces(victim) for victim in rest])
        self.setVisible(bool(bands) or bool(rest))

    def _new_line(self) -> _BandLine:
        line = _BandLine(self.theme)
        self._column.insertWidget(len(self._bands), line)
        return line

    def words(self) -> list[str]:
        """Return what happens to whom, in the order of the rows."""
        shown = [line.lines.words() for line in self._bands if not line.isHidden()]
        return [words for lines in [*shown, self.others.words()] for words in lines]


def _result_pieces(victim: VictimLine) -> tuple[LinePiece, ...]:
    """Return what happens to one victim: a mark, the name, the words, and what the damage is made of."""
    # What becomes of it goes on as a sentence: the name dies.
    name = LineWords(victim.name if victim.becomes else f"{victim.name}:", "text", strong=True)
    words = LineWords(victim.words, "text2")
    adds = (LineWords(f"({victim.made_of})", "text3"),) if victim.made_of else ()
    if victim.armor is None:
        return (name, words, *adds)
    if victim.tone is not Tone.DANGER:
        return (InlinePicture("shield", "ok"), name, words, *adds)
    bad = victim.result is ArmorResult.SOMETHING_BAD
    return (InlinePicture("warning" if bad else "cross", "danger"), name, words, *adds)


class StepWords(PaintedWidget):
    """The box with the words of a step; in the large view the lines stand on the card itself."""

    asked = Signal(str)

    def __init__(self, theme: Theme, large: bool = False) -> None:
        super().__init__(theme)
        self._large = large
        self._lines: list[RichLabel] = []
        let_wrap(self)
        edges: RoomAround = 0 if large else (12, 8, 12, 8)
        self._column = in_column(theme, gap=10 if large else 4, edges=edges, on=self)

    def show_preview(
        self, preview: Preview, faces: tuple[Face, ...], hint: str = "", known: str = ""
    ) -> None:
        """Show what each die does, what comes of it all, and what is still waited for.

        `hint` is a last line. `known` are words that stand above already and are not repeated.
        """
        lines: list[tuple[LinePiece, ...]] = [
            die_pieces(words, preview.dice, faces) for words in preview.words
        ]
        if preview.complete and preview.summary and preview.summary != known:
            lines.append((LineWords(preview.summary, "text", strong=bool(lines)),))
        # The questions themselves stand below, with their answers.
        asked = {choice.prompt for choice in preview.choices}
        if preview.waiting and preview.waiting not in asked:
            lines.append((LineWords(preview.waiting, "text3"),))
        if hint:
            lines.append((LineWords(hint, "text3"),))
        self._show(lines)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        if not self._large:
            theme = self.theme
            draw_plate(painter, box, theme.px(8), theme.color("field"), theme.color("line"))

    def _show(self, lines: list[tuple[LinePiece, ...]]) -> None:
        self.setVisible(bool(lines))
        labels = as_many(self._lines, len(lines), self._new_label)
        for label, pieces in zip(labels, lines, strict=True):
            if label.pieces != pieces:
                label.show_pieces(pieces)

    def _new_label(self) -> RichLabel:
        role: TypeRole = "title" if self._large else "small"
        label = RichLabel(self.theme, (), role, hangs=True)
        label.asked.connect(self.asked)
        self._column.addWidget(label)
        return label
