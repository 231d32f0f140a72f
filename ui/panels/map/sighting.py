"""Sight (V): what a unit sees of another one, and what is in the way."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen
from typing_extensions import override

from brikdesk.lengths import in_inches
from brikdesk.store.views.sight import Seen, sight_to
from ui.campaign.desk import Desk
from ui.models.map.tokens import UnitToken
from ui.panels.map.lines import paint_plate
from ui.panels.map.pointing import Pointing
from ui.panels.map.scene import MapScene
from ui.panels.map.view import MapView


class Sighting(Pointing):
    """A line of sight from a unit to the one that is pointed at. What it says is a proposal."""

    keys = (
        ("Tab", "next unit"), ("← ↑ ↓ →", 'move 1"'), ("Esc", "end"),
    )  # fmt: skip

    def __init__(self, view: MapView, scene: MapScene, desk: Desk, token: UnitToken) -> None:
        super().__init__(view, scene, QPointF(token.x, token.y))
        self._desk, self._token = desk, token

    @override
    def words_now(self) -> str:
        seen, target = self._seen(), self.under
        if seen is None or target is None:
            return f"Sight of {self._token.name}: point at a unit"
        words = f"{target.name}, {in_inches(seen.inches)} away: {seen.free:.0%} free"
        if seen.minifig and seen.free < 1:
            names = ("head", "torso", "legs")
            flags = (seen.sections.head, seen.sections.torso, seen.sections.legs)
            visible = [name for name, free in zip(names, flags, strict=True) if free]
            words += f" ({', '.join(visible) or 'nothing to be seen'})"
        hiders = ", ".join(f"{each.name} {each.hides:.0%}" for each in seen.in_the_way)
        return f"{words}. In the way: {hiders}" if hiders else words

    @override
    def paint(self, painter: QPainter) -> None:
        theme, target = self.view.theme, self.under
        start = self.view.to_view(QPointF(self._token.x, self._token.y))
        end = self.view.to_view(QPointF(target.x, target.y) if target else self.at)
        seen = self._seen()
        clear = seen is None or seen.free > 0
        tone = "aim" if clear else "danger"
        painter.setPen(QPen(theme.color(tone), theme.px(2), Qt.PenStyle.DotLine))
        painter.drawLine(start, end)
        if seen is not None:
            paint_plate(painter, theme, (start + end) / 2, f"{seen.free:.0%} free", tone)

    def _seen(self) -> Seen | None:
        target = self.under
        if target is None:
            return None
        return self._desk.read(sight_to, self._token.unit_id, target.unit_id)
