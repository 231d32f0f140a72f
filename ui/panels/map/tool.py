"""What the pointer and the keys do on the map at the moment: nothing, move a unit, measure."""

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter

from ui.panels.map.view import MapView

STEPS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
"""Arrow keys as steps of an inch."""

FINE = 0.25
"""Inches of a step with Shift."""


class Tool(QObject):
    """One thing to do on the map, begun by a key or a drag, and ended by Enter or Esc.

    `readout` brings the words that the line under the map shows, `ended` comes when it is over.
    `keys` are what the status bar lists meanwhile. A tool that `stays` is not put away when another
    unit is selected; one that `holds_units` is when an act changes them, as it may take one away;
    one that `aims` is when nothing asks for a target any more.
    """

    readout = Signal(str)
    ended = Signal()
    keys: tuple[tuple[str, str], ...] = ()
    stays = holds_units = aims = False

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.view = view

    def press(self, point: QPointF) -> None:
        """Take a click on the table."""

    def follow(self, point: QPointF) -> None:
        """Take where the pointer is now."""

    def drag(self, point: QPointF) -> None:
        """Take where the pointer is with its button pressed."""

    def release(self, point: QPointF) -> None:
        """Take the end of a drag."""

    def open(self, point: QPointF) -> None:
        """Take a double click."""

    def step(self, by: int) -> bool:
        """Take Tab (1) and Shift+Tab (-1); False: they go from unit to unit."""
        return False

    def refreshed(self) -> None:
        """Take what the campaign has become by an act."""

    def key(self, event: QKeyEvent) -> bool:
        """Take a key; return whether the tool used it."""
        return False

    def paint(self, painter: QPainter) -> None:
        """Paint over the table, in pixels of the view."""


def step_of(event: QKeyEvent) -> QPointF | None:
    """Return the step in inches that an arrow key means, with Shift a quarter; none for others."""
    step = STEPS.get(Qt.Key(event.key()))
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if step is None or modifiers not in (
        Qt.KeyboardModifier.NoModifier,
        Qt.KeyboardModifier.ShiftModifier,
    ):
        return None
    return step * FINE if modifiers else step
