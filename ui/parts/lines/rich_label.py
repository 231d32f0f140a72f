"""A widget with running text that wraps, with dice and citations in it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from ui.look.fonts import TypeRole
from ui.look.theme import Theme
from ui.parts.lines.rich_line import Cited, LinePiece, LineWords, RichLine
from ui.widgets.dice.glyph import DieGlyph
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget

MOST_WIDTHS = 4
"""Widths for which the lines of one label are kept."""


class RichLabel(PaintedWidget):
    """Pieces of text that wrap at the present width; `asked` brings the rule that was clicked.

    With `hangs` the first piece stands alone before all lines.
    """

    asked = Signal(str)

    def __init__(
        self,
        theme: Theme,
        pieces: Sequence[LinePiece] = (),
        role: TypeRole = "small",
        hangs: bool = False,
    ) -> None:
        super().__init__(theme)
        # Ignored: text wraps in any width, and must not make what it lies in wider.
        let_wrap(self, across=QSizePolicy.Policy.Ignored)
        self.setMouseTracking(True)
        self._role: TypeRole = role
        self._lines: dict[int, RichLine] = {}
        self._hangs = hangs
        self._hovered = ""
        self.show_pieces(pieces)

    def show_pieces(self, pieces: Sequence[LinePiece]) -> None:
        """Show other pieces."""
        self.pieces = tuple(pieces)
        self.setAccessibleName(spoken(self.pieces))
        self.restyle()

    @override
    def restyle(self) -> None:
        """Lay the pieces out again."""
        self._lines = {}
        super().restyle()

    @override
    def hasHeightForWidth(self) -> bool:
        """Return True: fewer pixels across mean more lines."""
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        """Return the height of the text at a width, in pixels."""
        return round(self._laid(width).height)

    @override
    def sizeHint(self) -> QSize:
        """Return the size for the present width; the width itself is chosen by the layout."""
        wide = max(self.width(), self.theme.px(120))
        return QSize(self.theme.px(120), self.heightForWidth(wide))

    @override
    def minimumSizeHint(self) -> QSize:
        """Return room for one short line."""
        return QSize(self.theme.px(40), self.theme.px(16))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the text."""
        self._laid(self.width()).paint(painter, QPointF(0, 0), self._hovered)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over a citation, which can be clicked."""
        self._hover(self._laid(self.width()).rule_at(event.position()))

    @override
    def leaveEvent(self, event: QEvent) -> None:
        """Forget the citation under the mouse."""
        self._hover("")

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask for the rule that was clicked."""
        if rule := self._laid(self.width()).rule_at(event.position()):
            self.asked.emit(rule)
        else:
            event.ignore()  # a click beside a citation is for what the label lies on

    def _hover(self, rule: str) -> None:
        if rule != self._hovered:
            self._hovered = rule
            hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
            self.setCursor(hand if rule else arrow)
            self.update()

    def _laid(self, width: int) -> RichLine:
        # Kept for a few widths: a layout goes to and fro between them before it settles on one.
        if width not in self._lines:
            if len(self._lines) >= MOST_WIDTHS:
                self._lines.clear()
            line = RichLine(self.theme, self.pieces, width, self._role, hangs=self._hangs)
            self._lines[width] = line
        return self._lines[width]


def spoken(pieces: Sequence[LinePiece]) -> str:
    """Return pieces as a screen reader says them."""
    words = []
    for piece in pieces:
        if isinstance(piece, LineWords):
            words.append(piece.text)
        elif isinstance(piece, DieGlyph):
            words.append(f"{piece.value} on d{piece.sides}" if piece.value else f"d{piece.sides}")
        elif isinstance(piece, Cited):
            words.append(f"rule {piece.rule}")
    return " ".join(words)
