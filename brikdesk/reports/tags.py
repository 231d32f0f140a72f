"""What is a heading, a paragraph, a table or a picture in a PDF, for programs that read it aloud.

ReportLab writes what stands on a page and knows no structure, but lets a document and its pages carry
further entries. So the commands of a page are put between marks, and the elements that these marks
belong to are added when the document is complete.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from reportlab.pdfbase.pdfdoc import (
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObject,
    PDFPage,
)
from reportlab.pdfgen.canvas import Canvas


class TaggedElement(PDFObject):  # type: ignore[misc]
    """An element: its kind, words for those who cannot see it, and the marks and elements in it."""

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
        """Return it as the file holds it; the name is ReportLab's."""
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
        """Return it as the file holds it; the name is ReportLab's."""
        pages = (
            f"{page} [{' '.join(each.ref(document) for each in elements)}]"
            for page, elements in enumerate(self._marks)
        )
        return f"<< /Nums [{' '.join(pages)}] >>".encode()


@contextmanager
def tagged(canvas: Canvas, kind: str, words: str = "") -> Iterator[None]:
    """Draw an element: a P, H1 to H3, or a Figure with words for those who cannot see it."""
    tags = tags_of(canvas)
    if tags is None:
        yield
        return
    with marked(canvas, tags, tags.element(kind, words)):
        yield


@contextmanager
def marked(canvas: Canvas, tags: DocumentTags, element: TaggedElement) -> Iterator[None]:
    """Draw a part of an element."""
    canvas._code.append(f"/{element.kind} << /MCID {tags.mark(element)} >> BDC")
    yield
    canvas._code.append("EMC")


@contextmanager
def unread(canvas: Canvas) -> Iterator[None]:
    """Draw what belongs to the paper and not to what it tells: head, foot, lines, repeated headings."""
    if tags_of(canvas) is None:
        yield
        return
    canvas._code.append("/Artifact BMC")
    yield
    canvas._code.append("EMC")
