"""Draw a report: turn its frozen values into the bytes of a PDF, without reading a campaign."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from reportlab.platypus import CondPageBreak, Flowable, Spacer

from brikdesk.lengths import in_inches
from brikdesk.reports import blocks, closing
from brikdesk.reports.ammo_table import ammo_table
from brikdesk.reports.charts import charts
from brikdesk.reports.data import ReportData, Scope, TurnPart
from brikdesk.reports.glyphs import unprintable, with_names_alone, writings_of
from brikdesk.reports.happenings import happenings
from brikdesk.reports.map.data import TableMap
from brikdesk.reports.map.on_pdf import MapDrawing
from brikdesk.reports.map.scale import fitted
from brikdesk.reports.page import FOOT_ROOM, HEAD_ROOM, MARGIN, ReportDocument
from brikdesk.reports.paper import Paper
from brikdesk.reports.photos.pages import photos
from brikdesk.reports.rows import PrintedHeading, PrintedRow, TwoColumns
from brikdesk.reports.text import BODY, HINT
from brikdesk.reports.wording import not_told
from brikdesk.store.collecting import old_left_alone


@old_left_alone()
def render(
    data: ReportData,
    paper: str = Paper.A4,
    progress: Callable[[int, int], None] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> bytes:
    """Return the report as a PDF; equal values give equal bytes.

    `paper` is a4 or letter. `progress(done, total)` counts rows. `cancelled()` is called at every
    page and every 40 rows; raise ReportCancelled as soon as it returns True.
    """
    size = Paper(paper)
    data = with_names_alone(data, (*data.names, *data.codes))
    document = ReportDocument(data, size, progress, cancelled)
    story = _story(data, size)
    return document.made(list(_in_sections(story)))


def _in_sections(story: Iterator[Flowable]) -> Iterator[Flowable]:
    """Tell every row under which headings it stands, so that a page read alone is understood."""
    path: list[str] = []
    for each in story:
        if isinstance(each, PrintedHeading):
            # The title, on level 0, stands for the whole report and is repeated nowhere.
            path = [*path[: max(0, each.level - 1)], each.words] if each.level else []
        elif isinstance(each, PrintedRow):
            each.section = ": ".join(path)
        yield each


def _story(data: ReportData, paper: Paper) -> Iterator[Flowable]:
    width = paper.points[0] - 2 * MARGIN
    yield from blocks.title(data, width)
    yield blocks.Tiles(data.tiles)
    if data.scope is Scope.TURN:
        several = len(data.turns) > 1
        for turn in data.turns:
            if several:
                yield from blocks.turn_heading(turn, width)
            yield from _parts_of_turn(turn, width, 2 if several else 1)
        yield from photos(data.photos, width, 1)
        yield from _after_the_turn(data, width)
        # Last: it takes half a page, and what stands before it fills the page that the turn began.
        if data.table is not None:
            yield from _map(data.table, width, paper.points[1])
    else:
        yield from _several_turns(data, width)
    yield from _missing_characters(data, width)


def _parts_of_turn(turn: TurnPart, width: float, level: int) -> Iterator[Flowable]:
    # "3 steps still to do": the heading says so even before the first of them is settled.
    if turn.start or turn.start_note.endswith("do"):
        yield from blocks.start_of_turn(turn, width, level)
    if turn.play:
        yield from blocks.heading("During the turn", width, level)
        yield from happenings(turn.play, width)
    if turn.fights:
        yield from blocks.heading("Attacks", width, level)
        yield from happenings(turn.fights, width)
    if turn.end:
        yield from blocks.heading("End of turn", width, level)
        yield from blocks.bullets(turn.end, width)
    if not turn.entries:
        yield blocks.paragraph("Nothing has happened in this turn yet.", width, HINT)


MAP_HEADING = 40.0
"""Points of the heading over a map, which stands on the same page."""


def _map(table: TableMap, width: float, page: float) -> Iterator[Flowable]:
    room = page - 2 * MARGIN - HEAD_ROOM - FOOT_ROOM - MAP_HEADING
    sheet = fitted(table.ground.width, table.ground.depth, width, room)
    yield CondPageBreak(sheet.size[1] + MAP_HEADING)
    square = ', one square is 1"' if sheet.has_grid else ""
    note = f"{in_inches(sheet.width)} by {in_inches(sheet.depth)}{square}"
    yield from blocks.heading(table.title, width, 1, note)
    yield MapDrawing(table, sheet)
    yield Spacer(1, 8)


def _after_the_turn(data: ReportData, width: float) -> Iterator[Flowable]:
    if data.ammo is not None:
        yield from ammo_table(data.ammo, width)
        yield Spacer(1, 12)
    half = (width - 18) / 2
    ruled = [entry for turn in data.turns for entry in turn.rulings]
    rulings = closing.ruling_column(ruled, sum(turn.undone for turn in data.turns), half)
    stacks = [closing.fact_column(facts, half) for facts in data.facts] + [rulings]
    nothing: list[PrintedRow] = []
    for left, right in zip_longest(stacks[::2], stacks[1::2], fillvalue=nothing):
        yield CondPageBreak(70)
        yield TwoColumns(left, right)


def _several_turns(data: ReportData, width: float) -> Iterator[Flowable]:
    if data.scores:
        yield from blocks.heading("Factions", width, 1)
        yield from closing.score_table(data.scores, width)
    if data.points:
        yield from blocks.heading("Course of the turns", width, 1)
        for chart in charts(data.points, width, data.brikwars):
            yield Spacer(1, 6)
            yield chart
    for facts in data.facts:
        yield from closing.fact_list(facts, width)
    if data.ammo is not None:
        yield from ammo_table(data.ammo, width)
    if data.before:
        yield from blocks.heading("Before the battle", width, 1)
        yield from blocks.bullets(data.before, width)
    for turn in data.turns:
        yield from blocks.turn_heading(turn, width)
        yield from _parts_of_turn(turn, width, 2)
        yield from photos(data.photos_of(turn.turn_id), width, 2)
        if turn.rulings:
            yield from blocks.heading("Rulings and corrections", width, 2)
            yield from blocks.bullets(turn.rulings, width, timed=True)
        if turn.undone:
            yield blocks.paragraph(not_told(turn.undone), width, HINT)


def _missing_characters(data: ReportData, width: float) -> Iterator[Flowable]:
    affected = unprintable(data)
    if not affected:
        return
    yield from blocks.heading("Writings that this computer has no font for", width, 1)
    words = f"Boxes stand above for letters of {writings_of(affected)}. Concerned:"
    yield blocks.paragraph(words, width, BODY)
    yield from _list(affected, width)


def _list(affected: Sequence[str], width: float) -> Iterator[Flowable]:
    for name in affected:
        yield blocks.paragraph(f"• {name}", width, BODY)
