"""Guns and Power: windows, reloads, racks, arcs, bursts, teams, homing."""

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.power import DivertPower, StorePower, TakeOverload, UsePower
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.firing import FireWeapon
from brikdesk.acts.weapons.gunnery import AddControl, HomeIn, ManControl
from brikdesk.acts.weapons.loading import LoadLauncher, Reload
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import ControlPoint, Homing, PowerUse, Unit
from brikdesk.store.views.armory import weapons_of
from brikdesk.turns.queue import agenda
from tests.acts.attack_scene import look, unit, weapon
from tests.acts.hazards import creation
from tests.acts.table import ROUND, end_turn, row, rows, told
from tests.switches.situations import answered, situation

SHELL = RoundFacts(name="Shell", explosive_size=3, count=2)
NUBS = 2


def gun(battle: Campaign, kind: str, size: float = 3, rounds: tuple[RoundFacts, ...] = ()) -> None:
    """Return Ann a gun (unit 1, weapon 1) and Gunner Nubs (unit 2)."""
    weapons = (WeaponFacts(kind=kind, size=size),)
    battle.do(AddUnit(name="Bertha", player_id=1, kind="Vehicle", size=4, weapons=weapons))
    battle.do(AddUnit(name="Nubs", player_id=1, preset="U-07"))
    if rounds:
        battle.do(AddRack(weapon_id=1, rounds=rounds))


@situation("fire_window")
def a_gun_that_fires_again_in_the_next_players_turn(battle: Campaign) -> object:
    gun(battle, "Gun")
    told(battle, FireWeapon(weapon_id=1))
    end_turn(battle)
    return answered(battle, FireWeapon(weapon_id=1))


@situation("reload_window")
def a_cannon_that_is_reloaded_in_the_next_players_turn(battle: Campaign) -> object:
    gun(battle, "Cannon", rounds=(SHELL,))
    battle.do(Reload(weapon_id=1))
    end_turn(battle, ROUND)
    battle.do(FireWeapon(weapon_id=1))
    end_turn(battle)
    return answered(battle, Reload(weapon_id=1))


@situation("ammo_per_cannon")
def two_cannons_and_one_round(battle: Campaign) -> object:
    weapons = (WeaponFacts(kind="Cannon", size=3), WeaponFacts(kind="Cannon", size=3))
    battle.do(AddUnit(name="Fort", player_id=1, kind="Structure", size=6, weapons=weapons))
    one = (RoundFacts(name="Shell", explosive_size=3, count=1),)
    battle.do(AddRack(unit_id=1, rounds=one))
    battle.do(Reload(weapon_id=1))
    return answered(battle, Reload(weapon_id=2))


@situation("launcher_load_cost")
def a_boulder_on_a_launcher(battle: Campaign) -> object:
    gun(battle, "Launcher", 4)
    boulder = LoadLauncher(weapon_id=1, object_name="Boulder", object_size=2, by_unit_id=NUBS)
    told(battle, boulder)
    return row(battle, Unit, NUBS).actions_spent


@situation("homing_persist")
def homing_after_idle_turns(battle: Campaign) -> object:
    gun(battle, "Gun")
    battle.do(HomeIn(weapon_id=1, target="the gate", supporters=1))
    end_turn(battle, 2 * ROUND)
    battle.do(HomeIn(weapon_id=1, target="the gate"))
    return [homing.bonus for homing in rows(battle, Homing)]


def two_interferers(battle: Campaign) -> Attack:
    """Return an attack with a gun at whose other controls two others stand."""
    gun(battle, "Gun")
    others = [unit(battle, name, 2) for name in ("One", "Two")]
    foe = unit(battle, "Foe", 2)
    for place, other in zip(("seat", "lever"), others, strict=True):
        battle.do(AddControl(weapon_id=1, place=place))
        battle.do(ManControl(control_id=len(rows(battle, ControlPoint)), unit_id=other))
    strike = Strike(weapon_id=1, by_id=NUBS, interferers=tuple(others))
    return Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=(strike,))


@situation("interference_stacks")
def two_at_other_controls(battle: Campaign) -> object:
    attack = two_interferers(battle)
    return look(battle, attack, 3, 4, 6).shots[0].total


@situation("arc_large_extra")
def a_large_target_in_an_arc(battle: Campaign) -> object:
    ann = unit(battle, "Ann", 1)
    fan = weapon(battle, ann, kind="MachineGun", size=2, mounted=True)
    hut = creation(battle, size=6, player_id=2)
    strike = Strike(weapon_id=fan, by_id=ann, mode=Mode.ARC, count=3)
    return len(
        look(battle, Attack(aims=(Aim(unit_id=hut, distance=4, spans=2),), strikes=(strike,))).shots
    )


@situation("burst_penalty")
def a_burst_of_three(battle: Campaign) -> object:
    ann, foe = unit(battle, "Ann", 1), unit(battle, "Foe", 2)
    fan = weapon(battle, ann, kind="MachineGun", size=2, mounted=True)
    strike = Strike(weapon_id=fan, by_id=ann, mode=Mode.BURST, count=3)
    seen = look(battle, Attack(aims=(Aim(unit_id=foe, distance=4),), strikes=(strike,)))
    return [shot.needed for shot in seen.shots]


@situation("handheld_ratio_base")
def a_gun_in_the_hands_of_a_damaged_creature(battle: Campaign) -> object:
    ogre = creation(battle, size=4, size_damage=2)
    weapon(battle, ogre, kind="Gun", size=3, mounted=False)
    return [each.held for each in battle.read(weapons_of, ogre)]


def rex(battle: Campaign) -> None:
    """Return Ann a Scorpiosaurus Rex of Size 3 with a BioStinger of 5"."""
    battle.do(AddUnit(name="Rex", player_id=1, preset="U-25"))


def start(battle: Campaign) -> None:
    """Begin the play of a turn, with no step left."""
    if battle.reading(agenda):
        battle.do(GoOn())


def divert(battle: Campaign) -> None:
    """Spend one whole turn of Rex on diverting, and settle its end step."""
    battle.do(DivertPower(unit_id=1))
    battle.do(EndTurn())
    battle.do(StorePower(unit_id=1))
    end_turn(battle, ROUND)


@situation("power_window")
def power_in_the_next_players_turn(battle: Campaign) -> object:
    rex(battle)
    battle.do(UsePower(unit_id=1, inches=6))
    end_turn(battle)
    return answered(battle, UsePower(unit_id=1, inches=6))


@situation("divert_spend")
def a_weapon_that_takes_saved_power(battle: Campaign) -> object:
    rex(battle)
    battle.do(EditUnit(unit_id=1, size_damage=1))
    divert(battle)
    start(battle)
    told(battle, FireWeapon(weapon_id=3))
    return [use.inches for use in rows(battle, PowerUse)]


@situation("divert_expires")
def saved_power_that_is_not_used(battle: Campaign) -> object:
    rex(battle)
    divert(battle)
    end_turn(battle, ROUND)
    start(battle)
    return answered(battle, UsePower(unit_id=1, inches=12))


@situation("overload_until")
def overload_of_an_enemy_turn_in_the_own_turn(battle: Campaign) -> object:
    rex(battle)
    end_turn(battle)
    battle.do(TakeOverload(unit_id=1, inches=4))
    end_turn(battle, 2)
    return answered(battle, UsePower(unit_id=1, inches=6))


@situation("teamwork_sum")
def two_creatures_and_a_large_gun(battle: Campaign) -> object:
    one, two = (creation(battle, name, size=2, power_multiplier=2) for name in ("One", "Two"))
    large = weapon(battle, one, kind="Gun", size=6, mounted=True)
    foe = unit(battle, "Foe", 2)
    battle.do(EditUnit(unit_id=one, action_die=6))
    strike = Strike(weapon_id=large, by_id=one, team=(two,))
    seen = look(battle, Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=(strike,)))
    return seen.refusal
