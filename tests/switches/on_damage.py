"""Damage, Armor and what it does to a creation."""

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.damage import DamageUnit, TakeGrinding, TakeSizeDamage
from brikdesk.dice import Face, Origin
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit
from brikdesk.store.views.units import unit
from tests.acts.hazards import creation, look
from tests.acts.table import row, told
from tests.switches.situations import situation


def ones(count: int) -> tuple[Face, ...]:
    """Thrown dice that all show 1."""
    return (Face(1, Origin.ROLLED),) * count


@situation("bw_crit_fail_armor")
def an_armor_roll_of_ones(battle: Campaign) -> object:
    mech = creation(battle, size=4, weight_class=2)
    return told(battle, DamageUnit(unit_id=mech, damage=1, faces=ones(2)))


@situation("bw_size_damage_overflow")
def damage_far_above_the_armor(battle: Campaign) -> object:
    mech = creation(battle, size=4, weight_class=1)
    return look(battle, DamageUnit(unit_id=mech, damage=30, faces=(Face(5),))).owed


@situation("bw_armor_capped_by_effective_size")
def armor_of_what_has_lost_inches(battle: Campaign) -> object:
    mech = creation(battle, size=4, weight_class=3, size_damage=2)
    return len(look(battle, DamageUnit(unit_id=mech, damage=5)).dice)


@situation("bw_move_loss_per_inch")
def move_of_what_has_lost_inches(battle: Campaign) -> object:
    mech = creation(battle, size=4, move=8)
    battle.do(TakeSizeDamage(unit_id=mech, inches=2))
    shown = battle.read(unit, mech)
    return shown and shown.move


@situation("bw_grinding_effect")
def grinding_before_an_armor_roll(battle: Campaign) -> object:
    mech = creation(battle, size=4, weight_class=1)
    told(battle, TakeGrinding(unit_id=mech, points=5))
    seen = look(battle, DamageUnit(unit_id=mech, damage=5, faces=(Face(7),))).summary
    return seen, row(battle, Unit, mech).size_damage


@situation("bw_grinding_points_per_inch", 2, 5)
def grinding_that_costs_inches(battle: Campaign) -> object:
    battle.do(SetHouseRule(switch="bw_grinding_effect", value="size_damage_per_n"))
    mech = creation(battle, size=4)
    told(battle, TakeGrinding(unit_id=mech, points=4))
    return row(battle, Unit, mech).size_damage
