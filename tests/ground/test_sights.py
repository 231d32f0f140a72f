"""What stands between an eye and its target."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from brikdesk.ground.gaps import span
from brikdesk.ground.shapes import Footprint, Point, Sections, box, disc, outline, toward
from brikdesk.ground.sights import COLUMNS, ROWS, Sight, sight
from tests.ground.layouts import ANY, SPOTS, off, thousandths
from tests.nightly import many

EYE = (0.0, 0.0)
TARGET = disc(20, 0, 0.5, 0, 1.5)


def seen(target: Footprint = TARGET, height: float = 1.25, **standing: Footprint) -> Sight[str]:
    return sight(EYE, height, target, standing)


@pytest.mark.rule("5.1-06")
def test_a_clear_line() -> None:
    clear = Sight(1, Sections(head=True, torso=True, legs=True), ())
    assert seen() == clear
    assert seen(beside=box(10, 5, 4, 4, 0), behind=box(25, 0, 4, 4, 0, 0, 9)) == clear
    assert seen(before=disc(-3, 0, 2, 0, 9)) == clear
    assert seen(bridge=box(10, 0, 4, 40, 0, 2, 5)) == clear


@pytest.mark.rule("5.1-06", "5.1-33")
def test_a_house_hides_all_of_a_minifig() -> None:
    hidden = seen(house=box(10, 0, 4, 4, 0, 0, 6))
    assert hidden.free == 0
    assert hidden.sections.count == 0
    (house,) = hidden.in_the_way
    assert (house.key, house.hides) == ("house", 1)
    assert house.distance == pytest.approx(8, abs=0.01)
    assert house.height == pytest.approx(1.25 - 0.5 * 8 / 19.5, abs=0.01)


@pytest.mark.rule("5.1-33")
def test_a_low_wall_hides_the_legs() -> None:
    behind_a_wall = seen(wall=box(19, 0, 0.5, 6, 0, 0, 0.6), height=0.75)
    assert behind_a_wall.sections == Sections(head=True, torso=True, legs=False)
    assert behind_a_wall.free == pytest.approx(0.6, abs=0.09)
    over_it = seen(wall=box(19, 0, 0.5, 6, 0, 0, 0.6), height=30)
    assert over_it.sections.count == 3


def test_a_window_shows_the_head_only() -> None:
    sill, lintel = box(19, 0, 0.2, 6, 0, 0, 1.05), box(19, 0, 0.2, 6, 0, 1.6, 9)
    found = seen(sill=sill, lintel=lintel, height=1.25)
    assert found.sections == Sections(head=True, torso=False, legs=False)
    assert [each.key for each in found.in_the_way] == ["sill"]


def test_a_corner_hides_one_side_of_all_sections() -> None:
    corner = seen(tower=outline([(10, 0), (14, 0), (14, 9), (10, 9)], 0, 9))
    assert corner.free == pytest.approx(0.5, abs=0.04)
    assert corner.sections.count == 3


@pytest.mark.rule("F.1-08")
@pytest.mark.parametrize("x", [0, 10, 20])
def test_smoke_blocks_sight_out_of_through_and_into_it(x: float) -> None:
    assert seen(smoke=disc(x, 0, 3, 0, 5)).free == 0
    assert seen(smoke=disc(x, 0, 3, 0, math.inf), height=1.5).free == 0


def test_two_that_stand_in_line_hide_no_more_than_one() -> None:
    both = seen(first=disc(5, 0, 0.5, 0, 1.5), second=disc(10, 0, 0.5, 0, 1.5))
    assert [each.key for each in both.in_the_way] == ["first", "second"]
    alone = seen(first=disc(5, 0, 0.5, 0, 1.5))
    assert alone.in_the_way[0] == both.in_the_way[0]
    assert both.free <= alone.free < 1


def test_who_stands_on_a_hill_is_not_hidden_by_it_from_above() -> None:
    hill = box(20, 0, 10, 10, 0, 0, 3)
    climber = disc(20, 0, 0.5, 3, 4.5)
    assert seen(climber, 6, hill=hill).free == 1
    from_below = seen(climber, 0.5, hill=hill)
    assert from_below.sections == Sections(head=True, torso=True, legs=False)


def test_an_eye_at_its_target_sees_it() -> None:
    assert sight((20, 0.2), 1, TARGET, {1: disc(20, 1, 1)}).free == 1


def test_a_fence_without_width_hides_too() -> None:
    fence = Footprint(((10, -5), (10, 5)), 0, 0, 9)
    assert seen(fence=fence).free == 0
    assert seen(disc(20, 0, 0, 0, 1.5), fence=fence).free == 0
    assert seen(disc(20, 0, 0, 0, 1.5)).free == 1


@st.composite
def crowds(draw: DrawFn) -> dict[int, Footprint]:
    """Return a few pieces of any height, off the ground or on it."""
    shapes = draw(st.lists(st.tuples(ANY, thousandths(0, 3), thousandths(0.2, 6)), max_size=4))
    return {
        place: Footprint(shape.core, shape.radius, base, base + tall)
        for place, (shape, base, tall) in enumerate(shapes)
    }


@settings(max_examples=1000, deadline=None)
@given(SPOTS, thousandths(0, 8), ANY, crowds())
def test_a_piece_more_never_shows_more(
    eye: Point, height: float, target: Footprint, standing: dict[int, Footprint]
) -> None:
    whole = sight(eye, height, target, standing)
    assert 0 <= whole.free <= 1
    assert (whole.free > 0) == (whole.sections.count > 0)
    for each in whole.in_the_way:
        fewer = {key: shape for key, shape in standing.items() if key != each.key}
        assert 0 < each.hides <= 1 - whole.free + 1e-9
        assert sight(eye, height, target, fewer).free >= whole.free
        assert sight(eye, height, target, {each.key: standing[each.key]}).in_the_way == (each,)


@settings(max_examples=many(100, 100, quick=15), deadline=None)
@given(SPOTS, thousandths(0, 8), SPOTS, crowds())
def test_the_free_share_is_that_of_many_spots_along_the_lines(
    eye: Point, height: float, spot: Point, standing: dict[int, Footprint]
) -> None:
    target = disc(*spot, 1, 0, 3)
    left, right = span(eye, target)
    # Whoever touches the target sees it, and no line leads to it.
    if right - left >= 360 or math.dist(eye, spot) <= 1:
        return
    free = 0
    steps = (np.arange(3000) + 0.5) / 3000
    for column in range(COLUMNS):
        way = left + (right - left) * (column + 0.5) / COLUMNS
        aside = math.radians(way - (left + right) / 2)
        chord = math.sqrt(1 - (math.dist(eye, spot) * math.sin(aside)) ** 2)
        length = math.dist(eye, spot) * math.cos(aside) - chord
        spots = [toward(eye, way, length * step) for step in steps]
        inside = {key: np.array(off(shape, spots)) < 0 for key, shape in standing.items()}
        for row in range(ROWS):
            line = height + (3 * (row + 0.5) / ROWS - height) * steps
            free += not any(
                np.any(within & (standing[key].base < line) & (line < standing[key].top))
                for key, within in inside.items()
            )
    share = free / (COLUMNS * ROWS)
    assert sight(eye, height, target, standing).free == pytest.approx(share, abs=0.07)
