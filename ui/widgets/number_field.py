"""A field for a whole number with its unit, as it stands in forms."""

from PySide6.QtWidgets import QSpinBox, QWidget

from ui.look.theme import Theme
from ui.widgets.list_box import LeavesWheel

ROOM = 10


class NumberField(LeavesWheel, QSpinBox):
    """Takes whole numbers from `lowest` to `highest`, both included, and shows `unit` after them.

    `unit` begins with its space (" inches"). Scrolling past the field does not change it.
    """

    def __init__(
        self,
        theme: Theme,
        lowest: int = 0,
        highest: int = 999,
        unit: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.leave_wheel()
        self.setRange(lowest, highest)
        self.setSuffix(unit)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        """Leave room at the left of the number, which a style sheet cannot do."""
        self.lineEdit().setTextMargins(self.theme.px(ROOM), 0, 0, 0)
