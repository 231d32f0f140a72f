"""A panel that slides over the others from an edge when the window is narrow."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.look.theme import Theme
from ui.widgets.brushwork import with_alpha
from ui.widgets.kept_focus import KeptFocus
from ui.widgets.painted import PaintedWidget


class Drawer(PaintedWidget):
    """Lies over `host` along its left or bottom edge; Esc or a click beside it closes it.

    `extent` is its width (left edge) or height (bottom edge) in pixels at 100 %. Put the panel
    into `column`. When it closes, the focus goes back to where it was.
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
        # It lies over its host and in no layout: nothing else tells it that the host has another
        # size.
        host.installEventFilter(self)
        self.hide()

    def is_open(self) -> bool:
        """Return whether it is open."""
        # Not `isVisible`: that is False as long as the window itself is not shown.
        return not self.isHidden()

    def open(self) -> None:
        """Show it over the window and move the focus into it."""
        self._came_from.keep(self)
        self._place()
        self.show()
        self.raise_()
        first = self._ground.nextInFocusChain()
        if first and self._ground.isAncestorOf(first):
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_drawer(self) -> None:
        """Hide it and give the focus back."""
        if self.is_open():
            self._came_from.give_back()  # before hiding: Qt would choose a place itself
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
        """Close it with Esc; pass on every other key."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_drawer()
        else:
            event.ignore()

    def mousePressEvent(self, event: QEvent) -> None:
        """Close it when the click is beside the panel."""
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
