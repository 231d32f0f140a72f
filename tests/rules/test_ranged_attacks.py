"""Who may shoot or throw, and at what."""

import pytest

from brikdesk.dice import RollKind
from brikdesk.rules.brikwars.attacks import damage_outcome, damage_total, read_damage
from brikdesk.rules.brikwars.blast_bands import ArmorResult
from brikdesk.rules.brikwars.shooting import (
    is_ranged,
    leaves_the_hand,
    may_fire_together,
    may_shoot,
    may_shoot_at,
    range_penalties,
)
from brikdesk.rules.brikwars.weapons import out_of_range, visibility_modifier
from brikdesk.rules.refusal import No
from tests.dice.rolled import resolve


def rule_of(answer: No | None) -> str:
    return answer.rule if answer else ""


@pytest.mark.rule("5.3-01")
def test_ranged_is_what_has_range_or_is_thrown_and_what_is_thrown_is_gone() -> None:
    assert is_ranged(6)
    assert is_ranged(None, "throw")
    assert is_ranged(None, "drop")
    assert not is_ranged(None, "strike")
    assert not is_ranged(None)
    assert not is_ranged(6, "strike")
    assert [mode for mode in ("single", "burst", "throw", "strike") if leaves_the_hand(mode)] == [
        "throw"
    ]


@pytest.mark.rule("5.3-02", "5.1-09", "5.1-10")
@pytest.mark.parametrize(
    ("natural", "hits", "faces", "outcome"),
    [
        (5, False, (), None),
        (6, True, (5,), ArmorResult.SOMETHING_BAD),
        (6, True, (4,), ArmorResult.NOTHING),
        (6, True, (6, 1), ArmorResult.BEATEN),
    ],
)
def test_a_ranged_attack_goes_through_its_modifiers_action_and_damage(
    natural: int, hits: bool, faces: tuple[int, ...], outcome: ArmorResult | None
) -> None:
    """A rifle (Use 3, Range 10\") at 11.5\", on two visible sections."""
    rifle = read_damage("1d6+1", 6)
    over = out_of_range(11.5, 10)
    action, harm = range_penalties(over)
    roll = resolve(RollKind.ACTION, (6,), (natural,), bonus=visibility_modifier(2) + action)
    assert roll.total == natural - 3
    assert roll.reaches(3) is hits
    if hits:
        rolled = resolve(RollKind.OTHER, [die.sides for die in rifle.dice], faces).total
        assert damage_outcome(damage_total(rolled, rifle.flat, out_of_range=-harm), 4) is outcome


@pytest.mark.rule("5.3-03")
def test_one_target_a_turn() -> None:
    assert may_shoot_at("unit 4") is None
    assert may_shoot_at("unit 4", "unit 4") is None
    assert rule_of(may_shoot_at("unit 5", "unit 4")) == "5.3-03"


@pytest.mark.rule("5.3-04", "5.3-05")
def test_the_engaged_do_not_shoot_unless_they_disengaged() -> None:
    assert rule_of(may_shoot(engaged=True)) == "5.3-04"
    assert may_shoot(engaged=False) is None


@pytest.mark.rule("A5-17")
def test_two_guns_take_two_hands_and_a_table_that_allows_it() -> None:
    assert may_fire_together([1, 1], 2) is None
    assert rule_of(may_fire_together([1, 1], 2, bw_dual_fire=False)) == "A5-17"
    assert may_fire_together([1], 2, bw_dual_fire=False) is None
    assert rule_of(may_fire_together([2, 1], 2)) == "X3.2-02"
    assert rule_of(may_fire_together([2], 1)) == "X3.2-02"
