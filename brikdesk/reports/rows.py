"""The flowables of a page: rows of cells, headings and two columns, which split at a page's end."""

from collections.abc import Sequence

from msgspec import Struct
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable
from typing_extensions import override

from brikdesk.reports.palette import colour
from brikdesk.reports.tags import marked, tags_of, unread
from brikdesk.reports.text import SUBHEAD, TextLine, TextPiece, TextRun, draw_lines, set_lines
from brikdesk.text import ALONE, END, is_turned

LEAST = 14.0
"""Least points left on a page for a row to begin there."""


SHORT = 48.0
"""Rows up to this many points are not split but go to the next page whole."""


class PrintedCell(Struct, frozen=True):
    """Pieces of text at a place of a row; `right` sets them flush right."""

    x: float
    width: float
    pieces: tuple[TextPiece, ...] = ()
    right: bool = False
    leading: float = 11.5


class SetCell(Struct, frozen=True):
    """A cell whose text is broken into lines."""

    cell: PrintedCell
    lines: tuple[TextLine, ...]

    @property
    def words(self) -> str:
        """What it says, without its dice."""
        pieces = (piece for line in self.lines for _, piece in line.pieces)
        said = " ".join(piece.words for piece in pieces if isinstance(piece, TextRun))
        return " ".join(said.replace(ALONE, "").replace(END, "").split())

    @property
    def height(self) -> float:
        """Points from the first to the last line."""
        return sum(line.height for line in self.lines)


class PrintedRow(Flowable):  # type: ignore[misc]
    """Cells side by side.

    A row that comes first on a page repeats what it belongs to: the heading of its `section`, and
    the `head` of its table. A row that is such a head says so by `is_head`.
    """

    kind = "P"
    """What it is to programs that read a PDF aloud."""

    def __init__(
        self,
        cells: Sequence[PrintedCell] = (),
        *,
        above: float = 1.0,
        below: float = 1.0,
        ruled: bool = False,
        head: "PrintedRow | None" = None,
        is_head: bool = False,
        section: str = "",
        done: Sequence[SetCell] = (),
    ) -> None:
        super().__init__()
        self.section, self.is_head = section, is_head
        self.set = tuple(done) or tuple(
            SetCell(cell, set_lines(cell.pieces, cell.width, cell.leading)) for cell in cells
        )
        self.above, self.below, self.ruled, self.head = above, below, ruled, head

        self._first = max((cell.lines[0].height for cell in self.set if cell.lines), default=0.0)

    @property
    def own_height(self) -> float:
        """Height in points, without what is repeated above it."""
        tallest = max((self._drop(cell) + cell.height for cell in self.set), default=0.0)
        return self.above + tallest + self.below

    def _drop(self, cell: SetCell) -> float:
        """Return the points by which a cell begins lower, so that all first lines stand level."""
        return (self._first - cell.lines[0].height) / 2 if cell.lines else 0.0

    @override
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        # ReportLab sets _frame while it places the row; measured outside a frame it has none.
        frame = getattr(self, "_frame", None)
        first = frame is not None and frame._atTop
        self._repeated = self._repeats(width) if first else ()
        self.width = width
        self.height = self.own_height + sum(row.own_height for row in self._repeated)
        return width, self.height

    def _repeats(self, width: float) -> "tuple[PrintedRow, ...]":
        """Return what stands above the row where it comes first on a page."""
        section = (Continued(self.section, width),) if self.section else ()
        return (*section, self.head) if self.head is not None else section

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
            PrintedRow(above=self.above, below=0, head=self.head, section=self.section, done=first),
            PrintedRow(
                above=0, below=self.below, ruled=self.ruled, head=self.head, section=self.section,
                done=rest,
            ),
        ]  # fmt: skip

    @override
    def draw(self) -> None:
        top = self.height
        for row in self._repeated:
            with unread(self.canv):
                row.draw_cells(self.canv, 0, top, self.width)
            top -= row.own_height
        self.draw_at(self.canv, 0, top, self.width)

    def draw_at(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        """Draw the row downwards from `top`: a paragraph, or a row of its table."""
        tags = tags_of(canvas)
        if tags is None:
            self.draw_cells(canvas, x, top, width)
            return
        table = self.head or (self if self.is_head else None)
        row = tags.row_of(table) if table is not None else tags.element(self.kind)
        if table is None:
            row.said = self._said()
            with marked(canvas, tags, row):
                for each in self.set:
                    self._draw_cell(canvas, x, top, each)
        else:
            for each in self.set:
                part = tags.element("TH" if self.is_head else "TD", within=row)
                part.said = each.words if is_turned(each.words) else ""
                with marked(canvas, tags, part):
                    self._draw_cell(canvas, x, top, each)
        if self.ruled:
            with unread(canvas):
                draw_rule(canvas, x, top - self.own_height, width)

    def _said(self) -> str:
        """Return its text where a part of it is read from right to left, else nothing."""
        said = " ".join(each.words for each in self.set)
        return said if is_turned(said) else ""

    def draw_cells(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        """Draw the row without saying what it is."""
        for each in self.set:
            cell, begin = each.cell, top - self.above - self._drop(each)
            draw_lines(canvas, x + cell.x, begin, each.lines, room=cell.width, right=cell.right)
        if self.ruled:
            draw_rule(canvas, x, top - self.own_height, width)

    def _draw_cell(self, canvas: Canvas, x: float, top: float, each: SetCell) -> None:
        begin = top - self.above - self._drop(each)
        cell = each.cell
        draw_lines(canvas, x + cell.x, begin, each.lines, room=cell.width, right=cell.right)


class Continued(PrintedRow):
    """The heading of a section where it goes on: "Attacks, continued"."""

    def __init__(self, words: str, width: float) -> None:
        cells = [PrintedCell(0, width, (TextRun(f"{words}, continued", SUBHEAD),), leading=15)]
        super().__init__(cells, above=0, below=4)
        self.words = words


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


class PrintedHeading(PrintedRow):
    """A row that is also a bookmark of the document, on the outline level `level`."""

    def __init__(
        self,
        words: str,
        level: int,
        cells: Sequence[PrintedCell],
        *,
        above: float,
        below: float,
        ruled: bool = False,
    ) -> None:
        super().__init__(cells, above=0, below=below, ruled=ruled)
        self.spaceBefore = above  # left out where a page begins
        self.words, self.level = words, level
        self.kind = f"H{level + 1}"

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


class TwoColumns(Flowable):  # type: ignore[misc]
    """Two stacks of rows side by side; each continues in its own column on the next page."""

    def __init__(
        self, left: Sequence[PrintedRow], right: Sequence[PrintedRow], gap: float = 18.0
    ) -> None:
        super().__init__()
        self.left, self.right, self.gap = tuple(left), tuple(right), gap
        self.spaceBefore = 16.0

    def _stacks(self) -> tuple[tuple[PrintedRow, ...], tuple[PrintedRow, ...]]:
        return self.left, self.right

    @override
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.height = max(sum(row.own_height for row in stack) for stack in self._stacks())
        return width, self.height

    @override
    def split(self, width: float, height: float) -> list[Flowable]:
        wide = (width - self.gap) / 2
        (one, more), (other, rest) = (
            _split_stack(stack, height, wide) for stack in self._stacks()
        )  # fmt: skip
        if not (more or rest) or not (one or other):
            return []
        return [TwoColumns(one, other, self.gap), TwoColumns(more, rest, self.gap)]

    @override
    def draw(self) -> None:
        width = (self.width - self.gap) / 2
        for x, stack in zip((0.0, width + self.gap), self._stacks(), strict=True):
            top = self.height
            for row in stack:
                row.draw_at(self.canv, x, top, width)
                top -= row.own_height


def _split_stack(
    stack: Sequence[PrintedRow], height: float, width: float
) -> tuple[Sequence[PrintedRow], Sequence[PrintedRow]]:
    """Return what of a stack has room, and the rest under the stack's heading."""
    fit, rest = _rows_that_fit(stack, height)
    if not rest:
        return fit, rest
    # A heading alone must not stay at the foot of a page.
    if all(isinstance(row, PrintedHeading | Continued) for row in fit):
        return [], stack
    head = stack[0]
    words = head.words if isinstance(head, PrintedHeading | Continued) else ""
    return fit, [Continued(words, width), *rest] if words else rest


def _rows_that_fit(
    stack: Sequence[PrintedRow], height: float
) -> tuple[list[PrintedRow], list[PrintedRow]]:
    used = 0.0
    for at, row in enumerate(stack):
        used += row.own_height
        if used > height:
            # Width 0: the lines are set already, and a row needs the width only to draw its rule.
            parts = row.split(0, height - used + row.own_height)
            return [*stack[:at], *parts[:1]], [*(parts[1:] or [row]), *stack[at + 1 :]]
    return list(stack), []
