"""Files that are whole after a power cut: written beside, synced, then put in place in one step."""

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
    """Delete what killed programs left of files that were to get this name, or names that begin so.

    What is younger than an hour may still be written.
    """
    long_ago = time.time() - 3600
    with suppress(OSError):
        for left in path.parent.glob(f".{glob.escape(path.name)}*.part"):
            with suppress(OSError):
                if left.lstat().st_mtime < long_ago:
                    left.unlink()


def put_in_place(ready: Path, path: Path) -> None:
    """Return a finished file its name, replacing what had it."""
    sync(ready)
    ready.replace(path)
    _sync_names(path.parent)


def put_in_new_place(ready: Path, path: Path) -> None:
    """Return a finished file its name; FileExistsError where something has that name already."""
    sync(ready)
    if sys.platform == "win32":
        ready.rename(path)  # refuses an existing name there
    else:
        _link_or_rename(ready, path)
    _sync_names(path.parent)


def _sync_names(folder: Path) -> None:
    """Have a new name reach the drive; where that fails, the whole file has its name all the same.

    Saying that nothing was written would then be wrong; and some network drives always refuse.
    """
    with suppress(OSError):
        sync(folder)


def _link_or_rename(ready: Path, path: Path) -> None:
    try:
        path.hardlink_to(ready)
    except FileExistsError:
        raise
    except OSError:  # a drive without links (FAT): look, then rename
        if path.exists():
            raise FileExistsError(path) from None
        ready.rename(path)
    else:
        discard(ready)  # the file has its name; that it has another one too harms nothing


def copy(source: Path, target: Path) -> None:
    """Copy a file's bytes, synced; the target must not exist."""
    with source.open("rb") as old, target.open("xb") as new:
        while block := old.read(1 << 20):
            new.write(block)
        new.flush()
        os.fsync(new.fileno())


def discard(path: Path) -> None:
    """Delete a file that is not needed; where it stays, nothing is wrong."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
