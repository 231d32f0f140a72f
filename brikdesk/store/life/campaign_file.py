"""The file side of an open campaign: where it is, its backups, and whether it is still ours."""

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine

from brikdesk.store.file.connection import in_words
from brikdesk.store.journal.recorder import Recorder
from brikdesk.store.journal.tip import Tip
from brikdesk.store.life.files import OpenedFile

LARGE_FILE = 1_000_000
"""Size in bytes of a campaign that takes about a tenth of a second to check."""


class CampaignFile:
    """An open campaign file, for code that backs up, copies or watches it."""

    def __init__(self, opened: OpenedFile) -> None:
        self._opened = opened
        self.recorder: Recorder | None = None

    @property
    def path(self) -> Path:
        """Where the campaign is saved."""
        return self._opened.path

    @property
    def notices(self) -> tuple[str, ...]:
        """What the referee should know about how the file was opened."""
        return self._opened.notices

    def tell(self, words: str) -> None:
        """Add to what the referee should know."""
        self._opened.notices += (words,)

    @property
    def troubles(self) -> tuple[str, ...]:
        """What failed when the file was opened: a backup that could not be made."""
        return self._opened.troubles

    @property
    def read_only(self) -> bool:
        """Whether the campaign can only be looked at."""
        return self._opened.read_only

    def is_large(self) -> bool:
        """Return whether checking the whole file takes long enough to be noticed."""
        try:
            return self.path.stat().st_size >= LARGE_FILE
        except OSError:
            return False

    @property
    def engine(self) -> Engine:
        """The connection to the file, for copies and backups."""
        return self._opened.engine

    def begin_backup(self) -> Callable[[], Path] | None:
        """Copy the campaign, if anything was saved since the last backup; between acts.

        Return a function that checks the copy and puts it with the backups, on any thread; None if
        there is nothing to back up.
        """
        return self._opened.begin_backup()

    def back_up_now(self) -> None:
        """Make a backup of the state as it is, whatever was backed up before."""
        self._opened.back_up(always=True)

    def record_to(
        self,
        recorder: Recorder,
        backed_up: Callable[[Path], object],
        is_covered: Callable[[], bool],
    ) -> None:
        """Have each act noted by the flight recorder, and `backed_up` called with each backup.

        No backup is made while `is_covered` says that one leads to the present state.
        """
        self.recorder = recorder
        self._opened.on_backup, self._opened.is_covered = backed_up, is_covered

    def rescue(self) -> Path:
        """Copy the open file, even if it is gone from its path, to this computer's own drive.

        Return the path of the checked copy. Raise CampaignFileError if the file can no longer be
        read or was overwritten.
        """
        return self._opened.rescue()

    @property
    def tip(self) -> Tip:
        """How far the campaign was when this program saw its file last."""
        return self._opened.watch.tip

    def let_go(self) -> None:
        """Never write to the file again, not even at closing: it was replaced or is gone."""
        self._opened.read_only = True

    def looks_untouched(self) -> bool:
        """Return whether the file bears the times that it was left with; `others_wrote` knows more."""
        try:
            return self._opened.watch.looks_untouched()
        except Exception as error:
            raise in_words(error) from error

    def others_wrote(self) -> bool:
        """Return whether another program has changed the file since it was last looked at."""
        try:
            wrote = self._opened.watch.others_wrote()
            if wrote:
                self._opened.watch.remember()
        except Exception as error:
            raise in_words(error) from error
        return wrote

    def commits(self) -> int:
        """Return SQLite's count of writes to the file. Do not call it while `beside` is in use."""
        return self._opened.commits()
