"""What lies on the table as items of a scene in inches; each kind is a layer."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from PySide6 import QtWidgets
from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPainterPathStroker, QPen, QPixmap

from brikdesk.ground.labels import Box
from brikdesk.ground.shapes import Point
from brikdesk.store.views.battlefield import (
    Disc,
    Flight,
    Ground,
    Lying,
    TerrainKind,
    Trail,
)
from ui.look.icons import paint_icon, pixmap
from ui.look.theme import Theme
from ui.models.map import FAN, PARTS, Apart, Cluster, TurnMark, UnitToken, apart, around
from ui.widgets.painted import draw_centred, draw_plate, picturing, text_width, with_alpha
from ui.widgets.tokens import SMALLEST, TokenLook, paint_token

SIDE = 24
"""Pixels at 100 % of a disc."""

UNDER_TOKENS, HEIGHT = 2.9, 3.9
"""The heights in the scene of legs, and of a disc: it lies over tokens, which it may touch."""


MOUNT, WIDEST = 2, 36
"""Inches of Size of what somebody rides on; pixels at 100 % from which he may lie upon it."""

LEG = 4
"""Pixels at 100 % of the dot at the true place of a token that was pushed away from it."""


class Discs:
    """The heaps of a scene, and the items that show them: discs, and legs of tokens pushed away.

    `all` are the heaps as they are shown at the zoom at rest: without those who stand beside theirs.
    """

    def __init__(self, theme: Theme, scene: QtWidgets.QGraphicsScene) -> None:
        self._theme, self._scene = theme, scene
        self.heaps: tuple[Cluster, ...] = ()
        self.all: tuple[Cluster, ...] = ()
        self._items: list[QtWidgets.QGraphicsPixmapItem] = []
        self._legs = (QtWidgets.QGraphicsPathItem(), QtWidgets.QGraphicsPathItem())
        for item in self._legs:
            # Over Fields and trails, under the tokens.
            item.setZValue(UNDER_TOKENS)
            item.setCacheMode(QtWidgets.QGraphicsItem.CacheMode.DeviceCoordinateCache)
            scene.addItem(item)
        self._heap_of: dict[int, Cluster] = {}
        self._by_unit: dict[int, Cluster] = {}
        self._pictures: dict[tuple[tuple[tuple[str, int], ...], float], QPixmap] = {}

    def pile(self, heaps: tuple[Cluster, ...]) -> None:
        """Note who lies in a heap at this zoom."""
        self.heaps = heaps
        self._heap_of = {unit_id: heap for heap in heaps for unit_id in heap.ids}

    def show(self, clusters: Iterable[Cluster], ratio: float, *, visible: bool) -> None:
        """Show these clusters in place of those before."""
        for item in self._items:
            self._scene.removeItem(item)
        self.all = tuple(clusters)
        self._by_unit = {unit_id: cluster for cluster in self.all for unit_id in cluster.ids}
        self._items = [self._item(cluster, ratio, visible) for cluster in self.all]

    def show_legs(self, legs: Iterable[tuple[QPointF, QPointF]], *, visible: bool) -> None:
        """Draw a line from the true place of each token toward where it is drawn, all at once."""
        lines, dots = QPainterPath(), QPainterPath()
        for home, place in legs:
            lines.moveTo(home)
            lines.lineTo(place)
            dots.moveTo(home)
            dots.lineTo(home)  # a round pen makes a dot of it
        for item, path, wide in zip(self._legs, (lines, dots), (1, LEG), strict=True):
            pen = steady_pen(self._theme.color("text2"), self._theme.px(wide))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            item.setPen(pen)
            item.setPath(path)
            item.setVisible(visible)

    def set_visible(self, visible: bool) -> None:
        """Show or hide all of them."""
        for item in (*self._items, *self._legs):
            item.setVisible(visible)

    def forget(self) -> None:
        """Drop the pictures, as when the theme changes."""
        self._pictures.clear()

    def of(self, unit_id: int) -> Cluster | None:
        """Return the cluster in whose disc a unit is hidden."""
        return self._by_unit.get(unit_id)

    def heap_of(self, unit_id: int) -> Cluster | None:
        """Return the whole heap that a unit lies in, though it may be drawn beside it."""
        return self._heap_of.get(unit_id)

    def whole(self, cluster: Cluster) -> Cluster:
        """Return the whole heap of which a disc shows the rest."""
        return self._heap_of.get(cluster.ids[0], cluster)

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
        _show_on(item, self._picture(cluster.shares, ratio))
        item.setZValue(HEIGHT)
        item.setVisible(visible)
        self._scene.addItem(item)
        return item

    def _picture(self, shares: tuple[tuple[str, int], ...], ratio: float) -> QPixmap:
        """Return the picture of a disc; equal ones are drawn once."""
        key = (shares, ratio)
        if key not in self._pictures:
            self._pictures[key] = self._draw(*key)
        return self._pictures[key]

    def _draw(self, shares: tuple[tuple[str, int], ...], ratio: float) -> QPixmap:
        """Draw the number of units, and around it a rim with the share of each faction."""
        theme, side = self._theme, self.side
        font = theme.font("caption", strong=True)
        count = sum(each for _, each in shares)
        words = str(count)
        wide = max(side, round(text_width(font, words)) + theme.px(8))
        with picturing(wide, side, ratio) as (picture, painter, box):
            rim = theme.px(3)
            draw_plate(painter, box, side / 2, theme.color("bg2"), theme.color(shares[0][0]), rim)
            inner, at = box.adjusted(rim / 2, rim / 2, -rim / 2, -rim / 2), 90.0
            for colour, each in shares if len(shares) > 1 else ():
                pen = QPen(theme.color(colour), rim)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                # Qt counts sixteenths of a degree, against the clock.
                spans = 360 * each / count
                painter.drawArc(inner, round(16 * (at - spans)), round(16 * spans))
                at -= spans
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

    def is_pushed(self, size: int, scale: float) -> bool:
        """Return whether a token of a Size is pushed away from others that it would cover.

        It is if it is drawn larger than it is, and a mount so that its rider does not hide it.
        """
        wide = size * scale
        return wide < self.least or (size <= MOUNT and wide < self._theme.px(WIDEST))

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
        self._apart, self._apart_of = Apart(), tuple[object, ...]()
        self._known: dict[object, dict[int, Point]] = {}
        self._steps: dict[int, Point] = {}
        """How many pixels from its place a token is drawn, of those that are pushed away."""
        self._stretched = False
        self._beside: frozenset[int] = frozenset()
        self._fan: frozenset[int] = frozenset()

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
        moved = {
            unit_id
            for unit_id in self._tokens.keys() | now.keys()
            if _place_in(self._tokens, unit_id) != _place_in(now, unit_id)
        }
        if not moved.isdisjoint(self._fan):
            self._fan = frozenset()
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
        for unit_id in self._steps:
            self._units[unit_id].setPos(self.seen_place(self._tokens[unit_id], scale))
        if self._steps:
            self._stretched = True
            self.clusters.show_legs((), visible=False)  # they come back when the zoom rests

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
        self._show_apart(anew=True)

    def seen_place(self, token: UnitToken, scale: float) -> QPointF:
        """Return where a token is drawn, in inches: its place, or where it was pushed to."""
        across, down = self._steps.get(token.unit_id, (0.0, 0.0))
        return QPointF(token.x + across / scale, token.y + down / scale)

    def box_of(self, token: UnitToken, scale: float) -> QRectF:
        """Return the box of a token in inches, as large as it is drawn."""
        place = self.seen_place(token, scale)
        return _square(place.x(), place.y(), self.pictures.side_of(token, scale) / scale)

    def unit_at(self, point: QPointF, scale: float) -> int:
        """Return the unit whose token is under a point, the smallest first; 0 if there is none."""
        if UNITS in self._hidden:
            return 0
        x, y, steps = point.x(), point.y(), self._steps
        halves = {size: side / scale / 2 for size, side in self._sides_by_size(scale).items()}
        best, found = (math.inf, math.inf), 0
        for unit_id, token in self._tokens.items():
            across, down = x - token.x, y - token.y
            if unit_id in steps:
                across, down = across - steps[unit_id][0] / scale, down - steps[unit_id][1] / scale
            half = halves[token.size]
            if -half <= across <= half and -half <= down <= half:
                # What is hidden in a disc comes last.
                size = token.size + (1000 if self.clusters.of(unit_id) else 0)
                if (here := (size, across * across + down * down)) < best:
                    best, found = here, unit_id
        return found

    def unit_standing_at(self, point: QPointF, scale: float) -> int:
        """Return the unit whose place this is, else the one whose token is there; 0 for none."""
        x, y = point.x(), point.y()
        exact = (each.unit_id for each in self._tokens.values() if (each.x, each.y) == (x, y))
        return next(exact, 0) or self.unit_at(point, scale)

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

    def boxes_seen(self, scale: float) -> list[Box]:
        """Return the boxes of all that stands for units, tokens and discs, in pixels."""
        wide = {size: side / scale for size, side in self._sides_by_size(scale).items()}
        seen = [(each.x, each.y, self.clusters.side / scale) for each in self.clusters.all]
        for unit_id, token in self._tokens.items():
            if self.clusters.of(unit_id) is None:
                across, down = self._steps.get(unit_id, (0.0, 0.0))
                seen.append((token.x + across / scale, token.y + down / scale, wide[token.size]))
        return [
            Box((x - side / 2) * scale, (y - side / 2) * scale, side * scale, side * scale)
            for x, y, side in seen
        ]

    def units_in(self, box: QRectF) -> list[int]:
        """Return the units whose middle is in a box of the table, in reading order."""
        if UNITS in self._hidden:
            return []
        return [
            token.unit_id
            for token in self.in_reading_order()
            if box.contains(self.seen_place(token, self._scale))
        ]

    # --- what would lie over each other ----------------------------------------------------------

    def show_beside(self, ids: frozenset[int]) -> bool:
        """Draw these units beside their heaps, never in a disc; return whether that changes anything."""
        before, self._beside = self._beside, ids
        if not any(self.clusters.heap_of(each) for each in before ^ ids):
            return False
        self._show_apart()
        return True

    def fan_out(self, heap: Cluster | None) -> bool:
        """Draw all units of a heap around it, or none (None); False if there are too many."""
        whole = self.clusters.heap_of(heap.ids[0]) if heap else None
        if whole is not None and len(whole.ids) > FAN:
            return False
        self._fan = frozenset(whole.ids) if whole else frozenset()
        self._show_apart()
        return True

    @property
    def fanned(self) -> frozenset[int]:
        """The units of the heap that is fanned out."""
        return self._fan

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
        """Push tokens that are drawn larger than they are apart, and gather those without room."""
        scale, pictures = self._scale, self.pictures
        small = [each for each in self._tokens.values() if pictures.is_pushed(each.size, scale)]
        small.sort(key=_reading_place)
        # Most acts move nothing: then everybody stays where he is drawn. Those in a disc are counted
        # by faction.
        places = [(each.unit_id, each.x, each.y, each.size, each.colour) for each in small]
        of = (scale, self.clusters.side, tuple(places))
        if of != self._apart_of:
            if self._apart_of[:2] != of[:2]:  # another zoom
                self._fan = frozenset()
                self._known.clear()
            wide = {size: side / scale for size, side in self._sides_by_size().items()}
            sides = {token.unit_id: wide[token.size] for token in small}
            disc = self.clusters.side / scale
            found = yield from apart(small, sides, COVERED, disc, self._known)
            if scale != self._scale:
                return  # it was zoomed meanwhile
            self._apart, self._apart_of = found, of
            self.clusters.pile(found.heaps)
        self._show_apart()

    def _show_apart(self, *, anew: bool = False) -> None:
        """Show the tokens that stand for themselves where there is room, and discs for the rest.

        What is shown so already is drawn again only `anew`.
        """
        scale, shown = self._scale, UNITS not in self._hidden
        steps, discs = dict(self._apart.steps), []
        side, disc = self.pictures.least / scale, self.clusters.side / scale
        for heap in self._apart.heaps:
            out = (self._beside | self._fan).intersection(heap.ids)
            rest = heap.without(out)
            if rest.tokens:
                discs.append(rest)
            elif out:
                out = out.union(heap.ids)
            if out:
                hole = disc if rest.tokens else 0.0
                steps |= around(heap, out, side, hole, self._taken_near(heap, steps))
        before = self._steps
        self._steps = {
            unit_id: (across * scale, down * scale)
            for unit_id, (across, down) in steps.items()
            if unit_id in self._tokens
        }
        anew, self._stretched = anew or self._stretched, False
        if self._steps == before and tuple(discs) == self.clusters.all and not anew:
            return
        for unit_id in before.keys() | self._steps.keys():
            token = self._tokens.get(unit_id)
            if token is not None and (anew or before.get(unit_id) != self._steps.get(unit_id)):
                self._units[unit_id].setPos(self.seen_place(token, scale))
                self._units[unit_id].setZValue(self._height_of(token))
        self.clusters.show(discs, self._ratio, visible=shown)
        self.clusters.show_legs(self._legs(), visible=shown)
        self._show_units_apart()

    def _taken_near(self, heap: Cluster, steps: Mapping[int, Point]) -> list[Point]:
        """Return where tokens are drawn around a heap, without its own."""
        reach, own = (self.clusters.side + 4 * self.pictures.least) / self._scale, set(heap.ids)
        near = (
            (token.x, token.y, *steps.get(token.unit_id, (0.0, 0.0)))
            for token in self._tokens.values()
            if max(abs(token.x - heap.x), abs(token.y - heap.y)) < reach
            and token.unit_id not in own
        )
        return [(x + across, y + down) for x, y, across, down in near]

    def _legs(self) -> Iterator[tuple[QPointF, QPointF]]:
        """Yield the places of tokens that no longer cover them, and where these are drawn."""
        for unit_id, (across, down) in self._steps.items():
            token = self._tokens[unit_id]
            if math.hypot(across, down) >= self.pictures.side_of(token, self._scale) / 2:
                yield QPointF(token.x, token.y), self.seen_place(token, self._scale)

    def _show_units_apart(self) -> None:
        """Show the tokens that stand for themselves, and discs for the rest."""
        shown = UNITS not in self._hidden
        self.clusters.set_visible(shown)
        for unit_id, item in self._units.items():
            item.setVisible(shown and self.clusters.of(unit_id) is None)

    def _height_of(self, token: UnitToken) -> float:
        """Return how high a token lies: a large unit under small ones, so that all can be clicked."""
        if token.unit_id in self._fan or (
            token.unit_id in self._beside and self.clusters.heap_of(token.unit_id)
        ):
            return HEIGHT + 0.05
        return _HEIGHTS[UNITS] + 1 / (1 + token.size)

    def _take_scale(self, scale: float, ratio: float) -> None:
        before = self._caching()
        self._scale, self._ratio = scale, ratio
        if self._caching() is not before:
            for item in (item for items in self._layers.values() for item in items):
                item.setCacheMode(self._caching())

    def _sides_by_size(self, scale: float = 0.0) -> dict[int, int]:
        """Return how many pixels wide a token of each Size is, at the present zoom or another."""
        sizes = {token.size for token in self._tokens.values()}
        return {size: self.pictures.side_of_size(size, scale or self._scale) for size in sizes}

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
        item.setPos(self.seen_place(token, self._scale))
        item.setZValue(self._height_of(token))
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


def _place_in(tokens: Mapping[int, UnitToken], unit_id: int) -> tuple[float, float] | None:
    token = tokens.get(unit_id)
    return None if token is None else (token.x, token.y)


def _reading_place(token: UnitToken) -> tuple[float, float, int]:
    return token.y // LINE, token.x, token.unit_id


def _line(start: QPointF, *others: QPointF) -> QPainterPath:
    path = QPainterPath(start)
    for other in others:
        path.lineTo(other)
    return path
