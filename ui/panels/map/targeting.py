"""Pointing at the target of the attack that is being made (X)."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from typing_extensions import override

from ui.panels.map.scene import MapScene
from ui.panels.map.tool import Tool, step_of
from ui.panels.map.view import MapView

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Targeting(Tool):
    """Puts the X on a unit or a place: by a click, or by arrows and Enter; Tab goes to the next unit.

    `aim` is called with the unit (0: none) and the place.
    """

    keys = (
        ("click", "target"), ("Tab", "next unit"), ("← ↑ ↓ →", 'move 1"'),
        ("Enter", "aim there"), ("Esc", "back"),
    )  # fmt: skip

    def __init__(
        self,
        view: MapView,
        scene: MapScene,
        start: QPointF,
        aim: Callable[[int, QPointF], None],
    ) -> None:
        super().__init__(view)
        self._scene, self._aim = scene, aim
        self.at = QPointF(start)

    def begin(self) -> None:
        """Say what can be done."""
        self._go(self.at)

    def jump(self, point: QPointF) -> None:
        """Put the X on a point, as on the next unit."""
        self._go(point)
        self.view.ensure(point)

    @override
    def press(self, point: QPointF) -> None:
        self._go(point)
        self._finish()

    @override
    def follow(self, point: QPointF) -> None:
        self._go(point)

    @override
    def key(self, event: QKeyEvent) -> bool:
        step = step_of(event)
        if step is not None:
            self.jump(self.at + step)
        elif event.key() in _ENTER:
            self._finish()
        elif event.key() == Qt.Key.Key_Escape:
            self.ended.emit()
        else:
            return False
        return True

    @override
    def paint(self, painter: QPainter) -> None:
        theme, place = self.view.theme, self.view.to_view(self.at)
        arm = theme.px(9)
        pen = QPen(theme.color("danger"), theme.px(4))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(place + QPointF(-arm, -arm), place + QPointF(arm, arm))
        painter.drawLine(place + QPointF(-arm, arm), place + QPointF(arm, -arm))

    def _go(self, point: QPointF) -> None:
        self.at = QPointF(max(0.0, point.x()), max(0.0, point.y()))
        token = self._scene.token(self._scene.unit_at(self.at, self.view.scale_now))
        where = f"x {self.at.x():.1f}, y {self.at.y():.1f}"
        self.told.emit(f"Target: {token.name if token else where}")
        self.view.viewport().update()

    def _finish(self) -> None:
        unit_id = self._scene.unit_at(self.at, self.view.scale_now)
        self.ended.emit()
        self._aim(unit_id, self.at)
