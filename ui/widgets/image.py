"""Pictures that were made without Qt, as Qt paints them."""

from PySide6.QtGui import QImage

from brikdesk.pictures.pixels import Pixels


def image_of(pixels: Pixels) -> QImage:
    """Return an image of its own, in the form that is painted without being converted each time."""
    image = QImage(
        pixels.data, pixels.width, pixels.height, 4 * pixels.width, QImage.Format.Format_RGBA8888
    )
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
