import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars import power
from brikdesk.rules.brikwars.attacks import (
    TeamMember,
    may_power_together,
    team_action_die,
    team_power,
    team_range,
)
from brikdesk.rules.brikwars.power import (
    PowerSpent,
    Spending,
    may_activate,
    may_divert,
    spend,
    stored_after_turn,
    stored_now,
)
from brikdesk.rules.refusal import No

inches = st.integers(0, 12)


def refusal(answer: No | None) -> str:
    return answer.rule if answer else ""


# the limit


@pytest.mark.rule("8.1-31")
@pytest.mark.parametrize(("size", "limit"), [(0, 0), (1, 2), (2, 4), (3, 6), (4, 8), (7, 14)])
def test_power_is_twice_the_effective_size(size: int, limit: int) -> None:
    assert power.limit(size) == limit


@pytest.mark.rule("8.1-35")
def test_enhancements_raise_power_to_four_times_at_most() -> None:
    assert [power.limit(3, multiplier=m) for m in (2, 3, 4, 5)] == [6, 9, 12, 12]


@pytest.mark.rule("8.1-36")
def test_half_power_caps_at_the_effective_size_whatever_the_enhancements() -> None:
    assert power.limit(4, half_power=True) == 4
    assert power.limit(4, 1, half_power=True) == 3
    assert power.limit(4, multiplier=4, half_power=True) == 4
    assert power.may_have_half_power(1) is None
    assert refusal(power.may_have_half_power(0)) == "8.1-36"


@pytest.mark.rule("8.1-37")
def test_fliers_have_half_power_always_or_in_the_air() -> None:
    assert power.has_half_power("always", airborne=False)
    assert power.has_half_power("airborne", airborne=True)
    assert not power.has_half_power("airborne", airborne=False)
    assert not power.has_half_power("never", airborne=True)


@pytest.mark.rule("8.1-39")
def test_size_damage_lowers_power_at_once() -> None:
    assert [power.limit(3, damage) for damage in range(5)] == [6, 4, 2, 0, 0]


@pytest.mark.rule("8.1-39", "F.1-30")
def test_a_fire_takes_power() -> None:
    """Worked example TF-02: a golem of Size 4" with a 3" fire; and the Boiler-Mech of TF-01."""
    assert power.limit(4, fire_size=3) == 5
    assert [power.limit(4, fire_size=fire) for fire in (1, 2, 2, 4)] == [7, 6, 6, 4]
    assert power.limit(1, fire_size=5) == 0


@given(inches, inches, st.integers(2, 4), st.booleans(), inches)
def test_the_limit_is_never_negative_and_never_grows_with_damage_or_fire(
    size: int, damage: int, multiplier: int, half: bool, fire: int
) -> None:
    limit = power.limit(size, damage, multiplier, half, fire)
    assert limit >= 0
    assert power.limit(size, damage + 1, multiplier, half, fire) <= limit
    assert power.limit(size, damage, multiplier, half, fire + 1) <= limit


# the ledger


@pytest.mark.rule("8.1-32", "8.1-33")
def test_scorpiosaurus_rex() -> None:
    """Worked example T8-03: a 5" stinger and two 1" claws on 6" of Power."""
    limit = power.limit(3)
    assert may_activate(5, limit) is None
    assert may_activate(1, limit, used=5) is None
    assert may_activate(1, limit, used=1) is None
    assert refusal(may_activate(1, limit, used=6)) == "8.1-32"
    ledger = [PowerSpent(4, 5), PowerSpent(4, 1)]
    assert power.used(ledger, 4, own_turns=[1, 4]) == 6


@pytest.mark.rule("8.1-39", "8.1-40")
def test_the_wounded_scorpiosaurus_cannot_use_its_stinger() -> None:
    """Worked example T8-03, after 1" of Size Damage."""
    limit = power.limit(3, 1)
    assert limit == 4
    assert refusal(may_activate(5, limit)) == "8.1-40"
    assert may_activate(1, limit, used=1) is None


@pytest.mark.rule("8.1-34")
def test_no_power_at_all() -> None:
    assert refusal(may_activate(1, power.limit(0))) == "8.1-34"
    assert refusal(may_activate(1, power.limit(1, 1))) == "8.1-34"


@pytest.mark.rule("8.1-32")
def test_the_ledger_counts_the_present_window_only() -> None:
    """Q8-02. A's turns are 1, 4 and 7; the creation also reacted in turns 5 and 6."""
    ledger = [PowerSpent(1, 6), PowerSpent(4, 3), PowerSpent(5, 2), PowerSpent(6, 1)]
    own_turns = [1, 4, 7]
    by_turn = [power.used(ledger, turn, own_turns) for turn in (4, 5, 6, 7)]
    assert by_turn == [3, 2, 1, 0]
    by_round = [
        power.used(ledger, turn, [own for own in own_turns if own <= turn], window="owner_round")
        for turn in (4, 5, 6, 7)
    ]
    assert by_round == [3, 5, 6, 0]


@pytest.mark.rule("8.1-32")
def test_before_the_first_own_turn_a_round_is_already_running() -> None:
    ledger = [PowerSpent(1, 1), PowerSpent(2, 2)]
    assert power.used(ledger, 2, own_turns=[], window="owner_round") == 3


@pytest.mark.rule("F.1-17")
def test_overload_counts_like_use() -> None:
    ledger = [PowerSpent(4, 2, overload=True), PowerSpent(4, 1)]
    used = power.used(ledger, 4, own_turns=[4])
    assert used == 3
    assert refusal(may_activate(4, 6, used)) == "8.1-32"
    assert may_activate(3, 6, used) is None
    assert power.used(ledger, 5, own_turns=[4]) == 0


@pytest.mark.rule("F.1-17")
def test_overload_may_last_until_the_victims_next_turn_has_ended() -> None:
    """QF-18. A's turns are 1, 4, 7: hit in turn 2, weak until turn 4 is over."""
    ledger = [PowerSpent(2, 3, overload=True)]
    longer = [
        power.used(ledger, turn, [t for t in (1, 4, 7) if t <= turn],
                   overload_until="victims_next_turn_end")
        for turn in (2, 3, 4, 5, 7)
    ]  # fmt: skip
    assert longer == [3, 3, 3, 0, 0]
    hit_in_own_turn = [PowerSpent(4, 3, overload=True)]
    assert power.used(hit_in_own_turn, 7, [1, 4, 7], overload_until="victims_next_turn_end") == 3


# Divert All Power


@pytest.mark.rule("8.1-41")
def test_diverting_takes_the_whole_turn() -> None:
    assert may_divert() is None
    assert refusal(may_divert(own_turn=False)) == "8.1-41"
    assert refusal(may_divert(moved=True)) == "8.1-41"
    assert refusal(may_divert(power_used=1)) == "8.1-41"
    assert refusal(may_divert(actions_left=0)) == "8.1-41"
    assert refusal(may_divert(disrupted=True)) == "4.1-27"
    assert refusal(may_activate(1, 8, stored=8, diverting=True)) == "8.1-41"


@pytest.mark.rule("8.1-36")
def test_half_power_cannot_divert() -> None:
    assert refusal(may_divert(half_power=True)) == "8.1-36"


@pytest.mark.rule("8.1-42")
def test_diverting_turns_accumulate() -> None:
    first = stored_after_turn(0, diverting=True, limit=4)
    assert first == 4
    assert stored_after_turn(first, diverting=True, limit=2) == 6
    assert stored_after_turn(first, diverting=True, limit=4, overload=3) == 5
    assert stored_after_turn(first, diverting=True, limit=1, overload=3) == 4


@pytest.mark.rule("8.1-43")
def test_the_store_is_ready_in_the_turn_after_diverting() -> None:
    assert stored_now(4, diverted_in=None, own_turn_number=1) == 0
    assert stored_now(4, diverted_in=2, own_turn_number=2) == 0
    assert stored_now(4, diverted_in=2, own_turn_number=3) == 4


@pytest.mark.rule("8.1-42", "8.1-43")
def test_an_unused_store_is_lost_unless_the_house_keeps_it() -> None:
    """Q8-04."""
    assert stored_now(4, diverted_in=2, own_turn_number=4) == 0
    assert stored_now(4, diverted_in=2, own_turn_number=4, expires=False) == 4
    assert stored_now(4, diverted_in=2, own_turn_number=2, expires=False) == 0
    assert stored_after_turn(4, diverting=False) == 0
    assert stored_after_turn(4, diverting=False, expires=False) == 4


@pytest.mark.rule("8.1-43", "8.1-44")
def test_the_stinger_strikes_once_on_diverted_power() -> None:
    """Worked example T8-03: saved 4, pool 4 + 4, stinger of 5; afterwards 0 saved, limit 4."""
    limit = power.limit(3, 1)
    stored = stored_after_turn(0, diverting=True, limit=limit)
    assert may_activate(5, limit, stored=stored) is None
    spent = spend(5, limit, stored=stored)
    assert spent == Spending(regular=1, stored=4, left_stored=0)
    assert refusal(may_activate(5, limit, used=spent.regular, stored=spent.left_stored)) == "8.1-40"
    assert may_activate(3, limit, used=spent.regular) is None
    assert refusal(may_activate(4, limit, used=spent.regular)) == "8.1-32"


@pytest.mark.rule("8.1-43")
def test_the_order_of_spending_is_a_house_rule() -> None:
    """Q8-04: regular first leaves nothing of the turn's own Power, and the store is empty too."""
    regular_first = spend(5, 4, stored=4, divert_spend="regular_first")
    assert regular_first == Spending(regular=4, stored=1, left_stored=0)
    after_a_claw = spend(5, 4, used=1, stored=4, divert_spend="regular_first")
    assert after_a_claw == Spending(regular=3, stored=2, left_stored=0)


@pytest.mark.rule("8.1-43", "8.1-44")
def test_a_small_activation_leaves_the_store() -> None:
    assert spend(2, 4, stored=4) == Spending(2, 0, 4)


@pytest.mark.rule("8.1-40", "8.1-43")
def test_even_pooled_power_has_an_end() -> None:
    assert may_activate(8, 4, stored=4) is None
    assert refusal(may_activate(9, 4, stored=4)) == "8.1-40"
    assert refusal(may_activate(8, 4, used=1, stored=4)) == "8.1-32"
    assert may_activate(4, 0, stored=4) is None


@given(inches, inches, inches, inches, st.sampled_from(["stored_first", "regular_first"]))
def test_what_may_be_activated_is_paid_in_full(
    needed: int, limit: int, used: int, stored: int, order: str
) -> None:
    spent = spend(needed, limit, used, stored, divert_spend=order)
    assert spent.regular + spent.stored == needed
    assert 0 <= spent.stored <= stored
    if may_activate(needed, limit, used, stored) is None:
        assert spent.regular <= max(0, limit - used)


# Teamwork


def minifig(name: str = "Minifig", stored: int = 0) -> TeamMember:
    return TeamMember(name, effective_size=1, power=2, stored=stored)


@pytest.mark.rule("8.1-45", "8.1-46")
@pytest.mark.parametrize(("weapon_size", "minifigs"), [(1, 1), (2, 1), (5, 3), (6, 3), (7, 4)])
def test_minifigs_on_a_catapult(weapon_size: int, minifigs: int) -> None:
    """Worked example T8-10."""
    assert may_power_together(weapon_size, [minifig()] * minifigs) is None
    assert refusal(may_power_together(weapon_size, [minifig()] * (minifigs - 1))) == "8.1-45"


@pytest.mark.rule("8.1-45")
def test_what_teamwork_adds_is_a_house_rule() -> None:
    """Q8-03: six minifigs for a 6" weapon where Effective Sizes are added."""
    five, six = [minifig()] * 5, [minifig()] * 6
    assert team_power(six) == 12
    assert team_power(six, teamwork_sum="effective_size") == 6
    assert may_power_together(6, six, teamwork_sum="effective_size") is None
    assert refusal(may_power_together(6, five, teamwork_sum="effective_size")) == "8.1-45"


@pytest.mark.rule("8.1-47")
def test_the_weakest_member_rolls_and_throws() -> None:
    assert team_action_die([6, 10, 4, 8]) == 4
    assert team_range([3, 6, 4.5]) == 3


@pytest.mark.rule("8.1-48")
def test_machines_must_be_built_to_lend_power() -> None:
    tank = TeamMember("Tank", effective_size=4, power=8, machine=True)
    generator = TeamMember("Generator", effective_size=4, power=8, machine=True, built_for_it=True)
    assert refusal(may_power_together(9, [minifig(), tank])) == "8.1-48"
    assert may_power_together(9, [minifig(), generator]) is None


@pytest.mark.rule("8.1-49")
def test_diverted_power_joins_in() -> None:
    team = [minifig(stored=2), minifig()]
    assert team_power(team) == 6
    assert team_power(team, teamwork_sum="effective_size") == 4
    assert may_power_together(6, team) is None
    assert refusal(may_power_together(7, team)) == "8.1-45"


@pytest.mark.rule("8.1-50")
def test_everyone_must_supply_the_right_kind_of_power() -> None:
    knight = TeamMember("Knight", effective_size=1, power=2, kinds=("muscle",))
    robot = TeamMember("Robot", effective_size=2, power=4, kinds=("electric", "muscle"))
    assert refusal(may_power_together(6, [knight, robot], power_kind="electric")) == "8.1-50"
    assert may_power_together(6, [knight, robot], power_kind="muscle") is None
    assert may_power_together(6, [minifig(), robot], power_kind="electric") is None
