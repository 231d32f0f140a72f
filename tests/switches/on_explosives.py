"""Explosives, projectiles, and who is caught in a blast."""

from brikdesk.acts.combat.aim import Aim, Caught, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.flights import MoveTarget
from brikdesk.acts.explosives.launch_and_detonate import Detonate, Launch
from brikdesk.acts.explosives.placed import AddExplosive, DamageExplosive
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive, Field, Projectile
from tests.acts.attack_scene import look, unit, weapon
from tests.acts.hazards import ANN, BEN, creation
from tests.acts.table import row, rows, told
from tests.switches.situations import answered, situation


def add(battle: Campaign, name: str, explosive_size: int = 1, **facts: object) -> int:
    """Put an Explosive on the table; give its key."""
    battle.do(AddExplosive(name=name, explosive_size=explosive_size, **facts))  # type: ignore[arg-type]
    return rows(battle, Explosive)[-1].id or 0


def detonate(bomb: int, *faces: int, caught: tuple[Caught, ...] = ()) -> Detonate:
    """Return the act that sets it off with these dice."""
    return Detonate(explosive_id=bomb, faces=tuple(Face(face) for face in faces), caught=caught)


def lit(battle: Campaign, name: str, explosive_size: int, **facts: object) -> int:
    """Put an Explosive on the table that a hit has activated."""
    bomb = add(battle, name, explosive_size, **facts)
    told(battle, DamageExplosive(explosive_id=bomb, damage=2, causer_id=BEN))
    return bomb


@situation("semi_stable_sum")
def two_weak_hits_on_a_grenade(battle: Campaign) -> object:
    grenade = add(battle, "Grenade")
    told(battle, DamageExplosive(explosive_id=grenade, damage=1))
    told(battle, DamageExplosive(explosive_id=grenade, damage=1))
    return row(battle, Explosive).state


@situation("premature_owner")
def who_answers_for_a_blast_that_came_early(battle: Campaign) -> object:
    bomb = lit(battle, "Smoke", 1, makeup=Makeup(exchanges={"SMOKE": 1}), player_id=ANN)
    told(battle, detonate(bomb))
    return row(battle, Field).shrink_player_id


@situation("explosion_crit_damage")
def an_explosion_of_ones(battle: Campaign) -> object:
    return told(battle, detonate(add(battle, "Bomb", 2), 1, 1))


def blown(battle: Campaign, bomb: int, *faces: int, distance: float, **facts: object) -> object:
    """Return what a bystander takes of an explosion, at this distance from its centre."""
    foe = unit(battle, "Foe", 2, armor="50", **facts)
    here = (Caught(unit_id=foe, distance=distance),)
    seen = battle.reading(detonate(bomb, *faces, caught=here).examine)
    return [victim.damage for victim in seen.victims]  # type: ignore[attr-defined]


@situation("band_border")
def who_stands_on_the_edge_of_a_band(battle: Campaign) -> object:
    return blown(battle, add(battle, "Bomb", 2), 3, 7, distance=2)


@situation("highest_by")
def a_die_that_is_higher_with_its_bonus_die(battle: Campaign) -> object:
    makeup = Makeup(exchanges={"FIRE": 1})
    return blown(battle, add(battle, "Bomb", 2, makeup=makeup), 4, 5, 3, distance=3)


@situation("phased_bands")
def a_phased_blast(battle: Campaign) -> object:
    bomb = add(battle, "Phaser", 4, makeup=Makeup(exchanges={"PHASED": 1}))
    return battle.reading(detonate(bomb, 5, 3, 2).examine).bands


@situation("bw_deflection_pick", "before_roll", "lowest")
def a_blast_against_deflection(battle: Campaign) -> object:
    bomb = add(battle, "Bomb", 3, makeup=Makeup(flat=1))
    return blown(battle, bomb, 2, 9, 5, distance=1, deflection=1)


@situation("bw_deflection_keeps_bonus")
def a_flat_bonus_behind_deflection(battle: Campaign) -> object:
    bomb = add(battle, "Bomb", 1, makeup=Makeup(flat=3))
    return blown(battle, bomb, 4, distance=1, deflection=2)


@situation("bw_pop_rule")
def concussion_against_a_creation(battle: Campaign) -> object:
    bomb = add(battle, "Thumper", 1, makeup=Makeup(exchanges={"CONCUSSION": 1}))
    mech = creation(battle, size=4, weight_class=2, player_id=BEN, size_damage=1)
    here = (Caught(unit_id=mech, distance=1, loose=True),)
    seen = battle.reading(detonate(bomb, 5, caught=here).examine)
    return [die.label for die in seen.dice]


@situation("bw_explosive_use")
def a_grenade_of_the_roster(battle: Campaign) -> object:
    ann, foe = unit(battle, "Ann", 1), unit(battle, "Foe", 2)
    grenade = weapon(battle, ann, preset="W-11")
    attack = Attack(aims=(Aim(unit_id=foe, distance=2),), strikes=(Strike(weapon_id=grenade),))
    return look(battle, attack).shots[0].use


@situation("rocket_tracking")
def a_rocket_that_is_steered(battle: Campaign) -> object:
    battle.do(
        Launch(
            player_id=ANN,
            name="Rocket",
            action_die=6,
            distance=30,
            explosive_size=2,
            use=4,
            target="the gate",
        )
    )
    return answered(battle, MoveTarget(projectile_id=1, target="the tower", remaining=20))


@situation("projectile_target_mod")
def a_shot_at_a_rocket(battle: Campaign) -> object:
    battle.do(
        Launch(
            player_id=BEN,
            name="Rocket",
            action_die=6,
            distance=30,
            explosive_size=2,
            use=4,
            target="the gate",
        )
    )
    ann = unit(battle, "Ann", 1)
    bow = weapon(battle, ann, preset="W-05")
    flight = rows(battle, Projectile)[0].id
    aim = Aim(projectile_id=flight, distance=5)
    return (
        look(battle, Attack(aims=(aim,), strikes=(Strike(weapon_id=bow, by_id=ann),)))
        .shots[0]
        .needed
    )
