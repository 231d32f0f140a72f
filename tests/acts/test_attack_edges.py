"""Attacks at the edge: what flies beside what strikes at once, hits counted apart, long chains."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import Aim, Caught, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive, ExplosiveState, Fate, Homing, Projectile, Unit
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.table import bad, rows


@pytest.mark.rule("8.4-09")
def test_what_flies_and_what_strikes_are_two_attacks_unless_the_referee_lets_both_strike(
    battle: Campaign, gunner: int, foe: int
) -> None:
    stand = unit(battle, "Stand", 1, kind="Vehicle", size=4, armor="2d10", action_die=6)
    rocket = weapon(battle, stand, kind="Rocket", size=2)
    gun = weapon(battle, stand, kind="Gun", size=2)
    both = Attack(
        aims=(Aim(unit_id=foe, distance=14),),
        strikes=(
            Strike(weapon_id=rocket, by_id=gunner),
            Strike(weapon_id=gun, by_id=unit(battle, "Second", 1)),
        ),
    )
    assert look(battle, both).refused_by == "8.4-09"
    allowed = replace(both, overruled=frozenset({"8.4-09"}))
    seen = look(battle, allowed, 1, 1, spot_0="the ditch", dud_0="dud")
    assert (seen.refusal, seen.complete) == ("", True)
    done(battle, allowed, 1, 1, spot_0="the ditch", dud_0="dud")
    assert rows(battle, Explosive)[0].state is ExplosiveState.DUD
    assert not rows(battle, Projectile)


@pytest.mark.rule("8.4-09", "8.4-52")
def test_an_empty_launcher_sends_nothing_however_far_it_is(
    battle: Campaign, gunner: int, foe: int
) -> None:
    catapult = unit(battle, "Catapult", 1, kind="Vehicle", size=4, armor="2d10")
    sling = weapon(battle, catapult, kind="Launcher", size=4)
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=14),), strikes=(Strike(weapon_id=sling, by_id=gunner),)
    )
    assert look(battle, attack).refused_by == "8.4-52"


@pytest.mark.rule("8.4-18", "Q8-38", "Q8-83")
def test_a_projectile_that_two_weapons_hit_is_shot_down_once_though_hits_count_apart(
    battle: Campaign, gunner: int
) -> None:
    battle.do(
        Launch(
            name="Missile", explosive_size=2, distance=30, player_id=2, target="the gate",
            use=3, action_die=6, x=0.0, y=0.0, target_x=30.0, target_y=0.0,
        )
    )  # fmt: skip
    flight = rows(battle, Projectile)[0].id
    strikes = tuple(
        Strike(weapon_id=weapon(battle, shooter, preset="W-05"), by_id=shooter)
        for shooter in (gunner, unit(battle, "Second", 1))
    )
    attack = Attack(aims=(Aim(projectile_id=flight, distance=5),), strikes=strikes, combine=False)
    seen = look(battle, attack, 5, 5, 3, 3, 4, 6)
    assert [victim.damage for victim in seen.victims] == [8]
    done(battle, attack, 5, 5, 3, 3, 4, 6)
    assert not rows(battle, Projectile)
    (missile,) = rows(battle, Explosive)
    assert missile.state is ExplosiveState.SPENT
    assert (missile.x, missile.y) == (12.0, 0.0), "where it was, not where it came from"


@pytest.mark.rule("8.4-13", "8.4-30")
def test_as_many_explosives_as_lie_on_one_spot_go_off_and_none_reaches_farther(
    battle: Campaign, gunner: int
) -> None:
    """T8-06 with 45 of the hundred: 90d10 within 2", 45d10 to 4", and nothing beyond."""
    spear = weapon(battle, gunner, preset="W-01", name="Spear")
    near, far = unit(battle, "Near", 2), unit(battle, "Far", 2)
    for number in range(45):
        battle.do(
            AddExplosive(name=f"Keg {number}", explosive_size=2, stability=Stability.UNSTABLE)
        )
    kegs = [keg.id or 0 for keg in rows(battle, Explosive)]
    all_kegs = tuple(Caught(explosive_id=keg) for keg in kegs[1:])
    people = tuple(
        Caught(blast=f"explosive-{keg}", unit_id=victim, distance=distance, loose=False)
        for keg in kegs
        for victim, distance in ((near, 3.0), (far, 4.5))
    )
    attack = Attack(
        aims=(Aim(explosive_id=kegs[0]),),
        strikes=(Strike(weapon_id=spear, by_id=gunner, mode=Mode.STRIKE),),
        caught=(*all_kegs, *people),
    )
    rolled = (5, 3, *(2, 8) * 45)
    seen = look(battle, attack, *rolled)
    assert (seen.complete, seen.owed) == (True, 0)
    taken = {victim.unit_id: victim.damage for victim in seen.victims if victim.unit_id}
    assert taken == {near: 45 * 2, far: 0}
    done(battle, attack, *rolled)
    assert {keg.state for keg in rows(battle, Explosive)} == {ExplosiveState.SPENT}
    assert [each.fate for each in rows(battle, Unit)] == [Fate.ALIVE, Fate.DEAD, Fate.ALIVE]


@pytest.mark.rule("8.5-12", "4.2-02")
def test_one_gunner_does_not_support_two_guns_of_an_attack_unless_the_referee_lets_him(
    battle: Campaign, foe: int
) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=6, armor="3d10")
    guns = [weapon(battle, tank, kind="Gun", size=3, name=f"Gun {side}") for side in "LR"]
    helper = unit(battle, "Helper", 1, specialties=("gunnery",))
    strikes = tuple(
        Strike(weapon_id=gun, by_id=unit(battle, f"Crew {gun}", 1), supporters=(helper,))
        for gun in guns
    )
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=strikes)
    seen = look(battle, attack)
    assert (seen.refused_by, "2 parts" in seen.refusal) == ("4.2-02", True)
    allowed = replace(attack, overruled=frozenset({"4.2-02"}))
    done(battle, allowed, 2, 2)
    assert [homing.bonus for homing in rows(battle, Homing)] == [1, 1]


@pytest.mark.rule("8.5-13")
def test_a_team_too_large_is_the_referees_to_allow(battle: Campaign) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=6, armor="3d10")
    gun = weapon(battle, tank, kind="Gun", size=2)
    helpers = tuple(unit(battle, f"Helper {n}", 1, specialties=("gunnery",)) for n in range(3))
    strike = Strike(weapon_id=gun, by_id=unit(battle, "Crew", 1), supporters=helpers)
    attack = Attack(aims=(Aim(place="the gate", distance=5),), strikes=(strike,))
    rule = look(battle, attack).refused_by
    allowed = replace(attack, overruled=frozenset({rule}))
    assert (rule, look(battle, allowed).refusal) == ("8.5-13", "")
    done(battle, allowed, 2, 1, 1)
    assert rows(battle, Homing)[0].bonus == 3


@pytest.mark.rule("8.1-11")
def test_one_grenade_is_thrown_once(battle: Campaign, gunner: int, foe: int) -> None:
    grenade = weapon(battle, gunner, preset="W-11")
    throw = Strike(weapon_id=grenade, by_id=gunner)
    twice = Attack(aims=(Aim(unit_id=foe, distance=2),), strikes=(throw, throw))
    assert "it takes part once." in bad(battle, twice)
