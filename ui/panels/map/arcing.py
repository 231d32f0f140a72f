"""Arc (G): what an arc of fire sweeps, in order, with the points that each target spans."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from typing_extensions import override

from brikdesk.acts.battlefield.seen_from import InArc, arc_from
from brikdesk.ground.arcs import DEGREES_PER_POINT
from brikdesk.ground.shapes import bearing
from brikdesk.lengths import in_inches
from ui.campaign.desk import Desk
from ui.look.pressed import digit, sign
from ui.models.attack.sweeping import Sweeper
from ui.models.map.tokens import UnitToken
from ui.panels.map.pointing import Pointing
from ui.panels.map.scene import MapScene
from ui.panels.map.view import MapView
from ui.widgets.brushwork import with_alpha


class Arcing(Pointing):
    """An arc from a unit toward the point. Digits say of how many points it is.

    With a weapon that fires arcs, Enter, A and a click attack everybody in the arc and its Range.
    """

    keys: tuple[tuple[str, str], ...] = (
        ("1–9", "points"), ("Tab", "next unit"), ("← ↑ ↓ →", 'move 1"'), ("Esc", "end"),
    )  # fmt: skip

    def __init__(
        self,
        view: MapView,
        scene: MapScene,
        desk: Desk,
        token: UnitToken,
        sweeper: Sweeper,
        attack: Callable[[Sweeper, Sequence[InArc]], None],
    ) -> None:
        super().__init__(view, scene, QPointF(token.x, token.y - 6))
        self._desk, self._token, self._sweeper, self._attack = desk, token, sweeper, attack
        if sweeper.name:
            self.keys = (("Enter A", "attack"), *Arcing.keys)

    @override
    def words_now(self) -> str:
        sweeper = self._sweeper
        swept = ", ".join(
            f"{each.name} {in_inches(each.distance)}{_spans(each)}" for each in self._swept()
        )
        points = "1 point" if sweeper.points == 1 else f"{sweeper.points} points"
        words = f"Arc of {points} from {self._token.name}"
        if not sweeper.name:
            return f"{words}, who has no weapon that fires arcs: {swept or 'nobody'}"
        reach = "" if sweeper.range is None else f" {in_inches(sweeper.range)}"
        return f"{words}, {sweeper.name}{reach}: {swept or 'nobody in Range'}"

    @override
    def key(self, event: QKeyEvent) -> bool:
        if points := int(digit(event) or 0):
            self._sweeper = self._sweeper.of_points(points)
            self.go(self.at)
            return True
        if sign(event) == "a":
            self.finish()
            return True
        return super().key(event)

    @override
    def finish(self) -> bool:
        swept = self._swept()
        if self._desk.read_only or not self._sweeper.name or not swept:
            self.readout.emit(f"Nobody to attack. {self.words_now()}")
            return True
        self.ended.emit()
        self._attack(self._sweeper, swept)
        return True

    @override
    def paint(self, painter: QPainter) -> None:
        theme, view = self.view.theme, self.view
        middle = view.to_view(QPointF(self._token.x, self._token.y))
        away = self.at - QPointF(self._token.x, self._token.y)
        inches = (away.x() ** 2 + away.y() ** 2) ** 0.5
        if self._sweeper.range is not None:
            inches = self._sweeper.range + self._token.size / 2
        radius = max(3.0, inches) * view.scale_now
        box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        wide = self._sweeper.points * DEGREES_PER_POINT
        # Qt counts sixteenths of a degree, against the clock, from the right.
        first = 90 - (self._bearing() + wide / 2)
        painter.setPen(QPen(theme.color("aim"), theme.px(1.5), Qt.PenStyle.DashLine))
        painter.setBrush(with_alpha(theme.color("aim"), 0.12))
        painter.drawPie(box, round(first * 16), round(wide * 16))

    def _bearing(self) -> float:
        return bearing((self._token.x, self._token.y), (self.at.x(), self.at.y()))

    def _swept(self) -> tuple[InArc, ...]:
        way = round(self._bearing(), 1)
        found = self._desk.read(arc_from, self._token.unit_id, way, self._sweeper.points)
        reach = self._sweeper.range
        return tuple(each for each in found if reach is None or each.away <= reach)


def _spans(target: InArc) -> str:
    return f" ({target.points} points)" if target.points else ""
