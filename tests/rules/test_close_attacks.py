"""What hits without a roll in Close Combat, and what is added up there."""

import pytest

from brikdesk.rules.brikwars.attacks import damage_outcome
from brikdesk.rules.brikwars.blast_bands import ArmorResult
from brikdesk.rules.brikwars.close_combat import (
    engagement,
    hits_automatically,
    judged_damage,
    may_leave,
    may_mix_maneuvers,
    may_use_hands,
    may_walk,
    reacts,
    strike_modifier,
)


@pytest.mark.rule("5.2-24", "5.2-32", "8.2-04")
def test_grabs_and_shoves_hit_without_a_roll_unless_the_target_is_far_smaller() -> None:
    assert hits_automatically("grab")
    assert hits_automatically("shove")
    assert not hits_automatically("shove", size=4, target_size=2)
    assert hits_automatically("shove", size=4, target_size=3)


@pytest.mark.rule("4.1-29")
def test_strikes_hit_without_a_roll_on_the_disrupted() -> None:
    assert not hits_automatically()
    assert hits_automatically(easy=True)


@pytest.mark.rule("5.1-34", "A5-42")
def test_size_and_visibility_count_in_close_combat_unless_the_table_says_otherwise() -> None:
    assert strike_modifier(-2) == -2
    assert strike_modifier(2, bw_visibility_in_cc=False) == 0


@pytest.mark.rule("5.2-23", "5.1-13")
def test_strikes_of_one_turn_add_up() -> None:
    """Worked examples T5-16 to T5-18, Armor 4."""
    assert damage_outcome(judged_damage(0, 3), 4) is ArmorResult.NOTHING
    assert damage_outcome(judged_damage(3, 1), 4) is ArmorResult.SOMETHING_BAD
    assert damage_outcome(judged_damage(3, 2), 4) is ArmorResult.BEATEN
    assert damage_outcome(judged_damage(3, 3, same_turn=False), 4) is ArmorResult.NOTHING
    assert damage_outcome(judged_damage(4, 0), 4) is ArmorResult.NOTHING
    assert judged_damage(4, 0) == 0


@pytest.mark.rule("5.2-01", "5.2-02")
def test_who_has_a_mind_of_his_own_is_engaged_and_what_is_built_is_not() -> None:
    assert reacts("Minifig", "independent")
    assert reacts("Horse", "ridden")
    assert not reacts("Creature", "operated")
    assert not reacts("Vehicle", "piloted")
    assert not reacts("Structure", "independent")


@pytest.mark.rule("5.2-04")
def test_a_close_combat_is_everybody_connected_through_pairs() -> None:
    pairs = [(1, 2), (3, 2), (4, 3), (8, 9)]
    assert engagement([1], pairs) == {1, 2, 3, 4}
    assert engagement([1, 9], pairs) == {1, 2, 3, 4, 8, 9}
    assert engagement([7], pairs) == {7}
    assert engagement([], pairs) == frozenset()


@pytest.mark.rule("5.2-05", "5.2-27", "5.2-41")
@pytest.mark.parametrize(
    ("needed", "used", "bound", "words"),
    [
        (1, 0, 0, ""),
        (2, 0, 0, ""),
        (1, 1, 0, ""),
        (2, 1, 0, "one Hand is left for it in this turn"),
        (1, 1, 1, "no Hand is left for it in this turn"),
        (1, 2, 0, "no Hand is left for it in this turn"),
        (0, 2, 1, ""),
    ],
)
def test_each_hand_is_used_once_in_a_player_s_turn(
    needed: int, used: int, bound: int, words: str
) -> None:
    no = may_use_hands(needed, 2, used=used, bound=bound)
    assert (no.why if no else "") == words


@pytest.mark.rule("5.2-17")
def test_one_type_of_maneuver() -> None:
    assert may_mix_maneuvers(["strike", "strike"]) is None
    assert may_mix_maneuvers([]) is None
    no = may_mix_maneuvers(["strike", "grab"])
    assert no is not None
    assert no.rule == "5.2-17"


@pytest.mark.rule("5.2-28", "5.2-37", "A5-04")
def test_a_grab_bars_both_from_movement_and_who_holds_from_leaving() -> None:
    assert may_walk() is None
    assert may_walk(grabbing=True) is not None
    assert may_walk(grabbed=True) is not None
    assert may_leave(grabbing=False) is None
    assert may_leave(grabbing=True) is not None
