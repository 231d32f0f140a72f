"""Something Bad."""

import pytest

from brikdesk.rules.brikwars.units_and_damage import (
    Bad,
    knocked_away,
    others_agree_on,
    results_with_effect,
)


@pytest.mark.rule("5.1-14", "A5-12")
def test_only_what_costs_something_can_be_picked() -> None:
    """Table 2.1."""
    assert results_with_effect(has_item=True) == tuple(Bad)
    assert results_with_effect(has_item=False) == (Bad.STRUCK, Bad.MORTAL, Bad.TWIST)
    assert Bad.STRUCK not in results_with_effect(has_item=True, disrupted=True)
    assert Bad.MORTAL not in results_with_effect(has_item=True, mortally_wounded=True)
    left = results_with_effect(has_item=False, disrupted=True, mortally_wounded=True)
    assert left == (Bad.TWIST,)


@pytest.mark.rule("5.1-14", "5.1-21")
def test_the_others_agree_to_a_twist_only() -> None:
    assert [bad for bad in Bad if others_agree_on(bad)] == [Bad.TWIST]


@pytest.mark.rule("5.1-22")
def test_a_minifig_loses_what_it_does_not_hold_only_if_the_others_agree() -> None:
    assert others_agree_on(Bad.DISARMED, held=False)
    assert not others_agree_on(Bad.DISARMED, held=True)


@pytest.mark.rule("5.1-23")
def test_a_creation_loses_any_important_item() -> None:
    assert not others_agree_on(Bad.DISARMED, minifig=False, held=False)


@pytest.mark.rule("5.1-15", "8.2-11")
@pytest.mark.parametrize(("total", "inches"), [(7, 7), (4, 4), (0, 0), (-3, 0), (None, 0)])
def test_a_lost_item_flies_as_far_as_the_action_roll(total: int | None, inches: int) -> None:
    assert knocked_away(total) == inches


@pytest.mark.rule("A5-10")
def test_a_table_may_roll_how_far_it_flies_after_an_automatic_hit() -> None:
    assert knocked_away(None, distance_roll=5) == 0
    assert knocked_away(None, distance_roll=5, bw_disarm_roll_on_auto_hit=True) == 5
    assert knocked_away(3, distance_roll=5, bw_disarm_roll_on_auto_hit=True) == 3
    assert knocked_away(None, bw_disarm_roll_on_auto_hit=True) == 0
