"""Difficult Terrain on a campaign: what a crossing costs, and who falls or is hurt."""

from dataclasses import replace
from typing import Any

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.fields.difficult_terrain import CrossTerrain, Slip
from brikdesk.acts.fields.fields import AddField, EnterHazard, LeaveHazard
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.on_the_way import slips
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Fate,
    Field,
    Homing,
    Inside,
    State,
    StateKind,
    Unit,
    UnitKind,
    Weapon,
)
from tests.acts.hazards import ANN, BEN, creation, look, minifig, put, turn
from tests.acts.table import bad, end_turn, refused, row, rows, told


def lay(campaign: Campaign, mode: str, dice: int = 1, **facts: Any) -> None:
    campaign.do(
        AddField(
            kind=FieldKind.TERRAIN, size=6, name=mode, mode=mode, dice=("d6 Move",) * dice, **facts
        )
    )  # fmt: skip


def crossing(
    unit_id: int, *faces: int, care: str = "", field_id: int = 1, **facts: Any
) -> CrossTerrain:
    choices = {"care": care} if care else {}
    given = tuple(Face(face) for face in faces)
    return CrossTerrain(unit_id=unit_id, field_id=field_id, faces=given, choices=choices, **facts)


def spent(campaign: Campaign, unit_id: int) -> float:
    unit = row(campaign, Unit, unit_id)
    return unit.move_used if unit.moved_turn_id == turn(campaign).id else 0


@pytest.mark.rule("F.1-50", "F.1-51", "QF-35", "TF-13")
def test_slow_ground_takes_inches_off_the_move_of_this_turn(battle: Campaign) -> None:
    gus, slow = minifig(battle), minifig(battle, "Slow Joe")
    lay(battle, "Slow")
    preview = look(battle, crossing(gus))
    assert [(die.sides, die.label) for die in preview.dice] == [(6, "Move")]
    assert preview.waiting == "Waiting for a die."
    assert look(battle, crossing(gus, 4)).summary == 'Gus: 4" of Move lost, 1" left.'
    lines = told(battle, crossing(gus, 4))
    assert lines == ['Gus in Slow: [4] 4" of Move lost, 1" left. F.1-51']
    assert spent(battle, gus) == 4
    assert look(battle, crossing(slow, 6)).owed == 1, "a 6 earns a Bonus Die"
    assert '5" of Move lost, 0" left' in told(battle, crossing(slow, 6, 2))[0]
    assert '1" of Move left' in refused(battle, MoveUnit(unit_id=gus, inches=2), "4.1-01")


@pytest.mark.rule("F.1-51", "F.1-53")
@pytest.mark.parametrize("mode", ["Slow", "Slippery"])
def test_who_has_no_move_left_spends_none(battle: Campaign, mode: str) -> None:
    gus = minifig(battle)
    lay(battle, mode)
    battle.do(MoveUnit(unit_id=gus, inches=5))
    assert look(battle, crossing(gus, 4)).summary.startswith('Gus: 0" of Move')
    assert '0" left.' in told(battle, crossing(gus, 4))[0]
    assert spent(battle, gus) == 5


@pytest.mark.rule("QF-35", "X1.2-04")
def test_house_rules_about_dice_hold_for_terrain(battle: Campaign) -> None:
    gus = minifig(battle)
    lay(battle, "Slow", 2)
    assert '0" of Move lost' in look(battle, crossing(gus, 1, 1)).summary
    battle.do(SetHouseRule(switch="bw_cf_zeroes_quantities", value=False))
    assert '2" of Move lost' in look(battle, crossing(gus, 1, 1)).summary
    battle.do(SetHouseRule(switch="hazard_dice_explode", value=False))
    assert look(battle, crossing(gus, 6, 2)).owed == 0


@pytest.mark.rule("QF-34")
def test_terrain_is_rolled_once_a_turn_also_for_who_comes_back(battle: Campaign) -> None:
    gus = minifig(battle)
    lay(battle, "Slow")
    told(battle, crossing(gus, 2))
    assert "rolled in this turn" in refused(battle, crossing(gus, 2), "QF-34")
    battle.do(LeaveHazard(inside_id=1))
    assert "rolled in this turn" in refused(battle, crossing(gus, 2), "QF-34")
    end_turn(battle)
    told(battle, crossing(gus, 2))
    assert [(inside.left, inside.unit_id) for inside in rows(battle, Inside)] == [(False, gus)]
    assert spent(battle, gus) == 2


@pytest.mark.rule("F.1-52", "TF-13", "8.5-17")
def test_thrust_carries_a_unit_and_leaves_it_its_move(battle: Campaign) -> None:
    gus = minifig(battle)
    gun = put(battle, Weapon(unit_id=gus, name="Gun"))[0]
    put(battle, Homing(weapon_id=gun, player_id=ANN, target="the hut", bonus=2, built=[1],
                       attacked_turn_id=1))  # fmt: skip
    lay(battle, "Thrust", direction="downstream")
    lines = told(battle, crossing(gus, 3))
    assert 'Carried 3" downstream, then its full Move. F.1-52' in lines[0]
    assert "loses +2 on the hut" in lines[1]
    assert (spent(battle, gus), rows(battle, Homing)) == (0, [])


@pytest.mark.rule("F.1-53", "TF-13")
def test_slippery_ground_takes_the_first_inches_straight_on_or_on_the_spot(
    battle: Campaign,
) -> None:
    runner, stander = minifig(battle, "Runner"), minifig(battle, "Stander")
    lay(battle, "Slippery")
    assert '2" of Move spent straight on, 3" left' in told(battle, crossing(runner, 2))[0]
    lines = told(battle, crossing(stander, 2, standing=True, leaves=True))
    assert '2" of Move spent on the spot, 3" left' in lines[0]
    assert [inside.left for inside in rows(battle, Inside)] == [False, True]


@pytest.mark.rule("F.1-54", "QF-37")
def test_who_fails_critically_on_foot_in_a_slippery_field_falls(battle: Campaign) -> None:
    gus = minifig(battle)
    cart = creation(battle, "Cart", kind=UnitKind.VEHICLE)
    flier = creation(battle, "Flier", airborne=True)
    lay(battle, "Slippery")
    for unit_id in (gus, cart, flier):
        battle.do(EnterHazard(unit_id=unit_id, field_id=1))

    def falling(unit_id: int) -> bool:
        return battle.reading(lambda session: slips(session, session.get_one(Unit, unit_id)))

    assert [falling(unit_id) for unit_id in (gus, cart, flier)] == [True, False, False]
    lines = told(battle, Slip(unit_id=gus, field_id=1))
    assert "Gus: Disrupted." in lines[0]
    assert lines[0].endswith("F.1-54")
    state = row(battle, State)
    assert (state.kind, state.cause) == (StateKind.DISRUPTED, "slipped in Slippery")
    assert "not on foot" in refused(battle, Slip(unit_id=cart, field_id=1), "F.1-54")
    battle.do(LeaveHazard(inside_id=1))
    assert not falling(gus)


def test_nobody_slips_on_other_ground(battle: Campaign) -> None:
    gus = minifig(battle)
    lay(battle, "Slow")
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    assert not battle.reading(lambda session: slips(session, session.get_one(Unit, gus)))
    assert "not Slippery" in bad(battle, Slip(unit_id=gus, field_id=1))


@pytest.mark.rule("F.1-55", "TF-13")
def test_care_costs_the_action_and_move(battle: Campaign) -> None:
    gus = minifig(battle)
    lay(battle, "Spiked Obstacle")
    preview = look(battle, crossing(gus))
    choice = preview.choices[0]
    assert (choice.id, choice.player_id, choice.chosen) == ("care", ANN, None)
    assert (preview.dice, preview.waiting) == ((), choice.prompt)
    lines = told(battle, crossing(gus, 3, care="careful"))
    assert '3" of Move lost, and its Action, 2" left. F.1-55' in lines[0]
    assert row(battle, Unit, gus).actions_spent == 1


@pytest.mark.rule("F.1-56", "TF-13", "5.1-11")
def test_without_care_the_dice_are_damage(battle: Campaign) -> None:
    gus = minifig(battle)
    lay(battle, "Spiked Obstacle")
    lines = told(battle, crossing(gus, 5, care="careless"))
    assert "[5] 5 damage against Armor 4: it gets through. F.1-56" in lines[0]
    assert row(battle, Unit, gus).fate is Fate.DEAD
    mech = creation(battle)
    preview = look(battle, crossing(mech, 3, care="careless"))
    assert [die.label for die in preview.dice] == ["Damage", "Armor", "Armor"]
    lines = told(battle, crossing(mech, 3, 1, 2, care="careless"))
    assert "5 damage against Armor 3" in lines[0], "+2 for its Size, as in Exposure"
    assert row(battle, Unit, mech).size_damage == 1


@pytest.mark.rule("F.1-12", "F.1-56")
@pytest.mark.parametrize(
    ("part", "damage"), [("", 5), ("-1", 4), ("-2", 3), ("1", 6)]
)  # fmt: skip
def test_a_smaller_part_of_it_comes_to_the_spikes(battle: Campaign, part: str, damage: int) -> None:
    gus = minifig(battle, armor="40")
    lay(battle, "Spiked Obstacle")
    act = crossing(gus, 5, care="careless")
    shown = look(battle, act).choices[-1]
    assert (shown.id, shown.chosen, len(shown.options)) == ("size", "0", 7)
    act = replace(act, choices=act.choices | ({"size": part} if part else {}))
    assert f"{damage} damage against Armor 40" in told(battle, act)[0]


@pytest.mark.rule("F.1-13", "F.1-56")
def test_what_has_no_size_takes_a_point_of_each_spike(battle: Campaign) -> None:
    rat = minifig(battle, "Rat", size=0, armor="40")
    lay(battle, "Spiked Obstacle", 2)
    act = crossing(rat, care="careless")
    assert [each.id for each in look(battle, act).choices] == ["care"]
    assert "2 damage against Armor 40" in told(battle, act)[0]


@pytest.mark.rule("QF-38", "F.1-56")
def test_who_has_no_action_left_or_no_control_takes_no_care(battle: Campaign) -> None:
    busy = minifig(battle, "Busy", action_spent_turn_id=turn(battle).id, actions_spent=1)
    thrown = minifig(battle, "Thrown")
    lay(battle, "Spiked Obstacle")
    assert [each.id for each in look(battle, crossing(busy)).choices] == ["size"]
    assert "Busy dies" in told(battle, crossing(busy, 5))[1]
    assert "3 damage against Armor 4" in told(battle, crossing(thrown, 3, uncontrolled=True))[0]


@pytest.mark.rule("F.1-14")
def test_terrain_for_some_spares_the_others(battle: Campaign) -> None:
    gus = minifig(battle)
    lay(battle, "Slow", affects="mechanical")
    assert look(battle, crossing(gus)).complete
    assert "Gus is not mechanical. F.1-14" in told(battle, crossing(gus))[0]


def test_a_crossing_that_makes_no_sense(battle: Campaign) -> None:
    gus, foe = minifig(battle), minifig(battle, "Foe", BEN)
    battle.do(AddField(kind=FieldKind.SMOKE, size=3, name="Fog"))
    lay(battle, "Spiked Obstacle")
    lay(battle, "Slow", 0)
    assert "no Difficult Terrain" in bad(battle, crossing(gus))
    assert "is not offered" in bad(battle, crossing(gus, care="somehow", field_id=2))
    assert "no Hazard dice" in bad(battle, crossing(foe, field_id=3))


@pytest.mark.rule("F.1-51")
def test_terrain_that_an_explosive_left_is_slow(battle: Campaign) -> None:
    gus = minifig(battle)
    makeup = Makeup(exchanges={"TERRAIN": 1})
    assert makeup.fields()
    put(battle, Field(name="Rubble", kind=FieldKind.TERRAIN, size=3, dice=["d6 Move"],
                      made_turn_id=turn(battle).id or 0))  # fmt: skip
    assert '3" of Move lost' in told(battle, crossing(gus, 3))[0]
