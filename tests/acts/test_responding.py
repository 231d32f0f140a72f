"""Responses: who is asked, in which order, who may not, and who acts first."""

from math import dist

import pytest

from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.disengaging_and_responses import (
    Respond,
    Responder,
    acting_unit,
    answered_now,
    responders,
)
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import Together
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.weapons import EditWeapon
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind
from tests.acts.attack_scene import unit, weapon
from tests.acts.table import ROUND, bad, end_turn, refused, told

ANN, BEN, CLEO = 1, 2, 3


@pytest.fixture
def table(battle: Campaign) -> Campaign:
    """Ann's Runner at 20, 20; Ben's Near and Far, Cleo's Aside, all without a facing."""
    unit(battle, "Runner", ANN, x=20, y=20)
    unit(battle, "Far", BEN, x=20, y=8)
    unit(battle, "Near", BEN, x=20, y=24)
    unit(battle, "Aside", CLEO)
    return battle


RUNNER, FAR, NEAR, ASIDE = 1, 2, 3, 4


def asked(campaign: Campaign, to_id: int = RUNNER) -> list[Responder]:
    return list(campaign.read(responders, to_id))


def able(campaign: Campaign, to_id: int = RUNNER) -> list[int]:
    return [row.unit_id for row in asked(campaign, to_id) if row.no is None]


@pytest.mark.rule("4.3-03", "4.0-02")
def test_the_nearest_is_asked_first_and_one_without_a_place_last(table: Campaign) -> None:
    found = asked(table)
    assert [(row.unit_id, row.distance) for row in found] == [
        (NEAR, 3.0), (FAR, 11.0), (ASIDE, None),
    ]  # fmt: skip
    assert all(row.no is None for row in found)


@pytest.mark.rule("4.3-08", "T4-21")
@pytest.mark.parametrize(
    ("facing", "sees"),
    [(0, True), (45, True), (315, True), (46, False), (314, False), (180, False)],
)
def test_the_cone_of_vision_is_45_degrees_to_each_side(
    table: Campaign, facing: float, sees: bool
) -> None:
    # The Runner is straight at the far side of Near.
    table.do(FaceUnit(unit_id=NEAR, facing=facing))
    assert {row.unit_id: row.sees for row in asked(table)} == {NEAR: sees, FAR: None, ASIDE: None}


@pytest.mark.rule("4.3-06", "4.3-07")
def test_who_looks_away_does_not_respond_to_what_it_hears(table: Campaign) -> None:
    table.do(FaceUnit(unit_id=FAR, facing=180))
    table.do(FaceUnit(unit_id=NEAR, facing=180))
    assert able(table) == [FAR, ASIDE]
    why = refused(table, Respond(unit_id=NEAR, to_id=RUNNER), "4.3-06")
    assert "hearing what comes of it is too late" in why


@pytest.mark.rule("4.3-06", "F.1-08")
def test_who_is_hidden_by_smoke_is_not_answered(table: Campaign) -> None:
    table.do(AddField(kind=FieldKind.SMOKE, size=2, name="Fog", x=20, y=14))
    assert able(table) == [NEAR, ASIDE]
    why = refused(table, Respond(unit_id=FAR, to_id=RUNNER), "4.3-06")
    assert "Fog hides Runner" in why


@pytest.mark.rule("4.3-09", "X1.3-01")
def test_in_doubt_what_i_say_goes_and_the_log_says_so(table: Campaign) -> None:
    table.do(FaceUnit(unit_id=NEAR, facing=180))
    lines = told(table, Respond(unit_id=NEAR, to_id=RUNNER, noticed=True))
    assert lines[0] == "Near has noticed it. What I Say Goes. 4.3-09"
    assert lines[1].startswith("Near responds to Runner.")
    # The roll decides about seeing only: whose Action is spent does not respond.
    table.do(SpendAction(unit_id=NEAR))
    refused(table, Respond(unit_id=NEAR, to_id=RUNNER, noticed=True), "4.2-02")


@pytest.mark.rule("4.3-03", "4.2-02", "T4-22")
def test_a_spent_action_is_gone_until_the_next_own_turn(table: Campaign) -> None:
    table.do(SpendAction(unit_id=NEAR))
    assert NEAR not in able(table)
    assert "Action is spent" in refused(table, Respond(unit_id=NEAR, to_id=RUNNER), "4.2-02")
    assert asked(table)[-1].unit_id == NEAR
    end_turn(table, ROUND)
    assert NEAR in able(table)


@pytest.mark.rule("4.1-27", "4.3-03")
def test_the_disrupted_do_not_respond(table: Campaign) -> None:
    table.do(SetState(unit_id=FAR, kind=StateKind.DISRUPTED))
    assert FAR not in able(table)
    refused(table, Respond(unit_id=FAR, to_id=RUNNER), "4.1-27")


@pytest.mark.rule("5.2-06", "4.3-03")
def test_the_engaged_respond_only_within_their_close_combat(table: Campaign) -> None:
    table.do(SetState(unit_id=FAR, kind=StateKind.ENGAGED, with_id=ASIDE))
    assert able(table) == [NEAR]
    refused(table, Respond(unit_id=FAR, to_id=RUNNER), "5.2-06")
    # With the Runner in the same fight it is no outside event any more.
    table.do(SetState(unit_id=RUNNER, kind=StateKind.ENGAGED, with_id=ASIDE))
    assert able(table) == [NEAR, FAR, ASIDE]


@pytest.mark.rule("A4-23")
def test_a_response_may_be_answered_unless_the_table_says_no(table: Campaign) -> None:
    assert able(table, FAR) == [RUNNER, ASIDE, NEAR]
    told(table, Respond(unit_id=RUNNER, to_id=FAR))
    table.do(SetHouseRule(switch="bw_response_chains", value=False))
    assert RUNNER not in able(table, FAR)
    refused(table, Respond(unit_id=RUNNER, to_id=FAR), "A4-23")


@pytest.mark.rule("4.3-10", "4.3-11", "4.3-12", "T4-07", "T4-01")
@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"lead": 1.0}, 'It is at least 1" ahead and acts first. 4.3-10'),
        ({"lead": 0.9}, "Both act at once: both Actions count, even of one who dies. 4.3-11"),
        ({}, "Both act at once: both Actions count, even of one who dies. 4.3-11"),
        ({"exclude_each_other": True}, "The higher Action Roll goes first. 4.3-12"),
        (
            {"lead": 2, "exclude_each_other": True},
            'It is at least 1" ahead and acts first. 4.3-10',
        ),
    ],
)
def test_who_is_first(table: Campaign, facts: dict[str, float], says: str) -> None:
    lines = told(table, Respond(unit_id=NEAR, to_id=RUNNER, **facts))  # type: ignore[arg-type]
    assert lines == [f"Near responds to Runner. {says}"]


@pytest.mark.rule("4.1-07")
def test_who_lets_somebody_pass_keeps_its_action_and_is_noted(table: Campaign) -> None:
    lines = told(table, Respond(unit_id=NEAR, to_id=RUNNER, declines=True))
    assert lines == ["Near lets Runner pass. 4.1-07"]
    assert NEAR in able(table)
    assert table.read(answered_now) == {(NEAR, RUNNER)}
    both = (Respond(unit_id=each, to_id=RUNNER, declines=True) for each in (FAR, ASIDE))
    table.do(Together(title="2 let it pass", acts=tuple(both)))
    assert table.read(answered_now) == {(NEAR, RUNNER), (FAR, RUNNER), (ASIDE, RUNNER)}
    table.undo()
    table.undo()
    assert table.read(answered_now) == frozenset()


@pytest.mark.rule("4.1-07", "4.3-10")
def test_it_is_known_where_on_its_way_a_unit_came_within_reach_and_who_reaches_farther(
    table: Campaign,
) -> None:
    weapon(table, NEAR, preset="W-01", name="Sword")
    table.do(MoveUnit(unit_id=RUNNER, x=20, y=22.5))
    (near,) = (row for row in asked(table) if row.unit_id == NEAR)
    assert (near.strikes, near.visits) == (True, 1)
    assert near.after == pytest.approx(2, abs=0.01)
    assert near.spot is not None
    assert dist(near.spot, (20, 22)) < 0.01
    assert near.lead == 0
    table.do(EditWeapon(weapon_id=1, size=2))
    (near,) = (row for row in asked(table) if row.unit_id == NEAR)
    assert near.lead == 1
    table.do(MoveUnit(unit_id=RUNNER, x=20, y=20.9))
    table.do(MoveUnit(unit_id=RUNNER, x=20, y=21.1))
    (near,) = (row for row in asked(table) if row.unit_id == NEAR)
    assert near.visits == 2


def test_the_units_own_action_is_spent_by_what_it_does(table: Campaign) -> None:
    before = table.digest()
    table.do(Respond(unit_id=NEAR, to_id=RUNNER))
    assert NEAR in able(table)
    table.undo()
    assert table.digest() == before


def test_nobody_responds_to_itself_or_by_impossible_inches(table: Campaign) -> None:
    assert "itself" in bad(table, Respond(unit_id=NEAR, to_id=NEAR))
    assert "inches" in bad(table, Respond(unit_id=NEAR, to_id=RUNNER, lead=-1))
    assert "inches" in bad(table, Respond(unit_id=NEAR, to_id=RUNNER, lead=float("nan")))


def test_what_acted_last_is_what_others_respond_to(table: Campaign) -> None:
    other = unit(table, "Second", ANN)
    table.do(MoveUnit(unit_id=RUNNER, inches=2))
    table.do(SpendAction(unit_id=NEAR))
    assert table.read(acting_unit) == RUNNER
    assert table.read(acting_unit, other) == other
    assert table.read(acting_unit, NEAR) == RUNNER
    end_turn(table)
    assert table.read(acting_unit) == 0


@pytest.mark.rule("4.1-07", "A4-06")
def test_who_has_it_in_striking_distance_attacks_by_default_and_is_asked_first(
    table: Campaign,
) -> None:
    pike = unit(table, "Pike", BEN, x=20, y=25)
    assert [row.unit_id for row in asked(table) if row.strikes] == []
    weapon(table, NEAR, preset="W-01", name="Sword")
    weapon(table, pike, kind="Melee Weapon", size=1, name="Long Pike", overruled=frozenset())
    table.do(EditWeapon(weapon_id=2, size=4, use=3, overruled=frozenset({"8.1-27"})))
    first = asked(table)[0]
    assert (first.unit_id, first.strikes, first.distance) == (pike, True, 4.0)
    table.do(SpendAction(unit_id=pike))
    assert not any(row.strikes for row in asked(table))
    table.do(MoveUnit(unit_id=RUNNER, x=20, y=22.5))
    assert [row.unit_id for row in asked(table) if row.strikes] == [NEAR]
