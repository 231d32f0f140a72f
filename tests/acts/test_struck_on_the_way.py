"""Who is struck on its way parries and stays, or goes on; who responds shifts by an inch (4.1, 4.3)."""

import pytest

from brikdesk.acts.battlefield.by_the_map import way_ahead
from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Respond
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.actions import SpendAction
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind, Unit
from brikdesk.store.views.still_to_act import bears_on_act
from tests.acts.attack_scene import done, unit, weapon
from tests.acts.hazards import ANN, BEN
from tests.acts.table import refused, row, told
from tests.acts.test_collisions import kinds


@pytest.fixture
def passing(battle: Campaign) -> tuple[Campaign, int, int, Attack]:
    """Gus of the running player has moved two inches; a guard strikes at him in response."""
    gus, guard = unit(battle, "Gus", ANN), unit(battle, "Guard", BEN)
    sword = weapon(battle, guard, preset="W-01", name="Sword")
    told(battle, MoveUnit(unit_id=gus, inches=2))
    strike = Strike(weapon_id=sword, by_id=guard, mode=Mode.STRIKE)
    return battle, gus, guard, Attack(aims=(Aim(unit_id=gus),), strikes=(strike,))


@pytest.mark.rule("4.1-07", "A4-06", "4.3-03")
def test_who_moves_into_reach_is_attacked_by_default_with_a_response(
    passing: tuple[Campaign, int, int, Attack],
) -> None:
    """While it moves the desk says so; the attack spends the Action that the guard had saved."""
    battle, _, guard, attack = passing
    assert any(
        "is attacked by default" in each.words for each in battle.read(bears_on_act, "MoveUnit")
    )
    done(battle, attack, 1)
    refused(battle, attack, "4.2-02")
    refused(battle, Respond(unit_id=guard, to_id=1), "4.2-02")


@pytest.mark.rule("4.1-09", "A4-07")
def test_who_does_not_parry_goes_on(passing: tuple[Campaign, int, int, Attack]) -> None:
    battle, gus, _, attack = passing
    done(battle, attack, 4, 2)
    assert kinds(battle, gus) == set()
    told(battle, MoveUnit(unit_id=gus, inches=3))
    assert row(battle, Unit, gus).move_used == 5


@pytest.mark.rule("4.1-08", "5.2-42", "A5-47")
def test_who_parries_is_engaged_and_moves_no_more(
    passing: tuple[Campaign, int, int, Attack],
) -> None:
    battle, gus, _, attack = passing
    shield = weapon(battle, gus, preset="W-12", name="Shield")
    parried = Attack(
        aims=attack.aims, strikes=attack.strikes, parries=(Parry(unit_id=gus, weapon_id=shield),)
    )
    lines = done(battle, parried, 4, 3)
    assert any(line.startswith("Gus: Stopped. It parried on its way.") for line in lines)
    assert kinds(battle, gus) == {StateKind.STOPPED, StateKind.ENGAGED}
    refused(battle, MoveUnit(unit_id=gus, inches=1), "4.1-23")
    refused(battle, SpendAction(unit_id=gus), "4.2-02")


@pytest.mark.rule("A4-07", "5.2-24")
def test_who_is_grabbed_on_its_way_is_engaged(passing: tuple[Campaign, int, int, Attack]) -> None:
    battle, gus, guard, attack = passing
    grab = Attack(aims=attack.aims, strikes=(Strike(by_id=guard, mode=Mode.GRAB),))
    done(battle, grab)
    assert kinds(battle, gus) == {StateKind.GRABBED, StateKind.ENGAGED}


@pytest.mark.rule("4.3-04", "4.3-05")
def test_in_the_turns_of_others_a_unit_shifts_by_an_inch(battle: Campaign) -> None:
    guard = unit(battle, "Guard", BEN)
    refused(battle, MoveUnit(unit_id=guard, inches=1.5), "4.3-04")
    (line,) = told(battle, MoveUnit(unit_id=guard, inches=1))
    assert line == 'Guard moves 1". The inch of a response costs no Move. 4.3-05'
    told(battle, MoveUnit(unit_id=guard, inches=6, by_itself=False))
    way = battle.read(way_ahead, guard, ((1, 1), (5, 1)))
    assert way
    assert way.hindered.startswith("outside its own turn")
