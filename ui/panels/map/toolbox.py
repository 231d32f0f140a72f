"""The tools that measure, point and propose, each begun by its key or its button."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QAction

from ui.campaign.desk import Desk
from ui.look.icons import icon

if TYPE_CHECKING:
    from ui.panels.map.panel import MapPanel
    from ui.panels.map.pointing import Pointing


class Toolbox:
    """Begins a tool at the selected unit, or in the middle of what is seen.

    Each tool is imported when it is first wanted: many battles need none.
    """

    def __init__(self, panel: "MapPanel", desk: Desk) -> None:
        self._panel, self._desk = panel, desk
        self._aim_here: QAction | None = None

    def measure(self) -> None:
        """Begin to measure, from the selected unit or from the middle of what is seen (M)."""
        from ui.panels.map.measuring import TapeMeasure

        panel = self._panel
        token, middle = panel.selected_token(), self._middle()
        start = (
            QPointF(token.x, token.y) if token else QPointF(round(middle.x()), round(middle.y()))
        )
        tool = TapeMeasure(panel.view, panel.scene, start)
        panel.take_up(tool)
        tool.begin()

    def point_at_target(self) -> bool:
        """Begin to point at the target, or where a Missed Shot lands (X); False where none is asked."""
        panel = self._panel
        shot = panel.overlay.shot
        if shot is None or not shot.pointed:
            return False
        goal = (shot.landing.middle if shot.landing else None) or shot.goal or shot.start
        start = QPointF(*goal) if goal else self._middle()
        landing = shot.landing if shot.landing and shot.landing.explodes else None
        from ui.panels.map.targeting import Targeting

        return self._point(Targeting(panel.view, panel.scene, start, panel.aim_at, landing))

    def aims_here(self, unit_id: int, point: QPointF) -> list[QAction]:
        """Return the entry of a unit's menu that points the attack at it; none where none is made."""
        panel = self._panel
        shot = panel.overlay.shot
        if shot is None or not shot.pointed:
            return []
        words = "The Missed Shot strikes it" if shot.landing else "Aim the attack here"
        if shot.landing and shot.landing.explodes:
            words = "It comes down here"
        # Kept until the next one: the menu does not own the entries that it is given.
        self._aim_here = QAction(icon(panel.theme, "attack", "text2"), words)
        self._aim_here.triggered.connect(lambda: panel.aim_at(unit_id, point))
        return [self._aim_here]

    def look(self) -> bool:
        """Begin to see what the selected unit sees (V); False if none is selected."""
        from ui.panels.map.sighting import Sighting

        panel, token = self._panel, self._panel.selected_token()
        return token is not None and self._point(
            Sighting(panel.view, panel.scene, self._desk, token)
        )

    def sweep(self) -> bool:
        """Begin to draw an arc of fire of the selected unit (G); False if none is selected."""
        from ui.panels.map.arcing import Arcing

        panel, token = self._panel, self._panel.selected_token()
        return token is not None and self._point(Arcing(panel.view, panel.scene, self._desk, token))

    def blast(self) -> bool:
        """Begin to draw an explosion around the selected unit, or in the middle (B)."""
        from ui.panels.map.blasting import Blasting

        panel, token = self._panel, self._panel.selected_token()
        start = QPointF(token.x, token.y) if token else self._middle()
        return self._point(Blasting(panel.view, panel.scene, self._desk, start))

    def _point(self, tool: "Pointing") -> bool:
        self._panel.take_up(tool)
        tool.begin()
        return True

    def _middle(self) -> QPointF:
        view = self._panel.view
        return view.to_table(QPointF(view.viewport().rect().center()))
