"""Arc (G): what an arc of fire sweeps, in order, with the points that each target spans."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from typing_extensions import override

from brikdesk.acts.battlefield.seen_from import InArc, arc_from
from brikdesk.ground.arcs import DEGREES_PER_POINT
from brikdesk.ground.shapes import bearing
from brikdesk.lengths import in_inches
from ui.campaign.desk import Desk
from ui.look.pressed import digit
from ui.models.map.tokens import UnitToken
from ui.panels.map.pointing import Pointing
from ui.panels.map.scene import MapScene
from ui.panels.map.view import MapView
from ui.widgets.brushwork import with_alpha

USUAL = 3
"""Points of an arc before a number is typed."""


class Arcing(Pointing):
    """An arc from a unit toward the point. Digits say of how many points it is."""

    keys = (
        ("1–9", "points"), ("Tab", "next unit"), ("← ↑ ↓ →", 'move 1"'), ("Esc", "end"),
    )  # fmt: skip

    def __init__(self, view: MapView, scene: MapScene, desk: Desk, token: UnitToken) -> None:
        super().__init__(view, scene, QPointF(token.x, token.y - 6))
        self._desk, self._token, self._points = desk, token, USUAL

    @override
    def words_now(self) -> str:
        swept = ", ".join(
            f"{each.name} {in_inches(each.distance)}{_spans(each)}" for each in self._swept()
        )
        return f"Arc of {self._points} points from {self._token.name}: {swept or 'nobody'}"

    @override
    def key(self, event: QKeyEvent) -> bool:
        if points := int(digit(event) or 0):
            self._points = points
            self.go(self.at)
            return True
        return super().key(event)

    @override
    def paint(self, painter: QPainter) -> None:
        theme, view = self.view.theme, self.view
        middle = view.to_view(QPointF(self._token.x, self._token.y))
        away = self.at - QPointF(self._token.x, self._token.y)
        radius = max(3.0, (away.x() ** 2 + away.y() ** 2) ** 0.5) * view.scale_now
        box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        wide = self._points * DEGREES_PER_POINT
        # Qt counts sixteenths of a degree, against the clock, from the right.
        first = 90 - (self._bearing() + wide / 2)
        painter.setPen(QPen(theme.color("aim"), theme.px(1.5), Qt.PenStyle.DashLine))
        painter.setBrush(with_alpha(theme.color("aim"), 0.12))
        painter.drawPie(box, round(first * 16), round(wide * 16))

    def _bearing(self) -> float:
        return bearing((self._token.x, self._token.y), (self.at.x(), self.at.y()))

    def _swept(self) -> tuple[InArc, ...]:
        way = round(self._bearing(), 1)
        return self._desk.read(arc_from, self._token.unit_id, way, self._points)


def _spans(target: InArc) -> str:
    return f" ({target.points} points)" if target.points else ""
