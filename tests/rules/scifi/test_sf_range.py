import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.refusal import No
from brikdesk.rules.scifi.weapons import RangeBand, band, may_reach, spans, standing

SHORT, MEDIUM, LONG = RangeBand


@pytest.mark.rule("12-13", "12-14", "12-15", "12-16", "TC-01")
@pytest.mark.parametrize(
    ("distance", "expected"),
    [(0, SHORT), (20, SHORT), (20.5, MEDIUM), (40, MEDIUM), (40.5, LONG), (60, LONG), (60.5, None)],
)
def test_bands_of_a_light_laser_cannon(distance: float, expected: RangeBand | None) -> None:
    assert band(distance, 20) is expected
    refused = may_reach(distance, 20)
    assert (refused is None) is (expected is not None)


@pytest.mark.rule("12-16")
def test_out_of_range_tells_how_far_it_reaches() -> None:
    assert may_reach(60.5, 20) == No("12-16", '60.5" is out of range, it reaches 60"')


@pytest.mark.rule("12-17", "S-02", "TC-02")
def test_a_target_nearer_than_the_minimum_range_is_refused() -> None:
    refused = may_reach(9, 30, minimum=10)
    assert refused == No("12-17", '9" is nearer than the minimum range of 10"')
    assert may_reach(10, 30, minimum=10) is None
    assert band(10, 30) is SHORT
    assert may_reach(0, 30) is None


@pytest.mark.rule("12-13", "12-14", "12-15", "12-16")
def test_the_range_table_of_factor_20() -> None:
    assert [(span.name, span.above, span.to) for span in spans(20)] == [
        ("short", 0, 20),
        ("medium", 20, 40),
        ("long", 40, 60),
        ("out of range", 60, None),
    ]


@pytest.mark.rule("12-17")
def test_the_range_table_begins_with_what_is_too_close() -> None:
    first = spans(20, minimum=7.5)[0]
    assert (first.name, first.to) == ("too close", 7.5)
    assert len(spans(20, minimum=0)) == 4


@pytest.mark.rule("12-15")
def test_decimals_do_not_push_a_target_over_the_edge() -> None:
    assert band(6.9, 2.3) is LONG  # 3 * 2.3 is a hair less than 6.9
    assert may_reach(6.9, 2.3) is None


@pytest.mark.rule("12-13", "12-14", "12-15", "12-16")
@given(st.integers(0, 400), st.integers(1, 100))
def test_a_band_is_the_number_of_range_factors_rounded_up(distance: int, factor: int) -> None:
    steps = max(math.ceil(distance / factor), 1)
    expected = dict(enumerate(RangeBand, start=1)).get(steps)
    assert band(distance, factor) is expected


@pytest.mark.rule("12-13", "12-14", "12-15", "12-16", "12-17", "S-02")
@given(st.floats(0, 400), st.integers(1, 100), st.none() | st.integers(1, 30))
def test_a_target_stands_where_its_band_says(
    distance: float, factor: int, minimum: int | None
) -> None:
    inside = standing(distance, spans(factor, minimum))
    refused = may_reach(distance, factor, minimum)
    reached = band(distance, factor)
    if refused is not None:
        assert inside == {"12-16": "out of range", "12-17": "too close"}[refused.rule]
    else:
        assert reached is not None
        assert inside == reached.value
