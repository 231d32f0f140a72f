"""What lies on the table as items of a scene in inches; each kind is a layer that can be hidden."""

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsLineItem,
    QGraphicsPathItem,
    QGraphicsPixmapItem,
    QGraphicsScene,
)

from brikdesk.store.views.battlefield import Disc, Flight, Ground, Lying
from brikdesk.store.views.trails import Trail
from ui.look.icons import pixmap
from ui.look.theme import Theme
from ui.models.map.clusters import Cluster, gather
from ui.models.map.tokens import UnitToken
from ui.panels.map.discs import Discs
from ui.panels.map.layers import FIELDS, FLIGHTS, TRAILS, TURN, UNITS
from ui.panels.map.shapes import field_style, outline_of, steady_pen
from ui.panels.map.token_pictures import TokenPictures
from ui.widgets.brushwork import with_alpha

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

_STILL = QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations


class MapScene(QGraphicsScene):
    """The items of the map. Units keep theirs from act to act, the rest is drawn anew if changed."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.pictures = TokenPictures(theme)
        self._layers: dict[str, list[QGraphicsItem]] = {}
        self._shown: dict[str, Sequence[object]] = {}
        self._units: dict[int, QGraphicsPixmapItem] = {}
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
        """Take up another zoom with the pictures that there are, larger or smaller."""
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
        shown, self._shown = self._shown, {}
        for layer, draw in (
            (FIELDS, self._field), (TRAILS, self._trail), (FLIGHTS, self._flight),
        ):  # fmt: skip
            self._show(layer, shown.get(layer, ()), draw)
        self._dress_all()
        self.clusters.show(self.clusters.all, self._ratio, visible=UNITS not in self._hidden)

    def box_of(self, token: UnitToken, scale: float) -> QRectF:
        """Return the box of a token in inches, as large as it is drawn."""
        side = self.pictures.side_of(token, scale) / scale
        return QRectF(token.x - side / 2, token.y - side / 2, side, side)

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

    def _caching(self) -> QGraphicsItem.CacheMode:
        """Return how items are kept: outlines with soft edges are slower to draw than pictures."""
        if self._scale > LARGEST_PICTURES:
            return QGraphicsItem.CacheMode.NoCache
        return QGraphicsItem.CacheMode.DeviceCoordinateCache

    def _place(self, token: UnitToken) -> None:
        item = self._units.get(token.unit_id)
        if item is None:
            item = QGraphicsPixmapItem()
            item.setFlag(_STILL)
            item.setData(NAME, f"unit-{token.unit_id}")
            item.setVisible(UNITS not in self._hidden)  # what is near is gathered afterwards
            self.addItem(item)
            self._units[token.unit_id] = item
        item.setPos(token.x, token.y)
        # A large unit lies under small ones, so that every token can be seen and clicked.
        item.setZValue(_HEIGHTS[UNITS] + 1 / (1 + token.size))
        self._dress(item, token)

    def _dress(self, item: QGraphicsPixmapItem, token: UnitToken) -> None:
        picture = self.pictures.picture(token, self._scale, self._ratio)
        size = picture.deviceIndependentSize()
        item.setPixmap(picture)
        item.setOffset(-size.width() / 2, -size.height() / 2)
        item.setScale(1.0)
        self._sides[token.unit_id] = (self.pictures.side_of(token, self._scale), self._ratio)

    def _field(self, thing: Disc | Lying) -> list[QGraphicsItem]:
        if isinstance(thing, Lying):
            icon = "dud" if thing.id > 0 else "mine"
            return [self._mark(icon, "danger" if thing.dud else "text2", thing.x, thing.y, 20)]
        path = outline_of(((thing.x, thing.y),), thing.size / 2)
        item = QGraphicsPathItem(path)
        brush, pen = field_style(self.theme, thing)
        item.setBrush(brush)
        item.setPen(pen)
        item.setData(NAME, f"field-{thing.id}")
        return [item]

    def _trail(self, trail: Trail) -> list[QGraphicsItem]:
        """Return the line of a way, and a dot where it begins, in the colour of the unit."""
        colour = with_alpha(self.theme.color(self._tokens[trail.unit_id].colour), 0.7)
        corners = [QPointF(*point) for point in trail.points]
        path = QPainterPath(corners[0])
        for corner in corners[1:]:
            path.lineTo(corner)
        way = QGraphicsPathItem(path)
        pen = steady_pen(colour, self.theme.px(1.5))
        pen.setDashPattern([2, 3])
        way.setPen(pen)
        way.setData(NAME, f"trail-{trail.unit_id}")
        dot = QPainterPath()
        dot.addEllipse(corners[0], START, START)
        start = QGraphicsPathItem(dot)
        start.setBrush(colour)
        start.setPen(Qt.PenStyle.NoPen)
        return [way, start]

    def _flight(self, flight: Flight) -> list[QGraphicsItem]:
        theme = self.theme
        start, now, end = (QPointF(*at) for at in (flight.start, flight.now, flight.target))
        flown = QGraphicsLineItem(start.x(), start.y(), now.x(), now.y())
        flown.setPen(steady_pen(theme.color("text"), theme.px(2)))
        ahead = QGraphicsPathItem(_line(now, end))
        dashed = steady_pen(theme.color("text2"), theme.px(1.5))
        dashed.setDashPattern([5, 4])
        ahead.setPen(dashed)
        nose = self._mark("projectile", flight.colour, now.x(), now.y(), 22)
        goal = self._mark("cross", "danger", end.x(), end.y(), 24)
        return [flown, ahead, *self._ticks(flight), goal, nose]

    def _ticks(self, flight: Flight) -> list[QGraphicsItem]:
        if flight.distance <= 0:
            return []
        (left, top), (right, bottom) = flight.start, flight.target
        along = QPointF(right - left, bottom - top) / flight.distance
        across = QPointF(-along.y(), along.x()) * 0.4
        made: list[QGraphicsItem] = []
        at = EVERY_TICK
        while at < flight.distance:
            middle = QPointF(left, top) + along * at
            tick = QGraphicsPathItem(_line(middle - across, middle + across))
            tick.setPen(steady_pen(self.theme.color("text"), self.theme.px(1.5)))
            made.append(tick)
            at += EVERY_TICK
        return made

    def _mark(self, icon: str, tone: str, x: float, y: float, side: int) -> QGraphicsItem:
        picture = pixmap(self.theme, icon, tone, side, self._ratio)
        item = QGraphicsPixmapItem(picture)
        size = picture.deviceIndependentSize()
        item.setOffset(-size.width() / 2, -size.height() / 2)
        item.setPos(x, y)
        item.setFlag(_STILL)
        return item


def _reading_place(token: UnitToken) -> tuple[float, float, int]:
    return token.y // LINE, token.x, token.unit_id


def _line(start: QPointF, end: QPointF) -> QPainterPath:
    path = QPainterPath(start)
    path.lineTo(end)
    return path
