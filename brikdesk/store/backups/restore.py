"""Restore a backup into the present file, after keeping a copy of that file."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups.backup import CheckFile, back_up, backup_name, opens
from brikdesk.store.backups.recovery import JOURNAL, LOG, copy_whole, settle, side_file, stamped
from brikdesk.store.file.connection import in_words, open_connection
from brikdesk.store.file.durable import (
    beside,
    copy,
    discard,
    make_folder,
    put_in_new_place,
    put_in_place,
    sync_names,
)
from brikdesk.store.file.faults import Busy, NotSaved
from brikdesk.store.file.lock import take_lock

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
            _place(backup, target)
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
        part = beside(target)
        try:
            copy(backup, part)
            put_in_place(part, target)
        finally:
            discard(part)


def _place(backup: Path, target: Path) -> None:
    part = beside(target)
    try:
        copy(backup, part)
        put_in_new_place(part, target)
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
