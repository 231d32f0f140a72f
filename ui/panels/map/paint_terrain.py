"""Terrain while it is drawn, chosen or moved, over the table."""

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.store.views.battlefield import TerrainPiece
from ui.models.map.sketch import DrawnAs, DrawnShape, Sketch
from ui.panels.map.lines import paint_plate, paint_way
from ui.panels.map.shapes import outline_of, terrain_colour
from ui.panels.map.view import MapView
from ui.widgets.brushwork import with_alpha

SHORTEST = 28
"""Pixels at 100 % of a side under which its inches would cover it."""


def paint_sketch(painter: QPainter, view: MapView, sketch: Sketch, at: Point) -> None:
    """Paint what is drawn so far, with the inches of its sides."""
    theme = view.theme
    try:
        shape = sketch.finished(at) if sketch.drawn_to(at) != (at,) else None
    except BadInput:  # it may become something yet
        shape = None
    if shape is not None and (len(shape.points) > 2 or shape.radius):
        painter.setPen(QPen(theme.color("accent"), theme.px(2), Qt.PenStyle.DashLine))
        painter.setBrush(with_alpha(terrain_colour(theme, sketch.kind), 0.6))
        outline = outline_of(shape.points, shape.radius)
        painter.drawPath(view.viewportTransform().map(outline))
    if sketch.form is not DrawnAs.RECTANGLE:
        paint_way(painter, view, [QPointF(*point) for point in sketch.drawn_to(at)], "accent")
    for one, other in sketch.sides(at):
        here, there = view.to_view(QPointF(*one)), view.to_view(QPointF(*other))
        if math.hypot(there.x() - here.x(), there.y() - here.y()) >= theme.px(SHORTEST):
            inches = math.dist(one, other)
            paint_plate(painter, theme, (here + there) / 2, in_inches(inches), "accent")


def paint_chosen(
    painter: QPainter,
    view: MapView,
    shape: DrawnShape,
    piece: TerrainPiece,
    ghost: DrawnShape | None,
) -> None:
    """Paint the edge of the chosen piece, and itself where it is moved to."""
    theme = view.theme
    line = Qt.PenStyle.DashLine if ghost else Qt.PenStyle.SolidLine
    painter.setPen(QPen(theme.color("accent"), theme.px(2.5), line))
    colour = with_alpha(terrain_colour(theme, piece.kind), 0.6)
    painter.setBrush(colour if ghost else Qt.BrushStyle.NoBrush)
    outline = view.viewportTransform().map(outline_of(shape.points, shape.radius))
    painter.drawPath(outline)
    box = outline.boundingRect()
    above = QPointF(box.center().x(), box.top() - theme.px(16))
    paint_plate(painter, theme, above, piece.name, "accent")


def paint_cursor(painter: QPainter, view: MapView, at: Point) -> None:
    """Paint the point that the next one is set at."""
    theme, place = view.theme, view.to_view(QPointF(*at))
    arm = theme.px(7)
    for tone, width in (("bg0", 4.0), ("accent", 2.0)):
        painter.setPen(QPen(theme.color(tone), theme.px(width)))
        painter.drawLine(place - QPointF(arm, 0), place + QPointF(arm, 0))
        painter.drawLine(place - QPointF(0, arm), place + QPointF(0, arm))
