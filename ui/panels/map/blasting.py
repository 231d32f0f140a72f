"""Blast (B): rings of an explosion, and who is within them."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QKeyEvent, QPainter
from typing_extensions import override

from brikdesk.acts.battlefield.seen_from import InBlast, blast_at
from ui.campaign.desk import Desk
from ui.look.pressed import digit
from ui.models.map.shot import DrawnShot, Ring
from ui.panels.map.pointing import Pointing
from ui.panels.map.scene import MapScene
from ui.panels.map.shots import BAND, paint_plates, paint_shot
from ui.panels.map.view import MapView

USUAL = 3
"""Bands of an explosion before a number is typed; each Explosive die makes one (8.4-27)."""


class Blasting(Pointing):
    """Rings around a point, one for each Explosive die. Digits say how many there are."""

    stays = True
    keys = (
        ("1–9", "dice"), ("Tab", "next unit"), ("← ↑ ↓ →", 'move 1"'), ("Esc", "end"),
    )  # fmt: skip

    def __init__(self, view: MapView, scene: MapScene, desk: Desk, start: QPointF) -> None:
        super().__init__(view, scene, start)
        self._desk, self._bands = desk, USUAL

    @override
    def words_now(self) -> str:
        caught = ", ".join(f'{each.name} {2 * each.band}"' for each in self._caught())
        return f'Blast of {self._bands} dice, {2 * self._bands}": {caught or "nobody"}'

    @override
    def key(self, event: QKeyEvent) -> bool:
        if bands := int(digit(event) or 0):
            self._bands = bands
            self.go(self.at)
            return True
        return super().key(event)

    @override
    def paint(self, painter: QPainter) -> None:
        ring = Ring((self.at.x(), self.at.y()), BAND * self._bands)
        blast = DrawnShot(None, None, rings=(ring,))
        paint_shot(painter, self.view, blast)
        paint_plates(painter, self.view, blast)

    def _caught(self) -> tuple[InBlast, ...]:
        x, y = round(self.at.x(), 2), round(self.at.y(), 2)
        return self._desk.read(blast_at, x, y, self._bands)
