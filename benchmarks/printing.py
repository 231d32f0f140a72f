"""The report of a turn with 1,000 log lines."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

from benchmarks import campaigns
from benchmarks.measure import Result, compare
from brikdesk.reports import render, report_of_turn
from brikdesk.store.campaign import Campaign

LINES = 1_000


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


def _paragraphs() -> None:
    style = getSampleStyleSheet()["BodyText"]
    words = "Cart 17 moves. rolls 4 2 and drives on over the bridge. 4.1-01"
    story: list[Flowable] = [Paragraph(words, style) for _ in range(LINES)]
    SimpleDocTemplate(BytesIO(), pagesize=A4).build(story)
