"""What is copied to other programs: nothing that the players may not know, unless it is asked for twice."""

from PySide6.QtGui import QGuiApplication

from brikdesk.store.views.log import LogEntry
from brikdesk.turns.secrets import secrets_now
from ui.campaign.desk import Desk

REFUSED = "Not copied: the players may not know this yet. Ctrl+C once more copies it all the same."


class Copying:
    """The one way from a campaign's tables and log to the clipboard."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._refused = ""

    def copy(self, words: str) -> None:
        """Put words on the clipboard; where they name a secret, only when they come twice."""
        secrets = self._desk.campaign.reading(lambda session: secrets_now(session, None))
        self._put(words, secret=secrets.betrayed_by(words))

    def copy_line(self, entry: LogEntry) -> None:
        """Put a line of the log on the clipboard, likewise."""
        secrets = self._desk.campaign.reading(lambda session: secrets_now(session, None))
        self._put(entry.words, secret=secrets.hides_line(entry.line, undone=entry.undone))

    def _put(self, words: str, *, secret: bool) -> None:
        if secret and words != self._refused:
            self._refused = words
            self._desk.said.emit(REFUSED)
            return
        self._refused = ""
        QGuiApplication.clipboard().setText(words)


def copying_of(desk: Desk) -> Copying:
    """Return the campaign's one way to the clipboard."""
    return desk.shared(Copying, lambda: Copying(desk))
