import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.power import DivertPower, StorePower, TakeOverload, UsePower
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.firing import FireWeapon
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import PowerUse, Unit
from brikdesk.turns.queue import agenda
from tests.acts.table import ROUND, bad, end_turn, refused, row, rows, told

CLAW, OTHER_CLAW, STINGER = 1, 2, 3


@pytest.fixture
def rex(battle: Campaign) -> Campaign:
    """Return the Scorpiosaurus Rex of T8-03: Size 3, two claws of 1" and a BioStinger of 5"."""
    battle.do(AddUnit(name="Rex", player_id=1, preset="U-25"))
    return battle


def start(campaign: Campaign) -> None:
    """Begin the play of a turn, with no step left."""
    if campaign.reading(agenda):
        campaign.do(GoOn())


def divert(campaign: Campaign) -> None:
    """Spend one whole turn of Rex on diverting, and settle its end step."""
    campaign.do(DivertPower(unit_id=1))
    campaign.do(EndTurn())
    campaign.do(StorePower(unit_id=1))
    end_turn(campaign, ROUND)


@pytest.mark.rule("8.1-32", "8.1-31")
def test_stinger_and_claw_are_all_that_rex_can_use(rex: Campaign) -> None:
    lines = told(rex, FireWeapon(weapon_id=STINGER))
    assert lines[1] == 'Rex uses 5" of Power. BioStinger. 1" left. 8.1-32'
    rex.do(FireWeapon(weapon_id=CLAW))
    words = refused(rex, FireWeapon(weapon_id=OTHER_CLAW), "8.1-32")
    assert words == 'Rex, Claw: it takes 1" of Power, 0" are left.'
    assert [use.inches for use in rows(rex, PowerUse)] == [5, 1]


@pytest.mark.rule("8.1-32", "Q8-02")
def test_power_comes_back_with_every_player_turn_or_every_round(rex: Campaign) -> None:
    rex.do(UsePower(unit_id=1, inches=6, why="Shield"))
    end_turn(rex)
    rex.do(UsePower(unit_id=1, inches=6, why="Shield"))
    rex.do(SetHouseRule(switch="power_window", value="owner_round"))
    refused(rex, UsePower(unit_id=1, inches=1), "8.1-32")


@pytest.mark.rule("8.1-39", "8.1-40")
def test_size_damage_makes_the_stinger_too_big(rex: Campaign) -> None:
    rex.do(EditUnit(unit_id=1, size_damage=1))
    words = refused(rex, FireWeapon(weapon_id=STINGER), "8.1-40")
    assert 'the limit is 4"' in words
    rex.do(FireWeapon(weapon_id=CLAW))
    rex.do(FireWeapon(weapon_id=OTHER_CLAW))


@pytest.mark.rule("8.1-41", "8.1-42", "8.1-43", "8.1-44")
def test_a_turn_of_diverting_lets_a_hurt_rex_sting_once(rex: Campaign) -> None:
    rex.do(EditUnit(unit_id=1, size_damage=1))
    assert told(rex, DivertPower(unit_id=1)) == [
        'Rex diverts All Power. 4" will be stored when the turn ends. 8.1-41'
    ]
    refused(rex, FireWeapon(weapon_id=CLAW), "8.1-41")
    rex.do(EndTurn())
    assert next(step.key for step in rex.reading(agenda)) == "power-1"
    assert told(rex, StorePower(unit_id=1)) == ['Rex stores 4" of Power. 4" saved. 8.1-42']
    end_turn(rex)
    refused(rex, FireWeapon(weapon_id=CLAW), "8.1-41")
    end_turn(rex, ROUND - 1)
    start(rex)
    lines = told(rex, FireWeapon(weapon_id=STINGER))
    words = 'Rex uses 5" of Power. BioStinger. 4" of it was saved; the store is empty. 8.1-43'
    assert lines[1] == words
    assert row(rex, Unit).power_saved == 0
    assert rows(rex, PowerUse)[-1].inches == 1
    refused(rex, UsePower(unit_id=1, inches=4), "8.1-32")
    told(rex, UsePower(unit_id=1, inches=3))


@pytest.mark.rule("Q8-04")
def test_the_turns_own_power_can_be_spent_first(rex: Campaign) -> None:
    rex.do(SetHouseRule(switch="divert_spend", value="regular_first"))
    rex.do(EditUnit(unit_id=1, size_damage=1))
    divert(rex)
    start(rex)
    rex.do(FireWeapon(weapon_id=STINGER))
    assert rows(rex, PowerUse)[-1].inches == 4
    assert row(rex, Unit).power_saved == 0


@pytest.mark.rule("8.1-42", "Q8-04")
def test_diverting_twice_saves_twice_and_the_unused_store_is_lost(rex: Campaign) -> None:
    divert(rex)
    divert(rex)
    assert row(rex, Unit).power_saved == 12
    start(rex)
    rex.do(EndTurn())
    assert told(rex, StorePower(unit_id=1)) == ['Rex loses 12" of stored Power. 0" saved. Q8-04']
    assert row(rex, Unit).power_saved == 0


@pytest.mark.rule("Q8-04", "8.1-42")
def test_a_diverting_turn_that_overload_has_eaten_adds_nothing(rex: Campaign) -> None:
    divert(rex)
    rex.do(DivertPower(unit_id=1))
    told(rex, TakeOverload(unit_id=1, inches=6))
    rex.do(EndTurn())
    rex.do(StorePower(unit_id=1))
    assert row(rex, Unit).power_saved == 6


@pytest.mark.rule("Q8-04")
def test_a_store_can_be_made_to_last(rex: Campaign) -> None:
    rex.do(SetHouseRule(switch="divert_expires", value=False))
    divert(rex)
    end_turn(rex, ROUND)
    start(rex)
    assert row(rex, Unit).power_saved == 6
    told(rex, UsePower(unit_id=1, inches=12))


@pytest.mark.rule("8.1-41", "8.1-36")
def test_diverting_takes_the_whole_own_turn(rex: Campaign) -> None:
    end_turn(rex)
    refused(rex, DivertPower(unit_id=1), "8.1-41")
    end_turn(rex, ROUND - 1)
    rex.do(MoveUnit(unit_id=1, inches=1))
    assert "moved" in refused(rex, DivertPower(unit_id=1), "8.1-41")
    rex.undo()
    rex.do(UsePower(unit_id=1, inches=1))
    assert '1" of Power' in refused(rex, DivertPower(unit_id=1), "8.1-41")
    rex.undo()
    rex.do(SpendAction(unit_id=1))
    refused(rex, DivertPower(unit_id=1), "8.1-41")
    rex.undo()
    rex.do(EditUnit(unit_id=1, half_power="always"))
    refused(rex, DivertPower(unit_id=1), "8.1-36")


@pytest.mark.rule("8.1-42")
def test_power_is_stored_once_and_when_the_turn_ends(rex: Campaign) -> None:
    assert "no Power saved" in bad(rex, StorePower(unit_id=1))
    rex.do(DivertPower(unit_id=1))
    refused(rex, StorePower(unit_id=1), "8.1-42")
    rex.do(EndTurn())
    rex.do(StorePower(unit_id=1))
    assert "has stored" in refused(rex, StorePower(unit_id=1), "8.1-42")


@pytest.mark.rule("F.1-17", "8.1-42")
def test_overload_takes_power_and_is_not_stored(rex: Campaign) -> None:
    assert told(rex, TakeOverload(unit_id=1, inches=4)) == [
        'Rex loses 4" of Power. 2" left. F.1-17'
    ]
    refused(rex, UsePower(unit_id=1, inches=3), "8.1-32")
    rex.do(DivertPower(unit_id=1))
    rex.do(EndTurn())
    rex.do(StorePower(unit_id=1))
    assert row(rex, Unit).power_saved == 2


@pytest.mark.rule("8.1-38", "8.3-28")
def test_a_minifig_has_an_inch_of_power_for_each_hand(battle: Campaign) -> None:
    battle.do(AddUnit(name="Hinge", player_id=1))
    told(battle, UsePower(unit_id=1, inches=2))
    battle.undo()
    battle.do(EditUnit(unit_id=1, limbs_lost=("left_arm",)))
    refused(battle, UsePower(unit_id=1, inches=2), "8.1-40")
    told(battle, UsePower(unit_id=1, inches=1))


def test_power_is_used_in_whole_inches(rex: Campaign) -> None:
    assert bad(rex, UsePower(unit_id=1, inches=0)).startswith("inches:")
    assert bad(rex, TakeOverload(unit_id=1, inches=-1)).startswith("inches:")


def test_power_can_be_undone(rex: Campaign) -> None:
    before = rex.digest()
    rex.do(DivertPower(unit_id=1))
    rex.do(EndTurn())
    rex.do(StorePower(unit_id=1))
    for _ in range(3):
        rex.undo()
    assert rex.digest() == before
