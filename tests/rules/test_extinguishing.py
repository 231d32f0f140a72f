import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.extinguishing import (
    apparatus_inches,
    fire_after_fighting,
    fire_after_loss,
    fire_after_submersion,
    fire_on_broken_part,
    may_fight_with,
    patch_change,
    patch_may_reach,
    roll_on_ground,
)
from brikdesk.rules.brikwars.fields import shrink
from brikdesk.rules.brikwars.fire_driver import in_charge


@pytest.mark.rule("F.1-39", "TF-03")
@pytest.mark.parametrize(
    ("fire", "buckets", "hoses", "left"),
    [
        (5, 3, (), 2),
        (6, 0, (5,), 1),
        (4, 3, (), 1),
        (2, 0, (5,), 0),
        (6, 1, (2, 2), 1),
    ],
)
def test_firefighting(fire: int, buckets: int, hoses: tuple[int, ...], left: int) -> None:
    """Worked example TF-03: three buckets take 3", a hose of W 5 takes 5"."""
    assert fire_after_fighting(fire, apparatus_inches(buckets, hoses)) == left
    assert apparatus_inches(hoses=hoses) == sum(hoses)


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


@pytest.mark.rule("QF-21")
def test_firefighting_is_part_of_an_action() -> None:
    refusal = may_fight_with(None, current_turn=6, round_started_on=4, action_spent=True)
    assert refusal is not None
    assert "Action is spent" in refusal.why


@pytest.mark.rule("F.1-37", "QF-21")
def test_rolling_on_the_ground_takes_one_inch_an_action_and_disrupts() -> None:
    rolled = roll_on_ground(3)
    assert (rolled.fire_size, rolled.disrupted, rolled.costs_action) == (2, True, True)
    assert roll_on_ground(0).fire_size == 0


@pytest.mark.rule("QF-21")
def test_a_table_may_let_rolling_put_out_everything() -> None:
    assert roll_on_ground(3, "all").fire_size == 0
    assert roll_on_ground(3, "1").fire_size == 2


@pytest.mark.rule("F.1-38")
def test_going_under_puts_a_fire_out_at_once() -> None:
    assert fire_after_submersion(7) == 0


@pytest.mark.rule("QF-22")
def test_what_stays_above_water_burns_on() -> None:
    assert fire_after_submersion(5, inches_above=2) == 2
    assert fire_after_submersion(1, inches_above=2) == 1


@pytest.mark.rule("F.1-40")
def test_the_patch_changes_by_as_many_inches_as_the_fire() -> None:
    assert patch_change(2, 4) == 2
    assert patch_change(4, 1) == -3


@pytest.mark.rule("F.1-40")
def test_the_objects_player_shapes_the_patch_and_the_setter_that_of_nobodys_object() -> None:
    assert in_charge(owner=1, setter=2) == 1
    assert in_charge(owner=None, setter=2) == 2
    assert in_charge(owner=None, setter=None) is None


@pytest.mark.rule("F.1-41")
def test_the_patch_goes_around_obstacles_or_destroys_them_first() -> None:
    assert patch_may_reach(obstacle=False)
    assert not patch_may_reach(obstacle=True)
    assert patch_may_reach(obstacle=True, way_around=True)
    assert patch_may_reach(obstacle=True, destroyed=True)


@pytest.mark.rule("F.1-36", "QF-23")
def test_a_fire_ends_with_its_object() -> None:
    assert fire_after_loss(3, destroyed=True) == 0
    assert fire_after_loss(3, destroyed=False) == 3


@pytest.mark.rule("QF-23")
def test_a_part_that_broke_off_keeps_one_inch_if_the_referee_says_so() -> None:
    assert fire_on_broken_part(burning=True, referee_keeps=True) == 1
    assert fire_on_broken_part(burning=True, referee_keeps=False) == 0
    assert fire_on_broken_part(burning=False, referee_keeps=True) == 0


@pytest.mark.rule("F.1-04", "F.1-18", "F.1-39")
def test_fighting_a_permanent_fire_takes_its_dice_only_below_their_number() -> None:
    molten = shrink(5, (4, 4, 4), inches=2)
    assert (molten.field_size, molten.dice) == (3, (4, 4, 4))
    assert shrink(3, molten.dice, inches=2).dice == (4,)
