"""One queue for each desk, so that the panel and the large view show the same."""

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.models.queue.controller import QueueController


def queue_of(desk: Desk, hub: Hub) -> QueueController:
    """Return the desk's queue, made when it is first asked for."""
    return desk.shared(QueueController, lambda: QueueController(desk, hub, desk))
