"""Make a campaign file, open it in safe steps, back it up and close it."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sqlalchemy import Engine

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups.backup import FAILED, RESCUED, default_backup_dir
from brikdesk.store.backups.recovery import JOURNAL, LOG, side_file
from brikdesk.store.file.connection import (
    APPLICATION_ID,
    PAGE_SIZE,
    database_uri,
    in_words,
    make_engine,
)
from brikdesk.store.file.durable import beside, discard, put_in_new_place
from brikdesk.store.file.faults import Broken, Busy, CannotLock, Damaged, Replaced, reason_of
from brikdesk.store.file.header import find_file
from brikdesk.store.file.lock import FileLock, can_lock, take_lock
from brikdesk.store.file.migrate import create_schema
from brikdesk.store.file.schema import Schema, frozen_schema
from brikdesk.store.file.sqlite_version import notice_of_sqlite
from brikdesk.store.file.verify import Checks
from brikdesk.store.journal.tip import tip_of_file
from brikdesk.store.life.opening_steps import Notice, OpeningSteps
from brikdesk.store.life.watch import Watch


def create_file(path: Path, *, schema: Schema | None = None) -> None:
    """Make an empty campaign file. Raise CampaignFileError if the name is taken."""
    if path.exists() or path.is_symlink():
        raise CampaignFileError(f"There is a file {path.name} already. Choose another name.")
    if any(side_file(path, suffix).exists() for suffix in (JOURNAL, LOG)):
        raise CampaignFileError(
            f"Beside {path.name} lies the journal of an earlier campaign of that name. "
            "Choose another name."
        )
    part = beside(path)
    try:
        _write_empty(part, schema or frozen_schema())
        put_in_new_place(part, path)
    except FileExistsError:
        raise CampaignFileError(f"There is a file {path.name} already. Choose another.") from None
    except (OSError, sqlite3.Error) as error:
        raise in_words(error, "The campaign could not be made", "Nothing was changed.") from error
    finally:
        discard(part)


def _write_empty(path: Path, schema: Schema) -> None:
    uri = database_uri(path, "rwc")
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        connection.execute("PRAGMA auto_vacuum = NONE")
        connection.execute("PRAGMA encoding = 'UTF-8'")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        create_schema(connection, schema)
        connection.execute("COMMIT")


@dataclass(slots=True)
class OpenedFile:
    """An open campaign file; `close` releases everything it holds."""

    engine: Engine
    path: Path
    lock: FileLock | None
    notices: tuple[str, ...]
    troubles: tuple[str, ...]
    """The notices about things that failed."""
    read_only: bool
    watch: Watch
    _steps: OpeningSteps = field(repr=False)
    _held: ExitStack = field(repr=False)
    _saved_changes: int = field(repr=False)
    """The file's count of changes when it was backed up, or opened."""
    _is_open: bool = field(default=True, repr=False)
    on_backup: Callable[[Path], object] | None = field(default=None, repr=False)
    """Called with the path of each checked backup, on the thread that checked it."""
    is_covered: Callable[[], bool] | None = field(default=None, repr=False)
    """Tells whether a backup and the record lead to the present state, so that none is needed."""

    def back_up(self, now: datetime | None = None, *, always: bool = False) -> Path | None:
        """Make a backup if anything was saved since the last one, or `always`; return its path."""
        finish = self.begin_backup(now, always=always)
        return finish() if finish else None

    def begin_backup(
        self, now: datetime | None = None, *, always: bool = False
    ) -> Callable[[], Path] | None:
        """Copy the file if anything was saved since the last backup; never call it within an act.

        Return a function that checks the copy and makes it a backup, which takes longer and may run
        on any thread.
        """
        if self.read_only or not self._is_open:
            return None
        self._check_it_is_ours()  # a foreign file does not become a backup of this campaign
        changes = self._changes()
        if not always and (changes == self._saved_changes or self._is_covered()):
            return None
        finish = self._steps.begin_backup(self.engine, self.path, now or datetime.now(UTC))

        def finished() -> Path:
            made = finish()
            self._saved_changes = changes
            if self.on_backup:
                self.on_backup(made)
            return made

        return finished

    def _is_covered(self) -> bool:
        return bool(self.is_covered and self.is_covered())

    def _changes(self) -> int:
        """Return the file's own count of how often it was written to, for a backup."""
        try:
            return self._steps.header(self.path).changes
        except CampaignFileError as error:
            if isinstance(error.__cause__, OSError):
                raise in_words(error.__cause__, *FAILED) from error
            raise

    def rescue(self) -> Path:
        """Copy the lost but still open file to this computer's own drive; return the checked copy.

        Raise Replaced if what can be read is not the state that this program saw last.
        """
        if not self.watch.is_elsewhere():
            self._check_it_is_ours()  # else SQLite would mix what it holds with what lies there
        made = self._steps.back_up(self.engine, self.path, datetime.now(UTC), RESCUED)
        if tip_of_file(made) != self.watch.tip:
            discard(made)
            raise Replaced
        return made

    def _check_it_is_ours(self) -> None:
        try:
            self.watch.others_wrote()
        except sqlite3.Error as error:
            raise in_words(error, *FAILED) from error

    def commits(self) -> int:
        """Return the file's own count of how often it was written to.

        Never while any connection of this program is in a transaction: closing the file after
        reading it would let go of that connection's locks.
        """
        return self._steps.header(self.path).changes

    def close(self) -> tuple[str, ...]:
        """Back up what changed, close and unlock the file; return a sentence for each failure."""
        failed = []
        try:
            self.back_up()
        except CampaignFileError as error:
            failed.append(str(error))
        finally:
            self._is_open = False
            self.engine.dispose()
            if self.lock and (kept := self.lock.release()):
                failed.append(kept)
            self._held.close()
        return tuple(failed)


def open_file(
    path: Path,
    *,
    read_only: bool = False,
    backup_dir: Path | None = None,
    schema: Schema | None = None,
    extra_checks: Checks | None = None,
    now: datetime | None = None,
) -> OpenedFile:
    """Open a campaign file after checking it in safe steps; nothing unverified is written to.

    The steps: path, header, lock, recovery after a crash, contents, backup, migration. If the lock
    or the file cannot be written, the file is opened read-only and a notice says so.

    Args:
        path: the campaign file; links are followed.
        read_only: take no lock and write nothing, not even a backup.
        backup_dir: by default a folder on this computer's own drive.
        schema: by default the program's own.
        extra_checks: checks of the meaning of the rows.
        now: the present moment, with its time zone.

    Raises:
        CampaignFileError: Locked, NotACampaign, Newer, ForeignParts, Damaged, CutOff ...

    """
    steps = OpeningSteps(
        schema or frozen_schema(),
        backup_dir or default_backup_dir(),
        extra_checks,
        now or datetime.now(UTC),
    )
    sqlite = notice_of_sqlite()
    try:
        opened = _open(steps, path, read_only)
        opened.notices += sqlite
        return opened
    except Busy as error:
        raise error if can_lock(path) else CannotLock() from error
    except (OSError, sqlite3.Error) as error:
        raise in_words(error, "The campaign could not be opened", "Nothing is lost.") from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes a name that is no text
        raise Damaged("text that cannot be read") from error


def _open(steps: OpeningSteps, path: Path, read_only: bool) -> OpenedFile:
    real = find_file(path)
    notices = [f"Opened through a link; the campaign is {real}."] if path.is_symlink() else []
    trouble: list[str] = []
    with ExitStack() as held:
        try:
            steps.header(real)  # refuse what is no campaign before a lock appears beside it
            lock = None if read_only else _lock(real, steps.now, notices.append)
            if lock is not None:
                held.callback(lock.release)
                trouble = steps.make_ready(real, notices.append)
                shown = real
            else:
                shown = steps.ready_to_look_at(real, held, notices.append)
        except Broken as error:
            steps.offer_backup(real, error)
            raise
        engine = make_engine(shown, read_only=lock is None)
        held.callback(engine.dispose)
        watch = Watch(shown, engine, partial(steps.verify, shown) if lock else None)
        held.callback(watch.close)
        return OpenedFile(
            engine=engine,
            path=real,
            lock=lock,
            notices=tuple(notices),
            troubles=tuple(trouble),
            read_only=lock is None,
            watch=watch,
            _steps=steps,
            _saved_changes=steps.header(shown).changes,
            _held=held.pop_all(),
        )


def _lock(path: Path, now: datetime, notice: Notice) -> FileLock | None:
    """Take the lock; return None, with a notice, if file or folder cannot be written to."""
    reason = "the file is write-protected"
    if os.access(path, os.W_OK):
        try:
            return take_lock(path, now)
        except OSError as error:
            reason = reason_of(error)
    notice(f"Opened to look at only: {reason}.")
    return None
