"""Edges of single rules that only show at one inch, one die or one degree, each seen through an act."""

import math
from dataclasses import replace

import pytest
from sqlmodel import Session

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Aim, Caught, Extra, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Disengage
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.power import DivertPower, UsePower
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.actions import DisputeSide, WhatISayGoes
from brikdesk.acts.weapons.gunnery import HomeIn
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.dice import Face
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import State, StateKind, Unit
from brikdesk.store.views.log import log
from brikdesk.turns.ledger import fires
from brikdesk.turns.queue import agenda
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import ANN, BEN, creation
from tests.acts.table import ROUND, end_turn, refused, row, rows, told
from tests.acts.test_charges import Tilt, done_with
from tests.acts.test_collisions import holds, run
from tests.acts.test_disengaging import Fight
from tests.acts.test_parry_limits import creature
from tests.staging import stage


def shot(by: int, gun: int, at: int, distance: float = 8) -> Attack:
    aim = Aim(unit_id=at, distance=distance)
    return Attack(aims=(aim,), strikes=(Strike(weapon_id=gun, by_id=by),))


@pytest.mark.rule("5.4-19")
def test_two_parries_against_one_charge_are_one_too_many(battle: Campaign) -> None:
    tilt = Tilt(battle)
    left, right = (weapon(battle, tilt.foe, preset="W-12", name=side) for side in ("Left", "Right"))
    one, two = (Parry(unit_id=tilt.foe, weapon_id=each) for each in (left, right))
    assert "once at most" in refused(battle, done_with(tilt.shove(parries=(one, two)), 5), "5.4-19")


@pytest.mark.rule("5.4-07")
def test_a_mom_of_the_turn_before_the_last_is_gone(battle: Campaign) -> None:
    pike = unit(battle, "Pike", ANN, move=5)
    run(battle, pike, 5)
    assert holds(battle, pike)
    end_turn(battle, ROUND)
    assert holds(battle, pike), "all of its Move was used: it lasts into the next turn"
    end_turn(battle, ROUND)
    assert not holds(battle, pike)


@pytest.mark.rule("5.1-52", "A5-06")
def test_where_started_inches_do_not_count_full_ones_do(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="bw_oor_rounding", value="floor"))
    ann, foe = unit(battle, "Ann", ANN, action_die=12), unit(battle, "Foe", BEN)
    bow = weapon(battle, ann, preset="W-05")
    for away, penalty in ((10.5, []), (12, [-2]), (12.5, [-2])):
        seen = look(battle, shot(ann, bow, foe, away))
        assert [each.value for each in seen.modifiers if each.reason == "Out of Range"] == penalty


@pytest.mark.rule("A5-03")
def test_who_can_only_parry_may_not_bail_and_who_has_nothing_may(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="bw_bail_only_without_parry", value=True))
    ann, shielded, bare = (
        unit(battle, "Ann", ANN),
        unit(battle, "Shy", BEN),
        unit(battle, "Bo", BEN),
    )
    weapon(battle, shielded, preset="W-12")
    refused(battle, Bail(unit_id=shielded, from_id=ann, faces=(Face(4),)), "A5-03")
    told(battle, Bail(unit_id=bare, from_id=ann, faces=(Face(4),)))


@pytest.mark.rule("OF-12")
def test_what_the_highest_die_says_goes_and_equal_ones_roll_again(battle: Campaign) -> None:
    sides = tuple(DisputeSide(player_id=each, says=f"as {each} says") for each in (ANN, BEN))
    ask = WhatISayGoes(about="the hedge", sides=sides)
    for rolled, winner in (((5, 2), ANN), ((2, 5), BEN), ((4, 4, 3, 6), BEN)):
        words = " ".join(told(battle, replace(ask, faces=tuple(map(Face, rolled)))))
        assert f"as {winner} says" in words


@pytest.mark.rule("A5-15", "8.4-40")
def test_a_bought_die_that_deflection_takes_is_not_asked_for(battle: Campaign) -> None:
    ann = unit(battle, "Ann", ANN)
    gun = weapon(battle, ann, preset="W-05", damage="1d6+3")
    bare, clad = unit(battle, "Bare", BEN), unit(battle, "Clad", BEN, deflection=2)
    for foe, asked in ((bare, [6, 6, 6]), (clad, [6])):
        seen = look(
            battle, shot(ann, gun, foe), *((6, 1) if foe == bare else (6,)), benny_0="damage"
        )
        assert [die.sides for die in seen.dice] == asked


@pytest.mark.rule("A-06", "A5-15")
def test_what_deflection_takes_is_named_beside_the_damage_and_in_the_log(battle: Campaign) -> None:
    ann = unit(battle, "Ann", ANN)
    axe, club = (
        weapon(battle, ann, preset="W-05", damage=damage, name=name)
        for damage, name in (("1d6", "Axe"), ("1d6+2", "Club"))
    )
    clad = unit(battle, "Clad", BEN, deflection=1)
    for by, words in ((axe, "Deflection takes d6"), (club, "2 Club, Deflection takes d6")):
        seen = look(battle, shot(ann, by, clad), 5)
        assert [victim.made_of for victim in seen.victims] == [words]
    battle.do(done_with(shot(ann, axe, clad), 5))
    terms = [term for line in battle.read(log) for each in line.sums for term in each.terms]
    assert ("Deflection takes d6", 0, "A-06") in {(t.reason, t.value, t.rule) for t in terms}


@pytest.mark.rule("8.4-40")
def test_a_phased_die_passes_deflection(battle: Campaign) -> None:
    ann, clad = unit(battle, "Ann", ANN), unit(battle, "Clad", BEN, deflection=1)
    gun = weapon(battle, ann, preset="W-05", damage="1d12 Phased + 1d6")
    assert [die.sides for die in look(battle, shot(ann, gun, clad), 4).dice] == [6, 12]


@pytest.mark.rule("8.5-13")
def test_a_weapon_of_one_inch_has_nobody_to_support_it(battle: Campaign) -> None:
    weapons = (WeaponFacts(kind="Gun", size=1),)
    unit(battle, "Post", ANN, kind="Structure", size=4, weapons=weapons)
    unit(battle, "Gunner", ANN, preset="U-07")
    refused(battle, HomeIn(weapon_id=1, target="the gate", supporters=1), "8.5-13")


@pytest.mark.rule("8.1-32", "8.1-40", "8.1-43")
def test_what_is_left_and_what_was_saved_are_one_sum(battle: Campaign) -> None:
    mech = unit(battle, "Mech", ANN, kind="Creature", size=3, armor="2d10", action_die=6)
    battle.do(SetHouseRule(switch="divert_spend", value="regular_first"))
    battle.do(DivertPower(unit_id=mech))
    battle.do(EndTurn())
    for step in battle.reading(agenda):  # it stores its Power, and is free again
        battle.do(act_from_data(step.act))
    end_turn(battle, ROUND)
    battle.do(UsePower(unit_id=mech, inches=5))
    words = refused(battle, UsePower(unit_id=mech, inches=8), "8.1-32")
    assert 'it takes 8" of Power, 7" are left' in words


@pytest.mark.rule("F.1-30")
@pytest.mark.parametrize(("fire", "effect"), [(1, '−1" Power, −1d4'), (3, '−3" Power, −1d4')])
def test_a_fire_takes_its_size_off_the_power(battle: Campaign, fire: int, effect: str) -> None:
    mech = creation(battle, size=3)
    battle.do(Ignite(unit_id=mech, inches=fire))
    assert [row.effect for row in battle.read(fires)] == [effect]


@pytest.mark.rule("8.4-32", "A5-41")
@pytest.mark.parametrize(("damage", "face", "breaks"), [("1d6-6", 3, False), ("1d6-3", 4, True)])
def test_no_damage_does_nothing_even_to_no_armor_and_one_point_is_enough(
    battle: Campaign, damage: str, face: int, breaks: bool
) -> None:
    ann, vase = unit(battle, "Ann", ANN), unit(battle, "Vase", BEN, kind="Object", armor="0")
    rock = Strike(by_id=ann, name="Rock", use=2, damage=damage)
    attack = Attack(aims=(Aim(unit_id=vase),), strikes=(rock,))
    assert look(battle, attack, 3, face).open_choices == ()
    done(battle, attack, 3, face)
    assert (row(battle, Unit, vase).fate != row(battle, Unit, ann).fate) is breaks


@pytest.mark.rule("8.4-41")
def test_what_an_explosive_is_made_of_is_told_without_what_it_lacks(battle: Campaign) -> None:
    lines = told(
        battle,
        AddExplosive(
            name="Bomb", explosive_size=4, makeup=Makeup(exchanges={"FIRE": 1}), place="x"
        ),
    )
    assert "X4 = 3 Exp + 1 Fire, " in lines[0]


@pytest.mark.rule("OF-26", "8.4-25")
@pytest.mark.parametrize(("keeps", "damage"), [(True, "5 damage"), (False, "No damage")])
def test_what_is_left_of_a_blast_whose_dice_are_deflected(
    battle: Campaign, keeps: bool, damage: str
) -> None:
    battle.do(SetHouseRule(switch="bw_deflection_keeps_bonus", value=keeps))
    clad = unit(battle, "Clad", BEN, deflection=1, armor="20")
    battle.do(
        AddExplosive(
            name="Bomb", explosive_size=1, makeup=Makeup(flat=5), place="the yard", player_id=ANN
        )
    )
    act = Detonate(explosive_id=1, caught=(Caught(unit_id=clad, distance=0),), faces=(Face(7),))
    assert damage in " ".join(told(battle, act))


@pytest.mark.rule("4.1-34")
@pytest.mark.parametrize(
    ("aside", "refusal"), [(0.15, False), (-0.15, False), (0.24, True), (-0.24, True)]
)
def test_a_sprint_is_straight_within_three_degrees_to_either_side(
    battle: Campaign, aside: float, refusal: bool
) -> None:
    gus = unit(battle, "Gus", ANN)
    battle.do(MoveUnit(unit_id=gus, x=10, y=10))
    battle.do(SprintUnit(unit_id=gus, faces=(Face(4),)))
    battle.do(MoveUnit(unit_id=gus, x=14, y=10))
    act = MoveUnit(unit_id=gus, x=18, y=10 + aside)
    if refusal:
        refused(battle, act, "4.1-34")
    else:
        told(battle, act)


@pytest.mark.rule("5.1-09")
def test_whatever_helps_a_1_never_hits(battle: Campaign) -> None:
    ann, foe = unit(battle, "Ann", ANN), unit(battle, "Foe", BEN)
    gun = weapon(battle, ann, preset="W-05", use=3)
    sure = replace(shot(ann, gun, foe), extras=(Extra(reason="Sitting duck", value=9),))
    seen = look(battle, sure)
    assert seen.shots[0].needed == 2
    assert seen.legend[0] == ("2 or more", "hits (Use 3)")


@pytest.mark.rule("A5-15")
def test_the_odds_count_no_bought_die_that_deflection_takes(battle: Campaign) -> None:
    ann = unit(battle, "Ann", ANN)
    gun = weapon(battle, ann, preset="W-05", damage="1d6+3")
    bare, clad = unit(battle, "Bare", BEN), unit(battle, "Clad", BEN, deflection=2)
    for foe, sides in ((bare, 6), (clad, 0)):
        asked = look(battle, shot(ann, gun, foe)).asked
        assert asked is not None
        assert asked.targets[0].hits[0].bought == sides


@pytest.mark.rule("A5-17", "X3.2-02")
def test_where_one_weapon_fires_at_a_time_one_still_does(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="bw_dual_fire", value=False))
    ann, foe = unit(battle, "Ann", ANN), unit(battle, "Foe", BEN)
    left, right = (weapon(battle, ann, preset="W-04", name=side) for side in ("Left", "Right"))
    both = replace(
        shot(ann, left, foe),
        strikes=tuple(Strike(weapon_id=each, by_id=ann) for each in (left, right)),
    )
    assert look(battle, both).refused_by == "A5-17"
    assert look(battle, shot(ann, left, foe)).refused_by == ""


@pytest.mark.rule("5.2-01", "5.2-02")
@pytest.mark.parametrize(
    ("kind", "mind", "fights"),
    [
        ("Vehicle", "independent", False),
        ("Creature", "none", False),
        ("Creature", "independent", True),
    ],
)
def test_only_who_thinks_and_fights_back_is_engaged(
    battle: Campaign, kind: str, mind: str, fights: bool
) -> None:
    ann = unit(battle, "Ann", ANN)
    axe = weapon(battle, ann, preset="W-01", name="Axe")
    foe = unit(battle, "Foe", BEN, kind=kind, mind=mind, size=2, armor="9", action_die=6)
    blow = Strike(weapon_id=axe, by_id=ann, mode=Mode.STRIKE)
    done(battle, Attack(aims=(Aim(unit_id=foe, distance=1),), strikes=(blow,)), 1)
    engaged = [state for state in rows(battle, State) if state.kind is StateKind.ENGAGED]
    assert bool(engaged) is fights


@pytest.mark.rule("8.2-15", "OF-38")
def test_the_joint_of_what_has_one_die_of_armor_has_none(battle: Campaign) -> None:
    brute = creature(battle, "Brute", ANN, 5)
    club = weapon(battle, brute, kind="Melee Weapon", size=2)
    cart = unit(battle, "Cart", BEN, kind="Vehicle", size=3, armor="1d10")
    strike = Strike(weapon_id=club, by_id=brute)
    hit = Attack(aims=(Aim(unit_id=cart, joint=True),), strikes=(strike,))
    (victim,) = look(battle, hit, 5, 2, 2).victims
    assert (victim.damage, victim.armor) == (4, 0)


@pytest.mark.rule("5.2-33", "OF-53")
def test_an_opponent_with_one_hand_left_still_counterstrikes(battle: Campaign) -> None:
    fight = Fight(battle, 2)

    def maim(session: Session) -> None:
        session.get_one(Unit, fight.knights[0]).limbs_lost = ["left_arm"]
        session.get_one(Unit, fight.knights[1]).limbs_lost = ["left_arm", "right_arm"]

    stage(battle, maim)
    told(battle, Disengage(unit_id=fight.fred))
    assert [step.title for step in fight.waiting()] == ["Art may Counterstrike Fred"]


@pytest.mark.rule("5.1-15", "A5-10")
def test_what_an_explosion_knocks_out_of_a_hand_lies_at_its_feet(battle: Campaign) -> None:
    foe = unit(battle, "Foe", BEN, armor="7")
    weapon(battle, foe, preset="W-01", name="Spoon")
    battle.do(AddExplosive(name="Keg", explosive_size=1))
    caught = (Caught(unit_id=foe, distance=0),)
    choices = {f"bad-{foe}": "disarmed"}
    act = Detonate(explosive_id=1, caught=caught, faces=(Face(7),), choices=choices)
    assert any("Spoon lies at its feet" in line for line in told(battle, act))


@pytest.mark.rule("8.3-28")
def test_who_is_on_fire_has_one_hand_and_no_gun_for_two(battle: Campaign) -> None:
    ann, foe = unit(battle, "Ann", ANN, tags=("flammable",)), unit(battle, "Foe", BEN)
    gun = weapon(battle, ann, preset="W-05", hands=2)
    assert look(battle, shot(ann, gun, foe)).refused_by == ""
    battle.do(Ignite(unit_id=ann, inches=1))
    assert 'the limit is 1"' in look(battle, shot(ann, gun, foe)).refusal, (
        "an inch of Power for the hand"
    )


@pytest.mark.rule("OF-54")
def test_an_inch_of_move_is_left_to_what_is_badly_damaged_and_no_more(battle: Campaign) -> None:
    cart = creation(battle, "Cart", size=8, move=6.0, size_damage=7)
    assert "1.5" in refused(battle, MoveUnit(unit_id=cart, inches=1.5), "4.1-01")
    told(battle, MoveUnit(unit_id=cart, inches=1))


@pytest.mark.rule("5.4-03", "5.4-06")
def test_a_run_to_the_far_edge_bends_as_little_to_the_left_as_to_the_right(
    battle: Campaign,
) -> None:
    for name, first, second in (
        ("Left", 0, -2.5), ("Right", 0, 2.5), ("From left", -2.5, 0), ("From right", 2.5, 0),
    ):  # fmt: skip
        x, y = 20.0, 20.0
        runner = unit(battle, name, ANN, x=x, y=y, move=20)
        for degrees in (first, second):
            x += 2.5 * math.sin(math.radians(degrees))
            y -= 2.5 * math.cos(math.radians(degrees))
            battle.do(MoveUnit(unit_id=runner, x=x, y=y))
        assert holds(battle, runner), "five inches straight on"
