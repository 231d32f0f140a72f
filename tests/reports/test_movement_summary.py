"""What the turn report says of each unit's Move and Actions."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.turn_and_battle import report_of_turn
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind, Turn
from tests.acts.attack_scene import done, unit
from tests.acts.hazards import ANN, BEN
from tests.acts.table import rows, told
from tests.acts.test_charges import SPEND, Tilt

HEADING = "Movement and Actions"


def summary(campaign: Campaign, turn_id: int) -> dict[str, str]:
    data = report_of_turn(campaign, turn_id)
    found = [facts for facts in data.facts if facts.heading == HEADING]
    return {fact.name: fact.value for facts in found for fact in facts.rows}


def now(campaign: Campaign) -> int:
    return rows(campaign, Turn)[-1].id or 0


@pytest.mark.rule("4.1-01", "4.1-33", "4.2-02", "4.3-02")
def test_who_moved_sprinted_acted_and_responded(battle: Campaign) -> None:
    gus = unit(battle, "Gus", ANN, move=5)
    mule = unit(battle, "Mule", ANN, worn_armor="heavy", move=5)
    idle = unit(battle, "Idle", ANN)
    foe = unit(battle, "Foe", BEN)
    turn_id = now(battle)
    told(battle, SprintUnit(unit_id=gus, faces=(Face(4),)))
    told(battle, MoveUnit(unit_id=gus, inches=7, straight=7))
    told(battle, MoveUnit(unit_id=mule, inches=2))
    told(battle, SpendAction(unit_id=mule))
    told(battle, Bail(unit_id=foe, faces=(Face(3),)))
    told(battle, SetState(unit_id=idle, kind=StateKind.STOPPED, cause="aiming"))
    expected = {
        "Gus": '7" of 9", Sprint 4", Action, holds a MOM',
        "Mule": '4" of 5", Action',
        "Idle": "Stopped: aiming",
        "Foe": "response, Disrupted: Bail",
    }
    assert summary(battle, turn_id) == expected
    told(battle, EndTurn())
    assert summary(battle, turn_id) == expected, "the report of a turn that is over says the same"
    assert summary(battle, now(battle)) == {"Foe": "Disrupted: Bail"}


@pytest.mark.rule("5.4-20", "5.2-02")
def test_a_charge_and_whom_it_ended_at(battle: Campaign) -> None:
    tilt = Tilt(battle, preset="W-02")
    done(battle, tilt.strike(), 4, 1, 1, **SPEND)
    told_of = summary(battle, now(battle))
    assert told_of["Pike"] == (
        '5" of 10", Action, struck, Charged, Stopped: Charge, engaged with Foe, spent its MOM'
    )
    text = " ".join(
        page.extract_text()
        for page in PdfReader(BytesIO(render(report_of_turn(battle, now(battle))))).pages
    )
    assert HEADING in text
    assert "engaged with Foe" in text


def test_a_turn_in_which_nobody_moved_has_no_such_part(battle: Campaign) -> None:
    unit(battle, "Gus", ANN)
    assert HEADING not in [facts.heading for facts in report_of_turn(battle, now(battle)).facts]
