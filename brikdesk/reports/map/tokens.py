"""Tokens of units on the map: the shape and colour of the faction, initials, facing, flames."""

import math
from collections.abc import Iterator
from functools import lru_cache

from reportlab.lib.colors import Color

from brikdesk.ground.shapes import Point
from brikdesk.reports.fonts import BOLD, CAP_HEIGHT, printable, size_within, width
from brikdesk.reports.map.data import MapToken
from brikdesk.reports.map.marks import (
    MarkGroup,
    Outline,
    OutlineStyle,
    WordsMark,
    box,
    circle,
    polygon,
    polyline,
)
from brikdesk.reports.palette import NOBODY, colour
from brikdesk.reports.shapes import DIAMOND, FACTIONS

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
    """Return the points a token is wide: true to scale, but never too small to be seen and read."""
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
    edge = OutlineStyle(
        ink if solid else tint, ink if not solid else colour("bg1"), 1.1 if side > 9 else 0.5
    )
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
    """Return a short line out of the token, the way it faces."""
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
            middle = left + place * step
            yield Outline(
                tuple(
                    (
                        step_name,
                        tuple(
                            at * part * high + (down + lower if odd % 2 else middle)
                            for odd, at in enumerate(places)
                        ),
                    )
                    for step_name, places in _FLAME
                ),
                OutlineStyle(colour(fill)),
            )
