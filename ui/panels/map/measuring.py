"""Measuring (M): inches between points, leg by leg, from the selected unit or from anywhere."""

import math
from itertools import pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter
from typing_extensions import override

from brikdesk.lengths import in_inches
from ui.panels.map.lines import paint_way
from ui.panels.map.scene import MapScene
from ui.panels.map.tool import Tool, step_of
from ui.panels.map.view import MapView


class TapeMeasure(Tool):
    """A tape measure: arrows or the pointer move its end, a click or Enter begins another leg.

    From a unit to a unit the inches are those between their edges, which the rules ask for.
    """

    stays = True
    keys = (
        ("← ↑ ↓ →", 'move 1"'), ("click", "next leg"), ("Enter", "next leg"),
        ("Ctrl C", "copy"), ("Esc", "end"),
    )  # fmt: skip

    def __init__(self, view: MapView, scene: MapScene, start: QPointF) -> None:
        super().__init__(view)
        self._scene = scene
        self.points, self.at = [QPointF(start)], QPointF(start)

    def begin(self) -> None:
        """Say what can be done."""
        self._changed()

    @override
    def press(self, point: QPointF) -> None:
        self.at = self._caught(point)
        self._turn()

    @override
    def follow(self, point: QPointF) -> None:
        self.at = self._caught(point)
        self._changed()

    @override
    def key(self, event: QKeyEvent) -> bool:
        step = step_of(event)
        if step is not None:
            self.at = self.at + step
            self.view.ensure(self.at)
            self._changed()
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self._figures())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            goes_on = self.at != self.points[-1]
            self._turn()
            return goes_on
        elif event.key() == Qt.Key.Key_Escape:
            self.ended.emit()
        elif event.key() == Qt.Key.Key_Backspace and len(self.points) > 1:
            self.at = self.points.pop()
            self._changed()
        else:
            return False
        return True

    @override
    def paint(self, painter: QPainter) -> None:
        words = in_inches(self._inches())
        paint_way(painter, self.view, (*self.points, self.at), "aim", words)

    def _turn(self) -> None:
        if self.at != self.points[-1]:
            self.points.append(QPointF(self.at))
        self._changed()

    def _caught(self, point: QPointF) -> QPointF:
        """Return the middle of the unit under the pointer, or the point itself."""
        unit_id = self._scene.unit_at(point, self.view.scale_now)
        token = self._scene.token(unit_id)
        return QPointF(token.x, token.y) if token else point

    def _changed(self) -> None:
        self.readout.emit(self._figures())
        self.view.viewport().update()

    def _way(self) -> list[QPointF]:
        """Return all points; the end only where it is no longer on the last of them."""
        return [*self.points, self.at] if self.at != self.points[-1] else list(self.points)

    def _inches(self) -> float:
        return sum(_apart(one, other) for one, other in pairwise(self._way()))

    def _figures(self) -> str:
        legs = [_apart(one, other) for one, other in pairwise(self._way())]
        words = in_inches(sum(legs))
        if len(legs) > 1:
            words += " = " + " + ".join(in_inches(leg) for leg in legs)
        edges = self._between_edges()
        return f"{words}, {in_inches(edges)} between the edges" if edges is not None else words

    def _between_edges(self) -> float | None:
        """Return the inches between the edges of the units at both ends; None if one is missing."""
        scale = self.view.scale_now
        way = self._way()
        if len(way) != 2:
            return None
        one, other = (self._scene.token(self._scene.unit_at(point, scale)) for point in way)
        if one is None or other is None or one is other:
            return None
        from brikdesk.ground.gaps import gap
        from brikdesk.ground.shapes import disc

        return gap(disc(one.x, one.y, one.size / 2), disc(other.x, other.y, other.size / 2))


def _apart(one: QPointF, other: QPointF) -> float:
    return math.hypot(other.x() - one.x(), other.y() - one.y())
