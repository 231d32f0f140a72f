"""Scouts on a campaign: the Tool, what they reveal, and who sees it then."""

from typing import Any

import pytest
from sqlmodel import Session

from brikdesk.acts.campaign.setup import SetAlliance, SetHouseRule
from brikdesk.acts.fields.scouts_and_marks import (
    TOOL_WANTED,
    MarkTarget,
    Reveal,
    has_optical_tool,
    hazard_roll_of,
    visible_to_side,
)
from brikdesk.acts.fields.traps import AddTrap
from brikdesk.acts.units.states import ClearState
from brikdesk.spoken.roster import hear_roster
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import State, StateKind, Unit, Weapon
from tests.acts.hazards import ANN, BEN, CLEO, keys, minifig, put, settle, to_turn
from tests.acts.table import bad, refused, row, rows, told
from ui.models.unit_drafts import UnitDraft


def scout(campaign: Campaign, **facts: Any) -> int:
    facts = {"specialties": ["Pathfinding", "Tracking"], "tags": ["optical tool"], **facts}
    return minifig(campaign, "Plumb", **facts)


def seen(campaign: Campaign, unit_id: int) -> list[bool]:
    """Tell for Ann, Ben and Cleo whether they count as seeing a unit."""

    def ask(session: Session) -> list[bool]:
        unit = session.get_one(Unit, unit_id)
        return [visible_to_side(session, player, unit) for player in (ANN, BEN, CLEO)]

    return campaign.reading(ask)


@pytest.mark.rule("F.3-01", "F.3-02", "F.1-68")
def test_the_tool_is_a_tag_or_a_weapon_that_works_in_his_hands(battle: Campaign) -> None:
    plumb = scout(battle, tags=[])
    other = scout(battle)

    def equipped(unit_id: int) -> tuple[bool, int]:
        return battle.reading(
            lambda s: (
                has_optical_tool(s, s.get_one(Unit, unit_id)),
                hazard_roll_of(s, s.get_one(Unit, unit_id))[0],
            )
        )

    assert (equipped(plumb), equipped(other)) == ((False, 6), (True, 8))
    for facts, works in (
        ({"name": "Gun"}, False),
        ({"name": "Theodolite", "preset": "W-17", "lying": "at his feet"}, False),
        ({"name": "Theodolite", "preset": "W-17", "inoperative": True}, False),
        ({"name": "Toolbox"}, False),
        ({"name": "Optical Tool"}, True),
    ):
        put(battle, Weapon(unit_id=plumb, **facts))
        assert equipped(plumb)[0] is works, facts
    assert equipped(minifig(battle, action_die=0)) == (False, 4)


@pytest.mark.rule("F.3-05", "F.3-06", "F.3-07")
def test_what_a_scout_reveals_all_his_allies_see_until_his_players_next_turn(
    battle: Campaign,
) -> None:
    plumb, foe = scout(battle), minifig(battle, "Foe", BEN)
    battle.do(SetAlliance(player_id=ANN, ally_id=CLEO, allied=True))
    assert seen(battle, foe) == [False, False, False]
    lines = told(battle, Reveal(scout_id=plumb, target_id=foe))
    assert "Plumb reveals Foe. All allies see it. Stealth does not help. F.3-05" in lines[0]
    assert "Foe: Revealed. Until the next turn of the Scout's player. F.3-07" in lines[1]
    assert seen(battle, foe) == [True, False, True]
    assert row(battle, Unit, plumb).actions_spent == 0
    to_turn(battle, ANN, 2)
    assert keys(battle) == ["state-1"]
    assert "Foe" in settle(battle, "state-1")[0]
    assert seen(battle, foe) == [False, False, False]


@pytest.mark.rule("F.3-07", "F.3-09")
def test_a_marked_target_is_seen_by_the_scouts_side_too(battle: Campaign) -> None:
    plumb, foe = scout(battle), minifig(battle, "Foe", BEN)
    battle.do(MarkTarget(scout_id=plumb, target_id=foe, distance=4))
    assert seen(battle, foe) == [True, False, False]


@pytest.mark.rule("F.3-05", "F.2-05")
def test_traps_and_other_things_are_revealed_in_words(battle: Campaign) -> None:
    plumb = scout(battle)
    battle.do(AddTrap(name="Pit", trigger="the rug", effect="the floor opens", secret=True))
    lines = told(battle, Reveal(scout_id=plumb, trap_id=1))
    assert "Plumb reveals Pit." in lines[0]
    assert "Pit: the rug: the floor opens F.3-05" in lines[1]
    assert "Plumb reveals a wire." in told(battle, Reveal(scout_id=plumb, what="a wire"))[0]
    assert rows(battle, State) == []


@pytest.mark.rule("F.3-01", "F.3-05", "QF-33")
def test_what_keeps_a_scout_from_revealing(battle: Campaign) -> None:
    plumb, blind = scout(battle), scout(battle, tags=[])
    gus, foe = minifig(battle), minifig(battle, "Foe", BEN)
    assert "no Scout" in refused(battle, Reveal(scout_id=gus, target_id=foe), "F.3-05")
    assert "optical Tool" in refused(battle, Reveal(scout_id=blind, target_id=foe), "F.3-01")
    smoke = Reveal(scout_id=plumb, target_id=foe, through_smoke=True)
    assert "Smoke" in refused(battle, smoke, "QF-33")
    battle.do(SetHouseRule(switch="scout_sees_through_smoke", value=True))
    told(battle, smoke)
    battle.do(ClearState(state_id=1))
    assert seen(battle, foe) == [False, False, False]
    assert "Name a unit or a Trap" in bad(battle, Reveal(scout_id=plumb))
    assert "Name a unit or a Trap" in bad(battle, Reveal(scout_id=plumb, target_id=foe, what="x"))
    nobody = scout(battle, player_id=None)
    assert "belongs to nobody" in bad(battle, Reveal(scout_id=nobody, target_id=foe))
    assert not [state for state in rows(battle, State) if state.kind is StateKind.REVEALED]


@pytest.mark.rule("F.3-01")
@pytest.mark.parametrize(
    "words",
    ["Sly Scout", "Sly Scout: gun", "Sly Scout: binoculars", "Sly Scout: gun, optical tool"],
)
def test_a_scout_in_words_has_the_tool_that_he_needs(battle: Campaign, words: str) -> None:
    heard = hear_roster(words, [(1, "Amber Army")], 1)
    assert heard.troubles == ()
    battle.do(heard.act())
    scout = rows(battle, Unit)[-1]
    assert "ool" in heard.units[0].carries or "inoculars" in heard.units[0].carries
    assert battle.reading(lambda session: has_optical_tool(session, scout))
    tools = [
        each for each in rows(battle, Weapon) if each.unit_id == scout.id and each.preset == "W-17"
    ]
    assert len(tools) == 1


@pytest.mark.rule("F.3-01")
def test_a_scout_of_the_editor_has_it_too_and_a_refusal_says_how_to_get_one() -> None:
    draft = UnitDraft(name="Sly").with_preset("U-08")
    assert [each.preset for each in draft.weapons] == ["W-17"]
    assert "optical tool" in TOOL_WANTED
