"""Base classes of widgets that paint themselves in the colours of the theme."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from ui.look.override import override
from ui.look.theme import Theme
from ui.widgets.brushwork import painting

_FIXED = QSizePolicy.Policy.Fixed


class PaintedWidget(QWidget):
    """A widget as large as its size hint; it is laid out anew when the theme changes."""

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


STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
"""Arrow keys among buttons in lines: to the next in reading order, or to the one before."""


class PaintedButton(QAbstractButton):
    """A button that paints itself. A click does not take the focus away from where keys are used.

    In an exclusive group the arrows turn on the next button, across the ends of lines and round.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setSizePolicy(_FIXED, _FIXED)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # Without it, Qt repaints no plain widget when the mouse enters or leaves, and `underMouse`
        # would show late.
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.restyle)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the neighbour with an arrow key."""
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or not self._choose_beside(step):
            super().keyPressEvent(event)

    def _choose_beside(self, step: int) -> bool:
        """Turn on a neighbour in the group; Return False if the button is in no exclusive group.

        Qt's own search goes by direction on the screen and stops at the end of a line.
        """
        group = self.group()
        if group is None or not group.exclusive():
            return False
        able = [each for each in group.buttons() if each.isEnabled() and not each.isHidden()]
        if self in able:
            beside = able[(able.index(self) + step) % len(able)]
            beside.setFocus(Qt.FocusReason.OtherFocusReason)
            beside.click()
        return True

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
