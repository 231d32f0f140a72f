"""The flowables of a page: rows of cells, headings and two columns, tagged for programs that read aloud."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate

from msgspec import Struct
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFName, PDFObject, PDFPage
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable
from typing_extensions import override

from brikdesk.reports.fonts import colour
from brikdesk.reports.text import SUBHEAD, TextLine, TextPiece, TextRun, draw_lines, set_lines
from brikdesk.text import ALONE, END, is_turned


class TaggedElement(PDFObject):  # type: ignore[misc]
    """An element of a tagged PDF: its kind, its marks and elements, and words for a screen reader."""

    __RefOnly__ = 1

    def __init__(
        self, kind: str, above: "TaggedElement | None", page: int, words: str = ""
    ) -> None:
        self.kind, self.above, self.page, self.words = kind, above, page, words
        self.said = ""
        """Its text, where the page has it in another order than it is read in."""
        self.kids: list[TaggedElement | int] = []
        if above is not None:
            above.kids.append(self)

    def format(self, document: PDFDocument) -> bytes:
        """Return it as the file holds it; ReportLab calls this."""
        return f"<< {self.written(document)} >>".encode()

    def written(self, document: PDFDocument) -> str:
        """Return its entries, written here because a long report has an element for each row."""
        kids = " ".join(
            str(kid) if isinstance(kid, int) else kid.ref(document) for kid in self.kids
        )
        page = f"/Pg {_ref(document.Pages[self.page], document)}" if self.page >= 0 else ""
        root = document.Catalog.StructTreeRoot
        above = self.above.ref(document) if self.above else _ref(root, document)
        more = _text("Alt", self.words) + _text("ActualText", self.said)
        return f"/S/{self.kind}/P {above}{page}{more}/K[{kids}]"

    def ref(self, document: PDFDocument) -> str:
        """Return how others refer to it."""
        number, version = document.idToObjectNumberAndVersion[self.__InternalName__]
        return f"{number} {version} R"


def _text(key: str, words: str) -> str:
    return f"/{key}<FEFF{words.encode('utf-16-be', 'replace').hex()}>" if words else ""


def _ref(made: PDFObject, document: PDFDocument) -> str:
    found: bytes = document.Reference(made).format(document)
    return found.decode("ascii")


class DocumentTags:
    """The elements of one document, in the order in which they are read."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.whole = TaggedElement("Document", None, -1)
        self._marks: list[list[TaggedElement]] = []
        self._tables: dict[object, TaggedElement] = {}

    @property
    def _page(self) -> int:
        return int(self._canvas.getPageNumber()) - 1

    def element(
        self, kind: str, words: str = "", within: TaggedElement | None = None
    ) -> TaggedElement:
        """Return a new element of this page."""
        return TaggedElement(kind, within or self.whole, self._page, words)

    def row_of(self, head: object) -> TaggedElement:
        """Return a new row of the table with this head; it is begun with the first one."""
        if head not in self._tables:
            self._tables[head] = TaggedElement("Table", self.whole, -1)
        return TaggedElement("TR", self._tables[head], -1)

    def mark(self, element: TaggedElement) -> int:
        """Return the number of a new mark on this page, which belongs to an element."""
        while len(self._marks) <= self._page:
            self._marks.append([])
        here = self._marks[self._page]
        here.append(element)
        element.kids.append(len(here) - 1)
        return len(here) - 1

    def add(self, document: PDFDocument) -> None:
        """Add the elements to the document, which is complete but for them."""
        _register(self.whole, document)
        for page in range(len(self._marks)):
            shown: PDFPage = document.Pages[page]
            # What a page has by default is where ReportLab takes further entries from.
            shown.__Defaults__ = {
                **shown.__Defaults__, "StructParents": page, "Tabs": PDFName("S"),
            }  # fmt: skip
        tree = MarksByPage(self._marks)
        document.Catalog.StructTreeRoot = PDFDictionary({
            "Type": PDFName("StructTreeRoot"), "K": document.Reference(self.whole),
            "ParentTree": document.Reference(tree), "ParentTreeNextKey": len(self._marks),
        })  # fmt: skip
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})


def tags_of(canvas: Canvas) -> DocumentTags | None:
    """Return the tags of a document; None for one without: cards and tokens are cut out, not read."""
    found: DocumentTags | None = canvas.__dict__.get("_tags")
    return found


def _register(element: TaggedElement, document: PDFDocument) -> None:
    # Elements refer to each other by numbers, which they get here.
    document.Reference(element)
    for kid in element.kids:
        if isinstance(kid, TaggedElement):
            _register(kid, document)


class MarksByPage(PDFObject):  # type: ignore[misc]
    """For each page, the elements that its marks belong to."""

    __RefOnly__ = 1

    def __init__(self, marks: list[list[TaggedElement]]) -> None:
        self._marks = marks

    def format(self, document: PDFDocument) -> bytes:
        """Return it as the file holds it; ReportLab calls this."""
        pages = (
            f"{page} [{' '.join(each.ref(document) for each in elements)}]"
            for page, elements in enumerate(self._marks)
        )
        return f"<< /Nums [{' '.join(pages)}] >>".encode()


@contextmanager
def tagged(canvas: Canvas, kind: str, words: str = "") -> Iterator[None]:
    """Draw an element: a P, H1 to H3, or a Figure with words for a screen reader."""
    tags = tags_of(canvas)
    if tags is None:
        yield
        return
    with marked(canvas, tags, tags.element(kind, words)):
        yield


@contextmanager
def marked(canvas: Canvas, tags: DocumentTags, element: TaggedElement) -> Iterator[None]:
    """Draw a part of an element."""
    # ReportLab writes no structure by itself, so the operators go straight into the page.
    canvas._code.append(f"/{element.kind} << /MCID {tags.mark(element)} >> BDC")
    yield
    canvas._code.append("EMC")


@contextmanager
def unread(canvas: Canvas) -> Iterator[None]:
    """Draw what a screen reader leaves out: head, foot, lines, repeated headings."""
    if tags_of(canvas) is None:
        yield
        return
    canvas._code.append("/Artifact BMC")
    yield
    canvas._code.append("EMC")


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
            self._draw_cell(canvas, x, top, each)
        if self.ruled:
            draw_rule(canvas, x, top - self.own_height, width)

    def _draw_cell(self, canvas: Canvas, x: float, top: float, each: SetCell) -> None:
        cell, begin = each.cell, top - self.above - self._drop(each)
        draw_lines(canvas, x + cell.x, begin, each.lines, room=cell.width, right=cell.right)


class Continued(PrintedRow):
    """The heading of a section where it goes on: "Attacks, continued"."""

    def __init__(self, words: str, width: float) -> None:
        cells = [PrintedCell(0, width, (TextRun(f"{words}, continued", SUBHEAD),), leading=15)]
        super().__init__(cells, above=0, below=4)
        self.words = words


def _cut(cell: SetCell, room: float) -> tuple[SetCell, SetCell]:
    fits = bisect_right(list(accumulate(line.height for line in cell.lines)), room)
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

    gap = 18.0

    def __init__(self, left: Sequence[PrintedRow], right: Sequence[PrintedRow]) -> None:
        super().__init__()
        self.stacks = tuple(left), tuple(right)
        self.spaceBefore = 16.0

    @override
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.height = max(sum(row.own_height for row in stack) for stack in self.stacks)
        return width, self.height

    @override
    def split(self, width: float, height: float) -> list[Flowable]:
        wide = (width - self.gap) / 2
        (one, more), (other, rest) = (_split_stack(stack, height, wide) for stack in self.stacks)
        if not (more or rest) or not (one or other):
            return []
        return [TwoColumns(one, other), TwoColumns(more, rest)]

    @override
    def draw(self) -> None:
        width = (self.width - self.gap) / 2
        for x, stack in zip((0.0, width + self.gap), self.stacks, strict=True):
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
