"""The table under everything: its colour, the inch grid, and the rulers at its edges."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from brikdesk.store.views.battlefield import Ground
from ui.look.theme import Theme
from ui.panels.map.layers import GRID, PHOTO, TERRAIN
from ui.panels.map.photo_picture import PhotoPicture
from ui.panels.map.shapes import grid_colour, table_colour
from ui.panels.map.terrain_picture import TerrainPicture
from ui.panels.map.view import MapView
from ui.widgets.brushwork import draw_centred, draw_plate, painting

RULED = 6
"""Inches between two numbers of a ruler, and between two strong lines of the grid."""

OVER_PHOTO = 0.5
"""How solid terrain is over a photo that shows the same pieces."""

FINEST = 7
"""Pixels to the inch under which the inch grid would be a grey veil."""


class Tabletop:
    """Paints the table of a battle, in pixels of the view."""

    def __init__(self, theme: Theme, view: MapView) -> None:
        self._theme, self._view = theme, view
        self.ground: Ground | None = None
        self.hidden: frozenset[str] = frozenset()
        self.terrain = TerrainPicture(theme, view)
        self._photo = PhotoPicture()
        self._drawn: QPixmap | None = None
        self._drawn_for: tuple[object, ...] = ()

    def paint(self, painter: QPainter) -> None:
        """Paint table, grid, rulers and terrain; with a photo as they were drawn last, if they can be."""
        if self._shows_photo():
            painter.drawPixmap(0, 0, self._with_photo())
        else:
            self._drawn = None
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_all(painter)
            painter.restore()
        if TERRAIN not in self.hidden:
            painter.setOpacity(OVER_PHOTO if self._shows_photo() else 1.0)
            self.terrain.paint(painter)
            painter.setOpacity(1.0)

    def show_photo(self, sizes: Sequence[QImage], opacity: float) -> None:
        """Show a straightened photo of the whole table under the grid; without sizes, none."""
        self._photo.show(sizes, opacity)
        self._drawn = None
        self._view.viewport().update()

    def _shows_photo(self) -> bool:
        return self._photo.is_shown() and PHOTO not in self.hidden

    def restyle(self) -> None:
        """Draw it anew, in the colours and sizes of the theme."""
        self._drawn = None
        self.terrain.restyle()

    def _with_photo(self) -> QPixmap:
        # To paint a photo smoothly takes longer than all that stands on the table.
        view = self._view
        place = view.viewportTransform()
        drawn_for = (
            view.viewport().size().toTuple(), place.m11(), place.dx(), place.dy(),
            view.devicePixelRatioF(), self.ground and _look(self.ground), GRID in self.hidden,
        )  # fmt: skip
        if drawn_for != self._drawn_for or self._drawn is None:
            self._drawn, self._drawn_for = self._draw(), drawn_for
        return self._drawn

    def _draw(self) -> QPixmap:
        room, ratio = self._view.viewport().size(), self._view.devicePixelRatioF()
        picture = QPixmap(room * ratio)
        picture.setDevicePixelRatio(ratio)
        with painting(picture) as painter:
            self._paint_all(painter)
        return picture

    def _paint_all(self, painter: QPainter) -> None:
        theme, ground = self._theme, self.ground
        painter.fillRect(self._view.viewport().rect(), theme.color("bg0"))
        if ground is None or not ground.width:
            return
        box = QRectF(
            self._view.to_view(QPointF(0, 0)),
            self._view.to_view(QPointF(ground.width, ground.depth)),
        )
        colour, edge = table_colour(theme, ground), theme.color("line2")
        draw_plate(painter, box, theme.px(8), colour, edge, 1)
        if self._shows_photo():
            seen = QRectF(self._view.viewport().rect())
            self._photo.paint(painter, box, seen, self._view.devicePixelRatioF())
        if GRID not in self.hidden:
            self._paint_grid(painter, box, ground)
        self._paint_rulers(painter, box, ground)

    def _paint_grid(self, painter: QPainter, box: QRectF, ground: Ground) -> None:
        scale = self._view.scale_now
        seen = (box.adjusted(1, 1, -1, -1) & QRectF(self._view.viewport().rect())).toRect()
        painter.save()
        # Boxes and not lines, all at once and on whole pixels: the quickest of all ways.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for strong in (False, True):
            if not strong and scale < FINEST:
                continue
            painter.setBrush(grid_colour(self._theme, ground, strong))
            step = RULED if strong else 1
            across = (round(box.left() + inch * scale) for inch in _marks(ground.width, step))
            down = (round(box.top() + inch * scale) for inch in _marks(ground.depth, step))
            lines = [
                QRect(x, seen.top(), 1, seen.height())
                for x in across
                if seen.left() <= x <= seen.right()
            ]
            lines += [
                QRect(seen.left(), y, seen.width(), 1)
                for y in down
                if seen.top() <= y <= seen.bottom()
            ]
            painter.drawRects(lines)
        painter.restore()

    def _paint_rulers(self, painter: QPainter, box: QRectF, ground: Ground) -> None:
        theme, scale = self._theme, self._view.scale_now
        font, ink = theme.font("caption"), theme.color("text3")
        # Where the edge of the table is out of sight, its ruler stands at the edge of the view.
        top = max(box.top() - theme.px(12), float(theme.px(10)))
        left = max(box.left() - theme.px(15), float(theme.px(15)))
        step = RULED if scale * RULED >= theme.px(30) else 2 * RULED
        for inch in (0, *_marks(ground.width, step)):
            at = QPointF(box.left() + inch * scale, top)
            draw_centred(painter, at, f'{inch}"', font, ink)
        for inch in _marks(ground.depth, step):
            at = QPointF(left, box.top() + inch * scale)
            draw_centred(painter, at, f'{inch}"', font, ink)


def _look(ground: Ground) -> tuple[object, ...]:
    """Return what decides how the table looks, without what stands on it."""
    return ground.width, ground.depth, ground.finish


def _marks(length: float, step: int) -> Iterator[int]:
    at = step
    while at < length:
        yield at
        at += step
