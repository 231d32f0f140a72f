"""What lies on the table as items of a scene in inches; each kind is a layer."""

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from PySide6 import QtWidgets
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPainterPathStroker, QPen, QPixmap

from brikdesk.ground.shapes import Point
from brikdesk.store.views.battlefield import (
    Disc,
    Finish,
    Flight,
    Ground,
    Lying,
    TerrainKind,
    TerrainPiece,
    Trail,
)
from ui.look.icons import paint_icon, pixmap
from ui.look.theme import Theme
from ui.models.map import PARTS, Cluster, TurnMark, UnitToken, gather
from ui.widgets.painted import draw_centred, draw_plate, picturing, text_width, with_alpha
from ui.widgets.tokens import SMALLEST, TokenLook, paint_token

SIDE = 24
"""Pixels at 100 % of a disc."""

HEIGHT = 3.9
"""The height of a disc in the scene: it lies over tokens, which it may touch."""


class Discs:
    """The clusters of a scene and the items that show them; `all` are those of the zoom at rest."""

    def __init__(self, theme: Theme, scene: QtWidgets.QGraphicsScene) -> None:
        self._theme, self._scene = theme, scene
        self.all: tuple[Cluster, ...] = ()
        self._items: list[QtWidgets.QGraphicsPixmapItem] = []
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
        return _square(cluster.x, cluster.y, self.side / scale)

    @property
    def side(self) -> int:
        """Pixels that a disc is wide."""
        return self._theme.line_px(SIDE)

    def _item(self, cluster: Cluster, ratio: float, visible: bool) -> QtWidgets.QGraphicsPixmapItem:
        item = _upright(cluster.x, cluster.y)
        _show_on(item, self._picture(len(cluster.tokens), cluster.colour, ratio))
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
        with picturing(wide, side, ratio) as (picture, painter, box):
            edge = theme.color(colour or "text2")
            draw_plate(painter, box, side / 2, theme.color("bg2"), edge, theme.px(2))
            draw_centred(painter, box.center(), words, font, theme.color("text"))
        return picture


TERRAIN, FIELDS, FLIGHTS, UNITS = "terrain", "fields", "flights", "units"
PHOTO, GRID, TRAILS, LABELS = "photo", "grid", "trails", "labels"
TURN = "turn"

LAYERS = {
    PHOTO: "Photo of the table",
    GRID: "Grid",
    TERRAIN: "Terrain",
    FIELDS: "Fields and mines",
    TRAILS: "Trails of this turn",
    FLIGHTS: "Flights",
    UNITS: "Units",
    TURN: "What is left of the turn",
    LABELS: "Labels",
}
"""Each layer with its words, from below."""


class LayersMenu(QtWidgets.QMenu):
    """A menu with a tick for each layer, for that of the photo only if there is a `photo`.

    `changed` comes with the names of the layers that are hidden.
    """

    changed = Signal(object)

    def __init__(
        self, hidden: frozenset[str], parent: QtWidgets.QWidget | None = None, photo: bool = False
    ) -> None:
        super().__init__(parent)
        self._hidden = hidden
        for layer, words in LAYERS.items():
            if layer == PHOTO and not photo:
                continue
            entry = self.addAction(words)
            entry.setCheckable(True)
            entry.setChecked(layer not in hidden)
            entry.toggled.connect(lambda on, layer=layer: self._set(layer, on))
        self.aboutToHide.connect(self.deleteLater)  # its host would keep every menu ever opened

    def _set(self, layer: str, shown: bool) -> None:
        self._hidden = self._hidden - {layer} if shown else self._hidden | {layer}
        self.changed.emit(self._hidden)


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
    path.setFillRule(Qt.FillRule.WindingFill)  # else what is enclosed twice would be a hole
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


HIGH, BAR, THICK, DOT, ICON, GAP = 11, 12, 4, 5, 9, 2


def paint_turn_mark(painter: QPainter, token: QRectF, theme: Theme, mark: TurnMark) -> None:
    """Paint the mark of a unit on the lower rim of its token.

    A bar is the Move left, a filled dot the Action; a dot alone says that a unit of another player
    may respond. Crossed swords: engaged. A chevron: it holds a MOM.
    """
    widths = _widths(mark)
    gap = theme.px(GAP)
    inner = sum(theme.px(each) for each in widths) + gap * (len(widths) + 1)
    high = theme.px(HIGH)
    left = token.center().x() - inner / 2
    plate = QRectF(left, token.bottom() - high * 0.45, max(inner, high), high)
    draw_plate(painter, plate, high / 2, theme.color("bg1"), theme.color("line2"))
    at = plate.left() + (plate.width() - inner) / 2 + gap
    middle = plate.center().y()
    for width, part in zip(widths, _parts(mark), strict=True):
        wide = theme.px(width)
        high_of = theme.px(THICK if part == "bar" else width)
        box = QRectF(at, middle - high_of / 2, wide, high_of)
        if part == "bar":
            _paint_bar(painter, box, theme, mark.move or 0)
        elif part == "dot":
            tone = theme.color("ok" if mark.move is not None else "text2")
            edge = tone if mark.action else theme.color("line2")
            draw_plate(painter, box, wide / 2, tone if mark.action else None, edge)
        else:
            paint_icon(painter, box, theme, part, "ok" if part == "chevron-right" else "text2")
        at += wide + gap


def _parts(mark: TurnMark) -> list[str]:
    """Return what stands on the plate, from the left."""
    parts = ["attack"] if mark.engaged else []
    if mark.move is not None:
        parts.append("bar")
    if mark.move is not None or mark.action:
        parts.append("dot")
    return [*parts, "chevron-right"] if mark.momentum else parts


def _widths(mark: TurnMark) -> list[int]:
    known = {"bar": BAR, "dot": DOT}
    return [known.get(part, ICON) for part in _parts(mark)]


def _paint_bar(painter: QPainter, box: QRectF, theme: Theme, left: int) -> None:
    radius = box.height() / 2
    draw_plate(painter, box, radius, theme.color("bg3"), theme.color("line2"))
    if left:
        full = QRectF(box.left(), box.top(), box.width() * left / PARTS, box.height())
        draw_plate(painter, full, radius, theme.color("ok"))


BADGE, FLAME, MOST_FLAMES = 16, 16, 6
MOST = 6000
"""Pictures that are kept: small tokens look the same at many zoom steps."""

MARGIN = 10
"""Pixels at 100 % around a token for its flames and badge."""


class _Look(Struct, frozen=True):
    """All that decides how a token's picture comes out."""

    side: int
    colour: str
    initials: str
    solid: bool
    flames: int
    badge: str
    tone: str
    facing: float | None
    ratio: float
    turn: TurnMark | None


class TokenPictures:
    """Draws tokens at a scale of so many pixels to the inch; equal ones are drawn once."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._drawn: dict[_Look, QPixmap] = {}
        self.shows_turn = True

    def forget(self) -> None:
        """Drop all pictures, as when the theme changes."""
        self._drawn.clear()

    def side_of(self, token: UnitToken, scale: float) -> int:
        """Return the pixels a token is wide: true to scale, and never too small for its initials."""
        return self.side_of_size(token.size, scale)

    def side_of_size(self, size: int, scale: float) -> int:
        """Return the pixels that a token of so many inches of Size is wide."""
        return max(self.least, round(size * scale))

    @property
    def least(self) -> int:
        """The pixels that the smallest token is wide."""
        return self._theme.px(SMALLEST)

    def picture(self, token: UnitToken, scale: float, ratio: float) -> QPixmap:
        """Return the picture of a token; its middle is where the unit stands."""
        side = self.side_of(token, scale)
        flames = min(token.flames, MOST_FLAMES)
        look = _Look(
            side, token.colour, token.initials, token.solid, flames,
            token.badge, token.tone, token.facing, ratio, token.turn if self.shows_turn else None,
        )  # fmt: skip
        if look not in self._drawn:
            if len(self._drawn) >= MOST:
                self._drawn.clear()  # of zoom steps that nobody comes back to
            self._drawn[look] = self._draw(look)
        return self._drawn[look]

    def _draw(self, look: _Look) -> QPixmap:
        theme = self._theme
        margin = theme.px(MARGIN)
        whole = look.side + 2 * margin
        box = QRectF(margin, margin, look.side, look.side)
        with picturing(whole, whole, look.ratio) as (picture, painter, _):
            token = TokenLook(look.colour, look.initials, look.solid)
            if look.facing is not None:
                self._paint_facing(painter, box, look)
            paint_token(painter, box, theme, token)
            self._paint_flames(painter, box, look.flames)
            if look.turn is not None:
                paint_turn_mark(painter, box, theme, look.turn)
            if look.badge:
                self._paint_badge(painter, box, look)
        return picture

    def _paint_facing(self, painter: QPainter, box: QRectF, look: _Look) -> None:
        """Paint a short line out of the token, the way it faces."""
        painter.save()
        painter.translate(box.center())
        painter.rotate(look.facing or 0.0)
        painter.setPen(QPen(self._theme.color(look.colour), self._theme.px(3)))
        painter.drawLine(
            QPointF(0, -box.height() / 2), QPointF(0, -box.height() / 2 - self._theme.px(6))
        )
        painter.restore()

    def _paint_flames(self, painter: QPainter, box: QRectF, flames: int) -> None:
        side = self._theme.px(FLAME)
        step = side * 0.75
        left = box.center().x() - (flames - 1) * step / 2 - side / 2
        for flame in range(flames):
            place = QRectF(left + flame * step, box.top() - side * 0.55, side, side)
            paint_icon(painter, place, self._theme, "fire", "fire")

    def _paint_badge(self, painter: QPainter, box: QRectF, look: _Look) -> None:
        side = self._theme.px(BADGE)
        plate = QRectF(box.right() - side * 0.6, box.top() - side * 0.4, side, side)
        draw_plate(painter, plate, side / 2, self._theme.color("bg1"), self._theme.color("line2"))
        inner = plate.adjusted(3, 3, -3, -3)
        paint_icon(painter, inner, self._theme, look.badge, look.tone or "text2")


NAME = 0
"""The key under which an item holds its name: terrain-3, field-2, unit-17."""

_HEIGHTS = {FIELDS: 1.0, TRAILS: 1.5, FLIGHTS: 2.0, UNITS: 3.0}
START = 0.25
"""Inches of radius of the dot where a trail begins."""

EVERY_TICK = 12.0
"""Inches that a projectile flies in one turn (8.4-09); the line shows a tick after each."""

COVERED = 2 / 3
"""Share of a token's width by which two have to lie apart, so that the initials of both are seen."""

LINE = 3
"""Inches of the table that count as one line, where units are read one after another."""

LARGEST_PICTURES = 40.0
"""Pixels to the inch above which a picture of a river would take tens of megabytes."""


class MapScene(QtWidgets.QGraphicsScene):
    """The items of the map. Units keep theirs from act to act, the rest is drawn anew if changed."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.pictures = TokenPictures(theme)
        self._layers: dict[str, list[QtWidgets.QGraphicsItem]] = {}
        self._shown: dict[str, Sequence[object]] = {}
        self._units: dict[int, QtWidgets.QGraphicsPixmapItem] = {}
        self.clusters = Discs(theme, self)
        self._tokens: dict[int, UnitToken] = {}
        self._sides: dict[int, tuple[int, float]] = {}
        self._hidden: frozenset[str] = frozenset()
        self._scale, self._ratio = 1.0, 1.0

    @property
    def tokens(self) -> Iterable[UnitToken]:
        """The units that stand on the table."""
        return self._tokens.values()

    def in_reading_order(self) -> list[UnitToken]:
        """Return the tokens line by line, as lines of a page that are 3 inches high."""
        return sorted(self.tokens, key=_reading_place)

    def token(self, unit_id: int) -> UnitToken | None:
        """Return a unit's token; none if it has no place."""
        return self._tokens.get(unit_id)

    def show_ground(self, ground: Ground) -> None:
        """Show Fields and flights as they are now."""
        self._show(FIELDS, (*ground.discs, *ground.lying), self._field)
        self._show(FLIGHTS, ground.flights, self._flight)

    def show_trails(self, trails: Sequence[Trail]) -> None:
        """Show the ways that units took in this turn; of those that the map shows."""
        self._show(TRAILS, [each for each in trails if each.unit_id in self._tokens], self._trail)

    def show_units(self, tokens: Iterable[UnitToken]) -> bool:
        """Show units where they stand now; return whether anything is seen otherwise than before."""
        now = {token.unit_id: token for token in tokens}
        if now == self._tokens:
            return False
        for gone in self._tokens.keys() - now.keys():
            self.removeItem(self._units.pop(gone))
            del self._sides[gone]
        for unit_id, token in now.items():
            if self._tokens.get(unit_id) != token:
                self._place(token)
        self._tokens = now
        for _ in self._gather():
            pass
        return True

    def set_scale(self, scale: float, ratio: float) -> None:
        """Draw tokens for a zoom of `scale` pixels to the inch on a screen of this pixel ratio."""
        self._take_scale(scale, ratio)
        for _ in self.sharpen():
            pass

    def stretch(self, scale: float, ratio: float) -> None:
        """Show the pictures that there are larger or smaller, as another zoom wants them."""
        self._take_scale(scale, ratio)
        sides = self._sides_by_size()
        for unit_id, token in self._tokens.items():
            self._units[unit_id].setScale(sides[token.size] / self._sides[unit_id][0])

    def sharpen(self) -> Iterator[None]:
        """Draw the tokens that were drawn for another zoom, and gather them; it may pause often."""
        for unit_id in list(self._tokens):
            token = self._tokens.get(unit_id)  # an act may take it away meanwhile
            wanted = token and (self.pictures.side_of_size(token.size, self._scale), self._ratio)
            if token is not None and self._sides[unit_id] != wanted:
                self._dress(self._units[unit_id], token)
                yield
        yield from self._gather()

    def hide_layers(self, hidden: frozenset[str]) -> None:
        """Hide these layers and show all others."""
        self._hidden = hidden
        for layer, items in self._layers.items():
            for item in items:
                item.setVisible(layer not in hidden)
        self._show_units_apart()
        # The mark of the turn is part of a token's picture.
        if self.pictures.shows_turn is (TURN in hidden):
            self.pictures.shows_turn = TURN not in hidden
            self._dress_all()

    def _dress_all(self) -> None:
        for token in self._tokens.values():
            self._dress(self._units[token.unit_id], token)

    def restyle(self) -> None:
        """Draw everything anew, in the colours and sizes of the theme."""
        self.pictures.forget()
        self.clusters.forget()
        # Forgotten first: `_show` draws nothing that is shown already.
        shown, self._shown = self._shown, {}
        for layer, draw in (
            (FIELDS, self._field), (TRAILS, self._trail), (FLIGHTS, self._flight),
        ):  # fmt: skip
            self._show(layer, shown.get(layer, ()), draw)
        self._dress_all()
        self.clusters.show(self.clusters.all, self._ratio, visible=UNITS not in self._hidden)

    def box_of(self, token: UnitToken, scale: float) -> QRectF:
        """Return the box of a token in inches, as large as it is drawn."""
        return _square(token.x, token.y, self.pictures.side_of(token, scale) / scale)

    def unit_at(self, point: QPointF, scale: float) -> int:
        """Return the unit whose token is under a point, the smallest first; 0 if there is none."""
        under = [
            token for token in self._tokens.values() if self.box_of(token, scale).contains(point)
        ]
        nearest = min(
            under,
            key=lambda token: (token.size, (token.x - point.x()) ** 2 + (token.y - point.y()) ** 2),
            default=None,
        )
        return nearest.unit_id if nearest and UNITS not in self._hidden else 0

    def unit_seen_at(self, point: QPointF, scale: float) -> int:
        """Return the unit whose token is seen under a point; 0 for none, or one in a cluster."""
        unit_id = self.unit_at(point, scale)
        return 0 if self.clusters.of(unit_id) else unit_id

    def cluster_at(self, point: QPointF, scale: float) -> Cluster | None:
        """Return the cluster whose disc is under a point."""
        return None if UNITS in self._hidden else self.clusters.at(point, scale)

    def seen_as(self, token: UnitToken, scale: float) -> QRectF:
        """Return the box of what stands for a unit, in inches: its token, or the disc of its cluster."""
        cluster = self.clusters.of(token.unit_id)
        return self.clusters.box(cluster, scale) if cluster else self.box_of(token, scale)

    def units_in(self, box: QRectF) -> list[int]:
        """Return the units whose middle is in a box of the table, in reading order."""
        if UNITS in self._hidden:
            return []
        return [
            token.unit_id
            for token in self.in_reading_order()
            if box.contains(QPointF(token.x, token.y))
        ]

    # --- drawing ---------------------------------------------------------------------------------

    def _show(self, layer: str, things: Sequence[object], draw: object) -> None:
        if self._shown.get(layer) == things:
            return
        for item in self._layers.pop(layer, []):
            self.removeItem(item)
        made = [item for thing in things for item in draw(thing)]  # type: ignore[operator]
        for item in made:
            item.setZValue(_HEIGHTS[layer])
            item.setVisible(layer not in self._hidden)
            item.setCacheMode(self._caching())
            self.addItem(item)
        self._layers[layer] = made
        self._shown[layer] = things

    def _gather(self) -> Iterator[None]:
        """Gather the tokens that are drawn larger than they are and lie over each other."""
        least, scale = self.pictures.least, self._scale
        small = [token for token in self._tokens.values() if token.size * scale < least]
        if not small and not self.clusters.all:
            return
        small.sort(key=_reading_place)
        found = yield from gather(small, least * COVERED / scale, self.clusters.side / scale)
        if found != self.clusters.all:
            self.clusters.show(found, self._ratio, visible=UNITS not in self._hidden)
            self._show_units_apart()

    def _show_units_apart(self) -> None:
        """Show the tokens that stand for themselves, and discs for the rest."""
        shown = UNITS not in self._hidden
        self.clusters.set_visible(shown)
        for unit_id, item in self._units.items():
            item.setVisible(shown and self.clusters.of(unit_id) is None)

    def _take_scale(self, scale: float, ratio: float) -> None:
        before = self._caching()
        self._scale, self._ratio = scale, ratio
        if self._caching() is not before:
            for item in (item for items in self._layers.values() for item in items):
                item.setCacheMode(self._caching())

    def _sides_by_size(self) -> dict[int, int]:
        """Return how many pixels wide a token of each Size is now."""
        sizes = {token.size for token in self._tokens.values()}
        return {size: self.pictures.side_of_size(size, self._scale) for size in sizes}

    def _caching(self) -> QtWidgets.QGraphicsItem.CacheMode:
        """Return how items are kept: outlines with soft edges are slower to draw than pictures."""
        if self._scale > LARGEST_PICTURES:
            return QtWidgets.QGraphicsItem.CacheMode.NoCache
        return QtWidgets.QGraphicsItem.CacheMode.DeviceCoordinateCache

    def _place(self, token: UnitToken) -> None:
        item = self._units.get(token.unit_id)
        if item is None:
            item = _upright(token.x, token.y)
            item.setData(NAME, f"unit-{token.unit_id}")
            item.setVisible(UNITS not in self._hidden)  # what is near is gathered afterwards
            self.addItem(item)
            self._units[token.unit_id] = item
        item.setPos(token.x, token.y)
        # A large unit lies under small ones, so that every token can be seen and clicked.
        item.setZValue(_HEIGHTS[UNITS] + 1 / (1 + token.size))
        self._dress(item, token)

    def _dress(self, item: QtWidgets.QGraphicsPixmapItem, token: UnitToken) -> None:
        _show_on(item, self.pictures.picture(token, self._scale, self._ratio))
        item.setScale(1.0)
        self._sides[token.unit_id] = (self.pictures.side_of(token, self._scale), self._ratio)

    def _field(self, thing: Disc | Lying) -> list[QtWidgets.QGraphicsItem]:
        if isinstance(thing, Lying):
            icon = "mine" if thing.trap else "dud"
            return [self._mark(icon, "danger" if thing.dud else "text2", thing.x, thing.y, 20)]
        path = outline_of(((thing.x, thing.y),), thing.size / 2)
        item = QtWidgets.QGraphicsPathItem(path)
        brush, pen = field_style(self.theme, thing)
        item.setBrush(brush)
        item.setPen(pen)
        item.setData(NAME, f"field-{thing.id}")
        return [item]

    def _trail(self, trail: Trail) -> list[QtWidgets.QGraphicsItem]:
        """Return the line of a way, and a dot where it begins, in the colour of the unit."""
        colour = with_alpha(self.theme.color(self._tokens[trail.unit_id].colour), 0.7)
        corners = [QPointF(*point) for point in trail.points]
        way = QtWidgets.QGraphicsPathItem(_line(*corners))
        pen = steady_pen(colour, self.theme.px(1.5))
        pen.setDashPattern([2, 3])
        way.setPen(pen)
        way.setData(NAME, f"trail-{trail.unit_id}")
        dot = QPainterPath()
        dot.addEllipse(corners[0], START, START)
        start = QtWidgets.QGraphicsPathItem(dot)
        start.setBrush(colour)
        start.setPen(Qt.PenStyle.NoPen)
        return [way, start]

    def _flight(self, flight: Flight) -> list[QtWidgets.QGraphicsItem]:
        theme = self.theme
        start, now, end = (QPointF(*at) for at in (flight.start, flight.now, flight.target))
        flown = QtWidgets.QGraphicsLineItem(start.x(), start.y(), now.x(), now.y())
        flown.setPen(steady_pen(theme.color("text"), theme.px(2)))
        ahead = QtWidgets.QGraphicsPathItem(_line(now, end))
        dashed = steady_pen(theme.color("text2"), theme.px(1.5))
        dashed.setDashPattern([5, 4])
        ahead.setPen(dashed)
        nose = self._mark("projectile", flight.colour, now.x(), now.y(), 22)
        goal = self._mark("cross", "danger", end.x(), end.y(), 24)
        # The nose comes last: where both meet, it lies over the X.
        return [flown, ahead, *self._ticks(flight), goal, nose]

    def _ticks(self, flight: Flight) -> list[QtWidgets.QGraphicsItem]:
        if flight.distance <= 0:
            return []
        (left, top), (right, bottom) = flight.start, flight.target
        along = QPointF(right - left, bottom - top) / flight.distance
        across = QPointF(-along.y(), along.x()) * 0.4  # inches to each side of the line
        made: list[QtWidgets.QGraphicsItem] = []
        for number in range(1, math.ceil(flight.distance / EVERY_TICK)):
            middle = QPointF(left, top) + along * (number * EVERY_TICK)
            tick = QtWidgets.QGraphicsPathItem(_line(middle - across, middle + across))
            tick.setPen(steady_pen(self.theme.color("text"), self.theme.px(1.5)))
            made.append(tick)
        return made

    def _mark(self, icon: str, tone: str, x: float, y: float, side: int) -> QtWidgets.QGraphicsItem:
        item = _upright(x, y)
        _show_on(item, pixmap(self.theme, icon, tone, side, self._ratio))
        return item


def _upright(x: float, y: float) -> QtWidgets.QGraphicsPixmapItem:
    """Return an item at a place of the table whose picture keeps its pixels at every zoom."""
    item = QtWidgets.QGraphicsPixmapItem()
    item.setFlag(QtWidgets.QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
    item.setPos(x, y)
    return item


def _show_on(item: QtWidgets.QGraphicsPixmapItem, picture: QPixmap) -> None:
    """Show a picture with its middle on the item's place."""
    size = picture.deviceIndependentSize()
    item.setPixmap(picture)
    item.setOffset(-size.width() / 2, -size.height() / 2)


def _square(x: float, y: float, side: float) -> QRectF:
    return QRectF(x - side / 2, y - side / 2, side, side)


def _reading_place(token: UnitToken) -> tuple[float, float, int]:
    return token.y // LINE, token.x, token.unit_id


def _line(start: QPointF, *others: QPointF) -> QPainterPath:
    path = QPainterPath(start)
    for other in others:
        path.lineTo(other)
    return path
