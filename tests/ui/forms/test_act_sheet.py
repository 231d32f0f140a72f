"""The sheet of a form: what is typed is checked where it stands, and the act is done by keyboard alone."""

from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.errors import BadInput, Refused
from brikdesk.games import SCIFI
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import acts_done, log
from brikdesk.store.views.states import states
from brikdesk.turns import ledger
from tests.ui.forms.sheet_scene import Opener, answer, field, problem
from tests.ui.roster_scene import (
    BAIT,
    BAITED,
    GOLEM,
    HERO,
    LONG_ONE,
    PIKEMAN,
    SCOUT,
    SQUIRE,
)
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS
from ui.forms.answers import DiceAnswer
from ui.forms.form_sheet import HOST, WIDE, ActSheet, show_form
from ui.forms.inputs import MeasureEdit, PickBox
from ui.forms.questions import Pick
from ui.look.theme import Theme
from ui.widgets.rule_lines import Citation

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


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
    assert field(sheet, "target").hasFocus()
    sheet = opened("AddNote")
    assert field(sheet, "text").hasFocus()


def test_a_field_is_checked_when_it_is_left_and_says_what_is_wrong(
    opened: Opener, desk: Desk
) -> None:
    sheet = opened("Launch", HERO)
    field(sheet, "distance").setFocus()
    QTest.keyClicks(field(sheet, "distance"), "far")
    assert problem(sheet, "distance") == ""
    field(sheet, "name").setFocus()
    assert problem(sheet, "distance") == "A number is needed."
    before = desk.read(acts_done)
    sheet.submit()
    assert desk.read(acts_done) == before
    assert problem(sheet, "target").startswith("A place is needed.")
    assert field(sheet, "target").hasFocus()


def test_a_field_that_was_only_passed_by_is_not_wrong_yet(opened: Opener) -> None:
    sheet = opened("Launch", HERO)
    field(sheet, "target").setFocus()
    field(sheet, "name").setFocus()
    assert problem(sheet, "target") == ""


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
    assert sheet.refusal.findChildren(Citation)[0].rule == "8.4-09"
    assert not sheet.isHidden()
    QTest.keyClick(QApplication.focusWidget(), K.Key_O)
    assert sheet.isHidden()
    assert [row.name for row in desk.read(ledger.in_the_air)] == ["Stamp", "Stone"]


@pytest.mark.rule("5.4-03", "5.4-24")
def test_what_will_refuse_is_said_before_the_dice_are_thrown(opened: Opener) -> None:
    sheet = opened("Collide", PIKEMAN, target_id=SQUIRE)
    assert sheet.step.isVisible()
    assert sheet.ahead.words().startswith("Refused: Pikeman Hinge: it holds no MOM")
    sheet.submit()
    assert sheet.refusal.sentence().startswith("Waiting for a die.")
    sheet.step.roll()
    assert sheet.refusal.sentence() == "", "no die is missing now"


def test_an_o_in_a_text_field_is_a_letter(opened: Opener) -> None:
    sheet = opened("Launch", GOLEM, name="St", distance=10, target="the gate", use=2)
    sheet.submit()
    field(sheet, "name").setFocus()
    QTest.keyClicks(field(sheet, "name"), "o")
    assert field(sheet, "name").text().endswith("o")
    assert not sheet.isHidden()


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
    inner.setGeometry(0, 0, 800, 500)
    inner.show()
    sheet = show_form(theme, desk, Hub(), panel, ACT_FORMS["Ignite"].filled(HERO))
    assert sheet.parentWidget() is inner
    assert (sheet.x(), sheet.width(), sheet.height()) == (800 - WIDE, WIDE, 500)
    for narrow in (600, 300):  # beside it nothing could be read
        inner.resize(narrow, 400)
        assert (sheet.x(), sheet.width()) == (0, narrow)


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
    assert sheet.width() == sheet.parentWidget().width(), "beside it nothing could be read"
    assert sheet.body.width() <= sheet._area.viewport().width()
    assert not sheet.grab().isNull()


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("3", 3),
        ('3"', 3),
        ("2,5", 2.5),
        ("2 1/8", 2.125),
        ("2⅛", 2.125),
        ("9IN", 9),
        ("1½", 1.5),
        (" 4 ", 4),
        ("", None),
        ("1e3", None),
    ],
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


def test_inches_are_typed_with_their_word_where_no_letter_means_anything_else(
    theme: Theme, qtbot: QtBot
) -> None:
    edit = MeasureEdit(theme, 0, 999, "inches", decimals=2)
    qtbot.addWidget(edit)
    QTest.keyClicks(edit, "9IN")
    assert edit.text() == "9", "in a panel letters are its keys"
    edit.takes_letters = True
    for letters, text in (("in", "9in"), ("a", "9in"), ("ches", "9inches"), ("x", "9inches")):
        QTest.keyClicks(edit, letters)
        assert edit.text() == text
    assert edit.value() == 9


def test_after_undo_a_form_opens_with_all_that_was_filled_in(opened: Opener, desk: Desk) -> None:
    sheet = opened("DamageUnit", GOLEM)
    answer(sheet, "damage", 14)
    answer(sheet, "cause", "A falling piano")
    sheet._ask_dice()
    sheet.step.focus()
    QTest.keyClicks(QApplication.focusWidget(), "34")
    sheet.submit()
    assert sheet.isHidden()
    desk.undo()
    other = opened("DamageUnit", SQUIRE)
    assert other.body is not None
    assert other.body.values()["cause"] in ("", None), "of another unit nothing was said"
    other.close_sheet()
    sheet = opened("DamageUnit", GOLEM)
    assert sheet.body is not None
    values = sheet.body.values()
    assert (values["damage"], values["cause"]) == (14, "A falling piano")
    assert [face.value for face in sheet.step.dice.faces() if face] == [3, 4]
    sheet.submit()
    assert sheet.isHidden(), "it is done once more by one key"
    sheet = opened("DamageUnit", GOLEM)
    assert sheet.body is not None
    assert sheet.body.values()["cause"] in ("", None), "what is done is not offered again"


def fill(sheet: ActSheet) -> None:
    """Answer what a form still asks for, as far as two inches or a place are an answer."""
    assert sheet.body is not None
    for name, each in sheet.body.answers.items():
        if not (sheet.body.asks(name) and each.problem()):
            continue
        if isinstance(each, DiceAnswer):
            each.set_value([3, 4])
            continue
        box = field(sheet, name)
        first = [value for value in box.values() if value][:1] if isinstance(box, PickBox) else []
        if isinstance(box, PickBox | QLineEdit):
            each.set_value(*first or [2 if isinstance(box, MeasureEdit) else "12 9"])
    sheet.body.refresh()
    sheet._ask_dice()
    for _ in range(4):
        sheet.step.roll()
        sheet.step.choices.choose("a")


def test_every_form_comes_back_whole_from_undo(opened: Opener, desk: Desk) -> None:
    """What is filled in, dice and choices: for each form whose act can be done on this table."""
    came_back, with_dice = set(), set()
    for name, unit in product(ACT_FORMS, (PIKEMAN, GOLEM)):
        if name in came_back or (sheet := opened(name, unit)).isHidden():
            continue
        fill(sheet)
        assert sheet.body is not None
        given = sheet.body.values(), sheet.step.dice.faces()
        before = desk.read(acts_done)
        sheet.submit()
        while sheet.refusal.overrule():
            pass
        if desk.read(acts_done) > before:
            desk.undo()
            sheet = opened(name, unit)
            assert sheet.body is not None
            assert (sheet.body.values(), sheet.step.dice.faces()) == given, name
            came_back.add(name)
            with_dice |= {name} if given[1] or "faces" in sheet.body.answers else set()
        sheet.close_sheet()
    assert len(came_back) > 60
    assert len(with_dice) > 5


def test_no_later_list_offers_what_its_act_cannot_take(opened: Opener, scene: Campaign) -> None:
    """As the first lists do: nobody runs into himself, nor takes off armor that he does not wear."""
    wrong = []
    for form in ACT_FORMS.values():
        if form.rule_set == SCIFI.name or (sheet := opened(form.name, PIKEMAN)).isHidden():
            continue
        fill(sheet)
        body = sheet.body
        assert body is not None
        for asked in (each.name for each in form.fields[1:] if isinstance(each, Pick)):
            before = body.answers[asked].value()
            for value in field(sheet, asked).values() if body.asks(asked) else ():
                if value is not None:
                    wrong += refusals_of(sheet, asked, value, scene)
            body.answers[asked].set_value(before)
            body.refresh()
        sheet.close_sheet()
    assert wrong == []


def refusals_of(sheet: ActSheet, asked: str, value: object, scene: Campaign) -> list[str]:
    """Choose a value; return why the act cannot take it, once all else is answered."""
    assert sheet.body is not None
    answer(sheet, asked, value)
    answers = sheet.body.answers
    if any(answers[name].problem() for name in answers if sheet.body.asks(name)):
        return []
    try:
        scene.try_out(sheet._act())
    except Refused:
        return []  # it may be overruled
    except BadInput as error:
        return [str(error)] if error.where in ("", asked) else []
    return []


@pytest.mark.rule("4.2-23")
def test_enter_does_a_form_after_an_answer_in_words(opened: Opener, desk: Desk) -> None:
    sheet = opened("SprintUnit", SCOUT)
    sheet.step.dice.setFocus()
    die = sheet.step.dice.slots()[0].sides
    QTest.keyClicks(QApplication.focusWidget(), str(die)[-1])  # 0 is the 10 of a d10
    letters = sheet.step.choices.letters_now
    QTest.keyClicks(QApplication.focusWidget(), letters[-1])  # something else
    words = sheet.step.choices.words
    assert words.isVisible()
    assert QApplication.focusWidget() is words
    QTest.keyClicks(QApplication.focusWidget(), "over the cart")
    QTest.keyClick(QApplication.focusWidget(), K.Key_Return)
    QTest.keyClick(QApplication.focusWidget(), K.Key_Return)
    assert sheet.isHidden(), "it is done"
    assert "over the cart" in desk.read(log)[-1].words
