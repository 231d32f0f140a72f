"""The table beside the large view of the queue: where the step that is on takes place.

The large view is read from across the table, so it shows what the players' window shows.
"""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.store.campaign import Changes
from brikdesk.store.views.units import UnitRow
from brikdesk.turns.players_view import PlayersView, players_view
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.queue.the_queue import queue_of
from ui.panels.players.map import PlayersMap
from ui.panels.queue.large_view import LargeView

HIGH = 260
"""Pixels at 100 %."""

AROUND = 8.0
"""Inches of the table that are seen to each side of the unit whose step it is."""


class StepMap(PlayersMap):
    """Follows the desk and its queue while it can be seen; all of the table where no unit is meant."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub) -> None:
        super().__init__(theme)
        self._desk, self._queue = desk, queue_of(desk, hub)
        self.setFixedHeight(theme.px(HIGH))
        desk.changed.connect(self._heard)
        self._queue.step_changed.connect(self._turn_to)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    def follow(self) -> None:
        """Show the table as it is now; where nobody has a place there is nothing to see."""
        view = self._desk.read(players_view)
        self.setVisible(bool(view.ground.width) and any(row.x is not None for row in view.units))
        if self.isVisible():
            self.show_view(view)
            self._turn_to()

    @override
    def _restyle(self) -> None:
        self.setFixedHeight(self.theme.px(HIGH))
        super()._restyle()

    def _heard(self, changes: Changes) -> None:
        beside = self.parentWidget()
        seen = beside is not None and beside.isVisible()
        if seen and not changes.tables.isdisjoint(players_view.tables):
            self.follow()

    def _turn_to(self) -> None:
        if self.isVisible():
            unit = self._unit(self._desk.read(players_view))
            self.overlay.selected = unit.id if unit else 0
            self.setAccessibleName(f"The table around {unit.name}" if unit else "The table")
            self.show_place(_around(unit))
            self.viewport().update()

    def _unit(self, view: PlayersView) -> UnitRow | None:
        """Return the unit of the step; None where it has no place, or nobody may know it."""
        step = self._queue.current
        found = (row for row in view.units if step and row.id == step.unit_id)
        return next((row for row in found if row.x is not None), None)


def _around(unit: UnitRow | None) -> QRectF:
    """Return what is seen of the table with a unit; a null box for all of it."""
    if unit is None or unit.x is None or unit.y is None:
        return QRectF()
    far = AROUND + unit.size / 2
    return QRectF(unit.x - far, unit.y - far, 2 * far, 2 * far)


def large_view(theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> LargeView:
    """Return the large view with the table in it."""
    made = LargeView(theme, desk, hub, parent)
    made.show_map(StepMap(theme, desk, hub))
    return made
