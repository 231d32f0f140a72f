from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.controls_and_jams import (
    default_controls,
    gunnery_bonus,
    gunnery_die,
    homing_after_attack,
    homing_lost,
    interference,
    max_supporters,
    may_attack_together,
    may_operate,
    may_rig_controls,
    may_support,
)
from brikdesk.rules.refusal import No

A, B, C = 1, 2, 3


def refusal(answer: No | None) -> str:
    return answer.rule if answer else ""


# the Gunner


@pytest.mark.rule("8.5-10")
def test_anyone_operates_a_mounted_weapon_with_the_own_die() -> None:
    assert gunnery_die(6, gunnery=False, mounted=True) == 6
    assert gunnery_die(4, gunnery=False, mounted=True) == 4
    assert may_operate({}, {A: 1}, allies=()) is None


@pytest.mark.rule("8.5-11")
def test_gunners_roll_a_d8_with_mounted_weapons_only() -> None:
    assert gunnery_die(6, gunnery=True, mounted=True) == 8
    assert gunnery_die(6, gunnery=True, mounted=False) == 6
    assert gunnery_die(10, gunnery=True, mounted=True) == 10


@pytest.mark.rule("8.5-12")
def test_a_supporter_needs_the_specialty_and_his_action() -> None:
    assert may_support(4) is None
    assert refusal(may_support(4, gunnery=False)) == "8.5-12"
    assert refusal(may_support(4, actions_left=0)) == "8.5-12"
    assert [gunnery_bonus(0, supporters) for supporters in range(4)] == [0, 1, 2, 3]


@pytest.mark.rule("8.5-13")
@pytest.mark.parametrize(("size", "supporters"), [(0, 0), (1, 0), (2, 1), (4, 3), (6, 5)])
def test_the_team_is_as_large_as_the_weapon(size: int, supporters: int) -> None:
    assert max_supporters(size) == supporters
    if supporters:
        assert may_support(size, supporters) is None
    assert refusal(may_support(size, supporters + 1)) == "8.5-13"


@pytest.mark.rule("8.5-13")
def test_hand_held_weapons_have_no_team() -> None:
    """Q8-72."""
    assert refusal(may_support(4, mounted=False)) == "Q8-72"


@pytest.mark.rule("8.5-14")
def test_each_supporter_needs_access() -> None:
    assert refusal(may_support(4, at_controls=False)) == "8.5-14"


# homing in


@pytest.mark.rule("8.5-12", "8.5-13", "8.5-15", "8.5-16", "8.5-18")
def test_homing_in() -> None:
    """Worked example T8-18: a 4" gun of Use 6, three supporters, then two, then none."""
    bonus = 0
    assert 3 + gunnery_bonus(bonus, 3) >= 6
    bonus = homing_after_attack(bonus, 3)
    assert bonus == 3
    assert gunnery_bonus(bonus, 2) == 5
    bonus = homing_after_attack(bonus, 2)
    assert gunnery_bonus(bonus, 0) == 5
    bonus = homing_after_attack(bonus, 0)
    assert bonus == 5
    assert homing_after_attack(bonus, 0, critical_failure=True) == 0
    assert refusal(may_support(4, 4)) == "8.5-13"


@pytest.mark.rule("8.5-18")
def test_a_critical_failure_also_loses_the_support_of_that_attack() -> None:
    assert homing_after_attack(4, 3, critical_failure=True) == 0


@pytest.mark.rule("8.5-17")
def test_another_point_starts_anew() -> None:
    assert homing_after_attack(5, 2, same_point=False) == 2
    assert homing_after_attack(5, 0, same_point=False) == 0


@pytest.mark.rule("8.5-16")
@given(st.lists(st.integers(0, 9)))
def test_the_sum_has_no_upper_limit(supports: list[int]) -> None:
    bonus = 0
    for supporters in supports:
        bonus = homing_after_attack(bonus, supporters)
    assert bonus == sum(supports)


@pytest.mark.rule("8.5-15")
def test_the_bonus_stays_while_nothing_moves() -> None:
    assert homing_lost() is None
    assert homing_lost(attacked_in=2, own_turn_number=9) is None


@pytest.mark.rule("8.5-17")
def test_each_way_of_losing_it() -> None:
    assert refusal(homing_lost(weapon_moved=True)) == "8.5-17"
    assert refusal(homing_lost(aims_elsewhere=True)) == "8.5-17"
    assert refusal(homing_lost(target_moved=True)) == "8.5-17"
    assert refusal(homing_lost(target_knocked_back=True)) == "Q8-77"


@pytest.mark.rule("8.5-16")
def test_strict_tables_ask_for_an_attack_in_the_turn_before() -> None:
    """Q8-74."""
    strict = "previous_turn_only"
    assert homing_lost(attacked_in=2, own_turn_number=2, persist=strict) is None
    assert homing_lost(attacked_in=2, own_turn_number=3, persist=strict) is None
    assert refusal(homing_lost(attacked_in=2, own_turn_number=4, persist=strict)) == "Q8-74"


# controls


@pytest.mark.rule("8.5-01")
def test_one_action_one_target_one_type_of_attack() -> None:
    assert may_attack_together(["ranged", "ranged"]) is None
    assert refusal(may_attack_together(["ranged", "arc"])) == "8.5-01"
    assert refusal(may_attack_together(["ranged"], targets=2)) == "8.5-01"


@pytest.mark.rule("8.5-03", "8.5-04")
def test_a_cockpit_has_controls_for_everything() -> None:
    assert default_controls(vehicle=True) == ("cockpit",)
    assert default_controls(vehicle=True, gunner_seats=["turret"]) == ("cockpit", "turret")
    assert default_controls(vehicle=False, gunner_seats=["bunker"]) == ("bunker",)
    assert default_controls(vehicle=False) == ("on the weapon",)


@pytest.mark.rule("8.5-07", "8.5-08")
def test_shared_controls() -> None:
    """Worked example T8-19: A, B are allies, C is their enemy; turns A 1, B 2, C 3, A 4."""
    used: dict[int, int] = {A: 1}
    started = {A: 1, B: 2}
    assert refusal(may_operate(used, started, allies=[A])) == "8.5-07"
    started[C] = 3
    assert may_operate(used, started, allies=[]) is None
    used[C] = 3
    started[A] = 4
    assert may_operate(used, started, allies=[B]) is None
    used_by_b = {B: 2}
    assert refusal(may_operate(used_by_b, started, allies=[B])) == "8.5-07"


@pytest.mark.rule("8.5-07")
@pytest.mark.parametrize(
    ("used", "allowed"),
    [({B: 2}, True), ({B: 4}, True), ({B: 5}, False), ({B: 6}, False), ({}, True), ({C: 6}, True)],
)
def test_only_the_allys_latest_round_counts_responses_included(
    used: Mapping[int, int], allowed: bool
) -> None:
    """Q8-70 and Q8-71. B's turns are 2 and 5; A asks in turn 7."""
    answer = may_operate(used, {A: 7, B: 5, C: 6}, allies=[B])
    assert (answer is None) is allowed


@pytest.mark.rule("8.5-06")
def test_interference_subtracts_action_rolls() -> None:
    """Q8-69: several add up, a Critical Failure comes in as 0."""
    assert interference([]) == interference([], stacks=False) == ()
    assert interference([4]) == (-4,)
    assert interference([4, 3, 0]) == (-4, -3, 0)
    assert interference([3, 4, 0], stacks=False) == (0, -4, 0)
    assert interference([-2, 3]) == (0, -3)


@pytest.mark.rule("8.5-09")
def test_a_mechanik_rigs_controls_at_the_opened_inner_works() -> None:
    assert may_rig_controls(mechanik=True, armor_open=True) is None
    for refused in (
        may_rig_controls(mechanik=False, armor_open=True),
        may_rig_controls(mechanik=True, armor_open=False),
    ):
        assert refusal(refused) == "8.5-09"
