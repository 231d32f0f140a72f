"""Fields, Traps and Scouts; the order of what waits when a turn starts."""

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fields.concealed_hazards import CrossConcealed
from brikdesk.acts.fields.difficult_terrain import CrossTerrain
from brikdesk.acts.fields.fields import AddField, EnterHazard
from brikdesk.acts.fields.scouts_and_marks import MarkTarget
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from tests.acts.attack_scene import look as look_at
from tests.acts.attack_scene import unit, weapon
from tests.acts.hazards import ANN, BEN, keys, look, minifig, to_turn, waiting
from tests.acts.table import told
from tests.staging import nine_steps
from tests.switches.situations import SWITCHES, answered, situation

D6, D4 = "d6 Damage", "d4 Fire"


def scout(battle: Campaign) -> int:
    """Put a Scout of Ann's with his Tool on the table."""
    facts = {"tags": ["living", "optical tool"], "specialties": ["pathfinding", "tracking"]}
    return minifig(battle, "Plumb", **facts)


def mines(battle: Campaign) -> None:
    """Hide a Field of Ben's."""
    battle.do(AddField(kind=FieldKind.CONCEALED, size=8, name="Garden", dice=(D6,), player_id=BEN))


def path(unit_id: int, inches: float, *faces: int) -> CrossConcealed:
    """Return the act of walking through it."""
    dice = tuple(Face(face) for face in faces)
    return CrossConcealed(unit_id=unit_id, field_id=1, inches=inches, faces=dice)


ORDER = tuple(str(each) for each in SWITCHES["turn_start_order"].choices)


@situation("turn_start_order", ORDER, ORDER[::-1])
def nine_steps_wait(battle: Campaign) -> object:
    return keys(nine_steps(battle))


@situation("hazard_dice_explode")
def slow_ground_with_a_six(battle: Campaign) -> object:
    gus = minifig(battle)
    mud = AddField(kind=FieldKind.TERRAIN, size=6, name="Mud", mode="Slow", dice=("d6 Move",))
    battle.do(mud)
    return look(battle, CrossTerrain(unit_id=gus, field_id=1, faces=(Face(6),))).owed


@situation("exposure_stay")
def gas_at_both_ends_of_the_own_turn(battle: Campaign) -> object:
    gus = minifig(battle, armor="6")
    battle.do(AddField(kind=FieldKind.EXPOSURE, size=6, name="Gas", dice=(D6,), player_id=BEN))
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    to_turn(battle, ANN, 2)
    at_start = keys(battle)
    return at_start, answered(battle, EndTurn())


@situation("hd_removal_chooser")
def a_field_that_loses_one_of_different_dice(battle: Campaign) -> object:
    dice = (D6, D4, D4)
    battle.do(AddField(kind=FieldKind.EXPOSURE, size=3, dice=dice, player_id=ANN, shrinks=True))
    to_turn(battle, ANN, 2)
    return look(battle, waiting(battle, "field-1")).choices[0].player_id


@situation("concealed_reroll_after_trigger")
def a_path_after_a_mine(battle: Campaign) -> object:
    mines(battle)
    return told(battle, path(minifig(battle, armor="6"), 5, 4, 3))


@situation("scout_crit_triggers")
def a_scouts_critical_failure(battle: Campaign) -> object:
    mines(battle)
    return look(battle, path(scout(battle), 7, 1)).owed


@situation("scout_sees_through_smoke")
def a_mark_through_smoke(battle: Campaign) -> object:
    own, foe = scout(battle), minifig(battle, "Foe", BEN)
    return answered(battle, MarkTarget(scout_id=own, target_id=foe, distance=5, through_smoke=True))


@situation("mark_applies")
def a_thrown_axe_at_a_marked_target(battle: Campaign) -> object:
    own, foe = scout(battle), minifig(battle, "Foe", BEN)
    battle.do(MarkTarget(scout_id=own, target_id=foe, distance=5))
    ann = unit(battle, "Ann", 1)
    axe = weapon(battle, ann, preset="W-01")
    strike = Strike(weapon_id=axe, by_id=ann, mode=Mode.THROW)
    seen = look_at(battle, Attack(aims=(Aim(unit_id=foe, distance=2),), strikes=(strike,)))
    return [each.reason for each in seen.modifiers]
