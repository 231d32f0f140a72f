"""Reports: that of a turn with 1,000 log lines, and that of a campaign of 1,000 pages."""

import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from pypdfium2 import PdfDocument
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

from benchmarks import campaigns
from benchmarks.measure import Figure, Result, compare
from benchmarks.pace import at_pace
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.turn_and_battle import report_of_turn, report_of_turns
from brikdesk.store.campaign import Campaign

LINES = 1_000
MANY_LINES = 41_000
"""About 1,000 pages."""


def measure(folder: Path) -> Iterator[Result]:
    """Measure the whole report, from the file to its bytes, against bare paragraphs."""
    path = campaigns.battle(folder / "told.brik")
    campaigns.add(path, campaigns.units(50))
    campaigns.history(path, acts=3 * LINES)
    with Campaign.open(path) as campaign:
        yield compare(
            "report",
            f"the PDF of a turn with {LINES:,} log lines",
            lambda: render(report_of_turn(campaign, 1), "a4"),
            f"{LINES:,} bare ReportLab paragraphs",
            _paragraphs,
            repeats=3,
        )


def pages(folder: Path) -> Iterator[Figure]:
    """Measure a long campaign's report for each page of it."""
    path = campaigns.battle(folder / "long-told.brik")
    campaigns.add(path, campaigns.units(50))
    campaigns.history(path, acts=MANY_LINES)
    printed: list[bytes] = []
    with Campaign.open(path) as campaign:
        took = at_pace(
            time.process_time, lambda: printed.append(render(report_of_turns(campaign, 1, 3), "a4"))
        )
    count = len(PdfDocument(printed[0]))
    yield Figure("page", f"of a report of {count:,} pages", took / count, "ms", 12)


def _paragraphs() -> None:
    style = getSampleStyleSheet()["BodyText"]
    words = "Cart 17 moves. rolls 4 2 and drives on over the bridge. 4.1-01"
    story: list[Flowable] = [Paragraph(words, style) for _ in range(LINES)]
    SimpleDocTemplate(BytesIO(), pagesize=A4).build(story)
