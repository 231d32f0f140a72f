"""The current step on the map: its explosions, and where what missed may come down."""

from PySide6.QtCore import QObject

from brikdesk.acts.attack.blast_preview import ExplosionPreview, LandingCircle
from brikdesk.acts.places import point_said, point_words
from brikdesk.store.views.units import units
from ui.models.map.shot import Landing, Ring, Shot
from ui.models.queue.controller import QueueController


class StepOnMap(QObject):
    """Has the map draw the step, and takes the place that is pointed at there."""

    def __init__(self, controller: QueueController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._is_drawn = False
        controller.step_changed.connect(self._draw)
        controller.hub.spot_pointed.connect(self._pointed)
        self._draw()

    @property
    def _circle(self) -> LandingCircle | None:
        preview = self._controller.preview
        return preview.circle if isinstance(preview, ExplosionPreview) else None

    def _draw(self) -> None:
        preview = self._controller.preview
        blasts = preview.blasts if isinstance(preview, ExplosionPreview) else ()
        circle = preview.circle if isinstance(preview, ExplosionPreview) else None
        if not (blasts or circle or self._is_drawn):
            return
        self._is_drawn = bool(blasts or circle)
        rings = tuple(
            Ring((blast.x, blast.y), blast.radius)
            for blast in blasts
            if blast.x is not None and blast.y is not None
        )
        landing = self._landing(circle) if circle else None
        drawn = Shot(start=None, goal=None, rings=rings, landing=landing)
        self._controller.hub.show_step(drawn if rings or landing else None)

    def _landing(self, circle: LandingCircle) -> Landing:
        asked = (each for each in self._controller.preview.choices if each.id == circle.choice)
        said = next((each.chosen for each in asked if each.chosen), "")
        middle = circle.x, circle.y
        return Landing(middle, circle.inches, circle.inches, explodes=True, said=point_said(said))

    def _pointed(self, unit_id: int, x: float, y: float) -> None:
        """Have it come down where the referee pointed: at a unit's place, or on the ground."""
        circle = self._circle
        if circle is None or self._controller.desk.read_only:
            return
        rows = self._controller.desk.read(units) if unit_id else ()
        spots = ((row.x, row.y) for row in rows if row.id == unit_id)
        there = next((spot for spot in spots if None not in spot), (x, y))
        self._controller.choose(circle.choice, point_words(there[0] or 0.0, there[1] or 0.0))
        self._controller.hub.spot_taken.emit()
