"""Pages of a PDF as pictures, for the screen and for printers."""

from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

DRAWING = Lock()
"""PDFium is not thread-safe: hold this lock for every call to it."""


def page_picture(document: "PdfDocument", place: int, wide: float) -> QImage:
    """Return page `place`, counted from 0, drawn `wide` pixels across."""
    return band_picture(document, place, wide, 0, 1)


def band_picture(document: "PdfDocument", place: int, wide: float, band: int, bands: int) -> QImage:
    """Return one of `bands` strips of a page, counted from 0 at the top.

    The page is drawn `wide` pixels across.
    """
    with DRAWING:
        page = document[place]
        across, high = page.get_size()
        above, below = high * band / bands, high * (bands - band - 1) / bands
        bitmap = page.render(
            scale=wide / across, crop=(0, below, 0, above), prefer_bgrx=True, rev_byteorder=False
        )
        picture = QImage(
            bytes(bitmap.buffer),
            bitmap.width,
            bitmap.height,
            bitmap.stride,
            QImage.Format.Format_RGB32,
        )
        whole = picture.copy()  # the bitmap's memory goes with it
        bitmap.close()
        page.close()
    return whole
