"""A photo of the table straightened: as if the camera had hung straight above it."""

from io import BytesIO
from typing import TYPE_CHECKING

from brikdesk.errors import BadInput
from brikdesk.ground.perspective import Perspective

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

LONGEST = 2400
"""Pixels of the longer side of a straightened picture; 23 MB on the usual table."""

FINEST = 80.0
"""Pixels to the inch that are worth keeping: the map is seldom seen nearer."""


def laid_flat(data: bytes, view: Perspective, width: float, depth: float) -> "Picture":
    """Return the table of `width` by `depth` inches as a photo of it shows it, straightened.

    What the photo does not show of the table is clear. Raise BadInput if it cannot be read.
    """
    from PIL import Image

    scale = min(FINEST, LONGEST / max(width, depth))
    size = max(1, round(width * scale)), max(1, round(depth * scale))
    try:
        with Image.open(BytesIO(data), formats=("JPEG",)) as opened:
            whole = opened.size
            opened.draft("RGB", _needed(whole, view, width, depth, size))
            photo = opened.convert("RGBA")
    except Exception as error:  # Pillow's readers raise a dozen kinds for damaged data
        raise BadInput("The photo of the table is damaged. Choose it once more.") from error
    return photo.transform(
        size,
        Image.Transform.PERSPECTIVE,
        _weights(view, photo.size, scale),
        Image.Resampling.BILINEAR,
    )


def _needed(
    whole: tuple[int, int], view: Perspective, width: float, depth: float, size: tuple[int, int]
) -> tuple[int, int]:
    """Return how large the photo has to be unpacked so that nothing of the picture is lost.

    A camera sees far more than the map shows: a JPEG unpacked at half its size takes a quarter of
    the time, and has no flicker of studs that are finer than a pixel.
    """
    corners = [view.to_photo(at) for at in ((0, 0), (width, 0), (width, depth), (0, depth))]
    seen = [at for at in corners if at is not None]
    if len(seen) < 4:
        return whole
    across = max(x for x, _ in seen) - min(x for x, _ in seen)
    down = max(y for _, y in seen) - min(y for _, y in seen)
    return round(size[0] / max(across, 1e-6)), round(size[1] / max(down, 1e-6))


def _weights(view: Perspective, photo: tuple[int, int], scale: float) -> tuple[float, ...]:
    """Return Pillow's eight numbers: from a pixel of the result to one of the photo."""
    a, b, c, d, e, f, g, h, i = view.weights
    wide, high = photo
    rows = (
        a * wide / scale, b * wide / scale, c * wide,
        d * high / scale, e * high / scale, f * high,
        g / scale, h / scale, i,
    )  # fmt: skip
    return tuple(each / i for each in rows[:8])


def jpeg_of(flat: "Picture") -> bytes:
    """Return a straightened picture as JPEG; what is clear in it becomes white, as paper is."""
    from PIL import Image

    white = Image.new("RGBA", flat.size, (255, 255, 255, 255))
    out = BytesIO()
    Image.alpha_composite(white, flat).convert("RGB").save(out, "JPEG", quality=85)
    return out.getvalue()
