"""Units: states, Move, equipment, and what their card reminds of."""

from brikdesk.acts.combat.disengaging_and_responses import Respond, responders
from brikdesk.acts.movement.momentum import BeginActivity, run_now
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.actions import Repair, SpendAction
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetAirborne, SetState
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Sprint, StateKind, Unit, UnitKind
from brikdesk.store.views.still_to_act import bears_on_unit
from brikdesk.store.views.units import unit
from tests.acts.hazards import ANN, BEN, creation, keys, look, minifig, settle, to_turn, turn
from tests.acts.table import row, rows, told
from tests.acts.test_disengaging import Fight
from tests.switches.situations import answered, situation


def card(battle: Campaign, unit_id: int) -> list[str]:
    """Return what the card of a unit reminds of."""
    return [each.words for each in battle.read(bears_on_unit, unit_id)]


@situation("bw_first_round_responses")
def an_action_before_the_first_own_turn(battle: Campaign) -> object:
    return answered(battle, SpendAction(unit_id=minifig(battle, player_id=BEN)))


@situation("bw_response_chains")
def the_running_player_answers_a_response(battle: Campaign) -> object:
    gus, foe = minifig(battle), minifig(battle, "Foe", BEN)
    return answered(battle, Respond(unit_id=gus, to_id=foe))


@situation("bw_recover_until_next_turn")
def a_recovery(battle: Campaign) -> object:
    gus = minifig(battle)
    told(battle, SetState(unit_id=gus, kind=StateKind.DISRUPTED))
    to_turn(battle, ANN, 2)
    settle(battle, "recover-1")
    battle.do(EndTurn())
    return keys(battle)


@situation("bw_light_armor_drowns")
def a_swimmer_in_light_armor(battle: Campaign) -> object:
    gus = minifig(battle, worn_armor="light")
    return answered(battle, SetState(unit_id=gus, kind=StateKind.DROWNING))


@situation("bw_full_turn_needs_unmoved")
def a_full_turn_action_after_a_walk(battle: Campaign) -> object:
    gus = minifig(battle, move_used=2.0, moved_turn_id=turn(battle).id)
    return answered(battle, SetState(unit_id=gus, kind=StateKind.FULL_TURN))


@situation("bw_two_handed_move_penalty")
def the_move_of_who_bears_a_two_handed_weapon(battle: Campaign) -> object:
    gus = minifig(battle)
    battle.do(AddWeapon(unit_id=gus, preset="W-03"))
    shown = battle.read(unit, gus)
    return shown and shown.move


@situation("bw_impaired_table", ("attack", "bail"), ("attack", "swim"))
def who_swims(battle: Campaign) -> object:
    return told(battle, BeginActivity(unit_id=minifig(battle), activity="swim"))


@situation("bw_sprint_is_action_roll")
def a_six_on_a_sprint(battle: Campaign) -> object:
    preview = look(battle, SprintUnit(unit_id=minifig(battle), faces=(Face(6),)))
    return [choice.id for choice in preview.choices], preview.owed


@situation("bw_sprint_one_is_failure")
def a_lone_one_on_a_sprint(battle: Campaign) -> object:
    battle.do(SprintUnit(unit_id=minifig(battle), faces=(Face(1),)))
    return rows(battle, Sprint)[0].inches


@situation("bw_auto_attack_uses_angry_inch")
def who_comes_within_two_inches(battle: Campaign) -> object:
    gus = minifig(battle, x=10.0, y=10.0)
    foe = minifig(battle, "Foe", BEN, x=12.5, y=10.0)
    battle.do(AddWeapon(unit_id=foe, preset="W-01"))
    return [each.strikes for each in battle.read(responders, gus)]


@situation("bw_doff_costs_action")
def who_takes_off_his_armor(battle: Campaign) -> object:
    gus = minifig(battle, worn_armor="light")
    return told(battle, BeginActivity(unit_id=gus, activity="doff_armor"))


@situation("bw_armor_no_jump")
def who_takes_off_in_armor(battle: Campaign) -> object:
    return answered(battle, SetAirborne(unit_id=minifig(battle, worn_armor="light")))


@situation("bw_half_speed_blocks_mom")
def who_runs_in_heavy_armor(battle: Campaign) -> object:
    gus = minifig(battle, worn_armor="heavy", move=10)
    battle.do(MoveUnit(unit_id=gus, inches=4.5, straight=4.5))
    return battle.reading(lambda session: run_now(session, session.get_one(Unit, gus)).mom)


@situation("bw_feat_roll")
def a_hero_who_lies_down_reminds_of_feats(battle: Campaign) -> object:
    hero = minifig(battle, kind=UnitKind.HERO)
    told(battle, SetState(unit_id=hero, kind=StateKind.DISRUPTED))
    return card(battle, hero)


@situation("bw_construction_ends")
def a_mechanik_reminds_of_construction(battle: Campaign) -> object:
    return card(battle, minifig(battle, specialties=["construction"]))


@situation("bw_repair_inches_per_construction")
def a_mechanik_who_mends_four_inches(battle: Campaign) -> object:
    own, mech = (
        minifig(battle, specialties=["construction"]),
        creation(battle, size_damage=4, size=6),
    )
    return answered(battle, Repair(unit_id=own, target_id=mech, inches=4, faces=(Face(4),)))


@situation("bw_idle_counts_as_disengage")
def an_idle_fighter_at_the_end_of_his_turn(battle: Campaign) -> object:
    fight = Fight(battle, 1)
    battle.do(EndTurn())
    return [step.rule for step in fight.waiting()]


@situation("bw_minifig_armor")
def a_minifig_of_the_list(battle: Campaign) -> object:
    battle.do(AddUnit(name="Pikeman", preset="U-01"))
    return rows(battle, Unit)[-1].armor


def horse(battle: Campaign) -> Unit:
    """Put a Horse of the list on the table."""
    battle.do(AddUnit(name="Horse", preset="U-21", player_id=ANN))
    return rows(battle, Unit)[-1]


@situation("bw_horse_size")
def the_size_of_a_horse(battle: Campaign) -> object:
    return horse(battle).size


@situation("bw_horse_move")
def the_move_of_a_horse(battle: Campaign) -> object:
    return horse(battle).move


@situation("bw_horse_armor", "4", "1d6")
def the_armor_of_a_horse(battle: Campaign) -> object:
    return horse(battle).armor


@situation("bw_horse_wounded")
def a_wounded_horse_walks(battle: Campaign) -> object:
    steed = horse(battle).id or 0
    battle.do(EditUnit(unit_id=steed, wounded=True))
    told(battle, MoveUnit(unit_id=steed, inches=2))
    return row(battle, Unit, steed).move_used


@situation("bw_weight_class_rule")
def new_armor_on_a_wagon(battle: Campaign) -> object:
    battle.do(AddUnit(name="Wagon", kind="Vehicle", size=3, armor="2d10"))
    battle.do(EditUnit(unit_id=1, armor="3d10"))
    return row(battle, Unit).weight_class
