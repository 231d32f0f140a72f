"""A rounded card that holds widgets, with an accent edge where it is the referee's move."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from ui.look.theme import Theme
from ui.widgets.brushwork import draw_plate
from ui.widgets.painted import PaintedWidget

PADDING, RADIUS, RADIUS_LARGE, EDGE = 16, 10, 14, 4


class Card(PaintedWidget):
    """A frame whose widgets go into `column`; `ground` is the colour token that fills it."""

    def __init__(
        self,
        theme: Theme,
        ground: str = "bg2",
        accent: bool = False,
        large: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._ground, self._accent, self._large = ground, accent, large
        self.column = QVBoxLayout(self)
        Card.restyle(self)  # not the subclass's method: its parts are not made yet

    def set_accent(self, accent: bool) -> None:
        """Show or hide the accent edge of the referee's move."""
        self._accent = accent
        self.update()

    def restyle(self) -> None:
        """Take up new sizes."""
        edge = self.theme.px(24 if self._large else PADDING)
        self.column.setContentsMargins(edge, edge, edge, edge)
        self.column.setSpacing(self.theme.px(16 if self._large else 12))
        super().restyle()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint ground, border and edge."""
        theme = self.theme
        radius = theme.px(RADIUS_LARGE if self._large else RADIUS)
        draw_plate(painter, box, radius, theme.color(self._ground), theme.color("line2"))
        if self._accent:
            outline = QPainterPath()
            outline.addRoundedRect(box, radius, radius)
            painter.setClipPath(outline)
            painter.fillRect(QRectF(0, 0, theme.px(EDGE), box.height()), theme.color("accent"))
