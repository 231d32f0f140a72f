"""Draw the quick reference on one page: what has no room is counted, never cut."""

from collections.abc import Sequence
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from brikdesk.reports.cards.sheets import new_canvas
from brikdesk.reports.fonts import STRONG
from brikdesk.reports.glyphs import with_names_alone
from brikdesk.reports.page import FOOT, FOOT_INK, LABEL_INK, MARGIN, TOP_INK
from brikdesk.reports.paper import Paper
from brikdesk.reports.reference.data import Reference
from brikdesk.reports.reference.modifiers import Noted
from brikdesk.reports.rows import PrintedCell, PrintedRow, draw_rule
from brikdesk.reports.shapes import draw_brick
from brikdesk.reports.text import SUBHEAD, Ink, TextRun, draw_fitted

GAP = 18.0
TOP, LOW = MARGIN + 14, MARGIN + 6
"""Points above and below the two columns."""

NAME = Ink(STRONG, 7.5)
WORDS = Ink(size=7.5, token="text2")
RULE = Ink(size=6.5, token="text3")
RULE_WIDTH = 36.0
LEADING = 9.4

HOLDS = "What holds when"
HEADING = 22.0
"""Points of a heading above a section."""

MOST_HOUSE = 0.6
"""How much of the second column house rules take, so that weapons have room below them."""


def quick_reference(made: Reference, paper: str = Paper.A4) -> bytes:
    """Return the page as PDF, on a4 or letter."""
    made = with_names_alone(made, (made.campaign, *(each.name for each in made.weapons)))
    wide, high = Paper(paper).points
    out = BytesIO()
    canvas = new_canvas(out, (wide, high), f"Quick reference, {made.campaign}")
    _draw_head_and_foot(canvas, wide, high, made)
    column = (wide - 2 * MARGIN - GAP) / 2
    top, room = high - TOP - 10, high - TOP - LOW - 20
    house = _section(
        "House rules of this table", made.house, column, room * MOST_HOUSE,
        none="All house rules are as BrikDesk has them.",
    )  # fmt: skip
    second = [*house]
    second += _section("Weapons on the table", made.weapons, column, room - _high(second))
    first = _section("Modifiers of an attack", made.modifiers, column, room)
    fit = _how_many_fit(made.conditions, column, room - _high(first) - HEADING)
    first += _section(HOLDS, made.conditions[:fit], column, room)
    rest = made.conditions[fit:]
    second += _section(f"{HOLDS}, continued", rest, column, room - _high(second)) if fit else []
    for x, rows in ((MARGIN, first), (MARGIN + column + GAP, second)):
        y = top
        for row in rows:
            row.draw_at(canvas, x, y, column)
            y -= row.own_height
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _how_many_fit(entries: Sequence[Noted], width: float, room: float) -> int:
    used = 0.0
    for number, entry in enumerate(entries):
        used += _row(entry, width).own_height
        if used > room:
            return number
    return len(entries)


def _high(rows: Sequence[PrintedRow]) -> float:
    return sum(row.own_height for row in rows)


def _section(
    words: str, entries: Sequence[Noted], width: float, room: float, none: str = ""
) -> list[PrintedRow]:
    """Return a heading with the entries that have room; the last row counts all others."""
    if not entries and not none:
        return []
    head = PrintedRow(
        [PrintedCell(0, width, (TextRun(words, SUBHEAD),), leading=14)],
        above=6,
        below=2,
        ruled=True,
    )
    if not entries:
        return [head, _row(Noted("", none, ""), width)]
    rows = [_row(entry, width) for entry in entries]
    room -= head.own_height
    if _high(rows) > room:
        room -= LEADING + 2  # for the row that counts
        while rows and _high(rows) > room:
            rows.pop()
        more = len(entries) - len(rows)
        rows.append(_row(Noted("", f"and {more} more, which BrikDesk shows", ""), width))
    return [head, *rows] if room > 0 else []


def _row(entry: Noted, width: float) -> PrintedRow:
    said = [TextRun(f"{entry.name}:", NAME)] if entry.name else []
    cells = [
        PrintedCell(0, width - RULE_WIDTH, (*said, TextRun(entry.words, WORDS)), leading=LEADING)
    ]
    if entry.rule:
        rule = (TextRun(entry.rule, RULE),)
        cells.append(PrintedCell(width - RULE_WIDTH, RULE_WIDTH, rule, right=True, leading=LEADING))
    return PrintedRow(cells, above=0.8, below=0.8)


def _draw_head_and_foot(canvas: Canvas, wide: float, high: float, made: Reference) -> None:
    top, right = high - MARGIN, wide - MARGIN
    draw_brick(canvas, MARGIN, top - 1, 14)
    room = right - MARGIN - 27 - 110
    draw_fitted(canvas, MARGIN + 27, top + 2.5, made.campaign, TOP_INK, room)
    draw_fitted(canvas, right, top + 2.5, "Quick reference", LABEL_INK, 110, "right")
    draw_rule(canvas, MARGIN, top - 6, right - MARGIN)
    words = f"Rules: {made.rules}, as this campaign plays them"
    draw_fitted(canvas, MARGIN, FOOT, words, FOOT_INK, right - MARGIN)
