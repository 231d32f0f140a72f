"""What an attack that was carried out did, line by line as in the log."""

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout
from typing_extensions import override

from brikdesk.store.lines import Line
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.attack.phases import Done
from ui.parts.lines.kind_marks import icon_of, token_of
from ui.parts.lines.line_pieces import part_pieces
from ui.parts.lines.rich_line import Cited, InlinePicture, LinePiece, LineWords
from ui.parts.tables.label_list import LabelList
from ui.widgets.icon_mark import IconMark
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget


class AttackDone(PaintedWidget):
    """A check, the title, the lines; hidden while nothing is done. `asked` brings a rule."""

    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._title = plain_label(theme, "", "title", wrap=True)
        self.lines = LabelList(theme, hangs=True)
        self.lines.asked.connect(self.asked)
        self._head = QHBoxLayout()
        self._head.addWidget(IconMark(theme, "check", "ok", 16, 28))
        self._head.addWidget(self._title, 1)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self.lines)
        self.hide()
        self.restyle()

    def show_done(self, done: Done | None) -> None:
        """Show an attack; None hides the part."""
        self.setVisible(done is not None)
        if done:
            self._title.say(done.title)
            self.lines.show_lines([_pieces(line) for line in done.lines])

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._head.setSpacing(px(12))
        self._column.setContentsMargins(0, px(12), 0, 0)
        self._column.setSpacing(px(10))
        super().restyle()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        painter.fillRect(QRectF(0, 0, box.width(), 1), self.theme.color("line"))


def _pieces(line: Line) -> tuple[LinePiece, ...]:
    lead = LineWords(line.lead, "text", strong=True)
    mark = InlinePicture(icon_of(line.kind), token_of(line.kind))
    cited = (Cited(line.rule),) if line.rule else ()
    return (mark, lead, *part_pieces(line.parts), *cited)
