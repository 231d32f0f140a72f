"""A plain surface in a colour token, with a line at an edge where it meets its neighbour."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.look.override import override
from ui.look.theme import Theme
from ui.widgets.painted import PaintedWidget


class Backdrop(PaintedWidget):
    """Fills itself with the colour `token`; a separator runs along `edge`, if one is named."""

    def __init__(
        self,
        theme: Theme,
        token: str = "bg1",
        edge: Qt.Edge | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._token, self._edge = token, edge

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint surface and separator."""
        painter.fillRect(box, self.theme.color(self._token))
        if self._edge is not None:
            painter.fillRect(_line(box, self._edge), self.theme.color("line"))


def _line(box: QRectF, edge: Qt.Edge) -> QRectF:
    if edge == Qt.Edge.TopEdge:
        return QRectF(0, 0, box.width(), 1)
    if edge == Qt.Edge.BottomEdge:
        return QRectF(0, box.height() - 1, box.width(), 1)
    left = 0 if edge == Qt.Edge.LeftEdge else box.width() - 1
    return QRectF(left, 0, 1, box.height())
