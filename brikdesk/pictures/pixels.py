"""Pixels as bytes, for whoever paints them. Pillow makes them while other threads go on working."""

from io import BytesIO
from typing import TYPE_CHECKING

from msgspec import Struct

from brikdesk.errors import BadInput

if TYPE_CHECKING:
    from PIL.Image import Image

SMALLEST = 300
"""Pixels of the longer side under which no smaller copy is worth making."""


class Pixels(Struct, frozen=True):
    """A picture, four bytes a pixel (red, green, blue, opacity), row by row."""

    width: int
    height: int
    data: bytes


def _pixels_of(picture: "Image") -> Pixels:
    """Return the pixels of a picture."""
    return Pixels(*picture.size, picture.convert("RGBA").tobytes())


def unpacked(data: bytes, longest: int = 0) -> Pixels:
    """Return the pixels of a kept photo, with `longest` at most so many along the longer side.

    Raise BadInput if its bytes are damaged.
    """
    from PIL import Image

    try:
        with Image.open(BytesIO(data), formats=("JPEG",)) as opened:
            if longest:
                opened.thumbnail((longest, longest))
            return _pixels_of(opened)
    except Exception as error:  # Pillow's readers raise a dozen kinds for damaged data
        raise BadInput("The photo in this campaign is damaged. Choose it once more.") from error


def halved(picture: "Image") -> tuple[Pixels, ...]:
    """Return a picture in halves of its size: drawn from the next larger one, nothing flickers."""
    sizes = [_pixels_of(picture)]
    while max(picture.size) >= 2 * SMALLEST:
        picture = picture.reduce(2)
        sizes.append(_pixels_of(picture))
    return tuple(sizes)
