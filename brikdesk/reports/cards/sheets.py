"""Sheets of cards and tokens: the papers, where cards lie on them, and the marks to cut along."""

from collections.abc import Iterator
from enum import StrEnum
from io import BytesIO

from msgspec import Struct
from reportlab.pdfgen.canvas import Canvas

from brikdesk.reports.fonts import REGULAR, characters
from brikdesk.reports.palette import colour
from brikdesk.reports.paper import Paper
from brikdesk.reports.rows import encodable

CARD = (2.5 * 72, 3.5 * 72)
"""Points of a poker card: 2.5 by 3.5 inches."""

MARK, GAP = 12.0, 4.0
"""Points of a mark to cut along, and from it to the card."""


class CardSheet(StrEnum):
    """What cards are printed on: sheets to cut, or a page of its own for each card."""

    A4 = "a4"
    LETTER = "letter"
    POKER = "poker"

    @property
    def points(self) -> tuple[float, float]:
        """Width and height of a page."""
        return CARD if self is CardSheet.POKER else Paper(self.value).points


class Grid(Struct, frozen=True):
    """Cards side by side on a page: how many across and down, and where the first one begins."""

    across: int
    down: int
    left: float
    top: float

    @property
    def places(self) -> Iterator[tuple[float, float]]:
        """The upper left corner of each card, line by line, y upwards."""
        wide, high = CARD
        for row in range(self.down):
            for column in range(self.across):
                yield self.left + column * wide, self.top - row * high


def grid(sheet: CardSheet) -> Grid:
    """Return as many cards as a page holds, in its middle."""
    wide, high = sheet.points
    across, down = int(wide // CARD[0]), int(high // CARD[1])
    return Grid(across, down, (wide - across * CARD[0]) / 2, (high + down * CARD[1]) / 2)


def draw_cut_marks(canvas: Canvas, at: Grid) -> None:
    """Draw the marks around a page of cards, outside of them."""
    right, low = at.left + at.across * CARD[0], at.top - at.down * CARD[1]
    canvas.setStrokeColor(colour("text3"))
    canvas.setLineWidth(0.4)
    for column in range(at.across + 1):
        x = at.left + column * CARD[0]
        canvas.line(x, at.top + GAP, x, at.top + GAP + MARK)
        canvas.line(x, low - GAP, x, low - GAP - MARK)
    for row in range(at.down + 1):
        y = at.top - row * CARD[1]
        canvas.line(at.left - GAP, y, at.left - GAP - MARK, y)
        canvas.line(right + GAP, y, right + GAP + MARK, y)


def new_canvas(out: BytesIO, size: tuple[float, float], title: str) -> Canvas:
    """Return an empty document; equal contents give equal bytes."""
    characters()  # registers the fonts before the first word is measured
    canvas = Canvas(
        out, pagesize=size, invariant=1, pageCompression=1, lang="en", initialFontName=REGULAR
    )
    canvas.setTitle(encodable(title))
    canvas.setAuthor("BrikDesk")
    canvas.setCreator("BrikDesk")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas
