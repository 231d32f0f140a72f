"""The outlines and colours of terrain, Fields and flights, in inches."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainterPath, QPainterPathStroker, QPen

from brikdesk.ground.shapes import Point
from brikdesk.store.views.battlefield import Disc, Finish, Ground, TerrainKind, TerrainPiece
from ui.look.theme import Theme
from ui.widgets.brushwork import with_alpha

_COLOURS = {
    TerrainKind.BUILDING: "stone",
    TerrainKind.WALL: "stone",
    TerrainKind.ROCKS: "stone",
    TerrainKind.RUBBLE: "stone",
    TerrainKind.WOOD: "green",
    TerrainKind.HILL: "green",
    TerrainKind.WATER: "water",
    TerrainKind.ROAD: "wood",
    TerrainKind.OTHER: "bg3",
}
_FINISHES = {
    Finish.GRASS: ("green", 0.35),
    Finish.SAND: ("wood", 0.3),
    Finish.STONE: ("stone", 0.3),
}
_FILLED = {TerrainKind.ROAD: 0.75, TerrainKind.RUBBLE: 0.35, TerrainKind.HILL: 0.5}
"""How opaque a kind is through which the table shows."""

_SKETCHY = frozenset({TerrainKind.RUBBLE, TerrainKind.HILL})
"""Kinds with a dashed edge: they have no wall that ends them."""


def outline_of(points: Sequence[Point], radius: float) -> QPainterPath:
    """Return all within `radius` inches of the points, or of what three and more enclose."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    first, *rest = (QPointF(x, y) for x, y in points)
    if not rest:
        path.addEllipse(first, radius, radius)
        return path
    path.moveTo(first)
    for point in rest:
        path.lineTo(point)
    if len(points) > 2:
        path.closeSubpath()
    if radius <= 0:
        return path
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * radius)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    around = stroker.createStroke(path)
    return around.united(path) if len(points) > 2 else around


def terrain_colour(theme: Theme, kind: TerrainKind) -> QColor:
    """Return the colour of a kind of terrain."""
    return theme.color(_COLOURS[kind])


def terrain_style(theme: Theme, piece: TerrainPiece) -> tuple[QBrush, QPen]:
    """Return fill and edge of a piece of terrain."""
    colour = terrain_colour(theme, piece.kind)
    fill = with_alpha(colour, _FILLED.get(piece.kind, 1.0))
    if piece.kind is TerrainKind.WATER:
        # A broad, pale edge in inches: the bank is soft at every zoom.
        bank = QPen(with_alpha(colour, 0.45), 0.6)
        bank.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return QBrush(fill), bank
    line = Qt.PenStyle.DashLine if piece.kind in _SKETCHY else Qt.PenStyle.SolidLine
    return QBrush(fill), steady_pen(_edge(theme, piece.kind), 1.0, line)


def surface_pen(theme: Theme, piece: TerrainPiece) -> QPen:
    """Return the pen for what lies on a piece of terrain, paler than its edge."""
    return steady_pen(with_alpha(_edge(theme, piece.kind), 0.6), 1.0)


def _edge(theme: Theme, kind: TerrainKind) -> QColor:
    colour = terrain_colour(theme, kind)
    return colour.lighter(150) if theme.dark else colour.darker(125)


def field_style(theme: Theme, disc: Disc) -> tuple[QBrush, QPen]:
    """Return fill and edge of a Field: grey discs for Smoke and gas, hatching for what is hidden."""
    kind = disc.kind.name
    if kind == "CONCEALED":
        brush = QBrush(with_alpha(theme.color("danger"), 0.35), Qt.BrushStyle.BDiagPattern)
        return brush, steady_pen(theme.color("danger"), 1.5, Qt.PenStyle.DashLine)
    if kind == "SHIELD":
        colour = theme.color("aim")
        return QBrush(with_alpha(colour, 0.12)), steady_pen(colour, 1.5)
    tone = {"SMOKE": "smoke", "EXPOSURE": "danger"}.get(kind, "fire")
    colour = theme.color(tone)
    filled = 0.3 if kind == "SMOKE" else 0.14
    return QBrush(with_alpha(colour, filled)), steady_pen(colour, 1.5, Qt.PenStyle.DashLine)


def table_colour(theme: Theme, ground: Ground) -> QColor:
    """Return the colour of the table with its finish."""
    plain = theme.color("table")
    if ground.finish is Finish.NIGHT:
        return plain.darker(140 if theme.dark else 112)
    token, part = _FINISHES.get(ground.finish, ("table", 0.0))
    return _mixed(plain, theme.color(token), part)


def grid_colour(theme: Theme, ground: Ground, strong: bool) -> QColor:
    """Return the colour of the lines of the inch grid, or of the strong ones among them.

    It is solid: upright lines that let something through take thirty times as long to paint.
    """
    if ground.finish is Finish.PLAIN:
        return theme.color("grid6" if strong else "grid1")
    # On a coloured table the greys of the grid would be darker than what they lie on.
    return _mixed(table_colour(theme, ground), theme.color("text"), 0.13 if strong else 0.05)


def _mixed(one: QColor, other: QColor, part: float) -> QColor:
    """Return the first colour with a part of the other in it."""

    def between(least: float, most: float) -> float:
        return least * (1 - part) + most * part

    return QColor.fromRgbF(
        between(one.redF(), other.redF()),
        between(one.greenF(), other.greenF()),
        between(one.blueF(), other.blueF()),
    )


def steady_pen(colour: QColor, pixels: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """Return a pen of so many pixels at every zoom."""
    pen = QPen(colour, pixels, style)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen
