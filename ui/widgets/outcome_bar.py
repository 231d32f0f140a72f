"""What a target can expect as one bar: missed, no effect, Something Bad, through the Armor."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from ui.look.theme import Theme
from ui.widgets.brushwork import draw_plate
from ui.widgets.painted import PaintedWidget

HIGH = 12


class OutcomePart(Struct, frozen=True):
    """A part of the bar: its chance (0 to 1) and its tone; no tone is grey."""

    chance: float
    tone: str = ""
    words: str = ""


class OutcomeBar(PaintedWidget):
    """A bar whose parts are as long as they are likely."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.parts: tuple[OutcomePart, ...] = ()

    def show_parts(self, parts: Sequence[OutcomePart], name: str) -> None:
        """Show other chances; `name` tells them to a screen reader."""
        self.parts = tuple(parts)
        self.setAccessibleName(name)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(160), self.theme.px(HIGH))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, left = self.theme, 0.0
        radius = box.height() / 3
        outline = QPainterPath()
        outline.addRoundedRect(box, radius, radius)
        painter.setClipPath(outline)
        painter.fillRect(box, theme.color("bg3"))
        for part in self.parts:
            wide = box.width() * part.chance
            place = QRectF(left, 0, wide, box.height())
            painter.fillRect(place, theme.color(part.tone) if part.tone else theme.color("bg3"))
            left += wide
            if 0 < left < box.width() - 1:
                painter.fillRect(QRectF(left - 1, 0, 1, box.height()), theme.color("bg1"))
        painter.setClipping(False)
        draw_plate(painter, box, radius, None, theme.color("line2"))
