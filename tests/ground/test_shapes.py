"""Footprints and directions."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon

from brikdesk.errors import BadInput
from brikdesk.ground.shapes import (
    Footprint,
    Point,
    bearing,
    box,
    centre,
    disc,
    grown,
    long_one,
    moved,
    outline,
    toward,
    turned,
    whole_turn,
)

INCHES = st.floats(-100, 100)
DEGREES = st.floats(-720, 720)


def test_a_facing_looks_up_the_table_and_turns_clockwise() -> None:
    assert [toward((10, 10), turn, 4) for turn in (0, 90, 180, 270)] == [
        (10, 6),
        (14, 10),
        (10, 14),
        (6, 10),
    ]
    around = [(10, 6), (14, 6), (14, 10), (10, 14), (6, 10), (6, 6)]
    assert [bearing((10, 10), spot) for spot in around] == [0, 45, 90, 180, 270, 315]
    assert bearing((3, 3), (3, 3)) == 0


@pytest.mark.parametrize("degrees", [-1e-20, 360, 720, -360])
def test_a_direction_is_less_than_a_whole_turn(degrees: float) -> None:
    assert whole_turn(degrees) == 0


@settings(deadline=None)
@given(INCHES, INCHES, DEGREES, st.floats(0.01, 200))
def test_a_bearing_leads_back(x: float, y: float, degrees: float, inches: float) -> None:
    there = toward((x, y), degrees, inches)
    assert math.dist((x, y), there) == pytest.approx(inches)
    off = abs(bearing((x, y), there) - whole_turn(degrees))
    assert min(off, 360 - off) == pytest.approx(0, abs=1e-6)


def test_a_long_creature_has_round_ends_along_its_facing() -> None:
    assert long_one(5, 5, 4, 1, 90) == Footprint(((6.5, 5), (3.5, 5)), 0.5)
    assert long_one(5, 5, 1, 4, 0) == long_one(5, 5, 4, 1, 90)
    assert long_one(5, 5, 2, 2, 30) == disc(5, 5, 1)


def test_a_box_stands_on_its_corners() -> None:
    assert box(5, 5, 2, 6, 0, 1, 3) == Footprint(((4, 2), (6, 2), (6, 8), (4, 8)), 0, 1, 3)
    assert set(box(5, 5, 2, 6, 90).core) == {(2, 4), (8, 4), (8, 6), (2, 6)}


@settings(deadline=None)
@given(INCHES, INCHES, st.floats(0.5, 20), st.floats(0.5, 20), DEGREES)
def test_a_box_has_its_size_whichever_way_it_looks(
    x: float, y: float, width: float, depth: float, facing: float
) -> None:
    a, b, c, d = box(x, y, width, depth, facing).core
    assert [math.dist(a, b), math.dist(b, c)] == pytest.approx([width, depth])
    assert [math.dist(a, c), math.dist(b, d)] == pytest.approx([math.hypot(width, depth)] * 2)
    assert centre(Footprint((a, b, c, d))) == pytest.approx((x, y))


def test_shapes_move_and_turn() -> None:
    assert moved(disc(1, 2, 1, 3, 4), 5, -1) == disc(6, 1, 1, 3, 4)
    assert turned(disc(10, 6, 1), 90, (10, 10)) == disc(14, 10, 1)
    assert turned(long_one(0, 0, 5, 1, 0), 90, (0, 0)) == long_one(0, 0, 5, 1, 90)
    assert grown(disc(1, 2, 1), 3) == disc(1, 2, 4)


@settings(deadline=None)
@given(INCHES, INCHES, DEGREES, st.tuples(INCHES, INCHES))
def test_turning_there_and_back_changes_nothing(
    x: float, y: float, degrees: float, about: Point
) -> None:
    start = box(x, y, 3, 2, 20)
    back = turned(turned(start, degrees, about), -degrees, about)
    assert [each for corner in back.core for each in corner] == pytest.approx(
        [each for corner in start.core for each in corner], abs=1e-9
    )
    turning = bearing(about, toward(about, 10 + degrees, 1)) - 10 - degrees
    assert math.cos(math.radians(turning)) == pytest.approx(1)


def test_the_centre_of_a_shape() -> None:
    assert centre(disc(3, 4, 2)) == (3, 4)
    assert centre(Footprint(((0, 0), (4, 2)), 1)) == (2, 1)
    assert centre(outline([(0, 0), (6, 0), (0, 6)])) == pytest.approx((2, 2))


@settings(deadline=None)
@given(st.lists(st.floats(0.5, 20), min_size=3, max_size=12), INCHES, INCHES)
def test_the_centre_of_a_polygon_is_that_of_its_area(
    spokes: list[float], x: float, y: float
) -> None:
    step = 360 / len(spokes)
    star = outline(toward((x, y), step * i, inches) for i, inches in enumerate(spokes))
    middle = Polygon(star.core).centroid
    assert centre(star) == pytest.approx((middle.x, middle.y), abs=1e-6)


SQUARE = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]


def test_a_drawn_outline_may_be_closed_and_clicked_twice() -> None:
    clicked = [*SQUARE[:2], SQUARE[1], *SQUARE[2:], SQUARE[0]]
    assert outline(clicked, 1, 2) == Footprint(tuple(SQUARE), 0, 1, 2)


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ([], "three different points"),
        ([(1, 1), (2, 2)], "three different points"),
        ([(1, 1), (2, 2), (1, 1)], "three different points"),
        ([(1, 1), (2, 2), (3, 3)], "no area"),
        ([(1, 1), (2, 2), (1, 1), (2, 2)], "no area"),
        ([(0, 0), (4, 4), (4, 0), (0, 4)], "cross or touch"),
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], "cross or touch"),
        ([(0, 0), (math.nan, 0), (4, 4)], "1,000 inches"),
        ([(0, 0), (math.inf, 0), (4, 4)], "1,000 inches"),
        ([(0, 0), (1000.5, 0), (4, 4)], "1,000 inches"),
        ([(x, x * x) for x in range(201)], "1,000 inches"),
        ([toward((0, 0), turn, 9) for turn in range(201)], "at most 200"),
        ([toward((0, 0), turn / 9, 9) for turn in range(2000)], "at most 200"),
    ],
)
def test_an_outline_that_is_none_is_bad_input(points: list[Point], says: str) -> None:
    with pytest.raises(BadInput, match=says) as refused:
        outline(points)
    assert refused.value.where == "outline"


@pytest.mark.parametrize(("base", "top"), [(2, 1), (0, math.inf), (math.nan, 1)])
def test_an_outline_does_not_end_below_its_base(base: float, top: float) -> None:
    with pytest.raises(BadInput, match="below its base"):
        outline(SQUARE, base, top, where="hill")


def test_two_hundred_points_are_an_outline() -> None:
    drawn = [toward((0, 0), turn * 1.8, 9) for turn in range(200)]
    assert len(outline([*drawn, drawn[0]]).core) == 200


@pytest.mark.parametrize(
    "values", [((), 1.0), (((0, 0),), -1.0), (((0, 0),), math.nan), (((0, 0),), 1.0, 2.0, 1.0)]
)
def test_impossible_footprints_do_not_exist(values: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"footprint|radius|top"):
        Footprint(*values)  # type: ignore[arg-type]
