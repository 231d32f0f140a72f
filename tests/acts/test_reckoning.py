"""The parts of a number: dice, Bonus Dice, dice taken off, and what is added by hand."""

import pytest

from brikdesk.acts.sums import by_hand, dice_terms, fails, sum_of, sum_of_roll
from brikdesk.dice import Die, RollKind
from brikdesk.store.lines import REFEREE, Sum, Term, sums_from_data, sums_to_data
from tests.dice.rolled import resolve


@pytest.mark.rule("OF-01")
def test_a_roll_lists_its_dice_with_the_bonus_dice_behind_their_earner() -> None:
    roll = resolve(RollKind.OTHER, (6, 4), (6, 2, 3))
    summed = sum_of_roll("Damage", roll, rule="5.1-10", labels=("", "Fire"))
    assert summed == Sum(
        "Damage",
        11,
        (
            Term("d6 shows", 6, "5.1-10"),
            Term("Bonus d6 shows", 3, "OF-01"),
            Term("Fire d4 shows", 2, "5.1-10"),
        ),
    )
    assert summed.adds_up


@pytest.mark.rule("8.3-27", "4.2-18")
def test_fire_takes_off_and_a_benny_adds() -> None:
    roll = resolve(RollKind.ACTION, (6,), (6, 3, 5), penalty=(4,), benny=(6,))
    summed = sum_of_roll("Action Roll", roll, rule="5.1-09")
    assert [(term.reason, term.value, term.rule) for term in summed.terms] == [
        ("d6 shows", 6, "5.1-09"),
        ("On fire: d4 shows", -3, "8.3-27"),
        ("Benny: d6 shows", 5, "4.2-18"),
    ]
    assert summed.adds_up


def test_a_flat_bonus_that_nobody_named_is_noticed() -> None:
    roll = resolve(RollKind.OTHER, (6,), (2,), 4)
    assert not sum_of_roll("Damage", roll, rule="5.1-10").adds_up
    assert sum_of_roll("Damage", roll, Term("Gun", 4, "5.1-10"), rule="5.1-10").adds_up


def test_parts_without_points_are_left_out_unless_there_is_nothing_else() -> None:
    kept, idle = Term("Size", 8, "8.1-31"), Term("Fire", 0, "F.1-30")
    assert sum_of("Power", 8, kept, idle).terms == (kept,)
    assert sum_of("Power", 0, idle).terms == (idle,)


@pytest.mark.rule("OF-08")
def test_a_critical_failure_keeps_its_dice_in_sight() -> None:
    dice = dice_terms((Die(6, 1), Die(6, 1)), "5.1-10")
    assert sum_of("Damage", 0, *dice, fails(2)).adds_up


def test_what_was_decided_at_the_table_says_why() -> None:
    assert by_hand("wind", -1) == Term("wind", -1, REFEREE)
    assert by_hand(" ", 2).reason


def test_an_earlier_act_survives_the_file() -> None:
    sums = (sum_of("Homing", 3, Term("Carried", 2, "8.5-16", 7), Term("Gunners", 1, "8.5-12")),)
    assert sums_from_data(sums_to_data(sums)) == sums
