"""The attack that is being made, drawn over the table: line of fire and rings of its explosions."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.models.map.shot import Landing, Ring, Shot
from ui.panels.map.lines import paint_plate
from ui.panels.map.view import MapView
from ui.widgets.brushwork import with_alpha

BAND = 2.0
"""Inches from one ring of an explosion to the next (8.4-27)."""

MOST_RINGS = 12


def paint_shot(painter: QPainter, view: MapView, shot: Shot) -> None:
    """Paint the line from the weapon to the target with its inches, and who is within the rings."""
    theme = view.theme
    for ring in shot.rings:
        _paint_ring(painter, view, ring)
    if shot.landing is not None:
        _paint_landing(painter, view, shot.landing)
    if shot.start is None or shot.goal is None:
        return
    start, goal = (view.to_view(QPointF(*at)) for at in (shot.start, shot.goal))
    painter.setPen(QPen(theme.color("aim"), theme.px(2), Qt.PenStyle.DashLine))
    painter.drawLine(start, goal)
    if shot.inches is not None:
        source = ", measured" if shot.measured else ""
        paint_plate(painter, theme, (start + goal) / 2, f'{shot.inches:.1f}"{source}', "aim")


def _paint_landing(painter: QPainter, view: MapView, ring: Landing) -> None:
    theme, radius = view.theme, ring.radius * view.scale_now
    middle, aim = view.to_view(QPointF(*ring.middle)), theme.color("aim")
    painter.setPen(QPen(aim, theme.px(1.5), Qt.PenStyle.DashLine))
    painter.setBrush(with_alpha(aim, 0.08))
    painter.drawEllipse(middle, radius, radius)
    if ring.said is not None:  # the words have done their work, and rings have plates of their own
        paint_cross(painter, view, QPointF(*ring.said), "aim")
        return
    words = f'lands within {ring.inches}"'
    paint_plate(painter, theme, middle + QPointF(0, radius), words, "aim")


def paint_cross(painter: QPainter, view: MapView, point: QPointF, colour: str) -> None:
    """Paint an X on a point of the table: what is aimed at, or where something comes down."""
    theme, place = view.theme, view.to_view(point)
    arm = theme.px(9)
    pen = QPen(theme.color(colour), theme.px(4))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(place + QPointF(-arm, -arm), place + QPointF(arm, arm))
    painter.drawLine(place + QPointF(-arm, arm), place + QPointF(arm, -arm))


def _paint_ring(painter: QPainter, view: MapView, ring: Ring) -> None:
    theme, scale = view.theme, view.scale_now
    middle, danger = view.to_view(QPointF(*ring.middle)), theme.color("danger")
    reach = BAND
    for number in range(MOST_RINGS):
        radius = min(reach, ring.radius) * scale
        line = Qt.PenStyle.SolidLine if number == 0 else Qt.PenStyle.DashLine
        painter.setPen(QPen(danger, theme.px(1.5), line))
        painter.setBrush(with_alpha(danger, 0.06))
        painter.drawEllipse(middle, radius, radius)
        words = f'{min(reach, ring.radius):g}"'
        paint_plate(painter, theme, middle + QPointF(0, radius), words, "danger")
        if reach >= ring.radius:
            break
        reach += BAND
