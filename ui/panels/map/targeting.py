"""Pointing at the target of the attack that is being made (X)."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from typing_extensions import override

from brikdesk.lengths import at_spot, read_spot
from ui.look.pressed import digit, sign
from ui.models.map.shot import Landing
from ui.panels.map.pointing import Pointing
from ui.panels.map.scene import MapScene
from ui.panels.map.shots import paint_cross
from ui.panels.map.view import MapView

_IN_FIGURES = (" ", ".", ",", "/", "-")


class Targeting(Pointing):
    """Puts the X on a unit or a place: by a click, or by arrows and Enter; Tab goes to the next unit.

    `aim` is called with the unit (0: none) and the place. With a `landing` it is where what missed
    comes down.
    """

    aims = True
    keys = (
        ("click", "target"), ("Tab", "next unit"), ("← ↑ ↓ →", 'move 1"'), ("0–9", "27 20"),
        ("Enter", "take it"), ("Esc", "back"),
    )  # fmt: skip

    def __init__(
        self,
        view: MapView,
        scene: MapScene,
        start: QPointF,
        aim: Callable[[int, QPointF], None],
        landing: Landing | None = None,
        asked: str = "Target",
    ) -> None:
        super().__init__(view, scene, start)
        self._aim, self._landing, self._asked, self._typed = aim, landing, asked, ""

    @override
    def paint(self, painter: QPainter) -> None:
        paint_cross(painter, self.view, self.at, "danger")

    @override
    def words_now(self) -> str:
        token = self.under
        where = at_spot(self.at.x(), self.at.y())
        if self._typed and read_spot(self._typed) is None:
            return f"{self._asked}: {self._typed} … inches from the left, then from the far edge"
        if self._landing is None:
            return f"{self._asked}: {token.name if token else where}"
        at = (token.x, token.y) if token else (self.at.x(), self.at.y())
        return f"Comes down: {token.name if token else where}, {self._landing.words_of(at)}"

    @override
    def go(self, point: QPointF) -> None:
        self._typed = ""
        super().go(point)

    @override
    def key(self, event: QKeyEvent) -> bool:
        """Take figures as a place, 27 20; all other keys as every tool that points."""
        figure = digit(event) or (sign(event) if sign(event) in _IN_FIGURES else "")
        if event.key() == Qt.Key.Key_Backspace and self._typed:
            typed = self._typed[:-1]
        elif figure and (digit(event) or self._typed):
            typed = self._typed + figure
        else:
            return super().key(event)
        spot = read_spot(typed)
        self.go(self.at if spot is None else QPointF(*spot))
        self._typed = typed
        self.readout.emit(self.words_now())
        return True

    @override
    def finish(self) -> bool:
        token = self.under
        self.ended.emit()
        self._aim(token.unit_id if token else 0, self.at)
        return True
