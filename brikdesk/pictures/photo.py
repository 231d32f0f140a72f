"""A photo as a campaign keeps it: read from a file that may be anything, checked, and made small."""

import hashlib
import os
import stat
from pathlib import Path

from msgspec import Struct

from brikdesk.errors import BadInput
from brikdesk.pictures.apart import Read, ask
from brikdesk.pictures.jobs import KeepCopy
from brikdesk.pictures.kinds import kind_of

SUFFIXES = (".jpg", ".jpeg", ".jfif", ".mpo", ".png", ".webp", ".heic", ".heif")

LARGEST_FILE = 160 * 1024 * 1024
"""Bytes of a file that is read at all: a PNG of 48 megapixels may have as many."""

MOST_KEPT = 24_000_000
"""Pixels of the copy in the campaign, of a photo that lies under the map: twice what its picture shows."""

MOST_PINNED = 2_500_000
"""Pixels of the copy of a pinned photo: sharp on a sheet of paper, and some 0.3 MB."""

BEGINNING = 2000
"""Bytes by which a file is known."""


class PhotoCopy(Struct, frozen=True):
    """The copy that goes into the campaign: a JPEG upright as it was taken, of pixels and nothing else.

    `name` is the SHA-256 of `data`: equal photos have one name, and a damaged one is noticed.
    """

    name: str
    data: bytes
    width: int
    height: int


def is_named_like_a_photo(path: Path) -> bool:
    """Return whether a file has the name of a photo; only reading it tells whether it is one."""
    return path.suffix.lower() in SUFFIXES


def name_of(data: bytes) -> str:
    """Return the name of a photo with these bytes."""
    return hashlib.sha256(data).hexdigest()


def photo_from(path: Path, most: int = MOST_KEPT) -> PhotoCopy:
    """Read a photo from a file; the copy has at most so many pixels.

    Raise BadInput in words for everything that is none, or too large.
    """
    _check_file(path)
    name = os.fsencode(path.absolute())
    return _copy(ask(KeepCopy(most, name)))


def photo_of(data: bytes, most: int = MOST_KEPT) -> PhotoCopy:
    """Check the bytes of a photo and return the copy to keep. Raise BadInput as `photo_from`."""
    kind_of(data)
    return _copy(ask(KeepCopy(most), data))


def _copy(read: Read) -> PhotoCopy:
    answer, (found,) = read
    data = bytes(found)
    return PhotoCopy(name_of(data), data, answer.width, answer.height)


def _check_file(path: Path) -> None:
    """Look at a file before another process opens it: what it is, how large, and how it begins."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            what = "a folder" if stat.S_ISDIR(found.st_mode) else "no ordinary file"
            raise BadInput(f"{path.name} is {what}. Choose a picture file.")
        if found.st_size > LARGEST_FILE:
            size = f"{found.st_size / 1024 / 1024:,.0f} MB"
            raise BadInput(f"{path.name} has {size}. Save it with at most {LARGEST_FILE >> 20} MB.")
        with path.open("rb") as file:
            kind_of(file.read(BEGINNING))
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        why = getattr(error, "strerror", None) or "there is no such file"
        raise BadInput(f"{path.name[:80]} cannot be read: {why}. Nothing was changed.") from None
