"""Pointing at the target of the attack that is being made (X)."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen
from typing_extensions import override

from ui.panels.map.pointing import Pointing
from ui.panels.map.scene import MapScene
from ui.panels.map.view import MapView


class Targeting(Pointing):
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
        super().__init__(view, scene, start)
        self._aim = aim

    @override
    def paint(self, painter: QPainter) -> None:
        theme, place = self.view.theme, self.view.to_view(self.at)
        arm = theme.px(9)
        pen = QPen(theme.color("danger"), theme.px(4))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(place + QPointF(-arm, -arm), place + QPointF(arm, arm))
        painter.drawLine(place + QPointF(-arm, arm), place + QPointF(arm, -arm))

    @override
    def told_now(self) -> str:
        token = self.under
        where = f"x {self.at.x():.1f}, y {self.at.y():.1f}"
        return f"Target: {token.name if token else where}"

    @override
    def finish(self) -> None:
        token = self.under
        self.ended.emit()
        self._aim(token.unit_id if token else 0, self.at)
