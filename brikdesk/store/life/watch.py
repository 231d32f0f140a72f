"""Notice other programs that touch the open file; checked in each act and once a second.

A file may be replaced by another of its name, or overwritten where it lies, by a program that knows
nothing of SQLite: `cp`, a cloud client, a stick. SQLite itself compares only a count of commits,
which two copies of one campaign may share; with equal counts it would even mix its own pages with
those on the drive. So a second connection with an empty cache reads the newest act each time.
"""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Engine

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.connection import driver_connection, open_connection
from brikdesk.store.file.faults import Busy, DriveGone, Replaced
from brikdesk.store.journal.tip import Tip, holds, tip_of

CLOSE_LOOKS, EACH = 5, 30
"""Each of the first looks after a change asks the drive, later each thirtieth: a drive's clock may count
in steps of two seconds, so that something written right after us bears our own time."""


class Identity(Struct, frozen=True):
    """The file at a path: another device or number is another file, other times mean changes."""

    device: int
    number: int
    size: int
    mtime_ns: int
    ctime_ns: int

    def is_same_file(self, other: "Identity") -> bool:
        """Return whether both are the same file, whatever its content."""
        return (self.device, self.number) == (other.device, other.number)


def identity(path: Path) -> Identity:
    """Return which file lies at the path now. Raise DriveGone if there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - one call, as cheap as it gets before every act
    except OSError as error:
        raise DriveGone from error
    return Identity(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def _data_version(connection: sqlite3.Connection) -> int:
    """Return SQLite's count of commits by others, in a transaction as of its beginning."""
    version: int = connection.execute("PRAGMA data_version").fetchone()[0]
    return version


class Watch:
    """Remembers the open file as this program left it.

    `whole` checks the whole file and raises CampaignFileError if it is damaged. A watch that writes
    needs it: what others did to the file is checked before anything is written on top.
    """

    def __init__(
        self, path: Path, engine: Engine, whole: Callable[[], object] | None = None
    ) -> None:
        self._path = path
        self._engine = engine
        self._whole = whole
        self._eye = open_connection(path, read_only=True)
        self.remember()

    @property
    def tip(self) -> Tip:
        """How far the campaign was when it was seen last."""
        return self._tip

    def close(self) -> None:
        """Let go of the file."""
        self._eye.close()

    def remember(self, tip: Tip | None = None) -> None:
        """Take the file as it is now: after each act of our own, and after rereading the views.

        `tip` is where an act of our own left it; without one it is read from the drive.
        """
        self._seen = identity(self._path)
        self._version = _data_version(driver_connection(self._engine))
        self._tip = tip or self._tip_on_drive()
        self._expected: tuple[Identity, Tip] | None = None
        self._looks = 0

    def looks_untouched(self) -> bool:
        """Return whether the file bears the times that we left it with: the look while nobody plays.

        It costs a twentieth of `others_wrote`, which every act asks all the same. Raise DriveGone if
        there is no file at the path.
        """
        self._looks += 1
        if self._looks <= CLOSE_LOOKS or self._looks % EACH == 0:
            return False
        return identity(self._path) == self._seen

    def for_another(self, engine: Engine) -> "Watch":
        """Return a watch for another connection, which continues from what this one saw."""
        self.check_place()
        made = Watch(self._path, engine, self._whole)
        made._seen, made._tip = self._expected or (self._seen, self._tip)
        return made

    def counts_another(self) -> bool:
        """Return whether SQLite counts a commit by others: the quick check before each reading."""
        return _data_version(driver_connection(self._engine)) != self._version

    def expect(self, other: "Watch") -> None:
        """Accept the state that our other connection left; `others_wrote` still reports it once."""
        self._expected = (other._seen, other._tip)

    def check_place(self) -> None:
        """Raise Replaced where another file lies at the path, DriveGone where none does."""
        if not identity(self._path).is_same_file(self._seen):
            raise Replaced

    def is_elsewhere(self) -> bool:
        """Return whether the open file is no longer at its path; it may still be sound."""
        try:
            self.check_place()
        except (Replaced, DriveGone):
            return True
        return False

    def others_wrote(self, connection: sqlite3.Connection | None = None) -> bool:
        """Return whether another window or program has committed, so that views must be reread.

        Asked over the `connection` of a running transaction, the answer holds until its end for all
        programs that respect SQLite's locks. Raise Replaced if the file is neither what was seen
        last nor a continuation of it, DriveGone if there is no file at the path.
        """
        now = identity(self._path)
        if not now.is_same_file(self._seen):
            raise Replaced
        version = _data_version(connection or driver_connection(self._engine))
        tip = self._tip_on_drive()
        if (version, tip, now) == (self._version, self._tip, self._seen):
            return False
        if version == self._version and (now.size != self._seen.size or tip != self._tip):
            raise Replaced  # without a commit
        if (now, tip) != self._expected:
            self._check_continuation()
        if version == self._version:
            # Only its times or rights changed, as by a program that indexes: seen, and not checked again.
            self._seen = now
        return version != self._version

    def _tip_on_drive(self) -> Tip:
        try:
            self._eye.execute("PRAGMA shrink_memory")  # what it read before may not be there now
            return tip_of(self._eye)
        except sqlite3.Error as error:
            raise _file_error(error) from error

    def _check_continuation(self) -> None:
        """Raise Replaced unless what lies there goes on from where we were, and is whole."""
        try:
            if not holds(self._eye, self._tip):
                raise Replaced
        except sqlite3.Error as error:
            raise _file_error(error) from error
        if self._whole is None:
            return
        try:
            self._whole()
        except Busy:
            raise
        except CampaignFileError as error:
            raise Replaced from error  # or somebody is in the middle of overwriting it


def _file_error(error: sqlite3.Error) -> Exception:
    """Return Replaced for a file that is no campaign any more; trouble of the drive as it is."""
    name = str(getattr(error, "sqlite_errorname", ""))
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR", "SQLITE_CANTOPEN")):
        return error
    return Replaced()
