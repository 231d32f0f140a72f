"""Where a straight line runs through shapes."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon, buffer
from shapely import Point as Dot

from brikdesk.ground.gaps import Stretch, in_wedge, merged, stretches
from brikdesk.ground.shapes import Footprint, Point, box, disc, long_one, outline, toward
from tests.ground.layouts import ANY, DEGREES, INCHES, SIZES, SPOTS, off, thousandths


def test_a_line_runs_through_a_disc() -> None:
    assert stretches((0, 0), (20, 0), disc(10, 0, 2)) == ((8, 12),)
    assert stretches((0, 0), (10, 0), disc(10, 0, 2)) == ((8, 10),)
    assert stretches((10, 0), (0, 0), disc(10, 0, 2)) == ((0, 2),)
    assert stretches((0, 0), (20, 0), disc(10, 3, 2), 3) == ((6, 14),)
    assert stretches((0, 0), (20, 0), disc(10, 2, 2)) == ()
    assert stretches((0, 0), (7, 0), disc(10, 0, 2)) == ()


def test_a_line_runs_through_boxes_and_notches() -> None:
    assert stretches((0, 0), (20, 0), box(10, 0, 4, 6, 0)) == ((8, 12),)
    horseshoe = outline([(0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6)])
    assert stretches((-1, 4), (9, 4), horseshoe) == ((1, 3), (5, 7))
    assert stretches((-1, 2), (9, 2), horseshoe) == (
        (1, 3),
        (5, 7),
    )  # along the bottom of the notch
    assert stretches((-1, 1), (9, 1), horseshoe) == ((1, 7),)
    assert stretches((-1, 4), (9, 4), horseshoe, 1) == ((0, 8),)


@pytest.mark.parametrize("y", [-2, 2])
def test_along_an_edge_is_outside(y: float) -> None:
    wall = box(10, 0, 8, 4, 0)
    assert stretches((0, y), (20, y), wall) == ()
    assert stretches((20, y), (0, y), wall) == ()
    assert stretches((0, y * 1.5), (20, y * 1.5), wall, 1) == ()
    assert stretches((0, 0), (6, 0), wall) == ()


def test_through_a_corner_and_along_a_diagonal() -> None:
    square = outline([(0, 0), (4, 0), (4, 4), (0, 4)])
    assert stretches((-1, 1), (1, -1), square) == ()
    ((enters, leaves),) = stretches((-1, -1), (5, 5), square)
    assert (enters, leaves) == pytest.approx((math.sqrt(2), 5 * math.sqrt(2)))


def test_a_fence_is_crossed_in_a_moment() -> None:
    fence = Footprint(((5, -3), (5, 3)))
    assert stretches((0, 0), (10, 0), fence) == ((5, 5),)
    assert stretches((0, 4), (10, 4), fence) == ()
    assert stretches((5, -9), (5, 9), fence) == ((6, 12),)
    assert stretches((0, 0), (10, 0), disc(5, 0, 0)) == ((5, 5),)
    assert stretches((0, 0), (10, 0), disc(5, 1, 0)) == ()


def test_a_line_without_length_is_nowhere() -> None:
    assert stretches((1, 1), (1, 1), disc(1, 1, 5)) == ()
    assert in_wedge((1, -1), (1, -1), (0, 0), 0, 45) == ()


def test_a_line_runs_through_a_cone_of_vision() -> None:
    ((enters, leaves),) = in_wedge((-9, -3), (9, -3), (0, 0), 0, 45)
    assert (enters, leaves) == pytest.approx((6, 12))
    assert in_wedge((-9, 3), (9, 3), (0, 0), 0, 45) == ()
    ((enters, leaves),) = in_wedge((0, 5), (0, -5), (0, 0), 0, 45)
    assert (enters, leaves) == pytest.approx((5, 10))


def test_stretches_that_meet_are_one() -> None:
    assert merged([(5, 6), (0, 1), (1, 2), (5.5, 5.7)]) == [(0, 2), (5, 6)]


@settings(max_examples=300, deadline=None)
@given(INCHES, INCHES, SIZES, SPOTS, SPOTS)
def test_a_chord_is_exact(x: float, y: float, radius: float, a: Point, b: Point) -> None:
    found = stretches(a, b, disc(x, y, radius))
    for each in (place for stretch in found for place in stretch):
        there = toward_by(a, b, each)
        at_an_end = each in (0, math.dist(a, b))
        assert at_an_end or math.dist(there, (x, y)) == pytest.approx(radius, abs=1e-9)
    middles = [toward_by(a, b, (low + high) / 2) for low, high in found]
    assert all(math.dist(middle, (x, y)) < radius for middle in middles)


def toward_by(a: Point, b: Point, inches: float) -> Point:
    share = inches / math.dist(a, b)
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def inches_of(found: tuple[Stretch, ...]) -> float:
    return sum(high - low for low, high in found)


@settings(max_examples=1000, deadline=None)
@given(ANY, SPOTS, SPOTS, st.sampled_from([0.0, 0.5, 2.0]))
def test_as_long_as_in_polygons_a_little_smaller_and_larger(
    shape: Footprint, a: Point, b: Point, more: float
) -> None:
    found = stretches(a, b, shape, more)
    radius = shape.radius + more
    kind = Polygon if len(shape.core) > 2 else LineString if len(shape.core) > 1 else Dot
    core = kind(shape.core)
    line, sides = LineString([a, b]), 16
    smaller = buffer(core, radius - 1e-7, quad_segs=sides) if radius else buffer(core, -1e-7)
    # GEOS may join two corners of an arc by a chord of up to one and a half steps.
    larger = buffer(core, radius / math.cos(math.pi / 2 / sides) + 1e-7, quad_segs=sides)
    assert line.intersection(smaller).length - 1e-6 <= inches_of(found)
    assert inches_of(found) <= line.intersection(larger).length + 1e-6
    assert list(found) == sorted(found)


@settings(max_examples=300, deadline=None)
@given(SPOTS, SPOTS, ANY)
def test_the_middle_of_a_stretch_is_inside_and_what_lies_between_is_not(
    a: Point, b: Point, shape: Footprint
) -> None:
    found = stretches(a, b, shape)
    for low, high in found:
        assert off(shape, [toward_by(a, b, (low + high) / 2)])[0] < 1e-9
    ends = [0.0, *(place for stretch in found for place in stretch), math.dist(a, b)]
    for low, high in zip(ends[::2], ends[1::2], strict=True):
        if high - low > 1e-6:
            assert off(shape, [toward_by(a, b, (low + high) / 2)])[0] > -1e-6


@settings(max_examples=300, deadline=None)
@given(SPOTS, SPOTS, SPOTS, DEGREES, thousandths(5, 85))
def test_a_cone_is_left_and_right_of_its_facing(
    a: Point, b: Point, spot: Point, facing: float, half: float
) -> None:
    found = in_wedge(a, b, spot, facing, half)
    line = LineString([a, b])

    def inches_in(angle: float) -> float:
        rim = [toward(spot, facing + angle * share, 500) for share in (-1, -0.5, 0, 0.5, 1)]
        return float(line.intersection(Polygon([spot, *rim])).length)

    assert inches_in(half - 1e-6) - 1e-4 <= inches_of(found) <= inches_in(half + 1e-6) + 1e-4


def test_a_long_creature_is_round_at_its_ends() -> None:
    snake = long_one(10, 0, 6, 2, 0)
    assert stretches((0, 0), (20, 0), snake) == ((9, 11),)
    (rounded_end,) = stretches((0, -2.5), (20, -2.5), snake)
    assert rounded_end == pytest.approx((10 - math.sqrt(0.75), 10 + math.sqrt(0.75)))
