"""Parries."""

import pytest

from brikdesk.dice import RollKind
from brikdesk.rules.brikwars.attacks import DamageDie, after_deflection
from brikdesk.rules.brikwars.close_combat import (
    Incoming,
    ParryWith,
    bare_hands_used,
    loses_object,
    maneuver_use,
    may_parry,
    may_parry_with,
    may_shove,
    parry_layers,
    parry_use,
    shove_penalty,
    weapon_bonus,
)
from brikdesk.rules.brikwars.units_and_damage import knocked_away, weak_point_armor
from brikdesk.rules.brikwars.weapons import figures
from brikdesk.rules.refusal import No
from tests.dice.rolled import resolve

SHIELD, OBJECT, BARE = ParryWith.SHIELD, ParryWith.OBJECT, ParryWith.BARE_HANDS
CREATURES = ("independent", "ridden", "piloted")


def rule_of(answer: No | None) -> str:
    return answer.rule if answer else ""


@pytest.mark.rule("5.2-40", "5.2-48", "5.2-50", "5.2-51", "5.2-52")
@pytest.mark.parametrize(
    ("incoming", "shield", "held", "bare"),
    [
        (Incoming.STRIKE, "", "5.2-40", "5.2-50"),
        (Incoming.GRAB, "", "", ""),
        (Incoming.SHOVE, "", "", ""),
        (Incoming.DAMAGE, "", "5.2-40", "5.2-50"),
    ],
)
def test_what_can_parry_what(incoming: Incoming, shield: str, held: str, bare: str) -> None:
    """Table 2.6."""
    answers = [rule_of(may_parry_with(incoming, each)) for each in (SHIELD, OBJECT, BARE)]
    assert answers == [shield, held, bare]


@pytest.mark.rule("5.2-48", "5.2-52")
def test_a_parry_of_damage_deflects_and_any_other_cancels() -> None:
    harmful = [incoming for incoming in Incoming if incoming.harms]
    assert harmful == [Incoming.STRIKE, Incoming.DAMAGE]


@pytest.mark.rule("5.2-41")
def test_each_object_parries_once_in_a_turn_and_never_while_disrupted() -> None:
    assert may_parry(Incoming.STRIKE) is None
    assert rule_of(may_parry(Incoming.STRIKE, used=True)) == "5.2-41"
    assert rule_of(may_parry(Incoming.STRIKE, disrupted=True)) == "4.1-27"


@pytest.mark.rule("5.2-51")
def test_a_shield_parries_shots() -> None:
    assert may_parry(Incoming.DAMAGE) is None


@pytest.mark.rule("8.2-01", "8.2-02")
def test_creations_parry_like_minifigs_if_somebody_thinks_for_them() -> None:
    for mind in CREATURES:
        assert may_parry(Incoming.STRIKE, mind=mind, size=4, attacker_size=3) is None
    for mind in ("operated", "half-minded", "none"):
        assert rule_of(may_parry(Incoming.STRIKE, mind=mind)) == "8.2-02"
        assert rule_of(may_parry(Incoming.DAMAGE, mind=mind)) == "8.2-02"


@pytest.mark.rule("8.2-01")
def test_a_creation_s_sword_parries_and_is_parried_by_the_minifig_rules() -> None:
    sword = figures("Melee Weapon", 3)
    assert parry_use(OBJECT, sword.use) == 4
    assert rule_of(may_parry_with(Incoming.STRIKE, OBJECT)) == "5.2-40"
    assert maneuver_use(3, 3) is None


@pytest.mark.rule("8.2-03")
@pytest.mark.parametrize(
    ("size", "opponent", "rule"),
    [(2, 1, "8.2-03"), (3, 1, "8.2-03"), (3, 2, ""), (4, 2, "8.2-03"), (4, 3, ""), (1, 1, "")],
)
def test_the_large_do_not_parry_the_small_in_close_combat(
    size: int, opponent: int, rule: str
) -> None:
    assert rule_of(may_parry(Incoming.STRIKE, size=size, attacker_size=opponent)) == rule
    assert rule_of(may_parry(Incoming.SHOVE, size=size, attacker_size=opponent)) == rule
    assert may_parry(Incoming.DAMAGE, size=size, attacker_size=opponent) is None


@pytest.mark.rule("8.2-04")
def test_the_large_roll_their_own_size_to_grab_or_shove_the_small() -> None:
    assert maneuver_use(4, 2) == 4
    assert maneuver_use(4, 3) is None
    assert maneuver_use(2, 1) == 2
    assert maneuver_use(1, 1) is None


@pytest.mark.rule("8.2-05")
def test_a_shove_moves_nothing_larger_than_those_who_shove() -> None:
    assert may_shove([2], 2) is None
    assert rule_of(may_shove([2], 3)) == "8.2-05"
    assert may_shove([2, 1], 3) is None
    assert rule_of(may_shove([1, 1], 3)) == "8.2-05"


@pytest.mark.rule("8.2-06")
def test_a_larger_shover_is_harder_to_parry() -> None:
    """Worked example T8-21: Size 6 shoves Size 3."""
    assert shove_penalty(6, 3) == -6
    assert shove_penalty(3, 3) == 0
    assert shove_penalty(1, 3) == 0


@pytest.mark.rule("5.2-44")
def test_what_a_parry_needs() -> None:
    assert parry_use(OBJECT, 2) == 2
    assert parry_use(OBJECT, 5, ranged=True) == 3
    assert parry_use(BARE) == 0
    assert parry_use(SHIELD, figures("Melee Shield", 3).use) == 6
    with pytest.raises(ValueError, match="Use"):
        parry_use(OBJECT)


@pytest.mark.rule("5.2-44", "5.2-46")
@pytest.mark.parametrize(
    ("natural", "modifier", "parried"), [(2, -3, False), (3, -3, True), (1, 0, False)]
)
def test_bare_hands_parry_with_no_less_than_nothing(
    natural: int, modifier: int, parried: bool
) -> None:
    """Worked example T5-20; the 1 is a Critical Failure."""
    roll = resolve(RollKind.ACTION, (6,), (natural,), bonus=modifier)
    assert roll.reaches(parry_use(BARE)) is parried
    assert not loses_object(BARE, critical_failure=roll.critical_failure)


@pytest.mark.rule("5.2-45", "8.2-10", "Q8-78")
@pytest.mark.parametrize(
    ("size", "two_handed", "bonus"),
    [
        (1, False, 0),
        (1.5, False, 0),
        (2, True, 1),
        (1.5, True, 1),
        (4, True, 2),
        (5, False, 2),
        (0, False, 0),
    ],
)
def test_large_weapons_are_easier_to_parry(size: float, two_handed: bool, bonus: int) -> None:
    assert weapon_bonus(size, two_handed=two_handed) == bonus


@pytest.mark.rule("5.2-45")
def test_a_heavy_shield_parries_a_two_handed_weapon_with_a_two() -> None:
    """Worked example T5-21."""
    roll = resolve(RollKind.ACTION, (6,), (2,), bonus=weapon_bonus(2, two_handed=True))
    assert roll.total == 3
    assert roll.reaches(parry_use(SHIELD, 3))


@pytest.mark.rule("8.2-09", "8.2-10")
def test_the_shield_of_a_creation_takes_as_many_dice_as_it_is_large() -> None:
    """Worked example T8-21: W 3 against a weapon of 5\", natural 4."""
    shield = figures("Melee Shield", 3)
    roll = resolve(RollKind.ACTION, (6,), (4,), bonus=weapon_bonus(5))
    assert roll.reaches(parry_use(SHIELD, shield.use))
    layers = parry_layers(shield.deflection)
    assert layers == 3
    assert len(after_deflection([DamageDie(6)] * 5, layers)) == 2


@pytest.mark.rule("5.2-48", "5.2-49")
def test_a_minifig_s_shield_takes_one_die_of_each_type_and_one_more_for_a_benny() -> None:
    """Worked example T5-22."""
    dice = [DamageDie(6), DamageDie(6), DamageDie(4, "Fire")]
    assert after_deflection(dice, parry_layers(1)) == (DamageDie(6),)
    assert after_deflection(dice, parry_layers(1, benny=True)) == ()


@pytest.mark.rule("5.2-47", "8.2-11")
def test_a_critical_failure_knocks_the_object_away_by_the_attacker_s_roll() -> None:
    assert loses_object(OBJECT, critical_failure=True)
    assert loses_object(SHIELD, critical_failure=True)
    assert not loses_object(OBJECT, critical_failure=False)
    assert knocked_away(5) == 5
    assert knocked_away(-1) == 0


@pytest.mark.rule("5.2-52", "5.2-53")
def test_bare_hands_parry_together_also_after_dropping_everything() -> None:
    assert bare_hands_used() == 2
    assert bare_hands_used(bw_barehand_uses_both=False) == 1


@pytest.mark.rule("8.2-15")
def test_joints_have_one_armor_die_less() -> None:
    assert weak_point_armor("3d10") == "2d10"
    assert weak_point_armor("1d10") == ""
    assert weak_point_armor("4") == "4"
