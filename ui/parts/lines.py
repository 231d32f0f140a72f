"""Words that wrap, with dice, icons and citations in them: log lines, steps, labels."""

from collections.abc import Iterable, Sequence
from functools import cache

from msgspec import Struct
from PySide6 import QtGui
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from brikdesk.dice import Die, Face
from brikdesk.store.lines import Dice, Kind, LinePart, Tone
from brikdesk.store.views.log import LogEntry
from brikdesk.turns.steps import DieAsked, DieWords
from ui.look.icons import paint_icon
from ui.look.theme import ROLES, Theme, TypeRole, font_for, sized_font
from ui.widgets.dice import SIDE, DieGlyph, paint_die_glyph
from ui.widgets.layout import as_many, in_column, let_wrap
from ui.widgets.painted import PaintedWidget, square_in
from ui.widgets.rule_lines import HEIGHT as CHIP_HEIGHT
from ui.widgets.rule_lines import citation_width, paint_citation
from ui.widgets.tokens import paint_faction_mark

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

    def paint(self, painter: QtGui.QPainter, at: QPointF, hovered: str = "") -> None:
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

    def _laid(self, pieces: Sequence[LinePiece]) -> QtGui.QTextLayout:
        text, units = "", 0
        ranges: list[QtGui.QTextLayout.FormatRange] = []
        plain = self._font()
        _, hold = _measures(plain.pixelSize(), QtGui.QFont.Weight(plain.weight()))
        for piece in pieces:
            gap = " " if text else ""
            body = piece.text if isinstance(piece, LineWords) else HOLD
            start = units + len(gap)
            if isinstance(piece, LineWords):
                style = self._style(piece)
            else:
                self._held.append((start, piece))
                # Letter spacing is added to the width of the space itself.
                style = QtGui.QTextCharFormat()
                style.setFontLetterSpacingType(QtGui.QFont.SpacingType.AbsoluteSpacing)
                style.setFontLetterSpacing(self._wide(piece) - hold)
            ranges.append(_range(start, _units(body), style))
            text += gap + body
            units = start + _units(body)
        layout = QtGui.QTextLayout(text, plain)
        layout.setFormats(ranges)
        option = QtGui.QTextOption()
        # Anywhere too: a word that is longer than the line would run out of it.
        option.setWrapMode(QtGui.QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        return layout

    def _break(self, width: float, most_lines: int, hang: float) -> float:
        plain = self._font()
        high, space = _measures(plain.pixelSize(), QtGui.QFont.Weight(plain.weight()))
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

    def _style(self, words: LineWords) -> QtGui.QTextCharFormat:
        style = QtGui.QTextCharFormat()
        style.setFont(font_for(words.text, self._font(words.strong)))
        style.setFontStrikeOut(words.struck)
        style.setForeground(self._theme.color(words.token))
        return style

    def _font(self, strong: bool = False) -> QtGui.QFont:
        _, weight, strong_weight = ROLES[self._role]
        if self._role == "title":  # running text of the large view: a title's size, not its weight
            weight = QtGui.QFont.Weight.Normal
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

    def _paint_piece(
        self, painter: QtGui.QPainter, box: QRectF, piece: LinePiece, hovered: str
    ) -> None:
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
def _font(pixels: int, weight: QtGui.QFont.Weight) -> QtGui.QFont:
    """Return a font; each is made once, because a page of the log asks for thousands."""
    return sized_font(pixels, weight)


@cache
def _measures(pixels: int, weight: QtGui.QFont.Weight) -> tuple[float, float]:
    """Return the height of a line and the width of the space that holds a picture's place."""
    metrics = QtGui.QFontMetricsF(_font(pixels, weight))
    return metrics.height(), metrics.horizontalAdvance(HOLD)


def _x(answer: object) -> float:
    """Return the x that `cursorToX` returned: PySide may return the cursor's position with it."""
    return float(answer[0]) if isinstance(answer, tuple) else float(answer)  # type: ignore[arg-type]


def _units(text: str) -> int:
    """Return the length as Qt counts it, in UTF-16: letters beyond the first plane count twice."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _range(start: int, length: int, style: QtGui.QTextCharFormat) -> QtGui.QTextLayout.FormatRange:
    found = QtGui.QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, style
    return found


_MARKS: dict[Kind, tuple[str, str]] = {
    Kind.TURN: ("turn", "text2"),
    Kind.FIRE: ("fire", "fire"),
    Kind.SMOKE: ("smoke", "smoke"),
    Kind.GAS: ("gas", "smoke"),
    Kind.FIELD: ("field", "text2"),
    Kind.AIR: ("projectile", "text2"),
    Kind.DUD: ("dud", "danger"),
    Kind.BLAST: ("blast", "danger"),
    Kind.ATTACK: ("attack", "text2"),
    Kind.AMMO: ("ammo", "text2"),
    Kind.HOMING: ("homing", "aim"),
    Kind.MARK: ("marked", "aim"),
    Kind.POWER: ("power", "accent_text"),
    Kind.DISRUPTED: ("disrupted", "text2"),
    Kind.HALF_SPEED: ("half-speed", "text2"),
    Kind.MORTAL: ("mortally-wounded", "danger"),
    Kind.STATE: ("turn", "text2"),
    Kind.LOST: ("destroyed", "danger"),
    Kind.UNIT: ("units", "text2"),
    Kind.SETUP: ("flag", "text2"),
    Kind.NOTE: ("note", "text2"),
    Kind.RULING: ("book", "text2"),
    Kind.SKIPPED: ("warning", "text3"),
    Kind.SEAL: ("lock", "text2"),
}


def icon_of(kind: Kind) -> str:
    """Return the name of a kind's icon."""
    return _MARKS[kind][0]


def token_of(kind: Kind) -> str:
    """Return the colour token of a kind's icon."""
    return _MARKS[kind][1]


def glyph_token(tone: Tone) -> str:
    """Return the colour token of a die glyph in text."""
    return "text2" if tone is Tone.PLAIN else tone.value


def box_tone(tone: Tone) -> str:
    """Return the tone of a dice box; empty if the face means nothing special."""
    return "" if tone is Tone.PLAIN else tone.value


MOST = 2_000
"""Characters of one piece at most: a long note would fill the whole log."""


def entry_pieces(entry: LogEntry, colour: str = "") -> tuple[LinePiece, ...]:
    """Return the pieces of a log entry: faction, bold lead, dice and words, shield, why, citation.

    An undone entry is struck out, in plain words.
    """
    if entry.undone:
        whole = LineWords(_flat(entry.line.said()), "text3", struck=True)
        return (LineWords("Undone:", "text3"), whole, *_asked(entry), *_cited(entry.rule))
    faction = (InlinePicture("", colour, faction=True),) if colour else ()
    lead = LineWords(_flat(entry.lead), "text", strong=True)
    shield = (
        (InlinePicture("shield", "accent_text"), LineWords("Overruled", "accent_text", strong=True))
        if entry.overruled
        else ()
    )
    ends = (*shield, *_asked(entry), *_cited(entry.rule))
    return (*faction, lead, *part_pieces(entry.parts), *ends)


def part_pieces(parts: Iterable[LinePart], token: str = "text2") -> tuple[LinePiece, ...]:
    """Return the parts of a line as pieces: words, and each die as a glyph in its tone."""
    pieces: list[LinePiece] = []
    for part in parts:
        if isinstance(part, Dice):
            pieces += [_die_glyph(die, part.tone(k)) for k, die in enumerate(part.dice)]
        elif text := _flat(part.text):
            pieces.append(LineWords(text, token))
    return tuple(pieces)


def die_pieces(
    words: DieWords, dice: Sequence[DieAsked], faces: Sequence[Face]
) -> tuple[LinePiece, ...]:
    """Return the words for one die of a step, behind its glyph if it has a face already."""
    said = LineWords(_flat(words.words), "text")
    if words.index >= len(faces):
        return (said,)
    face = faces[words.index]
    die = Die(dice[words.index].sides, face.value, face.origin)
    return (_die_glyph(die, words.tone), said)


def _die_glyph(die: Die, tone: Tone = Tone.PLAIN) -> DieGlyph:
    """Return a die as a glyph."""
    return DieGlyph(die.sides, die.value, die.origin, glyph_token(tone))


def _asked(entry: LogEntry) -> tuple[LinePiece, ...]:
    return (SumChip(),) if entry.sums else ()


def _cited(rule: str) -> tuple[LinePiece, ...]:
    return (Cited(rule),) if rule else ()


def _flat(text: str) -> str:
    """Return words on one line, cut at MOST: the layout does not break at line ends."""
    return " ".join(text[:MOST].split())


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
    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """Wrap for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @override
    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint the text."""
        self._laid(self.width()).paint(painter, QPointF(0, 0), self._hovered)

    @override
    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        """Show a hand over a citation, which can be clicked."""
        self._hover(self._laid(self.width()).rule_at(event.position()))

    @override
    def leaveEvent(self, event: QEvent) -> None:
        """Forget the citation under the mouse."""
        self._hover("")

    @override
    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
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


class LabelList(PaintedWidget):
    """Lines of words below one another. `asked` brings a rule that was clicked.

    It is hidden while there are no lines.
    """

    asked = Signal(str)

    def __init__(self, theme: Theme, hangs: bool = False) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._hangs = hangs
        self._labels: list[RichLabel] = []
        self._column = in_column(theme, gap=4, on=self)
        self.hide()

    def show_lines(self, lines: Sequence[tuple[LinePiece, ...]]) -> None:
        """Show other lines."""
        labels = as_many(self._labels, len(lines), self._new_label)
        for label, pieces in zip(labels, lines, strict=True):
            if label.pieces != pieces:
                label.show_pieces(pieces)
        self.setVisible(bool(lines))

    def _new_label(self) -> RichLabel:
        label = RichLabel(self.theme, (), "small", self._hangs)
        label.asked.connect(self.asked)
        self._column.addWidget(label)
        return label

    def words(self) -> list[str]:
        """Return the lines as a screen reader says them."""
        return [label.accessibleName() for label in self._labels if not label.isHidden()]
