"""Arcs of fire and cones of vision."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brikdesk.ground.gaps import reach_from, span, swept
from brikdesk.ground.shapes import (
    Footprint,
    Key,
    Point,
    bearing,
    box,
    disc,
    long_one,
    outline,
    toward,
    whole_turn,
)
from tests.ground.layouts import ANY, DEGREES, SPOTS, off

GUN = (0.0, 0.0)


def at(degrees: float, inches: float, radius: float = 0.5) -> Footprint:
    return disc(*toward(GUN, degrees, inches), radius)


@pytest.mark.rule("8.3-02", "8.3-04", "8.3-13")
def test_an_arc_names_its_targets_from_one_edge_to_the_other() -> None:
    units: dict[Key, Footprint] = {
        "right": at(14, 8),
        "left": at(-14, 8),
        "ahead": at(0, 12),
        "past the right edge": at(25, 8),
        "behind": at(180, 5),
    }
    assert [each.key for each in swept(GUN, 0, 3, units)] == ["left", "ahead", "right"]
    assert [each.key for each in swept(GUN, 0, 1, units)] == ["ahead"]


@pytest.mark.rule("8.3-05")
def test_a_large_target_is_spanned_by_whole_points() -> None:
    wall = box(0, -10, 20, 1, 0)
    (only,) = swept(GUN, 0, 4, {1: wall})
    assert (only.points, only.enters, only.leaves) == (4, 0, 40)
    (one_side,) = swept(GUN, 20, 4, {1: outline([(0, -10), (20, -10), (20, -11), (0, -11)])})
    assert one_side.points == 4
    (from_5_degrees,) = swept(GUN, 0, 4, {1: Footprint((toward(GUN, 5, 9), toward(GUN, 50, 9)))})
    assert (from_5_degrees.points, from_5_degrees.enters) == (1, pytest.approx(25))
    minifig = swept(GUN, 0, 4, {1: at(0, 8)})
    assert [each.points for each in minifig] == [0]


@pytest.mark.rule("8.3-08")
def test_of_a_large_target_only_the_part_in_the_arc_counts() -> None:
    wall = box(0, -10, 20, 0.5, 0)
    (only,) = swept(GUN, 0, 3, {1: wall})
    assert only.inches == pytest.approx(2 * 10.25 * math.tan(math.radians(15)))
    (all_of_it,) = swept(GUN, 0, 36, {1: wall})
    assert all_of_it.inches == pytest.approx(20)
    (tower,) = swept(GUN, 0, 3, {1: disc(0, -10, 1, 0, 7)})
    assert tower.inches == 7


@pytest.mark.rule("8.3-11")
def test_the_distance_is_that_from_the_barrel() -> None:
    units: dict[Key, Footprint] = {1: at(0, 3.5)}
    assert [each.distance for each in swept(GUN, 0, 1, units)] == [3]


def test_the_edge_of_an_arc_only_touched_is_outside() -> None:
    tangent = at(15 + math.degrees(math.asin(0.5 / 8)), 8)
    assert swept(GUN, 0, 3, {1: tangent}) == ()


@pytest.mark.parametrize("middle", [0, 135, 140, 200, 315])
def test_what_surrounds_the_gun_is_in_any_arc(middle: float) -> None:
    (only,) = swept(GUN, middle, 3, {"smoke": disc(1, 1, 6)})
    assert (only.distance, only.enters, only.leaves, only.points) == (0, 0, 30, 3)


def test_a_horseshoe_about_a_spot_spans_more_than_half_a_turn() -> None:
    horseshoe = outline([(-3, 3), (-3, -3), (3, -3), (3, 3), (2, 3), (2, -2), (-2, -2), (-2, 3)])
    low, high = span(GUN, horseshoe)
    opening = math.degrees(math.atan2(2, 3))
    assert (low, high - low) == pytest.approx((180 + opening, 360 - 2 * opening))
    assert swept(GUN, 180, 3, {1: horseshoe}) == ()
    both = swept(GUN, 180, 10, {1: horseshoe})
    assert [(each.enters, each.leaves) for each in both] == [(0, 100)]
    assert both[0].points == 2  # one at each edge: 50 - 33.7 degrees


def test_a_disc_is_seen_between_its_tangents() -> None:
    half = math.degrees(math.asin(0.5 / 8))
    assert span(GUN, at(90, 8)) == pytest.approx((90 - half, 90 + half))
    assert span(GUN, at(0, 8)) == pytest.approx((360 - half, 360 + half))


def around(unit: Footprint) -> list[Point]:
    """Return spots of the edge of a footprint, close together."""
    from shapely import get_coordinates

    from brikdesk.ground.cores import area_of

    edge = area_of(unit).exterior.segmentize(0.05)
    return [(float(x), float(y)) for x, y in get_coordinates(edge)]


@settings(max_examples=1000, deadline=None)
@given(SPOTS, DEGREES, st.integers(1, 30), ANY)
def test_an_arc_holds_what_many_rays_meet(
    spot: Point, middle: float, points: int, unit: Footprint
) -> None:
    assume(off(unit, [spot])[0] > 0.05)
    wide = points * 10
    met = [whole_turn(bearing(spot, each) - (middle - wide / 2)) for each in around(unit)]
    met = [each for each in met if each <= wide]
    found = swept(spot, middle, points, {1: unit})
    if not found:
        assert all(each < 0.01 or each > wide - 0.01 for each in met)
        return
    (only,) = found
    assert only.distance == reach_from(spot, unit)
    step = 4  # degrees between two spots of the edge, 0.05" apart, may be many close by
    near = math.degrees(0.06 / max(0.05, only.distance))
    if met and near < step:
        assert only.enters == pytest.approx(min(met), abs=near)
        assert only.leaves == pytest.approx(max(met), abs=near)
    assert 0 <= only.enters <= only.leaves <= wide
    assert only.points <= (only.leaves - only.enters) / 10 + 1e-6


def test_a_long_creature_spans_from_end_to_end() -> None:
    snake = long_one(0, -10, 11, 1, 90)
    half = math.degrees(math.atan2(5, 10)) + math.degrees(math.asin(0.5 / math.hypot(5, 10)))
    assert span(GUN, snake) == pytest.approx((360 - half, 360 + half))
