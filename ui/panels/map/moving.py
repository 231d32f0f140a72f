"""Moving units: ghosts, the way with its price, and one act at the end."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import dist

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from typing_extensions import override

from brikdesk.acts.battlefield.way import way_ahead
from brikdesk.ground.shapes import Point
from brikdesk.lengths import at_spot, in_inches, read_spot
from brikdesk.store.act import Act
from brikdesk.store.views.scifi import sf_unit
from ui.campaign.desk import Desk
from ui.look.pressed import sign
from ui.models.map.prices import WayPrice, dearest
from ui.models.map.tokens import UnitToken
from ui.panels.map.in_slices import InSlices
from ui.panels.map.lines import paint_way
from ui.panels.map.scene import MapScene
from ui.panels.map.several import as_one
from ui.panels.map.tool import Tool, step_of
from ui.panels.map.view import MapView

LARGEST = 1000.0
"""The farthest place from the corner of the table, in inches."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_TYPED = "0123456789., "


class Moving(Tool):
    """Moves units by arrows, clicks, a drag, or a place typed as `x y`; the first one leads.

    A click turns at the place of the ghost and goes on to where was clicked; a drag ends the move
    by itself. All others keep their places beside the leader. `do` carries out the act, one for all
    of them, and returns whether it was done.
    """

    holds_units = True
    keys = (
        ("← ↑ ↓ →", 'move 1"'), ("Shift", 'a quarter'), ("click", "corner"),
        ("0–9", "x y"), ("Enter", "move"), ("Esc", "back"),
    )  # fmt: skip

    def __init__(
        self,
        view: MapView,
        scene: MapScene,
        desk: Desk,
        tokens: tuple[UnitToken, ...],
        do: Callable[[Act], bool],
        *,
        placing: bool = False,
    ) -> None:
        super().__init__(view)
        self._scene, self._desk, self._tokens, self._do = scene, desk, tokens, do
        self._placing = placing
        self.start = QPointF(tokens[0].x, tokens[0].y)
        self._reach = _reach_of(tokens)
        self.corners: list[QPointF] = []
        self.at = QPointF(self.start)
        self.typed = ""
        self._dragged = False
        self._scifi = {
            token.unit_id for token in tokens if desk.read(sf_unit, token.unit_id) is not None
        }
        self._price, self._first_asked = WayPrice("", None), tokens[0]
        self._slices = InSlices(self)
        self._slices.done.connect(self._asked_all)
        self.ended.connect(self._slices.drop)

    def begin(self) -> None:
        """Say what can be done."""
        self._changed()

    @override
    def press(self, point: QPointF) -> None:
        if self._placing:
            self._go(point)
            self.finish()
            return
        self.typed = ""
        if self.at != (self.corners[-1] if self.corners else self.start):
            self.corners.append(QPointF(self.at))
        self._go(point)

    @override
    def follow(self, point: QPointF) -> None:
        if self._placing:
            self._go(point)

    @override
    def drag(self, point: QPointF) -> None:
        self._dragged, self.typed = True, ""
        self._go(point)

    @override
    def release(self, point: QPointF) -> None:
        if self._dragged:
            self.finish()

    @override
    def key(self, event: QKeyEvent) -> bool:
        step = step_of(event)
        if step is not None:
            self.typed = ""  # it goes on from where it is: a place half typed would hide the step
            self._go(self.at + step)
            self.view.ensure(self.at)
        elif event.key() in _ENTER:
            self._enter()
        elif event.key() == Qt.Key.Key_Escape:
            self._back()
        elif event.key() == Qt.Key.Key_Backspace and self.typed:
            self.typed = self.typed[:-1]
            self._changed()
        elif (typed := sign(event)) and typed in _TYPED and (self.typed or typed != " "):
            self.typed += typed
            self._changed()
        else:
            return False
        return True

    @override
    def paint(self, painter: QPainter) -> None:
        if not self._placing:
            tone = "danger" if self._price.wrong else "accent"
            way = self._price.way
            words = in_inches(way.inches) if way else ""
            paint_way(painter, self.view, (self.start, *self.corners, self.at), tone, words)
        painter.setOpacity(0.6)
        for token in self._tokens:
            self._paint_ghost(painter, token)
        painter.setOpacity(1.0)

    def _paint_ghost(self, painter: QPainter, token: UnitToken) -> None:
        ratio = self.view.devicePixelRatioF()
        picture = self._scene.pictures.picture(token, self.view.scale_now, ratio)
        size = picture.deviceIndependentSize()
        place = self.view.to_view(self._beside(self.at, token))
        painter.drawPixmap(
            (place - QPointF(size.width() / 2, size.height() / 2)).toPoint(), picture
        )

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
                self.readout.emit(
                    "A place is two numbers, as 15 18: inches from the left, then down."
                )
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
        reach = self._reach
        x = min(max(point.x(), reach.left()), reach.right())
        y = min(max(point.y(), reach.top()), reach.bottom())
        self.at = QPointF(round(x * 8) / 8, round(y * 8) / 8)
        self._changed()

    def _beside(self, place: QPointF, token: UnitToken) -> QPointF:
        """Return where a unit is when the leader is at a place."""
        leader = self._tokens[0]
        x, y = place.x() + token.x - leader.x, place.y() + token.y - leader.y
        # Eighths of the leader may put one that stands between eighths a hair beyond the edge.
        return QPointF(min(max(x, 0.0), LARGEST), min(max(y, 0.0), LARGEST))

    def _points(self, token: UnitToken) -> tuple[Point, ...]:
        """Return the places of a unit's way, from where it stands."""
        places = (self._beside(place, token) for place in (self.start, *self.corners, self.at))
        return tuple((place.x(), place.y()) for place in places)

    def _changed(self) -> None:
        # What was dearest a moment ago mostly is still; a large battle has no time to ask of all.
        self._price = self._price_of(self._first_asked)
        self.readout.emit(self._words())
        self.view.viewport().update()
        if len(self._tokens) > 1:
            self._slices.begin([self._ask_the_others()])

    def _ask_the_others(self) -> Iterator[None]:
        for token in self._tokens:
            price = self._price_of(token)
            if dearest((self._price, price)) is price:
                self._price, self._first_asked = price, token
            yield

    def _asked_all(self) -> None:
        self.readout.emit(self._words())
        self.view.viewport().update()

    def _price_of(self, token: UnitToken) -> WayPrice:
        by_brikwars = token.unit_id not in self._scifi
        way = self._desk.read(
            way_ahead, token.unit_id, self._points(token), by_brikwars=by_brikwars
        )
        return WayPrice(token.name, way)

    def _words(self) -> str:
        """Return the state of the move in one line."""
        if self.typed:
            return f"To x y: {self.typed}▏  Enter goes there"
        where = at_spot(self.at.x(), self.at.y())
        name, way = self._tokens[0].name, self._price.way
        if self._placing or way is None:
            return f"{name} to {where}"
        count = len(self._tokens)
        if count == 1:
            return " · ".join(
                (f"{name} moves {in_inches(way.inches)} to {where}", *self._price.words)
            )
        first, *rest = self._price.words or ("",)
        dearest_of = f"{self._price.name}: {first}" if first else ""
        parts = (
            f"{count} units move {in_inches(way.inches)}",
            dearest_of,
            *rest,
            f"{name} to {where}",
        )
        return " · ".join(filter(None, parts))

    def _act(self) -> Act:
        act = as_one(tuple(self._act_of(token) for token in self._tokens), "move")
        assert act is not None
        return act

    def _act_of(self, token: UnitToken) -> Act:
        (_, *corners, (x, y)) = points = self._points(token)
        if token.unit_id in self._scifi:
            from brikdesk.acts.scifi.units import MoveSf

            inches = (
                None
                if self._placing
                else round(sum(dist(here, there) for here, there in pairwise(points)), 3)
            )
            return MoveSf(unit_id=token.unit_id, x=x, y=y, inches=inches)
        from brikdesk.acts.units.unit_turn import MoveUnit

        return MoveUnit(unit_id=token.unit_id, x=x, y=y, corners=tuple(corners))


def _reach_of(tokens: tuple[UnitToken, ...]) -> QRectF:
    """Return where the first unit can go so that all of them have a place that can be written."""
    leader = tokens[0]
    left, top = (max(lead - low, 0.0) for lead, low in (
        (leader.x, min(token.x for token in tokens)), (leader.y, min(token.y for token in tokens)),
    ))  # fmt: skip
    right, bottom = (LARGEST + lead - high for lead, high in (
        (leader.x, max(token.x for token in tokens)), (leader.y, max(token.y for token in tokens)),
    ))  # fmt: skip
    return QRectF(QPointF(left, top), QPointF(right, bottom))


def spot_of(typed: str) -> QPointF | None:
    """Return the place that was typed as `x y`, None if it is none."""
    spot = read_spot(typed)
    inside = spot is not None and all(0 <= place <= LARGEST for place in spot)
    return QPointF(*spot) if spot and inside else None
