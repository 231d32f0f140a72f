"""What a fight counts and asks: inches, one Action, engagements of movers, Bails, who strikes first."""

from dataclasses import replace

import pytest

from brikdesk.acts.battlefield.by_the_map import way_ahead
from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.campaign.setup import SetAlliance
from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import (
    Disengage,
    Respond,
    StayInReach,
    responders,
)
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.step_act import act_of_step
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.weapons import PutAway
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind, Unit, Weapon
from brikdesk.turns.queue import agenda
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import ANN, BEN, CLEO
from tests.acts.table import bad, end_turn, refused, row, told
from tests.acts.test_collisions import kinds


def strike(by: int, arm: int | None, at: int, mode: Mode = Mode.STRIKE, **facts: bool) -> Attack:
    blow = Strike(weapon_id=arm, by_id=by, mode=mode, same_action=facts.pop("same_action", False))
    return Attack(aims=(Aim(unit_id=at),), strikes=(blow,), **facts)  # type: ignore[arg-type]


@pytest.fixture
def two(battle: Campaign) -> tuple[Campaign, int, int]:
    """Al of the running player and Bo stand side by side, each with a sword."""
    al, bo = unit(battle, "Al", ANN, x=10, y=10), unit(battle, "Bo", BEN, x=11, y=10)
    for each in (al, bo):
        weapon(battle, each, preset="W-01", name="Sword")
    return battle, al, bo


AL_SWORD, BO_SWORD = 1, 2


# Inches


@pytest.mark.rule("5.2-09", "5.2-10")
def test_an_angry_inch_goes_with_a_maneuver(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    battle.do(SetState(unit_id=al, kind=StateKind.ENGAGED, with_id=bo))
    told(battle, MoveUnit(unit_id=al, x=10, y=10.5))
    again = MoveUnit(unit_id=al, x=10, y=10)
    assert "makes its maneuver first" in refused(battle, again, "5.2-10")
    done(battle, strike(al, AL_SWORD, bo), 1)
    told(battle, again)
    end_turn(battle, 3)
    battle.do(SpendAction(unit_id=al))
    assert "it can make none" in refused(battle, MoveUnit(unit_id=al, x=10, y=10.5), "5.2-09")


@pytest.mark.rule("4.3-04")
def test_the_inch_of_a_response_is_taken_once_and_with_an_action(
    two: tuple[Campaign, int, int],
) -> None:
    battle, al, bo = two
    told(battle, MoveUnit(unit_id=bo, x=11.5, y=10))
    there = MoveUnit(unit_id=bo, x=12.5, y=10)
    assert "makes its response first" in refused(battle, there, "4.3-04")
    done(battle, strike(bo, BO_SWORD, al), 1)
    assert "it can make none" in refused(battle, there, "4.3-04")


@pytest.mark.rule("4.3-04", "5.1-01")
def test_who_has_taken_its_inch_reaches_no_farther(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    battle.do(MoveUnit(unit_id=bo, x=13.5, y=10, by_itself=False))
    assert 'Bo is 2.5" away' in refused(
        battle, replace(strike(al, AL_SWORD, bo), faces=(Face(1),)), "5.1-01"
    )
    told(battle, MoveUnit(unit_id=bo, x=12.9, y=10))
    blow = replace(strike(bo, BO_SWORD, al), faces=(Face(1),))
    assert 'it reaches 1"' in refused(battle, blow, "5.1-01")


# One Action over several acts


@pytest.mark.rule("5.2-19", "8.5-01")
def test_a_second_act_in_the_same_action_stays_at_its_target_and_type(
    two: tuple[Campaign, int, int],
) -> None:
    battle, al, bo = two
    other = unit(battle, "Other", BEN, x=9, y=10)
    axe, pistol = (
        weapon(battle, al, preset="W-01", name="Axe"),
        weapon(battle, al, preset="W-04", name="Pistol"),
    )
    done(battle, strike(al, AL_SWORD, bo), 1)
    elsewhere = strike(al, axe, other, same_action=True)
    assert "the same target" in refused(battle, replace(elsewhere, faces=(Face(1),)), "5.2-19")
    done(battle, strike(al, axe, bo, same_action=True), 1)
    battle.undo()
    battle.undo()
    gun = Strike(weapon_id=pistol, by_id=al, power=0)
    done(battle, Attack(aims=(Aim(unit_id=bo),), strikes=(gun,)), 1)
    blow = replace(strike(al, axe, bo, same_action=True), faces=(Face(1),))
    assert "one type of attack" in refused(battle, blow, "8.5-01")
    done(battle, replace(blow, overruled=frozenset({"8.5-01"}), faces=()), 1)


# Hands


@pytest.mark.rule("5.2-24", "5.2-31", "5.2-05")
def test_full_hands_grab_nobody_and_no_object_shoves_twice(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    grab = strike(al, None, bo, Mode.GRAB)
    assert look(battle, grab).refused_by == "", "one Hand is free"
    shield = weapon(battle, al, preset="W-12", name="Shield")
    assert "it holds Sword, Shield" in refused(battle, grab, "5.2-24")
    lines = told(battle, PutAway(weapon_id=AL_SWORD))
    assert lines == ["Al puts Sword away. It lies at the belt of Al. 4.1-14"]
    assert look(battle, grab).refused_by == ""
    assert "does not hold Sword" in bad(battle, PutAway(weapon_id=AL_SWORD))
    battle.undo()
    assert "it holds Sword, Shield" in refused(battle, strike(al, None, bo, Mode.SHOVE), "5.2-31")
    done(battle, strike(al, shield, bo, Mode.SHOVE))
    again = strike(al, shield, bo, Mode.SHOVE, same_action=True)
    sentence = refused(battle, replace(again, overruled=frozenset({"5.1-01", "5.2-31"})), "5.2-05")
    assert "has been used in this turn" in sentence


@pytest.mark.rule("8.5-05", "5.2-05")
def test_a_sword_is_used_and_has_not_fired(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    done(battle, strike(al, AL_SWORD, bo), 1)
    why = refused(battle, strike(al, AL_SWORD, bo, same_action=True), "8.5-05")
    assert why == "Sword has been used this turn. It can be used again in the next player's turn."


# Movers


def ends(battle: Campaign) -> list[str]:
    battle.do(EndTurn())
    return [step.key for step in battle.reading(agenda)]


@pytest.mark.rule("A4-07", "4.1-09")
def test_who_was_struck_on_its_way_and_stays_in_reach_is_engaged(
    two: tuple[Campaign, int, int],
) -> None:
    battle, al, bo = two
    told(battle, MoveUnit(unit_id=al, x=10, y=9.8))
    done(battle, strike(bo, BO_SWORD, al), 1)
    assert kinds(battle, al) == set()
    assert ends(battle) == [f"stays-{al}"]
    (step,) = battle.reading(agenda)
    lines = told(battle, act_of_step(step))
    assert lines[0] == "Al stays. It ends its movement in reach of Bo. A4-07"
    assert kinds(battle, al) == kinds(battle, bo) == {StateKind.ENGAGED}
    assert "is in nobody's reach" in bad(battle, StayInReach(unit_id=al))


@pytest.mark.rule("A4-07", "4.1-09")
def test_who_goes_on_out_of_reach_is_not(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    told(battle, MoveUnit(unit_id=al, x=10, y=9.8))
    done(battle, strike(bo, BO_SWORD, al), 1)
    told(battle, MoveUnit(unit_id=al, x=7, y=9.8))
    assert ends(battle) == []


@pytest.mark.rule("A4-07")
@pytest.mark.parametrize(("said", "engaged"), [("in", {StateKind.ENGAGED}), ("out", set())])
def test_without_a_map_the_players_say_whether_it_stays(
    battle: Campaign, said: str, engaged: set[StateKind]
) -> None:
    al, bo = unit(battle, "Al", ANN), unit(battle, "Bo", BEN)
    sword = weapon(battle, bo, preset="W-01", name="Sword")
    told(battle, MoveUnit(unit_id=al, inches=2))
    done(battle, strike(bo, sword, al), 1)
    assert ends(battle) == [f"stays-{al}"]
    (step,) = battle.reading(agenda)
    asked = act_of_step(step)
    assert "Is Al in reach of Bo?" in bad(battle, asked)
    told(battle, replace(asked, choices={f"reach-{bo}": said}))
    assert kinds(battle, al) == engaged
    assert battle.reading(agenda) == ()


@pytest.mark.rule("A4-07", "4.1-08")
def test_after_a_parry_the_second_attacker_fights_it_too(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    shield = weapon(battle, al, preset="W-12", name="Shield")
    second = unit(battle, "Bob", BEN, x=9, y=10)
    axe = weapon(battle, second, preset="W-01", name="Axe")
    told(battle, MoveUnit(unit_id=al, x=10, y=9.8))
    parried = replace(strike(bo, BO_SWORD, al), parries=(Parry(unit_id=al, weapon_id=shield),))
    done(battle, parried, 4, 3)
    done(battle, strike(second, axe, al), 1)
    assert kinds(battle, second) == {StateKind.ENGAGED}


@pytest.mark.rule("4.1-08")
def test_a_parry_stops_also_who_was_struck_in_passing(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    shield = weapon(battle, al, preset="W-12", name="Shield")
    told(battle, MoveUnit(unit_id=al, x=10, y=9.8))
    blow = strike(bo, BO_SWORD, al, passing=True)
    done(battle, replace(blow, parries=(Parry(unit_id=al, weapon_id=shield),)), 4, 3)
    assert kinds(battle, al) == {StateKind.ENGAGED, StateKind.STOPPED}


@pytest.mark.rule("5.2-36")
@pytest.mark.parametrize("goes", [True, False])
def test_who_disengages_and_stays_is_still_engaged(
    two: tuple[Campaign, int, int], goes: bool
) -> None:
    battle, al, bo = two
    battle.do(SetState(unit_id=al, kind=StateKind.ENGAGED, with_id=bo))
    end_turn(battle, 3)
    told(battle, Disengage(unit_id=al))
    (step,) = battle.reading(agenda)
    told(battle, replace(act_of_step(step), choices={"answer": "go"}))
    assert kinds(battle, al) == set()
    if goes:
        told(battle, MoveUnit(unit_id=al, x=6, y=10))
        assert ends(battle) == []
        return
    assert ends(battle) == [f"stays-{al}"]
    (step,) = battle.reading(agenda)
    assert "5.2-36" in told(battle, act_of_step(step))[0]
    assert kinds(battle, al) == {StateKind.ENGAGED}


# Charges


@pytest.mark.rule("A5-32", "5.4-22")
@pytest.mark.parametrize(("y", "forced"), [(10, True), (11.4, False)])
def test_a_charger_is_forced_on_only_by_what_is_in_its_path(
    battle: Campaign, y: float, forced: bool
) -> None:
    pike = unit(battle, "Pike", ANN, x=4, y=10, move=10)
    lance = weapon(battle, pike, preset="W-02", hands=2, name="Lance")
    foe = unit(battle, "Foe", BEN, x=10, y=y, armor="20")
    told(battle, MoveUnit(unit_id=pike, x=9, y=10))
    charge = strike(pike, lance, foe, charge=True)
    lines = done(battle, charge, 5, 1, mom_0="kept")
    aside = MoveUnit(unit_id=pike, x=9, y=7)
    if forced:
        assert "It Collides with Foe or runs on straight." in lines[-1]
        refused(battle, aside, "5.4-14")
    else:
        assert "By the map Foe is not in its path." in lines[-1]
        told(battle, aside)


# Bails


@pytest.mark.rule("A5-68")
def test_a_grabber_that_bails_lets_go(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    battle.do(SetState(unit_id=al, kind=StateKind.GRABBED, with_id=bo))
    dive = Bail(unit_id=bo, from_id=al, x=14, y=10, faces=(Face(4),))
    assert "Al is free of Bo. It lets go to dive. A5-68" in told(battle, dive)
    assert kinds(battle, al) == set()


@pytest.mark.rule("5.1-42")
def test_who_joins_in_counts_already_for_the_bail(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    third = unit(battle, "Third", ANN, x=12, y=10)
    battle.do(SetState(unit_id=bo, kind=StateKind.ENGAGED, with_id=al))
    alone = battle.do(Bail(unit_id=bo, from_id=al, faces=(Face(4),))).lines[0].sums[0].total
    battle.undo()
    joined = battle.do(Bail(unit_id=bo, from_id=third, faces=(Face(4),))).lines[0].sums[0].total
    assert (alone, joined) == (4, 3)


@pytest.mark.rule("A5-69")
def test_a_blow_that_a_bail_avoids_is_made_all_the_same(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    lines = done(battle, strike(al, AL_SWORD, bo, avoided=True))
    assert lines[0] == "Al strikes with Sword at Bo. Bo Bails clear of it. A5-69"
    assert row(battle, Unit, al).actions_spent == 1
    assert row(battle, Unit, al).hands_used == 1
    assert row(battle, Unit, bo).melee_foes == [al]
    assert kinds(battle, al) == set()
    shot = Strike(weapon_id=weapon(battle, bo, preset="W-04"), by_id=bo, power=0)
    far = Attack(aims=(Aim(unit_id=al),), strikes=(shot,), avoided=True)
    assert "A Bail avoids blows" in bad(battle, far)


@pytest.mark.rule("A5-69", "A5-57")
def test_a_charge_that_a_bail_avoids_is_a_miss(battle: Campaign) -> None:
    pike, foe = unit(battle, "Pike", ANN, move=10), unit(battle, "Foe", BEN)
    lance = weapon(battle, pike, preset="W-03", hands=2, name="Lance")
    told(battle, MoveUnit(unit_id=pike, inches=5, straight=5))
    lines = done(battle, strike(pike, lance, foe, charge=True, avoided=True))
    assert lines[-1].startswith("Pike keeps its MOM.")
    refused(battle, MoveUnit(unit_id=pike, inches=5, straight=2), "5.4-14")


# Something Bad


@pytest.mark.rule("5.1-15", "5.2-47", "A5-12")
def test_what_the_parry_has_lost_no_disarm_takes(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    battle.do(SetState(unit_id=bo, kind=StateKind.ENGAGED, with_id=al))
    shield = weapon(battle, bo, preset="W-12", name="Shield")
    told(battle, PutAway(weapon_id=BO_SWORD))
    blow = replace(strike(al, AL_SWORD, bo), parries=(Parry(unit_id=bo, weapon_id=shield),))
    seen = look(battle, blow, 5, 1, 4)
    (choice,) = (each for each in seen.choices if each.id.startswith("bad"))
    assert "disarmed" not in {option.value for option in choice.options}
    kept = look(battle, strike(al, AL_SWORD, bo), 5, 4)
    (choice,) = (each for each in kept.choices if each.id.startswith("bad"))
    assert "disarmed" in {option.value for option in choice.options}


# Who strikes first, and who responds


@pytest.mark.rule("4.1-07", "8.2-02")
def test_the_first_blow_is_named_for_armed_enemies_with_a_mind(battle: Campaign) -> None:
    runner = unit(battle, "Runner", ANN, x=5, y=10)
    for number, name in enumerate(("Armed", "Unarmed", "Barrel", "Cart")):
        facts = {"Barrel": {"kind": "Object"}, "Cart": {"kind": "Vehicle", "size": 1}}
        each = unit(battle, name, BEN, x=8 + 3 * number, y=11, **facts.get(name, {}))
        if name != "Unarmed":
            weapon(battle, each, preset="W-01", name="Sword")
    ally = unit(battle, "Ally", CLEO, x=8, y=9)
    weapon(battle, ally, preset="W-01", name="Sword")
    battle.do(SetAlliance(player_id=ANN, ally_id=CLEO))
    way = battle.read(way_ahead, runner, ((5.0, 10.0), (20.0, 10.0)))
    assert way is not None
    assert way.answers == ("Armed",)
    able = {row.unit_id: row.no for row in battle.read(responders, runner)}
    assert able[2] is None
    assert {able[key].rule for key in (4, 5) if able[key]} == {"8.2-02"}  # type: ignore[union-attr]
    assert "no mind of its own" in refused(battle, Respond(unit_id=4, to_id=runner), "8.2-02")
    battle.do(FaceUnit(unit_id=2, facing=180))
    way = battle.read(way_ahead, runner, ((5.0, 10.0), (20.0, 10.0)))
    assert way is not None
    assert way.answers == (), "it looks away from all of the way"


@pytest.mark.rule("4.3-06", "4.3-09")
def test_who_noticed_it_by_what_i_say_goes_attacks_too(two: tuple[Campaign, int, int]) -> None:
    battle, al, bo = two
    battle.do(FaceUnit(unit_id=bo, facing=90))
    blow = replace(strike(bo, BO_SWORD, al), faces=(Face(1),))
    why = refused(battle, blow, "4.3-06")
    assert why == refused(battle, Respond(unit_id=bo, to_id=al), "4.3-06")
    told(battle, Respond(unit_id=bo, to_id=al, noticed=True))
    told(battle, blow)


# What would change it


@pytest.mark.rule("5.1-07")
def test_two_inches_closer_is_offered_on_the_map_too(battle: Campaign) -> None:
    al, bo = unit(battle, "Al", ANN, x=4, y=10), unit(battle, "Bo", BEN, x=17, y=10)
    bow = weapon(battle, al, preset="W-05", name="Bow")
    shot = Attack(aims=(Aim(unit_id=bo),), strikes=(Strike(weapon_id=bow, by_id=al),))
    typed = replace(shot, aims=(Aim(unit_id=bo, distance=12),))
    ways = [dict(battle.reading(each.alternatives)) for each in (shot, typed)]
    assert ways[0]['2" closer'] == ways[1]['2" closer']
    assert row(battle, Weapon, bow).range == 10
