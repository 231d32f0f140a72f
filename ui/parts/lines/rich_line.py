"""Words that wrap, with dice, shapes of factions, icons and citations in the text.

Qt's rich text is never used, because what people type would become markup. The text is laid out as
plain words; the place of each picture is held by a no-break space that is as wide as the picture.
"""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from ui.look.fonts import ROLES, TypeRole, font_for, sized_font
from ui.look.icons import paint_icon
from ui.look.theme import Theme
from ui.widgets.brushwork import square_in
from ui.widgets.dice.glyph import SIDE, DieGlyph, paint_die_glyph
from ui.widgets.rules.citation import HEIGHT as CHIP_HEIGHT
from ui.widgets.rules.citation import citation_width, paint_citation
from ui.widgets.token import paint_faction_mark

HOLD = "\N{NO-BREAK SPACE}"
LEADING = 1.5
"""Pixels at 100 % by which a line is higher than the pictures in it."""


class LineWords(Struct, frozen=True):
    """Plain words in the colour of a token."""

    text: str
    token: str = "text2"
    strong: bool = False
    struck: bool = False


class InlinePicture(Struct, frozen=True):
    """An icon (name and token) or, with `faction`, a faction's shape in its colour."""

    icon: str
    token: str
    faction: bool = False


class Cited(Struct, frozen=True):
    """A citation that can be clicked."""

    rule: str


WHY = "why"
"""The word on the chip that opens the parts of a line's numbers; no rule has this ID."""


class SumChip(Struct, frozen=True):
    """A chip that can be clicked to see how the numbers of the line came about."""


LinePiece = LineWords | DieGlyph | InlinePicture | Cited | SumChip


class RichLine:
    """Pieces laid out for one width in pixels; another width, text size or theme needs a new one.

    With `most_lines` the text is cut after so many lines. With `hangs` the first piece, if it is a
    picture, stands alone before all lines.
    """

    def __init__(
        self,
        theme: Theme,
        pieces: Sequence[LinePiece],
        width: float,
        role: TypeRole = "small",
        most_lines: int = 0,
        hangs: bool = False,
    ) -> None:
        self._theme, self._role = theme, role
        self._held: list[tuple[int, LinePiece]] = []
        self._layout = self._laid(pieces)
        first = pieces[0] if hangs and pieces else None
        hang = 0.0 if first is None or isinstance(first, LineWords) else self._wide(first)
        self.height = self._break(max(1.0, width), most_lines, hang)

    @property
    def width(self) -> float:
        """Pixels that the widest line takes."""
        lines = range(self._layout.lineCount())
        return max((self._layout.lineAt(k).naturalTextWidth() for k in lines), default=0.0)

    def paint(self, painter: QPainter, at: QPointF, hovered: str = "") -> None:
        """Paint the lines with the upper left corner at `at`.

        `hovered` is the rule under the mouse, or `WHY`.
        """
        self._layout.draw(painter, at)
        for place, piece in self._held:
            if not (box := self._box(place, piece)).isNull():
                self._paint_piece(painter, box.translated(at), piece, hovered)

    def rule_at(self, at: QPointF) -> str:
        """Return the rule of the citation under a point, `WHY` on its chip; empty elsewhere."""
        for place, piece in self._held:
            if isinstance(piece, Cited | SumChip) and self._box(place, piece).contains(at):
                return piece.rule if isinstance(piece, Cited) else WHY
        return ""

    def _laid(self, pieces: Sequence[LinePiece]) -> QTextLayout:
        text, units = "", 0
        ranges: list[QTextLayout.FormatRange] = []
        plain = self._font()
        _, hold = _measures(plain.pixelSize(), QFont.Weight(plain.weight()))
        for piece in pieces:
            gap = " " if text else ""
            body = piece.text if isinstance(piece, LineWords) else HOLD
            start = units + len(gap)
            if isinstance(piece, LineWords):
                style = self._style(piece)
            else:
                self._held.append((start, piece))
                # Letter spacing is added to the width of the space itself.
                style = QTextCharFormat()
                style.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
                style.setFontLetterSpacing(self._wide(piece) - hold)
            ranges.append(_range(start, _units(body), style))
            text += gap + body
            units = start + _units(body)
        layout = QTextLayout(text, plain)
        layout.setFormats(ranges)
        option = QTextOption()
        # Anywhere too: a word that is longer than the line would run out of it.
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        return layout

    def _break(self, width: float, most_lines: int, hang: float) -> float:
        plain = self._font()
        high, space = _measures(plain.pixelSize(), QFont.Weight(plain.weight()))
        picture = max((self._high(piece) for _, piece in self._held), default=0.0)
        # One height for all lines: lines with a picture would else stand farther apart.
        self._line_height = max(high * 1.2, picture + self._theme.px(LEADING))
        down = (self._line_height - high) / 2
        top = 0.0
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            if most_lines and self._layout.lineCount() > most_lines:
                # A line that was created cannot be taken back: it is put where nobody sees it.
                line.setPosition(QPointF(0, 1e6))
                break
            left = hang + space if hang and top else 0.0
            line.setLineWidth(max(1.0, width - left))
            line.setPosition(QPointF(left, top + down))
            top += self._line_height
        self._layout.endLayout()
        return top

    def _style(self, words: LineWords) -> QTextCharFormat:
        style = QTextCharFormat()
        style.setFont(font_for(words.text, self._font(words.strong)))
        style.setFontStrikeOut(words.struck)
        style.setForeground(self._theme.color(words.token))
        return style

    def _font(self, strong: bool = False) -> QFont:
        _, weight, strong_weight = ROLES[self._role]
        if self._role == "title":  # running text of the large view: a title's size, not its weight
            weight = QFont.Weight.Normal
        return _font(self._theme.text_px(self._role), strong_weight if strong else weight)

    def _wide(self, piece: LinePiece) -> float:
        if isinstance(piece, Cited):
            return citation_width(self._theme, piece.rule)
        if isinstance(piece, SumChip):
            return citation_width(self._theme, WHY)
        return self._high(piece)

    def _high(self, piece: LinePiece) -> float:
        if isinstance(piece, Cited | SumChip):
            return self._theme.px(CHIP_HEIGHT)
        font = self._font().pixelSize()
        if isinstance(piece, DieGlyph):
            return round(font * (1.75 if self._role == "title" else SIDE / 13))
        return round(font * (0.85 if isinstance(piece, InlinePicture) and piece.faction else 1.2))

    def _box(self, place: int, piece: LinePiece) -> QRectF:
        line = self._layout.lineForTextPosition(place)
        if not line.isValid() or line.position().y() >= 1e6:
            return QRectF()
        ends = (_x(line.cursorToX(place)), _x(line.cursorToX(place + 1)))
        high = self._high(piece)
        middle = line.position().y() + line.height() / 2
        return QRectF(min(ends), round(middle - high / 2), abs(ends[1] - ends[0]), high)

    def _paint_piece(self, painter: QPainter, box: QRectF, piece: LinePiece, hovered: str) -> None:
        theme = self._theme
        if isinstance(piece, DieGlyph):
            paint_die_glyph(painter, box, theme, piece)
        elif isinstance(piece, Cited):
            paint_citation(painter, box, theme, piece.rule, piece.rule == hovered)
        elif isinstance(piece, SumChip):
            paint_citation(painter, box, theme, WHY, hovered == WHY, icon="why")
        elif isinstance(piece, InlinePicture) and piece.faction:
            paint_faction_mark(painter, box, theme, piece.token)
        elif isinstance(piece, InlinePicture):
            paint_icon(painter, square_in(box, box.height()), theme, piece.icon, piece.token)


@cache
def _font(pixels: int, weight: QFont.Weight) -> QFont:
    """Return a font; each is made once, because a page of the log asks for thousands."""
    return sized_font(pixels, weight)


@cache
def _measures(pixels: int, weight: QFont.Weight) -> tuple[float, float]:
    """Return the height of a line and the width of the space that holds a picture's place."""
    metrics = QFontMetricsF(_font(pixels, weight))
    return metrics.height(), metrics.horizontalAdvance(HOLD)


def _x(answer: object) -> float:
    """Return the x that `cursorToX` returned: PySide may return the cursor's position with it."""
    return float(answer[0]) if isinstance(answer, tuple) else float(answer)  # type: ignore[arg-type]


def _units(text: str) -> int:
    """Return the length as Qt counts it, in UTF-16: letters beyond the first plane count twice."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _range(start: int, length: int, style: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, style
    return found
