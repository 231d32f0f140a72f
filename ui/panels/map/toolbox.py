"""The tools that measure, point and propose, each begun by its key or its button."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import icon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brikdesk.acts.battlefield.seen_from import InArc
    from ui.models.attack.sweeping import Sweeper
    from ui.panels.map.panel import MapPanel
    from ui.panels.map.pointing import Pointing


class Toolbox:
    """Begins a tool at the selected unit, or in the middle of what is seen.

    Each tool is imported when it is first wanted: many battles need none.
    """

    def __init__(self, panel: "MapPanel", desk: Desk, hub: Hub) -> None:
        self._panel, self._desk, self._hub = panel, desk, hub
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
        goal = (shot.place.said or goal) if shot.place else goal
        start = QPointF(*goal) if goal else self._middle()
        landing = shot.landing if shot.landing and shot.landing.explodes else None
        from ui.panels.map.targeting import Targeting

        asked = shot.place.words if shot.place else "Target"
        tool = Targeting(panel.view, panel.scene, start, panel.aim_at, landing, asked)
        if shot.place is not None:
            tool.ended.connect(self._hub.pointing_left)
        return self._point(tool)

    def point_for_a_form(self) -> None:
        """Take the keys and point at the place that the open form asks for."""
        shot, view = self._panel.overlay.shot, self._panel.view
        if shot is not None and shot.place is not None and self.point_at_target():
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    def aims_here(self, unit_id: int, point: QPointF) -> list[QAction]:
        """Return the entry of a unit's menu that points the attack at it; none where none is made."""
        panel = self._panel
        shot = panel.overlay.shot
        if shot is None or not shot.pointed:
            return []
        words = "The Missed Shot strikes it" if shot.landing else "Aim the attack here"
        if shot.place is not None:
            words = f"{shot.place.words}: here"
        elif shot.landing and shot.landing.explodes:
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
        """Begin to draw an arc of fire (G), of the attack's weapon or of one of the selected unit.

        False if there is neither.
        """
        from ui.models.attack.controller import attack_of
        from ui.models.attack.sweeping import attack_swept, sweeper_of
        from ui.panels.map.arcing import Arcing

        panel, selected = self._panel, self._panel.selected_token()
        controller = attack_of(self._desk, self._hub)
        sweeper = sweeper_of(controller, selected.unit_id if selected else None)
        token = panel.scene.token(sweeper.unit_id) if sweeper else None
        if sweeper is None or token is None:
            return False

        def attack(sweeper: "Sweeper", swept: "Sequence[InArc]") -> None:
            attack_swept(controller, sweeper, swept)

        return self._point(Arcing(panel.view, panel.scene, self._desk, token, sweeper, attack))

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
