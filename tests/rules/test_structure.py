import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars import power
from brikdesk.rules.brikwars.units_and_damage import (
    after_successful_hit,
    armor_after_damage,
    armor_d10s,
    armor_roll_after_grinding,
    destroyed,
    effective_size,
    grinding_points,
    grinding_size_damage,
    move_after_damage,
    size_damage_dealt,
    too_much_armor,
    weak_point_armor,
)
from brikdesk.rules.refusal import No

inches = st.integers(0, 15)


@pytest.mark.rule("8.1-39")
def test_effective_size_is_size_less_size_damage() -> None:
    """OF-46."""
    assert [effective_size(3, damage) for damage in range(5)] == [3, 2, 1, 0, 0]


def test_destroyed_at_effective_size_zero() -> None:
    """OF-52; a Size 0" prop goes with the first success, and not before."""
    assert [destroyed(2, damage) for damage in range(4)] == [False, False, True, True]
    assert [destroyed(0, damage) for damage in range(2)] == [False, True]


@pytest.mark.parametrize(
    ("armor", "dice"),
    [("3d10", 3), ("1d10", 1), ("1d6", 0), ("4", 0), ("", 0), ("2d6", 0), (" 5d10 ", 5)],
)
def test_armor_d10s(armor: str, dice: int) -> None:
    assert armor_d10s(armor) == dice


def test_armor_is_capped_by_effective_size() -> None:
    """OF-53."""
    assert armor_after_damage("3d10", 4) == "3d10"
    assert armor_after_damage("3d10", 3) == "3d10"
    assert armor_after_damage("3d10", 2) == "2d10"
    assert armor_after_damage("3d10", 0) == ""
    assert armor_after_damage("3d10", 2, capped=False) == "3d10"
    for kept in ("1d6", "4", "2d6", ""):
        assert armor_after_damage(kept, 0) == kept


def test_weak_points_have_one_d10_less() -> None:
    """8.2-15, OF-40."""
    assert weak_point_armor("3d10") == "2d10"
    assert weak_point_armor("1d10") == ""
    assert weak_point_armor("1d6") == "1d6"


def test_more_d10s_than_inches_are_warned_of() -> None:
    """OF-39."""
    assert too_much_armor("4d10", 4) is None
    assert too_much_armor("4", 1) is None
    assert too_much_armor("4d10", 3) == No("OF-39", '4d10 is more than a Size of 3" carries')


@pytest.mark.parametrize(
    ("move", "size", "damage", "per_inch", "left"),
    [
        (10, 4, 0, 1, 10),
        (10, 4, 1, 1, 9),
        (10, 4, 3, 1, 7),
        (10, 4, 4, 1, 0),
        (10, 4, 3, 2, 4),
        (10, 4, 3, 0, 10),
        (5, 8, 4, 1, 1),
        (5, 8, 7, 1, 1),
        (5, 8, 8, 1, 0),
        (0, 5, 2, 1, 0),
        (5, 0, 0, 1, 5),
    ],
)
def test_size_damage_costs_move(
    move: float, size: int, damage: int, per_inch: int, left: float
) -> None:
    """OF-54: 1" for each inch, at least 1" while it stands."""
    assert move_after_damage(move, size, damage, per_inch=per_inch) == left


@pytest.mark.rule("8.1-39")
def test_size_damage_costs_power() -> None:
    """OF-55."""
    assert power.limit(4, 1, multiplier=3) == 9


def test_a_success_takes_one_inch() -> None:
    """OF-48 and OF-49: less and equal do nothing to the Size."""
    assert size_damage_dealt(16, [15]) == 1
    assert size_damage_dealt(15, [15]) == 0
    assert size_damage_dealt(9, [15]) == 0
    assert size_damage_dealt(40, [15, 2, 3]) == 1


def test_excess_damage_may_be_tested_again() -> None:
    """OF-50: 40 beats 15, 25 are left and beat 20, 5 are left and meet 5."""
    assert size_damage_dealt(40, [15, 20, 5, 1], overflow="repeat") == 2
    assert size_damage_dealt(40, [15, 20, 4], overflow="repeat") == 3
    assert size_damage_dealt(10, [15, 1], overflow="repeat") == 0


@given(inches, inches, inches)
def test_damage_never_helps(size: int, damage: int, move: int) -> None:
    assert effective_size(size, damage + 1) <= effective_size(size, damage)
    assert move_after_damage(move, size, damage + 1) <= move_after_damage(move, size, damage)
    assert armor_d10s(armor_after_damage("5d10", effective_size(size, damage))) <= size


def test_grinding_comes_from_highest_faces_only_where_the_house_wants_it() -> None:
    """OF-58."""
    assert grinding_points([6, 3, 6], 6) == 0
    assert grinding_points([6, 3, 6], 6, trigger="max_face") == 2
    assert grinding_points([6, 3, 6], 6, trigger="max_face", out_of_range=1) == 0
    assert grinding_points([10, 6], 10, trigger="max_face") == 1


def test_what_grinding_does_is_a_house_rule() -> None:
    """OF-60, QF-08."""
    assert armor_roll_after_grinding(15, 4) == 11
    assert armor_roll_after_grinding(3, 4) == 0
    assert armor_roll_after_grinding(15, 4, effect="none") == 15
    assert armor_roll_after_grinding(15, 4, effect="size_damage_per_n") == 15
    assert grinding_size_damage(12) == 0
    assert grinding_size_damage(12, effect="none") == 0
    by_five = [grinding_size_damage(n, effect="size_damage_per_n") for n in (4, 5, 9, 10)]
    assert by_five == [0, 1, 1, 2]
    assert grinding_size_damage(4, effect="size_damage_per_n", points_per_inch=2) == 2


def test_horses_take_two_steps() -> None:
    """OF-56, OF-93."""
    assert after_successful_hit(two_steps=True, wounded=False) == "wounded"
    assert after_successful_hit(two_steps=True, wounded=True) == "dead"
    assert after_successful_hit(two_steps=False, wounded=False) == "dead"
