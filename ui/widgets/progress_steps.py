"""How far the queue is: one short bar for each step."""

from enum import StrEnum

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy

from ui.look.theme import Theme
from ui.widgets.brushwork import draw_plate
from ui.widgets.painted import PaintedWidget

HIGH, GAP = 4, 4


class StepProgress(StrEnum):
    """The state of a step in the queue."""

    DONE = "done"
    CURRENT = "current"
    OPEN = "open"
    SKIPPED = "skipped"


_TOKENS = {
    StepProgress.DONE: "ok",
    StepProgress.CURRENT: "accent",
    StepProgress.OPEN: "bg3",
    StepProgress.SKIPPED: "ctl",
}


class ProgressSteps(PaintedWidget):
    """The bar of segments, as wide as its panel."""

    def __init__(self, theme: Theme, steps: tuple[StepProgress, ...] = ()) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_steps(steps)

    def show_steps(self, steps: tuple[StepProgress, ...]) -> None:
        """Show other steps."""
        self.steps = steps
        done = sum(step is StepProgress.DONE for step in steps)
        self.setAccessibleName(f"{done} of {len(steps)} done")
        self.update()

    def sizeHint(self) -> QSize:
        """Return a small width; the bar stretches to its panel's."""
        return QSize(self.theme.px(120), self.theme.px(HIGH))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the segments."""
        if not self.steps:
            return
        gap, count = self.theme.px(GAP), len(self.steps)
        # With many steps the gaps would take more room than the segments.
        gap = gap if self.width() > count * 3 * gap else 1
        wide = (self.width() - gap * (count - 1)) / count
        for k, step in enumerate(self.steps):
            step_box = QRectF(k * (wide + gap), 0, wide, box.height())
            draw_plate(painter, step_box, box.height() / 2, self.theme.color(_TOKENS[step]))
