"""Whom a way passes: who strikes from where it comes, who sees it go by, before and after the move."""

import pytest

from brikdesk.acts.battlefield.by_the_map import Way, way_ahead
from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.combat.disengaging_and_responses import Respond, Responder, responders
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.states import SetState
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind
from tests.acts.attack_scene import unit, weapon
from tests.acts.table import refused, told

ANN, BEN = 1, 2
RUNNER, GUARD, LANCER, FAR = 1, 2, 3, 4


@pytest.fixture
def table(battle: Campaign) -> Campaign:
    """Ann's Runner at x 5, y 5, and to its right Ben's Guard, Lancer (weapon of Size 2) and Far."""
    unit(battle, "Runner", ANN, x=5, y=5, move=60)
    unit(battle, "Guard", BEN, x=9, y=6.5)
    weapon(battle, GUARD, preset="W-01", name="Sword")
    unit(battle, "Lancer", BEN, x=14, y=7.5)
    weapon(battle, LANCER, preset="W-02", name="Lance", size=2)
    unit(battle, "Far", BEN, x=20, y=20)
    return battle


def ahead(table: Campaign, *points: tuple[float, float]) -> Way:
    way = table.read(way_ahead, RUNNER, ((5.0, 5.0), *points))
    assert way is not None
    return way


def seen(table: Campaign, unit_id: int) -> Responder:
    return next(row for row in table.read(responders, RUNNER) if row.unit_id == unit_id)


@pytest.mark.rule("4.1-07", "4.3-03")
def test_a_way_names_those_that_can_strike_on_it_in_its_order(table: Campaign) -> None:
    assert ahead(table, (6.0, 5.0)).answers == ()
    # Edge to edge it passes the Guard at half an inch, the Lancer at 1.5.
    assert ahead(table, (9.0, 5.0)).answers == ("Guard",)
    assert ahead(table, (18.0, 5.0)).answers == ("Guard", "Lancer")
    assert ahead(table, (18.0, 5.0), (18.0, 2.0)).answers == ("Guard", "Lancer")
    assert ahead(table, (5.0, 2.0), (18.0, 2.0)).answers == ()


@pytest.mark.rule("4.1-07", "4.3-03")
def test_who_has_spent_its_action_or_is_disrupted_does_not_strike(table: Campaign) -> None:
    table.do(SpendAction(unit_id=GUARD))
    assert ahead(table, (18.0, 5.0)).answers == ("Lancer",)
    table.do(SetState(unit_id=LANCER, kind=StateKind.DISRUPTED))
    assert ahead(table, (18.0, 5.0)).answers == ()


@pytest.mark.rule("5.2-06")
def test_who_fights_another_does_not_strike_the_passer_by(table: Campaign) -> None:
    friend = unit(table, "Friend", ANN, x=9, y=7.6)
    table.do(SetState(unit_id=friend, kind=StateKind.ENGAGED, with_id=GUARD))
    assert ahead(table, (9.0, 5.0)).answers == ()


@pytest.mark.rule("4.1-07")
def test_who_was_passed_in_reach_attacks_by_default_though_it_is_gone_by(table: Campaign) -> None:
    assert not seen(table, LANCER).strikes
    table.do(MoveUnit(unit_id=RUNNER, x=26, y=5))
    lancer = seen(table, LANCER)
    assert (lancer.strikes, lancer.passed, lancer.no) == (True, True, None)
    far = seen(table, FAR)
    assert (far.strikes, far.passed) == (False, False)
    table.undo()
    table.do(MoveUnit(unit_id=RUNNER, x=14, y=5))
    stands = seen(table, LANCER)
    assert (stands.strikes, stands.passed) == (True, False)


@pytest.mark.rule("4.3-06", "4.3-08")
def test_who_saw_it_pass_may_respond_although_it_stands_behind_it_now(table: Campaign) -> None:
    # Far looks to the far edge; the way leads through its cone, and ends beside it.
    table.do(FaceUnit(unit_id=FAR, facing=0))
    table.do(MoveUnit(unit_id=RUNNER, x=35, y=18, corners=((20, 5),)))
    far = seen(table, FAR)
    assert (far.sees, far.passed, far.no) == (None, True, None)
    told(table, Respond(unit_id=FAR, to_id=RUNNER))
    for _ in range(3):
        table.undo()
    table.do(FaceUnit(unit_id=FAR, facing=90))
    table.do(MoveUnit(unit_id=RUNNER, x=5, y=26))
    behind = seen(table, FAR)
    assert (behind.sees, behind.passed) == (False, False)
    assert "too late" in refused(table, Respond(unit_id=FAR, to_id=RUNNER), "4.3-06")
