"""Bring a campaign whose last writer crashed back to its last whole act.

SQLite does this by itself when it opens the file for writing. But a journal beside the file may
come from a stranger and would write unchecked pages into it, so it is tried on a copy first.
"""

import stat
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from brikdesk.store.file.connection import open_connection
from brikdesk.store.file.durable import copy, discard, make_folder, sync_names
from brikdesk.store.file.faults import ForeignParts
from brikdesk.store.file.header import LARGEST_FILE, Header

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
