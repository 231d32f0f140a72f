"""The contents of a cell in lists and tables: tokens, icons, words, chips and bars in one line."""

from collections.abc import Sequence
from types import UnionType

from msgspec import Struct, field
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.look.icons import ROW, paint_icon
from ui.look.theme import Theme
from ui.widgets.ammo_pips import RoundsLeft, ammo_pips_width, paint_ammo_pips
from ui.widgets.brushwork import draw_line, square_in, text_width
from ui.widgets.dice.glyph import SIDE, DieGlyph, paint_die_glyph
from ui.widgets.flight_bar import FlownInches, paint_flight_bar
from ui.widgets.power_bar import PowerLeft, paint_power_bar
from ui.widgets.state_chip import HEIGHT as CHIP_HIGH
from ui.widgets.state_chip import ChipLook, chip_width, paint_chip
from ui.widgets.token import SMALLEST, TokenLook, paint_faction_mark, paint_token
from ui.widgets.turn_left import WIDE as TURN_WIDE
from ui.widgets.turn_left import TurnLeft, paint_turn_left

GAP = 8
POWER_WIDE, FLIGHT_WIDE, MARK = 66, 92, 14
MOST_OF_ROW = 0.6
"""The part of a cell that its right pieces may take from the name."""


class CellWords(Struct, frozen=True):
    """Plain words. Without a colour token they are bright if strong, or if the row is selected."""

    text: str
    strong: bool = False
    token: str = ""


class Icon(Struct, frozen=True):
    """An icon in the colour of its meaning."""

    name: str
    token: str = "text2"


class Side(Struct, frozen=True):
    """The shape of a faction, as it stands before its code."""

    colour: str


CellPiece = (
    CellWords
    | Icon
    | Side
    | TokenLook
    | ChipLook
    | PowerLeft
    | RoundsLeft
    | FlownInches
    | DieGlyph
    | TurnLeft
)


class Cell(Struct, frozen=True):
    """Pieces from the left, and pieces at the right, of which as many are shown as fit.

    Those of `end` stand at the far right of each row, one below the other, and are always shown.
    """

    left: tuple[CellPiece, ...] = ()
    right: tuple[CellPiece, ...] = field(default=())
    end: tuple[CellPiece, ...] = ()


def words(text: str, strong: bool = False, token: str = "") -> Cell:
    """Return a cell of plain words."""
    return Cell((CellWords(text, strong, token),))


def _piece_width(theme: Theme, piece: CellPiece) -> int:
    """Return the pixels that a whole piece takes."""
    match piece:
        case CellWords():
            return text_width(theme.font("small", piece.strong), piece.text) + 1
        case ChipLook():
            return chip_width(theme, piece)
        case RoundsLeft():
            return ammo_pips_width(theme, piece)
    return theme.px(_SIDES[type(piece)])


_SIDES: dict[type, int] = {
    Icon: ROW,
    Side: MARK,
    TokenLook: SMALLEST,
    PowerLeft: POWER_WIDE,
    FlownInches: FLIGHT_WIDE,
    DieGlyph: SIDE,
    TurnLeft: TURN_WIDE,
}


def cell_width(theme: Theme, cell: Cell) -> int:
    """Return the pixels that a whole cell takes."""
    pieces = cell.left + cell.right + cell.end
    gaps = theme.px(GAP) * max(0, len(pieces) - 1)
    return sum(_piece_width(theme, piece) for piece in pieces) + gaps


def cell_widths(theme: Theme, cell: Cell, words_wide: int) -> tuple[int, int, int]:
    """Return the pixels of a whole cell, and the least without pips, and without bars too.

    The least are those of its words whole in the first, and of `words_wide` of them (pixels at
    100 %) in the second. Each piece is measured once: a table measures hundreds of cells.
    """
    left = [(piece, _piece_width(theme, piece)) for piece in cell.left]
    right = [_piece_width(theme, piece) for piece in cell.right]
    ends = [_piece_width(theme, piece) for piece in cell.end]
    gap, pieces = theme.px(GAP), [*(wide for _, wide in left), *right, *ends]
    beside = 0
    if right:
        more = len(right) - 1
        later = _piece_width(theme, CellWords(f"+{more}")) + gap if more else 0
        beside = right[0] + later
    return (
        sum(pieces) + gap * max(0, len(pieces) - 1),
        beside + _least(_unsaid(left, RoundsLeft), gap, None),
        beside
        + _least(_unsaid(left, RoundsLeft | FlownInches | PowerLeft), gap, theme.px(words_wide)),
    )


def _least(pieces: Sequence[tuple[CellPiece, int]], gap: int, words: int | None) -> int:
    """Return the least pixels of pieces with their widths: bars give half, words all but `words`."""
    total = gap * max(0, len(pieces) - 1)
    for piece, wide in pieces:
        if isinstance(piece, CellWords):
            total += wide if words is None else min(wide, words)
        else:
            total += wide // 2 if isinstance(piece, FlownInches | PowerLeft) else wide
    return total


def _unsaid(
    pieces: Sequence[tuple[CellPiece, int]], pictures: type | UnionType
) -> Sequence[tuple[CellPiece, int]]:
    """Leave out pictures that are said in words beside them."""
    if any(isinstance(piece, CellWords) for piece, _ in pieces):
        return [(piece, wide) for piece, wide in pieces if not isinstance(piece, pictures)]
    return pieces


def without_pips(cell: Cell) -> Cell:
    """Leave out rounds that are said in words beside them."""
    return _said(cell, RoundsLeft)


def without_bars(cell: Cell) -> Cell:
    """Leave out rounds and bars that are said in words beside them."""
    return _said(cell, RoundsLeft | FlownInches | PowerLeft)


def _said(cell: Cell, pictures: type | UnionType) -> Cell:
    # Without words beside them the pictures are all that the cell says.
    if not any(isinstance(piece, CellWords) for piece in cell.left):
        return cell
    return replace(cell, left=tuple(p for p in cell.left if not isinstance(p, pictures)))


def paint_cell(
    painter: QPainter, box: QRectF, theme: Theme, cell: Cell, bright: bool = False
) -> None:
    """Paint a cell's pieces; without room for all, the last ones on the left are cut."""
    gap = theme.px(GAP)
    for piece in reversed(cell.end):
        taken = _piece_width(theme, piece)
        place = QRectF(box.right() - taken, box.top(), taken, box.height())
        _paint(painter, place, theme, piece, bright)
        box = box.adjusted(0, 0, -taken - gap, 0)
    # The right side is settled first: its pieces are shown whole or not at all.
    right = fitting(theme, cell.right, box.width() * (MOST_OF_ROW if cell.left else 1))
    room = box.right() - sum(_piece_width(theme, piece) + gap for piece in right)
    left = box.left()
    for piece, whole in zip(cell.left, _widths(theme, cell.left, room - left), strict=True):
        wide = min(whole, room - left)
        if wide <= 0:
            break
        _paint(painter, QRectF(left, box.top(), wide, box.height()), theme, piece, bright)
        left += wide + gap
    used = sum(_piece_width(theme, piece) + gap for piece in right) - gap
    left = box.right() if cell.left else min(box.right(), box.left() + used)
    for piece in reversed(right):
        wide = _piece_width(theme, piece)
        left -= wide
        _paint(painter, QRectF(left, box.top(), wide, box.height()), theme, piece, bright)
        left -= gap


def _widths(theme: Theme, pieces: Sequence[CellPiece], room: float) -> list[float]:
    """Return the pieces' widths in pixels; bars give up half of theirs before words are cut."""
    widths = [float(_piece_width(theme, piece)) for piece in pieces]
    missing = sum(widths) + theme.px(GAP) * (len(pieces) - 1) - room
    for place, piece in enumerate(pieces):
        if missing > 0 and isinstance(piece, FlownInches | PowerLeft):
            less = min(missing, widths[place] / 2)
            widths[place] -= less
            missing -= less
    return widths


def fitting(theme: Theme, pieces: Sequence[CellPiece], room: float) -> list[CellPiece]:
    """Return as many pieces as fit, then a piece that says how many more there are."""
    gap, kept, used = theme.px(GAP), list[CellPiece](), 0.0
    for place, piece in enumerate(pieces):
        left = len(pieces) - place
        more = CellWords(f"+{left}", token="text2")
        later = _piece_width(theme, more) + gap if left > 1 else 0
        wide = _piece_width(theme, piece)
        if used + wide + later > room:
            return [*kept, more]
        kept.append(piece)
        used += wide + gap
    return kept


def _paint(painter: QPainter, box: QRectF, theme: Theme, piece: CellPiece, bright: bool) -> None:
    match piece:
        case CellWords():
            plain = "text" if bright or piece.strong else "text2"
            ink = theme.color(piece.token or plain)
            draw_line(painter, box, piece.text, theme.font("small", piece.strong), ink)
        case TurnLeft():
            paint_turn_left(painter, box, theme, piece)
        case Icon():
            square = square_in(box, theme.px(ROW))
            paint_icon(painter, square, theme, piece.name, piece.token)
        case Side():
            paint_faction_mark(painter, square_in(box, theme.px(MARK)), theme, piece.colour)
        case TokenLook():
            paint_token(painter, square_in(box, theme.px(SMALLEST)), theme, piece)
        case ChipLook():
            high = theme.px(CHIP_HIGH)
            top = round(box.center().y() - high / 2)
            paint_chip(painter, QRectF(box.left(), top, box.width(), high), theme, piece)
        case DieGlyph():
            paint_die_glyph(painter, square_in(box, theme.px(SIDE)), theme, piece)
        case PowerLeft():
            paint_power_bar(painter, box, theme, piece)
        case RoundsLeft():
            paint_ammo_pips(painter, box, theme, piece)
        case FlownInches():
            paint_flight_bar(painter, box, theme, piece)
