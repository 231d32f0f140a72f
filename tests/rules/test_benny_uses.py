"""What a Benny buys in an attack."""

import pytest

from brikdesk.dice import RollKind
from brikdesk.rules.brikwars.attacks import (
    BENNY_DIE,
    BennyUse,
    DamageDie,
    bought_die_counts,
    damage_fails,
    damage_total,
    damage_types,
    parry_uses,
    read_damage,
)
from brikdesk.rules.brikwars.blast_bands import ExplosiveDie, explosion_bands
from brikdesk.rules.brikwars.weapons import out_of_range
from tests.dice.rolled import resolve

PLAIN, FIRE, EXP = DamageDie(6), DamageDie(4, "Fire"), DamageDie(10, "Exp")


@pytest.mark.rule("5.2-49")
def test_only_a_parry_of_damage_can_buy_deflection() -> None:
    assert BennyUse.DEFLECTION in parry_uses(against_damage=True)
    assert BennyUse.DEFLECTION not in parry_uses(against_damage=False)
    assert BennyUse.RANGE not in parry_uses(against_damage=True)
    assert BennyUse.ACTION in parry_uses(against_damage=False)


@pytest.mark.rule("4.2-20", "A5-22")
def test_a_damage_benny_adds_a_die_that_the_attack_has() -> None:
    """Worked examples T4-02 and T4-03, and a mix of types to choose from."""
    assert damage_types(read_damage("1d6+1", 6).dice) == (PLAIN,)
    assert damage_types(read_damage("1d10 Exp", 6).dice) == (EXP,)
    assert damage_types(read_damage("2d10 Exp+1d4 Fire+1", 6).dice) == (EXP, FIRE)
    assert damage_types(read_damage("2 Action dice", 10).dice) == (DamageDie(10),)
    assert damage_types(()) == ()


@pytest.mark.rule("4.2-21")
def test_an_added_exp_die_widens_the_explosion() -> None:
    assert [band.outer for band in explosion_bands([ExplosiveDie(3)])] == [2]
    grown = explosion_bands([ExplosiveDie(3), ExplosiveDie(8, bought=True)])
    assert [band.outer for band in grown] == [2, 4]


@pytest.mark.rule("4.2-20", "A5-15")
def test_deflection_that_was_not_used_up_swallows_the_die_of_a_benny() -> None:
    """Worked example T5-22: two levels against two Action dice leave none, a third one counts."""
    assert bought_die_counts([PLAIN, PLAIN], PLAIN, 2)
    assert not bought_die_counts([PLAIN], PLAIN, 2)
    assert bought_die_counts([PLAIN], PLAIN, 2, pierce=1)
    assert bought_die_counts([PLAIN], PLAIN, 0)
    assert bought_die_counts([PLAIN, FIRE, FIRE], FIRE, 2)
    assert not bought_die_counts([PLAIN, PLAIN, FIRE], FIRE, 2)


@pytest.mark.rule("4.2-20", "4.2-17")
def test_the_big_rock() -> None:
    """Worked example T5-01: damage 3−2, then a Benny on damage, seen after the roll."""
    rock = read_damage("1 Action die−2", 6)
    assert damage_types(rock.dice) == (PLAIN,)
    assert resolve(RollKind.ACTION, (6,), (6,)).benny
    sides = tuple(die.sides for die in rock.dice)
    first = resolve(RollKind.OTHER, sides, (3,))
    assert damage_total(first.total, rock.flat) == 1
    closed = resolve(RollKind.OTHER, sides, (3, 3), benny=(6,))
    assert damage_total(closed.total, rock.flat) == 4


@pytest.mark.rule("4.2-18")
def test_the_gallows_benny_on_range_or_on_the_action_roll() -> None:
    """Worked examples T5-02 and T5-02b: natural 8 on a d10, Use 3, −2 for the rope."""
    assert BENNY_DIE == 6
    over = out_of_range(15, 12)
    assert resolve(RollKind.ACTION, (10,), (8,), bonus=-2 - over).reaches(3)
    assert damage_total(2, 1, out_of_range=over) == 0
    plain = out_of_range(15, 10)
    assert not resolve(RollKind.ACTION, (10,), (8,), bonus=-2 - plain).reaches(3)
    saved = resolve(RollKind.ACTION, (10,), (8, 2), bonus=-2 - plain, benny=(BENNY_DIE,))
    assert saved.reaches(3)
    assert damage_total(2, 1, out_of_range=plain) == 0


@pytest.mark.rule("5.1-26", "A5-50")
def test_a_benny_rescues_a_damage_roll_of_ones_unless_the_table_says_otherwise() -> None:
    """Worked example T5-15: 1, then a Benny's 3."""
    assert damage_fails([1])
    assert not damage_fails([1], [3])
    assert damage_fails([1], [1])
    assert damage_fails([1], [3], bw_benny_rescues_cf=False)
    assert not damage_fails([1, 2])
    assert damage_total(1 + 3, 0, critical_failure=damage_fails([1], [3])) == 4
