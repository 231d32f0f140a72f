"""Footprints anywhere on a table, for Hypothesis."""

from collections.abc import Sequence

import shapely
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from brikdesk.ground.shapes import Footprint, Point, box, disc, long_one, outline, toward


def thousandths(least: float, most: float) -> st.SearchStrategy[float]:
    """Return numbers a thousandth apart: finer than any place or Size that a referee can give.

    Of numbers as small as 1e-300 the polygons that are compared with would lose count themselves.
    """
    return st.integers(round(least * 1000), round(most * 1000)).map(lambda number: number / 1000)


INCHES = thousandths(0, 40)
SIZES = thousandths(0.25, 8)
DEGREES = thousandths(0, 360)
SPOTS = st.tuples(INCHES, INCHES)


@st.composite
def stars(draw: DrawFn) -> Footprint:
    """Return an outline about a middle, often with notches."""
    x, y = draw(SPOTS)
    spokes = draw(st.lists(SIZES, min_size=3, max_size=9))
    step = 360 / len(spokes)
    return outline(toward((x, y), step * i, inches) for i, inches in enumerate(spokes))


@st.composite
def rounded(draw: DrawFn) -> Footprint:
    """Return a rectangle with round corners."""
    plain = draw(BOXES)
    return Footprint(plain.core, draw(st.floats(0.1, 3)))


DISCS = st.builds(disc, INCHES, INCHES, SIZES)
LONG_ONES = st.builds(long_one, INCHES, INCHES, SIZES, SIZES, DEGREES)
BOXES = st.builds(box, INCHES, INCHES, SIZES, SIZES, DEGREES)
ANY = st.one_of(DISCS, LONG_ONES, BOXES, stars(), rounded())


def off(footprint: Footprint, spots: Sequence[Point]) -> list[float]:
    """Return how far spots lie from a footprint by brute force: below 0 inside its edge."""
    core, dots = footprint.core, shapely.points(spots)
    kind = (shapely.Point, shapely.LineString)[len(core) - 1] if len(core) < 3 else shapely.Polygon
    shape = kind(core)
    distances = shapely.distance(shape, dots)
    if len(core) > 2:
        distances = distances - shapely.distance(shape.exterior, dots) * shapely.within(dots, shape)
    return [float(distance) - footprint.radius for distance in distances]
