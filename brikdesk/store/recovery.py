"""Bring back a whole campaign: after a crash of its last writer, or from a backup."""

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups import CheckFile, back_up, backup_name, opens
from brikdesk.store.file.connection import LARGEST_FILE, Header, open_connection
from brikdesk.store.file.durable import beside as beside_of_durable
from brikdesk.store.file.durable import (
    copy,
    discard,
    make_folder,
    put_in_new_place,
    put_in_place,
    sync_names,
)
from brikdesk.store.file.faults import Busy, ForeignParts, NotSaved, in_words
from brikdesk.store.file.lock import take_lock

JOURNAL, LOG = "-journal", "-wal"
KEPT = 5
_JOURNAL_MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"


def side_file(path: Path, suffix: str) -> Path:
    """Return the path of a journal or log that SQLite keeps beside a file."""
    return path.with_name(path.name + suffix)


def unfinished(path: Path) -> list[Path]:
    """Return the journals beside a campaign that SQLite would apply at the next opening.

    Raise ForeignParts for a journal that BrikDesk cannot have written.
    """
    found = []
    for suffix in (JOURNAL, LOG):
        beside = side_file(path, suffix)
        try:
            look = beside.lstat()
        except OSError:
            continue
        if not stat.S_ISREG(look.st_mode) or look.st_size > LARGEST_FILE:
            raise ForeignParts(f"something strange named {beside.name[-60:]}")
        if look.st_size and _is_hot(beside):
            found.append(beside)
    return found


def _is_hot(beside: Path) -> bool:
    with beside.open("rb") as file:
        if file.read(1) == b"\0":
            return False  # a journal that was ended by wiping its header
        file.seek(max(0, beside.stat().st_size - len(_JOURNAL_MAGIC)))
        ending = file.read()
    if beside.name.endswith(JOURNAL) and ending == _JOURNAL_MAGIC:
        # It ends with the name of another file, which SQLite would delete after the rollback.
        raise ForeignParts("a journal that names other files")
    return True


def must_be_settled(path: Path, header: Header) -> bool:
    """Return whether SQLite would write to the file merely by opening it."""
    return header.write_ahead or bool(unfinished(path))


def copy_whole(path: Path, target: Path) -> None:
    """Copy a campaign together with the unfinished journals beside it."""
    copy(path, target)
    for beside in unfinished(path):
        copy(beside, target.with_name(target.name + beside.name.removeprefix(path.name)))


def settle(path: Path) -> None:
    """Let SQLite roll back an unfinished transaction, and switch off a write-ahead log.

    Use this only on a copy, or on a file whose settled copy was verified before.
    """
    with closing(open_connection(path)) as connection:
        # SQLite looks at the journal only when a transaction takes its first lock.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")


def stamped(name: str, when: datetime) -> str:
    """Return the name for a file that is put aside at a moment."""
    return f"{name}.{when.astimezone(UTC):%Y%m%dT%H%M%S%fZ}.brik"


def recover(
    path: Path, folder: Path, name: str, when: datetime, check: Callable[[Path], object]
) -> None:
    """Bring a campaign back to its last whole act, once that has worked on a copy.

    The file is first kept unchanged in `folder`, where only the newest few stay. `check` raises if
    the recovered copy is not good; then the file at `path` is not changed.
    """
    make_folder(folder)
    copy_whole(path, folder / stamped(name, when))
    sync_names(folder)
    with TemporaryDirectory(dir=folder) as trial:
        tried = Path(trial) / "trial.brik"
        copy_whole(path, tried)
        settle(tried)
        check(tried)
    settle(path)
    _forget_old(folder, name)


def _forget_old(folder: Path, name: str) -> None:
    kept = sorted(entry.name for entry in folder.glob(f"{name}.*.brik"))
    for old in kept[:-KEPT]:
        for suffix in ("", JOURNAL, LOG):
            discard(folder / (old + suffix))


_FAILURE = "The backup could not be brought back"

DAMAGED = "damaged"
"""The subfolder of the backups for files that were put aside although they cannot be opened."""


def restore(
    backup: Path,
    target: Path,
    *,
    backup_dir: Path,
    when: datetime,
    check: CheckFile = opens,
) -> Path | None:
    """Replace the campaign at `target` by a backup; return where the present file was kept.

    Return None if there was no present file. The target must not be open in this program. Raise
    CampaignFileError (for example Locked); the present file is then unchanged or among the backups.
    """
    check(backup)
    try:
        lock = take_lock(target, when)
    except OSError as error:
        raise in_words(error, _FAILURE, "Nothing was changed.") from error
    try:
        if not target.exists():
            _put_side_files_aside(target, backup_dir / DAMAGED, when)
            _place(backup, target, put_in_new_place)
            return None
        kept = _put_aside(target, backup_dir, when, check)
        _write_into(backup, target)
        check(target)
        return kept
    except (OSError, sqlite3.Error) as error:
        raise in_words(error, _FAILURE, "Nothing is lost.") from error
    finally:
        lock.release()


def _put_aside(target: Path, backup_dir: Path, when: datetime, check: CheckFile) -> Path:
    """Keep the present file: as a checked backup if it is good, else byte for byte."""
    folder = backup_dir / DAMAGED
    make_folder(folder)
    name = backup_name(target)
    raw = folder / stamped(name, when)
    # Byte for byte first: if no checked backup comes of it, that copy is what is kept.
    copy_whole(target, raw)
    sync_names(folder)
    trial = folder / stamped(f"{name}.trial", when)
    try:
        copy_whole(target, trial)
        settle(trial)
        with closing(open_connection(trial)) as connection:
            kept = back_up(connection, backup_dir, name, when, check=check)
    except (CampaignFileError, sqlite3.Error) as error:
        if isinstance(error, NotSaved):
            raise
        return raw
    finally:
        _remove(trial)
    _remove(raw)
    return kept


def _write_into(backup: Path, target: Path) -> None:
    """Copy through SQLite, which also deals with a journal beside the target."""
    try:
        settle(target)
        with (
            closing(open_connection(backup, read_only=True)) as source,
            closing(open_connection(target)) as sink,
        ):
            source.backup(sink)
    except (CampaignFileError, sqlite3.Error) as error:
        reason = in_words(error)
        if isinstance(reason, NotSaved | Busy):
            raise reason from error
        # Too damaged to be written into. What lies there has been put aside; its journal must not
        # be played into the backup that takes its place.
        for suffix in (JOURNAL, LOG, "-shm"):
            side_file(target, suffix).unlink(missing_ok=True)
        _place(backup, target, put_in_place)


def _place(backup: Path, target: Path, put: Callable[[Path, Path], None]) -> None:
    part = beside_of_durable(target)
    try:
        copy(backup, part)
        put(part, target)
    finally:
        discard(part)


def _put_side_files_aside(target: Path, folder: Path, when: datetime) -> None:
    for suffix in (JOURNAL, LOG):
        orphan = side_file(target, suffix)
        if orphan.exists():
            make_folder(folder)
            copy(orphan, folder / (stamped(backup_name(target), when) + suffix))
            orphan.unlink()


def _remove(path: Path) -> None:
    for suffix in ("", JOURNAL, LOG, "-shm"):
        discard(side_file(path, suffix))
