"""The table beside the large view of the queue: where the step that is on takes place.

The large view is read from across the table, so it shows what the players' window shows.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.store.campaign import Changes
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
"""Inches of the table that are seen to each side of what the step is about."""


class Spot(Struct, frozen=True):
    """What a step is about: a unit, a Field, something in flight or that lies there; in inches."""

    name: str
    x: float
    y: float
    across: float
    unit_id: int = 0

    @property
    def around(self) -> QRectF:
        """The part of the table that is seen with it."""
        far = AROUND + self.across / 2
        return QRectF(self.x - far, self.y - far, 2 * far, 2 * far)


class StepMap(PlayersMap):
    """Follows the desk and its queue while it can be seen; all of the table where no place is meant."""

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
            spot = self._spot(self._desk.read(players_view))
            self.overlay.selected = spot.unit_id if spot else 0
            self.setAccessibleName(f"The table around {spot.name}" if spot else "The table")
            self.show_place(spot.around if spot else QRectF())
            self.viewport().update()

    def _spot(self, view: PlayersView) -> Spot | None:
        """Return where the step takes place; None where nothing of it may be seen on the table."""
        step = self._queue.current
        if step is None or step.key not in view.steps:
            return None
        return _of_act(step.act, view) or _of_unit(step.unit_id, view)


def _of_act(act: Mapping[str, Any], view: PlayersView) -> Spot | None:
    """Return the spot of the Field, the projectile or the Explosive that a step is about."""
    for disc in view.ground.discs:
        if disc.id == act.get("field_id"):
            return Spot(disc.name, disc.x, disc.y, disc.size)
    for flight in view.ground.flights:
        if flight.id == act.get("projectile_id"):
            return Spot(flight.name, *flight.now, 0)
    for each in view.ground.lying:
        if each.id == act.get("explosive_id"):
            return Spot(each.name, each.x, each.y, 0)
    return None


def _of_unit(unit_id: int | None, view: PlayersView) -> Spot | None:
    for row in view.units:
        if row.id == unit_id and row.x is not None and row.y is not None:
            return Spot(row.name, row.x, row.y, row.size, row.id)
    return None


def large_view(theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> LargeView:
    """Return the large view with the table in it."""
    made = LargeView(theme, desk, hub, parent)
    made.show_map(StepMap(theme, desk, hub))
    return made
