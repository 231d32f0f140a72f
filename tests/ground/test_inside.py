"""Who is in a Field, in the bands of an Explosion, in the circle of a Missed Shot."""

import math

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brikdesk.ground.shapes import (
    Footprint,
    Key,
    Point,
    Sections,
    box,
    disc,
    outline,
    slices,
    toward,
)
from brikdesk.ground.sights import InBand, bands, part_inside
from tests.ground.layouts import ANY, SPOTS, off, thousandths
from tests.nightly import many

ALL = Sections(head=True, torso=True, legs=True)


def inches_inside(area: Footprint, unit: Footprint) -> float:
    part = part_inside(area, unit)
    return part.inches if part else 0.0


def share_inside(area: Footprint, unit: Footprint) -> float:
    part = part_inside(area, unit)
    return part.share if part else 0.0


def minifig(x: float, y: float, base: float = 0) -> Footprint:
    return disc(x, y, 0.5, base, base + 1.5)


def test_a_minifig_has_three_sections() -> None:
    assert [(part.base, part.top) for part in slices(minifig(3, 3, 2))] == [
        (3, 3.5),
        (2.5, 3),
        (2, 2.5),
    ]
    assert Sections(head=True, torso=False, legs=True).count == 2


# Fields


@pytest.mark.rule("F.1-12", "5.1-29")
def test_of_a_large_target_the_part_in_the_field_counts() -> None:
    truck = box(10, 0, 4, 8, 90, 0, 3)  # from x 6 to 14
    assert inches_inside(box(0, 0, 40, 40, 0, 0, 9), truck) == pytest.approx(8)
    assert inches_inside(box(0, 0, 24, 24, 0, 0, 9), truck) == pytest.approx(6)
    assert inches_inside(box(0, 0, 24, 24, 0, 0, 9), box(12, 0, 1, 8, 90)) == pytest.approx(4)
    tower = box(0, 0, 2, 2, 0, 0, 8)
    assert inches_inside(disc(0, 0, 5, 0, 5), tower) == pytest.approx(5)
    assert inches_inside(disc(0, 0, 5, 9, 12), tower) == 0


def test_no_part_is_larger_than_the_whole() -> None:
    truck = box(0, 0, 4, 8, 0, 0, 1)
    corner_to_corner = outline([(-2.1, -4), (-2, -4.1), (2.1, 4), (2, 4.1)])
    assert inches_inside(corner_to_corner, truck) == pytest.approx(8)


def test_a_unit_without_width_is_inside_or_not() -> None:
    field = outline([(0, 0), (6, 0), (6, 6), (0, 6)])
    assert [share_inside(field, disc(x, 3, 0)) for x in (3, 7)] == [1, 0]


def test_a_share_is_found_where_sides_all_but_coincide() -> None:
    field = box(0.071, 0.135, 0.263, 0.47, 72.375)
    assert share_inside(field, box(0.071, 0.135, 0.391, 0.47, 72.375)) == pytest.approx(263 / 391)


@settings(max_examples=many(1000, 1000, quick=120), deadline=None)
@given(ANY, ANY)
def test_the_share_is_that_of_many_spots(area: Footprint, unit: Footprint) -> None:
    left, up, right, down = shapely.bounds(shapely.MultiPoint(unit.core))
    wide, high = right - left + 2 * unit.radius, down - up + 2 * unit.radius
    spots = [
        (left - unit.radius + wide * (i + 0.5) / 48, up - unit.radius + high * (k + 0.5) / 48)
        for i in range(48)
        for k in range(48)
    ]
    covered = [spot for spot, each in zip(spots, off(unit, spots), strict=True) if each <= 0]
    # A sliver lies between the spots of a coarse grid: its share would be that of chance.
    assume(len(covered) > 400)
    share = sum(each <= 0 for each in off(area, covered)) / len(covered)
    assert share_inside(area, unit) == pytest.approx(share, abs=0.08)
    assert (share_inside(area, unit) > 0) or share < 0.02
    assert (inches_inside(area, unit) > 0) == (share_inside(area, unit) > 0)


@settings(max_examples=300, deadline=None)
@given(thousandths(0.25, 8), thousandths(0.25, 8), thousandths(0.01, 0.99), thousandths(0, 360))
def test_of_two_circles_the_part_is_as_long_as_their_chord(
    r: float, s: float, share: float, degrees: float
) -> None:
    d = abs(r - s) + share * 2 * min(r, s)
    across = (d * d + s * s - r * r) / (2 * d)  # from the unit's middle to the common chord
    chord = 2 * math.sqrt(max(0.0, s * s - across * across))
    if across < 0 or d - across < 0:  # more than half of one circle lies in the other
        chord = 2 * min(r, s)
    unit = disc(*toward((0, 0), degrees, d), s, 0, 0.001)
    assert inches_inside(disc(0, 0, r), unit) == pytest.approx(max(chord, r + s - d), abs=0.02)


# Explosions


@pytest.mark.rule("8.4-25", "8.4-27")
def test_bands_of_an_explosion_of_three_dice() -> None:
    units: dict[Key, Footprint] = {
        "out": disc(0, -7, 0.5, 0, 1),
        "third": disc(5.5, 0, 0.5),
        "second": disc(0, 4.5, 0.5),
        "first": disc(-2.5, 0, 0.5),
        "centre": disc(0.2, 0, 0.5),
    }
    found = bands((0, 0), 0.5, units, 3)
    assert [(each.key, each.band) for each in found] == [
        ("centre", 1),
        ("first", 1),
        ("second", 2),
        ("third", 3),
    ]
    assert [each.distance for each in found] == [0, 2, 4, 5]


def test_the_border_of_a_band_may_belong_to_the_next() -> None:
    units: dict[Key, Footprint] = {1: disc(2.5, 0, 0.5), 2: disc(6.5, 0, 0.5)}
    assert [each.band for each in bands((0, 0), 0, units, 3)] == [1, 3]
    assert [each.band for each in bands((0, 0), 0, units, 3, inclusive=False)] == [2]


def test_without_dice_nobody_is_reached() -> None:
    assert bands((0, 0), 0, {1: disc(0, 0, 1)}, 0) == ()


@pytest.mark.rule("5.1-36", "8.4-31")
def test_only_the_legs_of_one_on_a_wall_are_in_the_first_band() -> None:
    (only,) = bands((0, 0), 0, {1: disc(0, 0, 0.5, 1.6, 3.1)}, 1)
    assert only.sections == Sections(head=False, torso=False, legs=True)
    (near,) = bands((0, 0), 0, {1: disc(1, 0, 0.5, 0, 1.5)}, 1)
    assert near.sections == ALL


@pytest.mark.rule("8.4-31")
def test_of_a_large_target_the_part_in_its_band_counts() -> None:
    """Ruling Q8-50: by its nearest edge, with the part inside that band's outer edge."""
    truck = box(6, 0, 2, 8, 90, 0, 1)  # from x 2 to 10
    (first,) = bands((1, 0), 0, {1: truck}, 5)
    assert first.band == 1
    assert first.inches == pytest.approx(2)  # across: 2" of its side, along: 1"
    (from_above,) = bands((6, 0), 3, {1: box(6, 0, 1, 8, 90, 0, 1)}, 2)
    assert from_above.distance == 2
    assert from_above.inches == 0  # just touched


@pytest.mark.rule("8.4-33")
def test_a_wall_reaches_through_several_bands() -> None:
    wall = box(0, 0, 20, 1, 0, 0, 6)
    (only,) = bands((0, 0.5), 0, {"wall": wall}, 4)
    assert only.band == 1
    (only,) = bands((0, 0.5), 0, {"wall": box(0, 0, 4, 1, 0, 0, 1)}, 4)
    assert only.band == 1


@settings(max_examples=1000, deadline=None)
@given(SPOTS, thousandths(0, 9), ANY, st.integers(1, 12))
def test_a_band_holds_its_distance(spot: Point, height: float, unit: Footprint, dice: int) -> None:
    found = bands(spot, height, {1: unit}, dice)
    plan = max(0.0, off(unit, [spot])[0])
    distance = math.hypot(plan, max(0.0, height - unit.top, unit.base - height))
    if not found:
        assert distance > 2 * dice - 1e-6
        return
    (each,) = found
    assert isinstance(each, InBand)
    assert each.distance == pytest.approx(distance, abs=1e-6)
    assert each.distance <= 2 * each.band
    assert each.band == 1 or each.distance > 2 * (each.band - 1)
    assert each.band <= dice
    assert each.sections.count > 0


# Missed Shots
