"""The current step on the map: its explosions, and where what missed may come down."""

from PySide6.QtCore import QObject

from brikdesk.acts.attack.blast_preview import ExplosionPreview, LandingCircle
from brikdesk.acts.places import point_said, point_words
from brikdesk.store.views.units import units
from brikdesk.turns.steps import Preview
from ui.models.map.shot import DrawnShot, Landing, Ring
from ui.models.queue.controller import QueueController


def drawn_of(preview: Preview) -> DrawnShot | None:
    """Return what the map draws of a step: its explosions, and where what missed may come down."""
    if not isinstance(preview, ExplosionPreview):
        return None
    rings = tuple(
        Ring((blast.x, blast.y), blast.radius)
        for blast in preview.blasts
        if blast.x is not None and blast.y is not None
    )
    landing = _landing(preview.circle, preview) if preview.circle else None
    return (
        DrawnShot(start=None, goal=None, rings=rings, landing=landing) if rings or landing else None
    )


def _landing(circle: LandingCircle, preview: Preview) -> Landing:
    asked = (each for each in preview.choices if each.id == circle.choice)
    said = next((each.chosen for each in asked if each.chosen), "")
    middle = circle.x, circle.y
    return Landing(middle, circle.inches, circle.inches, explodes=True, said=point_said(said))


class StepOnMap(QObject):
    """Has the map draw the step, and takes the place that is pointed at there."""

    def __init__(self, controller: QueueController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._is_drawn = False
        controller.step_changed.connect(self._draw)
        controller.hub.spot_pointed.connect(self._pointed)
        self._draw()

    def _draw(self) -> None:
        drawn = drawn_of(self._controller.preview)
        if drawn is not None or self._is_drawn:
            self._is_drawn = drawn is not None
            self._controller.hub.show_step(drawn)

    def _pointed(self, unit_id: int, x: float, y: float) -> None:
        """Have it come down where the referee pointed: at a unit's place, or on the ground."""
        preview = self._controller.preview
        circle = preview.circle if isinstance(preview, ExplosionPreview) else None
        if circle is None or self._controller.desk.read_only:
            return
        rows = self._controller.desk.read(units) if unit_id else ()
        spots = ((row.x, row.y) for row in rows if row.id == unit_id)
        there = next((spot for spot in spots if None not in spot), (x, y))
        self._controller.choose(circle.choice, point_words(there[0] or 0.0, there[1] or 0.0))
        self._controller.hub.spot_taken.emit()
