"""The whole map as marks: ground, ways, units and labels from below, then scale and notes."""

from collections.abc import Iterator

from brikdesk.ground.labels import Box, WantedLabel, around, placed
from brikdesk.reports.fonts import CAP_HEIGHT, REGULAR, STRONG, fitted, width
from brikdesk.reports.map.data import MapToken, MapWay, TableMap
from brikdesk.reports.map.ground import (
    field_marks,
    flight_marks,
    lying_marks,
    table_marks,
    terrain_marks,
)
from brikdesk.reports.map.marks import (
    MapMark,
    MarkGroup,
    Outline,
    OutlineStyle,
    WordsMark,
    box,
    circle,
    polyline,
)
from brikdesk.reports.map.scale import LOW, MapSheet
from brikdesk.reports.map.tokens import SOLID_UNDER, flame_of, side_of, token_marks
from brikdesk.reports.palette import colour

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
        yield _want(
            lying.name, "danger" if lying.dud else "text2", _lying(sheet, lying.x, lying.y), 7
        )


def _want(name: str, tone: str, beside: Box, rank: float) -> WantedLabel[Label]:
    words = fitted(name, STRONG, LABEL, LABEL_MOST)
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
    plate = OutlineStyle(colour("bg1"), colour("line2"), 0.5, faint=0.92)
    words, token = wanted.named
    baseline = place.high / 2 + CAP_HEIGHT * LABEL / 2
    return MarkGroup(
        place.left,
        place.top,
        (
            box(0, 0, place.wide, place.high, plate, 2.5),
            WordsMark(3, baseline, words, STRONG, LABEL, colour(token)),
        ),
        kind="label",
    )


def _scale_marks(shown: TableMap, sheet: MapSheet) -> Iterator[MapMark]:
    """Yield the bar, the scale in words, and who stands far from the table."""
    left, top, wide, high = sheet.table
    long, down = sheet.ruled * sheet.inch, top + high + 10
    ink = colour("text2")
    right = left + long
    yield MarkGroup(
        left,
        down,
        (
            polyline(((0, 0), (long, 0)), OutlineStyle(line=ink, wide=1.2)),
            polyline(((0, -2.5), (0, 2.5)), OutlineStyle(line=ink, wide=1.2)),
            polyline(((long, -2.5), (long, 2.5)), OutlineStyle(line=ink, wide=1.2)),
        ),
        f'{sheet.ruled}" of the table',
        "bar",
    )
    words = f'{sheet.ruled}"   {sheet.words}'
    yield _note(words, right + 6, down, max(wide - long, width(words, REGULAR, NOTE) + 1))
    if shown.beyond:
        names = ", ".join(shown.beyond)
        yield _note(f"Far from the table: {names}.", left, top + high + LOW - 5, max(wide, 120.0))


def _note(words: str, x: float, middle: float, room: float) -> WordsMark:
    line = fitted(words, REGULAR, NOTE, room)
    return WordsMark(x, middle + CAP_HEIGHT * NOTE / 2, line, REGULAR, NOTE, colour("text2"))
