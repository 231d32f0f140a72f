"""PDF reports of a turn, a stretch of turns and a battle: gathered through views, drawn from frozen values.

`report_of_...` reads a campaign, `render` draws on any thread, `write_report` puts the file in place.
What draws is imported when it is first asked for: a desk on which nothing is printed needs none of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from brikdesk.reports.data import ReportData, Scope
from brikdesk.reports.files import Paper, ReportCancelled, file_name, write_report
from brikdesk.reports.turn_and_battle import (
    report_of_battle,
    report_of_turn,
    report_of_turns,
    report_of_whole_turn,
)

if TYPE_CHECKING:
    from brikdesk.reports.pdf_pages import render
    from brikdesk.reports.text import unprintable

__all__ = [
    "Paper",
    "ReportCancelled",
    "ReportData",
    "Scope",
    "file_name",
    "render",
    "report_of_battle",
    "report_of_turn",
    "report_of_turns",
    "report_of_whole_turn",
    "unprintable",
    "write_report",
]

_DRAWS = {"render": "pdf_pages", "unprintable": "text"}


def __getattr__(name: str) -> Any:
    """Return what draws; AttributeError for a name that does not exist."""
    if name not in _DRAWS:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return getattr(import_module(f"{__name__}.{_DRAWS[name]}"), name)
