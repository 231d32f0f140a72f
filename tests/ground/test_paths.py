"""Ways over the table."""

import itertools
import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from brikdesk.ground.gaps import gap
from brikdesk.ground.paths import Gaze, Passage, StraightLeg, UnitReach, walk
from brikdesk.ground.shapes import Footprint, Point, box, disc, outline
from tests.ground.layouts import ANY, SPOTS, thousandths

PATHS = st.lists(SPOTS, min_size=2, max_size=5)


@pytest.mark.rule("4.1-01")
def test_the_inches_of_a_path() -> None:
    assert walk([(0, 0), (3, 4), (3, 10)]).length == 11
    assert walk([(0, 0), (0, 0), (3, 4), (3, 4)]).length == 5
    assert walk([(7, 7)]).length == 0
    assert walk([]).runs == ()


@pytest.mark.rule("4.1-17")
def test_a_road_and_then_mud() -> None:
    """Worked example T4-09: 2" of road and 1.5" of mud."""
    mud = outline([(2, -5), (9, -5), (9, 5), (2, 5)])
    way = walk([(0, 0), (3.5, 0)], areas={"mud": mud})
    assert way.length == 3.5
    assert way.through == (Passage("mud", ((2, 3.5),)),)
    assert way.through[0].inches == 1.5


@pytest.mark.rule("F.1-62")
def test_inches_through_fields_in_the_order_of_the_way() -> None:
    fields = {"mines": disc(20, 0, 4), "smoke": disc(5, 0, 3), "away": disc(10, 20, 3)}
    way = walk([(0, 0), (20, 0), (20, 12)], areas=fields)
    assert [(each.key, each.enters, each.inches) for each in way.through] == [
        ("smoke", 2, 6),
        ("mines", 16, 8),
    ]
    assert way.through[1].stretches == ((16, 24),)


def test_a_way_may_enter_and_leave_several_times() -> None:
    teeth = outline([(0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6)])
    (passage,) = walk([(-1, 4), (9, 4), (9, 1), (3, 1)], areas={1: teeth}).through
    assert passage.stretches == ((1, 3), (5, 7), (16, 19))
    assert passage.inches == 7


@pytest.mark.rule("5.4-03", "5.4-06")
def test_straight_runs_end_where_the_path_turns() -> None:
    way = walk([(0, 0), (3, 0), (5, 0.01), (5, 4)])
    assert [run.inches for run in way.runs] == pytest.approx([5, 3.99], abs=1e-4)
    assert [run.bearing for run in way.runs] == [90, 180]
    assert walk([(0, 0), (4, 0), (0, 0)]).runs == (StraightLeg(0, 4, 90), StraightLeg(4, 8, 270))
    assert len(walk([(0, 9), (0.01, 5), (-0.01, 0)]).runs) == 1


def test_a_curve_of_many_small_turns_is_not_straight() -> None:
    curve = [(10 * math.cos(turn / 100), 10 * math.sin(turn / 100)) for turn in range(0, 157)]
    assert max(run.inches for run in walk(curve).runs) < 1


@pytest.mark.rule("4.1-03")
def test_a_wall_is_in_the_way_of_what_is_too_wide() -> None:
    walls = {"left": box(5, -2, 2, 2, 0), "right": box(5, 2, 2, 2, 0)}
    assert walk([(0, 0), (10, 0)], walls=walls, half_width=0.5).blocked == ()
    assert walk([(0, 0), (10, 0)], walls=walls, half_width=1).blocked == ()
    blocked = walk([(0, 0), (10, 0)], walls=walls, half_width=1.5).blocked
    assert [each.key for each in blocked] == ["left", "right"]
    assert blocked[0].enters == pytest.approx(4 - math.sqrt(1.5**2 - 1))
    fence = Footprint(((5, -3), (5, 3)))
    assert walk([(0, 0), (10, 0)], walls={1: fence}).blocked == (Passage(1, ((5, 5),)),)


@pytest.mark.rule("4.1-07")
def test_who_can_strike_the_passer_by() -> None:
    reaches = {"lance": UnitReach(disc(5, 4, 0.5), 3), "sword": UnitReach(disc(8, 4, 0.5), 1)}
    way = walk([(0, 0), (10, 0)], reaches=reaches, half_width=0.5)
    assert [each.key for each in way.in_reach] == ["lance"]
    way = walk([(0, 0), (10, 0), (10, 9)], reaches=reaches, half_width=0.5)
    assert [each.key for each in way.in_reach] == ["lance", "sword"]
    ((comes, goes),) = way.in_reach[1].stretches
    assert (comes, goes) == pytest.approx((14, 14), abs=0.01)


@pytest.mark.rule("4.3-08")
def test_in_whose_cone_of_vision_a_path_lies() -> None:
    gazes = {"guard": Gaze((5, 5), 0), "sleeper": Gaze((5, 5), 180)}
    way = walk([(-5, 2), (15, 2)], gazes=gazes)
    assert [each.key for each in way.in_view] == ["guard"]
    assert way.in_view[0].stretches[0] == pytest.approx((7, 13))


CORNERS = 128
"""Corners of a quarter of a circle in the polygons that stand for round edges."""


def within(path: list[Point], area: Footprint) -> tuple[float, float]:
    """Return the inches of a path inside an area at least and at most, by Shapely's polygons.

    The corners of the smaller polygon lie on the round edge, the sides of the larger one touch it.
    """
    core = area.core
    kind = (shapely.Point, shapely.LineString)[len(core) - 1] if len(core) < 3 else shapely.Polygon
    found = []
    for radius in (area.radius, area.radius / math.cos(math.pi / (4 * CORNERS))):
        shape = kind(core[0] if len(core) == 1 else core).buffer(radius, quad_segs=CORNERS)
        legs = (shapely.LineString(leg) for leg in itertools.pairwise(path) if leg[0] != leg[1])
        found.append(sum(leg.intersection(shape).length for leg in legs))
    return found[0], found[1]


@settings(max_examples=1000, deadline=None)
@given(PATHS, ANY)
def test_inches_inside_are_those_of_polygons(path: list[Point], area: Footprint) -> None:
    way = walk(path, areas={1: area})
    assert way.length == pytest.approx(sum(math.dist(a, b) for a, b in itertools.pairwise(path)))
    least, most = within(path, area)
    assert least - 0.005 <= sum(each.inches for each in way.through) <= most + 0.005


@settings(max_examples=1000, deadline=None)
@given(PATHS, ANY, thousandths(0, 4), thousandths(0, 1))
def test_a_path_is_in_reach_where_the_gap_says_so(
    path: list[Point], unit: Footprint, inches: float, half_width: float
) -> None:
    way = walk(path, reaches={1: UnitReach(unit, inches)}, half_width=half_width)
    legs = [Footprint((a, b), half_width) for a, b in itertools.pairwise(path) if a != b]
    nearest = min((gap(leg, unit) for leg in legs), default=math.inf)
    if abs(nearest - inches) > 1e-5:
        assert bool(way.in_reach) == (nearest < inches)


@settings(max_examples=1000, deadline=None)
@given(PATHS)
def test_runs_are_all_of_the_path(path: list[Point]) -> None:
    way = walk(path)
    assert sum(run.inches for run in way.runs) == pytest.approx(way.length)
    ends = [run.end for run in way.runs]
    assert [run.start for run in way.runs] == [0, *ends][: len(ends)]
