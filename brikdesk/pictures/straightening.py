"""The work of straightening a photo, in the process that reads pictures."""

from typing import TYPE_CHECKING

from brikdesk.ground.perspective import Perspective
from brikdesk.pictures.decoding import straightened
from brikdesk.pictures.jobs import LayFlat

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

LONGEST = 2400
"""Pixels of the longer side of a straightened picture; 23 MB on the usual table."""

FINEST = 80.0
"""Pixels to the inch that are worth keeping: the map is seldom seen nearer."""

SMALLEST = 300
"""Pixels of the longer side under which no smaller copy is worth making."""


def straight_from_above(data: bytes, job: LayFlat) -> "Picture":
    """Return the table as the photo shows it, from straight above."""
    view = Perspective(job.weights)
    scale = min(FINEST, LONGEST / max(job.width, job.depth))
    size = max(1, round(job.width * scale)), max(1, round(job.depth * scale))
    return straightened(
        data,
        lambda photo: _weights(view, photo, scale),
        lambda whole: _needed(whole, view, job, size),
        size,
    )


def halves(picture: "Picture") -> list["Picture"]:
    """Return a picture in halves of its size."""
    sizes = [picture]
    while max(picture.size) >= 2 * SMALLEST:
        picture = picture.reduce(2)
        sizes.append(picture)
    return sizes


def _needed(
    whole: tuple[int, int], view: Perspective, job: LayFlat, size: tuple[int, int]
) -> tuple[int, int]:
    """Return how large the photo has to be unpacked so that nothing of the picture is lost.

    A camera sees far more than the map shows: a JPEG unpacked at half its size takes a quarter of
    the time, and has no flicker of studs that are finer than a pixel.
    """
    ends = ((0, 0), (job.width, 0), (job.width, job.depth), (0, job.depth))
    corners = [view.to_photo(at) for at in ends]
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
