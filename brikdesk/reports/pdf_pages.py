"""Draw a report: its pages and charts, as the bytes of a PDF, without reading a campaign."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import islice, zip_longest
from typing import Any

from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.renderPDF import _PDFRenderer as PDFRenderer
from reportlab.graphics.shapes import DirectDraw, Drawing, Group, String
from reportlab.lib.colors import white
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    PageBreak,
    PageTemplate,
    Spacer,
)
from typing_extensions import override

from brikdesk.lengths import in_inches
from brikdesk.reports import blocks
from brikdesk.reports.audit import (
    HOW_DAMAGE,
    NO_ATTACK,
    NO_DICE,
    by_owner,
    damage_words,
    left_out_words,
)
from brikdesk.reports.blocks import ammo_table, happenings
from brikdesk.reports.data import (
    ChartPoint,
    DiceAudit,
    FacesThrown,
    ReportData,
    Scope,
    TableMap,
    TurnPart,
    not_told,
)
from brikdesk.reports.files import Paper, ReportCancelled
from brikdesk.reports.fonts import BOLD, REGULAR, characters, colour, is_plain, printable
from brikdesk.reports.map import fitted
from brikdesk.reports.map_picture import MapDrawing
from brikdesk.reports.photos import photos
from brikdesk.reports.rows import (
    DocumentTags,
    PrintedHeading,
    PrintedRow,
    TwoColumns,
    draw_rule,
    encodable,
    tagged,
    unread,
)
from brikdesk.reports.story import (
    ALL_ROLLS,
    DECISIONS,
    DECISIONS_HEAD,
    NOT_PROVED,
    PROOF,
    RECORD,
    ROLLS_HEAD,
    Sentence,
    StoryHeading,
    StoryMaps,
    StoryTable,
    decisions,
    how_proved,
    not_proved,
    prose,
    roll_rows,
    story,
)
from brikdesk.reports.text import (
    BODY,
    HINT,
    NAME,
    Ink,
    draw_brick,
    draw_fitted,
    unprintable,
    with_names_alone,
    writings_of,
)
from brikdesk.store.session import old_left_alone
from brikdesk.turns.seal import Proof

MARGIN = 16 / 25.4 * 72
"""16 mm on every side."""

HEAD_ROOM = 25.0
"""Points from the upper margin to the first line."""

FOOT_ROOM = 8.0


class NumberedCanvas(Canvas):  # type: ignore[misc]
    """A canvas whose page feet are drawn last, when the number of pages is known."""

    def foot(self, page: int) -> str:
        """Return the name of the PDF form that a page refers to for its number."""
        return f"foot-{page}"

    @override
    def save(self) -> None:
        # After the last page the canvas counts one more, which stays empty and is not written.
        pages = self.getPageNumber() - 1
        for page in range(1, pages + 1):
            self.beginForm(self.foot(page))
            words = f"Page {page} of {pages}"
            draw_fitted(self, self._pagesize[0] - MARGIN, FOOT, words, FOOT_INK, 150, "right")
            self.endForm()
        super().save()


class TaggedCanvas(NumberedCanvas):
    """A numbered canvas that also tags headings, paragraphs, tables and pictures."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._tags = DocumentTags(self)

    @override
    def save(self) -> None:
        self._tags.add(self._doc)
        super().save()


MOST_TAGGED = 3_000
"""The most rows of a report that is tagged: tags take half as long again, and as much room as the pages."""

FOOT = 27.0
FOOT_INK = Ink(size=8, token="text3")


class ReportDocument(BaseDocTemplate):  # type: ignore[misc]
    """Stack a report's rows on pages, report the progress and stop when cancelled."""

    def __init__(
        self,
        data: ReportData,
        paper: Paper,
        progress: Callable[[int, int], None],
        cancelled: Callable[[], bool],
    ) -> None:
        characters()  # registers the fonts before the first word is measured
        self.out = BytesIO()
        width, height = paper.points
        super().__init__(
            self.out,
            pagesize=(width, height),
            title=encodable(f"{data.title}, {data.campaign}"),
            author="BrikDesk",
            subject=encodable(data.scope.value),
            creator="BrikDesk",
            lang="en",
            displayDocTitle=1,
            pageCompression=1,
            invariant=1,  # no time stamp and no random id: equal reports are equal bytes
            initialFontName=FOOT_INK.face,
        )
        self.report, self._progress, self._cancelled = data, progress, cancelled
        self._done, self._total = 0, 1
        frame = Frame(
            MARGIN,
            MARGIN + FOOT_ROOM,
            width - 2 * MARGIN,
            height - 2 * MARGIN - HEAD_ROOM - FOOT_ROOM,
            leftPadding=0,
            rightPadding=0,
            topPadding=0,
            bottomPadding=0,
        )
        self.addPageTemplates(PageTemplate("page", [frame], onPage=_draw_head_and_foot))

    def made(self, story: list[Flowable]) -> bytes:
        """Return the document's bytes. Raise ReportCancelled as soon as it is cancelled."""
        self._total = max(1, len(story))
        self._look_up()
        self.build(story, canvasmaker=TaggedCanvas if len(story) <= MOST_TAGGED else NumberedCanvas)
        self._progress(self._total, self._total)
        return self.out.getvalue()

    @override
    def afterFlowable(self, flowable: Flowable) -> None:
        self._done += 1
        if self._done % 40 == 0:
            self._look_up()

    @override
    def beforePage(self) -> None:
        self._look_up()

    def _look_up(self) -> None:
        """Report the progress and check for cancelling: at every page and every 40 rows."""
        if self._cancelled():
            raise ReportCancelled
        self._progress(min(self._done, self._total), self._total)


def _draw_head_and_foot(canvas: NumberedCanvas, document: ReportDocument) -> None:
    width, data = canvas._pagesize[0], document.report
    legend = "outlined dice were typed, filled dice were rolled by BrikDesk"
    if data.dice.changed:
        legend += ", dashed ones changed"
    with unread(canvas):
        draw_head(canvas, canvas._pagesize, data.campaign, data.scope.value)
        draw_rule(canvas, MARGIN, FOOT + 13, width - 2 * MARGIN)
        draw_fitted(canvas, MARGIN, FOOT, f"Rules: {data.rules_short}", FOOT_INK, 110)
        draw_fitted(canvas, width / 2, FOOT, legend, FOOT_INK, 290, "centre")
        canvas.doForm(canvas.foot(canvas.getPageNumber()))


def draw_head(canvas: Canvas, size: tuple[float, float], campaign: str, what: str) -> None:
    """Draw the head of a page: the brick, the campaign, and at the right what the paper is."""
    top, right = size[1] - MARGIN, size[0] - MARGIN
    draw_brick(canvas, MARGIN, top - 1, 14)
    draw_fitted(canvas, MARGIN + 27, top + 2.5, campaign, TOP_INK, right - MARGIN - 27 - 110)
    draw_fitted(canvas, right, top + 2.5, what, LABEL_INK, 110, "right")
    draw_rule(canvas, MARGIN, top - 6, right - MARGIN)


TOP_INK = Ink(NAME.face, 9.5)
LABEL_INK = Ink(size=9, token="text3")

HEIGHT = 92.0
GAP = 18.0
WIDEST_GROUP = 46.0
"""The most points for the bars of one place, so that a few turns do not fill the whole width."""

SIDE_BY_SIDE = 6
"""With up to this many places, the three charts stand side by side."""

Series = tuple[str, bool, Sequence[float]]
"""Colour token, whether the bars are filled, and the numbers."""


def charts(points: Sequence[ChartPoint], width: float, brikwars: bool = True) -> list[Drawing]:
    """Return the three charts: side by side in one drawing while they are small, else stacked.

    Without `brikwars`, attacks are shown instead of fires, and the dice only if any were thrown.
    """
    fires: tuple[str, list[Series]] = (
        ("Fires burning at turn end", [("fire", True, [point.fires for point in points])])
        if brikwars
        else ("Attacks", [("aim", True, [point.attacks for point in points])])
    )
    dice = [point.dice for point in points]
    contents: list[tuple[str, list[Series]]] = [
        ("Units lost", [("danger", True, [point.lost for point in points])]),
        fires,
        (
            "Dice: typed outlined, rolled filled",
            [
                ("smoke", False, [each.typed + each.changed for each in dice]),
                ("smoke", True, [each.rolled for each in dice]),
            ],
        ),
    ]
    if not brikwars and not any(each.total for each in dice):
        del contents[-1]
    labels = [printable(point.label) for point in points]
    if len(points) > SIDE_BY_SIDE:
        return [
            _drawing([_chart(*content, labels, width)], width, _said([content], labels))
            for content in contents
        ]
    # Between the charts there is one gap fewer than charts.
    share = (width + GAP) / len(contents) - GAP
    said = _said(contents, labels)
    return [_drawing([_chart(*content, labels, share) for content in contents], width, said)]


class ChartDrawing(Drawing):  # type: ignore[misc]
    """Charts on a page, with their numbers in words for a screen reader."""

    def draw(self) -> None:
        """Draw them; ReportLab calls this."""
        with tagged(self.canv, "Figure", self.words):
            super().draw()


def _said(contents: Sequence[tuple[str, list[Series]]], labels: Sequence[str]) -> str:
    """Return charts in words."""
    said = []
    for title, series in contents:
        sums = [sum(numbers) for numbers in zip(*(each for _, _, each in series), strict=True)]
        each = (
            f"{_label(number) or 0} at {label}" for number, label in zip(sums, labels, strict=True)
        )
        said.append(f"{title}: {', '.join(each)}")
    return f"Bars. {'. '.join(said)}."


def _drawing(groups: Sequence[Group], width: float, words: str) -> Drawing:
    drawing = ChartDrawing(width, HEIGHT)
    drawing.__dict__["words"] = words  # ReportLab lets nobody set what it does not know
    for place, group in enumerate(groups):
        group.translate(place * (width + GAP) / len(groups), 0)
        drawing.add(group)
    return drawing


def _chart(title: str, series: Sequence[Series], labels: list[str], width: float) -> Group:
    bars = VerticalBarChart()
    wide = min(width, WIDEST_GROUP * len(labels))
    bars.x, bars.y, bars.width, bars.height = 0, 14, wide, HEIGHT - 38
    bars.data = [numbers for _, _, numbers in series]
    # Fixed limits: ReportLab cannot scale an axis on which every number is 0.
    bars.valueAxis.valueMin = 0
    bars.valueAxis.valueMax = max([1, *(n for _, _, numbers in series for n in numbers)])
    bars.valueAxis.visible = False
    # ReportLab draws what Inter has; an empty name keeps the place of what is drawn here.
    bars.categoryAxis.categoryNames = [label if is_plain(label) else "" for label in labels]
    _dress_axis(bars)
    _dress_bars(bars, series)
    name = String(0, HEIGHT - 9, title, fontName=BOLD, fontSize=8.5, fillColor=colour("text2"))
    each = wide / len(labels)
    others = [
        OtherLabel(label, (at + 0.5) * each, bars.y - LABEL - 2)
        for at, label in enumerate(labels)
        if not is_plain(label)
    ]
    return Group(name, bars, *others)


class OtherLabel(DirectDraw):  # type: ignore[misc]
    """A label of an axis in a writing that Inter lacks, around a place."""

    def __init__(self, words: str, middle: float, baseline: float) -> None:
        super().__init__()
        self.words, self.middle, self.baseline = words, middle, baseline

    def drawDirectly(self, renderer: PDFRenderer) -> None:
        """Draw it; ReportLab calls this."""
        draw_fitted(renderer._canvas, self.middle, self.baseline, self.words, AXIS, 60, "centre")


LABEL = 7.0
AXIS = Ink(size=LABEL, token="text3")


def _dress_bars(bars: VerticalBarChart, series: Sequence[Series]) -> None:
    bars.groupSpacing, bars.barSpacing = 8, 1.5
    for place, (token, filled, numbers) in enumerate(series):
        bars.bars[place].fillColor = colour(token) if filled else white
        bars.bars[place].strokeColor = colour(token)
        bars.bars[place].strokeWidth = 0.8
        for column in range(len(numbers) if token == EXPECTED else 0):
            bars.barLabels[place, column].visible = False
    bars.barLabelFormat = _label
    bars.barLabels.fontName, bars.barLabels.fontSize = REGULAR, 7
    bars.barLabels.fillColor = colour("text2")
    bars.barLabels.nudge = 5


def _dress_axis(bars: VerticalBarChart) -> None:
    axis = bars.categoryAxis
    axis.labels.fontName, axis.labels.fontSize = REGULAR, 7
    axis.labels.fillColor = colour("text3")
    axis.labels.dy = -2
    axis.strokeColor = colour("line2")
    axis.visibleTicks = False


def _label(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0") if number else ""


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
    """Tell every row under which headings it stands: a new page repeats them."""
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
    if data.scope is Scope.BATTLE and any(prose(data)):
        yield from _story_pages(data, width, paper.points[1])
        yield PageBreak()
        yield from blocks.heading(RECORD, width, 1)
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
    elif data.audit is not None:
        yield from _audited(data.audit, width)
    else:
        yield from _several_turns(data, width)
    yield from _missing_characters(data, width)


def _audited(audit: DiceAudit, width: float) -> Iterator[Flowable]:
    """Show whether dice are fair: charts, all rows, then damage against what was expected."""
    every = [row for row in audit.faces if not row.owner]
    yield from blocks.heading("Dice", width, 1, "counted filled, expected outlined")
    for place in range(0, len(every), 2):
        yield Spacer(1, 6)
        yield _faces_chart(every[place : place + 2], width)
    if every:
        yield Spacer(1, 6)
        yield from blocks.faces_table(audit.faces, width)
    else:
        yield blocks.paragraph(NO_DICE, width, HINT)
    yield from (blocks.paragraph(words, width, HINT) for words in audit.words)
    yield from blocks.heading("Damage against what was expected", width, 1)
    if audit.attacks:
        rows = [damage_words(name, own) for name, own in by_owner(audit.attacks)]
        head = ("Whose", "Attacks", "Done", "Expected", "Done of expected")
        yield from blocks.plain_table(head, rows, width)
        yield blocks.paragraph(HOW_DAMAGE, width, HINT)
    else:
        yield blocks.paragraph(NO_ATTACK, width, HINT)
    for words in left_out_words(audit):
        yield blocks.paragraph(words, width, HINT)


EXPECTED = "text3"
"""The colour of bars that are alike, and so have their number in the title alone."""


def _faces_chart(rows: Sequence[FacesThrown], width: float) -> Drawing:
    """Return the faces of one or two kinds of dice as bars beside those expected."""
    contents: list[tuple[str, list[Series]]] = [
        (
            f"{row.die}: {'1 die' if row.total == 1 else f'{row.total} dice'}, "
            f"{_label(row.expected)} of each face expected",
            [("aim", True, row.counts), (EXPECTED, False, [row.expected] * row.sides)],
        )
        for row in rows
    ]
    share = (width + GAP) / 2 - GAP
    labels = [[str(face) for face in range(1, row.sides + 1)] for row in rows]
    drawn = [_chart(*each, names, share) for each, names in zip(contents, labels, strict=True)]
    # A place is kept for the second one, so that one alone is not drawn larger.
    said = " ".join(_said([each], names) for each, names in zip(contents, labels, strict=True))
    return _drawing(drawn, width if len(drawn) > 1 else share, said)


def _story_pages(data: ReportData, width: float, page: float) -> Iterator[Flowable]:
    """Show a battle as its page for the web tells it, up to the record."""
    # The title and what stands under it are drawn as in every report.
    for block in islice(story(data, {}), 2, None):
        if isinstance(block, StoryHeading) and block.level > 2:
            yield from blocks.chapter_heading(block.words, block.colour, width)
        elif isinstance(block, StoryHeading):
            yield from blocks.heading(block.words, width, 1)
        elif isinstance(block, Sentence):
            yield blocks.prose_paragraph(block.words, width)
        elif isinstance(block, StoryTable):
            yield from blocks.plain_table(block.head, block.rows, width)
        elif isinstance(block, StoryMaps):
            yield MapsBeside(block.tables, width, page / 3)


class MapsBeside(Flowable):  # type: ignore[misc]
    """Tables side by side, each under its title, in a room of points; never split between pages."""

    def __init__(self, tables: Sequence[TableMap], width: float, high: float) -> None:
        super().__init__()
        self.spaceBefore, self.spaceAfter = 8, 4
        # One alone is not drawn larger than two.
        self._each = (width + GAP) / 2 - GAP
        self.drawings = tuple(
            MapDrawing(table, fitted(table.ground.width, table.ground.depth, self._each, high))
            for table in tables
        )

    @override
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.height = MAP_TITLE + max(each.wrap(width, height)[1] for each in self.drawings)
        return self.width, self.height

    @override
    def draw(self) -> None:
        for place, each in enumerate(self.drawings):
            x, top = place * (self._each + GAP), self.height
            with tagged(self.canv, "P"):
                draw_fitted(self.canv, x, top - 10, each.shown.title, NAME, self._each)
            each.drawOn(self.canv, x, top - MAP_TITLE - each.height)


MAP_TITLE = 16.0
"""Points of the title over one of two maps."""


def _parts_of_turn(turn: TurnPart, width: float, level: int) -> Iterator[Flowable]:
    # "3 steps still to do": the heading says so even before the first of them is settled.
    if turn.start or turn.start_note.endswith("do"):
        yield from blocks.start_of_turn(turn, width, level)
    for words, entries in (("During the turn", turn.play), ("Attacks", turn.fights)):
        if entries:
            yield from blocks.heading(words, width, level)
            yield from happenings(entries, width)
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
    half = (width - TwoColumns.gap) / 2
    ruled = [entry for turn in data.turns for entry in turn.rulings]
    rulings = blocks.ruling_column(ruled, sum(turn.undone for turn in data.turns), half)
    stacks = [blocks.fact_column(facts, half) for facts in data.facts] + [rulings]
    nothing: list[PrintedRow] = []
    for left, right in zip_longest(stacks[::2], stacks[1::2], fillvalue=nothing):
        yield CondPageBreak(70)
        yield TwoColumns(left, right)


def _several_turns(data: ReportData, width: float) -> Iterator[Flowable]:
    if data.scores:
        yield from blocks.heading("Factions", width, 1)
        yield from blocks.score_table(data.scores, width)
    if data.points:
        yield from blocks.heading("Course of the turns", width, 1)
        for chart in charts(data.points, width, data.brikwars):
            yield Spacer(1, 6)
            yield chart
    for facts in data.facts:
        yield from blocks.fact_list(facts, width)
    if data.ammo is not None:
        yield from ammo_table(data.ammo, width)
    if data.before:
        yield from blocks.heading("Before the battle", width, 1)
        yield from blocks.bullets(data.before, width)
    yield from _rulings(data, width)
    for turn in data.turns:
        yield from blocks.turn_heading(turn, width)
        yield from _parts_of_turn(turn, width, 2)
        yield from photos(data.photos_of(turn.turn_id), width, 2)
        if turn.rulings:
            yield from blocks.heading("Rulings and corrections", width, 2)
            yield from blocks.bullets(turn.rulings, width, timed=True)
        if turn.undone:
            yield blocks.paragraph(not_told(turn.undone), width, HINT)
    if data.scope is Scope.BATTLE and data.seal and data.seal.opened:
        yield PageBreak()
        yield from _proved(data.seal, width)


def _proved(proof: Proof, width: float) -> Iterator[Flowable]:
    """Show the proof of the sealed rolls: how it goes, all rolls, and what it does not prove."""
    yield from blocks.heading(PROOF, width, 1)
    for words in how_proved(proof):
        yield blocks.paragraph(words, width, BODY)
    yield from blocks.heading(NOT_PROVED, width, 2)
    for words in not_proved(proof):
        yield blocks.paragraph(f"• {words}", width, BODY)
    yield from blocks.heading(ALL_ROLLS, width, 2)
    if proof.rolls:
        yield from blocks.plain_table(ROLLS_HEAD, roll_rows(proof), width)


def _rulings(data: ReportData, width: float) -> Iterator[Flowable]:
    if rows := decisions(data):
        yield from blocks.heading(DECISIONS, width, 1)
        yield from blocks.plain_table(DECISIONS_HEAD, rows, width)


def _missing_characters(data: ReportData, width: float) -> Iterator[Flowable]:
    affected = unprintable(data)
    if not affected:
        return
    yield from blocks.heading("Writings that this computer has no font for", width, 1)
    words = f"Boxes stand above for letters of {writings_of(affected)}. Concerned:"
    yield blocks.paragraph(words, width, BODY)
    for name in affected:
        yield blocks.paragraph(f"• {name}", width, BODY)
