"""Fields on the table: placed, shrinking, resized, triggered."""

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.fields.concealed_hazards import TriggerSpot
from brikdesk.acts.fields.fields import AddField, ClearField, EnterHazard, ResizeField
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Field, Inside
from tests.acts.hazards import ANN, BEN, CLEO, keys, look, minifig, settle, to_turn, turn, waiting
from tests.acts.table import bad, end_turn, refused, row, rows, told

D6, D4 = "d6 Damage", "d4 Fire"


@pytest.mark.rule("8.4-43", "8.4-44", "Q8-58", "T8-23", "TF-09")
def test_a_field_of_an_explosive_loses_an_inch_at_each_turn_start_of_its_maker(
    battle: Campaign,
) -> None:
    """Made in Ann's turn 1, it reads 3, 2, 1 in her turns 2, 3, 4, and is gone in turn 5."""
    smoke = Makeup(exchanges={"SMOKE": 1})
    battle.do(AddExplosive(name="Smoke Bomb", explosive_size=1, makeup=smoke, player_id=ANN))
    battle.do(Detonate(explosive_id=1))
    field = row(battle, Field)
    assert (field.size, field.kind, field.height) == (4, FieldKind.SMOKE, 5.0)
    seen = []
    while rows(battle, Field):
        end_turn(battle)
        due = keys(battle)
        assert due == (["field-1"] if turn(battle).player_id == ANN else [])
        for key in due:
            settle(battle, key)
            seen.append((turn(battle).number, sum(each.size for each in rows(battle, Field))))
    assert seen == [(2, 3), (3, 2), (4, 1), (5, 0)]


@pytest.mark.rule("F.1-04", "8.4-44", "T8-23", "TF-09")
def test_a_field_of_two_dice_loses_one_when_it_is_an_inch_across(battle: Campaign) -> None:
    battle.do(AddField(kind=FieldKind.EXPOSURE, size=4, dice=(D6, D6), player_id=ANN, shrinks=True))
    seen = []
    for number in (2, 3, 4, 5):
        to_turn(battle, ANN, number)
        settle(battle, "field-1")
        seen.append([(field.size, len(field.dice)) for field in rows(battle, Field)])
    assert seen == [[(3, 2)], [(2, 2)], [(1, 1)], []]


@pytest.mark.rule("8.4-43", "8.4-44", "Q8-58", "T8-23")
def test_made_in_an_opponents_turn_it_shrinks_from_its_makers_next_turn_on(
    battle: Campaign,
) -> None:
    makeup = Makeup(exchanges={"EXPOSURE": 4})
    battle.do(AddExplosive(name="Gas", explosive_size=4, makeup=makeup, player_id=ANN))
    end_turn(battle)
    assert turn(battle).player_id == BEN
    battle.do(Detonate(explosive_id=1))
    field = row(battle, Field)
    assert (field.size, field.dice, field.shrink_player_id) == (8, [D6] * 4, ANN)
    to_turn(battle, CLEO, 1)
    assert keys(battle) == []
    to_turn(battle, ANN, 2)
    assert keys(battle) == ["field-1"]
    act = waiting(battle, "field-1")
    assert look(battle, act).summary == 'Gas: Exposure Damage is now 7".'
    battle.do(act)
    assert "does not shrink now" in refused(battle, act, "8.4-44")


@pytest.mark.rule("QF-19", "F.1-04")
def test_its_owner_picks_which_of_different_dice_goes(battle: Campaign) -> None:
    dice = (D6, D4, D4)
    battle.do(AddField(kind=FieldKind.EXPOSURE, size=3, dice=dice, player_id=ANN, shrinks=True))
    to_turn(battle, ANN, 2)
    choice = look(battle, waiting(battle, "field-1")).choices[0]
    assert (choice.id, choice.player_id) == ("removed-0", ANN)
    assert [option.value for option in choice.options] == [D6, D4]
    assert "Ann removes a die" in bad(battle, waiting(battle, "field-1"))
    assert '3" to 2". d6 Damage goes.' in settle(battle, "field-1", removed_0=D6)[0]
    assert row(battle, Field).dice == [D4, D4]
    battle.undo()
    battle.do(SetHouseRule(switch="hd_removal_chooser", value="referee"))
    assert look(battle, waiting(battle, "field-1")).choices[0].player_id is None


@pytest.mark.rule("F.1-01", "F.1-02", "F.1-03", "QF-32")
def test_dice_that_a_field_may_not_have_are_refused_and_many_dice_warned_of(
    battle: Campaign,
) -> None:
    refusals = [
        (AddField(kind=FieldKind.SMOKE, size=4, dice=(D6,)), "F.1-01"),
        (AddField(kind=FieldKind.EXPOSURE, size=4, dice=("d6 Move",)), "F.1-01"),
        (AddField(kind=FieldKind.EXPOSURE, size=2, dice=(D6,) * 3), "F.1-02"),
        (AddField(kind=FieldKind.EXPOSURE, size=4, dice=(D4,) * 4), "F.1-03"),
    ]
    for act, rule in refusals:
        refused(battle, act, rule)
    told(
        battle,
        AddField(kind=FieldKind.EXPOSURE, size=4, dice=(D4,) * 4, overruled=frozenset({"F.1-03"})),
    )
    assert len(row(battle, Field).dice) == 4


@pytest.mark.rule("F.0-01", "F.0-04", "F.1-09")
def test_a_field_is_placed_with_the_usual_height_and_mode(battle: Campaign) -> None:
    lines = told(battle, AddField(kind=FieldKind.SMOKE, size=6, name="Fog", place="the marsh"))
    assert 'Fog is placed. 6" across, the marsh. F.0-01' in lines[0]
    told(battle, AddField(kind=FieldKind.SMOKE, size=6, unlimited=True))
    told(battle, AddField(kind=FieldKind.TERRAIN, size=3, dice=("d6 Move",)))
    told(battle, AddField(kind=FieldKind.TERRAIN, size=3, dice=("d6 Move",), mode="Slippery"))
    made = rows(battle, Field)
    assert [field.height for field in made] == [5.0, None, None, None]
    assert [field.mode for field in made] == ["", "", "Slow", "Slippery"]
    assert [field.name for field in made][1:] == ["Smoke", "Difficult Terrain", "Difficult Terrain"]
    assert all(field.shrink_player_id is None for field in made)


def test_fields_that_make_no_sense(battle: Campaign) -> None:
    senseless = [
        (AddField(kind=FieldKind.SMOKE, size=0), '1" to 1,000"'),
        (AddField(kind=FieldKind.SMOKE, size=4, height=0.0), "height"),
        (AddField(kind=FieldKind.EXPOSURE, size=4, dice=("d7 Damage",)), "no Hazard die"),
        (AddField(kind=FieldKind.TERRAIN, size=4, mode="Sticky"), "Slow, Thrust"),
        (AddField(kind=FieldKind.SMOKE, size=4, x=3.0), "both x and y"),
        (AddField(kind=FieldKind.SMOKE, size=4, player_id=9), "no player"),
        (ResizeField(field_id=9, size=1), "no field"),
    ]
    for act, words in senseless:
        assert words in bad(battle, act)
    assert rows(battle, Field) == []


@pytest.mark.rule("F.1-04")
def test_a_field_resized_by_hand_drops_dice_and_is_gone_at_nothing(battle: Campaign) -> None:
    gus = minifig(battle)
    battle.do(AddField(kind=FieldKind.EXPOSURE, size=3, dice=(D6, D4)))
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    assert "Name the dice that go, 1 of" in bad(battle, ResizeField(field_id=1, size=1))
    assert "must go" in bad(battle, ResizeField(field_id=1, size=1, removed=(D6, D4)))
    told(battle, ResizeField(field_id=1, size=1, removed=(D4,)))
    assert (row(battle, Field).size, row(battle, Field).dice) == (1, [D6])
    assert 'grows. 1" to 9"' in told(battle, ResizeField(field_id=1, size=9))[0]
    told(battle, ResizeField(field_id=1, size=0))
    assert (rows(battle, Field), rows(battle, Inside)) == ([], [])


def test_a_cleared_field_takes_its_insiders_along(battle: Campaign) -> None:
    gus = minifig(battle)
    battle.do(AddField(kind=FieldKind.SMOKE, size=3, name="Fog"))
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    assert "Fog is gone. Wind" in told(battle, ClearField(field_id=1, reason="Wind"))[0]
    assert (rows(battle, Field), rows(battle, Inside)) == ([], [])


@pytest.mark.rule("F.1-59")
def test_a_triggered_spot_is_marked_and_triggers_no_more(battle: Campaign) -> None:
    battle.do(AddField(kind=FieldKind.CONCEALED, size=6, dice=("d10 Exp",), name="Mines"))
    battle.do(AddField(kind=FieldKind.SMOKE, size=6))
    told(battle, TriggerSpot(field_id=1, spot="by the gate"))
    assert "gone off already" in refused(
        battle, TriggerSpot(field_id=1, spot="By The Gate"), "F.1-59"
    )
    told(battle, TriggerSpot(field_id=1, spot="at the well"))
    assert row(battle, Field).triggered == ["by the gate", "at the well"]
    assert "no Concealed Hazard" in bad(battle, TriggerSpot(field_id=2, spot="here"))


@pytest.mark.rule("8.4-45", "8.4-43")
def test_damage_and_field_of_one_explosive_are_separate(battle: Campaign) -> None:
    makeup = Makeup(exchanges={"TERRAIN": 1})
    battle.do(AddExplosive(name="Caltrops", explosive_size=3, makeup=makeup, x=5.0, y=6.0))
    act = Detonate(explosive_id=1, faces=(Face(4), Face(7)))
    preview = look(battle, act)
    assert [(band.reach, band.damage) for band in preview.bands] == [('0–2"', 11), ('2–4"', 4)]
    told(battle, act)
    field = row(battle, Field)
    assert (field.size, field.dice, field.x, field.y) == (3, ["d6 Move"], 5.0, 6.0)


def test_an_act_of_fields_reads_back(battle: Campaign) -> None:
    act = act_from_data({"act": "AddField", "kind": "Smoke", "size": 4})
    assert act == AddField(kind=FieldKind.SMOKE, size=4)
    assert "There is no act called" not in told(battle, act)[0]


@pytest.mark.rule("F.1-04", "QF-19", "8.4-44")
def test_a_field_resized_to_nothing_asks_for_no_dice(battle: Campaign) -> None:
    dice = ("d6 Damage", "d4 Fire")
    battle.do(AddField(kind=FieldKind.EXPOSURE, size=2, name="Gas", dice=dice, player_id=2))
    assert "Name the dice that go, 1 of" in bad(battle, ResizeField(field_id=1, size=1))
    battle.do(ResizeField(field_id=1, size=0))
    assert rows(battle, Field) == []
