import pytest

from brikdesk.rules.brikwars.fields import exposure_clock, exposure_damage, gas_modifier, overload
from brikdesk.rules.brikwars.power import PowerSpent, used
from brikdesk.rules.turn import Edge, due


@pytest.mark.rule("F.1-11", "F.1-12", "F.1-17", "TF-05")
def test_size_modifier_in_exposure() -> None:
    """Worked example TF-05: two d6 show 3 and 5 on a target with +2."""
    hit = exposure_damage((6, 6), (3, 5), size_modifier=+2, victim_size=4)
    assert (hit.damage, hit.overload) == (10, 2)


@pytest.mark.rule("F.1-12")
def test_small_targets_take_less_but_never_below_zero() -> None:
    assert exposure_damage((6,), (3,), size_modifier=-2).damage == 1
    assert exposure_damage((4,), (2,), size_modifier=-3).damage == 0


@pytest.mark.rule("F.1-10", "F.1-11")
def test_exposure_takes_a_face_for_each_of_its_d6s_and_d4s() -> None:
    with pytest.raises(ValueError, match="not a d10"):
        exposure_damage((10,), (3,))
    with pytest.raises(ValueError, match="2 Hazard dice show 2 faces"):
        exposure_damage((6, 4), (3,))
    with pytest.raises(ValueError, match="a d4 shows 1 to 4"):
        exposure_damage((6, 4), (6, 6))
    assert exposure_damage((6, 4), (5, 3)).fire_faces == (3,)


@pytest.mark.rule("QF-30")
def test_exposure_that_shows_only_ones_does_nothing() -> None:
    hit = exposure_damage((4, 4), (1, 1), size_modifier=+2)
    assert (hit.damage, hit.overload, hit.fire_faces) == (0, 0, ())
    assert hit.critical_failure
    assert exposure_damage((4, 4), (1, 2)).damage == 3
    assert not exposure_damage((4, 4), (1, 2)).critical_failure


@pytest.mark.rule("QF-35")
def test_exposure_earns_bonus_dice_unless_the_table_says_otherwise() -> None:
    assert exposure_damage((6,), (6,), bonus=(3,)).damage == 9
    assert exposure_damage((6,), (6,), bonus=(3,), hazard_dice_explode=False).damage == 6


@pytest.mark.rule("F.1-16")
def test_gas_treats_a_head_inside_as_the_whole_body() -> None:
    assert gas_modifier(2, head_inside=True) == 2
    assert gas_modifier(2, head_inside=False) is None


@pytest.mark.rule("F.1-17")
def test_each_die_of_exposure_costs_an_inch_of_power() -> None:
    assert overload(3) == 3
    ledger = [PowerSpent(turn=4, inches=overload(3), overload=True)]
    assert used(ledger, current_turn=4, own_turns=(1, 3)) == 3


@pytest.mark.rule("F.1-17", "QF-18")
def test_overload_ends_with_the_window_or_with_the_victims_next_turn() -> None:
    """Hit in turn 4; the victim's own turns are 3, 5 and 7."""
    ledger = [PowerSpent(turn=4, inches=2, overload=True)]

    def lost(turn: int, until: str) -> int:
        return used(ledger, turn, [own for own in (3, 5, 7) if own <= turn], overload_until=until)

    assert [lost(turn, "window_end") for turn in (4, 5, 6)] == [2, 0, 0]
    assert [lost(turn, "victims_next_turn_end") for turn in (4, 5, 6)] == [2, 2, 0]


@pytest.mark.rule("F.1-11", "F.1-42", "QF-17")
def test_those_who_stay_suffer_once_more_at_the_end_of_their_own_turn() -> None:
    entered = exposure_clock(1, exposed=0)
    assert due(entered, 1, Edge.END, 5)
    assert not due(entered, 1, Edge.START, 5)
    assert not due(entered, 2, Edge.END, 6), "another player's turn"


@pytest.mark.rule("QF-17")
def test_a_table_may_let_those_who_stay_suffer_at_their_turns_start() -> None:
    entered = exposure_clock(1, exposed=4, exposure_stay="own_turn_start")
    assert due(entered, 1, Edge.START, 5)
    assert not due(entered, 1, Edge.END, 5)


@pytest.mark.rule("QF-17")
@pytest.mark.parametrize("stay", ["own_turn_start", "own_turn_end"])
def test_one_field_never_acts_twice_on_one_victim_in_a_player_turn(stay: str) -> None:
    exposed = exposure_clock(1, exposed=5, exposure_stay=stay)
    assert not any(due(exposed, 1, edge, 5) for edge in Edge)
    assert any(due(exposed, 1, edge, 8) for edge in Edge)
