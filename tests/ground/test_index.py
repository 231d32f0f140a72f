"""Who is near, among many."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brikdesk.ground.gaps import gap
from brikdesk.ground.index import Index, Near
from brikdesk.ground.shapes import Footprint, Key, Point, box, disc
from tests.ground.layouts import ANY, SPOTS

MANY = st.lists(ANY, max_size=25)


def test_who_is_near_nearest_first() -> None:
    units: dict[Key, Footprint] = {
        "far": disc(30, 0, 0.5),
        1: disc(4, 0, 0.5),
        "wall": box(0, 5, 8, 2, 0),
        2: disc(2, 0, 0.5),
    }
    index = Index(units)
    assert len(index) == 4
    assert index.near(disc(0, 0, 0.5), 3) == (Near(2, 1), Near(1, 3))
    assert index.near(disc(0, 3.5, 0.5), 0) == (Near("wall", 0),)
    assert index.near(disc(15, 0, 0.5), 1) == ()


def test_a_path_passes_what_it_touches() -> None:
    index = Index({"wood": disc(5, 0, 2), "rock": disc(5, 4, 1), "hut": box(20, 0, 2, 2, 0)})
    assert [each.key for each in index.crossing([(0, 0), (10, 0)])] == ["wood"]
    assert index.crossing([(0, 0), (10, 0)], 3) == (Near("wood", 0), Near("rock", 3))
    assert [each.key for each in index.crossing([(0, 0), (0, 9), (20, 9), (20, 0)])] == ["hut"]
    assert index.crossing([(20, 3)], 2) == (Near("hut", 2),)


def test_an_empty_table_has_nobody_near() -> None:
    assert Index({}).near(disc(0, 0, 1), 100) == ()
    assert Index({}).crossing([(0, 0), (9, 9)]) == ()


@settings(max_examples=200, deadline=None)
@given(MANY, ANY, st.floats(0, 15))
def test_the_index_finds_those_that_a_look_at_each_finds(
    shapes: list[Footprint], asked: Footprint, inches: float
) -> None:
    found = Index(dict(enumerate(shapes))).near(asked, inches)
    gaps = {place: gap(asked, shape) for place, shape in enumerate(shapes)}
    sure = {place for place, each in gaps.items() if each <= inches}
    nearly = {place for place, each in gaps.items() if each <= inches + 1e-6}
    assert sure <= {each.key for each in found} <= nearly
    assert [each.gap for each in found] == sorted(each.gap for each in found)
    for each in found:
        assert each.gap == pytest.approx(gaps[int(each.key)], abs=1e-9)


@settings(max_examples=200, deadline=None)
@given(MANY, st.lists(SPOTS, min_size=1, max_size=5), st.floats(0, 3))
def test_a_path_is_as_near_as_its_nearest_leg(
    shapes: list[Footprint], path: list[Point], inches: float
) -> None:
    found = Index(dict(enumerate(shapes))).crossing(path, inches)
    legs = [Footprint((a, b)) for a, b in zip(path, path[1:] or path, strict=False)]
    gaps = {place: min(gap(leg, shape) for leg in legs) for place, shape in enumerate(shapes)}
    near = {place for place, each in gaps.items() if each <= inches}
    assert near <= {int(each.key) for each in found}
    for each in found:
        assert each.gap == pytest.approx(gaps[int(each.key)], abs=1e-6)
        assert each.gap <= inches + 1e-6


def test_two_thousand_units_and_five_hundred_pieces() -> None:
    chance = random.Random(8)
    crowd: dict[Key, Footprint] = {
        place: disc(chance.uniform(0, 96), chance.uniform(0, 48), 0.5) for place in range(2000)
    }
    for place in range(500):
        spot = chance.uniform(0, 96), chance.uniform(0, 48)
        crowd[f"piece {place}"] = box(*spot, 3, 1, chance.uniform(0, 360))
    found = Index(crowd).near(disc(48, 24, 0.5), 4)
    assert {each.key for each in found} == {
        key for key, shape in crowd.items() if gap(disc(48, 24, 0.5), shape) <= 4
    }
    assert len(found) > 20
