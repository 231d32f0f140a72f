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
    in_field,
    in_figures,
    in_inches,
    measure_by,
    read_length,
    read_spot,
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


@pytest.mark.parametrize(
    ("said", "inches"),
    [
        ("13", 13), ("13 1/8", 13.125), ("13-1/8", 13.125), ("13⅛", 13.125), ("13 ⅛", 13.125),
        ("13.5", 13.5), ("13,5", 13.5), ('13"', 13), ("13″", 13), ("13''", 13), ("13in", 13),
        ("9IN", 9), ("9 inches", 9), ("1/2", 0.5), ("½", 0.5), ('1½"', 1.5), (".5", 0.5),
        ("-2½", -2.5), ("−2", -2), ("13\u00a01/8", 13.125), ("13\n1/8", 13.125),
        ("", None), ("x", None), ("1e3", None), ("nan", None), ("1_000", None), ("1/0", None),
        ("13 9/8", None), ("1..5", None), ("13 in the hall", None), ("½½", None), ("9" * 9, None),
    ],
)  # fmt: skip
def test_a_typed_length_is_read_as_people_write_it(said: str, inches: float | None) -> None:
    assert read_length(said) == inches


@given(st.text(alphabet="0123456789 .,/⁄⅛½-+−\"'in\t\n²٣", max_size=12))
def test_anything_typed_is_a_length_or_none(said: str) -> None:
    read = read_length(said)
    assert read is None or abs(read) < 1_000_001


@pytest.mark.parametrize("ruler", list(Ruler))
@given(length=st.one_of(LENGTHS.map(lambda each: round(each, 5)), st.integers(0, 8000)))
def test_a_field_shows_what_is_read_from_it_again(ruler: Ruler, length: float) -> None:
    measure_by(ruler)
    shown = in_field(length / 8 if isinstance(length, int) else length)
    again = read_length(shown)
    assert again is not None
    assert in_field(again) == shown
    assert again == (length / 8 if isinstance(length, int) else length)


def test_a_field_shows_eighths_to_those_who_measure_so() -> None:
    assert [in_field(each) for each in (13.125, 0.5, 3, -2.5)] == ["13.125", "0.5", "3", "-2.5"]
    measure_by(Ruler.EIGHTHS)
    assert [in_field(each) for each in (13.125, 0.5, 3, -2.5)] == ["13⅛", "½", "3", "-2½"]
    assert in_field(13.1) == "13.1", "what is no eighth is not made one"


@pytest.mark.parametrize(
    ("said", "spot"),
    [
        ("15 18", (15, 18)), ("15,18", (15, 18)), ("15.5, 18", (15.5, 18)), ("13,5 18", (13.5, 18)),
        ("13 1/2 18", (13.5, 18)), ('13⅛" 4in', (13.125, 4)), ("15", None), ("15 18 19", None),
        ("up there", None), ("-1 3", None),
    ],
)  # fmt: skip
def test_a_typed_place_is_two_lengths(said: str, spot: tuple[float, float] | None) -> None:
    assert read_spot(said) == spot
