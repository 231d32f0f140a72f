"""The steps that check, recover and migrate a campaign file before it is opened."""

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from sqlalchemy import Engine

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups import backup
from brikdesk.store.backups.allowance import EVENINGS, allowed
from brikdesk.store.backups.recovery import copy_whole, must_be_settled, recover, settle, unfinished
from brikdesk.store.file.connection import open_connection
from brikdesk.store.file.faults import Broken, Busy, NotSaved
from brikdesk.store.file.header import Header, read_header
from brikdesk.store.file.lock import lock_owner
from brikdesk.store.file.migrate import migrate
from brikdesk.store.file.pages import check_ownership
from brikdesk.store.file.schema import Schema
from brikdesk.store.file.verify import PHOTOS, Checks, Roots, has_earlier_form, verify

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
            recover(path, folder, backup.backup_name(path), self.now, self.check)
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
                raise Busy
            verify(path, self.schema, extra_checks=self.extra_checks)
            if self._is_old(path):
                raise Busy
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
        name = backup.backup_name(path)
        if not backup.is_due(self.backup_dir, name, self.now):
            return False
        is_first = not backup.backups(self.backup_dir, name, self.now)
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
                why = str(error).removesuffix(backup.FAILED[1]).strip()
                raise NotSaved(
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
        name = backup.backup_name(path)
        begun = backup.begin(source, self.backup_dir, name, now, check=self.check, reason=reason)

        def finish() -> Path:
            made = begun.finish()
            backup.thin(self.backup_dir, name, now)
            return made

        return finish

    def offer_backup(self, path: Path, error: Broken) -> None:
        """Add the newest good backup of a broken file to the error."""
        good = backup.newest_good_backup(self.backup_dir, backup.backup_name(path), self.check)
        if good is not None:
            error.offer(good.path, good.made, self.now)
