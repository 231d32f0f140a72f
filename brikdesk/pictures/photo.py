"""A photo as a campaign keeps it: read from a file that may be anything, checked, and made small."""

import hashlib
import stat
import warnings
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from brikdesk.errors import BadInput

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "WEBP")
_BEGINNINGS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF")

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes of a file that is read at all."""

MOST_READ = 80_000_000
"""Pixels of a photo that is read: more would fill a laptop's memory while it is unpacked."""

MOST_KEPT = 40_000_000
"""Pixels of the copy in the campaign, of a photo that lies under the map."""

MOST_PINNED = 2_500_000
"""Pixels of the copy of a pinned photo: sharp on a sheet of paper, and some 0.3 MB."""

LARGEST_KEPT = 12 * 1024 * 1024
"""Bytes of the copy in the campaign."""

SHORTEST_SIDE, LONGEST_SIDE = 100, 20_000
"""Pixels of a side; nothing can be recognised in less, and no camera makes more."""

QUALITIES = (88, 75, 60)
"""JPEG qualities that are tried until the copy is small enough; 88 shows no fault on a map."""


class PhotoCopy(Struct, frozen=True):
    """The copy that goes into the campaign: a JPEG upright as it was taken, without where and when.

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
    return photo_of(_bytes_of(path), most)


def photo_of(data: bytes, most: int = MOST_KEPT) -> PhotoCopy:
    """Check the bytes of a photo and return the copy to keep. Raise BadInput as `photo_from`."""
    if not data.startswith(_BEGINNINGS):
        raise BadInput(f"This is no PNG, JPEG or WebP picture but {_kind_of(data)}. {_INSTEAD}")
    from PIL import Image, ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # odd tags in a photo are none of the referee's business
            with Image.open(BytesIO(data), formats=FORMATS) as opened:
                _check(opened)
                opened.load()
                upright = ImageOps.exif_transpose(opened)
    except BadInput:
        raise
    except Image.DecompressionBombError:
        raise BadInput(_TOO_LARGE) from None
    except Exception as error:  # Pillow's readers raise a dozen kinds for damaged data
        raise BadInput(
            f"The picture is damaged or cut off and cannot be read. {_INSTEAD}"
        ) from error
    return _copy(_flat(upright), most)


_INSTEAD = "Take or export it once more as JPEG. Nothing was changed."
_TOO_LARGE = f"The picture is too large. Save it with at most {MOST_READ // 1_000_000} megapixels."


def _bytes_of(path: Path) -> bytes:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            what = "a folder" if stat.S_ISDIR(found.st_mode) else "no ordinary file"
            raise BadInput(f"{path.name} is {what}. Choose a picture file.")
        if found.st_size > LARGEST_FILE:
            size = f"{found.st_size / 1024 / 1024:,.0f} MB"
            raise BadInput(f"{path.name} has {size}. Save it with at most {LARGEST_FILE >> 20} MB.")
        with path.open("rb") as file:
            return file.read(LARGEST_FILE)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        why = getattr(error, "strerror", None) or "there is no such file"
        raise BadInput(f"{path.name[:80]} cannot be read: {why}. Nothing was changed.") from None


def _kind_of(data: bytes) -> str:
    for beginning, words in (
        (b"", "an empty file" if not data else ""),
        (b"GIF8", "a GIF"),
        (b"II*\0", "a TIFF"),
        (b"MM\0*", "a TIFF"),
        (b"8BPS", "a Photoshop file"),
        (b"%PDF", "a PDF"),
        (b"BM", "a BMP"),
    ):
        if words and data.startswith(beginning):
            return words
    if data[4:8] == b"ftyp":
        return "a HEIC, AVIF or film"
    if b"<svg" in data[:2000].lower():
        return "an SVG drawing"
    return "something else"


def _check(picture: "Image") -> None:
    """Look at what the head of the file says, before any pixel is unpacked."""
    wide, high = picture.size
    if wide * high > MOST_READ or max(wide, high) > LONGEST_SIDE:
        raise BadInput(f"The picture has {wide:,} by {high:,} pixels. {_TOO_LARGE}")
    if min(wide, high) < SHORTEST_SIDE:
        raise BadInput(
            f"The picture has only {wide:,} by {high:,} pixels; it takes {SHORTEST_SIDE} each way."
        )
    if getattr(picture, "is_animated", False):
        raise BadInput("The picture moves. Choose a photo that stands still.")
    if picture.mode == "CMYK":
        raise BadInput("The picture is in printer's colours (CMYK). Save it as RGB and try again.")
    if picture.mode.startswith(("I", "F")):
        raise BadInput("The picture has 16 bits for each grey. Save it with 8 and try again.")


def _flat(picture: "Image") -> "Image":
    """Return the picture in plain colours: what is clear in it becomes white."""
    from PIL import Image

    if not picture.has_transparency_data:
        return picture.convert("RGB")
    clear = picture.convert("RGBA")
    white = Image.new("RGBA", clear.size, (255, 255, 255, 255))
    return Image.alpha_composite(white, clear).convert("RGB")


def _copy(picture: "Image", most: int) -> PhotoCopy:
    pixels = picture.width * picture.height
    if pixels > most:
        picture = _smaller(picture, (most / pixels) ** 0.5)
    while True:
        for quality in QUALITIES:
            out = BytesIO()
            # Nothing else is handed over: no place, no time, no name of the camera's owner.
            picture.save(out, "JPEG", quality=quality)
            data = out.getvalue()
            if len(data) <= LARGEST_KEPT:
                return PhotoCopy(name_of(data), data, picture.width, picture.height)
        picture = _smaller(picture, 0.8)


def _smaller(picture: "Image", part: float) -> "Image":
    from PIL import Image

    size = max(1, int(picture.width * part)), max(1, int(picture.height * part))
    return picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
