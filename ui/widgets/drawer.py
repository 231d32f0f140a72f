"""A panel that comes over the others from an edge where the window is narrow."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.look.theme import Theme
from ui.widgets.brushwork import with_alpha
from ui.widgets.kept_focus import KeptFocus
from ui.widgets.painted import PaintedWidget


class Drawer(PaintedWidget):
    """Lies over `host` along its left or bottom edge; Esc or a click beside it closes it.

    `extent` is its width (left) or height (bottom) in pixels at 100 %. Put the panel into `column`.
    The focus goes back to where it was when it closes.
    """

    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        extent: int = 272,
        edge: Qt.Edge = Qt.Edge.LeftEdge,
    ) -> None:
        super().__init__(theme, host)
        self._host, self._extent, self._edge = host, extent, edge
        self._came_from = KeptFocus()
        self._ground = QWidget(self)
        self._ground.setAutoFillBackground(True)
        self.column = QVBoxLayout(self._ground)
        self.column.setContentsMargins(0, 0, 0, 0)
        host.installEventFilter(self)
        self.hide()

    def is_open(self) -> bool:
        """Tell whether it lies over the window now."""
        return not self.isHidden()

    def open(self) -> None:
        """Come over the window and take the focus."""
        self._came_from.keep(self)
        self._place()
        self.show()
        self.raise_()
        first = self._ground.nextInFocusChain()
        if first and self._ground.isAncestorOf(first):
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_drawer(self) -> None:
        """Go away and give the focus back."""
        if self.is_open():
            self._came_from.give_back()  # before what holds it is hidden
            self.hide()
            self.closed.emit()

    def toggle(self) -> None:
        """Open or close it (Ctrl+B, Ctrl+J)."""
        self.close_drawer() if self.is_open() else self.open()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep its place when the window changes."""
        if event.type() == QEvent.Type.Resize and self.is_open():
            self._place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it; every other key goes on."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_drawer()
        else:
            event.ignore()

    def mousePressEvent(self, event: QEvent) -> None:
        """Close it by a click beside it."""
        self.close_drawer()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Dim what lies under it."""
        painter.fillRect(box, with_alpha(self.theme.color("bg0"), 0.6))

    def restyle(self) -> None:
        """Take up new sizes."""
        super().restyle()
        if self.is_open():
            self._place()

    def _place(self) -> None:
        self.setGeometry(self._host.rect())
        extent = self.theme.px(self._extent)
        if self._edge is Qt.Edge.LeftEdge:
            self._ground.setGeometry(0, 0, min(extent, self.width()), self.height())
        else:
            high = min(extent, self.height())
            self._ground.setGeometry(0, self.height() - high, self.width(), high)
