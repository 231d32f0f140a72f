"""Reading files that somebody else may have made: ordinary ones only, and only up to a size.

Every door through which a file comes in asks here. A pipe would be waited for, a device never ends,
and a file without end would fill the memory.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from brikdesk.errors import BadInput

LONGEST_NAME = 80
"""Characters of a file's name that a message repeats."""


def content_of(path: Path, most: int, where: str = "") -> bytes:
    """Return the bytes of a file. Raise BadInput as `opened` does."""
    with opened(path, most, where) as file:
        content = file.read(most + 1)
    if len(content) > most:  # it grew meanwhile, or tells no size
        raise _too_large(path, most, where)
    return content


@contextmanager
def opened(path: Path, most: int, where: str = "") -> Iterator[BinaryIO]:
    """Open a file for whoever reads it piece by piece.

    Raise BadInput if there is none, if it is no ordinary file, has more than `most` bytes or cannot
    be read; also where reading fails later.
    """
    name = path.name[:LONGEST_NAME] or str(path)
    if "\0" in str(path):
        raise BadInput("No file can have that name.", where)
    try:
        with ordinary(path) as file:
            if os.fstat(file.fileno()).st_size > most:
                raise _too_large(path, most, where)
            yield file
    except FileNotFoundError:
        raise BadInput(f"{name} is not there.", where) from None
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror or error}.", where) from None


def beginning_of(path: Path, length: int) -> bytes:
    """Return the first bytes of an ordinary file, none where there is no such file to be read."""
    try:
        with ordinary(path) as file:
            return file.read(length)
    except (OSError, ValueError):
        return b""


def ordinary(path: Path) -> BinaryIO:
    """Open an ordinary file for reading; OSError for a folder, a device, a pipe, or as the drive says."""
    return open(_descriptor(path, os.O_RDONLY), "rb")


def to_append(path: Path) -> int:
    """Open an ordinary file to write at its end, made for its owner alone where there is none.

    Return its descriptor. OSError for a folder, a device, a pipe, or as the drive says.
    """
    return _descriptor(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)


def _descriptor(path: Path, flags: int) -> int:
    # Without waiting for somebody at the other end of a pipe of that name.
    flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o600)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    raise OSError(errno.EINVAL, "it is a device or a pipe")


def is_ordinary(path: Path) -> bool:
    """Return whether a file of that name can be read as one: no folder, no pipe, not behind a link.

    False also where the drive does not answer.
    """
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (OSError, ValueError):
        return False


def _too_large(path: Path, most: int, where: str) -> BadInput:
    name = path.name[:LONGEST_NAME] or str(path)
    return BadInput(f"{name} is larger than {_size(most)}, the most that is read.", where)


def _size(most: int) -> str:
    return f"{most / 1_000_000:,.3g} MB" if most >= 1_000_000 else f"{most:,} bytes"
