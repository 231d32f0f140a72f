"""Blows of what burns with acid, ion, poison or a virus: a d4 of that kind, and what it leaves (F.1-49)."""

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import FireDamage
from brikdesk.acts.fire.fires import Ignite
from brikdesk.rules.brikwars.fire import FireKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fire, Unit
from tests.acts.attack_scene import done, faces, look, unit, weapon
from tests.acts.table import bad, refused, row, rows, told

HARDY = {"kind": "Creature", "size": 4, "armor": "1d10", "action_die": 6}
EVERYTHING = ("living", "technological", "computer", "burns by design")


@pytest.fixture
def mech(battle: Campaign) -> int:
    return unit(battle, "Mech", 1, tags=EVERYTHING, **HARDY)


def strike(campaign: Campaign, by: int, at: int) -> Attack:
    """Return a blow of 1d6 that nothing penalises, at a target of Weight class 1."""
    blade = weapon(campaign, by, kind="Melee Weapon", size=1, use=2, damage="1d6")
    return Attack(aims=(Aim(unit_id=at),), strikes=(Strike(weapon_id=blade, by_id=by),))


def fire_of(campaign: Campaign, unit_id: int) -> list[tuple[FireKind, int]]:
    return [(fire.kind, fire.size) for fire in rows(campaign, Fire) if fire.unit_id == unit_id]


@pytest.mark.rule("F.1-49", "F.1-29", "F.1-45", "F.1-46", "F.1-47")
@pytest.mark.parametrize(
    ("kind", "tag", "label"),
    [
        (FireKind.FIRE, "", "d4 Fire"),
        (FireKind.ACID, "", "d4 Acid"),
        (FireKind.ION, "technological", "d4 Ion"),
        (FireKind.POISON, "living", "d4 Poison"),
        (FireKind.VIRUS, "computer", "d4 Virus"),
    ],
)
def test_a_blow_of_what_burns_has_a_die_of_its_kind_for_whom_it_reaches(
    battle: Campaign, mech: int, kind: FireKind, tag: str, label: str
) -> None:
    battle.do(Ignite(unit_id=mech, kind=kind))
    victim = unit(battle, "Victim", 2, tags=(tag,) if tag else (), **HARDY)
    rock = unit(battle, "Rock", 2, tags=("flammable",), **HARDY)
    at_victim = [die.label for die in look(battle, strike(battle, mech, victim), 5).dice]
    at_rock = [die.label for die in look(battle, strike(battle, mech, rock), 5).dice]
    assert at_victim == ["Action", "d6", label]
    assert at_rock == (["Action", "d6"] if tag else at_victim)


@pytest.mark.rule("F.1-49", "QF-15", "QF-26")
def test_each_kind_adds_one_die_and_leaves_a_fire_of_its_own(battle: Campaign, mech: int) -> None:
    for kind in (FireKind.ACID, FireKind.FIRE):
        battle.do(Ignite(unit_id=mech, inches=3, kind=kind))
    victim = unit(battle, "Victim", 2, **HARDY)
    attack = strike(battle, mech, victim)
    assert [die.label for die in look(battle, attack, 5).dice[1:]] == ["d6", "d4 Fire", "d4 Acid"]
    lines = done(battle, attack, 5, 2, 1, 3, 9)
    assert fire_of(battle, victim) == [(FireKind.ACID, 1)]
    assert any(
        "Victim does not catch fire. [1] No Fire die beats Weight class 1." in each
        for each in lines
    )
    assert any("Victim suffers acid. [3] Its acid is 1" in each for each in lines)


@pytest.mark.rule("F.1-49", "F.1-44", "F.1-24")
def test_acid_does_damage_and_more_of_it_grows_up_to_the_size(battle: Campaign, mech: int) -> None:
    battle.do(Ignite(unit_id=mech, kind=FireKind.ACID))
    victim = unit(battle, "Victim", 2, **HARDY)
    attack = strike(battle, mech, victim)
    assert look(battle, attack, 5, 3, 3).victims[0].damage == 6
    battle.do(Ignite(unit_id=victim, inches=3, kind=FireKind.ACID))
    told(battle, FireDamage(unit_id=victim, faces=faces(1), kind=FireKind.ACID))
    assert fire_of(battle, victim) == [(FireKind.ACID, 3)]
    done(battle, attack, 5, 3, 3, 9, 1)
    assert fire_of(battle, victim) == [(FireKind.ACID, 4)]
    words = told(battle, FireDamage(unit_id=victim, faces=faces(2), kind=FireKind.ACID))[0]
    assert "Victim suffers acid already. [2] Its acid stays 4" in words


@pytest.mark.rule("F.1-49", "F.1-45", "OF-58")
def test_an_ion_die_overloads_and_does_no_damage(battle: Campaign, mech: int) -> None:
    battle.do(Ignite(unit_id=mech, kind=FireKind.ION))
    robot = unit(battle, "Robot", 2, tags=("technological",), **HARDY)
    attack = strike(battle, mech, robot)
    seen = look(battle, attack, 5, 3, 3)
    assert seen.victims[0].damage == 3
    assert sum(term.value for term in seen.victims[0].sums[0].terms) == 3
    lines = done(battle, attack, 5, 3, 3, 9)
    assert fire_of(battle, robot) == [(FireKind.ION, 1)]
    assert any("3 damage against Armor 9: nothing." in each for each in lines)
    assert row(battle, Unit, robot).grinding == 0


@pytest.mark.rule("F.1-49", "F.1-46", "F.1-47")
@pytest.mark.parametrize(
    ("kind", "tag", "name", "whole"),
    [
        (FireKind.POISON, "living", "poison", "The skin is whole."),
        (FireKind.VIRUS, "computer", "virus", "They are not connected."),
    ],
)
def test_the_referee_says_whether_poison_or_a_virus_passes_on(
    battle: Campaign, mech: int, kind: FireKind, tag: str, name: str, whole: str
) -> None:
    battle.do(Ignite(unit_id=mech, kind=kind))
    victim = unit(battle, "Victim", 2, tags=(tag,), **HARDY)
    attack = strike(battle, mech, victim)
    held = look(battle, attack, 5, 2, 3, 9).open_choices[0]
    through = look(battle, attack, 5, 5, 3, 2).open_choices[0]
    assert (held.id, held.player_id) == (f"{name}-{victim}", None)
    passes_first = [choice.options[0].value == "passes" for choice in (held, through)]
    assert passes_first == [kind is FireKind.VIRUS, True]
    assert look(battle, attack, 5, 2, 1, 9).open_choices == ()
    lines = done(battle, attack, 5, 2, 3, 9, **{f"{name}_{victim}": "stays"})
    assert fire_of(battle, victim) == []
    assert any(f"Victim does not suffer {kind.value}. [3] {whole}" in each for each in lines)
    battle.undo()
    done(battle, attack, 5, 2, 3, 9, **{f"{name}_{victim}": "passes"})
    assert fire_of(battle, victim) == [(kind, 1)]


@pytest.mark.rule("F.1-46", "8.3-25", "Q8-29")
def test_a_minifig_is_poisoned_once_and_nobody_asks_about_the_dead(
    battle: Campaign, mech: int
) -> None:
    battle.do(Ignite(unit_id=mech, kind=FireKind.POISON))
    gus = unit(battle, "Gus", 2, tags=("living",))
    attack = strike(battle, mech, gus)
    assert look(battle, attack, 5, 4, 3).open_choices == ()
    done(battle, attack, 5, 1, 2, **{f"poison_{gus}": "passes"})
    assert fire_of(battle, gus) == [(FireKind.POISON, 0)]
    assert row(battle, Unit, gus).fate.name == "ALIVE"
    again = look(battle, attack, 5, 1, 2)
    assert again.open_choices == ()


@pytest.mark.rule("F.1-45", "F.1-46", "F.1-47", "F.1-49")
def test_dice_of_a_kind_are_told_by_hand_for_whom_it_reaches(battle: Campaign, mech: int) -> None:
    rock = unit(battle, "Rock", 2, tags=("flammable",), **HARDY)
    ion = FireDamage(unit_id=rock, faces=faces(4), kind=FireKind.ION)
    assert refused(battle, ion, "F.1-45") == "Rock is not technological: ion does nothing to it."
    gus = unit(battle, "Gus", 2, tags=("living",))
    lines = told(battle, FireDamage(unit_id=gus, faces=faces(3), kind=FireKind.POISON))
    assert lines == ["Gus suffers poison. [3] 3 Poison damage, whatever his Armor. 8.3-25"]
    assert fire_of(battle, gus) == [(FireKind.POISON, 0)]
    again = told(battle, FireDamage(unit_id=gus, faces=faces(3), kind=FireKind.POISON))
    assert again == ["Gus suffers poison already. [3] Q8-29"]
    assert "No Fire dice" in bad(battle, FireDamage(unit_id=gus, faces=(), kind=FireKind.ACID))
