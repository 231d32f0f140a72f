"""Pixels as bytes, for whoever paints them. Another process unpacks them: a photo may be a stranger's."""

from collections.abc import Iterable

from msgspec import Struct

from brikdesk.errors import BadInput
from brikdesk.pictures.apart import Read, ReadingStopped, ask
from brikdesk.pictures.jobs import Unpack

DAMAGED = "The photo in this campaign is damaged. Choose it once more."


class Pixels(Struct, frozen=True):
    """A picture, four bytes a pixel (red, green, blue, opacity), row by row."""

    width: int
    height: int
    data: bytearray


class UnpackedPhoto(Struct, frozen=True):
    """A kept photo in some sizes; `width` and `height` are its own."""

    width: int
    height: int
    sizes: tuple[Pixels, ...]


def unpacked(data: bytes, sizes: Iterable[int]) -> UnpackedPhoto:
    """Return the pixels of a kept photo, once for each size: pixels of the longer side, 0 for the whole.

    The whole of a huge one comes smaller too. Raise BadInput if its bytes are damaged.
    """
    try:
        read = ask(Unpack(tuple(sizes)), data)
    except ReadingStopped:
        raise
    except BadInput as error:
        raise BadInput(DAMAGED) from error
    return UnpackedPhoto(read[0].width, read[0].height, pixels_of(read))


def pixels_of(read: Read) -> tuple[Pixels, ...]:
    """Return the pictures of an answer."""
    answer, found = read
    return tuple(
        Pixels(part.width, part.height, data)
        for part, data in zip(answer.parts, found, strict=True)
    )
