import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.dice import RollKind
from brikdesk.rules.brikwars.fields import (
    TERRAIN_SIDES,
    Crossing,
    TerrainMode,
    cross,
    may_roll_terrain,
    slips,
    takes_care,
)
from brikdesk.rules.brikwars.states import move_cost
from tests.dice.rolled import resolve

SLOW, THRUST = TerrainMode.SLOW, TerrainMode.THRUST
SLIPPERY, SPIKED = TerrainMode.SLIPPERY, TerrainMode.SPIKED


@pytest.mark.rule("F.1-50", "QF-35")
def test_hazard_inches_are_the_sum_of_d6s_with_their_bonus_dice() -> None:
    assert TERRAIN_SIDES == 6
    assert resolve(RollKind.OTHER, (TERRAIN_SIDES,), (6, 2)).quantity() == 8
    assert resolve(RollKind.READ, (TERRAIN_SIDES,), (6,)).quantity() == 6


@pytest.mark.rule("F.1-51", "TF-13")
@pytest.mark.parametrize(("inches", "left"), [(4, 1), (8, 0)])
def test_slow_ground_takes_move_but_never_below_0(inches: int, left: int) -> None:
    crossing = cross(SLOW, inches, 5)
    assert 5 - crossing.move == left
    assert not crossing.action
    assert not crossing.hurt


@pytest.mark.rule("QF-36")
def test_slow_ground_takes_inches_of_move_before_half_speed_doubles_the_rest() -> None:
    left = 5 - cross(SLOW, 3, 5).move
    assert left == 2
    assert move_cost(1, {"swimming"}) <= left < move_cost(2, {"swimming"})


@pytest.mark.rule("F.1-52", "TF-13")
def test_thrust_carries_first_and_costs_nothing() -> None:
    assert cross(THRUST, 3, 5) == Crossing(carried=3.0)
    assert cross(THRUST, 3, 0).carried == 3, "also what has no Move"


@pytest.mark.rule("F.1-53", "TF-13")
def test_slippery_ground_takes_the_first_inches() -> None:
    assert 5 - cross(SLIPPERY, 2, 5).move == 3
    assert cross(SLIPPERY, 9, 5).move == 5


@pytest.mark.rule("F.1-54", "QF-37")
def test_on_slippery_ground_a_critical_failure_on_foot_is_a_fall() -> None:
    assert slips(SLIPPERY, on_foot=True, critical_failure=True)
    assert not slips(SLIPPERY, on_foot=False, critical_failure=True)
    assert not slips(SLIPPERY, on_foot=True, critical_failure=False)
    others = (SLOW, THRUST, SPIKED, None)
    assert not any(slips(mode, on_foot=True, critical_failure=True) for mode in others)


@pytest.mark.rule("F.1-55", "F.1-56", "TF-13")
def test_a_spiked_obstacle_costs_an_action_and_move_or_hurts() -> None:
    careful = cross(SPIKED, 3, 5, careful=True)
    assert (5 - careful.move, careful.action, careful.hurt) == (2, True, False)
    assert cross(SPIKED, 3, 5) == Crossing(hurt=True)


@pytest.mark.rule("F.1-55", "F.1-56", "QF-38")
def test_care_needs_the_will_an_action_and_control() -> None:
    assert takes_care(wanted=True, actions_left=1)
    assert not takes_care(wanted=False, actions_left=1)
    assert not takes_care(wanted=True, actions_left=0)
    assert not takes_care(wanted=True, actions_left=1, uncontrolled=True)


@pytest.mark.rule("QF-34")
def test_a_field_is_rolled_once_for_a_unit_in_a_player_turn() -> None:
    assert may_roll_terrain(None, 4) is None
    assert may_roll_terrain(3, 4) is None
    refusal = may_roll_terrain(4, 4)
    assert refusal is not None
    assert refusal.rule == "QF-34"


@pytest.mark.rule("F.1-51", "F.1-53", "F.1-55")
@given(
    st.sampled_from(TerrainMode),
    st.integers(0, 40),
    st.floats(0, 20, allow_nan=False),
    st.booleans(),
)
def test_nobody_spends_more_move_than_he_has(
    mode: TerrainMode, inches: int, left: float, careful: bool
) -> None:
    crossing = cross(mode, inches, left, careful=careful)
    assert 0 <= crossing.move <= min(inches, left)
