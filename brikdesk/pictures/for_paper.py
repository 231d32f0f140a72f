"""A kept photo as it goes out of the program: into a report, a page of the web, a file beside one."""

from msgspec import Struct

from brikdesk.pictures.apart import ask
from brikdesk.pictures.jobs import ForPaper


class PrintedPhoto(Struct, frozen=True):
    """A JPEG that was unpacked to its last pixel, and holds nothing but pixels."""

    jpeg: bytes
    width: int
    height: int


def for_paper(data: bytes) -> PrintedPhoto:
    """Return a kept photo as it may go out; the same bytes, where BrikDesk itself made them.

    Raise BadInput if it is damaged, or takes more time or memory than a photo does.
    """
    answer, (jpeg,) = ask(ForPaper(), data)
    return PrintedPhoto(bytes(jpeg) or data, answer.width, answer.height)
