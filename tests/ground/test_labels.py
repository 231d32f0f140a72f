"""Labels beside tokens: none lies over another, whatever stands on the table."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brikdesk.ground.labels import Box, WantedLabel, placed

ROOM = Box(-20, -20, 840, 640)
places = st.tuples(st.integers(0, 780), st.integers(0, 580))


@st.composite
def tables(draw: st.DrawFn) -> list[WantedLabel[str]]:
    """Return labels of random width beside random tokens; perhaps one of them must be seen."""
    found = draw(
        st.lists(st.tuples(places, st.integers(20, 90), st.integers(20, 170)), max_size=40)
    )
    chosen = draw(st.integers(-1, 39))
    return [
        WantedLabel(f"unit-{number}", Box(x, y, side, side), wide, 20, side, number == chosen)
        for number, ((x, y), side, wide) in enumerate(found)
    ]


def boxes(wanted: list[WantedLabel[str]], taken: list[Box], gap: float = 2.0) -> dict[str, Box]:
    found = [each for each in placed(wanted, taken, ROOM, gap) if each is not None]
    return {one.named: box for one, box in found}


@pytest.mark.parametrize("gap", [1.5, 2.0])
@settings(max_examples=60, deadline=None)
@given(wanted=tables())
def test_no_label_overlaps_another_or_leaves_the_room(
    gap: float, wanted: list[WantedLabel[str]]
) -> None:
    tokens = [each.beside for each in wanted]
    found = boxes(wanted, tokens, gap)
    must = {each.named for each in wanted if each.must}
    assert all(ROOM.holds(box) for box in found.values())
    assert not any(one.meets(other) for one, other in combinations(found.values(), 2))
    for key, box in found.items():
        assert key in must or not any(box.meets(token) for token in tokens)


def test_a_label_stands_below_first_then_right_left_and_above() -> None:
    owner = Box(100, 100, 20, 20)
    one = WantedLabel("one", owner, 60, 20)
    below = boxes([one], [owner])["one"]
    assert below.top >= owner.top + owner.high
    right = boxes([one], [owner, below])["one"]
    assert right.left >= owner.left + owner.wide
    left = boxes([one], [owner, below, right])["one"]
    assert left.left + left.wide <= owner.left
    above = boxes([one], [owner, below, right, left])["one"]
    assert above.top + above.high <= owner.top
    assert boxes([one], [owner, below, right, left, above]) == {}


def test_a_label_that_must_be_seen_is_shown_over_tokens_rather_than_not() -> None:
    owner = Box(100, 100, 20, 20)
    crowd = [Box(0, 0, 400, 400)]
    assert boxes([WantedLabel("one", owner, 60, 20)], crowd) == {}
    assert "one" in boxes([WantedLabel("one", owner, 60, 20, must=True)], crowd)


def test_of_two_in_each_others_way_the_higher_rank_is_shown() -> None:
    low, high = (
        WantedLabel(name, Box(100, 100, 20, 20), 60, 20, rank)
        for name, rank in (("low", 1), ("high", 2))
    )
    both = boxes([low, high], [])
    assert both["high"].top > 120
    assert both["low"].left > 120


def test_a_label_that_must_be_seen_goes_farther_off_before_it_covers_a_face() -> None:
    owner = Box(100, 100, 40, 40)
    beside = [
        Box(60, 145, 40, 40),
        Box(140, 145, 40, 40),
        Box(142, 110, 40, 20),
        Box(58, 110, 40, 20),
    ]
    above = Box(100, 70, 40, 28)
    one = WantedLabel("one", owner, 90, 20, must=True)
    found = boxes([one], [owner, *beside, above])["one"]
    assert not any(found.meets(token) for token in (owner, *beside, above))
    away = max(owner.left - found.left - found.wide, found.left - owner.left - owner.wide,
               owner.top - found.top - found.high, found.top - owner.top - owner.high)  # fmt: skip
    assert 0 < away < 90
