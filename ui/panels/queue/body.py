"""What scrolls in a pane of steps or of an attack."""

from typing import Protocol

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from typing_extensions import override

from ui.widgets.layout.arranging import Arranging


class TakesKeys(Protocol):
    """Knows what each key of a pane does."""

    def press(self, event: QKeyEvent) -> bool:
        """Carry out a key press; return False if the pane has no use for the key."""


class QueueBody(QWidget):
    """A column of parts. It takes the keys before the scroll area would scroll with them.

    `edge` is the margin in pixels, `left` that at the left: a pane may have one itself.
    """

    def __init__(self, keys: TakesKeys) -> None:
        super().__init__()
        self._arranging = Arranging(self, self._arrange)
        self._settling = Arranging(self, self._settle)
        self._keys = keys
        self.edge, self.left = 16, 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.column = QVBoxLayout(self)

    def settle(self) -> None:
        """Take the height that the parts need soon, before the next frame.

        Otherwise one frame would show the parts squeezed or too far apart.
        """
        self._settling.ask()

    def _settle(self) -> None:
        self.column.activate()
        if view := self.parentWidget():  # the scroll area listens there
            QApplication.sendEvent(view, QEvent(QEvent.Type.LayoutRequest))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            event.ignore()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _arrange(self) -> None:
        """Take the scroll bar's width off the right margin, so that the parts keep their width."""
        view = self.parentWidget()
        area = view.parentWidget() if view else None
        bar = area.width() - self.width() if area else 0
        self.column.setContentsMargins(self.left, 0, max(0, self.edge - bar), self.edge)
