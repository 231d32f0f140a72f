"""Backups: whole, verified copies of a campaign, thinned with age, within the room they may take."""

import hashlib
import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path

from msgspec import Struct, structs
from platformdirs import user_data_path
from sqlalchemy import Engine

from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.foreign_file import beginning_of, is_ordinary
from brikdesk.store.file import durable
from brikdesk.store.file.connection import driver_connection, read_header
from brikdesk.store.file.faults import NotSaved, Unreadable, in_words
from brikdesk.store.file.schema import frozen_schema
from brikdesk.store.file.verify import verify

EVERY_ONE_FOR = timedelta(days=2)
DAYS, WEEKS, MONTHS = 20, 8, 6


def to_keep(made: Iterable[datetime], now: datetime) -> set[datetime]:
    """Return the moments whose backups stay: all of the last two days, then one for each period.

    The periods are 20 days, then 8 weeks, then 6 months with backups; the newest of each stays.
    The newest of all always stays, and so do those dated in the future by a clock that ran ahead.
    """
    newest_first = sorted(set(made), reverse=True)
    recent = [moment for moment in newest_first if now - moment <= EVERY_ONE_FOR]
    kept = set(recent or newest_first[:1])
    older = [moment for moment in newest_first if moment not in kept]
    for count, period in ((DAYS, _day), (WEEKS, _week), (MONTHS, _month)):
        # A period's moments stand side by side, as all of them are in order.
        chosen = [next(same) for _, same in groupby(older, key=period)][:count]
        kept.update(chosen)
        if chosen:
            # Weeks count only backups older than the days already kept, months those before that.
            older = [moment for moment in older if period(moment) < period(chosen[-1])]
    return kept


def _day(moment: datetime) -> tuple[int, ...]:
    return (moment.year, moment.month, moment.day)


def _week(moment: datetime) -> tuple[int, ...]:
    return moment.isocalendar()[:2]


def _month(moment: datetime) -> tuple[int, ...]:
    return (moment.year, moment.month)


EVENING = timedelta(hours=12)
"""Age of the newest backup after which another is due: each evening leaves a whole one."""

KEPT, RESCUED = "kept", "rescued"
ALWAYS_KEPT = (KEPT, RESCUED)
"""Backups whose reasons begin with one of these are never thinned."""

CheckFile = Callable[[Path], object]
"""Check a copy; raise CampaignFileError if it is not good."""

_STAMP = "%Y%m%dT%H%M%S%fZ"
_NAME = re.compile(
    r"(?P<name>.+)\.(?P<seconds>\d{8}T\d{6})(?P<fraction>\d{6})Z(?:\.(?P<reason>[a-z0-9-]+))?\.brik"
)


class Backup(Struct, frozen=True):
    """One backup file. `reason` is empty for the daily ones, which are thinned."""

    path: Path
    made: datetime
    reason: str = ""
    name: str = ""
    """The name under which its campaign's backups are kept."""


def data_dir() -> Path:
    """Return the program's data folder on this computer; BRIKDESK_DATA_DIR overrides it."""
    chosen = os.environ.get("BRIKDESK_DATA_DIR")
    return Path(chosen) if chosen else user_data_path("BrikDesk", appauthor=False)


def default_backup_dir() -> Path:
    """Return the folder for backups on this computer's own drive."""
    return data_dir() / "backups"


def backup_name(campaign: Path) -> str:
    """Return the name under which a campaign file's backups are kept.

    It holds a hash of the path, because files of one name in different folders are different
    campaigns.
    """
    place = hashlib.sha256(os.fsencode(campaign.resolve())).hexdigest()[:8]
    stem = re.sub(r"[^\w-]+", "_", campaign.stem, flags=re.ASCII)[:60].strip("_")
    return f"{stem or 'campaign'}-{place}"


def opens(path: Path) -> None:
    """Check a copy as a campaign is checked at opening, except for the meaning of its rows.

    Raise CampaignFileError if it is not good.
    """
    schema = frozen_schema()
    read_header(path, schema.version).check_size()
    verify(path, schema)


FAILED = ("The backup could not be made", "The game is saved.")


class UncheckedBackup(Struct, frozen=True):
    """A backup that is written to `part` but not yet checked and renamed to `path`."""

    part: Path
    path: Path
    check: CheckFile
    mode: int = 0o600
    """Who may read it: whoever may read the campaign."""

    def finish(self) -> Path:
        """Check the copy, rename it and return its path; may run on any thread."""
        try:
            self.check(self.part)
            with suppress(OSError):  # some drives know no such modes
                self.part.chmod(self.mode)
            durable.put_in_place(self.part, self.path)
        except (OSError, sqlite3.Error) as error:
            raise in_words(error, *FAILED) from error
        except Unreadable as error:
            # It speaks of the copy, and that nothing was changed: yet the act before it is saved.
            made, saved = FAILED
            raise NotSaved(f"{made}: the copy cannot be read. {saved}") from error
        finally:
            durable.discard(self.part)
        return self.path


def back_up(
    source: sqlite3.Connection | Engine,
    backup_dir: Path,
    name: str,
    when: datetime,
    *,
    check: CheckFile | None = None,
) -> Path:
    """Write and check a backup in one go, and return its path; see `begin`."""
    return begin(source, backup_dir, name, when, check=check).finish()


def begin(
    source: sqlite3.Connection | Engine,
    backup_dir: Path,
    name: str,
    when: datetime,
    *,
    check: CheckFile | None = None,
    reason: str = "",
) -> UncheckedBackup:
    """Copy a campaign through SQLite: the quick part of a backup, for the thread that writes it.

    The source must be the writing connection, because SQLite restarts a copy whenever another
    connection writes. `check` is called by `UncheckedBackup.finish`; by default the copy is verified as a
    campaign. Backups with a `reason` are not thinned by age. Raise CampaignFileError if the drive
    refuses; earlier backups are not touched.
    """
    connection = driver_connection(source) if isinstance(source, Engine) else source
    if connection.in_transaction:
        raise RuntimeError("a backup in the middle of an act would hold half of it")
    path = backup_dir / _file_name(name, when, reason)
    begun = UncheckedBackup(durable.beside(path), path, check or opens, _mode(connection))
    # What a copy left behind that a power cut ended; nothing else is being copied now.
    durable.sweep(backup_dir / name)
    try:
        durable.make_folder(backup_dir)
        durable.make_private(begun.part)
        with closing(sqlite3.connect(begun.part, isolation_level=None)) as copy:
            # The bytes are synced once, when the finished copy is put in place.
            copy.execute("PRAGMA synchronous = OFF")
            connection.backup(copy)
    except BaseException as error:
        durable.discard(begun.part)
        if isinstance(error, OSError | sqlite3.Error):
            raise in_words(error, *FAILED) from error
        raise
    return begun


def _mode(connection: sqlite3.Connection) -> int:
    """Return who may read the file of a connection. Raise CampaignFileError if it is damaged."""
    # As bytes: the name of a file need not be text.
    asked = "SELECT CAST(file AS BLOB) FROM pragma_database_list WHERE name = 'main'"
    try:
        (name,) = connection.execute(asked).fetchone()
    except sqlite3.Error as error:  # the file may have been cut off where it lies
        raise in_words(error, *FAILED) from error
    return durable.mode_of(Path(os.fsdecode(name))) if name else 0o600


def add(
    backup_dir: Path, name: str, when: datetime, reason: str, make: Callable[[Path], object]
) -> Path:
    """Let `make` write a campaign to the path it gets, check it and keep it among the backups."""
    path = backup_dir / _file_name(name, when, reason)
    begun = UncheckedBackup(durable.beside(path), path, opens)
    try:
        durable.make_folder(backup_dir)
        make(begun.part)
        begun = structs.replace(begun, mode=durable.mode_of(begun.part))
    except BaseException as error:
        durable.discard(begun.part)
        if isinstance(error, OSError):
            raise in_words(error, *FAILED) from error
        raise
    return begun.finish()


def _file_name(name: str, when: datetime, reason: str) -> str:
    stamp = when.astimezone(UTC).strftime(_STAMP)
    return ".".join(part for part in (name, stamp, reason, "brik") if part)


def backups(backup_dir: Path, name: str, now: datetime | None = None) -> list[Backup]:
    """Return the backups of a campaign, newest first.

    Those dated in the future, by a clock that ran ahead, come last: their age is unknown.
    """
    return [found for found in all_backups(backup_dir, now) if found.name == name]


def all_backups(backup_dir: Path, now: datetime | None = None) -> list[Backup]:
    """Return the backups of all campaigns, in the order of `backups`."""
    try:
        found = [_parsed(entry) for entry in backup_dir.iterdir()]
    except OSError:
        return []
    present = now or datetime.now(UTC)
    known = (backup for backup in found if backup is not None)
    # Reversed, True comes first: those of the past, the newest of them first.
    return sorted(known, key=lambda b: (b.made <= present, b.made, b.path.name), reverse=True)


def _parsed(path: Path) -> Backup | None:
    parts = _NAME.fullmatch(path.name)
    # What thins backups deletes files: it must never follow a link out of the folder.
    # Nor may a pipe of such a name be waited for.
    if parts is None or not is_ordinary(path):
        return None
    try:
        made = datetime.fromisoformat(f"{parts['seconds']}.{parts['fraction']}Z")
    except ValueError:
        return None
    return Backup(path, made, parts["reason"] or "", parts["name"])


def is_due(backup_dir: Path, name: str, now: datetime) -> bool:
    """Return whether the backup of an evening is due: there is none, or only of an evening before.

    Backups dated in the future are ignored.
    """
    past = (backup for backup in backups(backup_dir, name, now) if backup.made <= now)
    newest = next(past, None)
    return newest is None or now - newest.made >= EVENING


def thin(backup_dir: Path, name: str, now: datetime) -> list[Path]:
    """Delete the backups that are no longer needed; return their paths.

    The newest backup for each reason stays. Backups that were rescued, or kept when another state
    was chosen, always stay: there is no other copy of them.
    """
    kept = backups(backup_dir, name, now)
    daily = [backup for backup in kept if not backup.reason]
    stay = to_keep([backup.made for backup in daily], now)
    superfluous = [backup for backup in daily if backup.made not in stay]
    passing = (b for b in kept if b.reason and not b.reason.startswith(ALWAYS_KEPT))
    superfluous += _all_but_newest(passing)
    for backup in superfluous:
        durable.discard(backup.path)
    return [backup.path for backup in superfluous]


def _all_but_newest(newest_first: Iterable[Backup]) -> list[Backup]:
    listed = list(newest_first)
    newest = {backup.reason: backup for backup in reversed(listed)}
    return [backup for backup in listed if backup is not newest[backup.reason]]


def newest_good_backup(
    backup_dir: Path, name: str, check: CheckFile | None = None
) -> Backup | None:
    """Return the newest backup that passes the check; None if none does."""
    for backup in backups(backup_dir, name):
        try:
            (check or opens)(backup.path)
        except CampaignFileError:
            continue
        return backup
    return None


MEGABYTE = 10**6
USUAL = 1_000_000_000
LEAST, MOST = 10_000_000, 1_000_000_000_000
EVENINGS = 20
"""Evenings of a campaign of which every act can be brought back, as long as there is room."""

_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZE = re.compile(r"\s*(\d{1,15}(?:[.,]\d{1,3})?)\s*([KMGT]?B?)\s*", re.IGNORECASE)


def allowed() -> int:
    """Return how many bytes the backups of all campaigns may take together."""
    try:
        found = json.loads(beginning_of(data_dir() / "backups.json", 1000))["most_bytes"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return USUAL
    whole = isinstance(found, int) and not isinstance(found, bool)
    return min(max(found, LEAST), MOST) if whole else USUAL


def allow(size: int) -> None:
    """Remember how many bytes the backups may take. Raise CampaignFileError if that fails."""
    path = data_dir() / "backups.json"
    part = durable.beside(path)
    try:
        durable.make_folder(path.parent)
        part.write_text(json.dumps({"most_bytes": size}), "ascii")
        durable.put_in_place(part, path)
    except OSError as error:
        raise in_words(error, "The choice was not saved", "Backups go on as before.") from error
    finally:
        durable.discard(part)


def size_from(typed: str, field: str = "") -> int:
    """Read a size such as 500 MB or 1.5 GB. Raise BadInput for anything else."""
    found = _SIZE.fullmatch(typed)
    unit = found[2].upper() if found else "?"
    unit = unit if unit in _UNITS else f"{unit}B"  # 500 M is 500 MB
    if found is None or unit not in _UNITS:
        raise BadInput(
            f"A size is a number with MB or GB, such as 500 MB, not {typed[:30]!r}.", field
        )
    size = int(float(found[1].replace(",", ".")) * _UNITS[unit])
    if not LEAST <= size <= MOST:
        least, most = in_units(LEAST), in_units(MOST)
        raise BadInput(f"Backups may take {least} to {most}, not {typed.strip()[:30]}.", field)
    return size


def in_units(size: int) -> str:
    """Return a size in words: 12 MB, 1.5 GB."""
    for unit in ("TB", "GB", "MB", "KB"):
        if size >= _UNITS[unit]:
            return f"{size / _UNITS[unit]:.3g} {unit}"
    return f"{size} bytes"
