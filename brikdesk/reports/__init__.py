"""PDF reports of a turn, a stretch of turns and a battle: gathered through views, drawn from frozen values.

`report_of_...` reads a campaign, `render` draws on any thread, `write_report` puts the file in place.
"""

from brikdesk.reports.data import ReportData, Scope
from brikdesk.reports.files import file_name, write_report
from brikdesk.reports.gather import report_of_battle, report_of_turn, report_of_turns
from brikdesk.reports.glyphs import unprintable
from brikdesk.reports.page import Paper, ReportCancelled
from brikdesk.reports.render import render

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
    "unprintable",
    "write_report",
]
