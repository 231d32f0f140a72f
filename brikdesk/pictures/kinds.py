"""What kind of picture the first bytes of a file are, without any library."""

from enum import Enum

from brikdesk.errors import BadInput


class Kind(Enum):
    """The kinds of pictures that are read."""

    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"
    HEIC = "HEIC"


_BEGINNINGS = ((b"\x89PNG\r\n\x1a\n", Kind.PNG), (b"\xff\xd8\xff", Kind.JPEG), (b"RIFF", Kind.WEBP))
_HEIC_BRANDS = frozenset((b"heic", b"heix", b"heim", b"heis", b"mif1"))
_OTHERS = (
    (b"GIF8", "a GIF"),
    (b"II*\0", "a TIFF"),
    (b"MM\0*", "a TIFF"),
    (b"8BPS", "a Photoshop file"),
    (b"%PDF", "a PDF"),
    (b"BM", "a BMP"),
)


def kind_of(data: bytes) -> Kind:
    """Return the kind of a photo by its first bytes. Raise BadInput for everything else."""
    for beginning, kind in _BEGINNINGS:
        if data.startswith(beginning):
            return kind
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC_BRANDS and b"avif" not in data[8:40]:
        return Kind.HEIC
    raise BadInput(
        f"This is no JPEG, PNG, WebP or HEIC picture but {_named(data)}. "
        "Take or export it once more as JPEG. Nothing was changed."
    )


def _named(data: bytes) -> str:
    if not data:
        return "an empty file"
    if data[4:8] == b"ftyp":
        return "an AVIF or a film"
    if b"<svg" in data[:2000].lower():
        return "an SVG drawing"
    return next((words for start, words in _OTHERS if data.startswith(start)), "something else")
