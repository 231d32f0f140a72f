"""The attack that is being made, drawn over the table: line of fire and rings of its explosions."""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from brikdesk.lengths import in_inches
from ui.models.map.shot import DrawnShot, Landing, Ring, Zone
from ui.panels.map.lines import paint_plate
from ui.panels.map.view import MapView
from ui.widgets.brushwork import with_alpha

BAND = 2.0
"""Inches from one ring of an explosion to the next (8.4-27)."""

MOST_RINGS = 12


class Plate(NamedTuple):
    """A few words around a point of the table, in inches."""

    words: str
    tone: str
    middle: QPointF


def paint_shot(painter: QPainter, view: MapView, shot: DrawnShot) -> None:
    """Paint the line from the weapon to the target, the rings, and where a miss may land."""
    theme = view.theme
    for ring in shot.rings:
        _paint_ring(painter, view, ring)
    for zone in shot.zones:
        _paint_zone(painter, view, zone)
    if shot.landing is not None:
        _paint_landing(painter, view, shot.landing)
    if shot.place is not None and shot.place.said is not None:
        paint_cross(painter, view, QPointF(*shot.place.said), "aim")
    if shot.start is None or shot.goal is None:
        return
    start, goal = (view.to_view(QPointF(*at)) for at in (shot.start, shot.goal))
    painter.setPen(QPen(theme.color("aim"), theme.px(2), Qt.PenStyle.DashLine))
    painter.drawLine(start, goal)


def paint_plates(painter: QPainter, view: MapView, shot: DrawnShot) -> None:
    """Paint the inches of a shot just where they belong, whatever lies there."""
    for plate in plates_of(shot):
        paint_plate(painter, view.theme, view.to_view(plate.middle), plate.words, plate.tone)


def plates_of(shot: DrawnShot) -> Iterator[Plate]:
    """Yield the inches of a shot, the most important first."""
    if shot.start is not None and shot.goal is not None and shot.inches is not None:
        source = ", measured" if shot.measured else ""
        middle = (QPointF(*shot.start) + QPointF(*shot.goal)) / 2
        yield Plate(f"{in_inches(shot.inches)}{source}", "aim", middle)
    landing = shot.landing
    # Once it is said the words have done their work, and rings have plates of their own.
    if landing is not None and landing.said is None:
        edge = QPointF(*landing.middle) + QPointF(0, landing.radius)
        yield Plate(f'lands within {landing.inches}"', "aim", edge)
    for zone in shot.zones:
        lowest = max(zone.outline.core, key=lambda point: point[1])
        below = QPointF(*lowest) + QPointF(0, zone.outline.radius)
        yield Plate(zone.words, "danger", below)
    for ring in shot.rings:
        for reach in _reaches(ring):
            yield Plate(in_inches(reach), "danger", QPointF(*ring.middle) + QPointF(0, reach))


def _reaches(ring: Ring) -> Iterator[float]:
    """Yield how far each ring of an explosion reaches, in inches, from the inmost on."""
    for number in range(1, MOST_RINGS + 1):
        yield min(BAND * number, ring.radius)
        if BAND * number >= ring.radius:
            return


def _paint_landing(painter: QPainter, view: MapView, ring: Landing) -> None:
    theme, radius = view.theme, ring.radius * view.scale_now
    middle, aim = view.to_view(QPointF(*ring.middle)), theme.color("aim")
    painter.setPen(QPen(aim, theme.px(1.5), Qt.PenStyle.DashLine))
    painter.setBrush(with_alpha(aim, 0.08))
    painter.drawEllipse(middle, radius, radius)
    if ring.said is not None:
        paint_cross(painter, view, QPointF(*ring.said), "aim")


def paint_cross(painter: QPainter, view: MapView, point: QPointF, colour: str) -> None:
    """Paint an X on a point of the table: what is aimed at, or where something comes down."""
    theme, place = view.theme, view.to_view(point)
    arm = theme.px(9)
    pen = QPen(theme.color(colour), theme.px(4))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(place + QPointF(-arm, -arm), place + QPointF(arm, arm))
    painter.drawLine(place + QPointF(-arm, arm), place + QPointF(arm, -arm))


def _paint_zone(painter: QPainter, view: MapView, zone: Zone) -> None:
    danger, outline = view.theme.color("danger"), zone.outline
    painter.setPen(QPen(danger, view.theme.px(1.5)))
    painter.setBrush(with_alpha(danger, 0.08))
    corners = [view.to_view(QPointF(*corner)) for corner in outline.core]
    if len(corners) == 1:
        reach = outline.radius * view.scale_now
        painter.drawEllipse(corners[0], reach, reach)
    else:
        painter.drawPolygon(QPolygonF(corners))


def _paint_ring(painter: QPainter, view: MapView, ring: Ring) -> None:
    theme, scale = view.theme, view.scale_now
    middle, danger = view.to_view(QPointF(*ring.middle)), theme.color("danger")
    for number, reach in enumerate(_reaches(ring)):
        line = Qt.PenStyle.SolidLine if number == 0 else Qt.PenStyle.DashLine
        painter.setPen(QPen(danger, theme.px(1.5), line))
        painter.setBrush(with_alpha(danger, 0.06))
        painter.drawEllipse(middle, reach * scale, reach * scale)
