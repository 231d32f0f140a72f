import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.dice import RollKind, action_kind
from brikdesk.rules.brikwars.fields import DICE_OPTIONS, FieldKind
from brikdesk.rules.brikwars.traps_and_scouts import (
    Path,
    PathEnd,
    hazard_die,
    may_go_off,
    passive_die,
    path_through,
    rolls_again,
    set_down_goes_off,
    sets_off,
    tread,
)
from tests.dice.rolled import resolve

SAFE, STOPS, GOES_OFF = PathEnd.SAFE, PathEnd.STOPS, PathEnd.GOES_OFF


@pytest.mark.rule("F.1-57")
def test_what_may_lie_hidden() -> None:
    assert DICE_OPTIONS[FieldKind.CONCEALED] == ("d6 Damage", "d4 Fire", "d10 Exp", "d6 Move")


@pytest.mark.rule("F.1-60", "F.1-62", "F.1-63", "TF-04")
@pytest.mark.parametrize(
    ("inches", "natural", "size", "path"),
    [
        (2, 6, 8, Path(SAFE, 2, 0)),
        (3, 6, 8, Path(GOES_OFF, 2, 1)),
        (4, 4, 1, Path(SAFE, 4, 0)),
        (5, 4, 1, Path(GOES_OFF, 4, 1)),
    ],
)
def test_a_cow_and_a_minifig_among_the_mines(
    inches: float, natural: int, size: int, path: Path
) -> None:
    assert path_through(inches, natural + tread(size)) == path


@pytest.mark.rule("F.1-64", "TF-04")
def test_a_critical_failure_goes_off_before_the_first_inch() -> None:
    assert path_through(3, 6, critical_failure=True) == Path(GOES_OFF, 0, 3)


@pytest.mark.rule("F.1-65", "TF-04")
def test_size_counts_the_other_way_round() -> None:
    assert [tread(size) for size in (1, 2, 3, 4, 8)] == [0, -1, -1, -2, -4]
    assert (tread(1, "small"), tread(1, "tiny")) == (1, 2)


@pytest.mark.rule("F.1-66")
def test_what_has_no_size_sets_nothing_off() -> None:
    assert not sets_off(0)
    assert sets_off(1)


@pytest.mark.rule("F.1-67")
def test_through_the_air_any_failure_counts_where_it_comes_down() -> None:
    assert path_through(4, 3, through_air=True) == Path(GOES_OFF, 4, 0)
    assert path_through(4, 9, through_air=True, critical_failure=True) == Path(GOES_OFF, 4, 0)
    assert path_through(4, 4, through_air=True) == Path(SAFE, 4, 0)
    assert path_through(4, 3, through_air=True, pathfinder=True).goes_off, "nobody stops in the air"


@pytest.mark.rule("F.1-68", "F.3-02")
def test_what_has_no_action_die_rolls_a_d4() -> None:
    assert passive_die(0) == 4
    assert passive_die(6) == 6
    assert passive_die(hazard_die(6, pathfinding=True)) == 8


@pytest.mark.rule("QF-40", "F.1-63")
def test_a_benny_and_the_bonus_of_a_d4_lengthen_the_way() -> None:
    roll = resolve(RollKind.ACTION, (6,), (6, 3), benny=(6,))
    assert path_through(9, roll.total).end is SAFE
    incompetent = resolve(action_kind(4), (4,), (4, 2))
    assert path_through(7, incompetent.total) == Path(GOES_OFF, 6, 1)


@pytest.mark.rule("QF-39")
def test_inches_are_exact_and_less_than_1_is_at_once() -> None:
    assert path_through(4.5, 4) == Path(GOES_OFF, 4, 0.5)
    assert path_through(4.0, 4).end is SAFE
    assert path_through(2, 2 + tread(8)) == Path(GOES_OFF, 0, 2)


@pytest.mark.rule("F.3-03", "TF-10")
def test_a_pathfinder_stops_where_another_would_set_it_off() -> None:
    assert path_through(7, 5, pathfinder=True) == Path(STOPS, 5, 2)
    assert path_through(7, 5) == Path(GOES_OFF, 5, 2)


@pytest.mark.rule("QF-44")
def test_a_scouts_critical_failure_stops_him_unless_the_table_says_otherwise() -> None:
    assert path_through(7, 1, critical_failure=True, pathfinder=True) == Path(STOPS, 0, 7)
    strict = path_through(
        7, 1, critical_failure=True, pathfinder=True, scout_crit_triggers=True
    )  # fmt: skip
    assert strict == Path(GOES_OFF, 0, 7)


@pytest.mark.rule("QF-41", "QF-45")
def test_who_lives_on_rolls_again_and_who_stopped_stays() -> None:
    off, stopped = path_through(5, 3), path_through(5, 3, pathfinder=True)
    assert rolls_again(off)
    assert not rolls_again(off, concealed_reroll_after_trigger=False)
    assert not rolls_again(stopped)
    assert path_through(5, 1, through_air=True).left == 0, "nobody goes on from there"


@pytest.mark.rule("F.1-69")
def test_something_set_down_with_care_goes_off_only_on_a_critical_failure() -> None:
    assert set_down_goes_off(critical_failure=True)
    assert not set_down_goes_off(critical_failure=False)


@pytest.mark.rule("F.1-59")
def test_a_spot_goes_off_once_and_others_stay_dangerous() -> None:
    assert may_go_off("by the well", []) is None
    assert may_go_off("by the gate", ["By the well"]) is None
    refusal = may_go_off("by the well", ["By the well"])
    assert refusal is not None
    assert refusal.rule == "F.1-59"


@pytest.mark.rule("F.1-62", "F.1-63", "F.1-64", "F.3-03")
@given(st.floats(0.1, 60), st.integers(-5, 40), st.booleans(), st.booleans())
def test_the_way_and_the_rest_are_the_path(
    inches: float, total: int, failed: bool, pathfinder: bool
) -> None:
    path = path_through(inches, total, critical_failure=failed, pathfinder=pathfinder)
    assert path.after + path.left == pytest.approx(inches)
    assert 0 <= path.after <= inches
    assert not (pathfinder and path.goes_off)
