"""Long flights: legs, arrival turn, what is frozen at launch, the roll at arrival."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.flight import (
    FLIGHT_PER_TURN,
    FrozenAttack,
    Leg,
    RollTerm,
    flight_clock,
    fly_on,
    freeze,
    may_steer,
    modifier_against_projectile,
    needed_number,
    point_along,
    steered_distance,
    turns_of_flight,
)
from brikdesk.rules.turn import Edge, due

A, B = 1, 2
RANGE = RollTerm("Out of Range", -2, "5.1-53")
BLIND = RollTerm("Firing Blind", -5, "8.4-07")
MARK = RollTerm("Marked", 1, "F.3-10")
GUNNERY = RollTerm("Gunnery Support", 3, "8.5-12")
LARGE = RollTerm("Size", 2, "5.1-28")
HIDDEN = RollTerm("One section visible", -2, "5.1-34")


@pytest.mark.rule("8.4-09", "8.4-12", "Q8-35")
@pytest.mark.parametrize(
    ("distance", "turns"),
    [(0, 0), (11, 0), (12, 0), (12.1, 1), (18, 1), (24, 1), (24.5, 2), (36, 2), (42, 3)],
)
def test_long_flight_arrives_in_the_turn_of_the_worked_example(distance: float, turns: int) -> None:
    """Worked example T8-16, launched in turn 1: it arrives `turns` turns later."""
    assert turns_of_flight(distance) == turns


@pytest.mark.rule("8.4-08", "8.4-10")
def test_a_flight_of_42_inches_goes_in_legs_of_12_and_a_rest_of_6() -> None:
    legs = [fly_on(0, 42)]
    while not legs[-1].arrives:
        legs.append(fly_on(legs[-1].travelled, 42))
    assert legs == [Leg(12, False), Leg(24, False), Leg(36, False), Leg(42, True)]


@pytest.mark.rule("8.4-08", "8.4-12")
@given(st.floats(0, 400))
def test_the_arrival_turn_is_what_stepping_12_inches_at_a_time_gives(distance: float) -> None:
    leg, turns = fly_on(0, distance), 0
    while not leg.arrives:
        assert leg.travelled == FLIGHT_PER_TURN * (turns + 1)
        leg, turns = fly_on(leg.travelled, distance), turns + 1
    assert (leg.travelled, turns) == (distance, turns_of_flight(distance))


@pytest.mark.rule("8.4-12")
def test_a_rounding_error_from_the_map_costs_no_turn() -> None:
    assert turns_of_flight(24.0000000001) == 1
    assert fly_on(12, 24.0000000001).arrives


@pytest.mark.rule("8.4-09")
def test_the_projectile_is_placed_12_inches_along_its_way() -> None:
    assert point_along((0, 0), (18, 24), travelled=12, distance=30) == pytest.approx((7.2, 9.6))
    assert point_along((3, 4), (18, 24), travelled=99, distance=30) == (18, 24)
    assert point_along((3, 4), (3, 4), travelled=0, distance=0) == (3, 4)


@pytest.mark.rule("8.4-10", "Q8-36")
def test_it_flies_on_only_when_a_later_turn_of_the_launching_player_begins() -> None:
    clock = flight_clock(A, flown_turn=5)
    moments = [(A, Edge.START, 5), (B, Edge.START, 6), (A, Edge.END, 7), (A, Edge.START, 7)]
    assert [due(clock, *moment) for moment in moments] == [False, False, False, True]


@pytest.mark.rule("Q8-36", "8.4-10")
def test_after_a_launch_as_response_the_next_leg_comes_with_the_next_own_turn() -> None:
    launched_in_turn_of_b = flight_clock(A, flown_turn=6)
    assert due(launched_in_turn_of_b, A, Edge.START, 7)


@pytest.mark.rule("Q8-32", "8.4-11")
def test_launch_freezes_the_shot_but_not_what_stands_at_the_x() -> None:
    frozen = freeze(8, 6, [RANGE, LARGE, BLIND, MARK, HIDDEN, GUNNERY], fire_penalty=True)
    assert frozen == FrozenAttack(8, 6, (RANGE, BLIND, MARK, GUNNERY), fire_penalty=True)


@pytest.mark.rule("Q8-32")
@pytest.mark.parametrize(("die", "use"), [(7, 4), (0, 4), (6, -1)])
def test_an_attack_that_cannot_be_is_not_frozen(die: int, use: int) -> None:
    with pytest.raises(ValueError, match=r"Action die|Use"):
        FrozenAttack(die, use)


@pytest.mark.rule("8.4-11", "Q8-32")
def test_the_needed_number_counts_frozen_and_new_modifiers() -> None:
    frozen = freeze(6, 6, [RANGE, MARK])
    assert needed_number(frozen) == 7
    assert needed_number(frozen, [LARGE]) == 5


@pytest.mark.rule("Q8-34")
def test_the_x_moves_only_for_a_steering_rocket() -> None:
    assert may_steer(steering_rocket=True) is None
    refused = may_steer(steering_rocket=False)
    assert refused is not None
    assert refused.rule == "Q8-34"


@pytest.mark.rule("Q8-34")
def test_rocket_tracking_none_moves_no_x() -> None:
    assert may_steer(steering_rocket=True, rocket_tracking="manual") is None
    assert may_steer(steering_rocket=True, rocket_tracking="none") is not None


@pytest.mark.rule("Q8-34", "8.4-12")
def test_a_moved_x_lengthens_the_flight_from_where_the_rocket_is() -> None:
    distance = steered_distance(travelled=12, remaining=15)
    assert distance == 27
    assert not fly_on(12, distance).arrives
    assert fly_on(24, distance) == Leg(27, True)


@pytest.mark.rule("Q8-38")
@pytest.mark.parametrize("setting", [-2, 0])
def test_a_projectile_is_as_hard_to_hit_as_the_table_says(setting: int) -> None:
    modifier = modifier_against_projectile(projectile_target_mod=setting)
    assert (modifier.value, modifier.rule) == (setting, "Q8-38")
    assert modifier_against_projectile().value == -2
