"""The map on paper as marks: its ground, ways, units and labels, to scale."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from reportlab.lib.colors import Color

from brikdesk.ground.cores import area_of
from brikdesk.ground.labels import Box, WantedLabel, around, placed
from brikdesk.ground.shapes import Footprint, Point
from brikdesk.lengths import in_inches
from brikdesk.reports.data import MapToken, MapWay, TableMap
from brikdesk.reports.fonts import (
    BOLD,
    CAP_HEIGHT,
    NOBODY,
    REGULAR,
    STRONG,
    colour,
    printable,
    size_within,
    width,
)
from brikdesk.reports.fonts import fitted as fitted_of_fonts
from brikdesk.reports.text import DIAMOND, FACTIONS
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.tables import Finish, TerrainKind
from brikdesk.store.views.battlefield import Disc, Flight, Ground, Lying, TerrainPiece

OutlineStep = tuple[str, tuple[float, ...]]
"""One step of an outline: M, L or C with its places, or Z without any, as in SVG."""

CURVE = 0.5523
"""How far the handles of a curve stand out that draws a quarter of a circle of radius 1."""


class OutlineStyle(Struct, frozen=True):
    """Fill and line of an outline; `faint` is how much of the fill covers what lies below."""

    fill: Color | None = None
    line: Color | None = None
    wide: float = 0.7
    dash: tuple[float, ...] = ()
    faint: float = 1.0


class Outline(Struct, frozen=True):
    """A line or a shape."""

    steps: tuple[OutlineStep, ...]
    style: OutlineStyle


class WordsMark(Struct, frozen=True):
    """A line of text, as the font can show it, from `x` on its baseline."""

    x: float
    baseline: float
    words: str
    face: str
    size: float
    ink: Color


class MarkGroup(Struct, frozen=True):
    """Marks around a place, with words for a screen reader."""

    x: float
    y: float
    marks: tuple["MapMark", ...]
    words: str = ""
    kind: str = ""


class Clipped(Struct, frozen=True):
    """Marks that are drawn within a box only: left, top, width, height."""

    box: tuple[float, float, float, float]
    marks: tuple["MapMark", ...]


class PhotoMark(Struct, frozen=True):
    """A JPEG in a box; `faint` is how much of it covers what lies below."""

    box: tuple[float, float, float, float]
    jpeg: bytes
    faint: float


MapMark = Outline | WordsMark | MarkGroup | Clipped | PhotoMark


def polygon(points: Iterator[Point] | tuple[Point, ...], style: OutlineStyle) -> Outline:
    """Return a closed outline through points."""
    return Outline((*_through(points), ("Z", ())), style)


def polyline(points: Iterator[Point] | tuple[Point, ...], style: OutlineStyle) -> Outline:
    """Return a line through points."""
    return Outline(tuple(_through(points)), style)


def _through(points: Iterator[Point] | tuple[Point, ...]) -> Iterator[OutlineStep]:
    for place, point in enumerate(points):
        yield "L" if place else "M", point


def circle(x: float, y: float, radius: float, style: OutlineStyle) -> Outline:
    """Return a circle, as four curves."""
    bow = CURVE * radius
    return Outline(
        (
            ("M", (x + radius, y)),
            ("C", (x + radius, y + bow, x + bow, y + radius, x, y + radius)),
            ("C", (x - bow, y + radius, x - radius, y + bow, x - radius, y)),
            ("C", (x - radius, y - bow, x - bow, y - radius, x, y - radius)),
            ("C", (x + bow, y - radius, x + radius, y - bow, x + radius, y)),
            ("Z", ()),
        ),
        style,
    )


def box(
    left: float, top: float, wide: float, high: float, style: OutlineStyle, round_by: float = 0
) -> Outline:
    """Return a rectangle, with round corners if so wished."""
    right, low = left + wide, top + high
    if round_by <= 0:
        return polygon(((left, top), (right, top), (right, low), (left, low)), style)
    by = min(round_by, wide / 2, high / 2)
    bow = by * (1 - CURVE)
    return Outline(
        (
            ("M", (left + by, top)),
            ("L", (right - by, top)),
            ("C", (right - bow, top, right, top + bow, right, top + by)),
            ("L", (right, low - by)),
            ("C", (right, low - bow, right - bow, low, right - by, low)),
            ("L", (left + by, low)),
            ("C", (left + bow, low, left, low - bow, left, low - by)),
            ("L", (left, top + by)),
            ("C", (left, top + bow, left + bow, top, left + by, top)),
            ("Z", ()),
        ),
        style,
    )


POINTS = 72.0
"""Points of paper to an inch of paper."""

LEFT, TOP, RIGHT, LOW = 20.0, 16.0, 4.0, 26.0
"""Points beside the table: for the rulers, and below it for the bar and the scale in words."""

LARGEST, USUAL = 2, 4
"""An inch of the table is at most half an inch of paper; on a page of its own, a quarter."""

LONGEST = 2_880.0
"""Points of the longer side of a table on a page of its own: a printer's roll, 40 inches."""

SHORTEST = 360.0
"""Points that the longer side of a small table gets on a page of its own."""

RULED = (6, 12, 24, 60, 120, 240)
"""Inches between two numbers of a ruler."""

LEAST_RULED, LEAST_GRID = 24.0, 4.0
"""Points between two numbers of a ruler, and between two lines of the grid."""


class MapSheet(Struct, frozen=True):
    """A table of `width` by `depth` inches on paper at 1 : `ratio`, with its rulers around it."""

    width: float
    depth: float
    ratio: int

    @property
    def inch(self) -> float:
        """Points of an inch of the table."""
        return POINTS / self.ratio

    @property
    def size(self) -> Point:
        """Points of the whole drawing."""
        return LEFT + self.width * self.inch + RIGHT, TOP + self.depth * self.inch + LOW

    @property
    def table(self) -> tuple[float, float, float, float]:
        """The table's left, top, width and height in points."""
        return LEFT, TOP, self.width * self.inch, self.depth * self.inch

    @property
    def ruled(self) -> int:
        """Inches between two numbers of a ruler: 6, and more where these would run together."""
        fit = (step for step in RULED if step * self.inch >= LEAST_RULED)
        return next(fit, RULED[-1])

    @property
    def has_grid(self) -> bool:
        """Whether a line for every inch can be told from the next one."""
        return self.inch >= LEAST_GRID

    @property
    def words(self) -> str:
        """The scale in words."""
        millimetres = 25.4 / self.ratio
        return f'Scale 1:{self.ratio}. 1" of the table is {millimetres:.2g} mm on paper.'

    def at(self, x: float, y: float) -> Point:
        """Return where a spot of the table lies on the drawing."""
        return LEFT + x * self.inch, TOP + y * self.inch


def fitted(width: float, depth: float, wide: float, high: float) -> MapSheet:
    """Return the table at the largest scale at which the drawing fits into a room of points."""
    # How many inches of the table an inch of paper has to hold, across and down.
    across = width * POINTS / (wide - LEFT - RIGHT)
    down = depth * POINTS / (high - TOP - LOW)
    return MapSheet(width, depth, max(LARGEST, _next_even(max(across, down))))


def alone(width: float, depth: float) -> MapSheet:
    """Return the table for a page of its own, at a scale that suits its size."""
    longer = max(width, depth) * POINTS
    if longer / USUAL < SHORTEST:
        return MapSheet(width, depth, max(LARGEST, min(USUAL, int(longer // SHORTEST))))
    return MapSheet(width, depth, max(USUAL, _next_even(longer / LONGEST)))


def _next_even(least: float) -> int:
    """Return the next scale that a ruler shows well: whole numbers, then fives, then tens."""
    step = 1 if least <= 20 else 5 if least <= 60 else 10
    # A thousandth: 40 inches in exactly the room for 1:6 are 1:6, whatever floats say.
    return int(-((least - 0.001) // -step)) * step


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
    # The edge comes after the grid, whose lines end on it.
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
        # Lines for every inch would run together.
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
    both = zip(one.rgb(), other.rgb(), strict=True)
    return Color(*(first * (1 - part) + second * part for first, second in both))


def terrain_marks(sheet: MapSheet, pieces: Sequence[TerrainPiece]) -> Clipped:
    """Return terrain, as far as it lies on the table."""
    return Clipped(sheet.table, tuple(_piece(sheet, piece) for piece in pieces))


def _piece(sheet: MapSheet, piece: TerrainPiece) -> MarkGroup:
    fill = colour(_TERRAIN.get(piece.kind, "stone"))
    dash = (3, 2) if piece.kind in _SKETCHY else ()
    faint = 0.6 if piece.kind in _SOFT else 1.0
    style = OutlineStyle(fill, _mixed(fill, colour("text"), 0.18), dash=dash, faint=faint)
    words = ", ".join(part for part in (piece.name, piece.kind.value, piece.words) if part)
    return MarkGroup(0, 0, tuple(_areas(sheet, piece, style)), words, "terrain")


def _areas(sheet: MapSheet, piece: TerrainPiece, style: OutlineStyle) -> Iterator[Outline]:
    if len(piece.points) == 1:
        yield circle(*sheet.at(*piece.points[0]), piece.radius * sheet.inch, style)
        return
    # A line has no area.
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
    groups = (
        MarkGroup(
            *sheet.at(disc.x, disc.y),
            tuple(_field(disc, disc.size * sheet.inch / 2)),
            f'{disc.name}, {disc.kind.value}, {disc.size}" across',
            "field",
        )
        for disc in discs
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
    # Slanting by 45 degrees.
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
    # A tick on the X itself would not be seen.
    while far < inches - 0.01:
        part = far / inches
        x, y = (one + (other - one) * part for one, other in zip(start, target, strict=True))
        ends = ((x - down * 3, y + across * 3), (x + down * 3, y - across * 3))
        yield polyline(ends, OutlineStyle(line=colour("text"), wide=1))
        far += TICKED
    reach = 3 + min(3.0, flight.explosive_size)
    yield _cross(target, reach, OutlineStyle(line=colour("danger"), wide=2))
    # A dart with its nose in the direction of the flight.
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
    what = "dud" if lying.dud else "Trap" if lying.trap else "Explosive"
    return MarkGroup(*sheet.at(lying.x, lying.y), tuple(marks), f"{lying.name}, {what}", "lying")


SOLID_UNDER = 2
"""Inches of Size from which a token is outlined; smaller ones are solid."""

LEAST = 5.0
"""Points of the smallest token, so that it is seen on a table of any size."""

INITIALS, LARGEST_INITIALS = 6.0, 9.0
"""Points of the smallest letters that are read at arm's length, and of the largest that are needed."""

LEAST_INCH = 6.0
"""Points of an inch below which tokens have no initials: they would hide the table."""

MOST_FLAMES = 6


def side_of(token: MapToken, inch: float) -> float:
    """Return the width of a token in points: to scale, but at least as wide as its initials."""
    least = LEAST
    if token.initials and inch >= LEAST_INCH:
        least = width(token.initials, BOLD, INITIALS) + 2.0
    return max(least, token.size * inch)


def flame_of(inch: float) -> float:
    """Return the height of a flame in points."""
    return min(11.0, max(5.0, inch * 0.8))


def token_marks(token: MapToken, spot: Point, inch: float) -> MarkGroup:
    """Return the marks of a token around its spot."""
    look = _look(
        token.colour,
        token.initials if inch >= LEAST_INCH else "",
        token.size < SOLID_UNDER,
        side_of(token, inch),
        token.facing,
        min(token.flames, MOST_FLAMES),
        flame_of(inch),
    )
    return MarkGroup(*spot, look, token.words, "unit")


@lru_cache(maxsize=4_000)
def _look(
    token: str,
    initials: str,
    solid: bool,
    side: float,
    facing: float | None,
    flames: int,
    flame: float,
) -> tuple[Outline | WordsMark, ...]:
    """Return the marks of all tokens that look alike."""
    ink = colour(token)
    tint = colour(f"{token if token in FACTIONS else NOBODY}_tint")
    marks: list[Outline | WordsMark] = []
    if facing is not None:
        marks.append(_facing(facing, side, ink))
    wide = 1.1 if side > 9 else 0.5
    edge = OutlineStyle(ink, colour("bg1"), wide) if solid else OutlineStyle(tint, ink, wide)
    marks.append(shape_of(token, side, edge))
    if initials:
        marks.append(_initials(initials, side, colour("on_solid") if solid else ink))
    marks += _flames(flames, side, flame)
    return tuple(marks)


def shape_of(token: str, side: float, style: OutlineStyle) -> Outline:
    """Return the shape of a faction around a middle, within a square of this side."""
    shape = FACTIONS.get(token, DIAMOND)
    if shape == "circle":
        return circle(0, 0, side / 2, style)
    if isinstance(shape, str):
        part = side * 0.92
        return box(-part / 2, -part / 2, part, part, style, side * 0.1)
    return polygon(tuple(((x - 0.5) * side, (y - 0.5) * side) for x, y in shape), style)


def _initials(initials: str, side: float, ink: Color) -> WordsMark:
    wanted = min(side * 0.4, LARGEST_INITIALS)
    size = max(INITIALS, size_within(initials, BOLD, wanted, side * 0.92))
    words = printable(initials)
    return WordsMark(-width(words, BOLD, size) / 2, CAP_HEIGHT * size / 2, words, BOLD, size, ink)


def _facing(facing: float, side: float, ink: Color) -> Outline:
    """Return a short line from the middle of a token in the direction that it faces."""
    angle = math.radians(facing)
    across, down = math.sin(angle), -math.cos(angle)
    reach = side / 2 + max(2.5, side * 0.2)
    return polyline(((0.0, 0.0), (across * reach, down * reach)), OutlineStyle(line=ink, wide=1.4))


_FLAME = (
    ("M", (0.0, -0.5)),
    ("C", (0.04, -0.25, 0.36, -0.12, 0.36, 0.16)),
    ("C", (0.36, 0.36, 0.2, 0.5, 0.0, 0.5)),
    ("C", (-0.2, 0.5, -0.36, 0.36, -0.36, 0.16)),
    ("C", (-0.36, -0.02, -0.26, -0.12, -0.2, -0.22)),
    ("C", (-0.16, -0.12, -0.12, -0.08, -0.06, -0.05)),
    ("C", (-0.1, -0.22, -0.1, -0.36, 0.0, -0.5)),
    ("Z", ()),
)
"""A flame in a box of 1 by 1 around its middle."""


def _flames(flames: int, side: float, high: float) -> Iterator[Outline]:
    """Yield a flame for each inch of fire, over the upper edge of a token."""
    step = high * 0.75
    left, down = -(flames - 1) * step / 2, -side / 2 - high * 0.1
    for place in range(flames):
        for part, fill, lower in ((1.0, "fire", 0.0), (0.5, "accent", high * 0.2)):
            steps = _moved(_FLAME, part * high, (left + place * step, down + lower))
            yield Outline(steps, OutlineStyle(colour(fill)))


def _moved(steps: Sequence[OutlineStep], size: float, to: Point) -> tuple[OutlineStep, ...]:
    """Return the steps of an outline in another size, around another middle."""
    return tuple(
        (step, tuple(at * size + to[odd % 2] for odd, at in enumerate(places)))
        for step, places in steps
    )


LABEL = 6.5
"""Points of the letters of labels."""

LABEL_HIGH, LABEL_MOST = 10.0, 96.0
"""Points of a label's height, and of the words on it at most."""

GAP = 1.5
"""Points between a label and what it names."""

NOTE = 7.5

Label = tuple[str, str]
"""The words of a label, and the token of their colour."""


def map_marks(shown: TableMap, sheet: MapSheet) -> Iterator[MapMark]:
    """Yield the marks of a map in the order in which they lie on each other."""
    ground = shown.ground
    yield from table_marks(sheet, ground, shown.photo)
    yield terrain_marks(sheet, ground.pieces)
    for way in shown.ways:
        yield from _way_marks(sheet, way)
    yield field_marks(sheet, ground.discs)
    for flight in ground.flights:
        yield from flight_marks(sheet, flight)
    for lying in ground.lying:
        yield lying_marks(sheet, lying)
    for token in shown.tokens:
        yield token_marks(token, sheet.at(token.x, token.y), sheet.inch)
    room = Box(*sheet.table)
    for found in placed(_wanted(shown, sheet), _taken(shown, sheet), room, GAP):
        if found is not None:
            yield _label(*found)
    yield from _scale_marks(shown, sheet)


def _way_marks(sheet: MapSheet, way: MapWay) -> Iterator[Outline]:
    """Yield the way of a unit as a thin line with a ring where it began."""
    points = tuple(sheet.at(*point) for point in way.points)
    yield polyline(points, OutlineStyle(line=colour(way.colour), wide=0.7, dash=(1.5, 1.5)))
    yield circle(*points[0], 1.6, OutlineStyle(colour("bg1"), colour(way.colour), 0.7))


def _wanted(shown: TableMap, sheet: MapSheet) -> Iterator[WantedLabel[Label]]:
    for token in shown.tokens:
        # Smaller ones have only their initials: their names would hide the table.
        if token.size >= SOLID_UNDER:
            yield _want(token.name, "text2", _box_of(token, sheet), 10 + token.size)
    for flight in shown.ground.flights:
        yield _want(flight.name, "text2", around(sheet.at(*flight.now), 14), 9)
    for disc in shown.ground.discs:
        # The label of a Field stands in it, where there is room: a mark as small as a dot.
        tone = "danger" if disc.kind.name == "CONCEALED" else "text2"
        spot = around(sheet.at(disc.x, disc.y), max(4.0, disc.size * sheet.inch * 0.5))
        yield _want(f'{disc.name} {disc.size}"', tone, spot, 8)
    for lying in shown.ground.lying:
        tone = "danger" if lying.dud else "text2"
        yield _want(lying.name, tone, _lying(sheet, lying.x, lying.y), 7)


def _want(name: str, tone: str, beside: Box, rank: float) -> WantedLabel[Label]:
    words = fitted_of_fonts(name, STRONG, LABEL, LABEL_MOST)
    return WantedLabel((words, tone), beside, width(words, STRONG, LABEL) + 6, LABEL_HIGH, rank)


def _taken(shown: TableMap, sheet: MapSheet) -> Iterator[Box]:
    """Yield what no label may cover: tokens with their flames, projectiles, X, what lies about."""
    flame = flame_of(sheet.inch)
    for token in shown.tokens:
        own = _box_of(token, sheet)
        above = flame * 0.6 if token.flames else 0.0
        yield Box(own.left, own.top - above, own.wide, own.high + above)
    for flight in shown.ground.flights:
        yield around(sheet.at(*flight.now), 10)
        yield around(sheet.at(*flight.target), 10)
    for lying in shown.ground.lying:
        yield _lying(sheet, lying.x, lying.y)


def _lying(sheet: MapSheet, x: float, y: float) -> Box:
    return around(sheet.at(x, y), 8)


def _box_of(token: MapToken, sheet: MapSheet) -> Box:
    return around(sheet.at(token.x, token.y), side_of(token, sheet.inch))


def _label(wanted: WantedLabel[Label], place: Box) -> MarkGroup:
    style = OutlineStyle(colour("bg1"), colour("line2"), 0.5, faint=0.92)
    plate = box(0, 0, place.wide, place.high, style, 2.5)
    words, token = wanted.named
    baseline = place.high / 2 + CAP_HEIGHT * LABEL / 2
    line = WordsMark(3, baseline, words, STRONG, LABEL, colour(token))
    return MarkGroup(place.left, place.top, (plate, line), kind="label")


def _scale_marks(shown: TableMap, sheet: MapSheet) -> Iterator[MapMark]:
    """Yield the bar, the scale in words, and who stands far from the table."""
    left, top, wide, high = sheet.table
    long, down = sheet.ruled * sheet.inch, top + high + 10
    style = OutlineStyle(line=colour("text2"), wide=1.2)
    ends = ((0, 0), (long, 0)), ((0, -2.5), (0, 2.5)), ((long, -2.5), (long, 2.5))
    bar = tuple(polyline(each, style) for each in ends)
    yield MarkGroup(left, down, bar, f'{sheet.ruled}" of the table', "bar")
    words = f'{sheet.ruled}"   {sheet.words}'
    yield _note(words, left + long + 6, down, max(wide - long, width(words, REGULAR, NOTE) + 1))
    if shown.beyond:
        names = ", ".join(shown.beyond)
        yield _note(f"Far from the table: {names}.", left, top + high + LOW - 5, max(wide, 120.0))


def _note(words: str, x: float, middle: float, room: float) -> WordsMark:
    line = fitted_of_fonts(words, REGULAR, NOTE, room)
    return WordsMark(x, middle + CAP_HEIGHT * NOTE / 2, line, REGULAR, NOTE, colour("text2"))
