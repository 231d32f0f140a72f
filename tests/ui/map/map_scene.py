"""The map over the table of the attack tests, worked by mouse and keys."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from brikdesk.store.views.units import UnitRow, units
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.panels.map.panel import MapPanel

LEFT = Qt.MouseButton.LeftButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier


@dataclass(frozen=True, slots=True)
class Map:
    """A map panel on screen, with its desk and the keys of what stands on the table."""

    panel: MapPanel
    desk: Desk
    hub: Hub
    keys: dict[str, int]

    def unit(self, name: str) -> UnitRow:
        """Return a unit as the campaign has it now."""
        return next(row for row in self.desk.read(units) if row.id == self.keys[name])

    def where(self, name: str) -> tuple[float | None, float | None]:
        """Return where a unit stands."""
        row = self.unit(name)
        return row.x, row.y

    def place(self, x: float, y: float) -> QPoint:
        """Return the pixel of the view at a point of the table."""
        return self.panel.view.to_view(QPointF(x, y)).toPoint()

    def click(self, x: float, y: float, keys: Qt.KeyboardModifier = NONE) -> None:
        """Click on a point of the table, with keys held."""
        QTest.mouseClick(self.panel.view.viewport(), LEFT, keys, self.place(x, y))

    def drag(
        self,
        start: tuple[float, float],
        goal: tuple[float, float],
        keys: Qt.KeyboardModifier = NONE,
    ) -> None:
        """Press at one point, move in steps, and release at the other."""
        port = self.panel.view.viewport()
        QTest.mousePress(port, LEFT, keys, self.place(*start))
        for part in (0.3, 0.7, 1.0):
            x = start[0] + (goal[0] - start[0]) * part
            y = start[1] + (goal[1] - start[1]) * part
            at = QPointF(self.place(x, y))
            moved = QMouseEvent(
                QEvent.Type.MouseMove, at, port.mapToGlobal(at), Qt.MouseButton.NoButton, LEFT, keys
            )
            QApplication.sendEvent(port, moved)
        QTest.mouseRelease(port, LEFT, keys, self.place(*goal))

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE, times: int = 1) -> None:
        """Press a key on the map."""
        for _ in range(times):
            QTest.keyClick(self.panel.view, key, modifiers)

    def type(self, words: str) -> None:
        """Type letters and figures on the map."""
        QTest.keyClicks(self.panel.view, words)

    def says(self) -> str:
        """Return the line under the map."""
        return self.panel.readout.accessibleName()
