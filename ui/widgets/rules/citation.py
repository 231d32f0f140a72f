"""The rule that an outcome rests on: a book and its number. A click opens the rule card."""

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter

from ui.look.icons import CHIP, paint_icon
from ui.look.theme import Theme
from ui.widgets.brushwork import (
    draw_focus,
    draw_line,
    draw_plate,
    square_in,
    text_width,
)
from ui.widgets.painted import PaintedButton

HEIGHT, PADDING, GAP, RADIUS = 20, 5, 3, 4


def citation_width(theme: Theme, rule: str) -> int:
    """Return the pixels that a citation takes across."""
    words = text_width(theme.rule_font(), rule)
    return 2 * theme.px(PADDING) + theme.px(CHIP) + theme.px(GAP) + words + 1


def paint_citation(
    painter: QPainter,
    box: QRectF,
    theme: Theme,
    rule: str,
    hovered: bool = False,
    icon: str = "book",
) -> None:
    """Paint a citation (or a chip with another icon) as wide as `box`, centred in its height."""
    height = theme.px(HEIGHT)
    plate = QRectF(box.left(), round(box.center().y() - height / 2), box.width(), height)
    edge = theme.color("ctl") if hovered else None
    draw_plate(painter, plate, theme.px(RADIUS), theme.color("bg3"), edge)
    side, left = theme.px(CHIP), theme.px(PADDING)
    place = QRectF(plate.left() + left, plate.top(), side, height)
    paint_icon(painter, square_in(place, side), theme, icon, "text3")
    line = plate.adjusted(left + side + theme.px(GAP), 0, 0, 0)
    ink = theme.color("text" if hovered else "text2")
    draw_line(painter, line, rule, theme.rule_font(), ink)


class Citation(PaintedButton):
    """A citation that can be clicked; `asked` brings the rule ID."""

    asked = Signal(str)

    def __init__(self, theme: Theme, rule: str) -> None:
        super().__init__(theme)
        self.rule = rule
        self.clicked.connect(self._ask)
        self.show_rule(rule)

    def show_rule(self, rule: str) -> None:
        """Cite another rule."""
        self.rule = rule
        self.setAccessibleName(f"Rule {rule}")
        self.restyle()

    def sizeHint(self) -> QSize:
        """Return the size; it is higher than the plate, to be clicked easily."""
        return QSize(citation_width(self.theme, self.rule), self.theme.px(28))

    def minimumSizeHint(self) -> QSize:
        """Return the same size: a rule ID that is cut off names another rule, or none."""
        return self.sizeHint()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint book and number."""
        paint_citation(painter, box, self.theme, self.rule, self.underMouse())
        if self.hasFocus():
            # The widget is higher than its plate: the ring goes round the plate.
            draw_focus(painter, box.adjusted(0, 3, 0, -3), self.theme, self.theme.px(RADIUS))

    def _ask(self) -> None:
        self.asked.emit(self.rule)
