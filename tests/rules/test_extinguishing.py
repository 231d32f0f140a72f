import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.fields import shrink
from brikdesk.rules.brikwars.fire import (
    fire_after_fighting,
    fire_after_submersion,
    in_charge,
    may_fight_with,
    roll_on_ground,
)


@pytest.mark.rule("F.1-37", "F.1-39")
@given(st.integers(0, 30), st.integers(0, 30))
def test_firefighting_never_feeds_a_fire(fire: int, inches: int) -> None:
    assert fire_after_fighting(fire, inches) == (fire - inches if inches < fire else 0)


@pytest.mark.rule("F.1-39", "QF-21")
def test_each_apparatus_fights_once_in_its_players_round() -> None:
    assert may_fight_with(None, current_turn=6, round_started_on=4) is None
    assert may_fight_with(3, current_turn=6, round_started_on=4) is None
    for used_on in (4, 6):
        refusal = may_fight_with(used_on, current_turn=6, round_started_on=4)
        assert refusal is not None
        assert refusal.rule == "F.1-39"


@pytest.mark.rule("F.1-37", "QF-21")
def test_rolling_on_the_ground_takes_one_inch() -> None:
    assert roll_on_ground(3) == 2
    assert roll_on_ground(0) == 0


@pytest.mark.rule("QF-21")
def test_a_table_may_let_rolling_put_out_everything() -> None:
    assert roll_on_ground(3, "all") == 0
    assert roll_on_ground(3, "1") == 2


@pytest.mark.rule("F.1-38")
def test_going_under_puts_a_fire_out_at_once() -> None:
    assert fire_after_submersion(7) == 0


@pytest.mark.rule("QF-22")
def test_what_stays_above_water_burns_on() -> None:
    assert fire_after_submersion(5, inches_above=2) == 2
    assert fire_after_submersion(1, inches_above=2) == 1


@pytest.mark.rule("F.1-40")
def test_the_objects_player_shapes_the_patch_and_the_setter_that_of_nobodys_object() -> None:
    assert in_charge(owner=1, setter=2) == 1
    assert in_charge(owner=None, setter=2) == 2
    assert in_charge(owner=None, setter=None) is None


@pytest.mark.rule("F.1-04", "F.1-18", "F.1-39")
def test_fighting_a_permanent_fire_takes_its_dice_only_below_their_number() -> None:
    molten = shrink(5, (4, 4, 4), inches=2)
    assert (molten.field_size, molten.dice) == (3, (4, 4, 4))
    assert shrink(3, molten.dice, inches=2).dice == (4,)
