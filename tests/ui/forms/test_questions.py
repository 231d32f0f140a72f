"""What forms ask: the answers that fit come first, and other answers ask for other things."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.dice import Face
from brikdesk.errors import BadInput, Refused
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.armory import controls, explosives, weapons
from brikdesk.store.views.notes_and_photos import notes
from brikdesk.store.views.states import trackers
from brikdesk.store.views.units import unit_card, units
from brikdesk.turns import ledger
from tests.ui.forms.sheet_scene import Opener, answer, field, problem
from tests.ui.roster_scene import (
    ANN,
    BEN,
    CANNON,
    GOLEM,
    HAYSTACK,
    HERO,
    LONG_ONE,
    PIKEMAN,
    SCOUT,
    SQUIRE,
    do,
)
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS
from ui.forms.answers import CountsAnswer, DiceAnswer
from ui.forms.form_sheet import ActSheet, FormBody, show_form
from ui.forms.questions import ActForm, FilledForm, Pick
from ui.look.theme import Theme

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
        "Shell X3, 3 in Ready rack", "Smoke X2, 1 in Ready rack",
    ]  # fmt: skip


@pytest.mark.rule("8.4-51")
def test_reload_asks_for_the_type_where_there_are_several(opened: Opener, desk: Desk) -> None:
    sheet = opened("Reload", CANNON)
    sheet.submit()
    assert problem(sheet, "round_id") == "Choose one."
    answer(sheet, "round_id", 2)
    sheet.submit()
    assert sheet.isHidden()
    assert [row.chamber for row in desk.read(ledger.ammo)][:2] == ["–", "Smoke X2"]


def test_a_proposed_place_is_shown_to_a_hundredth_and_goes_on_exactly(opened: Opener) -> None:
    sheet = opened("MoveUnit", HERO, place="12.34567891 5")
    box = field(sheet, "place")
    assert box.text() == "12.35 5"
    assert sheet.body is not None
    assert sheet.body.values()["place"] == "12.34567891 5"
    box.setText("12.35 5.5")
    assert sheet.body.values()["place"] == "12.35 5.5"


def offered(sheet: ActSheet, name: str) -> list[str]:
    box = field(sheet, name)
    return [box.itemText(k) for k in range(box.count())]


def test_one_type_of_round_is_no_question(opened: Opener, scene: Campaign) -> None:
    smoke = next(row.round_id for row in scene.read(ledger.ammo) if "Smoke" in row.load)
    do(scene, "DestroyRounds", round_id=smoke, count=1)
    assert field(opened("Reload", CANNON), "round_id").currentText() == "Shell X3, 3 in Ready rack"


def test_a_reload_begins_with_the_crew_and_offers_nobody_who_cannot_help(
    opened: Opener, scene: Campaign
) -> None:
    do(scene, "ManControl", control_id=1, unit_id=PIKEMAN)
    sheet = opened("Reload", CANNON)
    assert field(sheet, "by_unit_id").value() == PIKEMAN
    helpers = [words.partition(",")[0] for words in offered(sheet, "by_unit_id")]
    assert helpers == ["No Action is spent", "Pikeman Hinge", "Baron Brick", "Scout Stud"]
    # For whom the form is opened, he does it: at the gun that he mans, and else where he is needed.
    sheet = opened("Reload", PIKEMAN)
    assert field(sheet, "weapon_id").currentText() == 'Cannon 3", Big Bertha'
    assert field(sheet, "by_unit_id").value() == PIKEMAN
    answer(sheet, "by_unit_id", None)
    assert field(sheet, "by_unit_id").value() is None, "what was chosen by hand stays"


def test_an_answer_that_nobody_gave_goes_with_the_others(opened: Opener, scene: Campaign) -> None:
    other = {"name": "Little Bertha", "player_id": BEN, "kind": "Structure", "size": 3}
    do(scene, "AddUnit", **other, weapons=[{"kind": "Cannon", "size": 3}])
    guns = {row.unit: row.id for row in scene.read(weapons)}
    do(scene, "AddUnit", name="Gunner Nub", player_id=BEN)
    nub = max(row.id for row in scene.read(units))
    seat = next(row.id for row in scene.read(controls) if row.unit == "Little Bertha")
    do(scene, "ManControl", control_id=seat, unit_id=nub)
    sheet = opened("Reload")
    answer(sheet, "weapon_id", 1)
    assert field(sheet, "by_unit_id").value() is None
    answer(sheet, "weapon_id", guns["Little Bertha"])
    assert field(sheet, "by_unit_id").value() == nub


def test_a_mark_begins_with_the_only_scout_and_a_scout_with_himself(opened: Opener) -> None:
    sheet = opened("MarkTarget", GOLEM)
    assert (field(sheet, "scout_id").value(), field(sheet, "target_id").value()) == (SCOUT, GOLEM)
    assert not [words for words in offered(sheet, "scout_id") if "Haystack" in words]
    for own in (SCOUT, CANNON):
        sheet = opened("MarkTarget", own)
        assert (field(sheet, "scout_id").value(), field(sheet, "target_id").value()) == (
            SCOUT,
            None,
        )


@pytest.mark.parametrize("form", ["FightFire", "ManControl"])
def test_a_form_that_asks_for_something_else_begins_with_the_selected_unit(
    opened: Opener, scene: Campaign, form: str
) -> None:
    name = {"FightFire": "by_unit_id", "ManControl": "unit_id"}[form]
    for unit_id, begins in ((HERO, HERO), (SQUIRE, None), (HAYSTACK, None)):
        sheet = show(opened, ACT_FORMS[form].filled_if_it_fits(opened.desk, unit_id))
        assert field(sheet, name).value() == begins
        assert not [words for words in offered(sheet, name) if "Haystack" in words]


@pytest.mark.rule("F.1-39")
def test_who_fights_a_fire_begins_with_its_own_or_the_nearest(
    opened: Opener, scene: Campaign
) -> None:
    do(scene, "Ignite", unit_id=GOLEM)
    do(scene, "Ignite", unit_id=HAYSTACK)
    fires = {row.unit_id: row.id for row in scene.read(ledger.fires)}
    for unit_id, x in ((HERO, 3.0), (HAYSTACK, 5.0), (GOLEM, 30.0)):
        do(scene, "EditUnit", unit_id=unit_id, x=x, y=3.0)
    for unit_id, fought in ((HERO, HAYSTACK), (GOLEM, GOLEM)):
        sheet = opened("FightFire", unit_id)
        assert field(sheet, "fire_id").value() == fires[fought]


def show(opened: Opener, filled: FilledForm) -> ActSheet:
    return show_form(opened.theme, opened.desk, opened.hub, opened.host, filled)


@pytest.mark.parametrize("form", ACT_FORMS.values(), ids=list(ACT_FORMS))
def test_no_first_list_offers_what_its_act_cannot_take(
    theme: Theme, desk: Desk, scene: Campaign, form: ActForm, qtbot: QtBot
) -> None:
    """Whatever a rule only refuses may be overruled, and is offered; what an act cannot take is not."""
    asked = next(iter(form.fields), None)
    if not isinstance(asked, Pick) or form.rule_set or form.name in OF_OTHER_RULES:
        return
    body = FormBody(theme, desk, form.filled().knowing(desk, Hub()))
    qtbot.addWidget(body)
    wrong = []
    for value in field_of(body, asked.name).values():
        body.answers[asked.name].set_value(value)
        body.refresh()
        if any(body.answers[name].problem() for name in body.answers if body.asks(name)):
            continue  # there is more to be said
        try:
            scene.try_out(act_from_data(form.filled().data(body.filled_in())))
        except Refused:
            pass
        except BadInput as error:
            wrong += [str(error)] if error.where in ("", asked.name) else []
    assert wrong == []


OF_OTHER_RULES = {"MarkDetected"}
"""Forms of acts by the Sci-fi rules, which also name units that play by the others."""


def field_of(body: FormBody, name: str) -> Any:
    return body.answers[name].box  # type: ignore[attr-defined]


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
    QTest.mouseClick(sheet._roll, Qt.MouseButton.LeftButton)
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
