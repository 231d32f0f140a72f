"""The flowables of a page: rows of cells, headings and two columns, which split at a page's end."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable
from typing_extensions import override

from brikdesk.reports.palette import colour
from brikdesk.reports.text import Line, Piece, draw_lines, set_lines

LEAST = 14.0
"""Least points left on a page for a row to begin there."""


SHORT = 48.0
"""Rows up to this many points are not split but go to the next page whole."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Pieces of text at a place of a row; `right` sets them flush right."""

    x: float
    width: float
    pieces: tuple[Piece, ...] = ()
    right: bool = False
    leading: float = 11.5


@dataclass(frozen=True, slots=True)
class SetCell:
    """A cell whose text is broken into lines."""

    cell: Cell
    lines: tuple[Line, ...]

    @property
    def height(self) -> float:
        """Points from the first to the last line."""
        return sum(line.height for line in self.lines)


class Row(Flowable):  # type: ignore[misc]
    """Cells side by side. `head` is repeated above a row that comes first on a page."""

    def __init__(
        self,
        cells: Sequence[Cell] = (),
        *,
        above: float = 1.0,
        below: float = 1.0,
        ruled: bool = False,
        head: "Row | None" = None,
        done: Sequence[SetCell] = (),
    ) -> None:
        super().__init__()
        self.set = tuple(done) or tuple(
            SetCell(cell, set_lines(cell.pieces, cell.width, cell.leading)) for cell in cells
        )
        self.above, self.below, self.ruled, self.head = above, below, ruled, head

        self._first = max((cell.lines[0].height for cell in self.set if cell.lines), default=0.0)

    @property
    def own_height(self) -> float:
        """Height in points, without a repeated head."""
        tallest = max((self._drop(cell) + cell.height for cell in self.set), default=0.0)
        return self.above + tallest + self.below

    def _drop(self, cell: SetCell) -> float:
        """Return the points by which a cell begins lower, so that all first lines stand level."""
        return (self._first - cell.lines[0].height) / 2 if cell.lines else 0.0

    @override
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        # ReportLab sets _frame while it places the row; measured outside a frame it has none.
        frame = getattr(self, "_frame", None)
        repeats = self.head is not None and frame is not None and frame._atTop
        self._head = self.head if repeats else None
        self.width = width
        self.height = self.own_height + (self._head.own_height if self._head else 0)
        return width, self.height

    @override
    def split(self, width: float, height: float) -> list[Flowable]:
        _, whole = self.wrap(width, height)
        room = height - (whole - self.own_height) - self.above
        # An empty list: ReportLab then moves the row to the next page whole.
        if room < LEAST or whole <= height or self.own_height <= SHORT:
            return []
        first, rest = zip(*(_cut(cell, room - self._drop(cell)) for cell in self.set), strict=True)
        if not any(cell.lines for cell in first):
            return []
        return [
            Row(above=self.above, below=0, head=self.head, done=first),
            Row(above=0, below=self.below, ruled=self.ruled, head=self.head, done=rest),
        ]

    @override
    def draw(self) -> None:
        top = self.height
        if self._head:
            self._head.draw_at(self.canv, 0, top, self.width)
            top -= self._head.own_height
        self.draw_at(self.canv, 0, top, self.width)

    def draw_at(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        """Draw the row downwards from `top`."""
        for each in self.set:
            cell = each.cell
            begin = top - self.above - self._drop(each)
            draw_lines(canvas, x + cell.x, begin, each.lines, room=cell.width, right=cell.right)
        if self.ruled:
            draw_rule(canvas, x, top - self.own_height, width)


def _cut(cell: SetCell, room: float) -> tuple[SetCell, SetCell]:
    used, fits = 0.0, 0
    for line in cell.lines:
        used += line.height
        if used > room:
            break
        fits += 1
    return SetCell(cell.cell, cell.lines[:fits]), SetCell(cell.cell, cell.lines[fits:])


def draw_rule(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Draw a hairline."""
    canvas.saveState()
    canvas.setStrokeColor(colour("line"))
    canvas.setLineWidth(0.7)
    canvas.line(x, y, x + width, y)
    canvas.restoreState()


class Heading(Row):
    """A row that is also a bookmark of the document, on the outline level `level`."""

    def __init__(
        self,
        words: str,
        level: int,
        cells: Sequence[Cell],
        *,
        above: float,
        below: float,
        ruled: bool = False,
    ) -> None:
        super().__init__(cells, above=0, below=below, ruled=ruled)
        self.spaceBefore = above  # left out where a page begins
        self.words, self.level = words, level

    @override
    def split(self, width: float, height: float) -> list[Flowable]:
        return []

    @override
    def draw_at(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        bookmark(canvas, self.words, self.level, x, top)
        super().draw_at(canvas, x, top, width)


def bookmark(canvas: Canvas, words: str, level: int, x: float, top: float) -> None:
    """Set a bookmark here; viewers show its words in fonts of their own."""
    marks = canvas.__dict__.setdefault("_bookmarks_set", [])
    key = f"place-{len(marks)}"
    # ReportLab refuses an outline that skips a level.
    level = min(level, (marks[-1] if marks else -1) + 1)
    marks.append(level)
    canvas.bookmarkHorizontal(key, x, top)
    canvas.addOutlineEntry(encodable(words), key, level=level, closed=False)


def encodable(words: str) -> str:
    """Return words for the document's own fields: one line, no unpaired surrogates."""
    whole = words.encode("utf-8", "replace").decode("utf-8")
    return " ".join("".join(sign if sign.isprintable() else " " for sign in whole).split())


class Columns(Flowable):  # type: ignore[misc]
    """Two stacks of rows side by side; each continues in its own column on the next page."""

    def __init__(self, left: Sequence[Row], right: Sequence[Row], gap: float = 18.0) -> None:
        super().__init__()
        self.left, self.right, self.gap = tuple(left), tuple(right), gap
        self.spaceBefore = 16.0

    def _stacks(self) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
        return self.left, self.right

    @override
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.height = max(sum(row.own_height for row in stack) for stack in self._stacks())
        return width, self.height

    @override
    def split(self, width: float, height: float) -> list[Flowable]:
        (one, more), (other, rest) = (_rows_that_fit(stack, height) for stack in self._stacks())
        # Headings alone must not stay at the foot of a page.
        if not (more or rest) or (_is_bare(one) and _is_bare(other)):
            return []
        return [Columns(one, other, self.gap), Columns(more, rest, self.gap)]

    @override
    def draw(self) -> None:
        width = (self.width - self.gap) / 2
        for x, stack in zip((0.0, width + self.gap), self._stacks(), strict=True):
            top = self.height
            for row in stack:
                row.draw_at(self.canv, x, top, width)
                top -= row.own_height


def _is_bare(stack: Sequence[Row]) -> bool:
    """Return whether a stack is empty or only a heading."""
    return all(isinstance(row, Heading) for row in stack)


def _rows_that_fit(stack: Sequence[Row], height: float) -> tuple[list[Row], list[Row]]:
    used = 0.0
    for at, row in enumerate(stack):
        used += row.own_height
        if used > height:
            # Width 0: the lines are set already, and a row needs the width only to draw its rule.
            parts = row.split(0, height - used + row.own_height)
            return [*stack[:at], *parts[:1]], [*(parts[1:] or [row]), *stack[at + 1 :]]
    return list(stack), []
