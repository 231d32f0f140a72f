"""Tokens to cut out: each as large as its unit on the table, in its faction's shape and colour."""

from collections.abc import Callable, Sequence
from io import BytesIO

from msgspec import Struct
from reportlab.pdfgen.canvas import Canvas

from brikdesk.reports.cards.data import Roster, UnitOnPaper
from brikdesk.reports.cards.sheets import new_canvas
from brikdesk.reports.fonts import BOLD, CAP_HEIGHT, printable, size_within, width
from brikdesk.reports.glyphs import with_names_alone
from brikdesk.reports.map.marks import MarkGroup, OutlineStyle, WordsMark
from brikdesk.reports.map.on_pdf import draw_marks
from brikdesk.reports.map.tokens import SOLID_UNDER, shape_of
from brikdesk.reports.page import MARGIN
from brikdesk.reports.palette import NOBODY, colour
from brikdesk.reports.paper import Paper, ReportCancelled
from brikdesk.reports.shapes import FACTIONS
from brikdesk.reports.text import Ink, TextRun, draw_fitted, draw_lines, set_lines

INCH = 72.0
GAP = 10.0
"""Points between two tokens, with the name of the upper one in them."""

LABEL = Ink(size=6.5, token="text2")
HINT = Ink(size=8, token="text3")
FOOT = 22.0
LARGEST_INITIALS = 40.0
SQUARE = 0.92
"""How much of its Size the map gives to a square."""


class PlacedToken(Struct, frozen=True):
    """A token on a page: its lower left corner, and its side in points."""

    page: int
    x: float
    y: float
    side: float
    unit: UnitOnPaper


def tokens(
    made: Roster,
    paper: str = Paper.A4,
    progress: Callable[[int, int], None] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> bytes:
    """Return tokens as PDF, an inch of Size as an inch of paper; too large ones are named at the end.

    `progress(done, total)` counts tokens; raise ReportCancelled as soon as `cancelled()` says so.
    """
    made = with_names_alone(made, made.names)
    size = Paper(paper).points
    out = BytesIO()
    canvas = new_canvas(out, size, f"Tokens, {made.campaign}")
    fit, large = _that_fit(made.units, size)
    placed = place(fit, size)
    page = 0
    for done, each in enumerate(placed):
        if cancelled():
            raise ReportCancelled
        progress(done, len(placed))
        if each.page != page:
            _draw_foot(canvas, size)
            canvas.showPage()
            page = each.page
        draw_token(canvas, each.x, each.y, each.side, each.unit.colour, each.unit.initials)
        middle = each.x + each.side / 2
        draw_fitted(canvas, middle, each.y - 7.5, each.unit.name, LABEL, each.side + 8, "centre")
    if placed:
        _draw_foot(canvas, size)
        canvas.showPage()
    if large:
        _draw_too_large(canvas, size, large)
    canvas.save()
    progress(len(placed), len(placed))
    return out.getvalue()


def _that_fit(
    units: Sequence[UnitOnPaper], size: tuple[float, float]
) -> tuple[list[UnitOnPaper], list[UnitOnPaper]]:
    room = min(size) - 2 * MARGIN
    # The largest first: then those of one line are about as high as each other.
    ordered = sorted(units, key=lambda unit: (-unit.size, unit.faction, unit.unit_id))
    large = [unit for unit in ordered if unit.size * INCH > room]
    return ordered[len(large) :], large


def place(units: Sequence[UnitOnPaper], size: tuple[float, float]) -> list[PlacedToken]:
    """Return where the tokens lie, line by line, the largest first."""
    wide, high = size
    found: list[PlacedToken] = []
    page, x, top, line = 0, MARGIN, high - MARGIN, 0.0
    for unit in units:
        side = unit.size * INCH
        if x + side > wide - MARGIN + 0.01:
            x, top, line = MARGIN, top - line - GAP, 0.0
        if top - side - GAP < MARGIN + FOOT and (top < high - MARGIN or x > MARGIN):
            page, x, top, line = page + 1, MARGIN, high - MARGIN, 0.0
        found.append(PlacedToken(page, x, top - side, side, unit))
        line = max(line, side)
        x += side + GAP
    return found


def draw_token(canvas: Canvas, x: float, y: float, side: float, token: str, initials: str) -> None:
    """Draw a token into a square by its lower left corner: small ones solid, large ones tinted."""
    solid = side < SOLID_UNDER * INCH
    known = token if token in FACTIONS else NOBODY
    ink = colour(known)
    fill = ink if solid else colour(f"{known}_tint")
    # The line lies within the square: what is cut out is as large as the unit.
    wide = max(0.8, side / 48)
    edge = OutlineStyle(fill, ink, wide)
    # The map draws a square smaller, so that it weighs as much as a circle.
    whole = SQUARE if FACTIONS.get(known) == "square" else 1.0
    outline = shape_of(known, (side - wide) / whole, edge)
    size = size_within(initials, BOLD, min(side * 0.38, LARGEST_INITIALS), side * 0.72)
    words = printable(initials)
    left = -width(words, BOLD, size) / 2
    label = WordsMark(
        left, CAP_HEIGHT * size / 2, words, BOLD, size, colour("on_solid") if solid else ink
    )
    draw_marks(canvas, (MarkGroup(x + side / 2, -(y + side / 2), (outline, label)),), 0, 0)


def _draw_foot(canvas: Canvas, size: tuple[float, float]) -> None:
    """Draw a bar of an inch, by which the print is checked."""
    canvas.setStrokeColor(colour("text3"))
    canvas.setLineWidth(0.6)
    low = MARGIN - 14
    canvas.line(MARGIN, low, MARGIN + INCH, low)
    for x in (MARGIN, MARGIN + INCH):
        canvas.line(x, low - 3, x, low + 3)
    words = '1" on paper, if it is printed at 100 %. Cut along the edge of each shape.'
    draw_fitted(canvas, MARGIN + INCH + 8, low - 3, words, HINT, size[0] - 2 * MARGIN - INCH - 8)


def _draw_too_large(
    canvas: Canvas, size: tuple[float, float], large: Sequence[UnitOnPaper]
) -> None:
    room = size[0] - 2 * MARGIN
    named = ", ".join(f'{unit.name} ({unit.size}")' for unit in large)
    lines = set_lines(
        (TextRun(f"Larger than this paper, and not printed: {named}.", HINT),), room, 11
    )
    most = int((size[1] - 2 * MARGIN) // 11)
    draw_lines(canvas, MARGIN, size[1] - MARGIN, lines[:most])
    canvas.showPage()
