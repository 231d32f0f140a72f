"""The photo with its handles: dragged with the mouse, or moved with the arrows, under a loupe."""

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from brikdesk.ground.perspective import Perspective
from brikdesk.ground.shapes import Point
from ui.look.announce import announce
from ui.look.pressed import digit
from ui.look.theme import Theme
from ui.panels.photo.drawing import GRABBED, PhotoPlace, paint_handles, paint_loupe, paint_table
from ui.panels.photo.handles import Handle, Handles
from ui.widgets.painted import PaintedWidget

EDGE = 20
"""Pixels around the photo, so that a corner that is cut off can be put outside."""

STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
FINE, COARSE = 0.1, 10.0
"""Pixels of a step with Shift, and with Ctrl."""


class PhotoCanvas(PaintedWidget):
    """Shows a photo and six handles; `moved` comes when one of them lies elsewhere.

    `shown` is the photo in a size in which it is quickly painted; the loupe looks at the photo itself.

    Keys 1 to 6 take a handle in hand, arrows move it by a pixel, with Shift by a tenth of one, with
    Ctrl by ten.
    """

    moved = Signal()

    def __init__(self, theme: Theme, photo: QImage, shown: QImage, handles: Handles) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(QSize(200, 160))
        self.setAccessibleName("Photo with handles")
        self.handles = handles
        self._photo = photo
        self._shown = QPixmap.fromImage(shown)
        self.view: Perspective | None = None
        self.table = (0.0, 0.0)
        self._grip: QPointF | None = None
        self._say_where()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(640), self.theme.px(480))

    def show_view(self, view: Perspective | None, width: float, depth: float) -> None:
        """Draw the table of so many inches as this view sees it; None draws only the handles."""
        self.view, self.table = view, (width, depth)
        self.update()

    def place_of(self, handle: Handle) -> QPointF:
        """Return where a handle is on the widget, in pixels."""
        return self.pixel_of(self.handles[handle])

    def pixel_of(self, place: Point) -> QPointF:
        """Return where a place of the photo, in parts of its sides, is on the widget."""
        return self._place().at(place)

    # --- mouse and keys --------------------------------------------------------------------------

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        here = event.position()
        apart = {handle: _apart(self.place_of(handle), here) for handle in Handle}
        nearest = min(apart, key=lambda handle: apart[handle])
        if apart[nearest] <= self.theme.px(GRABBED):
            self._take(nearest)
            self._grip = self.place_of(nearest) - here
            self.update()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self.handles.put(self._place().part(event.position() + self._grip))
            self._tell()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None and event.button() is Qt.MouseButton.LeftButton:
            self._grip = None
            self._say_where()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        typed = digit(event)
        if step is not None:
            length = {
                Qt.KeyboardModifier.ShiftModifier: FINE,
                Qt.KeyboardModifier.ControlModifier: COARSE,
            }.get(modifiers, 1.0)
            box = self._place().box
            self.handles.shift(length * step[0] / box.width(), length * step[1] / box.height())
            self._tell()
        elif typed and 1 <= int(typed) <= len(Handle) and not modifiers:
            self._take(Handle(int(typed) - 1))
            announce(self, self.accessibleDescription())
            self.update()
        else:
            super().keyPressEvent(event)

    def _take(self, handle: Handle) -> None:
        self.handles.active = handle
        self._say_where()

    def _tell(self) -> None:
        self._say_where()
        self.update()
        self.moved.emit()

    def _say_where(self) -> None:
        handle = self.handles.active
        across, down = self.handles[handle]
        words = f"{handle + 1}, {handle.words}, {across:.1%} from the left, {down:.1%} from the top"
        self.setAccessibleDescription(words)

    # --- painting --------------------------------------------------------------------------------

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint photo, table and loupe, and the handles over all of it."""
        place = self._place()
        painter.fillRect(box, self.theme.color("well"))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(place.box, self._shown, QRectF(self._shown.rect()))
        if self.view is not None:
            paint_table(painter, self.theme, place, self.view, self.table)
        if self.hasFocus() or self._grip is not None:
            paint_loupe(painter, self.theme, place, self.handles, self._photo, box)
        paint_handles(painter, self.theme, place, self.handles, focus=self.hasFocus())

    def _place(self) -> PhotoPlace:
        """Return where the photo lies on the widget now."""
        room = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        size = self._photo.size().scaled(room.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRectF(QPointF(0, 0), size.toSizeF())
        box.moveCenter(room.center())
        return PhotoPlace(box)


def _apart(one: QPointF, other: QPointF) -> float:
    return math.hypot(one.x() - other.x(), one.y() - other.y())
