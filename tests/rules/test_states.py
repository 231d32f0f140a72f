import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.actions_and_responses import (
    actions_left,
    full_turn_clock,
    may_act,
    may_begin_full_turn_action,
)
from brikdesk.rules.brikwars.states import (
    Stop,
    angry_inch,
    disrupted_clock,
    drowning_clock,
    half_speed_causes,
    may_move,
    move_cost,
    ranged_bonus_against,
    real_inches,
    recovering_clock,
)
from brikdesk.rules.brikwars.traps_and_scouts import mark_bonus, mark_clock, may_mark
from brikdesk.rules.brikwars.units_and_damage import (
    LIMBS,
    LastBreath,
    hands_left,
    last_breath,
    legs_lost,
    limb_points_kill,
    limbs_to_lose,
    lose_limb,
    mortal_wound_clock,
)
from brikdesk.rules.refusal import No, first
from brikdesk.rules.turn import Clock, Edge, due, in_window

A, B, C = 1, 2, 3
"""Three players who take turns in this order: stamps 1, 4, 7 ... are A's."""


def player_of(turn: int) -> int:
    return (A, B, C)[(turn - 1) % 3]


def strikes(clock: Clock, turns: int = 12) -> list[tuple[int, Edge]]:
    """Every edge, from the first turn on, at which the clock is due."""
    return [
        (turn, edge)
        for turn in range(1, turns + 1)
        for edge in Edge
        if due(clock, player_of(turn), edge, turn)
    ]


def refusal(answer: No | None) -> str:
    return answer.rule if answer else ""


# clocks


def test_a_start_clock_waits_for_its_players_next_turn() -> None:
    assert strikes(Clock(A, Edge.START, since=1), 6) == [(4, Edge.START)]
    assert strikes(Clock(A, Edge.START, since=3), 6) == [(4, Edge.START)]
    assert strikes(Clock(B, Edge.START, since=1), 6) == [(2, Edge.START), (5, Edge.START)]


def test_an_end_clock_takes_the_turn_it_was_made_in_unless_it_is_a_following_one() -> None:
    assert strikes(Clock(A, Edge.END, since=1), 4)[0] == (1, Edge.END)
    assert strikes(Clock(A, Edge.END, since=1, following=True), 4)[0] == (4, Edge.END)
    assert strikes(Clock(None, Edge.END, since=2), 3) == [(2, Edge.END), (3, Edge.END)]


@given(st.integers(1, 20), st.sampled_from([A, B, C]), st.sampled_from(list(Edge)), st.booleans())
def test_a_clock_never_strikes_before_it_was_made_nor_in_anothers_turn(
    since: int, player: int, edge: Edge, following: bool
) -> None:
    for turn, struck in strikes(Clock(player, edge, since, following), 30):
        assert turn >= since
        assert struck is edge
        assert player_of(turn) == player


def test_windows() -> None:
    assert in_window(5, "owner_round", current_turn=6, round_started_on=4)
    assert not in_window(3, "owner_round", current_turn=6, round_started_on=4)
    assert not in_window(5, "player_turn", current_turn=6, round_started_on=4)
    assert in_window(6, "player_turn", current_turn=6, round_started_on=4)
    assert not in_window(None, "owner_round", current_turn=6, round_started_on=4)


def test_the_first_refusal_stands_before_the_others() -> None:
    both = first(None, No("1", "a"), None, No("2", "b"), No("1", "a"))
    assert both == No("1", "a", (No("2", "b"),))
    assert first(both, No("3", "c")) == No("1", "a", (No("2", "b"), No("3", "c")))
    assert first(None, None) is None


# Half Speed


@pytest.mark.rule("4.1-16")
@pytest.mark.parametrize(
    ("given_states", "causes"),
    [
        ({}, set()),
        ({"worn_armor": "heavy"}, {"heavy armor"}),
        ({"worn_armor": "light"}, set()),
        ({"legs_lost": 1}, {"lost leg"}),
        ({"legs_lost": 2}, {"lost leg"}),
        ({"wounded_horse": True}, {"wounded"}),
        ({"wounded_horse": True, "horse_wounded": "none"}, set()),
    ],
)
def test_causes_of_half_speed(given_states: dict[str, object], causes: set[str]) -> None:
    assert half_speed_causes(**given_states) == causes  # type: ignore[arg-type]


@pytest.mark.rule("4.1-17")
def test_an_inch_costs_two_at_half_speed() -> None:
    """Worked example T4-09: 5 Move inches are 2.5"; 2" of road and 1.5" of mud cost 5."""
    mud = {"mud"}
    assert real_inches(5, mud) == 2.5
    assert move_cost(3, mud) == 6
    assert move_cost(2) + move_cost(1.5, mud) == 5


@pytest.mark.rule("4.1-18", "4.1-19")
def test_jumps_and_flight_are_halved() -> None:
    slow = {"recovering"}
    assert real_inches(1, slow) == 0.5
    assert real_inches(15, slow) == 7.5
    assert real_inches(15) == 15


@pytest.mark.rule("4.1-20")
def test_half_speed_never_stacks() -> None:
    """Worked example T4-16: Heavy Armor, a heavy burden and mud."""
    causes = half_speed_causes(worn_armor="heavy") | {"heavy burden", "mud"}
    assert len(causes) == 3
    assert move_cost(1, causes) == 2
    assert real_inches(9, causes) == 4.5


# drowning


@pytest.mark.rule("4.1-22")
def test_the_drowning_deadline_is_the_end_of_the_following_own_turn() -> None:
    """Worked examples T4-19 and T4-20: falling in during an enemy's turn, or during one's own."""
    in_enemy_turn = drowning_clock(A, since=3)
    assert strikes(in_enemy_turn)[0] == (4, Edge.END)
    in_own_turn = drowning_clock(A, since=1)
    assert strikes(in_own_turn)[0] == (4, Edge.END)


# Stopped


@pytest.mark.rule("4.1-23")
def test_a_stopped_unit_has_no_movement_left() -> None:
    assert refusal(may_move(stops=[Stop("aiming")])) == "4.1-23"
    assert may_move() is None


# Disrupted


@pytest.mark.rule("4.1-11", "4.1-27")
def test_disruption_lasts_until_the_next_own_turn_begins() -> None:
    """Worked examples T4-17 and T4-18: struck in an enemy's turn, and in one's own."""
    assert strikes(disrupted_clock(A, current_turn=2))[0] == (4, Edge.START)
    assert strikes(disrupted_clock(A, current_turn=4))[0] == (7, Edge.START)


@pytest.mark.rule("4.1-27")
def test_a_disrupted_unit_is_helpless() -> None:
    assert refusal(may_move(disrupted=True)) == "4.1-27"
    assert refusal(may_act(1, disrupted=True)) == "4.1-27"
    assert refusal(may_begin_full_turn_action(1, own_turn=True, disrupted=True)) == "4.1-27"
    assert angry_inch(disrupted=True) == 0


@pytest.mark.rule("4.1-28", "4.1-29")
def test_a_disrupted_unit_is_an_easy_target() -> None:
    assert ranged_bonus_against(easy=True) == 1
    assert ranged_bonus_against(easy=False) == 0


@pytest.mark.rule("4.1-31")
def test_recovery_is_half_speed_for_the_whole_own_turn_with_the_action_at_hand() -> None:
    """Worked example T4-17."""
    assert strikes(recovering_clock(A, current_turn=4))[0] == (4, Edge.END)
    assert may_act(actions_left(1, spent_on=2, round_started_on=4)) is None


@pytest.mark.rule("4.1-31")
def test_recovery_may_slow_until_the_next_turn() -> None:
    slow = recovering_clock(A, current_turn=4, until_next_turn=True)
    assert strikes(slow)[0] == (7, Edge.START)


# the Action


@pytest.mark.rule("4.2-02")
def test_a_unit_has_one_action() -> None:
    assert actions_left(0, None, round_started_on=4) == 1
    assert actions_left(1, spent_on=4, round_started_on=4) == 0
    assert actions_left(1, spent_on=5, round_started_on=4) == 0
    assert actions_left(2, spent_on=4, round_started_on=4) == 0
    assert refusal(may_act(0)) == "4.2-02"
    assert may_act(1) is None


@pytest.mark.rule("4.2-02")
def test_extra_minds_act_more_often() -> None:
    assert actions_left(1, 4, 4, actions_per_turn=3) == 2


@pytest.mark.rule("4.2-03")
def test_the_action_fits_anywhere_into_the_movement() -> None:
    assert may_act(1) is None
    assert may_move() is None


@pytest.mark.rule("4.2-04")
def test_a_spent_action_comes_back_with_the_next_own_turn_and_is_never_saved_up() -> None:
    assert actions_left(1, spent_on=4, round_started_on=7) == 1
    assert actions_left(1, spent_on=6, round_started_on=7) == 1
    assert actions_left(0, spent_on=None, round_started_on=10) == 1


def test_before_the_first_turn_units_hold_an_action_unless_the_house_says_no() -> None:
    """A4-19."""
    assert actions_left(0, None, None) == 1
    assert actions_left(1, 2, None) == 0
    assert actions_left(0, None, None, first_round_responses=False) == 0
    assert actions_left(0, None, 3, first_round_responses=False) == 1


@pytest.mark.rule("4.2-26")
def test_a_full_turn_action_needs_the_own_turn_and_the_action() -> None:
    assert may_begin_full_turn_action(1, own_turn=True) is None
    assert refusal(may_begin_full_turn_action(1, own_turn=False)) == "4.2-26"
    assert refusal(may_begin_full_turn_action(0, own_turn=True)) == "4.2-02"


@pytest.mark.rule("4.2-27")
def test_a_full_turn_action_leaves_no_movement_and_no_action_until_the_turn_ends() -> None:
    assert refusal(may_move(full_turn=True)) == "4.2-27"
    assert refusal(may_act(1, full_turn=True)) == "4.2-27"
    assert strikes(full_turn_clock(A, current_turn=4))[0] == (4, Edge.END)


@pytest.mark.rule("4.2-27")
def test_movement_before_a_full_turn_action_is_a_house_rule() -> None:
    assert may_begin_full_turn_action(1, own_turn=True, moved=True) is None
    refused = may_begin_full_turn_action(1, own_turn=True, moved=True, needs_unmoved=True)
    assert refusal(refused) == "A4-13"
    assert may_begin_full_turn_action(1, own_turn=True, needs_unmoved=True) is None


@pytest.mark.rule("4.2-30")
def test_the_dead_take_no_actions() -> None:
    assert refusal(may_act(1, dead=True)) == "4.2-30"


# Something Bad


@pytest.mark.rule("5.1-17")
def test_a_mortal_wound_kills_when_the_running_turn_ends_whoever_is_active() -> None:
    for turn in (4, 5, 6):
        assert strikes(mortal_wound_clock(turn))[0] == (turn, Edge.END)
    assert last_breath("minifig") == LastBreath("dead")
    assert last_breath("hero", pending_damage=9) == LastBreath("dead")


@pytest.mark.rule("5.1-18", "5.1-19")
def test_the_mortally_wounded_act_on_with_what_they_have_left() -> None:
    """Own turn: Action and movement to the end. Another's turn: a last response, if unspent."""
    assert not due(mortal_wound_clock(4), A, Edge.START, 4)
    assert may_act(actions_left(0, None, round_started_on=4)) is None
    assert may_move() is None
    assert refusal(may_act(actions_left(1, spent_on=4, round_started_on=4))) == "4.2-02"


@pytest.mark.rule("5.1-20")
@pytest.mark.parametrize(
    ("kind", "two_steps", "wounded", "pending", "result"),
    [
        ("horse", False, False, 6, LastBreath("wounded")),
        ("horse", False, True, 6, LastBreath("dead")),
        ("horse", True, False, None, LastBreath("wounded")),
        ("minifig", True, False, None, LastBreath("wounded")),
        ("minifig", True, True, None, LastBreath("dead")),
        ("creature", False, False, 12, LastBreath("damaged", 12)),
        ("vehicle", False, True, 7, LastBreath("damaged", 7)),
        ("structure", False, False, None, LastBreath("damaged", 0)),
        ("object", False, False, 3, LastBreath("damaged", 3)),
    ],
)
def test_what_is_not_a_minifig_takes_its_damage(
    kind: str, two_steps: bool, wounded: bool, pending: int | None, result: LastBreath
) -> None:
    given_states = {"two_steps": two_steps, "wounded": wounded}
    assert last_breath(kind, **given_states, pending_damage=pending) == result


# Marks


@pytest.mark.rule("F.3-08")
def test_a_mark_needs_sight_a_tool_an_action_and_eight_inches() -> None:
    """Worked example TF-11: 8" is allowed, 8.5" refused."""
    assert may_mark(8) is None
    assert refusal(may_mark(8.5)) == "F.3-08"
    assert refusal(may_mark(3, sees=False)) == "F.3-08"
    assert refusal(may_mark(3, actions_left=0)) == "F.3-08"
    assert refusal(may_mark(3, has_tool=False)) == "F.3-01"


@pytest.mark.rule("F.3-08")
def test_smoke_hides_from_marks_unless_the_house_says_otherwise() -> None:
    """QF-33, QF-52."""
    assert refusal(may_mark(3, through_smoke=True)) == "QF-33"
    assert may_mark(3, through_smoke=True, sees_through_smoke=True) is None


@pytest.mark.rule("F.3-09")
def test_a_mark_ends_when_the_scouts_next_turn_begins_and_shows_the_target() -> None:
    assert strikes(mark_clock(A, current_turn=1))[0] == (4, Edge.START)
    assert strikes(mark_clock(A, current_turn=3))[0] == (4, Edge.START)


@pytest.mark.rule("F.3-10", "F.3-11")
def test_marks_help_allies_by_one() -> None:
    assert mark_bonus(1, "ranged") == 1
    assert mark_bonus(3, "ranged") == 1
    assert mark_bonus(0, "ranged") == 0
    assert mark_bonus(1, "close_combat") == 0


@pytest.mark.rule("F.3-10")
@pytest.mark.parametrize("attack", ["arc", "launcher", "cannon", "rocket", "thrown"])
def test_which_attacks_a_mark_helps_is_a_house_rule(attack: str) -> None:
    """QF-49."""
    assert mark_bonus(1, attack) == 1
    assert mark_bonus(1, attack, applies="strict_ranged") == 0
    assert mark_bonus(1, "ranged", applies="strict_ranged") == 1


# limbs


@pytest.mark.rule("8.3-34")
def test_four_points_take_four_limbs_and_the_fifth_kills() -> None:
    lost: tuple[str, ...] = ()
    for limb in ("right_leg", "left_arm", "right_arm", "left_leg"):
        assert limb in limbs_to_lose(lost)
        assert not limb_points_kill(lost)
        lost = lose_limb(lost, limb)
    assert lost == LIMBS
    assert limb_points_kill(lost)
    assert not limb_points_kill(lost, exhausted="ignore")


@pytest.mark.rule("8.3-34")
def test_a_limb_is_lost_once() -> None:
    with pytest.raises(BadInput, match="right_arm, left_leg, right_leg"):
        lose_limb(("left_arm",), "left_arm")
    with pytest.raises(BadInput):
        lose_limb((), "tail")
    with pytest.raises(BadInput, match="none is left"):
        lose_limb(LIMBS, "left_leg")


@pytest.mark.rule("8.3-28", "8.3-34")
def test_lost_limbs_cost_hands_and_speed() -> None:
    """OF-88: an arm costs a Hand, a leg means hopping, two legs crawling at Half Speed."""
    assert hands_left(()) == 2
    assert hands_left(("left_arm", "left_leg")) == 1
    assert hands_left(("left_arm", "right_arm")) == 0
    assert hands_left((), on_fire=True) == 1
    assert hands_left(("left_arm", "right_arm"), on_fire=True) == 0
    assert legs_lost(("left_arm",)) == 0
    assert legs_lost(("left_leg", "right_leg")) == 2
