"""The table of ammunition by the Sci-fi rules: every load with its sum, as rows."""

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from brikdesk.reports.blocks import MINUS, heading, paragraph
from brikdesk.reports.data import AmmoLine
from brikdesk.reports.rows import PrintedCell, PrintedRow
from brikdesk.reports.text import BODY, CAPTION, HINT, NAME, FactionMark, Ink, TextRun

COLUMNS = (
    ("Loaded", 44.0), ("= Remaining", 60.0), ("+ Fired", 42.0), ("+ Lost", 40.0),
    ("+ Adjusted", 54.0), ("This turn", 52.0),
)  # fmt: skip
"""Titles with their points, flush right."""


def ammo_table(lines: Sequence[AmmoLine], width: float) -> Iterator[Flowable]:
    """Show every load: loaded = remaining + fired + lost + adjusted."""
    yield from heading("Ammunition", width, 1)
    if not lines:
        yield paragraph("No ammunition is counted.", width, HINT)
        return
    first = width - sum(wide for _, wide in COLUMNS)
    head = PrintedRow(
        [
            PrintedCell(15, first - 15, (TextRun("Weapon", CAPTION),)),
            *_cells(first, _titles(), CAPTION),
        ],
        above=1,
        below=3,
        ruled=True,
        is_head=True,
    )
    yield head
    for line in lines:
        yield _row(line, first, head)


def _titles() -> list[str]:
    return [title for title, _ in COLUMNS]


def _row(line: AmmoLine, first: float, head: PrintedRow) -> PrintedRow:
    about = ", ".join(words for words in (line.load, line.unit) if words)
    state = (TextRun(line.state, Ink(BODY.face, BODY.size, "danger")),) if line.state else ()
    asked = line.state == "how many?"
    numbers = [line.loaded, line.remaining, line.fired, line.lost, line.adjusted]
    figures = ["?" if asked else _number(number) for number in numbers]
    return PrintedRow(
        [
            PrintedCell(0, 14, (FactionMark(line.colour, 8),) if line.colour else ()),
            PrintedCell(15, first - 19, (TextRun(line.weapon, NAME), TextRun(about, HINT), *state)),
            *_cells(first, [*figures, line.this_turn], BODY),
        ],
        above=4,
        below=4,
        ruled=True,
        head=head,
    )


def _cells(first: float, words: Sequence[str], ink: Ink) -> Iterator[PrintedCell]:
    left = first
    for said, (title, wide) in zip(words, COLUMNS, strict=True):
        bold = NAME if title == "= Remaining" and ink is not CAPTION else ink
        yield PrintedCell(left, wide, (TextRun(said, bold),), right=True)
        left += wide


def _number(number: int) -> str:
    return str(number) if number >= 0 else f"{MINUS}{-number}"
