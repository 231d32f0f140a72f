"""How much Power a creation or a team has for what it activates (8.1-31 to 8.1-50)."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import TakeSizeDamage
from brikdesk.acts.power import DivertPower, UsePower
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.acts.weapons.firing import FireWeapon
from brikdesk.acts.weapons.loading import Reload
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import PowerUse, Unit
from brikdesk.turns.queue import agenda
from tests.acts.attack_scene import faces, look, unit, weapon
from tests.acts.table import ROUND, end_turn, refused, row, rows, told


@pytest.fixture
def mech(battle: Campaign) -> int:
    return unit(battle, "Mech", 1, kind="Creature", size=3, armor="2d10", action_die=6)


@pytest.mark.rule("8.1-33", "8.1-31", "8.1-32")
def test_any_number_of_weapons_is_carried_and_only_use_is_limited(
    battle: Campaign, mech: int
) -> None:
    guns = [weapon(battle, mech, kind="Gun", size=3) for _ in range(10)]
    for gun in guns[:2]:
        battle.do(FireWeapon(weapon_id=gun))
    refused(battle, FireWeapon(weapon_id=guns[2]), "8.1-32")


@pytest.mark.rule("8.1-34", "8.1-39")
def test_without_effective_size_nothing_is_activated(battle: Campaign) -> None:
    rat = unit(battle, "Rat", 1, kind="Creature", size=0, armor="1d6", action_die=6)
    tooth = weapon(battle, rat, kind="Melee Weapon", size=1)
    words = refused(battle, FireWeapon(weapon_id=tooth), "8.1-34")
    assert "only a special attack might work" in words
    worn = unit(battle, "Worn Mech", 1, kind="Creature", size=1, armor="1d10", action_die=6)
    weapon(battle, worn, kind="Melee Weapon", size=1)
    refused(battle, UsePower(unit_id=worn, inches=3), "8.1-40")
    battle.do(UsePower(unit_id=worn, inches=2))


@pytest.mark.rule("8.1-35")
@pytest.mark.parametrize(("multiplier", "limit"), [(2, 6), (3, 9), (4, 12)])
def test_each_enhancement_adds_the_effective_size_once(
    battle: Campaign, multiplier: int, limit: int
) -> None:
    mech = unit(
        battle, "Enhanced Mech", 1, kind="Creature", size=3, armor="2d10",
        power_multiplier=multiplier,
    )  # fmt: skip
    refused(battle, UsePower(unit_id=mech, inches=limit + 1), "8.1-40")
    assert told(battle, UsePower(unit_id=mech, inches=limit))[0].endswith('0" left. 8.1-32')
    battle.undo()
    battle.do(TakeSizeDamage(unit_id=mech))
    refused(battle, UsePower(unit_id=mech, inches=limit - multiplier + 1), "8.1-40")
    battle.do(UsePower(unit_id=mech, inches=limit - multiplier))


@pytest.mark.rule("8.1-36", "8.1-37")
def test_half_power_is_once_the_size_while_it_holds(battle: Campaign) -> None:
    flier = unit(
        battle, "Flier", 1, kind="Creature", size=3, armor="2d10", half_power="while airborne"
    )
    battle.do(UsePower(unit_id=flier, inches=6))
    battle.undo()
    aloft = unit(battle, "Aloft", 1, kind="Creature", size=3, armor="2d10", half_power="always")
    refused(battle, UsePower(unit_id=aloft, inches=4), "8.1-40")
    refused(battle, DivertPower(unit_id=aloft), "8.1-36")


@pytest.mark.rule("8.1-16", "8.1-17", "8.4-03")
def test_a_shell_takes_the_power_of_its_cannon_and_a_rocket_that_of_its_elements(
    battle: Campaign,
) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10", action_die=6)
    cannon = weapon(battle, tank, kind="Cannon", size=3)
    battle.do(AddRack(weapon_id=cannon, rounds=(RoundFacts(name="Small Shell"),)))
    battle.do(Reload(weapon_id=cannon))
    end_turn(battle, ROUND)
    rocket = weapon(battle, tank, kind="Rocket", size=2)
    assert any('uses 3" of Power' in words for words in told(battle, FireWeapon(weapon_id=cannon)))
    assert any('uses 2" of Power' in words for words in told(battle, FireWeapon(weapon_id=rocket)))
    assert [use.inches for use in rows(battle, PowerUse)] == [3, 2]


def team_attack(campaign: Campaign, gun: int, *crew: int) -> Attack:
    target = unit(campaign, "Tower", 2, kind="Structure", size=4, armor="2d10")
    strike = Strike(weapon_id=gun, by_id=crew[0], team=crew[1:])
    return Attack(aims=(Aim(unit_id=target, distance=9),), strikes=(strike,))


@pytest.mark.rule("8.1-48")
def test_a_vehicle_lends_its_power_only_if_it_is_built_for_it(battle: Campaign, mech: int) -> None:
    stand = unit(battle, "Stand", 1, kind="Structure", size=2, armor="2d10")
    gun = weapon(battle, stand, kind="Gun", size=10)
    truck = unit(battle, "Truck", 1, kind="Vehicle", size=3, armor="2d10", action_die=6)
    plug = unit(
        battle, "Plug", 1, kind="Vehicle", size=3, armor="2d10", action_die=6,
        tags=("team power",),
    )  # fmt: skip
    unfit = look(battle, team_attack(battle, gun, mech, truck))
    assert unfit.refused_by == "8.1-48"
    assert "Truck is not built to lend Power" in unfit.refusal
    assert not look(battle, team_attack(battle, gun, mech, plug)).refusal


@pytest.mark.rule("8.1-49", "8.1-43", "8.1-45")
def test_what_a_member_saved_by_diverting_counts_for_the_team(battle: Campaign, mech: int) -> None:
    other = unit(battle, "Other Mech", 1, kind="Creature", size=3, armor="2d10", action_die=6)
    stand = unit(battle, "Stand", 1, kind="Structure", size=2, armor="2d10")
    gun = weapon(battle, stand, kind="Gun", size=18, use=2)
    attack = team_attack(battle, gun, mech, other)
    short = look(battle, attack)
    assert (short.refused_by, 'together they have 12"' in short.refusal) == ("8.1-45", True)
    battle.do(DivertPower(unit_id=mech))
    battle.do(EndTurn())
    for step in battle.reading(agenda):  # it stores its Power, and is free again
        battle.do(act_from_data(step.act))
    end_turn(battle, ROUND)
    if battle.reading(agenda):
        battle.do(GoOn())
    assert not look(battle, attack).refusal
    told(battle, replace(attack, faces=faces(1)))
    assert sum(use.inches for use in rows(battle, PowerUse)) == 12
    assert row(battle, Unit, mech).power_saved == 0


@pytest.mark.rule("8.1-50")
def test_every_member_gives_the_kind_of_power_that_the_weapon_needs(
    battle: Campaign, mech: int
) -> None:
    stand = unit(
        battle, "Coil", 1, kind="Structure", size=2, armor="2d10",
        tags=("needs electric power",),
    )  # fmt: skip
    gun = weapon(battle, stand, kind="Gun", size=10)
    ox, eel = (
        unit(
            battle, name, 1, kind="Creature", size=3, armor="2d10", action_die=6,
            tags=(f"gives {kind} power",),
        )
        for name, kind in (("Ox", "muscle"), ("Eel", "electric"))
    )  # fmt: skip
    wrong = look(battle, team_attack(battle, gun, mech, ox))
    assert wrong.refused_by == "8.1-50"
    assert "Ox has no electric Power to give" in wrong.refusal
    assert not look(battle, team_attack(battle, gun, mech, eel)).refusal


@pytest.mark.rule("8.1-45", "8.1-46")
@pytest.mark.parametrize(
    ("size", "crew"), [(2, "one minifig"), (3, "2 minifigs"), (5, "3 minifigs")]
)
def test_a_refusal_tells_how_many_minifigs_it_takes(battle: Campaign, size: int, crew: str) -> None:
    stand = unit(battle, "Stand", 1, kind="Structure", size=2, armor="2d10")
    gun = weapon(battle, stand, kind="Gun", size=size)
    rats = [
        unit(battle, f"Rat {n}", 1, kind="Creature", size=0, armor="1d6", action_die=6)
        for n in range(2)
    ]
    refusal = look(battle, team_attack(battle, gun, *rats)).refusal
    assert refusal.endswith(f'together they have 0", the weapon takes {size}": about {crew}.')
