"""Arcs, flames, lobbed shots and what Launchers send, through acts."""

from functools import partial

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.weapons.loading import LoadLauncher
from brikdesk.errors import BadInput
from brikdesk.store.act import overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Chamber, Fire, Projectile
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import put
from tests.acts.table import bad, rows, told


@pytest.fixture
def tower(battle: Campaign) -> int:
    return unit(battle, "Tower", 1, kind="Vehicle", size=4, armor="2d10", action_die=6)


def firing(gun: int, by: int, *aims: Aim, **facts: object) -> Attack:
    return Attack(aims=aims, strikes=(Strike(weapon_id=gun, by_id=by, **facts),))  # type: ignore[arg-type]


@pytest.mark.rule("8.3-02", "8.3-09")
def test_an_arc_has_a_whole_number_of_points_and_loses_as_many(
    battle: Campaign, tower: int
) -> None:
    gun = weapon(battle, tower, kind="MachineGun", size=4)
    foe = Aim(unit_id=unit(battle, "Foe", 2), distance=2)
    for points in (1, 2, 3):
        seen = look(battle, firing(gun, tower, foe, mode=Mode.ARC, count=points))
        assert [row.value for row in seen.modifiers if row.key == "auto"] == [-points]
    with pytest.raises(BadInput, match="points of arc"):
        look(battle, firing(gun, tower, foe, mode=Mode.ARC, count=0))


@pytest.mark.rule("8.3-08", "5.1-36", "8.3-07")
def test_of_a_large_target_only_what_lies_in_the_arc_counts_to_hit_and_for_damage(
    battle: Campaign, tower: int
) -> None:
    gun = weapon(battle, tower, kind="BlastGun", size=2)
    cow = unit(battle, "Cow", 2, kind="Creature", size=8, armor="3d10")
    whole = look(battle, firing(gun, tower, Aim(unit_id=cow, distance=1)), 4, 5, 5)
    part = look(battle, firing(gun, tower, Aim(unit_id=cow, distance=1, inches=2)), 4, 5, 5)
    assert [(s.shots[0].total, s.victims[0].damage) for s in (whole, part)] == [(8, 13), (5, 10)]


@pytest.mark.rule("8.3-23", "8.3-22")
def test_cover_takes_from_the_roll_and_from_the_damage_of_a_flamethrower(
    battle: Campaign, tower: int
) -> None:
    gun = weapon(battle, tower, kind="FlameThrower", size=2)
    foe = unit(battle, "Foe", 2)
    seen = look(battle, firing(gun, tower, Aim(unit_id=foe, distance=2, sections=2)), 6, 3, 3,
                benny_0="other", words_0="A hat flies.")  # fmt: skip
    assert (seen.shots[0].total, seen.victims[0].damage) == (4, 5)


@pytest.mark.rule("8.3-36")
def test_flames_on_the_ground_set_nothing_alight(battle: Campaign, tower: int) -> None:
    gun = weapon(battle, tower, kind="FlameThrower", size=2)
    lines = done(battle, firing(gun, tower, Aim(place="the meadow", distance=2)), 5, 3, 3)
    assert any("The meadow takes 6." in line for line in lines)
    assert rows(battle, Fire) == []


@pytest.mark.rule("8.4-04", "8.4-07", "Q8-85", "5.1-56")
def test_a_cannon_lobs_blind_over_a_wall_unless_the_table_says_no(
    battle: Campaign, tower: int
) -> None:
    gun = weapon(battle, tower, kind="Cannon", size=2)
    put(battle, Chamber(weapon_id=gun, name="Shell", explosive_size=2, count=1))
    foe = unit(battle, "Foe", 2)
    blind = firing(gun, tower, Aim(unit_id=foe, distance=4, blind=True))
    seen = look(battle, blind)
    assert (seen.refusal, seen.modifiers[0].value, seen.modifiers[0].rule) == ("", -5, "5.1-56")
    battle.do(SetHouseRule(switch="cannon_indirect", value=False))
    assert look(battle, blind).refused_by == "Q8-85"
    assert look(battle, firing(gun, tower, Aim(unit_id=foe, distance=4))).refusal == ""


@pytest.mark.rule("8.4-05", "Q8-35")
def test_inches_that_a_lobbed_shot_comes_down_cost_no_range(battle: Campaign) -> None:
    gunner = unit(battle, "Gunner", 1, kind="Vehicle", size=4, armor="2d10", action_die=6, x=0, y=0)
    foe = unit(battle, "Foe", 2, x=8, y=0)
    gun = weapon(battle, gunner, kind="Cannon", size=2)
    put(battle, Chamber(weapon_id=gun, name="Shell", explosive_size=2, count=1))
    level = look(battle, firing(gun, gunner, Aim(unit_id=foe)))
    below = look(battle, firing(gun, gunner, Aim(unit_id=foe, above=-9)))
    assert level.away == '5.5" away, measured on the map'
    assert (below.weapon, below.away) == (level.weapon, level.away)
    assert below.modifiers == level.modifiers


@pytest.mark.rule("8.4-57", "8.4-55", "OF-74")
def test_what_a_launched_object_does_follows_from_its_armor(battle: Campaign, tower: int) -> None:
    gun = weapon(battle, tower, kind="Launcher", size=4)
    anvil = LoadLauncher(weapon_id=gun, object_name="Anvil", object_size=2, object_armor="2D10")
    assert told(battle, anvil) == [
        "Tower is loaded. Anvil. Carrying it means Half Speed. Armor 2d10. 8.4-52"
    ]
    foe = unit(battle, "Foe", 2, armor="20")
    at = Aim(unit_id=foe, distance=4)
    proposed = look(battle, firing(gun, tower, at, use=3), 5, 5, 3)
    assert (proposed.damage, proposed.victims[0].damage) == ("2d6 Crash (Anvil, Armor 2d10)", 8)
    assert {term.rule for term in proposed.victims[0].sums[0].terms} == {"8.4-57"}
    typed = look(battle, firing(gun, tower, at, damage="1d6 Crash+1", use=3), 5, 5)
    assert (typed.damage, typed.victims[0].damage) == ("1d6 Crash+1", 6)
    assert {term.rule for term in typed.victims[0].sums[0].terms} == {"5.1-10"}
    battle.do(SetHouseRule(switch="bw_crash_dice_rule", value="typed"))
    asked = look(battle, firing(gun, tower, at, use=3), 5).damage
    assert asked == "by payload: type the damage of Anvil"


@pytest.mark.rule("8.4-57")
def test_launched_equipment_hits_as_in_close_combat(battle: Campaign, tower: int) -> None:
    gun = weapon(battle, tower, kind="Launcher", size=4)
    facts = {"object_size": 0, "object_armor": "1d10"}
    axe = LoadLauncher(weapon_id=gun, object_name="Axe", object_damage="1 Action die+2", **facts)
    assert told(battle, axe) == ["Tower is loaded. Axe. Damage 1 Action die+2. 8.4-52"]
    foe = unit(battle, "Foe", 2, armor="20")
    seen = look(battle, firing(gun, tower, Aim(unit_id=foe, distance=4), use=3), 5, 4)
    assert (seen.damage, seen.victims[0].damage) == ("1d6+2 (Axe, as in Close Combat)", 6)


@pytest.mark.rule("8.4-08", "8.4-57")
def test_an_object_that_does_not_explode_arrives_at_once_if_the_referee_lets_it(
    battle: Campaign, tower: int
) -> None:
    gun = weapon(battle, tower, kind="Launcher", size=4)
    facts = {"object_size": 2, "object_armor": "2D10"}
    battle.do(LoadLauncher(weapon_id=gun, object_name="Anvil", **facts))
    foe = unit(battle, "Foe", 2, armor="20")
    attack = firing(gun, tower, Aim(unit_id=foe, distance=15), use=3)
    seen = look(battle, attack, 5, 5, 3)
    assert (seen.refused_by, seen.damage) == ("8.4-08", "2d6 Crash (Anvil, Armor 2d10)")
    near = look(battle, firing(gun, tower, Aim(unit_id=foe, distance=12), use=3), 5, 5, 3)
    assert near.refused_by == ""
    assert "does not explode" in bad(
        battle,
        overruling(Launch(weapon_id=gun, distance=15, target="Foe", unit_id=tower), "8.4-08"),
    )
    lines = done(battle, overruling(attack, "8.4-08"), 5, 5, 3)
    assert any("2d6 Crash" in each or "Anvil" in each for each in lines)
    assert not rows(battle, Projectile)


@pytest.mark.rule("8.4-57", "8.4-56", "OF-73")
def test_each_object_of_a_launch_does_what_is_its_own(battle: Campaign, tower: int) -> None:
    gun = weapon(battle, tower, kind="Launcher", size=6)
    load = partial(LoadLauncher, weapon_id=gun, object_size=1)
    battle.do(load(object_name="Rock", object_armor="1d10"))
    battle.do(load(object_name="Pig", object_armor="1d6"))
    battle.do(load(object_name="Thing"))
    foe = unit(battle, "Foe", 2, armor="20")
    shot = firing(gun, tower, Aim(unit_id=foe, distance=4), use=3, rounds=3)
    words = (
        "1d6 Crash (Rock, Armor 1d10); none (Pig, Armor 1d6); by payload: type the damage of Thing"
    )
    assert look(battle, shot).damage == words
    lines = done(battle, shot, 5, 5, 5, 4)
    assert any("Foe takes 4." in each for each in lines)


@pytest.mark.rule("8.4-57")
def test_damage_and_armor_of_an_object_are_checked_when_it_is_loaded(
    battle: Campaign, tower: int
) -> None:
    gun = weapon(battle, tower, kind="Launcher", size=4)
    load = partial(LoadLauncher, weapon_id=gun, object_name="Anvil")
    assert bad(battle, load(object_armor="very hard")).startswith("object_armor: Armor is a number")
    assert "object_damage: “lots” is no damage" in bad(battle, load(object_damage="lots"))


@pytest.mark.rule("5.3-07", "5.3-10", "5.3-08")
def test_a_missed_shot_may_be_placed_on_any_spot_that_is_named(
    battle: Campaign, tower: int
) -> None:
    gun = weapon(battle, tower, kind="Gun", size=4)
    foe = unit(battle, "Foe", 2)
    attack = firing(gun, tower, Aim(unit_id=foe, distance=2))
    missed = Attack(aims=attack.aims, strikes=attack.strikes, track_misses=True)
    choice = look(battle, missed, 2).open_choices[0]
    assert (choice.id, choice.free) == ("spot-0", True)
    assert any("the bird bath" in line for line in done(battle, missed, 2, spot_0="the bird bath"))
