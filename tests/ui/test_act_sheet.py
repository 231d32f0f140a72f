"""Forms for acts done by hand: they ask what the act needs, say what is wrong where, and do it."""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.dice import Face
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.lasting import explosives, notes, states, trackers
from brikdesk.store.views.log import acts_done
from brikdesk.store.views.unit_card import unit_card
from brikdesk.turns import ledger
from tests.ui.roster_scene import (
    ANN,
    BAIT,
    BAITED,
    CANNON,
    GOLEM,
    HERO,
    LONG_ONE,
    PIKEMAN,
    SCOUT,
    SQUIRE,
    make_roster,
)
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.act_sheet import HOST, WIDE, ActSheet, show_form
from ui.forms.answers import CountsAnswer, DiceAnswer, PickAnswer
from ui.forms.fields import ABOUT, ActForm, Pick
from ui.forms.form_body import FormBody
from ui.forms.forms import ACT_FORMS
from ui.forms.measure import MeasureEdit
from ui.look.icons import icon
from ui.look.theme import Theme

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier

BY_THE_DESK = {
    "AddUnit", "EditUnit", "EditWeapon",  # the unit editor
    "Attack",  # its own tab of the desk
    "LayTerrain", "SetBackground", "RemoveBackground",  # the map, from a file
    "SetRuleSets",  # the settings
    "CreateCampaign", "NewBattle", "StartBattle", "EndBattle", "ReorderSeats", "SetHouseRule",
    "EndTurn", "GoOn", "SkipStep", "LayDice", "Together",  # the window, the queue, the settings
    "BurnMinifig", "BurnUnit", "DieOfWound", "Drown", "EndMark", "EndState", "FlyOn", "KeepHoming",
    "ContinueAction",  # goes on with an extended Action
    "Land", "Recover", "RunBurning", "ShrinkField", "StorePower", "TakeNote",  # steps of a turn
    "PinPhoto", "EditPinnedPhoto", "UnpinPhoto",  # the album
    "ForgoCounterstrike",  # the answer to a unit that Disengages
    "BeginSfTurn", "EndDetections", "EndIncapacitated",  # steps of a turn by the Sci-fi rules
}  # fmt: skip
"""Acts that no form is for: another room of the desk does them."""


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Campaign]:
    made = make_roster(tmp_path / "roster.brik")
    yield made
    made.close()


@pytest.fixture
def desk(scene: Campaign, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(scene, thrower=lambda sides: sides - 1)
    yield made
    made._watch.stop()


@pytest.fixture
def host(qtbot: QtBot, theme: Theme) -> QWidget:
    made = QWidget()
    QVBoxLayout(made).addWidget(QLineEdit())
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.findChild(QLineEdit).setFocus()  # type: ignore[union-attr]
    return made


class Opener:
    """Opens forms in one sheet."""

    def __init__(self, theme: Theme, desk: Desk, host: QWidget) -> None:
        self.theme, self.desk, self.host, self.hub = theme, desk, host, Hub()

    def __call__(self, name: str, unit_id: int | None = None, /, **known: Any) -> ActSheet:
        filled = ACT_FORMS[name].filled(unit_id, **known)
        return show_form(self.theme, self.desk, self.hub, self.host, filled)


@pytest.fixture
def opened(theme: Theme, desk: Desk, host: QWidget) -> Opener:
    return Opener(theme, desk, host)


def answer(sheet: ActSheet, name: str, value: Any) -> None:
    assert sheet.body is not None
    sheet.body.answer(name).set_value(value)
    sheet.body.refresh()


def problem(sheet: ActSheet, name: str) -> str:
    assert sheet.body is not None
    return sheet.body.box(name).problem()


def field(sheet: ActSheet, name: str) -> Any:
    assert sheet.body is not None
    return sheet.body.answer(name).box  # type: ignore[attr-defined]


# The registry


def test_every_act_done_by_hand_has_a_form() -> None:
    known = {name for name, kind in Act.KINDS.items() if kind.__module__.startswith("brikdesk.")}
    assert set(ACT_FORMS) == known - BY_THE_DESK


@pytest.mark.parametrize("form", ACT_FORMS.values(), ids=list(ACT_FORMS))
def test_a_form_asks_for_what_its_act_needs(form: ActForm, theme: Theme) -> None:
    kind = Act.KINDS[form.name]
    needed = {
        each.name
        for each in fields(kind)
        if each.default is MISSING and each.default_factory is MISSING
    }
    asked = {question.name for question in form.fields}
    assert needed <= asked | {"hazard"}
    assert not icon(theme, form.icon).isNull()
    assert form.words == form.words.lower()
    if form.about:
        assert form.about in asked


@pytest.mark.parametrize("form", ACT_FORMS.values(), ids=list(ACT_FORMS))
def test_every_form_opens_for_a_unit_and_for_none_or_says_what_there_is_none_of(
    opened: Opener, desk: Desk, form: ActForm, theme: Theme
) -> None:
    said: list[str] = []
    desk.failed.connect(said.append)
    for unit_id in (None, CANNON):
        sheet = opened(form.name, unit_id)
        if sheet.isHidden():
            assert said.pop().startswith(f"{form.title}: there is no ")
            continue
        assert sheet.title() == form.title
        assert sheet.body is not None
        if form.about and unit_id:
            assert sheet.body.values()[form.about] == unit_id
        sheet.submit()
        assert not sheet.grab().isNull()


def test_a_form_without_anything_to_choose_stays_closed_and_leaves_another_open(
    opened: Opener, desk: Desk
) -> None:
    said: list[str] = []
    desk.failed.connect(said.append)
    sheet = opened("AddNote")
    opened("ClearMark")
    assert said == ["Clear a Mark: there is no Mark."]
    assert sheet.isVisible()
    assert sheet.title() == "Add a note"


@pytest.mark.parametrize("form", ACT_FORMS.values(), ids=list(ACT_FORMS))
def test_answers_of_a_form_read_as_its_act(
    theme: Theme, desk: Desk, host: QWidget, form: ActForm
) -> None:
    """Whatever is given for the open questions, no field has a name that the act does not know."""
    body = FormBody(theme, desk, form.filled(HERO).knowing(desk, Hub()))
    layout = host.layout()
    assert layout is not None
    layout.addWidget(body)
    for question in form.fields:
        editor = body.answer(question.name)
        if editor.value() is None:
            values = editor.box.values() if isinstance(editor, PickAnswer) else []
            editor.set_value(next((v for v in values if v is not None), 1))
    given = body.given()
    for question in form.fields:
        if isinstance(question, Pick) and given.get(question.name, 1) is None:
            given[question.name] = 1
    act = act_from_data(form.filled(HERO).data(given))
    assert type(act).__name__ == form.name


def test_a_filled_form_knows_its_unit_and_keeps_it_out_of_the_act() -> None:
    filled = ACT_FORMS["Ignite"].filled(3)
    assert filled.values == {ABOUT: 3, "unit_id": 3}
    assert filled.data({"inches": 2}) == {"act": "Ignite", "inches": 2}
    marked = ACT_FORMS["ClearField"].filled(None, field_id=4)
    assert marked.data({"field_id": 4}) == {"act": "ClearField", "field_id": 4}


# Doing


def test_ctrl_enter_does_the_act_and_gives_the_focus_back(
    opened: Opener, desk: Desk, host: QWidget, qtbot: QtBot
) -> None:
    before = host.focusWidget()
    sheet = opened("Ignite", GOLEM)
    answer(sheet, "inches", 2)
    with qtbot.waitSignal(sheet.closed):
        QTest.keyClick(QApplication.focusWidget(), K.Key_Return, CTRL)
    fire = next(row for row in desk.read(ledger.fires) if row.unit_id == GOLEM)
    assert fire.size == 2
    assert host.focusWidget() is before


def test_enter_alone_does_it_too_from_a_single_line(opened: Opener, desk: Desk) -> None:
    opened("SetState", PIKEMAN)
    QTest.keyClick(QApplication.focusWidget(), K.Key_Return)
    assert any(row.unit_id == PIKEMAN for row in desk.read(states))


def test_esc_cancels(opened: Opener, desk: Desk, host: QWidget) -> None:
    before = desk.read(acts_done)
    sheet = opened("Ignite", GOLEM)
    QTest.keyClick(QApplication.focusWidget(), K.Key_Escape)
    assert sheet.isHidden()
    assert desk.read(acts_done) == before
    assert host.focusWidget().hasFocus()


def test_the_buttons_do_the_same(opened: Opener, desk: Desk) -> None:
    sheet = opened("Ignite", GOLEM)
    QTest.mouseClick(sheet._buttons[1], Qt.MouseButton.LeftButton)
    assert sheet.isHidden()
    sheet = opened("Ignite", GOLEM)
    QTest.mouseClick(sheet._buttons[0], Qt.MouseButton.LeftButton)
    assert sheet.isHidden()
    assert any(row.unit_id == GOLEM for row in desk.read(ledger.fires))


def test_a_sheet_that_closes_leaves_no_focus_on_itself(
    theme: Theme, desk: Desk, qtbot: QtBot
) -> None:
    window = QWidget()
    host = QWidget()
    host.setProperty(HOST, True)
    beside, gone = QLineEdit(), QLineEdit()
    column = QVBoxLayout(window)
    for each in (beside, host, gone):
        column.addWidget(each)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    gone.setFocus()
    sheet = show_form(theme, desk, Hub(), host, ACT_FORMS["AddNote"].filled(None))
    gone.hide()  # what had the focus before is not there any more
    sheet.refusal.refuse("It is too far away.", "8.1-01")
    sheet.refusal.focus_overrule()
    assert sheet.isAncestorOf(QApplication.focusWidget())
    sheet.close_sheet()
    assert QApplication.focusWidget() is beside


def test_the_first_open_question_has_the_focus(opened: Opener) -> None:
    sheet = opened("Launch", HERO)
    assert field(sheet, "distance").hasFocus()
    sheet = opened("AddNote")
    assert field(sheet, "text").hasFocus()


def test_a_field_is_checked_when_it_is_left_and_says_what_is_wrong(
    opened: Opener, desk: Desk
) -> None:
    sheet = opened("Launch", HERO)
    QTest.keyClicks(field(sheet, "distance"), "far")
    assert problem(sheet, "distance") == ""
    field(sheet, "name").setFocus()
    assert problem(sheet, "distance") == "A number is needed."
    before = desk.read(acts_done)
    sheet.submit()
    assert desk.read(acts_done) == before
    assert problem(sheet, "target") == "Write something."
    assert field(sheet, "distance").hasFocus()


def test_a_message_goes_as_soon_as_the_answer_will_do(opened: Opener) -> None:
    sheet = opened("Launch", HERO)
    sheet.submit()
    field(sheet, "distance").setFocus()
    QTest.keyClicks(field(sheet, "distance"), "30")
    assert problem(sheet, "distance") == ""


def test_what_only_the_act_knows_is_said_at_its_field(opened: Opener, desk: Desk) -> None:
    sheet = opened("Launch", HERO, name="Stone", distance=30, target="the gate")
    before = desk.read(acts_done)
    sheet.submit()
    assert desk.read(acts_done) == before
    assert problem(sheet, "use").startswith("Give the Use")
    sheet = opened("SetState", GOLEM, kind="Other")
    sheet.submit()
    assert problem(sheet, "cause") == "Say in a few words what it is."


@pytest.mark.rule("8.4-09")
def test_a_refusal_stands_in_the_sheet_and_is_overruled_with_o(opened: Opener, desk: Desk) -> None:
    sheet = opened("Launch", GOLEM, name="Stone", distance=10, target="the gate", use=2)
    sheet.submit()
    assert sheet.refusal._rule.rule == "8.4-09"
    assert not sheet.isHidden()
    QTest.keyClick(QApplication.focusWidget(), K.Key_O)
    assert sheet.isHidden()
    assert [row.name for row in desk.read(ledger.in_the_air)] == ["Stamp", "Stone"]


def test_an_o_in_a_text_field_is_a_letter(opened: Opener) -> None:
    sheet = opened("Launch", GOLEM, name="St", distance=10, target="the gate", use=2)
    sheet.submit()
    field(sheet, "name").setFocus()
    QTest.keyClicks(field(sheet, "name"), "o")
    assert field(sheet, "name").text().endswith("o")
    assert not sheet.isHidden()


# Questions


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
    assert sheet.refusal._rule.rule == "8.4-51"
    answer(sheet, "round_id", 2)
    sheet.submit()
    assert sheet.isHidden()
    assert desk.read(ledger.ammo)[0].chamber == "Smoke X2"


def test_questions_come_and_go_with_other_answers(opened: Opener) -> None:
    sheet = opened("AddField")
    assert sheet.body is not None
    assert sheet.body.box("dice").isHidden()
    answer(sheet, "kind", "Exposure Damage")
    assert not sheet.body.box("dice").isHidden()
    assert sheet.body.box("unlimited").isHidden()
    dice = sheet.body.answer("dice")
    assert isinstance(dice, CountsAnswer)
    dice.set_value(["d6 Damage", "d6 Damage", "d4 Fire"])
    assert sheet.body.given()["dice"] == ["d6 Damage", "d6 Damage", "d4 Fire"]
    answer(sheet, "kind", "Difficult Terrain")
    assert dice.value() == []
    assert not sheet.body.box("mode").isHidden()


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
    dice = sheet.body.answer("faces")
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
    assert sheet.body.box("name").isHidden()
    answer(sheet, "count", 2)
    sheet.submit()
    assert desk.read(ledger.ammo)[0].count == 5


def test_a_rack_comes_with_its_first_rounds(opened: Opener, desk: Desk) -> None:
    sheet = opened("AddRack", GOLEM, round_name="Keg", explosive_size=2, count=4)
    sheet.submit()
    row = desk.read(ledger.ammo)[-1]
    assert (row.unit, row.load, row.count) == ("Ratchet Golem", "Keg X2", 4)


def test_an_explosive_is_made_up_by_counts(opened: Opener, desk: Desk) -> None:
    sheet = opened("AddExplosive", None, name="Stinker", explosive_size=3, place="the bridge")
    answer(sheet, "exchanges", ["SMOKE", "SMOKE", "FIRE"])
    sheet.submit()
    assert [(row.name, row.place) for row in desk.read(explosives)] == [("Stinker", "the bridge")]


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


# Acts that ask for dice


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


# The sheet itself


def test_there_is_one_sheet_for_a_host_and_another_form_takes_its_place(
    opened: Opener, host: QWidget
) -> None:
    first = opened("Ignite", HERO)
    second = opened("SetState", HERO)
    assert first is second
    assert second.title() == "Set state"
    assert len(host.findChildren(ActSheet)) == 1


def test_a_sheet_of_another_campaign_is_not_used_again(
    opened: Opener, desk: Desk, theme: Theme, host: QWidget
) -> None:
    first = opened("Ignite", HERO)
    other = Desk(desk.campaign)
    second = Opener(theme, other, host)("Ignite", HERO)
    assert second is not first
    assert first.isHidden()
    other._watch.stop()


def test_the_sheet_opens_over_the_host_that_says_so(
    theme: Theme, desk: Desk, host: QWidget
) -> None:
    inner = QWidget(host)
    panel = QWidget(inner)
    inner.setProperty(HOST, True)
    inner.setGeometry(0, 0, 600, 500)
    inner.show()
    sheet = show_form(theme, desk, Hub(), panel, ACT_FORMS["Ignite"].filled(HERO))
    assert sheet.parentWidget() is inner
    assert (sheet.x(), sheet.width(), sheet.height()) == (600 - WIDE, WIDE, 500)
    inner.resize(300, 400)
    assert (sheet.x(), sheet.width()) == (0, 300)


def test_an_undo_meanwhile_offers_what_is_still_there(opened: Opener, desk: Desk) -> None:
    desk.do(act_from_data({"act": "Ignite", "unit_id": GOLEM}))
    sheet = opened("FightFire")
    assert len(field(sheet, "fire_id").values()) == 4
    desk.undo()
    assert len(field(sheet, "fire_id").values()) == 3


def test_names_of_any_kind_do_not_widen_the_sheet(opened: Opener, theme: Theme) -> None:
    for unit_id in (LONG_ONE, BAITED):
        sheet = opened("Ignite", unit_id)
        QApplication.processEvents()
        assert sheet.body is not None
        assert sheet.body.width() <= sheet._area.viewport().width()
    assert field(sheet, "unit_id").currentText() == f"{BAIT}, CC"
    theme.set_scale(200)
    QApplication.processEvents()
    assert sheet.width() == theme.px(WIDE)
    assert sheet.body.width() <= sheet._area.viewport().width()
    assert not sheet.grab().isNull()


@pytest.mark.parametrize(
    ("typed", "value"),
    [("3", 3), ('3"', 3), ("2,5", 2.5), ("1½", 1.5), (" 4 ", 4), ("", None), ("1e3", None)],
)
def test_numbers_are_read_as_people_write_them(
    theme: Theme, qtbot: QtBot, typed: str, value: float | None
) -> None:
    edit = MeasureEdit(theme, 0, 999, "inches", decimals=2)
    qtbot.addWidget(edit)
    edit.setText(typed)
    assert edit.value() == value


def test_arrows_change_a_number_within_its_limits(theme: Theme, qtbot: QtBot) -> None:
    edit = MeasureEdit(theme, 1, 3)
    qtbot.addWidget(edit)
    edit.set_value(2)
    for _ in range(3):
        QTest.keyClick(edit, K.Key_Up)
    assert edit.value() == 3
    for _ in range(5):
        QTest.keyClick(edit, K.Key_Down)
    assert edit.value() == 1
    assert MeasureEdit(theme).problem(optional=True) == ""
