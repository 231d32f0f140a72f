"""Attacks: rolling to hit, damage, what bears on them."""

from dataclasses import replace

from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike, TargetPart
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.momentum import BeginActivity
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.actions import DisputeSide, SpendAction, WhatISayGoes
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.loading import LoadLauncher
from brikdesk.acts.weapons.weapons import EditWeapon
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Mind, StateKind, Unit, UnitKind, Weapon
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import creation, put
from tests.acts.table import row
from tests.switches.situations import answered, situation


def shot(by: int, with_: int | None, at: int, distance: float = 8, **more: object) -> Attack:
    """One weapon at one unit."""
    aim = Aim(unit_id=at, distance=distance, **more)  # type: ignore[arg-type]
    return Attack(aims=(aim,), strikes=(Strike(weapon_id=with_, by_id=by),))


def duel(battle: Campaign, preset: str = "W-05", **facts: object) -> tuple[int, int, int]:
    """Put an archer of Ann's with a weapon and a foe of Ben's on the table; give their keys."""
    archer = unit(battle, "Archer", 1)
    return archer, weapon(battle, archer, preset=preset), unit(battle, "Foe", 2, **facts)


def said(battle: Campaign, attack: Attack) -> list[str]:
    """Return what an attack reminds of."""
    return [each.words for each in look(battle, attack).reminders]


def downed(battle: Campaign, foe: int) -> None:
    """Knock the foe over."""
    battle.do(SetState(unit_id=foe, kind=StateKind.DISRUPTED))


@situation("bw_auto_hit_rolls")
def a_strike_at_who_lies_down(battle: Campaign) -> object:
    ann, sword, foe = duel(battle, "W-01")
    downed(battle, foe)
    seen = look(battle, shot(ann, sword, foe))
    return [die.label for die in seen.dice]


@situation("bw_specialty_die_ott")
def a_gunner_rolls_a_six_on_his_eight_sided_die(battle: Campaign) -> object:
    gunner = unit(battle, "Gunner", 1, specialties=("gunnery",))
    gun = weapon(battle, gunner, preset="W-05", mounted=True)
    foe = unit(battle, "Foe", 2)
    seen = look(battle, shot(gunner, gun, foe), 6)
    return [choice.id for choice in seen.choices]


@situation("bw_inanimate_objects_easy")
def a_shot_at_a_door(battle: Campaign) -> object:
    ann, bow, _ = duel(battle)
    door = put(battle, Unit(name="Door", token="DO", kind=UnitKind.OBJECT, mind=Mind.NONE))[0]
    return [each.reason for each in look(battle, shot(ann, bow, door)).modifiers]


@situation("bw_oor_rounding")
def a_shot_half_an_inch_too_far(battle: Campaign) -> object:
    ann, bow, foe = duel(battle)
    return look(battle, shot(ann, bow, foe, 10.5)).shots[0].needed


@situation("bw_visibility_in_cc")
def a_strike_at_a_small_part(battle: Campaign) -> object:
    ann, sword, foe = duel(battle, "W-01")
    return look(battle, shot(ann, sword, foe, part=TargetPart.SMALL)).shots[0].needed


@situation("bw_dual_fire")
def two_pistols_in_one_action(battle: Campaign) -> object:
    ann, pistol, foe = duel(battle, "W-04")
    other = weapon(battle, ann, preset="W-04")
    battle.do(_one_hand(pistol))
    battle.do(_one_hand(other))
    both = (Strike(weapon_id=pistol, by_id=ann), Strike(weapon_id=other, by_id=ann))
    return look(battle, Attack(aims=(Aim(unit_id=foe, distance=4),), strikes=both)).refused_by


def _one_hand(key: int) -> EditWeapon:
    return EditWeapon(weapon_id=key, hands=1)


@situation("bw_ranged_damage_cumulative")
def a_second_arrow_in_one_turn(battle: Campaign) -> object:
    ann, bow, foe = duel(battle)
    other = unit(battle, "Second", 1)
    also = weapon(battle, other, preset="W-05")
    done(battle, shot(ann, bow, foe), 4, 2)
    return done(battle, shot(other, also, foe), 4, 2)


@situation("bw_disarm_roll_on_auto_hit")
def a_strike_that_disarms_who_lies_down(battle: Campaign) -> object:
    ann, sword, foe = duel(battle, "W-01")
    weapon(battle, foe, preset="W-01")
    downed(battle, foe)
    choices = {f"bad-{foe}": "disarmed"}
    attack = shot(ann, sword, foe)
    attack = replace(attack, choices=choices)
    seen = battle.reading(replace(attack, faces=()).examine)
    del seen
    from tests.acts.attack_scene import faces

    return [die.label for die in battle.reading(replace(attack, faces=faces(4)).examine).dice]


@situation("bw_track_all_missed_shots")
def an_arrow_that_misses(battle: Campaign) -> object:
    ann, bow, foe = duel(battle)
    return [choice.id for choice in look(battle, shot(ann, bow, foe), 2).choices]


@situation("bw_smash_all_knockback")
def a_blow_that_throws_against_a_wall(battle: Campaign) -> object:
    ann, axe, foe = duel(battle, "W-03", armor="20")
    seen = look(battle, shot(ann, axe, foe, free=0), 5, 2, 2)
    return seen.victims[0].damage


@situation("bw_benny_rescues_cf")
def a_damage_roll_of_one_with_a_benny(battle: Campaign) -> object:
    ann, bow, foe = duel(battle)
    return look(battle, shot(ann, bow, foe), 6, 1, 5, benny_0="damage").victims[0].damage


@situation("bw_cf_zeroes_quantities")
def a_damage_roll_of_one(battle: Campaign) -> object:
    ann, bow, foe = duel(battle)
    return look(battle, shot(ann, bow, foe), 4, 1).victims[0].damage


@situation("bw_crit_fail_multi")
def a_damage_roll_with_a_one_in_it(battle: Campaign) -> object:
    ann, axe, foe = duel(battle, "W-03")
    return look(battle, shot(ann, axe, foe), 5, 1, 4).victims[0].damage


@situation("bw_bonus_die")
def a_highest_face_of_damage(battle: Campaign) -> object:
    ann = unit(battle, "Archer", 1, action_die=8)
    sword, foe = weapon(battle, ann, preset="W-01"), unit(battle, "Foe", 2)
    return [die.sides for die in look(battle, shot(ann, sword, foe), 4, 8).dice]


@situation("bw_incompetent_bonus_die")
def a_four_of_an_incompetent(battle: Campaign) -> object:
    ann = unit(battle, "Oaf", 1, action_die=4)
    bow, foe = weapon(battle, ann, preset="W-05"), unit(battle, "Foe", 2)
    return [die.sides for die in look(battle, shot(ann, bow, foe), 4).dice]


@situation("penalty_dice_explode")
def a_four_of_the_fire_on_an_archer(battle: Campaign) -> object:
    ann, bow, foe = duel(battle)
    battle.do(Ignite(unit_id=ann))
    return len(look(battle, shot(ann, bow, foe), 5, 4).dice)


@situation("bw_heavy_armor_bonus")
def an_arrow_at_heavy_armor(battle: Campaign) -> object:
    ann, bow, foe = duel(battle, worn_armor="heavy")
    return look(battle, shot(ann, bow, foe), 5).victims[0].armor  # its one Damage die is deflected


@situation("bw_heavy_two_handed_pierce")
def a_heavy_blow_at_heavy_armor(battle: Campaign) -> object:
    ann = unit(battle, "Smith", 1)
    hammer = weapon(battle, ann, preset="W-02", hands=2)
    foe = unit(battle, "Foe", 2, deflection=1)
    return [die.label for die in look(battle, shot(ann, hammer, foe), 4).dice]


@situation("bw_grinding_trigger")
def a_shot_with_a_highest_face_that_fails(battle: Campaign) -> object:
    ann, bow, _ = duel(battle)
    mech = creation(battle, size=4, weight_class=4, player_id=2)
    done(battle, shot(ann, bow, mech), 4, 6, 1, 9, 9, 9, 9)
    return row(battle, Unit, mech).grinding


@situation("bw_aim_cost")
def stopping_to_aim_with_an_action_and_without(battle: Campaign) -> object:
    ann, spent = unit(battle, "Archer", 1), unit(battle, "Spent", 1)
    battle.do(SpendAction(unit_id=spent))
    aims = [BeginActivity(unit_id=each, activity="aim") for each in (ann, spent)]
    return [answered(battle, each)[0] for each in aims], row(battle, Unit, ann).actions_spent


@situation("bw_redshirt_die")
def a_shot_at_a_hero_reminds(battle: Campaign) -> object:
    ann, bow, foe = duel(battle, kind="Hero")
    return said(battle, shot(ann, bow, foe))


@situation("bw_mom_cap")
def a_charge_of_a_creation_reminds(battle: Campaign) -> object:
    return _a_large_strike(battle)


@situation("bw_crash_dice_rule")
def an_anvil_from_a_launcher(battle: Campaign) -> object:
    tower = unit(battle, "Tower", 1, kind="Vehicle", size=4, armor="2d10", action_die=6)
    gun = weapon(battle, tower, kind="Launcher", size=4)
    anvil = LoadLauncher(weapon_id=gun, object_name="Anvil", object_size=2, object_armor="2d10")
    battle.do(anvil)
    foe = Aim(unit_id=unit(battle, "Foe", 2), distance=4)
    sent = Strike(weapon_id=gun, by_id=tower, use=3)
    return look(battle, Attack(aims=(foe,), strikes=(sent,)), 5).damage


def _a_large_strike(battle: Campaign) -> object:
    mech = creation(battle, size=4, action_die=6)
    foe = unit(battle, "Foe", 2)
    strike = Strike(by_id=mech, mode=Mode.STRIKE, name="Fist", use=3, damage="2d6")
    return said(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(strike,)))


@situation("bw_counterstrike_always")
def a_counterstrike_at_who_has_struck(battle: Campaign) -> object:
    ann, sword, foe = duel(battle, "W-01")
    axe = weapon(battle, foe, preset="W-01", name="Axe")
    done(battle, shot(ann, sword, foe), 1)
    return look(battle, replace(shot(foe, axe, ann), counterstrike=True)).refused_by


@situation("bw_bail_only_without_parry")
def who_holds_a_shield_dives_away(battle: Campaign) -> object:
    ann, _, foe = duel(battle, "W-01")
    weapon(battle, foe, preset="W-12")
    return answered(battle, Bail(unit_id=foe, from_id=ann, faces=(Face(4),)))


@situation("bw_pop_vs_shove")
def a_charging_shove(battle: Campaign) -> object:
    ann, foe = unit(battle, "Pike", 1, move=10), unit(battle, "Foe", 2)
    battle.do(MoveUnit(unit_id=ann, inches=5, straight=5))
    shove = Strike(by_id=ann, mode=Mode.SHOVE)
    charge = Attack(aims=(Aim(unit_id=foe),), strikes=(shove,), charge=True)
    seen = look(battle, charge, 3, mom_0="spent")
    return [die.label for die in seen.dice], seen.owed


@situation("bw_wisg_die")
def two_players_disagree(battle: Campaign) -> object:
    sides = (DisputeSide(player_id=1), DisputeSide(player_id=2))
    seen = battle.reading(WhatISayGoes(about="Is it seen?", sides=sides).examine)
    return [die.sides for die in seen.dice]


@situation("bw_parry_before_hit_roll")
def a_parry_of_a_strike_that_misses(battle: Campaign) -> object:
    ann, sword, foe = duel(battle, "W-01")
    shield = weapon(battle, foe, preset="W-12")
    parry = Parry(unit_id=foe, weapon_id=shield)
    done(battle, replace(shot(ann, sword, foe), parries=(parry,)), 1)
    return row(battle, Weapon, shield).fired_turn_id, row(battle, Unit, foe).actions_spent


@situation("bw_count_disrupted_fighters")
def a_comrade_who_lies_down(battle: Campaign) -> object:
    ann, sword, foe = duel(battle, "W-01")
    comrade = unit(battle, "Comrade", 1)
    second = unit(battle, "Second", 2)
    downed(battle, comrade)
    attack = replace(shot(ann, sword, foe), melee=(comrade, second))
    return [each.reason for each in look(battle, attack).modifiers]


@situation("bw_barehand_uses_both")
def a_bare_handed_shove(battle: Campaign) -> object:
    ann, foe = unit(battle, "Ann", 1), unit(battle, "Foe", 2)
    shove = Strike(by_id=ann, mode=Mode.SHOVE)
    answered(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(shove,)))
    return row(battle, Unit, ann).hands_used
