"""Write files so that a power cut leaves the old one or the new one, never half of one.

A file is written under another name in the same folder, synced, then renamed in one step.
"""

import glob
import os
import sys
import time
import uuid
from contextlib import suppress
from pathlib import Path


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
    return path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.part")


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
    _sync_names(path.parent)


def put_in_new_place(ready: Path, path: Path) -> None:
    """Rename a finished file to `path`. Raise FileExistsError if the name is taken."""
    sync(ready)
    if sys.platform == "win32":
        ready.rename(path)  # refuses an existing name there
    else:
        _link_or_rename(ready, path)
    _sync_names(path.parent)


def _sync_names(folder: Path) -> None:
    """Sync a folder after a rename, ignoring errors.

    The file is whole and has its name already, so an error here would wrongly tell the referee that
    nothing was written. Some network drives refuse to sync folders at all.
    """
    with suppress(OSError):
        sync(folder)


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
