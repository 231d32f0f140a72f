"""The Damage Roll of one hit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.dice import RollKind
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks import (
    DamageDice,
    DamageDie,
    after_deflection,
    damage_outcome,
    damage_total,
    read_damage,
)
from brikdesk.rules.brikwars.blast_bands import ArmorResult
from brikdesk.rules.brikwars.weapons import BASTARD_GUNS, WEAPON_PRESETS, WEAPONS, figures
from tests.dice.rolled import resolve

PLAIN, FIRE, EXP = DamageDie(6), DamageDie(4, "Fire"), DamageDie(10, "Exp")


@pytest.mark.rule("5.1-10", "8.1-04")
@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("3d6", DamageDice((PLAIN,) * 3)),
        ("1d6+1", DamageDice((PLAIN,), 1)),
        (" D6 + 1 ", DamageDice((PLAIN,), 1)),
        ("2 Action dice", DamageDice((DamageDie(8),) * 2)),
        ("1 Action die−2", DamageDice((DamageDie(8),), -2)),
        ("Action die-2", DamageDice((DamageDie(8),), -2)),
        ("d*+2", DamageDice((DamageDie(8),), 2)),
        ("1d8+1 − distance", DamageDice((DamageDie(8),), 1, less_distance=True)),
        ("3d8 - distance", DamageDice((DamageDie(8),) * 3, less_distance=True)),
        ("2d4 Fire", DamageDice((FIRE,) * 2)),
        ("1d4+1 Fire", DamageDice((FIRE,), 1)),
        ("2d10 Exp", DamageDice((EXP,) * 2)),
        ("2 XDice", DamageDice((EXP,) * 2)),
        ("2d6 Crash", DamageDice((DamageDie(6, "Crash"),) * 2)),
        ("1d6 KnockBack", DamageDice((DamageDie(6, "Concussion"),))),
        ("2d10 Exp+1d4 Fire+1", DamageDice((EXP, EXP, FIRE), 1)),
        ("1d10 Exp + 1d4 Fire − 1", DamageDice((EXP, FIRE), -1)),
        ("1d10 Exp+1d4+1 Fire", DamageDice((EXP, FIRE), 1)),
        ("1d4 Fire+2d6+1", DamageDice((FIRE, PLAIN, PLAIN), 1)),
        ("1d6 + 1d4 fire", DamageDice((PLAIN, FIRE))),
        ("4", DamageDice((), 4)),
        ("by ammo", DamageDice((), by="by ammo")),
        ("by payload", DamageDice((), by="by payload")),
        ("1 Deflection on a Parry", DamageDice((), by="1 Deflection on a Parry")),
        ("", DamageDice(())),
    ],
)
def test_damage_is_read_as_cards_and_referees_write_it(text: str, read: DamageDice) -> None:
    assert read_damage(text, 8) == read


@pytest.mark.parametrize(
    "text", ["banana", "1d7", "3d6-1d4", "1d6 wet", "1d6+", "distance", "d", "999d6", "9999", "--2"]
)
def test_nonsense_is_no_damage(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_damage(text, 6)
    assert refused.value.where == "damage"


@pytest.mark.parametrize("preset", WEAPON_PRESETS.values(), ids=lambda preset: preset.id)
def test_the_damage_of_every_preset_is_read(preset: object) -> None:
    text = getattr(preset, "damage", "")
    read = read_damage(text, 6)
    assert bool(read.dice) == (not read.by and bool(text))


@pytest.mark.parametrize("kind", WEAPONS)
def test_the_damage_of_every_weapon_is_read(kind: str) -> None:
    for made in (figures(kind, 3), *(gun for base, gun in BASTARD_GUNS.values() if base == kind)):
        read = read_damage(made.damage, 6)
        assert (len(read.dice), read.flat) == (made.dice, made.bonus)
        assert read.less_distance == made.less_distance
        assert {die.kind for die in read.dice} <= {made.damage_type}


@pytest.mark.rule("8.3-21")
def test_fire_attacks_roll_fire_dice() -> None:
    fire, plain, exp = DamageDie(4, "Fire"), DamageDie(6), DamageDie(10, "Exp")
    assert read_damage("2d4 Fire", 6).dice == (fire, fire)
    assert read_damage("2d6", 6).dice == (plain, plain)
    assert read_damage("2d10 Exp+1d4 Fire", 6).dice == (exp, exp, fire)


@pytest.mark.rule("5.1-10")
def test_deflection_takes_dice_of_each_type_before_the_roll() -> None:
    """Ruling A5-15; worked example T8-21: 5 Action dice against 3 layers."""
    assert after_deflection([PLAIN] * 5, 3) == (PLAIN, PLAIN)
    assert after_deflection([PLAIN, PLAIN, FIRE, EXP, EXP], 1) == (PLAIN, EXP)
    assert after_deflection([PLAIN], 2) == ()
    assert after_deflection([PLAIN, FIRE], 0) == (PLAIN, FIRE)
    assert after_deflection([PLAIN, FIRE], -1) == (PLAIN, FIRE)


@pytest.mark.rule("8.4-37", "8.4-40")
def test_pierce_cancels_deflection_and_phased_dice_ignore_it() -> None:
    phased, concussion = DamageDie(12, "Phased"), DamageDie(6, "Concussion")
    assert after_deflection([PLAIN, PLAIN, phased, concussion], 3) == (phased, concussion)
    assert after_deflection([PLAIN, PLAIN], 3, pierce=2) == (PLAIN,)
    assert after_deflection([PLAIN, PLAIN], 1, pierce=2) == (PLAIN, PLAIN)


@pytest.mark.rule("5.1-10", "5.1-53")
def test_damage_is_dice_and_bonus_with_what_range_takes() -> None:
    """Worked examples T5-02 (2+1−3, and 2+1−5 counted 0) and T5-04 (4−1)."""
    assert damage_total(2, 1, out_of_range=3) == 0
    assert damage_total(2, 1, out_of_range=5) == 0
    assert damage_total(4, 0, out_of_range=1) == 3
    assert damage_total(3, -2) == 1
    assert damage_total(5, 1, area=-2, distance_off=3) == 1
    assert damage_total(5, 1, area=2) == 8


@pytest.mark.rule("5.1-10", "5.1-26")
def test_a_critical_failure_deals_no_damage_whatever_is_added() -> None:
    """Worked example T5-13: 1d6+3 shows 1."""
    roll = resolve(RollKind.OTHER, (6,), (1,), bonus=3)
    assert roll.critical_failure
    assert damage_total(1, 3, critical_failure=roll.critical_failure) == 0
    assert damage_total(1, 3) == 4


@pytest.mark.rule("5.1-10")
def test_damage_dice_chain() -> None:
    """Worked example T5-14: 6, then 6, then 2."""
    assert damage_total(resolve(RollKind.OTHER, (6,), (6, 6, 2)).total, 0) == 14


@pytest.mark.rule("5.1-10")
def test_the_parried_swing_keeps_its_points() -> None:
    """Worked example T5-22: 2 Action dice+2 against two levels."""
    swing = read_damage("2 Action dice+2", 6)
    assert after_deflection(swing.dice, 2) == ()
    assert damage_total(0, swing.flat) == 2


@pytest.mark.rule("5.1-11", "5.1-12", "5.1-13")
def test_damage_above_armor_destroys_equal_is_something_bad_below_is_nothing() -> None:
    assert damage_outcome(5, 4) is ArmorResult.BEATEN
    assert damage_outcome(4, 4) is ArmorResult.SOMETHING_BAD
    assert damage_outcome(3, 4) is ArmorResult.NOTHING
    assert damage_outcome(0, 0) is ArmorResult.NOTHING
    assert damage_outcome(1, 0) is ArmorResult.BEATEN


@given(st.lists(st.sampled_from([PLAIN, FIRE, EXP, DamageDie(12, "Phased")])), st.integers(0, 5))
def test_deflection_leaves_the_rest_of_every_type(dice: list[DamageDie], levels: int) -> None:
    left = after_deflection(dice, levels)
    for die in set(dice):
        taken = 0 if die.sides == 12 else levels
        assert left.count(die) == max(0, dice.count(die) - taken)


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = read_damage(text, 6)
    except BadInput:
        return
    assert len(read.dice) <= 200
