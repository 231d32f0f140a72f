"""What the mouse does on the map: without a tool it selects, moves units by a drag, or pans."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, Qt

from ui.models.map.tokens import UnitToken
from ui.widgets.asker import waits_with_the_keys

if TYPE_CHECKING:
    from ui.panels.map.panel import MapPanel

_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TREMBLING = 8
"""Pixels that a press may wander and still be a click; as far as Qt itself waits."""


class Pointer(QObject):
    """Hears of presses and drags of the view, and gives them to the tool that is in use."""

    def __init__(self, panel: "MapPanel") -> None:
        super().__init__(panel)
        self._panel, self._view, self._scene = panel, panel.view, panel.scene
        self._held: UnitToken | None = None
        self._one_of_several = 0
        self._pressed_at = QPointF()
        self._answers: tuple[int, QPointF] | None = None
        view = panel.view
        view.pressed.connect(self._pressed)
        view.dragged.connect(self._dragged)
        view.released.connect(self._released)
        view.hovered.connect(self._hovered)
        view.opened.connect(self._opened)
        view.menu_asked.connect(self._menu)

    def let_go(self) -> None:
        """Forget the unit under the button: its drag is over."""
        self._held = None

    def _pressed(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        if not waits_with_the_keys():
            self._view.setFocus(Qt.FocusReason.MouseFocusReason)
        if self._panel.tool is not None:
            self._panel.tool.press(point)
            return
        cluster = self._scene.cluster_at(point, self._view.scale_now)
        if cluster is not None:
            self._panel.open_cluster(cluster)
            return
        unit_id = self._scene.unit_seen_at(point, self._view.scale_now)
        shot = self._panel.overlay.shot
        if shot is not None and shot.place is not None:
            # A drag of the table still moves it: the click answers when the button is let go.
            self._pressed_at, self._answers = point, (unit_id, point)
            return
        if shot is not None and shot.takes(unit_id, (point.x(), point.y())):
            # Nothing else is waited for: that is what the click means.
            self._panel.aim_at(unit_id, point)
            return
        if unit_id and keys & _CTRL:
            self._panel.several.click(unit_id)
        elif keys & _SHIFT and not unit_id:
            self._panel.box(point)
        else:
            self._hold(point, unit_id, keep=bool(keys & _CTRL))

    def _hold(self, point: QPointF, unit_id: int, *, keep: bool) -> None:
        """Take a unit up for a drag, or the table; `keep` leaves those that are selected."""
        self._pressed_at = point
        self._held = self._scene.token(unit_id)
        if unit_id in self._panel.several.ids:
            # A drag moves all of them; only a click leaves this one.
            self._one_of_several = unit_id
            self._panel.several.go_to(unit_id)
        elif not keep:
            self._panel.select(unit_id)
        if self._held is None:
            self._view.start_panning()

    def _dragged(self, point: QPointF) -> None:
        if self._panel.tool is not None:
            self._panel.tool.drag(point)
        elif self._answers is not None:
            apart = (point - self._pressed_at) * self._view.scale_now
            if apart.manhattanLength() > TREMBLING:
                self._answers = None
                self._view.start_panning()
        elif self._held is not None and not self._panel.read_only:
            apart = (point - self._pressed_at) * self._view.scale_now
            if apart.manhattanLength() > TREMBLING:
                together = self._panel.several.together_with(self._held)
                self._panel.take_up_move(*together).drag(point)

    def _released(self, point: QPointF) -> None:
        self._held = None
        one, self._one_of_several = self._one_of_several, 0
        answers, self._answers = self._answers, None
        if self._panel.tool is not None:
            self._panel.tool.release(point)
        elif answers is not None:
            self._panel.aim_at(*answers)
        elif one:
            self._panel.select(one)

    def _hovered(self, point: QPointF) -> None:
        if self._panel.tool is not None:
            self._panel.tool.follow(point)

    def _opened(self, point: QPointF) -> None:
        unit_id = self._scene.unit_seen_at(point, self._view.scale_now)
        if self._panel.tool is not None:
            self._panel.tool.open(point)
        elif unit_id:
            self._panel.open_unit(unit_id)

    def _menu(self, point: QPointF, place: QPoint) -> None:
        unit_id = self._scene.unit_seen_at(point, self._view.scale_now)
        if self._panel.tool is None and unit_id:
            # The target first: to select it would put another unit beside the attack's tab.
            aims = self._panel.tools.aims_here(unit_id, point)
            if not aims:
                self._panel.select(unit_id)
            self._panel.acts.show_menu(unit_id, place, aims)
        else:
            self._panel.terrain.show_menu(point, place)
