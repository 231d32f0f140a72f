"""Tools that point at something: a mark that follows pointer, arrows and Tab."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent
from typing_extensions import override

from ui.models.map.tokens import UnitToken
from ui.panels.map.scene import MapScene
from ui.panels.map.tool import Tool, step_of
from ui.panels.map.view import MapView

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Pointing(Tool):
    """Keeps a point of the table. `words_now` says what there is to say of it; Esc ends it."""

    def __init__(self, view: MapView, scene: MapScene, start: QPointF) -> None:
        super().__init__(view)
        self.scene, self.at = scene, QPointF(start)

    def begin(self) -> None:
        """Say what can be done."""
        self.go(self.at)

    @property
    def under(self) -> UnitToken | None:
        """The unit at the point."""
        return self.scene.token(self.scene.unit_at(self.at, self.view.scale_now))

    def words_now(self) -> str:
        """Return what the line under the map says."""
        return ""

    def finish(self) -> bool:
        """Take Enter, or a click; False if it means nothing here."""
        return False

    def go(self, point: QPointF) -> None:
        """Put the mark on a point."""
        self.at = QPointF(max(0.0, point.x()), max(0.0, point.y()))
        self.readout.emit(self.words_now())
        self.view.viewport().update()

    @override
    def press(self, point: QPointF) -> None:
        self.go(point)
        self.finish()

    @override
    def follow(self, point: QPointF) -> None:
        self.go(point)

    @override
    def refreshed(self) -> None:
        self.go(self.at)

    @override
    def step(self, by: int) -> bool:
        """Go to the next unit in reading order, or to the one before."""
        rows = self.scene.in_reading_order()
        if not rows:
            return False
        here = self.under
        at = next((n + by for n, token in enumerate(rows) if token is here), 0)
        goal = rows[at % len(rows)]
        self.go(QPointF(goal.x, goal.y))
        self.view.ensure(self.at)
        return True

    @override
    def key(self, event: QKeyEvent) -> bool:
        step = step_of(event)
        if step is not None:
            self.go(self.at + step)
            self.view.ensure(self.at)
        elif event.key() in _ENTER:
            return self.finish()
        elif event.key() == Qt.Key.Key_Escape:
            self.ended.emit()
        else:
            return False
        return True
