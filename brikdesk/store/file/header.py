"""Checks of a file's path, size and first bytes, made before SQLite opens it."""

import os
import stat
import struct
from codecs import getincrementaldecoder
from pathlib import Path

from msgspec import Struct

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.connection import APPLICATION_ID, PAGE_SIZE
from brikdesk.store.file.faults import CutOff, Damaged, ForeignParts, Newer, NotACampaign

HEADER_SIZE = 100
LARGEST_FILE = 4 * 1024 * 1024 * 1024
"""Bytes of a campaign. Nothing is added to one that would become larger."""

MAGIC = b"SQLite format 3\0"

_KINDS = (
    (b"%PDF", "it is a PDF"),
    (b"PK\x03\x04", "it is a zip archive"),
    (b"\x1f\x8b", "it is a gzip archive"),
    (b"\x89PNG", "it is a picture"),
    (b"\xff\xd8\xff", "it is a picture"),
    (b"GIF8", "it is a picture"),
    (b"RIFF", "it is a picture or a sound"),
    (b"\x7fELF", "it is a program"),
    (b"MZ", "it is a program"),
)


class Header(Struct, frozen=True):
    """The fields of a campaign's first 100 bytes that decide how it is opened."""

    version: int
    """The number of its format: user_version."""
    page_count: int
    """Pages by the file's own count; 0 where another program left no valid count."""
    write_ahead: bool
    """Whether its last writer used a write-ahead log, which BrikDesk never does."""
    changes: int
    """SQLite's change counter: it grows with every commit."""
    size: int
    """Bytes on the drive."""

    def check_size(self) -> None:
        """Raise CutOff if pages are missing. Extra bytes are ignored, as SQLite ignores them."""
        if self.size < self.page_count * PAGE_SIZE or self.size < PAGE_SIZE:
            raise CutOff


def find_file(path: Path) -> Path:
    """Return the real path of a regular file, links followed; else raise CampaignFileError."""
    try:
        real = path.resolve(strict=True)
        kind = real.stat().st_mode
    except FileNotFoundError:
        raise CampaignFileError(f"There is no file {path.name} in {path.parent}.") from None
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a name with NUL
        raise CampaignFileError(f"{path.name} cannot be reached. Nothing was changed.") from error
    if stat.S_ISDIR(kind):
        raise NotACampaign("it is a folder")
    if not stat.S_ISREG(kind):
        raise NotACampaign("it is a device or a pipe")
    return real


def read_header(path: Path, newest: int) -> Header:
    """Read and check the header of a regular file; `newest` is the format this program writes.

    Raises NotACampaign, Newer, ForeignParts or Damaged. The size is checked by `check_size`,
    because a file with a journal beside it may still get its missing pages back.
    """
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            first = file.read(512)
    except OSError as error:
        raise CampaignFileError(f"{path.name} cannot be read. Nothing was changed.") from error
    if not first.startswith(MAGIC):
        raise NotACampaign(_kind_of(first))
    if len(first) < HEADER_SIZE:
        raise CutOff
    if size > LARGEST_FILE:
        raise NotACampaign(f"it is larger than {LARGEST_FILE >> 30} GB")
    return _checked(first, size, newest)


def _checked(first: bytes, size: int, newest: int) -> Header:
    # Offsets from SQLite's file format: https://www.sqlite.org/fileformat.html#the_database_header
    page_size, write_version, read_version = struct.unpack_from(">HBB", first, 16)
    changes, page_count = struct.unpack_from(">II", first, 24)
    encoding, version = struct.unpack_from(">Ii", first, 56)
    application, counted_at = struct.unpack_from(">I20xI", first, 68)
    if application != APPLICATION_ID:
        raise NotACampaign("it is a database of another program")
    if version > newest:
        raise Newer(version, newest)
    if version < 1:
        raise Damaged("its format number is missing")
    if page_size != PAGE_SIZE:
        raise ForeignParts("pages of another size")
    if encoding != 1:
        raise ForeignParts("text in UTF-16")
    if write_version not in (1, 2) or read_version not in (1, 2):
        raise Damaged("page 1")
    return Header(
        version=version,
        # SQLite trusts the page count only if it was written together with the change counter.
        page_count=page_count if counted_at == changes else 0,
        write_ahead=2 in (write_version, read_version),
        changes=changes,
        size=size,
    )


def _kind_of(first: bytes) -> str:
    """Return what kind of file this seems to be, for a referee who picked the wrong one."""
    if not first:
        return "it is empty"
    for start, words in _KINDS:
        if first.startswith(start):
            return words
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "it is a text file"
    if b"\0" in first:
        return "it is a file of another kind"
    try:
        getincrementaldecoder("utf-8")().decode(first)  # a character cut in two at the end is fine
    except UnicodeDecodeError:
        return "it is a file of another kind"
    return "it is a text file"
