"""Scouts' Marks from the Action to their end."""

from typing import Any

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.fields.scouts_and_marks import ClearMark, EndMark, MarkTarget
from brikdesk.acts.units.roster import RemoveUnit
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Mark, Unit
from brikdesk.turns.ledger import marks
from tests.acts.hazards import ANN, BEN, CLEO, keys, minifig, settle, to_turn, turn
from tests.acts.table import bad, end_turn, refused, row, rows, told


def scout(campaign: Campaign, name: str = "Scout", **facts: Any) -> int:
    facts = {"tags": ["living", "optical tool"], **facts}
    return minifig(campaign, name, specialties=["pathfinding", "tracking"], **facts)


@pytest.mark.rule("F.3-08", "F.3-09", "TF-11")
def test_a_mark_reaches_8_inches_and_ends_as_the_scouts_players_next_turn_begins(
    battle: Campaign,
) -> None:
    own, foe = scout(battle), minifig(battle, "Foe", BEN)
    far = MarkTarget(scout_id=own, target_id=foe, distance=8.5)
    assert '8.5" away' in refused(battle, far, "F.3-08")
    lines = told(battle, MarkTarget(scout_id=own, target_id=foe, distance=8))
    assert "Scout Marks Foe. +1 on allies' Ranged attacks" in lines[0]
    assert row(battle, Unit, own).action_spent_turn_id == turn(battle).id
    assert battle.read(marks)[0].ends == "Turn 2, AA"
    for player in (BEN, CLEO):
        to_turn(battle, player, 1)
        assert keys(battle) == []
        assert "lasts until" in refused(battle, EndMark(mark_id=1), "F.3-09")
    to_turn(battle, ANN, 2)
    assert keys(battle) == ["mark-1"]
    assert "Mark on Foe ends. Set by Scout. F.3-09" in settle(battle, "mark-1")[0]
    assert rows(battle, Mark) == []


@pytest.mark.rule("F.3-08", "F.3-01", "QF-33", "QF-52", "4.1-27")
def test_what_keeps_a_scout_from_marking(battle: Campaign) -> None:
    own, foe = scout(battle), minifig(battle, "Foe", BEN, x=20.0, y=10.0)
    gunner = minifig(battle, "Gunner", specialties=["gunnery"])
    spent = scout(battle, "Spent", action_spent_turn_id=turn(battle).id, actions_spent=1)
    near = scout(battle, "Near", x=10.0, y=10.0)
    assert "no Scout" in refused(battle, MarkTarget(scout_id=gunner, target_id=foe), "F.3-08")
    assert "Action is spent" in refused(battle, MarkTarget(scout_id=spent, target_id=foe), "F.3-08")
    assert '9" away' in refused(battle, MarkTarget(scout_id=near, target_id=foe), "F.3-08")
    unseen = MarkTarget(scout_id=own, target_id=foe, sees=False)
    assert "does not see" in refused(battle, unseen, "F.3-08")
    assert "Tool" in refused(
        battle, MarkTarget(scout_id=own, target_id=foe, has_tool=False), "F.3-01"
    )
    without = scout(battle, "Without", tags=[])
    assert "Tool" in refused(battle, MarkTarget(scout_id=without, target_id=foe), "F.3-01")
    smoke = MarkTarget(scout_id=own, target_id=foe, through_smoke=True)
    assert "Smoke" in refused(battle, smoke, "QF-33")
    battle.do(SetHouseRule(switch="scout_sees_through_smoke", value=True))
    told(battle, smoke)
    assert [mark.scout_id for mark in rows(battle, Mark)] == [own]


@pytest.mark.rule("F.3-11")
def test_two_scouts_may_mark_one_target_but_one_scout_not_twice(battle: Campaign) -> None:
    one, two = scout(battle, actions_per_turn=2), scout(battle, "Other")
    foe = minifig(battle, "Foe", BEN)
    told(battle, MarkTarget(scout_id=one, target_id=foe))
    told(battle, MarkTarget(scout_id=two, target_id=foe))
    assert "Marked Foe already" in bad(battle, MarkTarget(scout_id=one, target_id=foe))
    assert "somebody else" in bad(battle, MarkTarget(scout_id=one, target_id=one))
    assert len(rows(battle, Mark)) == 2


@pytest.mark.rule("QF-50")
def test_a_mark_outlives_its_scout_until_his_players_next_turn(battle: Campaign) -> None:
    own, foe = scout(battle), minifig(battle, "Foe", BEN)
    battle.do(MarkTarget(scout_id=own, target_id=foe))
    end_turn(battle)
    battle.do(Kill(unit_id=own))
    assert len(rows(battle, Mark)) == 1
    to_turn(battle, ANN, 2)
    assert keys(battle) == ["mark-1"]


def test_a_mark_is_cleared_by_hand(battle: Campaign) -> None:
    own, foe = scout(battle), minifig(battle, "Foe", BEN)
    battle.do(MarkTarget(scout_id=own, target_id=foe))
    assert "taken off" in told(battle, ClearMark(mark_id=1))[0]
    assert rows(battle, Mark) == []


@pytest.mark.rule("QF-50")
def test_a_mark_stays_when_its_scout_is_taken_off_the_table(battle: Campaign) -> None:
    own, foe = scout(battle), minifig(battle, "Foe", BEN)
    battle.do(MarkTarget(scout_id=own, target_id=foe))
    battle.do(RemoveUnit(unit_id=own))
    assert [mark.target_id for mark in rows(battle, Mark)] == [foe]
    to_turn(battle, ANN, 2)
    assert "Mark on Foe ends" in settle(battle, "mark-1")[0]
