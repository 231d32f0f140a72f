"""About the program, and from there to what is new in it and to the licences of its parts."""

from PySide6.QtWidgets import QWidget

from brikdesk import __version__
from brikdesk.about.defects import log_path
from ui.campaign.places import shown_path
from ui.forms.question import Question, Reply
from ui.look.theme import Theme

WORDS = (
    "The referee's desk for BrikWars battles. BrikDesk is free software under the MIT licence; "
    "it uses Qt for Python (LGPL 3), ReportLab (BSD), SQLModel (MIT) and the typeface Inter (OFL). "
    "BrikWars is the work of Mike Rayhawk; the rules in this program are told in its own words."
)


def _show_about(theme: Theme, host: QWidget) -> None:
    """Tell the version, with ways to the sheets that tell more."""
    answers = (
        Reply("Close", None, "primary"),
        Reply("What is new", lambda: _show_news(theme, host)),
        Reply("Licences", lambda: _show_licences(theme, host)),
    )
    words = f"{WORDS}\n\nErrors of the program itself are kept in {shown_path(log_path())}."
    Question(theme, host, f"BrikDesk {__version__}", words, answers, "logo", "text").ask()


def _show_news(theme: Theme, host: QWidget) -> None:
    """Open the sheet with what is new."""
    from ui.dialogs.news_sheet import NewsSheet

    NewsSheet(theme, host).begin()


def _show_licences(theme: Theme, host: QWidget) -> None:
    """Open the sheet with the licences."""
    from ui.dialogs.licences_sheet import LicencesSheet

    LicencesSheet(theme, host).begin()


SHEETS = {"about": _show_about, "news": _show_news, "licences": _show_licences}
"""What the window's commands of these names open."""
