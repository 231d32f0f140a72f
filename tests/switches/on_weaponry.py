"""Arcs, bursts, several weapons, Cannons, Explosions and the Armor that they meet."""

from brikdesk.acts.combat.aim import Aim, Caught, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Chamber, Inside
from tests.acts.attack_scene import done, faces, look, unit, weapon
from tests.acts.hazards import creation, put
from tests.acts.hazards import look as examine
from tests.acts.table import rows, told
from tests.switches.situations import situation


def tower(battle: Campaign) -> int:
    """Put up what mounts guns, with a gunner in it who fires them; give the tower's key."""
    return unit(battle, "Tower", 1, kind="Vehicle", size=4, armor="2d10", action_die=6)


@situation("multi_weapon_damage")
def two_guns_at_one_target(battle: Campaign) -> object:
    bearer = tower(battle)
    guns = [weapon(battle, bearer, kind="Gun", size=2) for _ in range(2)]
    foe = unit(battle, "Foe", 2, armor="9")
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=3),),
        strikes=tuple(Strike(weapon_id=gun, by_id=bearer) for gun in guns),
    )
    seen = look(battle, attack, 5, 5, 3, 3, 3, 3)
    asked = seen.asked
    told_of = [victim.damage for victim in seen.victims]
    return (
        told_of,
        seen.adds_up,
        asked and len(asked.targets),
        done(battle, attack, 5, 5, 3, 3, 3, 3),
    )


@situation("burst_damage")
def a_burst_at_one_target(battle: Campaign) -> object:
    bearer = tower(battle)
    gun = weapon(battle, bearer, kind="MachineGun", size=2)
    foe = unit(battle, "Foe", 2, armor="9")
    strike = Strike(weapon_id=gun, by_id=bearer, mode=Mode.BURST, count=2)
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=3),), strikes=(strike,), changes=(),
    )  # fmt: skip
    dice = (6, 6, 3, 3, 3, 3)
    spent = {"benny_0": "other", "words_0": "A hat flies.", "benny_1": "other", "words_1": "Two."}
    seen = look(battle, attack, *dice, **spent)
    asked = seen.asked
    return [victim.damage for victim in seen.victims], asked and len(asked.targets)


@situation("arc_shared_damage")
def an_arc_at_two_targets(battle: Campaign) -> object:
    bearer = tower(battle)
    gun = weapon(battle, bearer, kind="BlastGun", size=2)
    foes = [unit(battle, f"Foe {n}", 2, armor="20") for n in range(2)]
    attack = Attack(
        aims=tuple(Aim(unit_id=foe, distance=2) for foe in foes),
        strikes=(Strike(weapon_id=gun, by_id=bearer),),
    )
    return len(look(battle, attack, 5, 5, 7, 7).dice), look(battle, attack, 5, 5, 7, 7).owed


@situation("cannon_indirect")
def a_cannon_at_what_nobody_sees(battle: Campaign) -> object:
    bearer = tower(battle)
    gun = weapon(battle, bearer, kind="Cannon", size=2)
    put(battle, Chamber(weapon_id=gun, name="Shell", explosive_size=2, count=1))
    foe = unit(battle, "Foe", 2)
    aim = Aim(unit_id=foe, distance=4, blind=True)
    attack = Attack(aims=(aim,), strikes=(Strike(weapon_id=gun, by_id=bearer),))
    return look(battle, attack).refusal


@situation("armor_roll_scope")
def two_hits_in_one_turn(battle: Campaign) -> object:
    mech = creation(battle, size=4, weight_class=2)
    told(battle, DamageUnit(unit_id=mech, damage=2, faces=faces(5, 4)))
    seen = examine(battle, DamageUnit(unit_id=mech, damage=5))
    return seen.owed, seen.summary


@situation("field_acts_on_creation")
def a_blast_that_leaves_gas(battle: Campaign) -> object:
    battle.do(
        AddExplosive(
            name="Gas Bomb", explosive_size=2, player_id=1, makeup=Makeup(exchanges={"EXPOSURE": 1})
        )
    )  # fmt: skip
    foe = unit(battle, "Foe", 2, armor="20")
    act = Detonate(explosive_id=1, faces=(Face(4),), caught=(Caught(unit_id=foe, distance=0.5),))
    return told(battle, act), len(rows(battle, Inside))
