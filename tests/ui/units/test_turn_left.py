"""What each unit of the running player has left of its turn, beside its name (4.0-01, 4.1-01)."""

import pytest

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind
from brikdesk.store.views.units import UnitRow, unit
from tests.acts.attack_scene import unit as unit_of
from tests.acts.hazards import ANN, BEN, minifig
from ui.models.units import spoken
from ui.parts.units import list_cell
from ui.widgets.bars import TurnLeft


def strip(campaign: Campaign, unit_id: int) -> list[TurnLeft]:
    return [each for each in list_cell(shown(campaign, unit_id)).end if isinstance(each, TurnLeft)]


def shown(campaign: Campaign, unit_id: int) -> UnitRow:
    row = campaign.read(unit, unit_id)
    assert row
    return row


@pytest.mark.rule("4.0-01", "4.1-01", "4.1-33")
def test_move_and_action_left_are_beside_the_name(battle: Campaign) -> None:
    gus = minifig(battle, move=5)
    assert strip(battle, gus) == [TurnLeft(5, 5, True)]
    battle.do(MoveUnit(unit_id=gus, inches=2))
    assert strip(battle, gus) == [TurnLeft(3, 5, True)]
    assert '3" of Move left' in spoken(shown(battle, gus))
    battle.do(SprintUnit(unit_id=gus, faces=(Face(4),)))
    (left,) = strip(battle, gus)
    assert (left.move, left.action) == (7, False)
    assert left.words == '7" of 7" Move left, no Action left'


@pytest.mark.rule("4.1-23")
def test_who_is_stopped_has_no_move_left(battle: Campaign) -> None:
    gus = minifig(battle)
    battle.do(SetState(unit_id=gus, kind=StateKind.STOPPED))
    assert strip(battle, gus)[0].move == 0


@pytest.mark.rule("4.0-01")
def test_units_of_others_show_no_turn(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN)
    assert strip(battle, foe) == []
    assert strip(battle, minifig(battle, "Mine", ANN))


def test_what_never_moves_has_no_turn(battle: Campaign) -> None:
    hut = unit_of(battle, "Hut", ANN, kind="Structure", size=4, move=0)
    assert strip(battle, hut) == []
