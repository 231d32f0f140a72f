"""What the dice of a step did so far, and what is still missing, line by line."""

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout
from typing_extensions import override

from brikdesk.dice import Face
from brikdesk.turns.steps import Preview
from ui.look.fonts import TypeRole
from ui.look.theme import Theme
from ui.parts.lines.line_pieces import die_pieces
from ui.parts.lines.rich_label import RichLabel
from ui.parts.lines.rich_line import LinePiece, LineWords
from ui.widgets.brushwork import draw_plate
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget


class StepWords(PaintedWidget):
    """The box with the words of a step; in the large view the lines stand on the card itself."""

    asked = Signal(str)

    def __init__(self, theme: Theme, large: bool = False) -> None:
        super().__init__(theme)
        self._large = large
        self._lines: list[RichLabel] = []
        let_wrap(self)
        self._column = QVBoxLayout(self)
        self.restyle()

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
    def restyle(self) -> None:
        if self.layout():
            px = self.theme.px
            across, down = (0, 0) if self._large else (px(12), px(8))
            self._column.setContentsMargins(across, down, across, down)
            self._column.setSpacing(px(10 if self._large else 4))
        super().restyle()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        if not self._large:
            theme = self.theme
            draw_plate(painter, box, theme.px(8), theme.color("field"), theme.color("line"))

    def _show(self, lines: list[tuple[LinePiece, ...]]) -> None:
        self.setVisible(bool(lines))
        role: TypeRole = "title" if self._large else "small"
        while len(self._lines) < len(lines):
            label = RichLabel(self.theme, (), role, hangs=True)
            label.asked.connect(self.asked)
            self._column.addWidget(label)
            self._lines.append(label)
        for number, label in enumerate(self._lines):
            label.setVisible(number < len(lines))
            if number < len(lines) and label.pieces != lines[number]:
                label.show_pieces(lines[number])
