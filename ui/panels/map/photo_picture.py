"""The photo of the table, painted under the grid at every zoom."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPixmap


class PhotoPicture:
    """A straightened photo of the whole table, in several sizes."""

    def __init__(self) -> None:
        self._sizes: list[QPixmap] = []
        self._opacity = 1.0

    def show(self, sizes: Sequence[QImage], opacity: float) -> None:
        """Show another photo, given from the largest to the smallest; none if there are no sizes."""
        self._opacity = opacity
        self._sizes = [QPixmap.fromImage(each) for each in sizes]

    def is_shown(self) -> bool:
        """Return whether there is a photo."""
        return bool(self._sizes)

    def paint(self, painter: QPainter, table: QRectF, seen: QRectF, ratio: float) -> None:
        """Paint the part that is seen of a table that lies at this place of the view."""
        part = table & seen
        if not self._sizes or part.isEmpty():
            return
        wanted = table.width() * ratio
        picture = next(
            (each for each in reversed(self._sizes) if each.width() >= wanted), self._sizes[0]
        )
        across, down = picture.width() / table.width(), picture.height() / table.height()
        source = QRectF(
            (part.left() - table.left()) * across,
            (part.top() - table.top()) * down,
            part.width() * across,
            part.height() * down,
        )
        painter.save()
        painter.setOpacity(self._opacity)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(part, picture, source)
        painter.restore()
