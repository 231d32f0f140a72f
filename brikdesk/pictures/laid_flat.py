"""A photo of the table straightened: as if the camera had hung straight above it."""

from brikdesk.errors import BadInput
from brikdesk.ground.perspective import Perspective
from brikdesk.pictures.apart import Read, ReadingStopped, ask
from brikdesk.pictures.jobs import LayFlat
from brikdesk.pictures.pixels import Pixels, pixels_of

DAMAGED = "The photo of the table is damaged. Choose it once more (T)."


def laid_flat(data: bytes, view: Perspective, width: float, depth: float) -> tuple[Pixels, ...]:
    """Return the table of `width` by `depth` inches as a photo of it shows it, straightened.

    What the photo does not show of the table is clear. Each picture is half as large as the one before:
    drawn from the next larger one, nothing flickers. Raise BadInput if the photo cannot be read.
    """
    return pixels_of(_read(data, LayFlat(view.weights, width, depth)))


def laid_on_paper(data: bytes, view: Perspective, width: float, depth: float) -> bytes:
    """Return the same as one JPEG; what is clear becomes white, as paper is."""
    _, (jpeg,) = _read(data, LayFlat(view.weights, width, depth, for_paper=True))
    return bytes(jpeg)


def _read(data: bytes, job: LayFlat) -> Read:
    try:
        return ask(job, data)
    except ReadingStopped:
        raise
    except BadInput as error:
        raise BadInput(DAMAGED) from error
