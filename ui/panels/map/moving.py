"""Moving a unit: a ghost, the way to it with its price, and one act at the end."""

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from typing_extensions import override

from brikdesk.acts.battlefield.way import Way, way_ahead
from brikdesk.store.act import Act
from brikdesk.store.views.scifi import sf_unit
from ui.campaign.desk import Desk
from ui.models.map.tokens import UnitToken
from ui.panels.map.lines import paint_way
from ui.panels.map.scene import MapScene
from ui.panels.map.tool import Tool, step_of
from ui.panels.map.view import MapView

LARGEST = 1000.0
"""The farthest place from the corner of the table, in inches."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_TYPED = "0123456789., "


class Moving(Tool):
    """Moves one unit by arrows, clicks, a drag, or a place typed as `x y`.

    A click turns at the place of the ghost and goes on to where was clicked; a drag ends the move
    by itself. `do` carries out the act and returns whether it was done.
    """

    keys = (
        ("← ↑ ↓ →", 'move 1"'), ("Shift", 'a quarter'), ("click", "corner"),
        ("0–9", "x y"), ("Enter", "move"), ("Esc", "back"),
    )  # fmt: skip

    def __init__(
        self,
        view: MapView,
        scene: MapScene,
        desk: Desk,
        token: UnitToken,
        do: Callable[[Act], bool],
        *,
        placing: bool = False,
    ) -> None:
        super().__init__(view)
        self._scene, self._desk, self._token, self._do = scene, desk, token, do
        self._placing = placing
        self.start = QPointF(token.x, token.y)
        self.corners: list[QPointF] = []
        self.at = QPointF(self.start)
        self.typed = ""
        self._dragged = False
        self._scifi = desk.read(sf_unit, token.unit_id) is not None
        self._way: Way | None = None

    def begin(self) -> None:
        """Say what can be done."""
        self._changed()

    @override
    def press(self, point: QPointF) -> None:
        if self._placing:
            self._go(point)
            self.finish()
            return
        if self.at != (self.corners[-1] if self.corners else self.start):
            self.corners.append(QPointF(self.at))
        self._go(point)

    @override
    def follow(self, point: QPointF) -> None:
        if self._placing:
            self._go(point)

    @override
    def drag(self, point: QPointF) -> None:
        self._dragged = True
        self._go(point)

    @override
    def release(self, point: QPointF) -> None:
        if self._dragged:
            self.finish()

    @override
    def key(self, event: QKeyEvent) -> bool:
        step = step_of(event)
        if step is not None:
            self._go(self.at + step)
            self.view.ensure(self.at)
        elif event.key() in _ENTER:
            self._enter()
        elif event.key() == Qt.Key.Key_Escape:
            self._back()
        elif event.key() == Qt.Key.Key_Backspace and self.typed:
            self.typed = self.typed[:-1]
            self._changed()
        elif event.text() and event.text() in _TYPED and (self.typed or event.text() != " "):
            self.typed += event.text()
            self._changed()
        else:
            return False
        return True

    @override
    def paint(self, painter: QPainter) -> None:
        if not self._placing:
            way = self._way
            wrong = way is not None and (way.too_far or way.hindered or way.blocked)
            tone = "danger" if wrong else "accent"
            words = f'{self._way.inches:.1f}"' if self._way else ""
            paint_way(painter, self.view, (self.start, *self.corners, self.at), tone, words)
        scale = self.view.scale_now
        picture = self._scene.pictures.picture(self._token, scale, self.view.devicePixelRatioF())
        size = picture.deviceIndependentSize()
        corner = self.view.to_view(self.at) - QPointF(size.width() / 2, size.height() / 2)
        painter.setOpacity(0.6)
        painter.drawPixmap(corner.toPoint(), picture)
        painter.setOpacity(1.0)

    def finish(self) -> None:
        """Carry out the move; it goes on if a rule refuses it."""
        if (self.at == self.start and not self._placing) or self._do(self._act()):
            self.ended.emit()
        elif self._dragged:
            # A drag is over when the button is: the refusal stands under the map, to be overruled.
            self.ended.emit()

    def _enter(self) -> None:
        if self.typed:
            goal, self.typed = spot_of(self.typed), ""
            if goal is None:
                self.told.emit("A place is two numbers, as 15 18: inches from the left, then down.")
                return
            self._go(goal)
            self.view.ensure(self.at)
        else:
            self.finish()

    def _back(self) -> None:
        """Take back what was typed, then the last corner, then the whole move."""
        if self.typed:
            self.typed = ""
            self._changed()
        elif self.corners:
            self.at = self.corners.pop()
            self._changed()
        else:
            self.ended.emit()

    def _go(self, point: QPointF) -> None:
        """Put the ghost on a place, to an eighth of an inch by the pointer."""
        x, y = (round(min(max(place, 0.0), LARGEST) * 8) / 8 for place in (point.x(), point.y()))
        self.at = QPointF(x, y)
        self._changed()

    def _changed(self) -> None:
        points = tuple((point.x(), point.y()) for point in (self.start, *self.corners, self.at))
        self._way = self._desk.read(
            way_ahead, self._token.unit_id, points, by_brikwars=not self._scifi
        )
        self.told.emit(self._words())
        self.view.viewport().update()

    def _words(self) -> str:
        """Return the state of the move in one line."""
        if self.typed:
            return f"To x y: {self.typed}▏  Enter goes there"
        where = f"x {self.at.x():g}, y {self.at.y():g}"
        way = self._way
        if self._placing or way is None:
            return f"{self._token.name} to {where}"
        parts = [f'{self._token.name} moves {way.inches:.3g}" to {where}']
        if way.hindered:
            parts.append(way.hindered)
        elif way.cost is not None and way.left is not None:
            half = f" at Half Speed: {', '.join(way.slow)}" if way.slow else ""
            half = half or (f', {way.difficult:.3g}" in Difficult Terrain' if way.difficult else "")
            parts.append(f'{way.cost:.3g}" of {way.left:.3g}" Move left{half}')
        if way.blocked:
            parts.append(f"blocked by {', '.join(way.blocked)}")
        if way.into and way.inches:
            parts.append(f"into {', '.join(way.into)}")
        if way.homing and way.inches:
            parts.append(f"ends the homing of {', '.join(way.homing)}")
        return " · ".join(parts)

    def _act(self) -> Act:
        unit_id, x, y = self._token.unit_id, self.at.x(), self.at.y()
        corners = tuple((corner.x(), corner.y()) for corner in self.corners)
        if self._scifi:
            from brikdesk.acts.scifi.units import MoveSf

            inches = None if self._placing or self._way is None else round(self._way.inches, 3)
            return MoveSf(unit_id=unit_id, x=x, y=y, inches=inches)
        from brikdesk.acts.units.unit_turn import MoveUnit

        return MoveUnit(unit_id=unit_id, x=x, y=y, corners=corners)


def spot_of(typed: str) -> QPointF | None:
    """Return the place that was typed as `x y`, None if it is none."""
    numbers = typed.replace(",", " ").split()
    try:
        x, y = (float(number) for number in numbers)
    except ValueError:
        return None
    inside = all(math.isfinite(place) and 0 <= place <= LARGEST for place in (x, y))
    return QPointF(x, y) if inside else None
