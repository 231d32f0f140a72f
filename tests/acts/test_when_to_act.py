"""When a unit can act and be moved: between its steps, carried, or dying (4.2, 5.1)."""

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import WoundMortally
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.power import DivertPower
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.states import LoseLimb, SetState
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, StateKind, Unit
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.table import end_turn, refused, row, told


@pytest.mark.rule("4.2-03")
@pytest.mark.parametrize("before", [0, 2, 5])
def test_an_action_comes_before_between_or_after_the_steps_of_a_move(
    battle: Campaign, before: int
) -> None:
    archer, foe = unit(battle, "Archer", 1), unit(battle, "Foe", 2)
    bow = weapon(battle, archer, preset="W-05")
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=8),), strikes=(Strike(weapon_id=bow, by_id=archer),)
    )
    if before:
        battle.do(MoveUnit(unit_id=archer, inches=before))
    done(battle, attack, 4, 5)
    assert row(battle, Unit, foe).fate is Fate.DEAD
    if before < 5:
        battle.do(MoveUnit(unit_id=archer, inches=5 - before))
    refused(battle, MoveUnit(unit_id=archer, inches=0.5), "4.1-01")


@pytest.mark.rule("4.2-27", "4.2-28")
def test_who_is_busy_for_the_whole_turn_is_carried_but_does_not_walk(battle: Campaign) -> None:
    mech = unit(battle, "Mech", 1, kind="Creature", size=3, armor="2d10", x=5.0, y=5.0)
    battle.do(DivertPower(unit_id=mech))
    refused(battle, MoveUnit(unit_id=mech, inches=1), "4.2-27")
    lines = told(battle, MoveUnit(unit_id=mech, x=5.0, y=9.0, by_itself=False))
    assert lines == ['Mech is moved 4". 4.1-01']
    moved = row(battle, Unit, mech)
    assert (moved.x, moved.y, moved.move_used) == (5.0, 9.0, 0)


@pytest.mark.rule("5.1-18", "5.1-19")
@pytest.mark.parametrize("spent", [False, True])
def test_who_is_mortally_wounded_in_anothers_turn_has_a_last_response(
    battle: Campaign, spent: bool
) -> None:
    archer, foe = unit(battle, "Archer", 1), unit(battle, "Foe", 2)
    bow = weapon(battle, archer, preset="W-05")
    if spent:
        battle.do(SpendAction(unit_id=archer))
    end_turn(battle)  # Ben's turn
    battle.do(WoundMortally(unit_id=archer))
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=8),), strikes=(Strike(weapon_id=bow, by_id=archer),)
    )
    assert look(battle, attack).refused_by == ("4.2-02" if spent else "")
    if not spent:
        done(battle, attack, 2)
        assert look(battle, attack).refused_by == "4.2-02"


@pytest.mark.rule("4.1-16", "4.1-17", "4.1-20")
@pytest.mark.parametrize("causes", [1, 2, 3])
def test_half_speed_doubles_the_cost_of_a_move_once(battle: Campaign, causes: int) -> None:
    hinge = unit(battle, "Hinge", 1, worn_armor="heavy")
    if causes > 1:
        battle.do(SetState(unit_id=hinge, kind=StateKind.HALF_SPEED, cause="mud"))
    if causes > 2:
        battle.do(LoseLimb(unit_id=hinge, limb="left_leg"))
    line = told(battle, MoveUnit(unit_id=hinge, inches=2))[0]
    named = ["heavy armor", "lost leg", "mud"] if causes == 3 else ["heavy armor", "mud"][:causes]
    assert f'It takes 4", Half Speed: {", ".join(named)}. 1" of Move left.' in line
    refused(battle, MoveUnit(unit_id=hinge, inches=1), "4.1-01")
    battle.do(MoveUnit(unit_id=hinge, inches=0.5))
