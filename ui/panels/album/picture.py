"""One photo, as large as there is room for."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from ui.look.theme import Theme
from ui.widgets.painted import PaintedWidget


class AlbumPicture(PaintedWidget):
    """Shows a photo, or words where there is none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(QSize(theme.px(160), theme.px(180)))
        self._photo = QPixmap()
        self._words = ""

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(400), self.theme.px(260))

    def show_photo(self, image: QImage, words: str) -> None:
        """Show a photo; `words` say what it is to those who cannot see it."""
        self._photo, self._words = QPixmap.fromImage(image), ""
        self.setAccessibleName(words)
        self.update()

    def say(self, words: str) -> None:
        """Show words instead of a photo."""
        self._photo, self._words = QPixmap(), words
        self.setAccessibleName(words)
        self.update()

    @property
    def is_shown(self) -> bool:
        """Whether a photo is shown."""
        return not self._photo.isNull()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the photo in the middle, whole."""
        painter.fillRect(box, self.theme.color("well"))
        if self._photo.isNull():
            painter.setFont(self.theme.font("body"))
            painter.setPen(self.theme.color("text2"))
            inner = box.adjusted(24, 24, -24, -24)
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(inner, flags, self._words)
            return
        whole = QRectF(self._photo.rect())
        scale = min(box.width() / whole.width(), box.height() / whole.height(), 1.0)
        shown = QRectF(QPointF(0, 0), whole.size() * scale)
        shown.moveCenter(box.center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(shown, self._photo, whole)
