"""Concealed Hazards on a campaign: how far units get, what goes off, and whom a Scout leads."""

from typing import Any

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Caught, TargetPart
from brikdesk.acts.fields.concealed_hazards import CrossConcealed, PlaceCarefully, TriggerSpot
from brikdesk.acts.fields.fields import AddField, EnterHazard
from brikdesk.acts.fire.fires import Ignite
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, Field, Fire, State, StateKind, Unit, UnitKind
from tests.acts.hazards import ANN, BEN, CLEO, creation, look, minifig, turn
from tests.acts.table import bad, refused, row, rows, told

D6, D4, EXP, MOVE = "d6 Damage", "d4 Fire", "d10 Exp", "d6 Move"


def mines(campaign: Campaign, *dice: str, **facts: Any) -> None:
    campaign.do(
        AddField(
            kind=FieldKind.CONCEALED, size=8, name="Garden", dice=dice or (D6,), player_id=BEN,
            **facts,
        )
    )  # fmt: skip


def path(unit_id: int, inches: float, *faces: int, **facts: Any) -> CrossConcealed:
    given = tuple(Face(face) for face in faces)
    return CrossConcealed(unit_id=unit_id, field_id=1, inches=inches, faces=given, **facts)


def scout(campaign: Campaign, **facts: Any) -> int:
    facts = {"tags": ["living", "optical tool"], "specialties": ["pathfinding"], **facts}
    return minifig(campaign, "Plumb", **facts)


@pytest.mark.rule("F.1-60", "F.1-61", "F.1-62", "TF-04")
def test_who_rolls_his_inches_passes_and_spends_no_action(battle: Campaign) -> None:
    gus = minifig(battle)
    mines(battle)
    preview = look(battle, path(gus, 4))
    assert [(die.sides, die.label) for die in preview.dice] == [(6, "Action")]
    assert look(battle, path(gus, 4, 4)).summary == 'Gus: safe over 4".'
    assert told(battle, path(gus, 4, 4)) == ['Gus in Garden: [4] Safe over 4". F.1-62']
    unit = row(battle, Unit, gus)
    assert (unit.actions_spent, unit.move_used) == (0, 0)
    assert row(battle, Field).triggered == []


@pytest.mark.rule("F.1-57", "F.1-59", "F.1-63", "QF-41", "TF-04")
def test_who_rolls_less_sets_it_off_after_so_many_inches(battle: Campaign) -> None:
    gus = minifig(battle, armor="6")
    mines(battle)
    preview = look(battle, path(gus, 5, 4))
    assert (preview.words[0].words, preview.owed) == ('it goes off after 4".', 1)
    lines = told(battle, path(gus, 5, 4, 3))
    assert 'Gus in Garden: [4] It goes off after 4". F.1-63' in lines[0]
    assert 'Garden goes off. 4" in on the path of Gus: d6 Damage. The spot is marked.' in lines[1]
    assert "Gus in Garden: [3] 3 damage against Armor 6: nothing. F.1-57" in lines[2]
    assert lines[3] == 'Gus in Garden: The rest of its path, 1", takes a new roll. QF-41'
    assert row(battle, Field).triggered == ['4" in on the path of Gus']
    lines = told(battle, path(gus, 5, 4, 3))
    assert '4" in on the path of Gus (2): d6 Damage' in lines[1], "another spot of the same Field"
    battle.do(SetHouseRule(switch="concealed_reroll_after_trigger", value=False))
    assert "is free. QF-41" in told(battle, path(gus, 5, 4, 3))[3]


@pytest.mark.rule("F.1-64", "TF-04")
def test_a_critical_failure_is_at_once(battle: Campaign) -> None:
    gus = minifig(battle)
    mines(battle)
    lines = told(battle, path(gus, 1, 1, 5))
    assert 'It goes off after 0". F.1-64' in lines[0]
    assert "Gus dies." in lines[3]
    assert row(battle, Unit, gus).fate is Fate.DEAD


@pytest.mark.rule("F.1-65", "TF-04")
def test_size_counts_backwards(battle: Campaign) -> None:
    cow = creation(battle, "Cow", size=8, weight_class=0)
    mines(battle)
    assert look(battle, path(cow, 2, 5)).words[0].words == 'it goes off after 1".'
    assert look(battle, path(cow, 1, 5)).summary == 'Cow: safe over 1".'
    small = minifig(battle, "Chicken")
    assert (
        look(battle, path(small, 4, 3, part=TargetPart.SMALL)).summary == 'Chicken: safe over 4".'
    )


@pytest.mark.rule("F.1-66")
def test_what_has_no_size_passes_without_a_roll(battle: Campaign) -> None:
    torch = creation(battle, "Torch", 0, 0)
    mines(battle)
    assert (look(battle, path(torch, 5)).dice, look(battle, path(torch, 5)).complete) == ((), True)
    assert 'Size 0" sets nothing off over 5". F.1-66' in told(battle, path(torch, 5))[0]


@pytest.mark.rule("F.1-67")
def test_through_the_air_it_goes_off_at_the_point_of_impact(battle: Campaign) -> None:
    gus = minifig(battle, armor="9")
    mines(battle)
    lines = told(battle, path(gus, 6, 3, 2, through_air=True))
    assert "It goes off where it comes down. F.1-67" in lines[0]
    assert row(battle, Field).triggered == ["where Gus came down"]
    assert len(lines) == 3, "nothing of the way is left"


@pytest.mark.rule("F.1-68", "QF-40")
def test_what_has_no_die_rolls_a_d4_with_its_bonus(battle: Campaign) -> None:
    cart = creation(battle, "Cart", size=1, weight_class=0, action_die=0, kind=UnitKind.VEHICLE)
    mines(battle)
    preview = look(battle, path(cart, 6, 4))
    assert [die.sides for die in preview.dice] == [4, 6]
    assert look(battle, path(cart, 6, 4, 2)).summary == 'Cart: safe over 6".'


@pytest.mark.rule("QF-40")
def test_a_benny_may_lengthen_the_way(battle: Campaign) -> None:
    gus = minifig(battle)
    mines(battle)
    assert look(battle, path(gus, 6, 6)).choices == (), "safe anyway"
    preview = look(battle, path(gus, 8, 6))
    assert [option.value for option in preview.choices[0].options] == ["add", "keep"]
    assert preview.choices[0].player_id == ANN
    added = {"choices": {"benny": "add"}}
    assert look(battle, path(gus, 8, 6, **added)).dice[-1].label == "Benny"
    assert 'Safe over 8". Over the Top.' in told(battle, path(gus, 8, 6, 2, **added))[0]
    kept = look(battle, path(gus, 8, 6, choices={"benny": "keep"}))
    assert kept.words[0].words == 'it goes off after 6".'


@pytest.mark.rule("F.1-27", "F.1-60")
def test_fire_takes_a_d4_off_the_roll(battle: Campaign) -> None:
    gus = minifig(battle)
    mines(battle)
    battle.do(Ignite(unit_id=gus))
    assert [die.sides for die in look(battle, path(gus, 3)).dice] == [6, 4]
    assert look(battle, path(gus, 3, 5, 3)).words[0].words == 'it goes off after 2".'


@pytest.mark.rule("F.3-01", "F.3-02", "F.3-03", "QF-45", "TF-10")
def test_a_pathfinder_with_his_tool_rolls_d8_and_stops_short(battle: Campaign) -> None:
    plumb, blind = scout(battle), scout(battle, tags=["living"])
    mines(battle)
    assert look(battle, path(plumb, 7)).dice[0].sides == 8
    assert look(battle, path(blind, 7)).dice[0].sides == 6, "without the Tool he is like anybody"
    lines = told(battle, path(plumb, 7, 5))
    assert 'Stops after 5", nothing goes off. That path ends for this turn. F.3-03' in lines[0]
    assert (len(lines), row(battle, Field).triggered) == (1, [])


@pytest.mark.rule("QF-44")
def test_a_scouts_critical_failure_by_both_readings(battle: Campaign) -> None:
    plumb = scout(battle)
    mines(battle)
    assert look(battle, path(plumb, 7, 1)).summary == 'Plumb: stops after 0", nothing goes off.'
    battle.do(SetHouseRule(switch="scout_crit_triggers", value=True))
    assert look(battle, path(plumb, 7, 1)).owed == 1


@pytest.mark.rule("F.3-04", "QF-43", "TF-10")
def test_followers_in_file_are_as_safe_and_without_a_scout_each_rolls(battle: Campaign) -> None:
    plumb, one, two = scout(battle), minifig(battle, "One"), minifig(battle, "Two")
    mines(battle)
    lines = told(battle, path(plumb, 7, 5, follower_ids=(one, two)))
    assert "As safe in single file: One, Two." in lines[0]
    lines = told(battle, path(plumb, 7, 7, follower_ids=(one,), followers=3))
    assert "As safe in single file: One, 3 units." in lines[0]
    alone = path(one, 7, 5, follower_ids=(two,))
    assert "Each unit rolls for itself" in refused(battle, alone, "QF-43")


@pytest.mark.rule("QF-42", "F.1-57")
def test_hidden_explosive_dice_explode_around_the_spot(battle: Campaign) -> None:
    gus, near, foe = minifig(battle), minifig(battle, "Near"), minifig(battle, "Foe", CLEO)
    mines(battle, EXP, EXP)
    caught = (Caught(unit_id=near, distance=3),)
    preview = look(battle, path(gus, 5, 2, caught=caught))
    assert [die.sides for die in preview.dice] == [6, 10, 10]
    lines = told(battle, path(gus, 5, 2, 3, 7, caught=caught))
    assert any("Gus takes 10." in words for words in lines)
    assert any("Near takes 3." in words for words in lines), "the outer band has lost its highest"
    assert row(battle, Unit, gus).fate is Fate.DEAD
    assert row(battle, Unit, foe).fate is Fate.ALIVE


@pytest.mark.rule("F.1-57", "F.1-22")
def test_hidden_fire_sets_alight(battle: Campaign) -> None:
    gus = minifig(battle)
    mines(battle, D4)
    lines = told(battle, path(gus, 5, 2, 3))
    assert any("Gus is on fire. [3]" in words for words in lines)
    fire = row(battle, Fire)
    assert (fire.unit_id, fire.set_by_id) == (gus, BEN)


@pytest.mark.rule("F.1-57")
@pytest.mark.parametrize(
    ("mode", "told_words", "move"),
    [("Slow", '3" of Move lost', 3), ("Thrust", 'carried 3" down', 0)],
)
def test_hidden_move_dice_cost_move_or_carry(
    battle: Campaign, mode: str, told_words: str, move: int
) -> None:
    gus = minifig(battle)
    mines(battle, MOVE, mode=mode, direction="down")
    lines = told(battle, path(gus, 5, 2, 3))
    assert told_words in lines[2]
    assert row(battle, Unit, gus).move_used == move


@pytest.mark.rule("QF-37", "F.1-54")
def test_the_passive_roll_too_makes_who_stands_on_ice_slip(battle: Campaign) -> None:
    gus = minifig(battle, armor="9")
    mines(battle)
    battle.do(AddField(kind=FieldKind.TERRAIN, size=3, mode="Slippery", dice=(MOVE,), name="Ice"))
    battle.do(EnterHazard(unit_id=gus, field_id=2))
    told(battle, path(gus, 1, 1, 3))
    state = row(battle, State)
    assert (state.kind, state.cause) == (StateKind.DISRUPTED, "slipped in Ice")


@pytest.mark.rule("F.1-69")
def test_setting_something_down_goes_off_only_on_a_critical_failure(battle: Campaign) -> None:
    gus, crate = minifig(battle), creation(battle, "Crate", 1, 0, armor="4")
    mines(battle)
    place = PlaceCarefully(unit_id=gus, field_id=1, what="a plank", faces=(Face(2),))
    assert look(battle, place).summary == "Garden stays quiet."
    assert "Gus sets a plank down. [2] Garden stays quiet. F.1-69" in told(battle, place)[0]
    assert row(battle, Unit, gus).actions_spent == 1
    assert "its Action is spent" in refused(battle, place, "4.2-02")
    other = minifig(battle, "Other")
    failed = PlaceCarefully(
        unit_id=other, field_id=1, object_id=crate, faces=(Face(1), Face(5))
    )  # fmt: skip
    lines = told(battle, failed)
    assert "under Crate: d6 Damage" in lines[1]
    assert row(battle, Unit, crate).fate is Fate.DEAD
    unknown = PlaceCarefully(unit_id=minifig(battle, "Third"), field_id=1, faces=(Face(1),))
    assert len(told(battle, unknown)) == 2, "its dice act on nothing of the roster"


@pytest.mark.rule("F.1-59")
def test_a_marked_spot_does_not_go_off_again(battle: Campaign) -> None:
    gus = minifig(battle, armor="9")
    mines(battle)
    told(battle, path(gus, 5, 2, 3, spot="by the well"))
    again = TriggerSpot(field_id=1, spot="By the well")
    assert "has gone off already" in refused(battle, again, "F.1-59")
    told(battle, TriggerSpot(field_id=1, spot="by the gate"))
    assert row(battle, Field).triggered == ["by the well", "by the gate"]


def test_paths_that_make_no_sense(battle: Campaign) -> None:
    gus = minifig(battle)
    mines(battle)
    battle.do(AddField(kind=FieldKind.SMOKE, size=3, name="Fog"))
    assert 'more than 0"' in bad(battle, path(gus, 0, 3))
    fog = CrossConcealed(unit_id=gus, field_id=2, inches=3, faces=(Face(4),))
    assert "no Concealed Hazard" in bad(battle, fog)
    assert "no Concealed Hazard" in bad(battle, PlaceCarefully(unit_id=gus, field_id=2))
    assert "is not offered" in bad(battle, path(gus, 8, 6, choices={"benny": "eat"}))
    assert turn(battle).player_id == ANN
    assert rows(battle, Field)[0].triggered == []
