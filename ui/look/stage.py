"""The look of a window that is read from across the room."""

from PySide6.QtCore import QSize
from typing_extensions import override

from ui.look.fonts import TypeRole
from ui.look.theme import Theme

DESIGNED = QSize(1920, 1080)
SIZES = 1.75
"""How much larger than on the desk everything but text is in a window of that size."""

_TEXT: dict[TypeRole, float] = {
    "caption": 28, "small": 28, "body": 30, "title": 34, "head": 44, "display": 56,
    "display_large": 80,
}  # fmt: skip
"""Pixels of each role in a window of that size; nothing to be read is smaller than 28."""


class StageTheme(Theme):
    """Colours of the desk's look, sizes by the window: the desk's text size is for its own reader."""

    def __init__(self, desk: Theme) -> None:
        super().__init__(desk.look)
        self._desk = desk
        self._part = 1.0
        desk.changed.connect(self._follow)
        self.fit(DESIGNED)

    def fit(self, size: QSize) -> None:
        """Take the sizes for a window of so many pixels."""
        wide, high = size.width() / DESIGNED.width(), size.height() / DESIGNED.height()
        part = round(max(0.3, min(wide, high)), 3)
        if part != self._part or self.scale != round(100 * SIZES * part):
            self._part = part
            self._take_scale(round(100 * SIZES * part))

    @override
    def text_px(self, role: TypeRole) -> int:
        """Return the pixels of a role, never fewer than can be read from across the room."""
        return round(_TEXT[role] * self._part)

    def _follow(self) -> None:
        if self.look is not self._desk.look:
            self.set_look(self._desk.look)
