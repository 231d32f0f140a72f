"""The ground of the map: table, grid and rulers, terrain, Fields, flights and what lies about."""

import math
from collections.abc import Iterator, Sequence

from reportlab.lib.colors import Color

from brikdesk.ground.cores import area_of
from brikdesk.ground.shapes import Footprint, Point
from brikdesk.lengths import in_inches
from brikdesk.reports.fonts import CAP_HEIGHT, REGULAR, width
from brikdesk.reports.map.marks import (
    Clipped,
    MapMark,
    MarkGroup,
    Outline,
    OutlineStyle,
    PhotoMark,
    WordsMark,
    box,
    circle,
    polygon,
    polyline,
)
from brikdesk.reports.map.scale import MapSheet
from brikdesk.reports.palette import colour
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.tables import Finish, TerrainKind
from brikdesk.store.views.battlefield import Disc, Flight, Ground, Lying, TerrainPiece

RULER = 7.0
"""Points of the rulers' numbers."""

TICKED = 12.0
"""Inches that a projectile flies in a turn; a tick stands at each."""

_TERRAIN = {
    TerrainKind.WOOD: "green",
    TerrainKind.HILL: "green",
    TerrainKind.WATER: "water",
    TerrainKind.ROAD: "wood",
    TerrainKind.OTHER: "bg3",
}
"""The colour of each kind of terrain; stone for all others."""

_SOFT = frozenset({TerrainKind.ROAD, TerrainKind.RUBBLE, TerrainKind.HILL})
_SKETCHY = frozenset({TerrainKind.RUBBLE, TerrainKind.HILL})
"""Kinds with a dashed edge: they have no wall that ends them."""

_FINISHES = {
    Finish.GRASS: ("green", 0.35),
    Finish.SAND: ("wood", 0.3),
    Finish.STONE: ("stone", 0.3),
}


def table_marks(sheet: MapSheet, ground: Ground, photo: bytes = b"") -> Iterator[MapMark]:
    """Yield the table with its finish or its photo, the grid and the rulers."""
    left, top, wide, high = sheet.table
    yield box(left, top, wide, high, OutlineStyle(_table_colour(ground.finish)))
    if photo and ground.photo is not None:
        yield PhotoMark(sheet.table, photo, ground.photo.opacity)
    yield from _grid(sheet)
    yield box(left, top, wide, high, OutlineStyle(line=colour("line2"), wide=0.8))
    for inch in _steps(sheet.width, sheet.ruled):
        across, _ = sheet.at(inch, 0)
        yield _ruler(f'{inch}"', across, top - 6, 0.5)
    for inch in _steps(sheet.depth, sheet.ruled):
        if inch:
            _, down = sheet.at(0, inch)
            yield _ruler(f'{inch}"', left - 4, down, 1.0)


def _ruler(words: str, x: float, middle: float, part: float) -> WordsMark:
    begin = x - part * width(words, REGULAR, RULER)
    return WordsMark(begin, middle + CAP_HEIGHT * RULER / 2, words, REGULAR, RULER, colour("text3"))


def _grid(sheet: MapSheet) -> Iterator[Outline]:
    left, top, wide, high = sheet.table
    for step, token, line in ((1, "grid1", 0.4), (sheet.ruled, "grid6", 0.7)):
        if step == 1 and not sheet.has_grid:
            continue
        style = OutlineStyle(line=colour(token), wide=line)
        for inch in _steps(sheet.width, step):
            if inch and (step > 1 or inch % sheet.ruled):
                across, _ = sheet.at(inch, 0)
                yield polyline(((across, top), (across, top + high)), style)
        for inch in _steps(sheet.depth, step):
            if inch and (step > 1 or inch % sheet.ruled):
                _, down = sheet.at(0, inch)
                yield polyline(((left, down), (left + wide, down)), style)


def _steps(length: float, step: int) -> Iterator[int]:
    return iter(range(0, math.ceil(length), step))


def _table_colour(finish: Finish) -> Color:
    plain = colour("table")
    if finish is Finish.NIGHT:
        return _mixed(plain, colour("text3"), 0.12)
    token, part = _FINISHES.get(finish, ("table", 0.0))
    return _mixed(plain, colour(token), part)


def _mixed(one: Color, other: Color, part: float) -> Color:
    def between(first: float, second: float) -> float:
        return first * (1 - part) + second * part

    return Color(
        between(one.red, other.red),
        between(one.green, other.green),
        between(one.blue, other.blue),
    )


def terrain_marks(sheet: MapSheet, pieces: Sequence[TerrainPiece]) -> Clipped:
    """Return terrain, as far as it lies on the table."""
    return Clipped(sheet.table, tuple(_piece(sheet, piece) for piece in pieces))


def _piece(sheet: MapSheet, piece: TerrainPiece) -> MarkGroup:
    fill = colour(_TERRAIN.get(piece.kind, "stone"))
    style = OutlineStyle(
        fill,
        _mixed(fill, colour("text"), 0.18),
        dash=(3, 2) if piece.kind in _SKETCHY else (),
        faint=0.6 if piece.kind in _SOFT else 1.0,
    )
    words = ", ".join(part for part in (piece.name, piece.kind.value, piece.words) if part)
    return MarkGroup(0, 0, tuple(_areas(sheet, piece, style)), words, "terrain")


def _areas(sheet: MapSheet, piece: TerrainPiece, style: OutlineStyle) -> Iterator[Outline]:
    if len(piece.points) == 1:
        yield circle(*sheet.at(*piece.points[0]), piece.radius * sheet.inch, style)
        return
    if len(piece.points) == 2 and not piece.radius:
        yield polyline(tuple(sheet.at(*point) for point in piece.points), style)
        return
    area = area_of(Footprint(piece.points, piece.radius))
    # An outline that crossed itself is repaired into several.
    for part in getattr(area, "geoms", (area,)):
        if part.geom_type == "Polygon":
            yield polygon(tuple(sheet.at(x, y) for x, y in part.exterior.coords), style)


def field_marks(sheet: MapSheet, discs: Sequence[Disc]) -> Clipped:
    """Return the Fields, as far as they lie on the table."""
    groups = []
    for disc in discs:
        x, y = sheet.at(disc.x, disc.y)
        words = f'{disc.name}, {disc.kind.value}, {disc.size}" across'
        groups.append(
            MarkGroup(x, y, tuple(_field(disc, disc.size * sheet.inch / 2)), words, "field")
        )
    return Clipped(sheet.table, tuple(groups))


def _field(disc: Disc, radius: float) -> Iterator[Outline]:
    if disc.kind is FieldKind.SHIELD:
        yield circle(0, 0, radius, OutlineStyle(colour("aim"), colour("aim"), 1, faint=0.12))
        return
    tone = {FieldKind.SMOKE: "smoke", FieldKind.TERRAIN: "fire"}.get(disc.kind, "danger")
    ink = colour(tone)
    faint = {FieldKind.SMOKE: 0.3, FieldKind.CONCEALED: 0.06}.get(disc.kind, 0.14)
    yield circle(0, 0, radius, OutlineStyle(ink, ink, 1, (3, 2), faint))
    if disc.kind is FieldKind.CONCEALED:
        yield from _hatching(radius, OutlineStyle(line=colour("danger"), wide=0.35))


def _hatching(radius: float, style: OutlineStyle) -> Iterator[Outline]:
    """Yield slanting lines across a circle."""
    gap = max(4.0, radius / 20)
    turn = math.sqrt(0.5)
    for place in range(-int(radius // gap), int(radius // gap) + 1):
        off = place * gap
        half = math.sqrt(max(0.0, radius**2 - off**2))
        ends = ((-half, off), (half, off))
        yield polyline(tuple(((x + y) * turn, (y - x) * turn) for x, y in ends), style)


def flight_marks(sheet: MapSheet, flight: Flight) -> Iterator[MapMark]:
    """Yield a flight: the way it came, the way to its X, a tick for each turn, and the projectile."""
    start, now, target = (sheet.at(*spot) for spot in (flight.start, flight.now, flight.target))
    yield polyline((start, now), OutlineStyle(line=colour("text"), wide=1))
    yield polyline((now, target), OutlineStyle(line=colour("text2"), wide=0.8, dash=(4, 2.5)))
    along = math.atan2(target[1] - start[1], target[0] - start[0])
    across, down = math.cos(along), math.sin(along)
    inches = math.dist(flight.start, flight.target)
    far = TICKED
    while far < inches - 0.01:
        part = far / inches
        x, y = (one + (other - one) * part for one, other in zip(start, target, strict=True))
        ends = ((x - down * 3, y + across * 3), (x + down * 3, y - across * 3))
        yield polyline(ends, OutlineStyle(line=colour("text"), wide=1))
        far += TICKED
    yield _cross(
        target, 3 + min(3.0, flight.explosive_size), OutlineStyle(line=colour("danger"), wide=2)
    )
    nose = ((7.0, 0.0), (2.0, 2.4), (-5.0, 2.4), (-3.0, 0.0), (-5.0, -2.4), (2.0, -2.4))
    dart = tuple((x * across - y * down, x * down + y * across) for x, y in nose)
    body = polygon(dart, OutlineStyle(colour(flight.colour), colour("bg1"), 0.5))
    words = f"{flight.name}, {in_inches(flight.travelled)} of {in_inches(flight.distance)}"
    yield MarkGroup(*now, (body,), words, "flight")


def _cross(spot: Point, reach: float, style: OutlineStyle) -> Outline:
    x, y = spot
    return Outline(
        (
            ("M", (x - reach, y - reach)),
            ("L", (x + reach, y + reach)),
            ("M", (x - reach, y + reach)),
            ("L", (x + reach, y - reach)),
        ),
        style,
    )


def lying_marks(sheet: MapSheet, lying: Lying) -> MarkGroup:
    """Return a dud, another Explosive or a Trap: a ball with a dot in it, a dud's with a fuse."""
    ink = colour("danger" if lying.dud or lying.secret else "text2")
    marks = [
        circle(0, 0, 3.2, OutlineStyle(colour("bg1"), ink, 0.9)),
        circle(0, 0, 1.1, OutlineStyle(ink)),
    ]
    if lying.dud:
        marks.append(polyline(((2.2, -2.2), (4.2, -4.2)), OutlineStyle(line=ink, wide=0.9)))
    what = "dud" if lying.dud else "Trap" if lying.id < 0 else "Explosive"
    return MarkGroup(*sheet.at(lying.x, lying.y), tuple(marks), f"{lying.name}, {what}", "lying")
