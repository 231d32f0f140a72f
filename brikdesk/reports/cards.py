"""Unit cards and tokens to print, cut out and lay on the table."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from math import ceil

from msgspec import Struct
from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas

from brikdesk.reports.card_data import (
    CARD,
    CardSheet,
    CardWeapon,
    Roster,
    Supply,
    UnitOnPaper,
    draw_cut_marks,
    grid,
    new_canvas,
)
from brikdesk.reports.files import Paper, ReportCancelled
from brikdesk.reports.fonts import (
    BOLD,
    CAP_HEIGHT,
    NOBODY,
    STRONG,
    colour,
    printable,
    size_within,
    width,
)
from brikdesk.reports.map import SOLID_UNDER, MarkGroup, OutlineStyle, WordsMark, shape_of
from brikdesk.reports.map_picture import draw_marks
from brikdesk.reports.pdf_pages import MARGIN
from brikdesk.reports.photos import draw_over
from brikdesk.reports.rows import PrintedCell, PrintedRow, draw_rule
from brikdesk.reports.text import (
    FACTIONS,
    Ink,
    TextRun,
    draw_fitted,
    draw_lines,
    set_lines,
    with_names_alone,
)

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
    """Return the units whose tokens a page can hold, the largest first, and those too large for it."""
    room = min(size) - 2 * MARGIN
    # The largest first: then those of one line are about as high as each other.
    ordered = sorted(units, key=lambda unit: (-unit.size, unit.faction, unit.unit_id))
    large = [unit for unit in ordered if unit.size * INCH > room]
    return ordered[len(large) :], large


def place(units: Sequence[UnitOnPaper], size: tuple[float, float]) -> list[PlacedToken]:
    """Return where the tokens lie, page by page: each as high up as it fits, the largest first.

    Smaller ones come beside and below larger ones, so that little paper stays white.
    """
    wide, high = size
    room, depth = wide - 2 * MARGIN + GAP, high - 2 * MARGIN - FOOT
    pages: list[list[float]] = []
    found: list[PlacedToken] = []
    for unit in units:
        side = unit.size * INCH
        page, at, down = _first_room(pages, ceil(side + GAP), room, depth, side)
        for point in range(at, min(len(pages[page]), at + ceil(side + GAP))):
            pages[page][point] = down + side + GAP
        found.append(PlacedToken(page, MARGIN + at, high - MARGIN - down - side, side, unit))
    return sorted(found, key=lambda each: each.page)


def _first_room(
    pages: list[list[float]], wide: int, room: float, depth: float, side: float
) -> tuple[int, int, float]:
    """Return the first page with room for a token, and how far from its left and upper edge it lies.

    A page is known by how deep it is used at each point of its width.
    """
    for page, used in enumerate(pages):
        # Only where what lies above ends can one lie higher than beside it.
        starts = [0, *(at for at in range(1, len(used)) if used[at] != used[at - 1])]
        tried = [(max(used[at : at + wide]), at) for at in starts if at + wide <= room + 1]
        fits = [(down, at) for down, at in tried if down + side <= depth + 0.01]
        if fits:
            down, at = min(fits)
            return page, at, down
    # On an empty page even one that is too high is placed: `_that_fit` has let it through.
    pages.append([0.0] * ceil(room))
    return len(pages) - 1, 0, 0.0


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
    words, on = printable(initials), colour("on_solid") if solid else ink
    left = -width(words, BOLD, size) / 2
    label = WordsMark(left, CAP_HEIGHT * size / 2, words, BOLD, size, on)
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
    words = f"Larger than this paper, and not printed: {named}."
    lines = set_lines((TextRun(words, HINT),), room, 11)
    most = int((size[1] - 2 * MARGIN) // 11)
    draw_lines(canvas, MARGIN, size[1] - MARGIN, lines[:most])
    canvas.showPage()


EDGE = 10.0
"""Points between the edge of a card and what stands on it."""

WIDTH = CARD[0] - 2 * EDGE
TOKEN = 26.0
HEAD, STRIP = 37.0, 28.0
BODY_ROOM = CARD[1] - 2 * EDGE - HEAD - STRIP - 8
"""Points that are left for weapons, state and notes."""

MOST_NOTES = 400
"""Characters of a unit's notes that stand on its card; they may be as long as a page."""

MOST_PIPS = 12

NAME = Ink(BOLD, 10.5)
UNDER = Ink(size=7.5, token="text3")
FIGURE = Ink(BOLD, 10)
CAPTION = Ink(size=6.5, token="text3")
ARM = Ink(STRONG, 8)
WORDS = Ink(size=7.5, token="text2")

Cards = list[tuple[UnitOnPaper, list[PrintedRow], str]]


def unit_cards(
    made: Roster,
    sheet: str = CardSheet.A4,
    progress: Callable[[int, int], None] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> bytes:
    """Return cards as PDF on a4 or letter with marks to cut along, or each on a page of its size.

    `progress(done, total)` counts cards; raise ReportCancelled as soon as `cancelled()` says so.
    """
    made = with_names_alone(made, made.names)
    paper = CardSheet(sheet)
    out, at = BytesIO(), grid(paper)
    canvas = new_canvas(out, paper.points, f"Unit cards, {made.campaign}")
    cards = [card for unit in made.units for card in _cards(unit)]
    places = list(at.places)
    for number, card in enumerate(cards):
        if cancelled():
            raise ReportCancelled
        progress(number, len(cards))
        place = number % len(places)
        if not place:
            if number:
                canvas.showPage()
            # A card on a page of its own size is not cut out.
            if paper is not CardSheet.POKER:
                draw_cut_marks(canvas, at)
        (left, top), (unit, rows, part) = places[place], card
        _draw(canvas, left, top, unit, rows, part)
    canvas.showPage()
    canvas.save()
    progress(len(cards), len(cards))
    return out.getvalue()


SCALES = (1.35, 1.2, 1.1)
"""How much larger the words of a card are set where they leave it half empty."""

MOST_LARGE = 0.62
"""How much of its room such words may take; the rest is for the picture."""


def _cards(unit: UnitOnPaper) -> Cards:
    """Return the cards of a unit: one, or as many as its weapons and words need."""
    for scale in SCALES:
        rows = list(_rows(unit, scale))
        if _high(rows) <= BODY_ROOM * MOST_LARGE:
            return [(unit, [*rows, *_record(unit, scale, BODY_ROOM - _high(rows))], "")]
    stacks: list[list[PrintedRow]] = [[]]
    used = 0.0
    for row in _rows(unit):
        # A row that is higher than a card gets one for itself.
        if used + row.own_height > BODY_ROOM and stacks[-1]:
            stacks.append([])
            used = 0.0
        stacks[-1].append(row)
        used += row.own_height
    stacks[-1] += _record(unit, 1, BODY_ROOM - used)
    many = len(stacks)
    return [(unit, rows, f"{n} of {many}" if many > 1 else "") for n, rows in enumerate(stacks, 1)]


def _high(rows: Sequence[PrintedRow]) -> float:
    return sum(row.own_height for row in rows)


def _record(unit: UnitOnPaper, scale: float, room: float) -> list[PrintedRow]:
    """Return what the unit has done, only where there is room: for this alone none gets another card."""
    if not unit.record:
        return []
    record = _row(f"So far: {unit.record}.", WORDS, above=4, scale=scale)
    return [record] if record.own_height <= room else []


def _rows(unit: UnitOnPaper, scale: float = 1) -> Iterator[PrintedRow]:
    for words, tone in unit.state:
        yield _row(words, Ink(STRONG, 7.5, tone), scale=scale)
    if unit.abilities:
        yield _row(", ".join(unit.abilities), WORDS, scale=scale)
    for arm in unit.arms:
        yield from _arm(arm, scale)
    yield from (RoundBoxes(each, scale) for each in (*unit.inches, *unit.racks))
    if notes := unit.notes.strip():
        # A row goes on no second card, so long notes are rows of a few lines.
        cut = notes if len(notes) <= MOST_NOTES else f"{notes[:MOST_NOTES]}…"
        for n, line in enumerate(
            set_lines((TextRun(cut, _larger(WORDS, scale)),), WIDTH, 9.5)[:30]
        ):
            said = "".join(piece.words for _, piece in line.pieces if isinstance(piece, TextRun))
            yield _row(said.strip(), WORDS, above=0.5 if n else 4, scale=scale)


def _larger(ink: Ink, scale: float) -> Ink:
    return replace(ink, size=ink.size * scale)


def _row(words: str, ink: Ink, above: float = 0.5, scale: float = 1) -> PrintedRow:
    pieces = (TextRun(words, _larger(ink, scale)),)
    return PrintedRow(
        [PrintedCell(0, WIDTH, pieces, leading=9.5 * scale)], above=above * scale, below=0.5
    )


def _arm(arm: CardWeapon, scale: float = 1) -> Iterator[PrintedRow]:
    yield _row(arm.name, ARM, above=3, scale=scale)
    if arm.figures:
        yield _row(arm.figures, WORDS, above=0, scale=scale)
    if arm.now:
        yield _row(arm.now, Ink(STRONG, 7.5, arm.tone), above=0, scale=scale)
    yield from (RoundBoxes(each, scale) for each in arm.supplies)


class RoundBoxes(PrintedRow):
    """Rounds of one kind, or inches of Size: a box for each, crossed out where it is gone."""

    def __init__(self, supply: Supply, scale: float = 1) -> None:
        boxes = min(supply.full, MOST_PIPS)
        self.boxes, self.left = boxes, min(supply.count, boxes)
        self.scale, self.room = scale, boxes * 8.0 * scale
        # So many boxes have no room on a card: numbers tell of the others.
        more = f" ({supply.count} of {supply.full})" if supply.full > MOST_PIPS else ""
        words = (TextRun(f"{supply.name}{more}", _larger(WORDS, scale)),)
        super().__init__(
            [PrintedCell(self.room + 4, WIDTH - self.room - 4, words, leading=9.5 * scale)],
            above=0.5,
            below=0.5,
        )

    def draw_at(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        """Draw the boxes before the words."""
        super().draw_at(canvas, x, top, width)
        canvas.setStrokeColor(colour("text2"))
        canvas.setLineWidth(0.6)
        side, low = 6 * self.scale, top - self.above - 8 * self.scale
        for place in range(self.boxes):
            left = x + place * 8 * self.scale
            canvas.rect(left, low, side, side, stroke=1, fill=0)
            if place >= self.left:
                canvas.line(left, low, left + side, low + side)
                canvas.line(left, low + side, left + side, low)


def _draw(
    canvas: Canvas, left: float, top: float, unit: UnitOnPaper, rows: list[PrintedRow], part: str
) -> None:
    canvas.setStrokeColor(colour("line2"))
    canvas.setLineWidth(0.4)
    canvas.roundRect(left + 3, top - CARD[1] + 3, CARD[0] - 6, CARD[1] - 6, 7, stroke=1, fill=0)
    x, y = left + EDGE, top - EDGE
    _draw_head(canvas, x, y, unit, part)
    y -= HEAD
    _draw_figures(canvas, x, y, unit)
    y -= STRIP
    draw_rule(canvas, x, y, WIDTH)
    y -= 4
    for row in rows:
        row.draw_at(canvas, x, y, WIDTH)
        y -= row.own_height
    low = top - CARD[1] + EDGE
    if y - low >= LEAST_PICTURE + 6:
        _draw_picture(canvas, x, low, y - 6 - low, unit)


LEAST_PICTURE = 30.0
"""Points from which the room that is left on a card holds a picture."""


def _draw_picture(canvas: Canvas, x: float, low: float, high: float, unit: UnitOnPaper) -> None:
    """Fill the room that is left with a photo of the unit or, without one, with its token."""
    canvas.saveState()
    outline = canvas.beginPath()
    outline.roundRect(x, low, WIDTH, high, 4)
    canvas.clipPath(outline, stroke=0, fill=0)
    if unit.photo is not None:
        draw_over(canvas, unit.photo, (x, low), (WIDTH, high))
    else:
        known = unit.colour if unit.colour in FACTIONS else NOBODY
        canvas.setFillColor(colour(f"{known}_tint"))
        canvas.rect(x, low, WIDTH, high, stroke=0, fill=1)
        side = min(high - 14, LARGEST_EMBLEM)
        middle = (x + (WIDTH - side) / 2, low + (high - side) / 2)
        draw_token(canvas, *middle, side, unit.colour, unit.initials)
    canvas.restoreState()


LARGEST_EMBLEM = 70.0
"""Points of the largest token on a card: from 1" on it is only an outline."""


def _draw_head(canvas: Canvas, x: float, top: float, unit: UnitOnPaper, part: str) -> None:
    draw_token(canvas, x, top - TOKEN, TOKEN, unit.colour, unit.initials)
    left, room = x + TOKEN + 6, WIDTH - TOKEN - 6
    lines = set_lines((TextRun(unit.name, NAME),), room, 11.5)
    if len(lines) <= 2:
        draw_lines(canvas, left, top + 1.5 * (len(lines) - 1), lines)
    else:
        small = set_lines((TextRun(unit.name, Ink(BOLD, 7)),), room, 7.8)
        draw_lines(canvas, left, top + 1.5, small[:3])
        if len(small) > 3:
            draw_fitted(canvas, left + room, top - 24.5, "…", CAPTION, 10, "right")
    under = ", ".join(filter(None, (part, unit.kind, unit.faction)))
    below = set_lines((TextRun(under, UNDER),), room, 8.8)
    if len(lines) == 1 and len(below) <= 2:
        draw_lines(canvas, left, top - 13.5, below)
    else:
        draw_fitted(canvas, left, top - 31.5, under, UNDER, room)


def _draw_figures(canvas: Canvas, x: float, top: float, unit: UnitOnPaper) -> None:
    gap = 3.0
    wide = (WIDTH - gap * (len(unit.figures) - 1)) / len(unit.figures)
    for place, (name, value) in enumerate(unit.figures):
        left = x + place * (wide + gap)
        canvas.setFillColor(colour("bg0"))
        canvas.roundRect(left, top - 24, wide, 24, 3, stroke=0, fill=1)
        draw_fitted(canvas, left + wide / 2, top - 11.5, value, FIGURE, wide - 3, "centre")
        draw_fitted(canvas, left + wide / 2, top - 20.5, name, CAPTION, wide - 2, "centre")
