"""Traps on a campaign: written down, tried, sprung, reset."""

from dataclasses import replace
from typing import Any

import pytest

from brikdesk.acts.campaign.battles import EndBattle
from brikdesk.acts.fields.concealed_hazards import CrossConcealed, TriggerSpot
from brikdesk.acts.fields.fields import AddField, ClearField
from brikdesk.acts.fields.traps import AddTrap, EditTrap, RemoveTrap, ResetTrap
from brikdesk.acts.fields.traps_going_off import SpringTrap, TryTrigger
from brikdesk.acts.weapons.weapons import RemoveWeapon
from brikdesk.dice import Face
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, Fire, Trap, Unit, UnitKind, Weapon
from brikdesk.store.views.battlefield import battlefield
from tests.acts.hazards import ANN, BEN, creation, look, minifig, put
from tests.acts.table import bad, end_turn, refused, row, rows, told
from ui.forms.all_forms import ACT_FORMS


def crossbow(campaign: Campaign) -> int:
    wall = creation(campaign, "Wall", kind=UnitKind.STRUCTURE, action_die=0)
    return put(campaign, Weapon(unit_id=wall, name="Crossbow", use=3))[0]


def trap(campaign: Campaign, **facts: Any) -> list[str]:
    known = {"name": "Door bow", "trigger": "the doorknob", "player_id": ANN, **facts}
    return told(campaign, AddTrap(**known))


@pytest.mark.rule("F.2-01", "F.2-02", "F.2-03", "F.2-04", "F.2-05")
def test_a_trap_is_written_down_with_trigger_condition_and_effect(battle: Campaign) -> None:
    lines = trap(battle, condition="turned left", effect="the floor opens", secret=True)
    assert (
        "Door bow is set. Trigger: the doorknob, turned left. Effect: the floor opens." in lines[0]
    )
    written = row(battle, Trap)
    assert (written.secret, written.armed, written.player_id) == (True, True, ANN)
    trap(battle, name="Bell", effect="it rings")
    assert {each.trigger for each in rows(battle, Trap)} == {"the doorknob"}, "one for several"
    told(battle, EditTrap(trap_id=1, condition="", secret=False, reason="seen by all"))
    assert (row(battle, Trap).condition, row(battle, Trap).effect) == ("", "the floor opens")
    told(battle, RemoveTrap(trap_id=1))
    assert len(rows(battle, Trap)) == 1


@pytest.mark.rule("F.2-08", "F.2-09", "F.2-10", "TF-15")
def test_a_weapon_trap_attacks_with_a_d4_and_is_spent(battle: Campaign) -> None:
    trap(battle, weapon_id=crossbow(battle), action_die=8)
    gus = minifig(battle)
    lines = told(battle, SpringTrap(trap_id=1, victim_id=gus, why="Gus turned it."))
    assert "Door bow goes off. Gus sets it off. Gus turned it. Crossbow attacks. F.2-02" in lines[0]
    assert "Crossbow attacks. Wall at Gus: Action d4 against Use 3. Then it is spent." in lines[1]
    assert not row(battle, Trap).armed
    end_turn(battle)
    again = SpringTrap(trap_id=1)
    assert "spent until somebody resets it" in refused(battle, again, "F.2-09")


@pytest.mark.rule("F.2-09")
def test_a_minifig_technician_resets_it_with_an_action(battle: Campaign) -> None:
    trap(battle, weapon_id=crossbow(battle))
    gus, mechanik = minifig(battle), minifig(battle, "Mechanik", specialties=["Construction"])
    assert "armed already" in refused(battle, ResetTrap(trap_id=1, by_unit_id=mechanik), "F.2-09")
    battle.do(SpringTrap(trap_id=1))
    amateur = ResetTrap(trap_id=1, by_unit_id=gus)
    assert "takes a minifig technician" in refused(battle, amateur, "F.2-09")
    told(battle, ResetTrap(trap_id=1, by_unit_id=mechanik))
    assert (row(battle, Trap).armed, row(battle, Unit, mechanik).actions_spent) == (True, 1)
    battle.do(SpringTrap(trap_id=1))
    tired = ResetTrap(trap_id=1, by_unit_id=mechanik)
    assert "its Action is spent" in refused(battle, tired, "4.2-02")


@pytest.mark.rule("F.2-11")
def test_a_smart_weapon_attacks_once_every_turn_with_its_own_die(battle: Campaign) -> None:
    trap(battle, weapon_id=crossbow(battle), smart=True, action_die=8)
    lines = told(battle, SpringTrap(trap_id=1, spot="the stairs"))
    assert "Wall at the stairs: Action d8 against Use 3. It can attack again next turn." in lines[1]
    again = SpringTrap(trap_id=1)
    assert "attacked in this turn" in refused(battle, again, "F.2-11")
    end_turn(battle)
    told(battle, again)


@pytest.mark.rule("F.2-06")
def test_a_die_finds_the_real_trigger_among_several(battle: Campaign) -> None:
    torches = ("left torch", "middle torch", "right torch")
    trap(battle, trigger="", candidates=torches, effect="the door opens")
    left = TryTrigger(trap_id=1, candidate="Left torch")
    preview = look(battle, left)
    assert [die.sides for die in preview.dice] == [6]
    assert preview.legend == (("1–2", "the real trigger"), ("3–6", "not it"))
    lines = told(battle, TryTrigger(trap_id=1, candidate="left torch", faces=(Face(3),)))
    assert "Door bow: left torch is harmless. [3] 2 left. F.2-06" in lines[0]
    assert row(battle, Trap).candidates == ["middle torch", "right torch"]
    assert "Choose from: middle torch, right torch" in bad(battle, left)
    lines = told(battle, TryTrigger(trap_id=1, candidate="right torch", faces=(Face(2),)))
    assert "right torch is the trigger. [2]" in lines[0]
    assert "Door bow goes off. the door opens." in lines[1]
    found = row(battle, Trap)
    assert (found.trigger, found.candidates, found.armed) == ("right torch", [], False)
    assert "is spent" in refused(battle, left, "F.2-09")


@pytest.mark.rule("F.2-06")
@pytest.mark.parametrize(
    ("triggers", "sides", "real"),
    [(2, 4, "1–2"), (4, 4, "1"), (5, 10, "1–2"), (6, 6, "1"), (7, 8, "1"), (9, 10, "1"),
     (10, 10, "1"), (11, 12, "1"), (12, 12, "1"), (13, 20, "1"), (20, 20, "1")],
)  # fmt: skip
def test_as_many_triggers_so_large_a_die(
    battle: Campaign, triggers: int, sides: int, real: str
) -> None:
    levers = tuple(f"lever {number}" for number in range(triggers))
    trap(battle, trigger="", candidates=levers, effect="water")
    preview = look(battle, TryTrigger(trap_id=1, candidate="lever 0"))
    assert [die.sides for die in preview.dice] == [sides]
    assert preview.legend[0] == (real, "the real trigger")


@pytest.mark.rule("F.2-06")
def test_the_referee_may_say_so_the_last_one_is_it_and_some_faces_are_rolled_again(
    battle: Campaign,
) -> None:
    levers = tuple(f"lever {number}" for number in range(1, 8))
    trap(battle, trigger="", candidates=levers, effect="water")
    again = TryTrigger(trap_id=1, candidate="lever 1", faces=(Face(8),))
    assert look(battle, again).owed == 1
    last_face = TryTrigger(trap_id=1, candidate="lever 1", faces=(Face(7),))
    assert look(battle, last_face).owed == 0, "the seventh of seven levers has a face too"
    told(battle, TryTrigger(trap_id=1, candidate="lever 1", faces=(Face(8), Face(2))))
    for number in range(2, 7):
        told(battle, TryTrigger(trap_id=1, candidate=f"lever {number}", real=False))
    last = TryTrigger(trap_id=1, candidate="lever 7")
    assert look(battle, last).complete
    assert "lever 7 is the trigger." in told(battle, last)[0]


@pytest.mark.rule("F.2-07", "F.2-08")
def test_a_hidden_spot_sets_off_the_traps_of_its_field(battle: Campaign) -> None:
    battle.do(AddField(kind=FieldKind.CONCEALED, size=6, name="Floor", player_id=BEN))
    weapon = crossbow(battle)
    lines = trap(battle, trigger="", field_id=1, weapon_id=weapon, effect="the bow shoots")
    assert "Trigger: a hidden spot of Floor." in lines[0]
    gus = minifig(battle)
    stepped = CrossConcealed(unit_id=gus, field_id=1, inches=5, faces=(Face(2),))
    lines = told(battle, stepped)
    assert any(words.startswith("Door bow goes off.") and "F.2-07" in words for words in lines)
    assert any('Wall at the spot 2" in on the path of Gus: Action d4' in words for words in lines)
    lines = told(battle, TriggerSpot(field_id=1, spot="by the well"))
    assert "Door bow does nothing. It is spent until somebody resets it. F.2-09" in lines[1]
    told(battle, ClearField(field_id=1))
    assert row(battle, Trap).field_id is None


def test_traps_that_make_no_sense(battle: Campaign) -> None:
    battle.do(AddField(kind=FieldKind.SMOKE, size=6, name="Fog"))
    for facts, words in (
        ({"trigger": "", "effect": "bang"}, "what sets it off"),
        ({}, "what exactly happens"),
        ({"effect": "bang", "field_id": 1}, "hides nothing"),
        ({"effect": "bang", "action_die": 7}, "An Action die is"),
        ({"effect": "bang", "smart": True}, "Only a weapon can be smart"),
        ({"effect": "bang", "candidates": ("a", "A")}, "a name of its own"),
        ({"effect": "bang", "candidates": tuple(map(str, range(21)))}, "At most 20"),
    ):
        known: dict[str, Any] = {"name": "Trap", "trigger": "the rug", **facts}
        assert words in bad(battle, AddTrap(**known))
    trap(battle, effect="bang")
    assert "no possible triggers left" in bad(battle, TryTrigger(trap_id=1, candidate="rug"))
    assert rows(battle, Trap)[0].candidates == []


def test_what_a_trap_hangs_on_may_go_and_battles_end(battle: Campaign) -> None:
    weapon = crossbow(battle)
    trap(battle, weapon_id=weapon)
    told(battle, RemoveWeapon(weapon_id=weapon))
    assert (row(battle, Trap).weapon_id, row(battle, Trap).effect) == (None, "Crossbow attacks.")
    battle.do(AddField(kind=FieldKind.CONCEALED, size=6, name="Floor"))
    told(battle, EditTrap(trap_id=1, field_id=1))
    told(battle, EditTrap(trap_id=1, loose=True, armed=True))
    assert row(battle, Trap).field_id is None
    told(battle, EditTrap(trap_id=1, field_id=1))
    battle.do(EndBattle())
    assert rows(battle, Trap) == []


@pytest.mark.rule("F.2-02")
def test_who_sprang_a_trap_is_told_and_the_dice_of_its_effect_are_asked(battle: Campaign) -> None:
    gus = minifig(battle, "Gus", armor="4")
    trap(battle, name="Net", effect="Swings down: 2d6+1 damage")
    act = SpringTrap(trap_id=1, victim_id=gus)
    assert [die.sides for die in look(battle, act).open_dice] == [6, 6]
    seen = look(battle, replace(act, faces=(Face(2), Face(3))))
    assert seen.complete
    lines = told(battle, replace(act, faces=(Face(2), Face(3))))
    assert "Gus sets it off." in lines[0]
    assert "6 damage" in lines[1]
    assert row(battle, Unit, gus).fate is not Fate.ALIVE, "6 beats an Armor of 4"


@pytest.mark.rule("F.2-02")
def test_an_effect_without_a_victim_or_without_damage_only_tells_its_dice(battle: Campaign) -> None:
    trap(battle, name="Lift", effect="Sinks 1d6 inches")
    lines = told(battle, SpringTrap(trap_id=1, victim_id=minifig(battle), faces=(Face(4),)))
    assert "4 in all" in lines[1]
    trap(battle, name="Blade", effect="1d6 damage")
    assert "4 damage" in told(battle, SpringTrap(trap_id=2, faces=(Face(4),)))[1]
    assert row(battle, Unit).fate is Fate.ALIVE


@pytest.mark.rule("F.2-02")
def test_more_than_twenty_dice_alike_are_no_effect_that_anybody_rolls(battle: Campaign) -> None:
    for said, asked in (("20d6", 20), ("21d6", 20), ("99d6", 20)):
        trap(battle, name=said, effect=f"{said} damage")
        act = SpringTrap(trap_id=rows(battle, Trap)[-1].id or 0)
        assert len(look(battle, act).open_dice) == asked


@pytest.mark.rule("F.2-02", "8.3-25")
def test_fire_of_a_trap_sets_who_sprang_it_alight(battle: Campaign) -> None:
    gus = minifig(battle, "Gus", armor="10")
    trap(battle, name="Torch", effect="1d4 Fire")
    told(battle, SpringTrap(trap_id=1, victim_id=gus, faces=(Face(3),)))
    assert [each.unit_id for each in rows(battle, Fire)] == [gus]


@pytest.mark.rule("F.2-06")
def test_a_trigger_that_is_real_asks_for_the_dice_of_the_effect_too(battle: Campaign) -> None:
    gus = minifig(battle, "Gus", armor="4")
    trap(battle, name="Idol", trigger="", candidates=("left eye", "right eye"), effect="1d6 damage")
    tried = TryTrigger(trap_id=1, candidate="left eye", victim_id=gus, faces=(Face(1),))
    die = look(battle, replace(tried, faces=())).open_dice[0].sides
    assert look(battle, replace(tried, faces=(Face(die),))).complete, "not the real one: no effect"
    assert [each.sides for each in look(battle, tried).open_dice] == [6]
    lines = told(battle, replace(tried, faces=(Face(1), Face(5))))
    assert any("5 damage" in line for line in lines)
    assert row(battle, Unit, gus).fate is not Fate.ALIVE


def test_a_trap_lies_where_its_form_says(battle: Campaign) -> None:
    form = ACT_FORMS["AddTrap"].filled()
    battle.do(
        act_from_data(
            form.data({"name": "Pit", "trigger": "the rug", "effect": "falls", "place": "27 20"})
        )
    )
    assert (row(battle, Trap).x, row(battle, Trap).y) == (27, 20)
    assert [(each.name, each.x, each.y) for each in battle.read(battlefield).lying] == [
        ("Pit", 27, 20)
    ]
    moved = ACT_FORMS["EditTrap"].filled().data({"trap_id": 1, "place": "1 2"})
    battle.do(act_from_data(moved))
    assert (row(battle, Trap).x, row(battle, Trap).y) == (1, 2)
    with pytest.raises(BadInput, match="27 20"):
        form.data({"name": "Pit", "trigger": "rug", "effect": "falls", "place": "by the door"})
