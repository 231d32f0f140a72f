"""Bases of everything that paints itself in the colours of the theme."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from ui.look.theme import Theme
from ui.widgets.brushwork import painting

_FIXED = QSizePolicy.Policy.Fixed


class PaintedWidget(QWidget):
    """Shows something; as large as its size hint, and laid out anew when the theme changes."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setSizePolicy(_FIXED, _FIXED)
        theme.changed.connect(self.restyle)

    def restyle(self) -> None:
        """Take up new colours and sizes."""
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Open a painter and have `paint` use it."""
        with painting(self) as painter:
            self.paint(painter, QRectF(self.rect()))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint into the whole widget; a widget that only holds others paints nothing."""


class PaintedButton(QAbstractButton):
    """Can be pressed. The mouse does not take the focus away from where the keys are used."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setSizePolicy(_FIXED, _FIXED)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.restyle)

    def restyle(self) -> None:
        """Take up new colours and sizes."""
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Open a painter and have `paint` use it."""
        with painting(self) as painter:
            self.paint(painter, QRectF(self.rect()))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint into the whole widget; a widget that only holds others paints nothing."""
