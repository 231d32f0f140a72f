"""The contents of cells in lists and tables, the delegate that paints them, and column widths."""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from types import UnionType
from typing import Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget
from typing_extensions import override

from ui.look.icons import ROW, paint_icon
from ui.look.text import show_tip
from ui.look.theme import Theme
from ui.models.rows import Column
from ui.widgets.bars import (
    TURN_WIDE,
    FlownInches,
    PowerLeft,
    RoundsLeft,
    TurnLeft,
    ammo_pips_width,
    paint_ammo_pips,
    paint_flight_bar,
    paint_power_bar,
    paint_turn_left,
)
from ui.widgets.dice import SIDE, DieGlyph, paint_die_glyph
from ui.widgets.painted import Delegate, Index, draw_line, square_in, text_width
from ui.widgets.tokens import (
    SMALLEST,
    ChipLook,
    StateChip,
    TokenLook,
    chip_width,
    paint_chip,
    paint_faction_mark,
    paint_token,
)

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
        # Room is kept for "+3", unless this is the last piece.
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
            high = theme.px(StateChip.HIGH)
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


PRESSED = 0.92
"""The part of its least width that each column keeps; below it, a scroll bar is better than stumps."""


class Gives(IntEnum):
    """When a column of a narrow table gives way to the others."""

    FIRST = 0
    """Prose: its beginning says what it is about, its tip the rest."""
    THEN = 1
    LAST = 2
    """Names: a row is found by them."""


class Wish(Struct, frozen=True):
    """What a column wants, in pixels, without the room between columns.

    `head` is the width of its title and `short` that of a shorter one, 0 for none. `content` is its
    widest cell, `words` the widest with small bars (None: as `content`), `least` what must be seen
    of it. `share` is its part of the room that no column needs. A column that `folds` may vanish.
    """

    head: int
    content: int
    least: int
    gives: Gives = Gives.THEN
    short: int = 0
    share: int = 1
    words: int | None = None
    folds: bool = False

    @property
    def whole(self) -> int:
        """Width at which nothing is cut."""
        return max(self.head, self.content)

    @property
    def brief(self) -> int:
        """Width at which no cell is cut, under the shorter title."""
        return max(self.short or self.head, self.content)

    @property
    def plain(self) -> int:
        """Width at which no word is cut."""
        return max(self.short or self.head, self.content if self.words is None else self.words)

    @property
    def floor(self) -> int:
        """Width below which the column says nothing any more."""
        return max(self.short or self.head, min(self.content, self.least))

    def with_content_of(self, other: "Wish") -> "Wish":
        """Return a wish that is wide enough for the cells of both."""
        content, least = max(self.content, other.content), max(self.least, other.least)
        words = max(each.content if each.words is None else each.words for each in (self, other))
        folds = self.folds and other.folds
        return replace(self, content=content, least=least, words=words, folds=folds)


class SharedWidths(Struct, frozen=True):
    """The width of each column, the room in it that stays empty, and whether the table scrolls.

    A column of width 0 is folded away.
    """

    widths: tuple[int, ...]
    room: int
    scrolls: bool = False


def share_width(
    width: int, wishes: Sequence[Wish], ample: int = 0, tight: int = 0, most_name: int = 0
) -> SharedWidths:
    """Share `width` pixels among columns, with `ample` room in each, or `tight` if it is short.

    What is to spare goes to names until they have `most_name`, the rest to all by their shares.
    If even the least widths are too much the table scrolls, each column whole but for long names.
    """
    # The cases come from wide to narrow: whole, shorter titles, cut, folded or pressed, scrolling.
    whole = [wish.whole + ample for wish in wishes]
    if sum(whole) <= width:
        return SharedWidths(tuple(_spread(width, whole, wishes, most_name)), ample)
    for room in (ample, tight):
        brief = [wish.brief + room for wish in wishes]
        if sum(brief) <= width:
            eased = [wish.whole + room for wish in wishes]
            eased = _lowered(eased, brief, sum(eased) - width)
            return SharedWidths(tuple(_spread(width, eased, wishes, most_name)), room)
    floors = [wish.floor + tight for wish in wishes]
    if sum(floors) > width:
        kept = [wish for wish in wishes if not wish.folds]
        if len(kept) == len(wishes):  # nothing left to fold, which also ends the recursion below
            if PRESSED * sum(floors) > width:
                return SharedWidths(tuple(_scrolled(width, wishes, ample)), ample, scrolls=True)
            return SharedWidths(tuple(_pressed(width, floors, wishes)), tight)
        shared = share_width(width, kept, ample, tight, most_name)
        rest = iter(shared.widths)
        folded = tuple(0 if wish.folds else next(rest) for wish in wishes)
        return (
            SharedWidths(tuple(_scrolled(width, wishes, ample)), ample, scrolls=True)
            if shared.scrolls
            else SharedWidths(folded, shared.room)
        )
    return SharedWidths(tuple(_cut(width, wishes, tight)), tight)


def _spread(width: int, whole: list[int], wishes: Sequence[Wish], most_name: int) -> list[int]:
    wide = list(whole)
    for place, wish in enumerate(wishes):
        if wish.gives is Gives.LAST:
            wide[place] += max(0, min(width - sum(wide), most_name - wide[place]))
    spare = _parts(width - sum(wide), [wish.share for wish in wishes])
    return [one + more for one, more in zip(wide, spare, strict=True)]


def _cut(width: int, wishes: Sequence[Wish], room: int) -> list[int]:
    """Take what is missing from bars, then from prose, then from other columns, then from names."""
    wide = [wish.brief + room for wish in wishes]
    plain = [wish.plain + room for wish in wishes]
    wide = _lowered(wide, plain, min(sum(wide) - width, sum(wide) - sum(plain)))
    for rank in Gives:
        floors = [
            wish.floor + room if wish.gives is rank else now
            for wish, now in zip(wishes, wide, strict=True)
        ]
        missing = sum(wide) - width
        wide = _lowered(wide, floors, min(missing, sum(wide) - sum(floors)))
    return wide


def _scrolled(width: int, wishes: Sequence[Wish], room: int) -> Iterator[int]:
    """Yield widths of a table that scrolls: all whole, but no name takes half of what is seen."""
    for wish in wishes:
        half = width // 2 - room
        # A table that is not seen yet has next to no width: its names stay whole.
        long = wish.gives is Gives.LAST and wish.floor < half < wish.whole
        yield (half if long else wish.whole) + room


def _pressed(width: int, floors: list[int], wishes: Sequence[Wish]) -> list[int]:
    """Take what is missing from prose, then from names, and only then from figures."""
    wide = floors
    for rank in (Gives.FIRST, Gives.LAST, Gives.THEN):
        least = [
            int(PRESSED * now) if wish.gives is rank else now
            for wish, now in zip(wishes, wide, strict=True)
        ]
        wide = _lowered(wide, least, min(sum(wide) - width, sum(wide) - sum(least)))
    return wide


def _lowered(wide: Sequence[int], floors: Sequence[int], missing: int) -> list[int]:
    """Take `missing` pixels from the widest columns, so that the widest come to be alike.

    No column gets narrower than its floor; `missing` must not be more than all have above theirs.
    """
    left = list(wide)
    while missing > 0:
        free = [k for k, now in enumerate(left) if now > floors[k]]
        top = max(left[k] for k in free)
        widest = [k for k in free if left[k] == top]
        below = max((left[k] for k in free if left[k] < top), default=0)
        steps = min(top - below, *(top - floors[k] for k in widest))
        taken = _parts(min(missing, steps * len(widest)), [1] * len(widest))
        for k, less in zip(widest, taken, strict=True):
            left[k] -= less
        missing -= sum(taken)
    return left


def _parts(amount: int, weights: Sequence[int]) -> list[int]:
    """Split whole pixels by weight, so that the parts add up."""
    # Each part is the difference of two rounded running sums: no pixel is lost by rounding.
    total = sum(weights)
    parts, used, seen = [], 0, 0
    for weight in weights:
        seen += weight
        now = amount * seen // total if total else 0
        parts.append(now - used)
        used = now
    return parts


Row = TypeVar("Row")
PADDING = 8
TIGHT = 4
"""Pixels at 100 % at each side of a cell: with room enough, and with columns close together."""


def same_row(one: Index, other: Index) -> bool:
    """Return whether two places of a model are in one row."""
    return one.isValid() and one.row() == other.row() and one.parent() == other.parent()


class Painted(Column[Row], frozen=True):
    """A column whose cells are painted from pieces.

    `width` is its share of the room that no column needs. In a narrow table `gives` says when it
    gives way (the first column is the name and gives last), and `short` is its title. If it
    `folds`, it is left out there while every row has 0 or nothing in it.
    """

    cell: Callable[[Row], Cell] | None = None
    width: int = 100
    gives: Gives | None = None
    short: str = ""
    folds: bool = False

    def cell_of(self, row: Row) -> Cell:
        """Return the pieces of a cell."""
        return self.cell(row) if self.cell else words(self.text(row))


class CellView(Protocol):
    """What the delegate asks its view."""

    row_height: int
    edge: int
    bare: frozenset[int]
    barest: frozenset[int]

    def cell_at(self, index: Index) -> Cell:
        """Return the pieces to paint in a cell."""


class CellDelegate(Delegate):
    """Paints the pieces of a cell; the editors are Qt's own."""

    def __init__(self, theme: Theme, view: CellView, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.theme.px(80), self.theme.px(self._view.row_height))

    def paint_cell_at(self, painter: QPainter, box: QRectF, index: Index, lit: bool) -> None:
        """Paint the pieces of one cell; the painter's pen may be another one afterwards."""
        edge = self._view.edge
        cell = self._view.cell_at(index)
        if index.column() in self._view.barest:
            cell = without_bars(cell)
        elif index.column() in self._view.bare:
            cell = without_pips(cell)
        paint_cell(painter, box.adjusted(edge, 0, -edge, 0), self.theme, cell, lit)

    @override
    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Show the whole text of a cell that is cut, if its column has no tip of its own."""
        asks = event.type() == QEvent.Type.ToolTip and index.isValid()
        if asks and not index.data(Qt.ItemDataRole.ToolTipRole) and self.is_cut(view, index):
            whole = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
            show_tip(event.globalPos(), whole, view)
            return True
        return super().helpEvent(event, view, option, index)

    def is_cut(self, view: QAbstractItemView, index: Index) -> bool:
        """Return whether a cell has less room than it needs."""
        room = view.visualRect(index).width() - 2 * self._view.edge
        return cell_width(self.theme, self._view.cell_at(index)) > room + 1  # but for rounding

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        # The whole cell: Qt would inset the editor by the style's margins for text.
        editor.setGeometry(option.rect)
