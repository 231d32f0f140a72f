"""A photo taken up: read, and unpacked to be looked at. All of it runs beside the window."""

from pathlib import Path

from msgspec import Struct
from PySide6.QtGui import QImage

from brikdesk.pictures.photo import MOST_PINNED, PhotoCopy, name_of, photo_from
from brikdesk.pictures.pixels import unpacked
from ui.widgets.image import image_of

LARGEST_SHOWN = 1600
"""Pixels of the longer side of the copy that a sheet paints."""


class Taken(Struct, frozen=True):
    """A photo as it is kept, as it is looked at through the loupe, and as it is painted."""

    photo: PhotoCopy
    image: QImage
    shown: QImage


def from_file(path: Path) -> Taken:
    """Return the photo in a file. Raise BadInput as `photo_from`."""
    return from_campaign(photo_from(path).data)


def to_pin(path: Path) -> PhotoCopy:
    """Return the photo in a file, small enough to be pinned. Raise BadInput as `photo_from`."""
    return photo_from(path, MOST_PINNED)


def from_campaign(data: bytes) -> Taken:
    """Return a photo that a campaign keeps. Raise BadInput if its bytes are damaged."""
    # Not by Qt: it would hold up the window while it unpacks, also on a thread of its own.
    photo = unpacked(data, (0, LARGEST_SHOWN))
    whole, shown = photo.sizes
    copy = PhotoCopy(name_of(data), data, photo.width, photo.height)
    return Taken(copy, image_of(whole), image_of(shown))
