"""Fires: how they burn, spread and go out, and who decides."""

from brikdesk.acts.fire.burning import DropAndRoll
from brikdesk.acts.fire.fires import Ignite
from brikdesk.rules.brikwars.fire import FireKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, Fire, Mind, Unit, UnitKind
from tests.acts.hazards import (
    ANN,
    BEN,
    CLEO,
    creation,
    keys,
    look,
    minifig,
    settle,
    to_turn,
    waiting,
)
from tests.acts.table import row, rows, told
from tests.switches.situations import situation


@situation("minifig_fire_rule")
def a_minifig_is_set_on_fire(battle: Campaign) -> object:
    battle.do(Ignite(unit_id=minifig(battle)))
    return row(battle, Fire).size


@situation("minifig_fire_spread_chooser")
def a_burning_minifig_beside_another(battle: Campaign) -> object:
    gus = minifig(battle, x=10.0, y=10.0)
    minifig(battle, "Touching", BEN, x=11.0, y=10.0)
    battle.do(Ignite(unit_id=gus, set_by_id=CLEO))
    to_turn(battle, ANN, 2)
    return look(battle, waiting(battle, "burn-1", 3)).choices[1].player_id


@situation("fire_limbs_exhausted")
def a_burning_minifig_without_limbs(battle: Campaign) -> object:
    gus = minifig(battle, limbs_lost=["left_arm", "right_arm", "left_leg", "right_leg"])
    minifig(battle, "Friend")
    battle.do(Ignite(unit_id=gus))
    to_turn(battle, ANN, 2)
    settle(battle, "burn-1", 2, catches="nothing")
    return row(battle, Unit, gus).fate is Fate.ALIVE


@situation("burn_order")
def a_full_fire_with_low_and_high_dice(battle: Campaign) -> object:
    barrel, barn = creation(battle, "Barrel", 4, 2), creation(battle, "Barn", 6, 1, None)
    battle.do(Ignite(unit_id=barrel, inches=4))
    to_turn(battle, ANN, 2)
    seen = look(battle, waiting(battle, "burn-1", 1, 4, 4, 1))
    given = {choice.id.replace("-", "_"): str(barn) for choice in seen.choices}
    settle(battle, "burn-1", 1, 4, 4, 1, **given)
    return {fire.unit_id: fire.size for fire in rows(battle, Fire)}


@situation("fire_cap")
def a_fire_on_what_has_lost_inches(battle: Campaign) -> object:
    wreck = creation(battle, "Wreck", 4, 1, size_damage=2)
    battle.do(Ignite(unit_id=wreck, inches=4))
    return row(battle, Fire).size


def full_fire(battle: Campaign) -> int:
    """Set a cask on fire that has no room for more; give its key."""
    cask = creation(battle, "Cask", 1, 0, ANN, x=10.0, y=10.0)
    battle.do(Ignite(unit_id=cask, inches=1))
    return cask


@situation("overflow_chooser")
def a_fire_without_room(battle: Campaign) -> object:
    full_fire(battle)
    creation(battle, "Barn", 6, 1, None, x=11.0, y=10.0)
    to_turn(battle, ANN, 2)
    return look(battle, waiting(battle, "burn-1", 4)).choices[0].player_id


@situation("overflow_max_wc")
def a_fire_without_room_between_light_and_heavy_neighbours(battle: Campaign) -> object:
    full_fire(battle)
    for weight in (1, 3, 4):
        creation(battle, f"Wall {weight}", 6, weight, None, x=11.0, y=10.0)
    to_turn(battle, ANN, 2)
    choice = look(battle, waiting(battle, "burn-1", 4)).choices[0]
    return [option.value for option in choice.options]


@situation("owned_inanimate_driver")
def an_owned_hut_on_fire(battle: Campaign) -> object:
    hut = creation(
        battle, "Hut", 4, 1, BEN, kind=UnitKind.STRUCTURE, mind=Mind.NONE
    )  # fmt: skip
    battle.do(Ignite(unit_id=hut, inches=2, set_by_id=CLEO))
    to_turn(battle, BEN, 2)
    return keys(battle)


@situation("roll_on_ground_inches")
def a_creature_rolls_on_the_ground(battle: Campaign) -> object:
    mech = creation(battle)
    battle.do(Ignite(unit_id=mech, inches=3))
    told(battle, DropAndRoll(unit_id=mech))
    return [fire.size for fire in rows(battle, Fire)]


@situation("acid_grinds")
def acid_burns_on(battle: Campaign) -> object:
    mech = creation(battle, "Mech", 6, 1)
    battle.do(Ignite(unit_id=mech, inches=2, kind=FireKind.ACID))
    to_turn(battle, ANN, 2)
    settle(battle, "burn-1", 3, 4)
    return row(battle, Unit, mech).grinding
