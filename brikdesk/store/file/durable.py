"""Write files so that a power cut leaves the old one or the new one, never half of one.

A file is written under another name in the same folder, synced, then renamed in one step. Where its
new content depends on the old one, its writer is alone meanwhile.
"""

import errno
import glob
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

USUAL = 0o666
"""The permissions of a new file, of which the system takes away what the user's mask says."""


def created(path: Path, like: Path | None = None) -> BinaryIO:
    """Make a new file and open it for writing: no more may read it than may read `like`.

    What is made from a campaign is as private as the campaign, from its first byte on. Raise
    FileExistsError if the name is taken.
    """
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    return open(os.open(path, flags, USUAL if like is None else mode_of(like)), "wb")


def sync(path: Path) -> None:
    """Wait until a file's bytes, or a folder's names, have reached the drive."""
    if path.is_dir() and sys.platform == "win32":
        return  # Windows has no handle for this; the rename itself is journalled there
    # A folder opens for reading only; a file must be open for writing on Windows.
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def beside(path: Path) -> Path:
    """Return an unused name in the same folder, for a file that is not ready yet."""
    return path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")


def sweep(path: Path) -> None:
    """Delete unfinished files that killed programs left for this name, or names that begin with it.

    Files younger than an hour stay: another program may still be writing them.
    """
    long_ago = time.time() - 3600
    with suppress(OSError):
        for left in path.parent.glob(f".{glob.escape(path.name)}*.part"):
            with suppress(OSError):
                if left.lstat().st_mtime < long_ago:
                    left.unlink()


def put_in_place(ready: Path, path: Path) -> None:
    """Rename a finished file to `path`, replacing any file there."""
    sync(ready)
    ready.replace(path)
    sync_names(path.parent)


def put_in_new_place(ready: Path, path: Path) -> None:
    """Rename a finished file to `path`. Raise FileExistsError if the name is taken."""
    sync(ready)
    if sys.platform == "win32":
        ready.rename(path)  # refuses an existing name there
    else:
        _link_or_rename(ready, path)
    sync_names(path.parent)


def sync_names(folder: Path) -> None:
    """Sync a folder after a rename or a new name, ignoring errors.

    The file is whole and has its name already, so an error here would wrongly tell the referee that
    nothing was written. Some network drives refuse to sync folders at all.
    """
    with suppress(OSError):
        sync(folder)


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, whose names a power cut leaves."""
    missing = [each for each in (path, *path.parents) if not each.is_dir()]
    path.mkdir(parents=True, exist_ok=True)
    for made in missing:
        sync_names(made.parent)


def _link_or_rename(ready: Path, path: Path) -> None:
    try:
        # A rename would replace an existing file on POSIX; a link fails instead.
        path.hardlink_to(ready)
    except FileExistsError:
        raise
    except OSError:  # a drive without links (FAT): look, then rename
        if path.exists():
            raise FileExistsError(path) from None
        ready.rename(path)
    else:
        discard(ready)  # the file has its name; that it has another one too harms nothing


def mode_of(path: Path) -> int:
    """Return who may read and write a file; only its owner where there is none."""
    try:
        return path.stat().st_mode & 0o666
    except OSError:
        return 0o600


def write_for_readers_of(path: Path) -> int:
    """Let this program write nothing more that others may read who may not read this file.

    Return what `os.umask` takes to write as before.
    """
    before = os.umask(0o077)
    mode = mode_of(path)
    os.umask(before | (0 if mode & 0o040 else 0o070) | (0 if mode & 0o004 else 0o007))
    return before


def make_private(path: Path) -> None:
    """Make an empty file that only its owner can read. Raise FileExistsError if there is one."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def copy(source: Path, target: Path) -> None:
    """Copy a file's bytes, synced, for the same readers; the target must not exist."""
    make_private(target)
    with source.open("rb") as old, target.open("wb") as new:
        while block := old.read(1 << 20):
            new.write(block)
        new.flush()
        os.fsync(new.fileno())
    with suppress(OSError):  # some drives know no such modes
        target.chmod(mode_of(source))


def discard(path: Path) -> None:
    """Delete a file that is no longer needed, ignoring errors."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


@contextmanager
def alone(path: Path, within: float) -> Iterator[None]:
    """Keep out all other programs of this computer that change this file, or look at this lock.

    Raise filelock.Timeout if they are not done `within` so many seconds, OSError if the folder
    cannot be written. On a drive without such locks nobody is kept out.
    """
    from filelock import FileLock  # not before the window is painted, which knows this module

    guard = FileLock(
        path.with_name(f".{path.name}.guard"), thread_local=False, fallback_to_soft=False
    )
    try:
        guard.acquire(timeout=within, poll_interval=0.005)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        yield
        return
    try:
        yield
    finally:
        # While it is held: who waits for it finds that it has no name any more, and makes another.
        with suppress(OSError):
            Path(guard.lock_file).unlink(missing_ok=True)
        with suppress(OSError):
            guard.release()


NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}
"""How a drive says that it has no locks of the kernel."""
