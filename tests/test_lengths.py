"""Lengths are told as people measure: few digits, and never so few that a comparison reads wrong."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.lengths import (
    Ruler,
    at_spot,
    compared,
    in_figures,
    in_inches,
    measure_by,
    written_for_good,
)

LENGTHS = st.floats(min_value=0, max_value=1000, allow_nan=False)


@pytest.fixture(autouse=True)
def ruler_as_it_was() -> Iterator[None]:
    """Leave the ruler as it was."""
    yield
    measure_by(Ruler.TENTHS)


@pytest.mark.parametrize(
    ("length", "tenths", "eighths"),
    [
        (28.133, '28.1"', '28⅛"'),
        (13.1835, '13.2"', '13⅛"'),
        (0.00778, '<0.1"', '<⅛"'),
        (0.0004, '0"', '0"'),
        (0, '0"', '0"'),
        (0.5, '0.5"', '½"'),
        (11.25, '11.3"', '11¼"'),
        (4.999, '5"', '5"'),
        (7, '7"', '7"'),
        (-2.5, '−2.5"', '−2½"'),
    ],
)
def test_a_length_reads_as_on_a_tape(length: float, tenths: str, eighths: str) -> None:
    assert in_inches(length) == tenths
    measure_by(Ruler.EIGHTHS)
    assert in_inches(length) == eighths


@pytest.mark.parametrize("ruler", list(Ruler))
@given(length=LENGTHS)
def test_no_length_has_more_than_one_digit_behind_the_point(ruler: Ruler, length: float) -> None:
    measure_by(ruler)
    assert re.fullmatch(r"<?\d*(\.\d|[⅛¼⅜½⅝¾⅞])?", in_figures(length))


@pytest.mark.parametrize("ruler", list(Ruler))
@given(one=LENGTHS, other=LENGTHS)
def test_lengths_that_differ_do_not_read_alike_where_they_are_compared(
    ruler: Ruler, one: float, other: float
) -> None:
    measure_by(ruler)
    first, second = compared(one, other)
    assert (first == second) == (round(one, 6) == round(other, 6))


def test_five_inches_are_never_beyond_five_inches() -> None:
    assert compared(5.003, 5) == ('5.003"', '5"')
    assert compared(5.3, 5) == ('5.3"', '5"')


def test_what_is_written_for_good_does_not_depend_on_the_ruler() -> None:
    measure_by(Ruler.EIGHTHS)
    with written_for_good():
        assert (in_inches(13.1), at_spot(1.25, 3)) == ('13.1"', "x 1.3, y 3")
    assert in_inches(13.1) == '13⅛"'
