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
    try:
        with _ordinary(path, name, where) as file:
            if os.fstat(file.fileno()).st_size > most:
                raise _too_large(path, most, where)
            yield file
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror or error}.", where) from None


def beginning_of(path: Path, length: int) -> bytes:
    """Return the first bytes of an ordinary file, none where there is no such file to be read."""
    try:
        descriptor = _opened(path)
        try:
            return os.read(descriptor, length) if _is_ordinary(descriptor) else b""
        finally:
            os.close(descriptor)
    except (OSError, ValueError):
        return b""


def _opened(path: Path) -> int:
    # Without waiting for somebody who writes into a pipe of that name.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    return os.open(path, flags)


def _is_ordinary(descriptor: int) -> bool:
    return stat.S_ISREG(os.fstat(descriptor).st_mode)


def _ordinary(path: Path, name: str, where: str) -> BinaryIO:
    try:
        descriptor = _opened(path)
    except ValueError:  # a NUL in it
        raise BadInput("No file can have that name.", where) from None
    if stat.S_ISDIR(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not _is_ordinary(descriptor):
        os.close(descriptor)
        raise BadInput(f"{name} is a device or a pipe, not an ordinary file.", where)
    return open(descriptor, "rb")


def _too_large(path: Path, most: int, where: str) -> BadInput:
    name = path.name[:LONGEST_NAME] or str(path)
    return BadInput(f"{name} is larger than {_size(most)}, the most that is read.", where)


def _size(most: int) -> str:
    return f"{most / 1_000_000:,.3g} MB" if most >= 1_000_000 else f"{most:,} bytes"
