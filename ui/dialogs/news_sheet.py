"""What changed for the referee, version by version, as the list of changes tells it."""

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk import __version__
from brikdesk.about.changes import Release, changelog, releases
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.reading_field import ReadingField

MISSING = "The list of changes is missing or cannot be read. Install BrikDesk again."


class NewsSheet(Sheet):
    """Shows the newest version first; it can only be closed."""

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(theme, host, "What is new", wide=760, high=820, scrolls=False)
        here = f"This is BrikDesk {__version__}."
        self.body.addWidget(plain_label(theme, here, "small", "text2", wrap=True))
        # One field for all: a label for each change would take a third of a second to lay out.
        self.text = ReadingField(theme, "Changes")
        self.text.setPlainText(_words())
        self.body.addWidget(self.text, 1)

    @override
    def first_field(self) -> QWidget:
        return self.text


def _words() -> str:
    try:
        found = releases(changelog())
    except (OSError, UnicodeDecodeError):
        return MISSING
    return "\n\n\n".join(_release_text(release) for release in found) or MISSING


def _release_text(release: Release) -> str:
    title = ", ".join(part for part in (f"Version {release.version}", release.when) if part)
    return "\n\n".join((title, *(f"•  {change}" for change in release.changes)))
