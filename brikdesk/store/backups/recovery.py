"""A campaign whose last writer ended in the middle: bring it back to its last whole act.

SQLite does that by itself when it opens the file for writing. A journal may come from somebody
else, though, and play pages into the file that nobody checked; so it is tried on a copy first.
"""

import stat
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from brikdesk.store.file.connection import open_connection
from brikdesk.store.file.durable import copy, discard
from brikdesk.store.file.faults import ForeignParts
from brikdesk.store.file.header import LARGEST_FILE, Header

JOURNAL, LOG = "-journal", "-wal"
KEPT = 5
_JOURNAL_MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"


def side_file(path: Path, suffix: str) -> Path:
    """Name what SQLite puts beside a file."""
    return path.with_name(path.name + suffix)


def unfinished(path: Path) -> list[Path]:
    """Return the files beside a campaign with which SQLite would change it at the next opening.

    Raises ForeignParts for a journal that BrikDesk cannot have written.
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
    """Tell whether SQLite would write to the file merely by opening it."""
    return header.write_ahead or bool(unfinished(path))


def copy_whole(path: Path, target: Path) -> None:
    """Copy a campaign together with what lies beside it unfinished."""
    copy(path, target)
    for beside in unfinished(path):
        copy(beside, target.with_name(target.name + beside.name.removeprefix(path.name)))


def settle(path: Path) -> None:
    """Let SQLite roll back what was not finished, and give up a write-ahead log.

    Only for a file whose copy went through the same and was verified, or for such a copy.
    """
    with closing(open_connection(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")


def stamped(name: str, when: datetime) -> str:
    """Name a file that was put aside."""
    return f"{name}.{when.astimezone(UTC):%Y%m%dT%H%M%S%fZ}.brik"


def recover(
    path: Path, folder: Path, name: str, when: datetime, check: Callable[[Path], object]
) -> None:
    """Bring a campaign back to its last whole act, after a copy went through the same unharmed.

    What lies there is kept in `folder` as it is; of earlier ones the newest few stay. `check`
    raises where the recovered copy is not good, and then nothing at `path` is changed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    copy_whole(path, folder / stamped(name, when))
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
