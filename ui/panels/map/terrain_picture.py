"""The terrain of a table as one picture for each zoom step: to pan it is to shift the picture."""

import math
from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsRectItem,
    QGraphicsScene,
)

from brikdesk.store.views.battlefield import Ground, TerrainKind, TerrainPiece
from ui.look.theme import Theme
from ui.panels.map.shapes import outline_of, surface_pen, terrain_style
from ui.panels.map.surfaces import banks, marks_for, surface_of
from ui.panels.map.view import MapView
from ui.widgets.brushwork import painting

LARGEST = 6_000_000
"""Pixels of the largest picture that is kept, 24 MB. Nearer than that, what is seen is drawn anew."""

AT_ONCE = 20
"""Outlines that are drawn without a pause; to draw one takes a twentieth of a millisecond."""

_WHOLE = QRectF()
"""All of a picture."""

FLAT = (TerrainKind.HILL, TerrainKind.WATER, TerrainKind.ROAD)
"""Kinds that lie under all others, from below."""


class TerrainPicture:
    """Paints the terrain in pixels of a view."""

    def __init__(self, theme: Theme, view: MapView) -> None:
        self._theme, self._view = theme, view
        # Items that no view shows: Qt knows best how to draw outlines, clipped and in order.
        self._scene = QGraphicsScene(view)
        self._outlines: list[QGraphicsPathItem] = []
        self._pieces: Sequence[TerrainPiece] = ()
        self._table = QRectF()
        self._drawn: QPixmap | None = None
        self._drawn_at = (0.0, 0.0)
        view.sharpened.append(self.sharpen)

    def show_ground(self, ground: Ground) -> None:
        """Take up the terrain as it is now."""
        table = QRectF(0, 0, ground.width, ground.depth)
        if table != self._table or ground.pieces != self._pieces:
            self._table, self._pieces = table, ground.pieces
            self.restyle()

    def restyle(self) -> None:
        """Draw it anew, in the colours of the theme."""
        self._drawn = None
        for item in self._scene.items():
            if item.parentItem() is None:
                self._scene.removeItem(item)
        self._outlines = []
        marks = marks_for(len(self._pieces))
        levels = {kind: level for level, kind in enumerate(FLAT)}
        for piece in sorted(self._pieces, key=lambda each: levels.get(each.kind, len(FLAT))):
            for item in self._items(piece, marks):
                self._scene.addItem(item)
        self._scene.setSceneRect(self._scene.itemsBoundingRect())

    def paint(self, painter: QPainter) -> None:
        """Paint the terrain where the view has it."""
        if not self._pieces:
            return
        view, bounds = self._view, self._scene.sceneRect()
        corner = view.to_view(bounds.topLeft())
        if self._drawn is not None and not view.at_rest:
            # Not on whole pixels: it would tremble beside the tokens while it grows.
            painter.drawPixmap(QRectF(corner, bounds.size() * view.scale_now), self._drawn, _WHOLE)
            return
        if self._too_large():
            room = QRectF(view.viewport().rect())
            source = QRectF(view.to_table(room.topLeft()), view.to_table(room.bottomRight()))
            self._scene.render(painter, room, source, Qt.AspectRatioMode.IgnoreAspectRatio)
            return
        for _ in self.sharpen():
            pass
        assert self._drawn is not None
        # On whole pixels: half a pixel would blur every edge.
        painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), self._drawn)

    def sharpen(self) -> Iterator[None]:
        """Draw the picture if it was drawn for another zoom; it may pause after each outline."""
        view = self._view
        at = (view.scale_now, view.devicePixelRatioF())
        if not self._pieces or self._too_large() or (self._drawn and self._drawn_at == at):
            return
        scale, ratio = at
        bounds = self._scene.sceneRect()
        wide, high = math.ceil(bounds.width() * scale), math.ceil(bounds.height() * scale)
        picture = QPixmap(math.ceil(wide * ratio), math.ceil(high * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        place = QTransform.fromScale(scale, scale).translate(-bounds.left(), -bounds.top())
        items = self._outlines
        for first in range(0, len(items), AT_ONCE):
            with painting(picture) as painter:
                painter.setTransform(place, combine=True)
                for item in items[first : first + AT_ONCE]:
                    self._paint_item(painter, item)
            yield
        if items is self._outlines:
            self._drawn, self._drawn_at = picture, at

    def _paint_item(self, painter: QPainter, item: QGraphicsPathItem) -> None:
        clipped = item.parentItem() is not None
        if clipped:
            painter.setClipRect(self._table)
        painter.setPen(item.pen())
        painter.setBrush(item.brush())
        painter.drawPath(item.path())
        if clipped:
            painter.setClipping(False)

    def _too_large(self) -> bool:
        bounds, view = self._scene.sceneRect(), self._view
        scale = view.scale_now * view.devicePixelRatioF()
        return bounds.width() * bounds.height() * scale**2 > LARGEST

    def _items(self, piece: TerrainPiece, marks: int) -> Iterable[QGraphicsItem]:
        outline = outline_of(piece.points, piece.radius)
        water = piece.kind is TerrainKind.WATER
        if water and len(piece.points) > 2 and not piece.radius:
            outline = banks(piece.points, self._table)
        item = QGraphicsPathItem(outline)
        brush, pen = terrain_style(self._theme, piece)
        item.setBrush(brush)
        item.setPen(pen)
        surface = QGraphicsPathItem(surface_of(piece, outline, marks))
        surface.setPen(surface_pen(self._theme, piece))
        if water and self._table.contains(outline.boundingRect()):
            self._outlines.append(item)
            return [self._clipped(item)]
        items = [item] if surface.path().isEmpty() else [item, surface]
        self._outlines += items
        return items

    def _clipped(self, item: QGraphicsItem) -> QGraphicsItem:
        """Return an item whose soft edge ends where the table ends."""
        table = QGraphicsRectItem(self._table)
        table.setPen(Qt.PenStyle.NoPen)
        table.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        item.setParentItem(table)
        return table
