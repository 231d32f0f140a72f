"""A box drawn over the table: all units in it are selected."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from typing_extensions import override

from ui.panels.map.scene import MapScene
from ui.panels.map.tool import Tool
from ui.panels.map.view import MapView
from ui.widgets.brushwork import with_alpha


class Boxing(Tool):
    """Drawn by a drag with Shift from bare ground. `choose` takes the units whose middle is in it."""

    keys = (("drag", "select"), ("Esc", "back"))

    def __init__(
        self,
        view: MapView,
        scene: MapScene,
        start: QPointF,
        choose: Callable[[Iterable[int]], None],
    ) -> None:
        super().__init__(view)
        self._scene, self._choose = scene, choose
        self._start, self._at = QPointF(start), QPointF(start)

    @override
    def drag(self, point: QPointF) -> None:
        self._at = QPointF(point)
        count = len(self._inside())
        self.readout.emit(f"{count} {'unit' if count == 1 else 'units'} in the box")
        self.view.viewport().update()

    @override
    def release(self, point: QPointF) -> None:
        inside = self._inside() if self._at != self._start else []
        self.ended.emit()
        if inside:
            self._choose(inside)

    @override
    def key(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Escape:
            return False
        self.ended.emit()
        return True

    @override
    def paint(self, painter: QPainter) -> None:
        theme = self.view.theme
        box = QRectF(self.view.to_view(self._start), self.view.to_view(self._at)).normalized()
        painter.setPen(QPen(theme.color("accent"), theme.px(1.5), Qt.PenStyle.DashLine))
        painter.setBrush(with_alpha(theme.color("accent"), 0.12))
        painter.drawRect(box)

    def _inside(self) -> list[int]:
        box = QRectF(self._start, self._at).normalized()
        return self._scene.units_in(box)
