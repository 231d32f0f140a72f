"""What hits without a roll in Close Combat, and what is added up there."""

import pytest

from brikdesk.rules.brikwars.attack_damage import damage_outcome
from brikdesk.rules.brikwars.blast import ArmorResult
from brikdesk.rules.brikwars.close_attacks import (
    hits_automatically,
    judged_damage,
    strike_modifier,
)


@pytest.mark.rule("5.2-24", "5.2-32", "8.2-04")
def test_grabs_and_shoves_hit_without_a_roll_unless_the_target_is_far_smaller() -> None:
    assert hits_automatically("grab")
    assert hits_automatically("shove")
    assert not hits_automatically("shove", size=4, target_size=2)
    assert hits_automatically("shove", size=4, target_size=3)


@pytest.mark.rule("4.1-29", "5.2-25")
def test_strikes_hit_without_a_roll_on_the_grabbed_and_on_the_disrupted_within_touch() -> None:
    assert not hits_automatically()
    assert hits_automatically(grabbing=True)
    assert hits_automatically(disrupted=True)
    assert not hits_automatically(disrupted=True, touching=False)
    assert not hits_automatically(grabbing=True, touching=False)


@pytest.mark.rule("5.1-34", "A5-42")
def test_size_and_visibility_count_in_close_combat_unless_the_table_says_otherwise() -> None:
    assert strike_modifier(-2, automatic=False) == -2
    assert strike_modifier(-2, automatic=True) == 0
    assert strike_modifier(2, automatic=False, bw_visibility_in_cc=False) == 0


@pytest.mark.rule("5.2-23", "5.1-13")
def test_strikes_of_one_turn_add_up() -> None:
    """Worked examples T5-16 to T5-18, Armor 4."""
    assert damage_outcome(judged_damage(0, 3), 4) is ArmorResult.NOTHING
    assert damage_outcome(judged_damage(3, 1), 4) is ArmorResult.SOMETHING_BAD
    assert damage_outcome(judged_damage(3, 2), 4) is ArmorResult.BEATEN
    assert damage_outcome(judged_damage(3, 3, same_turn=False), 4) is ArmorResult.NOTHING
    assert damage_outcome(judged_damage(4, 0), 4) is ArmorResult.NOTHING
    assert judged_damage(4, 0) == 0
