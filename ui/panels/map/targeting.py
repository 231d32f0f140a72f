"""Pointing at the target of the attack that is being made (X)."""

from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from typing_extensions import override

from brikdesk.lengths import at_spot
from ui.models.map.shot import Landing
from ui.panels.map.pointing import Pointing
from ui.panels.map.scene import MapScene
from ui.panels.map.shots import paint_cross
from ui.panels.map.view import MapView


class Targeting(Pointing):
    """Puts the X on a unit or a place: by a click, or by arrows and Enter; Tab goes to the next unit.

    `aim` is called with the unit (0: none) and the place. With a `landing` it is where what missed
    comes down.
    """

    aims = True
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
        landing: Landing | None = None,
    ) -> None:
        super().__init__(view, scene, start)
        self._aim, self._landing = aim, landing

    @override
    def paint(self, painter: QPainter) -> None:
        paint_cross(painter, self.view, self.at, "danger")

    @override
    def words_now(self) -> str:
        token = self.under
        where = at_spot(self.at.x(), self.at.y())
        if self._landing is None:
            return f"Target: {token.name if token else where}"
        at = (token.x, token.y) if token else (self.at.x(), self.at.y())
        return f"Comes down: {token.name if token else where}, {self._landing.words_of(at)}"

    @override
    def finish(self) -> bool:
        token = self.under
        self.ended.emit()
        self._aim(token.unit_id if token else 0, self.at)
        return True
