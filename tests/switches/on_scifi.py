"""The Sci-fi rules: what may fire, areas and blast, crews, ammunition; and both games together."""

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.areas import BurstSf, Incapacitate, PlaceArea
from brikdesk.acts.scifi.crews import ReplaceGunner
from brikdesk.acts.scifi.shooting import AssistGunner, FireSf, SfAim
from brikdesk.acts.scifi.units import SetSfUnit
from brikdesk.acts.scifi.weapons import AddSfWeapon, CapabilityFacts, SfWeaponFacts
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.dice import Face
from brikdesk.games import GAMES
from brikdesk.rules.scifi.units_and_crews import SfUnitKind
from brikdesk.rules.scifi.weapon_records import Family, Mounting
from brikdesk.rules.scifi.weapons import FireMode, Holder, Rate
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import PowerUse, SfCrew, SfWeapon, State, StateKind, Unit
from brikdesk.store.views.scifi import sf_weapons
from brikdesk.turns.queue import agenda
from tests.acts.scifi.starfield import armed, enter, fire, foes, left, shot, unit
from tests.acts.scifi.test_sf_crew_acts import CREW, REROLL, SECOND, served
from tests.acts.table import end_turn, row, rows, told
from tests.switches.situations import answered, situation

ROUND = 3


def launcher(battle: Campaign, warhead: str, **facts: object) -> int:
    """Add a launcher with warheads of this kind; give its key."""
    loads = (LoadFacts(count=9),)
    return armed(battle, "rocket launcher", warhead=warhead, loads=loads, **facts)


def burst(battle: Campaign, gun: int, *inside: int, **facts: object) -> list[str]:
    """Fire, hit, and burst over these."""
    fire(battle, gun)
    enter(battle, "hit", "hit")
    return told(battle, BurstSf(shot_id=shot(battle).id or 0, inside_ids=inside, **facts))  # type: ignore[arg-type]


def blasted(battle: Campaign, *victims: int) -> list[str]:
    """Let these survive the burst, and give what its blast does."""
    for each in victims:
        enter(battle, "penetration", "no effect", unit_id=each)
    return answered(battle, Incapacitate(shot_id=shot(battle).id or 0))


@situation("sf_variable_fire")
def a_beam_in_pulse_mode(battle: Campaign) -> object:
    beam = armed(battle, "particle beam", kind=SfUnitKind.VEHICLE)
    return answered(battle, FireSf(sf_weapon_id=beam, aims=(SfAim(mode=FireMode.PULSE),)))


@situation("sf_weapon_crews")
def a_gunner_is_replaced(battle: Campaign) -> object:
    gun = crewed(battle)
    return answered(battle, AssistGunner(sf_weapon_id=gun, how=SECOND))


def crewed(battle: Campaign) -> int:
    """Add a gun with a crew whose gunner has fired; give its key."""
    facts = SfWeaponFacts(catalogue="phaser rifle", mounting=Mounting.CREW_SERVED, crew=CREW)
    unit(battle, "Gun team", facts, kind=SfUnitKind.CREW)
    gun = rows(battle, SfWeapon)[-1].id or 0
    fire(battle, gun)
    return gun


@situation("sf_convergence_beams")
def a_convergence_beam_at_who_hides(battle: Campaign) -> object:
    beam = armed(battle, "convergence beam", kind=SfUnitKind.VEHICLE)
    (foe,) = foes(battle, "Foe", detected=False)
    return answered(battle, FireSf(sf_weapon_id=beam, aims=(SfAim(target_id=foe),)))


@situation("sf_turn_scope")
def a_rifle_that_fires_again_when_its_owner_is_on(battle: Campaign) -> object:
    (foe,) = foes(battle, "Foe")
    battle.do(AddSfWeapon(unit_id=foe, catalogue="phaser rifle"))
    theirs = rows(battle, SfWeapon)[-1].id or 0
    fire(battle, theirs)
    end_turn(battle)
    return answered(battle, FireSf(sf_weapon_id=theirs))


@situation("sf_incapacitated_until")
def when_who_was_incapacitated_is_up_again(battle: Campaign) -> object:
    (foe,) = foes(battle, "Foe")
    battle.do(Incapacitate(unit_ids=(foe,), cause="a shell"))
    turns = 0
    while not battle.reading(agenda):
        battle.do(EndTurn())
        turns += 1
    return turns


@situation("sf_incapacitated_melee")
def who_was_incapacitated_fights_hand_to_hand(battle: Campaign) -> object:
    rifle = armed(battle, "laser rifle with bayonet")
    down = told(battle, Incapacitate(unit_ids=(rows(battle, Unit)[0].id or 0,)))
    return down, answered(battle, FireSf(sf_weapon_id=rifle, capability="bayonet"))


@situation("sf_one_capability_scope")
def a_vehicle_weapon_with_two_capabilities(battle: Campaign) -> object:
    both = (CapabilityFacts(name="cannon"), CapabilityFacts(name="flare"))
    gun = armed(
        battle, "laser rifle", kind=SfUnitKind.VEHICLE, capabilities=both, family=Family.VEHICLE
    )
    fire(battle, gun, capability="cannon")
    return answered(battle, FireSf(sf_weapon_id=gun, capability="flare"))


@situation("sf_trooper_weapons_per_turn")
def a_trooper_with_two_weapons(battle: Campaign) -> object:
    pistol, rifle = (SfWeaponFacts(catalogue=name) for name in ("machinepistol", "laser rifle"))
    unit(battle, "Trooper", pistol, rifle)
    one, two = (each.id or 0 for each in rows(battle, SfWeapon))
    fire(battle, one)
    return answered(battle, FireSf(sf_weapon_id=two))


def pod(battle: Campaign) -> int:
    """Add a vehicle with a rocket pod; give the pod's key."""
    return armed(battle, "rocket pod", kind=SfUnitKind.VEHICLE, loads=(LoadFacts(count=7),))


@situation("sf_pod_split_targets")
def a_pod_at_two_targets(battle: Campaign) -> object:
    rack, (one, two) = pod(battle), foes(battle, "One", "Two")
    fire(battle, rack, one)
    return answered(battle, FireSf(sf_weapon_id=rack, aims=(SfAim(target_id=two),)))


@situation("sf_rotary_oblong")
def the_area_of_a_rotary_weapon(battle: Campaign) -> object:
    gun = armed(battle, "laser rifle", rate=Rate.ROTARY, barrels=3)
    owner = row(battle, SfWeapon, gun).unit_id
    return [(each.placed, each.area_width) for each in battle.read(sf_weapons, owner)]


@situation("sf_area_hit_rolls")
def two_inside_an_area(battle: Campaign) -> object:
    rifle = armed(battle, "twin heavy cone rifle", kind=SfUnitKind.VEHICLE)
    one, two = foes(battle, "One", "Two")
    fire(battle, rifle, one)
    return told(battle, PlaceArea(shot_id=shot(battle).id or 0, inside_ids=(one, two)))


TABLE = ("north", "east", "south", "west", "north", "east", "south", "west", "referee", "referee")


@situation("sf_d10_directions", TABLE, ("south", *TABLE[1:]))
def a_die_points_an_oblong(battle: Campaign) -> object:
    gun = armed(battle, "machinegun")
    (foe,) = foes(battle, "Foe")
    fire(battle, gun, foe)
    return pointed(battle, foe)


def pointed(battle: Campaign, foe: int) -> list[str]:
    """Point the area with a die that shows 1; give what is said."""
    act = PlaceArea(shot_id=shot(battle).id or 0, inside_ids=(foe,), faces=(Face(1),))
    return answered(battle, act)


@situation("sf_vaporshock_halving")
def a_vaporshock_beside_flame(battle: Campaign) -> object:
    gun = launcher(battle, "vaporshock", area_size=6)
    foes(battle, "Near")
    return burst(battle, gun, flame_inside=True)


@situation("sf_blast_warheads", ("nuclear",), ("nuclear", "high explosive"))
def the_blast_of_high_explosive(battle: Campaign) -> object:
    gun, (foe,) = launcher(battle, "high explosive"), foes(battle, "Foe")
    burst(battle, gun, foe)
    return blasted(battle, foe)


@situation("sf_open_crew_blast")
def a_blast_over_an_open_vehicle(battle: Campaign) -> object:
    gun = launcher(battle, "high explosive")
    (driver,) = foes(battle, "Driver", kind=SfUnitKind.CREW, on_foot=False, open_topped=True)
    burst(battle, gun, driver)
    blasted(battle, driver)
    return [state.kind is StateKind.INCAPACITATED for state in rows(battle, State)]


@situation("sf_special_fire_max")
def a_loader_who_helps_again_and_again(battle: Campaign) -> object:
    gun = served(battle, *CREW)
    fire(battle, gun)
    told(battle, AssistGunner(sf_weapon_id=gun, how=SECOND))
    fire(battle, gun)
    return answered(battle, FireSf(sf_weapon_id=gun))


@situation("sf_reroll_uses_ammo")
def a_reroll_with_the_last_rocket(battle: Campaign) -> object:
    gun = served(battle, *CREW, rockets=1)
    fire(battle, gun)
    enter(battle, "hit", "miss")
    return answered(battle, AssistGunner(sf_weapon_id=gun, how=REROLL))


@situation("sf_special_fire_over_pod_limit")
def a_third_rocket_of_a_pod(battle: Campaign) -> object:
    battle.do(SetHouseRule(switch="sf_weapon_crews", value=True))
    facts = SfWeaponFacts(
        catalogue="rocket pod", family=Family.INFANTRY, mounting=Mounting.CREW_SERVED,
        crew=CREW, loads=(LoadFacts(count=7),),
    )  # fmt: skip
    unit(battle, "Pod team", facts, kind=SfUnitKind.CREW)
    rack = rows(battle, SfWeapon)[-1].id or 0
    fire(battle, rack)
    fire(battle, rack)
    return answered(battle, AssistGunner(sf_weapon_id=rack, how=SECOND))


@situation("sf_new_loader")
def a_loader_becomes_gunner(battle: Campaign) -> object:
    gun = served(battle, *CREW)
    loader = next(each.id for each in rows(battle, SfCrew) if each.name == "Loader")
    battle.do(ReplaceGunner(sf_weapon_id=gun, member_id=loader))
    return [each.role for each in rows(battle, SfCrew) if each.alive]


@situation("sf_count_all_ammo")
def an_automatic_rifle_with_one_round(battle: Campaign) -> object:
    loads = (LoadFacts(count=1),)
    rifle = armed(battle, "automatic rifle", holder=Holder.MAGAZINE, loads=loads)
    fire(battle, rifle)
    return left(battle, rifle)


@situation("sf_weapons_cost_power", sets=tuple(game.title for game in GAMES.values()))
def a_scifi_gun_on_a_brikwars_creation(battle: Campaign) -> object:
    battle.do(AddUnit(name="Mech", player_id=1, kind="Creature", size=3))
    battle.do(SetSfUnit(unit_id=1, kind=SfUnitKind.VEHICLE))
    battle.do(AddSfWeapon(unit_id=1, catalogue="phaser rifle"))
    told(battle, FireSf(sf_weapon_id=1))
    return [use.inches for use in rows(battle, PowerUse)]
