"""Discs with a count on the map, each in place of units that could not be told apart."""

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem, QGraphicsScene

from ui.look.theme import Theme
from ui.models.map.clusters import Cluster
from ui.widgets.brushwork import draw_centred, draw_plate, painting, text_width

SIDE = 24
"""Pixels at 100 % of a disc."""

HEIGHT = 3.9
"""It lies over tokens, which it may touch."""


class Discs:
    """The clusters of a scene and the items that show them; `all` are those of the zoom at rest."""

    def __init__(self, theme: Theme, scene: QGraphicsScene) -> None:
        self._theme, self._scene = theme, scene
        self.all: tuple[Cluster, ...] = ()
        self._items: list[QGraphicsPixmapItem] = []
        self._by_unit: dict[int, Cluster] = {}
        self._pictures: dict[tuple[int, str, float], QPixmap] = {}

    def show(self, clusters: Iterable[Cluster], ratio: float, *, visible: bool) -> None:
        """Show these clusters in place of those before."""
        for item in self._items:
            self._scene.removeItem(item)
        self.all = tuple(clusters)
        self._by_unit = {unit_id: cluster for cluster in self.all for unit_id in cluster.ids}
        self._items = [self._item(cluster, ratio, visible) for cluster in self.all]

    def set_visible(self, visible: bool) -> None:
        """Show or hide all of them."""
        for item in self._items:
            item.setVisible(visible)

    def forget(self) -> None:
        """Drop the pictures, as when the theme changes."""
        self._pictures.clear()

    def of(self, unit_id: int) -> Cluster | None:
        """Return the cluster that a unit is in."""
        return self._by_unit.get(unit_id)

    def first_of(self, unit_id: int) -> int:
        """Return the first unit of the cluster that a unit is in; itself if it is in none."""
        cluster = self._by_unit.get(unit_id)
        return cluster.tokens[0].unit_id if cluster else unit_id

    def at(self, point: QPointF, scale: float) -> Cluster | None:
        """Return the cluster whose disc is at a point of the table."""
        return next((each for each in self.all if self.box(each, scale).contains(point)), None)

    def box(self, cluster: Cluster, scale: float) -> QRectF:
        """Return the box of a disc in inches at a zoom of so many pixels to the inch."""
        side = self.side / scale
        return QRectF(cluster.x - side / 2, cluster.y - side / 2, side, side)

    @property
    def side(self) -> int:
        """Pixels that a disc is wide."""
        return self._theme.px(SIDE)

    def _item(self, cluster: Cluster, ratio: float, visible: bool) -> QGraphicsPixmapItem:
        picture = self._picture(len(cluster.tokens), cluster.colour, ratio)
        item = QGraphicsPixmapItem(picture)
        size = picture.deviceIndependentSize()
        item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        item.setOffset(-size.width() / 2, -size.height() / 2)
        item.setPos(cluster.x, cluster.y)
        item.setZValue(HEIGHT)
        item.setVisible(visible)
        self._scene.addItem(item)
        return item

    def _picture(self, count: int, colour: str, ratio: float) -> QPixmap:
        """Return the picture of a disc; equal ones are drawn once."""
        key = (count, colour, ratio)
        if key not in self._pictures:
            self._pictures[key] = self._draw(*key)
        return self._pictures[key]

    def _draw(self, count: int, colour: str, ratio: float) -> QPixmap:
        theme, side = self._theme, self.side
        font = theme.font("caption", strong=True)
        words = str(count)
        wide = max(side, round(text_width(font, words)) + theme.px(8))
        picture = QPixmap(round(wide * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        box = QRectF(0, 0, wide, side)
        with painting(picture) as painter:
            edge = theme.color(colour or "text2")
            draw_plate(painter, box, side / 2, theme.color("bg2"), edge, theme.px(2))
            draw_centred(painter, box.center(), words, font, theme.color("text"))
        return picture
