"""The three steps of an attack."""

import pytest

from brikdesk.dice import RollKind, resolve
from brikdesk.rules.brikwars.attack_steps import (
    AttackEnd,
    Modifiers,
    attack_end,
    may_reach,
    measured_from,
    modified,
    needed_natural,
)
from brikdesk.rules.brikwars.blast import ArmorResult
from brikdesk.rules.brikwars.no import No


def rule_of(answer: No | None) -> str:
    return answer.rule if answer else ""


@pytest.mark.rule("5.1-01")
def test_a_step_that_fails_ends_the_attack() -> None:
    refused = may_reach(close_combat=False, in_sight=False)
    assert attack_end(refused, hit=True, damage=9, armor=4) == AttackEnd(1, refused)
    assert attack_end(None, hit=False, damage=9, armor=4) == AttackEnd(2)
    assert attack_end(None, hit=True, damage=3, armor=4) == AttackEnd(3)
    assert attack_end(None, hit=True, damage=9, armor=4).result is ArmorResult.BEATEN


@pytest.mark.rule("5.1-03", "5.1-04", "5.1-05")
def test_a_strike_needs_a_weapon_that_touches_and_can_be_swung() -> None:
    assert may_reach(close_combat=True) is None
    assert rule_of(may_reach(close_combat=True, able=False)) == "5.1-03"
    assert rule_of(may_reach(close_combat=False, able=False)) == "5.1-03"
    assert rule_of(may_reach(close_combat=True, touching=False)) == "5.1-04"
    lance = may_reach(close_combat=True, awkward="a lance does not strike sideways")
    assert rule_of(lance) == "5.1-05"
    assert may_reach(close_combat=True, in_sight=False) is None


@pytest.mark.rule("5.1-06", "8.2-12")
def test_a_shot_needs_a_line_of_sight_or_is_fired_blind() -> None:
    assert may_reach(close_combat=False, touching=False) is None
    assert rule_of(may_reach(close_combat=False, in_sight=False)) == "5.1-06"
    assert may_reach(close_combat=False, in_sight=False, blind=True) is None
    assert rule_of(may_reach(close_combat=False, pointed=False)) == "8.2-12"


@pytest.mark.rule("5.1-07", "8.2-13")
def test_distance_is_measured_from_the_end_that_does_the_harm() -> None:
    assert measured_from("single", reach=10) == "the end of the barrel"
    assert measured_from("strike") == "the tip of the weapon"
    assert measured_from("throw", reach=3) == "the throwing hand"


@pytest.mark.rule("5.1-09", "5.1-26")
@pytest.mark.parametrize(
    ("use", "modifier", "natural"),
    [(3, 0, 3), (3, -7, 10), (3, -5, 8), (2, 4, 2), (4, 1, 3), (0, 0, 2)],
)
def test_the_natural_number_that_hits(use: int, modifier: int, natural: int) -> None:
    """The second and third are T5-02, the fourth T5-12: a 1 misses in spite of +4."""
    assert needed_natural(use, modifier) == natural
    for face in range(1, 13):
        hits = resolve(RollKind.ACTION, (12,), (face,), bonus=modifier).reaches(use)
        assert hits is (face >= natural)


@pytest.mark.rule("5.1-02", "5.1-25")
def test_modifiers_change_action_range_and_damage_and_penalties_never_range() -> None:
    terms = [("action", -2), ("damage", -1), ("range", 3), ("action", 1), ("damage", 4)]
    assert modified(terms) == Modifiers(action=-1, range=3, damage=3)
    assert modified([]) == Modifiers()
    assert modified([("range", 0), ("range", 1)]) == Modifiers(range=1)
    with pytest.raises(ValueError, match="shortens Range"):
        modified([("range", -1)])
    with pytest.raises(ValueError, match="no step"):
        modified([("armor", 1)])
