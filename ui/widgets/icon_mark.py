"""An icon by itself, as a widget."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from ui.look.icons import ROW, paint_icon
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_plate, square_in
from ui.widgets.painted import PaintedWidget


class IconMark(PaintedWidget):
    """An icon in the colour of its meaning, on a tinted square if `plate` gives its side.

    `px` and `plate` are pixels at 100 %.
    """

    def __init__(
        self, theme: Theme, name: str, token: str = "text", px: int = ROW, plate: int = 0
    ) -> None:
        super().__init__(theme)
        self._name, self._token, self._px, self._plate = name, token, px, plate

    def show_icon(self, name: str, token: str) -> None:
        """Show another icon."""
        self._name, self._token = name, token
        self.update()

    def sizeHint(self) -> QSize:
        """Return the square of the plate, or of the icon where there is none."""
        side = self.theme.px(self._plate or self._px)
        return QSize(side, side)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint plate and icon."""
        if self._plate:
            draw_plate(painter, box, self.theme.px(8), self.theme.tint(self._token))
        place = square_in(box, self.theme.px(self._px))
        paint_icon(painter, place, self.theme, self._name, self._token)
