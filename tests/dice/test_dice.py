"""Rolls resolved from faces: who earns what, in which order, and what it adds up to."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from brikdesk.dice import (
    SIDES,
    AskedDie,
    DiceRules,
    Die,
    Face,
    Origin,
    Roll,
    RollKind,
    action_kind,
    forced_full_run,
    lay_out,
)
from brikdesk.errors import BadInput
from tests.dice.rolled import owed, resolve
from tests.usual import USUAL_BRIKWARS

ACTION, OTHER, READ = RollKind.ACTION, RollKind.OTHER, RollKind.READ
SAME_DIE = DiceRules(bonus_die="same")
ANY_ONE = DiceRules(crit_fail_multi="any_one")


# What a die is


@pytest.mark.parametrize("sides", [0, 1, 2, 3, 5, 7, 100, -6])
def test_there_are_only_six_dice(sides: int) -> None:
    with pytest.raises(ValueError, match=f"no d{sides}"):
        Die(sides, 1)


@pytest.mark.parametrize(("sides", "value"), [(4, 5), (6, 0), (20, 21), (8, -1)])
def test_a_die_cannot_show_what_is_not_on_it(sides: int, value: int) -> None:
    with pytest.raises(ValueError, match=f"a d{sides} shows 1 to {sides}, not {value}"):
        Die(sides, value)


def test_a_face_is_typed_unless_told_otherwise() -> None:
    assert Face(3).origin is Origin.TYPED
    assert [each.value for each in Origin] == ["typed", "rolled", "changed", "sealed"]


def test_dice_keep_where_their_faces_came_from() -> None:
    roll = resolve(OTHER, [6], [Face(6, Origin.ROLLED), Face(2, Origin.CHANGED)])
    assert roll.dice == (Die(6, 6, Origin.ROLLED), Die(6, 2, Origin.CHANGED))


# Bonus Dice


@pytest.mark.rule("OF-01", "X1.2-02")
@pytest.mark.parametrize("sides", SIDES)
def test_a_highest_face_earns_a_d6_whatever_the_die(sides: int) -> None:
    assert owed(OTHER, [sides], [sides]) == (6,)
    assert owed(OTHER, [sides], [sides - 1]) == ()


@pytest.mark.rule("OF-02")
def test_a_six_on_a_bonus_die_earns_another_without_end() -> None:
    assert owed(OTHER, [8], [8, *[6] * 50]) == (6,)
    assert resolve(OTHER, [8], [8, *[6] * 50, 5]).total == 8 + 300 + 5


@pytest.mark.rule("T8-11", "A-01")
def test_bonus_dice_stay_with_the_die_that_earned_them() -> None:
    roll = resolve(OTHER, [10, 10, 10], [10, 4, 7, 6, 2])
    assert [chain.points for chain in roll.chains] == [18, 4, 7]
    assert roll.total == 29


@pytest.mark.rule("A-01")
def test_faces_come_chain_by_chain_in_the_order_of_the_dice() -> None:
    assert owed(OTHER, [10, 4], [10, 4]) == (6, 6)
    assert owed(OTHER, [10, 4], [10, 4, 6]) == (6, 6)
    roll = resolve(OTHER, [10, 4], [10, 4, 6, 3, 5])
    assert [chain.points for chain in roll.chains] == [19, 9]
    assert [die.value for die in roll.dice] == [10, 4, 6, 3, 5]


def test_dice_of_the_roll_come_before_what_they_earn() -> None:
    assert owed(OTHER, [10, 10, 4]) == (10, 10, 4)
    assert owed(OTHER, [10, 10, 4], [10]) == (10, 4)
    assert owed(OTHER, [10, 10, 4], [10, 10, 1]) == (6, 6)


@pytest.mark.rule("OF-01")
def test_the_table_may_give_bonus_dice_of_another_size() -> None:
    assert owed(OTHER, [10], [10], house=DiceRules(bonus_die=4)) == (4,)
    assert owed(OTHER, [10], [10, 4], house=DiceRules(bonus_die=4)) == (4,)
    assert owed(OTHER, [10, 8], [10, 8], house=SAME_DIE) == (10, 8)
    assert owed(OTHER, [10, 8], [10, 8, 10], house=SAME_DIE) == (10, 8)


@pytest.mark.rule("OF-01")
def test_dice_read_one_by_one_earn_nothing() -> None:
    assert owed(READ, [4, 4], [4, 4]) == ()
    assert not resolve(READ, [4, 4], [1, 1]).critical_failure


# Action Rolls


@pytest.mark.rule("T4-04", "4.2-15", "OF-03")
def test_a_hero_goes_over_the_top_on_six_to_ten() -> None:
    rolls = [resolve(ACTION, [10], [face]) for face in range(1, 11)]
    assert [roll.benny for roll in rolls] == [False] * 5 + [True] * 5
    assert rolls[-1].total == 10


@pytest.mark.rule("4.2-12", "X1.2-01")
@pytest.mark.parametrize("sides", [6, 8, 10, 12, 20])
def test_the_action_die_earns_no_bonus_die(sides: int) -> None:
    assert owed(ACTION, [sides], [sides]) == ()


@pytest.mark.rule("4.2-12", "OF-03")
def test_a_benny_needs_no_success_and_minds_no_modifier() -> None:
    roll = resolve(ACTION, [6], [6], -4)
    assert (roll.benny, roll.natural, roll.reaches(3)) == (True, 6, False)
    assert not resolve(ACTION, [6], [5], +4).benny


@pytest.mark.rule("T4-05", "4.2-16", "OF-05")
@pytest.mark.parametrize("kind", [ACTION, RollKind.ACTION_D4])
def test_an_incompetent_chains_and_never_goes_over_the_top(kind: RollKind) -> None:
    roll = resolve(kind, [4], [4, 6, 2])
    assert (roll.total, roll.benny, roll.kind) == (12, False, RollKind.ACTION_D4)
    assert resolve(kind, [4], [1]).critical_failure


@pytest.mark.rule("OF-05")
def test_the_incompetent_may_get_a_d4_which_then_earns_as_every_die() -> None:
    house = DiceRules(incompetent_bonus_die=4)
    assert owed(ACTION, [4], [4], house=house) == (4,)
    assert owed(ACTION, [4], [4, 4], house=house) == (6,)


@pytest.mark.rule("4.2-14", "4.2-13")
def test_other_dice_in_an_action_roll_earn_bonus_dice_but_no_benny() -> None:
    assert owed(ACTION, [6, 6], [6, 6]) == (6,)
    roll = resolve(ACTION, [6, 6], [3, 6, 2])
    assert (roll.total, roll.benny, roll.natural) == (11, False, 3)
    damage = resolve(OTHER, [6], [6, 1])
    assert (damage.benny, damage.natural, damage.total) == (False, None, 7)


@pytest.mark.rule("X1.2-03", "Q8-24")
def test_a_penalty_die_is_taken_off_and_earns_nothing() -> None:
    roll = resolve(ACTION, [6], [5, 4], penalty=[4])
    assert (roll.total, roll.natural) == (1, 5)
    assert owed(ACTION, [6], penalty=[4]) == (6, 4)
    assert owed(ACTION, [6], [5, 4], penalty=[4]) == ()


@pytest.mark.rule("Q8-24")
def test_a_table_may_let_penalty_dice_grow() -> None:
    house = DiceRules(penalty_dice_explode=True)
    assert owed(OTHER, [10], [10, 4], penalty=[4], house=house) == (6, 6)
    roll = resolve(OTHER, [10], [10, 4, 3, 6, 5], penalty=[4], house=house)
    assert roll.total == 10 + 3 - (4 + 6 + 5)


@pytest.mark.rule("OF-04", "4.2-18", "4.2-22", "X1.2-02")
def test_a_benny_die_is_thrown_last_and_earns_bonus_dice() -> None:
    assert owed(ACTION, [6], [6], benny=[6]) == (6,)
    assert owed(ACTION, [6], [6, 6], benny=[6]) == (6,)
    roll = resolve(ACTION, [6, 4], [6, 4, 2, 6, 3], benny=[6])
    assert [die.value for die in roll.dice] == [6, 4, 2, 6, 3]
    assert [chain.points for chain in roll.bought] == [9]
    assert roll.total == 21


@pytest.mark.rule("T4-02", "4.2-20")
def test_a_benny_on_damage_adds_the_die_and_not_the_flat_bonus() -> None:
    assert resolve(OTHER, [6], [4, 3], 1, benny=[6]).total == 8


@pytest.mark.rule("4.2-06")
@pytest.mark.parametrize(("use", "hits"), [(2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_so_many_faces_of_a_d6_reach_a_use(use: int, hits: int) -> None:
    assert sum(resolve(ACTION, [6], [face]).reaches(use) for face in range(1, 7)) == hits


# Critical Failure


@pytest.mark.rule("OF-06", "X1.2-03")
@pytest.mark.parametrize("kind", [ACTION, OTHER])
def test_a_natural_one_fails_whatever_the_modifiers(kind: RollKind) -> None:
    roll = resolve(kind, [8], [1], 9)
    assert roll.critical_failure
    assert not roll.reaches(2)
    assert roll.total == 10


@pytest.mark.rule("OF-07")
@pytest.mark.parametrize("faces", list(product([1, 2], repeat=3)))
def test_several_dice_fail_when_all_show_one_or_any_by_house_rule(faces: tuple[int, ...]) -> None:
    assert resolve(OTHER, [6, 6, 8], faces).critical_failure is (faces == (1, 1, 1))
    assert resolve(OTHER, [6, 6, 8], faces, house=ANY_ONE).critical_failure is (1 in faces)


@pytest.mark.rule("X1.2-03")
def test_a_penalty_die_neither_makes_nor_prevents_a_critical_failure() -> None:
    assert resolve(ACTION, [6], [1, 3], penalty=[4]).critical_failure
    assert not resolve(ACTION, [6], [3, 1], penalty=[4]).critical_failure
    assert not resolve(ACTION, [6], [3, 1], penalty=[4], house=ANY_ONE).critical_failure


def test_a_benny_die_can_save_a_roll_and_never_spoils_it() -> None:
    assert resolve(OTHER, [6], [1, 1], benny=[6]).critical_failure
    assert not resolve(OTHER, [6], [1, 4], benny=[6]).critical_failure
    assert not resolve(ACTION, [6], [6, 1], benny=[6], house=ANY_ONE).critical_failure


def test_a_bonus_die_of_one_is_no_critical_failure() -> None:
    assert not resolve(OTHER, [6], [6, 1]).critical_failure
    assert not resolve(OTHER, [6], [6, 1], house=ANY_ONE).critical_failure


@pytest.mark.rule("OF-11")
def test_a_fixed_number_is_no_roll_and_cannot_fail() -> None:
    armor = resolve(OTHER, [], [], 4)
    assert (armor.total, armor.critical_failure, armor.quantity()) == (4, False, 4)
    assert owed(OTHER, []) == ()


@pytest.mark.rule("X1.2-04", "OF-08", "OF-09")
def test_a_failed_amount_counts_nothing_or_as_rolled() -> None:
    roll = resolve(OTHER, [6], [1], 5)
    assert roll.quantity() == 0
    assert roll.quantity(failure_is_zero=False) == 6
    assert resolve(OTHER, [6], [2], -4).quantity() == 0


# Sprint


@pytest.mark.rule("T4-11", "T4-12", "T4-13", "T4-14", "OF-10", "4.1-40", "4.1-41")
@pytest.mark.parametrize(
    ("faces", "benny", "inches", "forced"),
    [
        ([4], [], 4, False),
        ([6, 6, 6, 1], [6], 19, True),
        ([6, 1], [6], 7, True),
        ([6, 6, 2], [6], 14, False),
        ([6], [], 6, False),
        ([1], [], 0, False),
    ],
)
def test_a_sprint_that_ends_in_one_must_be_run_out(
    faces: list[int], benny: list[int], inches: int, forced: bool
) -> None:
    roll = resolve(ACTION, [6], faces, benny=benny)
    assert (roll.quantity(), forced_full_run(roll)) == (inches, forced)


@pytest.mark.rule("4.1-41", "A4-04")
def test_a_sprint_as_an_ordinary_roll_chains_by_itself() -> None:
    assert forced_full_run(resolve(OTHER, [6], [6, 6, 1]))
    assert forced_full_run(resolve(ACTION, [4], [4, 1]))
    assert not forced_full_run(resolve(ACTION, [6], [6, 1], penalty=[4]))


# A roll on its way


@pytest.mark.rule("A-01")
def test_every_die_asked_for_says_which_die_earned_it() -> None:
    laid = lay_out(OTHER, [10, 8], [10, 8, 6])
    assert laid.asked == (AskedDie(10), AskedDie(8), AskedDie(6, 0), AskedDie(6, 2), AskedDie(6, 1))
    assert [die.value for die in laid.dice] == [10, 8, 6]
    assert (laid.missing, laid.roll) == ((6, 6), None)


def test_faces_beyond_the_end_of_a_roll_are_left_for_the_next() -> None:
    laid = lay_out(ACTION, [6], [6, 3, 5, 2], benny=[6])
    assert laid.roll is not None
    assert (laid.roll.total, laid.left, laid.missing) == (9, 2, ())
    assert laid.asked == (AskedDie(6), AskedDie(6))


# Mistakes


@pytest.mark.parametrize(
    ("sides", "faces", "words"),
    [
        ([4], [7], "Die 1: A d4 shows 1 to 4. 7 was not entered."),
        ([6, 4], [6, 0], "Die 2: A d4 shows 1 to 4. 0 was not entered."),
        ([10], [10, 7], "Die 2: A d6 shows 1 to 6. 7 was not entered."),
    ],
)
def test_wrong_faces_are_named(sides: list[int], faces: list[int], words: str) -> None:
    with pytest.raises(BadInput) as caught:
        resolve(OTHER, sides, faces)
    assert str(caught.value) == words


@pytest.mark.parametrize(("sides", "faces"), [([6], [3, 4]), ([6, 6], [3, 4, 5]), ([], [3])])
def test_a_face_beyond_the_end_is_counted(sides: list[int], faces: list[int]) -> None:
    assert lay_out(OTHER, sides, faces).left == 1


@pytest.mark.parametrize("sides", [[3], [6, 100], [6] * 201])
def test_impossible_dice_are_a_mistake_of_the_caller(sides: list[int]) -> None:
    with pytest.raises(ValueError):
        owed(OTHER, sides)


@pytest.mark.parametrize(("kind", "sides"), [(ACTION, []), (RollKind.ACTION_D4, [6])])
def test_an_action_roll_needs_its_action_die(kind: RollKind, sides: list[int]) -> None:
    with pytest.raises(ValueError, match="no Action die"):
        owed(kind, sides)


def test_the_action_die_tells_the_kind() -> None:
    assert [action_kind(sides) for sides in (4, 6, 12)] == [RollKind.ACTION_D4, ACTION, ACTION]


# House rules


def test_switches_are_read_from_a_campaign() -> None:
    assert USUAL_BRIKWARS.dice == DiceRules()
    switches: dict[str, Any] = {
        "bw_bonus_die": "same_die",
        "bw_incompetent_bonus_die": "d4",
        "bw_crit_fail_multi": "any_one",
        "penalty_dice_explode": True,
        "bw_cf_zeroes_quantities": False,
        "bw_crit_fail_armor": "zero",
    }
    house = replace(USUAL_BRIKWARS, **switches)
    assert house.dice == DiceRules("same", 4, "any_one", True, False, True)


def test_an_unknown_switch_value_is_refused() -> None:
    with pytest.raises(ValueError):
        DiceRules(bonus_die=5)
    with pytest.raises(ValueError):
        DiceRules(crit_fail_multi="some")  # type: ignore[arg-type]


# Invariants

kinds = st.sampled_from(list(RollKind))
pools = st.lists(st.sampled_from(SIDES), max_size=6)
houses = st.builds(
    DiceRules,
    bonus_die=st.sampled_from([4, 6, "same"]),
    incompetent_bonus_die=st.sampled_from([4, 6]),
    crit_fail_multi=st.sampled_from(["all_ones", "any_one"]),
    penalty_dice_explode=st.booleans(),
)


@st.composite
def rolls(draw: st.DrawFn) -> tuple[Roll, list[int], dict[str, object]]:
    """Throw a roll die by die as `owed` asks, high faces as likely as all others together."""
    kind, sides = draw(kinds), draw(pools)
    if kind is RollKind.ACTION_D4:
        sides = [4, *sides]
    elif kind is ACTION:
        sides = [draw(st.sampled_from(SIDES)), *sides]
    more: dict[str, Sequence[int]] = {
        "penalty": draw(st.lists(st.just(4), max_size=2)),
        "benny": draw(st.lists(st.sampled_from(SIDES), max_size=1)),
    }
    house = draw(houses)
    faces: list[int] = []
    while missing := owed(kind, sides, faces, **more, house=house):
        high = st.just(missing[0]) if len(faces) < 30 else st.nothing()
        faces.append(draw(st.integers(1, missing[0] - 1) | high))
    bonus = draw(st.integers(-5, 5))
    roll = resolve(kind, sides, faces, bonus, **more, house=house)
    return roll, faces, {"kind": kind, "sides": sides, **more, "house": house}


@settings(max_examples=60, deadline=None)
@given(rolls())
def test_the_total_is_the_sum_of_all_faces(case: tuple[Roll, list[int], dict[str, object]]) -> None:
    roll, faces, _ = case
    taken_off = sum(chain.points for chain in roll.penalty)
    assert [die.value for die in roll.dice] == faces
    assert roll.total == sum(faces) - 2 * taken_off + roll.bonus


@settings(max_examples=60, deadline=None)
@given(rolls())
def test_a_complete_roll_asks_for_nothing_and_takes_nothing_more(
    case: tuple[Roll, list[int], dict[str, object]],
) -> None:
    _, faces, asked = case
    assert owed(faces=faces, **asked) == ()  # type: ignore[arg-type]
    assert lay_out(faces=[*faces, 1], **asked).left == 1  # type: ignore[arg-type]
    if faces:
        assert owed(faces=faces[:-1], **asked)  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(rolls())
def test_each_chain_goes_on_just_as_long_as_it_shows_the_highest_face(
    case: tuple[Roll, list[int], dict[str, object]],
) -> None:
    roll, _, asked = case
    plain = roll.chains[1:] if roll.natural is not None else roll.chains
    for chain in (*plain, *roll.bought) if asked["kind"] is not READ else roll.bought:
        dice = (chain.die, *chain.bonus)
        assert [die.value == die.sides for die in dice] == [True] * len(chain.bonus) + [False]
