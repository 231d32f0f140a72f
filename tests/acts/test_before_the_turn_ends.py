"""What is open is said before a turn ends; what must be done first is refused."""

import json

import pytest

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.firing import FireWeapon
from brikdesk.acts.weapons.gunnery import ManControl
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Phase, Run, Sprint, State, StateKind
from brikdesk.store.views.armory import controls
from brikdesk.store.views.still_to_act import before_the_end
from tests.acts.hazards import ANN, BEN, minifig, put, turn
from tests.acts.scifi.conftest import field as field
from tests.acts.scifi.starfield import armed
from tests.acts.table import end_turn, refused
from tests.cli.conftest import made as made
from tests.cli.conftest import run as run
from tests.cli.outcome import Run as RunCommand


def said(campaign: Campaign) -> list[str]:
    return [each.whole for each in campaign.read(before_the_end)]


@pytest.mark.rule("4.1-41", "5.4-14")
@pytest.mark.parametrize("rule", ["4.1-41", "5.4-14"])
def test_a_turn_does_not_end_while_a_unit_must_run_on(battle: Campaign, rule: str) -> None:
    gus, now = minifig(battle), turn(battle).id or 0
    if rule == "4.1-41":
        put(battle, Sprint(unit_id=gus, turn_id=now, inches=1, forced=True))
    else:
        put(battle, Run(unit_id=gus, turn_id=now, rolled=True))
    words = refused(battle, EndTurn(), rule)
    assert words.startswith("Gus must run on, ")
    what, to_do = words.removeprefix("Gus ").split(": ")
    assert to_do == "move it so far in its line, then the turn ends."
    assert any(what in each for each in said(battle))
    battle.do(EndTurn(overruled=frozenset({rule})))
    assert turn(battle).player_id == BEN


@pytest.mark.rule("5.1-17", "5.1-18", "4.0-01")
def test_the_dying_and_the_idle_are_named_before_the_end_and_not_after_it(battle: Campaign) -> None:
    gus, now = minifig(battle), turn(battle).id or 0
    put(
        battle,
        State(unit_id=gus, kind=StateKind.MORTALLY_WOUNDED, since_turn_id=now, clock_edge="END"),
    )
    assert said(battle) == [
        "Gus: its Mortal Wound takes effect when the turn ends. 5.1-17",
        "1 unit has done nothing yet: Gus. 4.0-01",
    ]
    battle.do(EndTurn())
    assert turn(battle).phase is Phase.END
    assert said(battle) == []


@pytest.mark.rule("4.0-01", "8.5-03")
def test_a_vehicle_whose_crew_could_use_it_is_named_until_it_moves_or_fires(
    battle: Campaign,
) -> None:
    gun = (WeaponFacts(kind="MachineGun", size=2, name="Rattle"),)
    battle.do(AddUnit(name="Truck", player_id=ANN, kind="vehicle", size=4, x=10, y=10, weapons=gun))
    battle.do(AddUnit(name="Bob", player_id=ANN, x=12.5, y=10))
    assert said(battle) == ["1 unit has done nothing yet: Bob. 4.0-01"], "nobody is in it"
    cockpit = battle.read(controls)[0].id
    battle.do(ManControl(control_id=cockpit, unit_id=2))
    assert said(battle) == ["2 units have done nothing yet: Truck; Bob. 4.0-01"]
    battle.do(MoveUnit(unit_id=1, x=14, y=10))
    assert said(battle) == ["1 unit has done nothing yet: Bob. 4.0-01"]
    battle.undo()
    battle.do(FireWeapon(weapon_id=1, by_unit_id=2))
    assert said(battle) == []
    battle.undo()
    battle.do(SetState(unit_id=2, kind=StateKind.DISRUPTED))
    assert said(battle) == []


@pytest.mark.rule("12-93")
def test_open_shots_are_named_as_everything_else_that_is_open(field: Campaign) -> None:
    armed(field, "phaser rifle")
    assert said(field) == ["1 weapon may still fire: Trooper, phaser rifle (not fired). 12-93"]
    end_turn(field)
    assert said(field) == []


def test_the_command_line_says_it_before_the_turn_ends(run: RunCommand, made: object) -> None:
    unit = json.dumps({"act": "AddUnit", "name": "Gus", "player_id": 1})
    run("do", made, "-", typed=unit)
    reminder = "Before the turn ends:\n  1 unit has done nothing yet: Gus. 4.0-01\n"
    assert run("agenda", made)[1].endswith(reminder)
    (each,) = json.loads(run("agenda", made, "--json")[1])["open"]
    assert each == {"text": "1 unit has done nothing yet: Gus.", "rule": "4.0-01"}
    end = '{"act": "EndTurn"}'
    assert run("try", made, "-", typed=end)[1].startswith(reminder)
    assert run("do", made, "-", typed=end)[1].startswith(f"{reminder}End Turn 1")
    assert "Before" not in run("agenda", made)[1]
