"""The closing parts of a report, as rows: facts after the turn, rulings, the factions' scores."""

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from brikdesk.reports.blocks import heading, paragraph, whole_line
from brikdesk.reports.data import Facts, LastingFact, ReportLine, Score
from brikdesk.reports.rows import PrintedCell, PrintedHeading, PrintedRow
from brikdesk.reports.text import (
    BODY,
    CAPTION,
    HEAD,
    HINT,
    NAME,
    RULE,
    FactionMark,
    Ink,
    TextRun,
    text_width,
)
from brikdesk.reports.wording import not_told


def fact_column(facts: Facts, width: float) -> list[PrintedRow]:
    """Return facts as a narrow column under a ruled heading."""
    rows = [_fact_row(fact, width) for fact in facts.rows]
    return [_column_head(facts.heading, width), *(rows or [paragraph(facts.none, width, HINT)])]


def _column_head(words: str, width: float) -> PrintedHeading:
    cells = [PrintedCell(0, width, (TextRun(words, HEAD),), leading=15)]
    return PrintedHeading(words, 1, cells, above=0, below=4, ruled=True)


def _fact_row(fact: LastingFact, width: float) -> PrintedRow:
    shape = (FactionMark(fact.colour, 8),) if fact.colour else ()
    ink = Ink(BODY.face, BODY.size, fact.tone or "text2")
    left = _share(fact, width - 13)
    return PrintedRow(
        [
            PrintedCell(0, 12, shape),
            PrintedCell(13, left - 4, (TextRun(fact.name, NAME),)),
            PrintedCell(13 + left, width - 13 - left, (TextRun(fact.value, ink),), right=True),
        ],
        above=1,
        below=0.5,
    )


def _share(fact: LastingFact, room: float) -> float:
    """Return the points for the name: what it needs, but at most half if the value needs more."""
    name = text_width(fact.name, NAME) + 8
    return name if name + text_width(fact.value, BODY) + 1 <= room else min(name, room / 2)


def fact_list(facts: Facts, width: float) -> Iterator[Flowable]:
    """Yield facts one below the other, as a part with a heading of its own."""
    yield from heading(facts.heading, width, 1)
    if not facts.rows:
        yield paragraph(facts.none, width, HINT)
    for fact in facts.rows:
        yield _fact_row(fact, width * 0.6)


def ruling_column(rulings: Sequence[ReportLine], undone: int, width: float) -> list[PrintedRow]:
    """Return what the referee ruled and overruled, each with its time, as a column.

    One line says how many acts were undone.
    """
    rows = [
        PrintedRow(
            [
                PrintedCell(0, width - 40, whole_line(entry)),
                PrintedCell(width - 36, 36, (TextRun(entry.at, RULE),), right=True),
            ],
            above=1,
            below=0.5,
        )
        for entry in rulings
    ]
    if undone or not rows:
        rows.append(paragraph(not_told(undone) or "No rulings, nothing undone.", width, HINT))
    return [_column_head("Rulings and corrections", width), *rows]


SCORE_COLUMNS = ("Turns", "Attacks", "Units lost", "Dice", "Typed")
POINTS = "Points"
"""The column of victory points, where somebody has any."""


def score_table(scores: Sequence[Score], width: float) -> Iterator[PrintedRow]:
    """Yield the table of what each faction did and lost."""
    wide = 56.0
    counted = any(score.points is not None for score in scores)
    columns = (*SCORE_COLUMNS, POINTS) if counted else SCORE_COLUMNS
    first = width - wide * len(columns)
    head = PrintedRow(
        [
            PrintedCell(15, first - 15, (TextRun("Faction", CAPTION),)),
            *(
                PrintedCell(first + place * wide, wide, (TextRun(words, CAPTION),), right=True)
                for place, words in enumerate(columns)
            ),
        ],
        above=1,
        below=3,
        ruled=True,
        is_head=True,
    )
    yield head
    for score in scores:
        did = (score.turns, score.attacks, score.lost, score.dice.total, score.dice.typed)
        numbers = did if score.points is None else (*did, score.points)
        name = (TextRun(score.faction, NAME), TextRun(score.person, HINT))
        yield PrintedRow(
            [
                PrintedCell(0, 14, (FactionMark(score.colour, 8),)),
                PrintedCell(15, first - 23, name),
                *(
                    PrintedCell(first + place * wide, wide, (TextRun(str(number)),), right=True)
                    for place, number in enumerate(numbers)
                ),
            ],
            above=4,
            below=4,
            ruled=True,
            head=head,
        )
