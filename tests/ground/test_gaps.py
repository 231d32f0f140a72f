"""Distances from edge to edge."""

import math
import subprocess
import sys

import pytest
from hypothesis import given, settings
from shapely import LineString, Polygon, buffer
from shapely import Point as Dot

from brikdesk.ground.gaps import gap, gap_in_space, reach_from
from brikdesk.ground.shapes import Footprint, Point, box, disc, long_one, outline
from tests.ground.layouts import ANY, DISCS, LONG_ONES, SPOTS


@pytest.mark.rule("5.1-07")
def test_inches_are_measured_from_edge_to_edge() -> None:
    assert gap(disc(0, 0, 0.5), disc(10, 0, 0.5)) == 9
    assert gap(disc(0, 0, 0.5), disc(3, 4, 0.5)) == 4
    assert gap(disc(0, 0, 0.5), box(5, 0, 4, 4, 0)) == 2.5
    assert gap(disc(0, 0, 0.5), long_one(5, 0, 4, 1, 90)) == 2.5
    assert gap(box(0, 0, 2, 2, 0), box(5, 0, 2, 2, 0)) == 3


def test_what_touches_or_overlaps_has_no_gap() -> None:
    hill = outline([(0, 0), (8, 0), (8, 8), (0, 8)])
    assert gap(disc(4, 4, 0.5), hill) == 0
    assert gap(hill, box(4, 4, 1, 1, 0)) == 0
    assert gap(disc(0, 0, 1), disc(2, 0, 1)) == 0
    assert gap(disc(0, 0, 1), disc(0, 0, 1)) == 0
    assert gap(disc(-0.5, 4, 0.5), hill) == 0


def test_a_notch_of_an_outline_is_outside() -> None:
    horseshoe = outline([(0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6)])
    assert gap(disc(3, 5, 0.25), horseshoe) == 0.75


@pytest.mark.rule("5.1-07")
def test_from_a_muzzle_to_the_edge_of_its_target() -> None:
    assert reach_from((0, 0), disc(6, 0, 0.5)) == 5.5
    assert reach_from((0, 0), disc(3, 0, 0, 0, 1), height=5) == 5
    assert reach_from((0, 0), disc(3, 0, 0, 0, 1), height=0.5) == 3
    assert reach_from((0, 0), disc(0, 0, 0.5, 8, 9), height=5) == 3


def test_through_the_air_height_counts() -> None:
    below, above = disc(0, 0, 0.5, 0, 1), disc(4, 0, 0.5, 5, 6)
    assert gap_in_space(below, above) == gap_in_space(above, below) == 5
    assert gap_in_space(below, disc(4, 0, 0.5, 0.5, 6)) == 3
    assert gap_in_space(disc(0, 0, 1, 0, 4), disc(0.2, 0, 1, 4, 5)) == 0


@settings(max_examples=1000, deadline=None)
@given(ANY, ANY)
def test_a_gap_is_the_distance_of_what_is_covered(a: Footprint, b: Footprint) -> None:
    def covered(shape: Footprint) -> object:
        core = shape.core
        kind = (Dot, LineString)[len(core) - 1](core) if len(core) < 3 else Polygon(core)
        return buffer(kind, shape.radius, quad_segs=100)

    assert gap(a, b) == pytest.approx(covered(a).distance(covered(b)), abs=0.01)  # type: ignore[attr-defined]
    assert gap(a, b) == gap(b, a)


def nearest(a: Footprint, b: Footprint) -> float:
    """Return the gap of two round shapes by formulas of its own, through the ends of their cores."""

    def to_line(spot: Point, ends: tuple[Point, ...]) -> float:
        (ax, ay), (bx, by) = ends[0], ends[-1]
        length = (bx - ax) ** 2 + (by - ay) ** 2
        along = ((spot[0] - ax) * (bx - ax) + (spot[1] - ay) * (by - ay)) / (length or 1)
        along = min(1.0, max(0.0, along))
        return math.dist(spot, (ax + along * (bx - ax), ay + along * (by - ay)))

    ends = [to_line(spot, b.core) for spot in a.core] + [to_line(spot, a.core) for spot in b.core]
    return max(0.0, min(ends) - a.radius - b.radius)


@settings(max_examples=500, deadline=None)
@given(DISCS, DISCS | LONG_ONES)
def test_round_shapes_are_exact(a: Footprint, b: Footprint) -> None:
    assert gap(a, b) == pytest.approx(nearest(a, b), abs=1e-9)


@settings(max_examples=300, deadline=None)
@given(SPOTS, ANY)
def test_a_reach_is_the_gap_of_a_spot(spot: Point, shape: Footprint) -> None:
    assert reach_from(spot, shape) == gap(disc(*spot, 0), shape)
    level = reach_from(spot, shape, height=0.5)
    assert level == reach_from(spot, shape)
    assert reach_from(spot, shape, height=3) == pytest.approx(math.hypot(level, 2))


@pytest.mark.parametrize("module", ["shapes", "gaps", "paths", "sights"])
def test_two_minifigs_are_measured_without_shapely(module: str) -> None:
    asked = (
        f"import sys, brikdesk.ground.{module}, brikdesk.ground.gaps as gaps\n"
        "from brikdesk.ground.shapes import disc\n"
        "print(gaps.gap(disc(0, 0, 1), disc(5, 0, 1)), 'shapely' in sys.modules, 'numpy' in sys.modules)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == ["3.0", "False", "False"]
