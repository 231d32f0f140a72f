"""The parts of a report, as rows: title, tiles, the table of steps, what happened."""

from collections.abc import Iterator, Sequence

from reportlab.platypus import CondPageBreak, Flowable
from typing_extensions import override

from brikdesk.reports.data import ReportData, ReportLine, Tile, TurnPart
from brikdesk.reports.palette import TONES, colour
from brikdesk.reports.rows import PrintedCell, PrintedHeading, PrintedRow
from brikdesk.reports.tags import tagged, unread
from brikdesk.reports.text import (
    BODY,
    CAPTION,
    HEAD,
    HINT,
    LEAD,
    NUMBER,
    PLAIN,
    RULE,
    SMALL,
    SUBHEAD,
    TITLE,
    FactionMark,
    Glyph,
    Ink,
    TextPiece,
    TextRun,
    draw_fitted,
)
from brikdesk.store.lines import Dice, Words

LONGEST_HEADING = 300
"""The most characters of a heading; the title of an old file may be as long as a note."""

RULE_WIDTH = 46.0
"""Points of the rule column; the longest rule IDs are about as long as "turn-order"."""


def title(data: ReportData, width: float) -> Iterator[Flowable]:
    """Head the report: shape, title, when it was played and by whom."""
    indent = 20.0 if data.colour else 0.0
    cells = [PrintedCell(indent, width - indent, (TextRun(_cut(data.title), TITLE),), leading=25)]
    if data.colour:
        cells.insert(0, PrintedCell(0, 16, (FactionMark(data.colour, 14),), leading=25))
    yield PrintedHeading(data.title, 0, cells, above=4, below=0)
    words = (TextRun(data.subtitle, BODY),)
    yield PrintedRow([PrintedCell(indent, width - indent, words)], above=2, below=6)


def _cut(words: str) -> str:
    """Return a heading cut to LONGEST_HEADING, because a heading is never split between pages."""
    return words if len(words) <= LONGEST_HEADING else f"{words[:LONGEST_HEADING]}…"


class Tiles(Flowable):  # type: ignore[misc]
    """The summary: a row of tiles, each with one number."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        super().__init__()
        self.tiles = tuple(tiles)

    @override
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, 40.0
        return width, self.height

    @override
    def draw(self) -> None:
        gap = 8.0
        wide = (self.width - gap * (len(self.tiles) - 1)) / len(self.tiles)
        for place, tile in enumerate(self.tiles):
            x = place * (wide + gap)
            with unread(self.canv):
                self.canv.setFillColor(colour("bg0"))
                self.canv.roundRect(x, 0, wide, 40, 4, stroke=0, fill=1)
            with tagged(self.canv, "P"):
                draw_fitted(self.canv, x + 9, 19.5, str(tile.number), NUMBER, wide - 18)
                draw_fitted(self.canv, x + 9, 7, tile.words, SMALL, wide - 18)


def heading(words: str, width: float, level: int, note: str = "") -> Iterator[Flowable]:
    """Head a part, with a note at its right."""
    # 64 points: no heading stands at the foot of a page without a line or two below it.
    yield CondPageBreak(64)
    ink = HEAD if level == 1 else SUBHEAD
    cells = [PrintedCell(0, width - 150, (TextRun(words, ink),), leading=15)]
    if note:
        cells.append(PrintedCell(width - 150, 150, (TextRun(note, RULE),), right=True, leading=15))
    yield PrintedHeading(words, level, cells, above=15 if level == 1 else 9, below=2)


def turn_heading(turn: TurnPart, width: float) -> Iterator[Flowable]:
    """Head one turn among several."""
    yield CondPageBreak(90)
    cells = [
        PrintedCell(0, 14, (FactionMark(turn.colour, 10),), leading=17),
        PrintedCell(15, width - 15, (TextRun(_cut(turn.title), HEAD),), leading=17),
    ]
    yield PrintedHeading(turn.title, 1, cells, above=22, below=0)
    played = ", ".join(words for words in (turn.person, turn.when) if words)
    if played:
        yield PrintedRow(
            [PrintedCell(15, width - 15, (TextRun(f"{played}.", HINT),))],
            above=0,
            below=2,
            ruled=True,
        )


def paragraph(words: str, width: float, ink: Ink) -> PrintedRow:
    """Return words over the whole width."""
    return PrintedRow([PrintedCell(0, width, (TextRun(words, ink),))], above=1, below=1)


# The table of steps

STEP, DICE, WHAT = 16.0, 150.0, 218.0


def start_of_turn(turn: TurnPart, width: float, level: int) -> Iterator[Flowable]:
    """Show the steps of the turn's start: number, step, dice, what happened, rule."""
    yield from heading("Start of turn", width, level, turn.start_note)
    if not turn.start:
        return
    head = PrintedRow(
        [
            PrintedCell(0, STEP, (TextRun("#", CAPTION),)),
            PrintedCell(STEP, 130, (TextRun("Step", CAPTION),)),
            PrintedCell(DICE, 60, (TextRun("Dice", CAPTION),)),
            PrintedCell(WHAT, 100, (TextRun("What happened", CAPTION),)),
            PrintedCell(width - RULE_WIDTH, RULE_WIDTH, (TextRun("Rule", CAPTION),)),
        ],
        above=1,
        below=3,
        ruled=True,
        is_head=True,
    )
    yield head
    for at, entry in enumerate(turn.start):
        following = turn.start[at + 1 : at + 2]
        yield _step_row(entry, width, head, last=not following or bool(following[0].place))


def _step_row(entry: ReportLine, width: float, head: PrintedRow, *, last: bool) -> PrintedRow:
    dice = tuple(piece for piece in pieces_of(entry) if isinstance(piece, Glyph))
    words = tuple(piece for piece in pieces_of(entry) if isinstance(piece, TextRun))
    none = (TextRun("no dice", RULE),) if entry.place else ()
    lead = Ink(SMALL.face, 8.5, "text2") if entry.is_band else LEAD
    number = str(entry.place) if entry.place else ""
    return PrintedRow(
        [
            PrintedCell(0, STEP, (TextRun(number, RULE),)),
            PrintedCell(STEP, DICE - STEP - 6, (TextRun(bare(entry.lead), lead),)),
            PrintedCell(DICE, WHAT - DICE - 6, dice or none),
            PrintedCell(WHAT, width - WHAT - RULE_WIDTH - 8, words),
            PrintedCell(width - RULE_WIDTH, RULE_WIDTH, (TextRun(entry.rule, RULE),)),
        ],
        above=4.5 if entry.place else 1,
        below=4.5 if last else 0,
        ruled=last,
        head=head,
    )


def bare(lead: str) -> str:
    """Return a lead as a table shows it, without its full stop."""
    return lead.removesuffix(".")


def pieces_of(entry: ReportLine) -> Iterator[TextPiece]:
    """Yield the words and dice after the lead, and what was overruled."""
    for part in entry.parts:
        if isinstance(part, Dice):
            for place, die in enumerate(part.dice):
                yield Glyph(die, TONES[part.tone(place)])
        elif isinstance(part, Words) and part.text.strip():
            yield TextRun(part.text, BODY)
    if entry.overruled:
        yield TextRun(
            f"Overruled {', '.join(entry.overruled)}.", Ink(BODY.face, BODY.size, "danger")
        )


MINUS = "\N{MINUS SIGN}"


def rule_cell(rule: str, width: float) -> PrintedCell:
    """Return the rule of a line, at the right."""
    return PrintedCell(width - RULE_WIDTH, RULE_WIDTH, (TextRun(rule, RULE),))


def bullets(
    entries: Sequence[ReportLine], width: float, *, timed: bool = False
) -> Iterator[PrintedRow]:
    """Yield lines as a list; with `timed`, each has its time at the right instead of its rule."""
    for entry in entries:
        dot = () if entry.is_band else (TextRun("•", PLAIN),)
        side = entry.at if timed else entry.rule
        yield PrintedRow(
            [
                PrintedCell(15, 10, dot),
                PrintedCell(27, width - 27 - RULE_WIDTH - 8, whole_line(entry)),
                PrintedCell(width - RULE_WIDTH, RULE_WIDTH, (TextRun(side, RULE),), right=timed),
            ],
            above=1.5,
            below=1.5,
        )


def whole_line(entry: ReportLine) -> tuple[TextPiece, ...]:
    """Return a whole line as running text."""
    return (TextRun(entry.lead, LEAD), *pieces_of(entry))
