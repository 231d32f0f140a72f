"""The life of an open campaign file: made, opened in safe steps, watched, closed."""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from sqlalchemy import Engine

from brikdesk.errors import CampaignFileError
from brikdesk.foreign_file import ordinary
from brikdesk.store import backups
from brikdesk.store.backups import EVENINGS, FAILED, RESCUED, allowed, data_dir, default_backup_dir
from brikdesk.store.file import faults
from brikdesk.store.file.connection import (
    APPLICATION_ID,
    PAGE_SIZE,
    Header,
    database_uri,
    driver_connection,
    find_file,
    make_engine,
    notice_of_sqlite,
    open_connection,
    read_header,
)
from brikdesk.store.file.durable import beside, discard, put_in_new_place
from brikdesk.store.file.faults import in_words
from brikdesk.store.file.lock import FileLock, can_lock, lock_owner, lock_path, take_lock
from brikdesk.store.file.schema import Schema, create_schema, frozen_schema, migrate
from brikdesk.store.file.verify import (
    PHOTOS,
    Checks,
    Roots,
    check_ownership,
    has_earlier_form,
    verify,
)
from brikdesk.store.journal.chain import Tip, holds, tip_of, tip_of_file
from brikdesk.store.record import Recorder
from brikdesk.store.recovery import (
    JOURNAL,
    LOG,
    copy_whole,
    must_be_settled,
    recover,
    settle,
    side_file,
    unfinished,
)

Notice = Callable[[str], None]
"""Takes a sentence for the referee."""


class OpeningSteps(Struct, frozen=True):
    """The steps between a path and a file that can be trusted.

    `now` is the moment of opening; `extra_checks` look at the rows once the file itself is sound.
    """

    schema: Schema
    backup_dir: Path
    extra_checks: Checks | None
    now: datetime

    def header(self, path: Path) -> Header:
        """Read the first bytes; CampaignFileError where they are not a campaign's."""
        return read_header(path, self.schema.version)

    def check(self, path: Path) -> None:
        """Check header, size and contents; CampaignFileError says what is wrong."""
        self.header(path).check_size()
        if roots := self.verify(path):
            check_ownership(path, roots, PHOTOS)

    def verify(self, path: Path) -> Roots:
        """Check the contents through SQLite only, so that a file that is open keeps its locks."""
        return verify(path, self.schema, extra_checks=self.extra_checks)

    def make_ready(self, path: Path, notice: Notice) -> list[str]:
        """Recover, verify, back up and migrate a file that is locked by this program.

        Return the notices about things that failed.
        """
        failed: list[str] = []
        if must_be_settled(path, self.header(path)):
            interrupted = bool(unfinished(path))
            folder = self.backup_dir / "interrupted"
            recover(path, folder, backups.backup_name(path), self.now, self.check)
            if interrupted:
                notice(
                    "BrikDesk ended without closing. "
                    "The campaign is complete up to its last saved act."
                )
        self.check(path)
        is_old = self._is_old(path)
        if is_old or self._is_due(path):
            failed += self._back_up_first(path, is_old)
        if is_old:
            self._migrate(path)
            notice(f"The campaign was brought to file format {self.schema.version}.")
        for words in failed:
            notice(words)
        return failed

    def ready_to_look_at(self, path: Path, held: ExitStack, notice: Notice) -> Path:
        """Verify a file that must not be written; return its path, or that of a migrated copy."""
        header = self.header(path)
        if lock_owner(path) is not None:
            if header.version < self.schema.version:
                raise faults.Busy
            verify(path, self.schema, extra_checks=self.extra_checks)
            if self._is_old(path):
                raise faults.Busy
            return path
        if header.version == self.schema.version and not must_be_settled(path, header):
            self.check(path)
            if not self._is_old(path):
                return path
        folder = held.enter_context(
            TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True)
        )
        copy = Path(folder) / path.name
        copy_whole(path, copy)
        settle(copy)
        self.check(copy)
        self._migrate(copy)
        notice(
            "What you see is a copy that was brought up to date; the file itself was not changed."
        )
        return copy

    def _is_due(self, path: Path) -> bool:
        """Return whether an evening begins that should leave a whole backup.

        A campaign so large that those of the last evenings would not fit has only the newest; what
        was played since is in the record.
        """
        name = backups.backup_name(path)
        if not backups.is_due(self.backup_dir, name, self.now):
            return False
        is_first = not backups.backups(self.backup_dir, name, self.now)
        return is_first or path.stat().st_size * EVENINGS <= allowed()

    def _is_old(self, path: Path) -> bool:
        """Return whether a verified file is to be migrated."""
        version, present = self.header(path).version, self.schema.version
        return version < present or has_earlier_form(path, self.schema)

    def _migrate(self, path: Path) -> None:
        with closing(open_connection(path)) as connection:
            migrate(connection, self.schema)
        self.check(path)

    def _back_up_first(self, path: Path, is_old: bool) -> list[str]:
        reason = f"format{self.header(path).version}" if is_old else ""
        try:
            with closing(open_connection(path)) as connection:
                self.back_up(connection, path, self.now, reason)
        except CampaignFileError as error:
            if is_old:  # never migrate without a copy
                why = str(error).removesuffix(backups.FAILED[1]).strip()
                raise faults.NotSaved(
                    f"{why} Without one the campaign is not brought to file format "
                    f"{self.schema.version}. Nothing was changed."
                ) from error
            return [str(error)]
        return []

    def back_up(
        self,
        source: sqlite3.Connection | Engine,
        path: Path,
        now: datetime,
        reason: str = "",
    ) -> Path:
        """Make a backup over the writing connection, and thin the older ones."""
        return self.begin_backup(source, path, now, reason)()

    def begin_backup(
        self,
        source: sqlite3.Connection | Engine,
        path: Path,
        now: datetime,
        reason: str = "",
    ) -> Callable[[], Path]:
        """Copy over the writing connection; return a function that checks it and thins old ones."""
        name = backups.backup_name(path)
        begun = backups.begin(source, self.backup_dir, name, now, check=self.check, reason=reason)

        def finish() -> Path:
            made = begun.finish()
            backups.thin(self.backup_dir, name, now)
            return made

        return finish

    def offer_backup(self, path: Path, error: faults.Broken) -> None:
        """Add the newest good backup of a broken file to the error."""
        good = backups.newest_good_backup(self.backup_dir, backups.backup_name(path), self.check)
        if good is not None:
            error.offer(good.path, good.made, self.now)


CLOSE_LOOKS, EACH = 5, 30
"""The first five looks after a change always ask the campaign, then one in thirty: a drive's clock may count
in steps of two seconds, so that what somebody writes right after us bears our own time."""


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
        raise faults.DriveGone from error
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
        # Kept for the many looks until the next act: the pool's way to it takes five times as long.
        self._driver = driver_connection(self._engine)
        self._version = _data_version(self._driver)
        self._tip = tip or self._tip_on_drive()
        self._expected: tuple[Identity, Tip] | None = None
        self._looks = 0
        self._may_shrink = False

    def expect_smaller(self) -> None:
        """Accept another size until the next `remember`: the file is about to be made smaller."""
        self._may_shrink = True

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
        try:
            return _data_version(self._driver) != self._version
        except sqlite3.ProgrammingError:  # it was closed meanwhile: the pool opens another one
            return _data_version(driver_connection(self._engine)) != self._version

    def expect(self, other: "Watch") -> None:
        """Accept the state that our other connection left; `others_wrote` still reports it once."""
        self._expected = (other._seen, other._tip)

    def check_place(self) -> None:
        """Raise Replaced where another file lies at the path, DriveGone where none does."""
        if not identity(self._path).is_same_file(self._seen):
            raise faults.Replaced

    def is_elsewhere(self) -> bool:
        """Return whether the open file is no longer at its path; it may still be sound."""
        try:
            self.check_place()
        except (faults.Replaced, faults.DriveGone):
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
            raise faults.Replaced
        version = _data_version(connection or driver_connection(self._engine))
        tip = self._tip_on_drive()
        if (version, tip, now) == (self._version, self._tip, self._seen):
            return False
        resized = now.size != self._seen.size and not self._may_shrink
        if version == self._version and (resized or tip != self._tip):
            raise faults.Replaced  # without a commit
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
                raise faults.Replaced
        except sqlite3.Error as error:
            raise _file_error(error) from error
        if self._whole is None:
            return
        try:
            self._whole()
        except faults.Busy:
            raise
        except CampaignFileError as error:
            raise faults.Replaced from error  # or somebody is in the middle of overwriting it


def _file_error(error: sqlite3.Error) -> Exception:
    """Return Replaced for a file that is no campaign any more; trouble of the drive as it is."""
    name = str(getattr(error, "sqlite_errorname", ""))
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR", "SQLITE_CANTOPEN")):
        return error
    return faults.Replaced()


def create_file(path: Path, *, schema: Schema | None = None) -> None:
    """Make an empty campaign file. Raise CampaignFileError if the name is taken."""
    if path.exists() or path.is_symlink():
        raise CampaignFileError(f"There is a file {path.name} already. Choose another name.")
    # SQLite would play an old journal into the new file.
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
    on_backup: Callable[[Path], object] = field(default=lambda made: None, repr=False)
    """Called with the path of each checked backup, on the thread that checked it."""
    is_covered: Callable[[], bool] = field(default=lambda: False, repr=False)
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
        if not always and (changes == self._saved_changes or self.is_covered()):
            return None
        finish = self._steps.begin_backup(self.engine, self.path, now or datetime.now(UTC))

        def finished() -> Path:
            made = finish()
            self._saved_changes = changes
            self.on_backup(made)
            return made

        return finished

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
            raise faults.Replaced
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
    except faults.Busy as error:
        raise error if can_lock(path) else faults.CannotLock() from error
    except (OSError, sqlite3.Error) as error:
        raise in_words(error, "The campaign could not be opened", "Nothing is lost.") from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes a name that is no text
        raise faults.Damaged("text that cannot be read") from error


def _open(steps: OpeningSteps, path: Path, read_only: bool) -> OpenedFile:
    real = find_file(path)
    notices = [f"Opened through a link; the campaign is {real}."] if path.is_symlink() else []
    trouble: list[str] = []
    with ExitStack() as held:  # if a step fails, all is let go, and the lock last
        try:
            steps.header(real)  # refuse what is no campaign before a lock appears beside it
            lock = None if read_only else _lock(real, steps.now, notices.append)
            if lock is not None:
                held.callback(lock.release)
                trouble = steps.make_ready(real, notices.append)
                shown = real
            else:
                shown = steps.ready_to_look_at(real, held, notices.append)
        except faults.Broken as error:
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
            reason = faults.reason_of(error)
    notice(f"Opened to look at only: {reason}.")
    return None


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
    def kept_how(self) -> str:
        """What the window says of it beside its name."""
        return "Only to look at" if self.read_only else "Saved"

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

    def opened_as(
        self, engine: Engine, path: Path, watch: Watch, held: ExitStack, read_only: bool
    ) -> OpenedFile:
        """Return a copy of this campaign as an opened file: without a lock, and never backed up."""
        return replace(
            self._opened,
            engine=engine,
            path=path,
            lock=None,
            notices=(),
            troubles=(),
            read_only=read_only,
            watch=watch,
            _held=held,
            on_backup=lambda made: None,
            is_covered=lambda: True,
        )

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


LONGEST = 100_000
"""Bytes that are read of a request: more than any path has."""

PATIENCE, STEP = 2.0, 0.02
"""Seconds to wait for the window, and between two looks whether it has answered."""


def requests() -> Path:
    """Return the folder of the files that ask windows to come to the front."""
    return data_dir() / "to-front"


def asked_to_front(campaign: Path, patience: float = PATIENCE) -> bool:
    """Ask the window that has a campaign open to come to the front; return whether it did."""
    if not lock_path(campaign).exists():
        return False  # the usual case costs one look
    owner = lock_owner(campaign)
    if owner is None or not owner.is_here or owner.pid == os.getpid():
        return False
    request = _request(owner.pid)
    try:
        request.parent.mkdir(parents=True, exist_ok=True)
        # Renamed when it is whole: the window looks as soon as a name appears.
        part = beside(request)
        part.write_bytes(os.fsencode(campaign.resolve()))
        part.replace(request)
    except OSError:
        return False
    _let_it_come(owner.pid)
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if not os.path.lexists(request):
            return True
        time.sleep(STEP)
    with suppress(OSError):
        request.unlink(missing_ok=True)
    return False


def take_request(campaign: Path) -> bool:
    """Return, once, whether another start of the program asked for this process's campaign."""
    request = _request(os.getpid())
    try:
        with ordinary(request) as file:
            meant = file.read(LONGEST) == os.fsencode(campaign.resolve())
        if meant:
            request.unlink()
    except OSError:
        return False
    return meant


def _request(pid: int) -> Path:
    return requests() / str(pid)


def _let_it_come(pid: int) -> None:
    """Pass on the right to come to the front, which Windows gives to whom the user started last."""
    with suppress(ImportError, AttributeError, OSError):
        from ctypes import windll  # type: ignore[attr-defined,unused-ignore]

        windll.user32.AllowSetForegroundWindow(pid)
