"""One queue for each desk, so that the panel and the large view show the same."""

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.models.queue.controller import QueueController
from ui.models.queue.step_on_map import StepOnMap


def queue_of(desk: Desk, hub: Hub) -> QueueController:
    """Return the desk's queue, made when it is first asked for."""
    return desk.shared(QueueController, lambda: _made(desk, hub))


def _made(desk: Desk, hub: Hub) -> QueueController:
    controller = QueueController(desk, hub, desk)
    StepOnMap(controller)  # Qt keeps it with the queue
    return controller
