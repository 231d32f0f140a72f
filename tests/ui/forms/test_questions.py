"""What forms ask: the answers that fit come first, and other answers ask for other things."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.dice import Face
from brikdesk.store.views.armory import explosives
from brikdesk.store.views.notes_and_photos import notes
from brikdesk.store.views.states import trackers
from brikdesk.store.views.units import unit_card
from brikdesk.turns import ledger
from tests.ui.forms.sheet_scene import Opener, answer, field, problem
from tests.ui.roster_scene import (
    ANN,
    CANNON,
    GOLEM,
    HERO,
    LONG_ONE,
    SCOUT,
    SQUIRE,
)
from ui.campaign.desk import Desk
from ui.forms.all_forms import ACT_FORMS
from ui.forms.answers import CountsAnswer, DiceAnswer
from ui.widgets.rule_lines import Citation

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


def test_units_are_picked_with_their_token_and_faction(opened: Opener) -> None:
    box = field(opened("Ignite", CANNON), "unit_id")
    assert box.currentText() == "Big Bertha, AA"
    assert not box.itemIcon(box.currentIndex()).isNull()


def test_scouts_come_first_in_a_mark(opened: Opener, desk: Desk) -> None:
    assert desk.read(trackers) == {SCOUT}
    sheet = opened("MarkTarget", GOLEM)
    assert field(sheet, "scout_id").values()[0] == SCOUT
    assert field(sheet, "target_id").value() == GOLEM


def test_what_belongs_to_the_unit_comes_first_and_is_chosen(opened: Opener) -> None:
    assert field(opened("Reload", CANNON), "weapon_id").currentText() == 'Cannon 3", Big Bertha'
    fires = field(opened("FightFire", LONG_ONE), "fire_id")
    assert fires.value() == 1


def test_loads_are_those_of_the_weapon(opened: Opener) -> None:
    sheet = opened("Reload", CANNON)
    loads = field(sheet, "round_id")
    assert [loads.itemText(k) for k in range(loads.count())] == [
        "The only one there", "Shell X3, 3 in Ready rack", "Smoke X2, 1 in Ready rack",
    ]  # fmt: skip


@pytest.mark.rule("8.4-51")
def test_reload_asks_for_the_type_where_there_are_several(opened: Opener, desk: Desk) -> None:
    sheet = opened("Reload", CANNON)
    sheet.submit()
    assert sheet.refusal.findChildren(Citation)[0].rule == "8.4-51"
    answer(sheet, "round_id", 2)
    sheet.submit()
    assert sheet.isHidden()
    assert [row.chamber for row in desk.read(ledger.ammo)][:2] == ["–", "Smoke X2"]


def test_questions_come_and_go_with_other_answers(opened: Opener) -> None:
    sheet = opened("AddField")
    assert sheet.body is not None
    assert sheet.body.boxes["dice"].isHidden()
    answer(sheet, "kind", "Exposure Damage")
    assert not sheet.body.boxes["dice"].isHidden()
    assert sheet.body.boxes["unlimited"].isHidden()
    dice = sheet.body.answers["dice"]
    assert isinstance(dice, CountsAnswer)
    dice.set_value(["d6 Damage", "d6 Damage", "d4 Fire"])
    assert sheet.body.filled_in()["dice"] == ["d6 Damage", "d6 Damage", "d4 Fire"]
    answer(sheet, "kind", "Difficult Terrain")
    assert dice.value() == []
    assert not sheet.body.boxes["mode"].isHidden()


def test_a_field_is_placed_from_its_form(opened: Opener, desk: Desk) -> None:
    sheet = opened("AddField", None, kind="Exposure Damage", size=3, name="Acid", player_id=ANN)
    answer(sheet, "dice", ["d4 Fire"])
    answer(sheet, "shrinks", True)
    sheet.submit()
    row = desk.read(ledger.fields)[-1]
    assert (row.name, row.size, row.dice, row.owner.code) == ("Acid", 3, ("d4 Fire",), "AA")
    assert row.next != "permanent"


def test_faces_are_typed_as_they_lie(opened: Opener, desk: Desk) -> None:
    sheet = opened("FireDamage", SQUIRE)
    assert sheet.body is not None
    dice = sheet.body.answers["faces"]
    assert isinstance(dice, DiceAnswer)
    dice.count.setFocus()
    dice.count.selectAll()
    QTest.keyClicks(dice.count, "2")
    sheet.submit()
    assert problem(sheet, "faces") == "Type every face."
    dice.row.setFocus()
    QTest.keyClicks(QApplication.focusWidget(), "34")
    assert dice.row.faces() == (Face(3), Face(4))
    sheet.submit()
    assert any(row.unit_id == SQUIRE for row in desk.read(ledger.fires))


def test_rounds_of_a_type_that_is_there_need_no_name(opened: Opener, desk: Desk) -> None:
    sheet = opened("AddRounds", CANNON, rack_id=1, round_id=1)
    assert sheet.body is not None
    assert sheet.body.boxes["name"].isHidden()
    answer(sheet, "count", 2)
    sheet.submit()
    assert desk.read(ledger.ammo)[0].count == 5


def test_a_rack_comes_with_its_first_rounds(opened: Opener, desk: Desk) -> None:
    sheet = opened("AddRack", GOLEM, round_name="Keg", explosive_size=2, count=4)
    sheet.submit()
    row = desk.read(ledger.ammo)[-1]
    assert (row.unit, row.load, row.count) == ("Ratchet Golem", "Keg X2", 4)


def test_an_explosive_is_made_up_in_words(opened: Opener, desk: Desk) -> None:
    sheet = opened("AddExplosive", None, name="Stinker", explosive_size=3, place="the bridge")
    answer(sheet, "made", "2 smoke, 1 fire")
    sheet.submit()
    assert [(row.load, row.place) for row in desk.read(explosives)] == [
        ("Stinker X3 = 1d4 Fire + 2 Smoke", "the bridge")
    ]


def test_limbs_are_ticked(opened: Opener, desk: Desk) -> None:
    sheet = opened("TakeGrinding", SCOUT)
    answer(sheet, "left_arm", True)
    sheet.submit()
    card = desk.read(unit_card, SCOUT)
    assert card is not None
    assert card.limbs_lost == ("left_arm",)


def test_a_unit_enters_a_field_or_a_fire(opened: Opener) -> None:
    into_field = ACT_FORMS["EnterHazard"].filled(HERO).data({"unit_id": HERO, "hazard": 2})
    into_fire = ACT_FORMS["EnterHazard"].filled(HERO).data({"unit_id": HERO, "hazard": -3})
    assert into_field == {"act": "EnterHazard", "unit_id": HERO, "field_id": 2}
    assert into_fire == {"act": "EnterHazard", "unit_id": HERO, "fire_id": 3}


def test_notes_take_several_lines_and_ctrl_enter(opened: Opener, desk: Desk) -> None:
    sheet = opened("AddNote")
    edit = field(sheet, "text")
    QTest.keyClicks(edit, "First")
    QTest.keyClick(edit, K.Key_Return)
    QTest.keyClicks(edit, "second")
    QTest.keyClick(edit, K.Key_Return, CTRL)
    assert [row.text for row in desk.read(notes)] == ["First\nsecond"]


def test_armor_dice_are_asked_as_soon_as_the_damage_is_known(opened: Opener, desk: Desk) -> None:
    sheet = opened("DamageUnit", GOLEM)
    assert sheet.step.isHidden()
    damage = field(sheet, "damage")
    damage.setFocus()
    QTest.keyClicks(damage, "14")
    assert sheet.step.dice.slots()[0].sides == 10
    sheet.submit()
    assert sheet.refusal.sentence() != ""
    QTest.keyClicks(QApplication.focusWidget(), "34")
    assert sheet.step.complete
    sheet.submit()
    card = desk.read(unit_card, GOLEM)
    assert card is not None
    assert card.size_damage == 1


def test_space_rolls_the_dice_of_an_act(opened: Opener, desk: Desk) -> None:
    desk.do(AddExplosive(name="Keg", explosive_size=2))
    sheet = opened("Detonate")
    QTest.mouseClick(sheet.step._roll, Qt.MouseButton.LeftButton)
    assert [face.value for face in sheet.step.dice.faces() if face] == [9, 9]
    for _ in range(9):  # dice of equal height: somebody says which leaves first
        if not sheet.step.complete:
            assert sheet.step.choices.choose("A")
    sheet.submit()
    assert desk.read(explosives) == ()


def test_other_answers_ask_for_other_dice(opened: Opener) -> None:
    sheet = opened("DamageUnit", GOLEM, damage=9)
    assert len(sheet.step.dice.slots()) == 2
    answer(sheet, "unit_id", SQUIRE)
    sheet._ask_dice()
    assert len(sheet.step.dice.slots()) == 0
