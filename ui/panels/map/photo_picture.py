"""The photo of the table, painted under the grid at every zoom."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

SMALLEST = 300
"""Pixels of the longer side under which no smaller copy is worth making."""


class PhotoPicture:
    """A straightened photo in halves of its size: drawn from the next larger one nothing flickers."""

    def __init__(self) -> None:
        self._sizes: list[QPixmap] = []
        self._opacity = 1.0

    def show(self, image: QImage, opacity: float) -> None:
        """Show another photo of the whole table; a null image shows none."""
        self._opacity, self._sizes = opacity, []
        while not image.isNull():
            self._sizes.append(QPixmap.fromImage(image))
            if max(image.width(), image.height()) < 2 * SMALLEST:
                break
            image = image.scaled(
                image.size() / 2,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )

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
