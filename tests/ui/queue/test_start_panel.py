import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.dice import Face, Origin
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.log import acts_done, log, undo_state
from brikdesk.turns.queue import queue
from tests.ui.queue.panel_scene import K, Make, apply_hinge, faces, press, title
from tests.ui.queue.start_scene import HINGE, PRIYA, STEPS, WAGON
from ui.models.queue import QueueStage

pytestmark = pytest.mark.thorough(every=3)


def test_steps_without_dice_are_done_by_themselves_each_as_its_own_act(make: Make) -> None:
    panel = make()
    titles = panel.controller.desk.read(undo_state).undo[:4]
    assert titles == (
        "Expired Mustard shrinks",
        "Pea Soup shrinks",
        "Baron Von Clutch gets up",
        "Mark on Ratchet Golem ends",
    )
    assert title(panel) == "Pikeman Hinge burns"
    assert panel.head.count.accessibleName() == "4 of 10 done, 4 rolls left"


def test_a_whole_queue_is_worked_by_digits_letters_and_enter(make: Make, scene: Campaign) -> None:
    panel = make()
    press(panel, K.Key_4, K.Key_B, K.Key_Return)
    assert title(panel) == "Wagon “Hay There” burns"
    press(panel, K.Key_3, K.Key_2, K.Key_Return)
    press(panel, K.Key_2, K.Key_4, K.Key_1)
    assert panel.card.choices.open_choice is None
    press(panel, K.Key_Return)
    assert title(panel) == "Return to Sender lands"
    press(panel, K.Key_5, K.Key_9, K.Key_3, K.Key_0, K.Key_7)
    assert faces(panel) == [5, 9, 3, 10, None, 7], "a 10 on a d10 earns a Bonus Die behind it"
    press(panel, K.Key_2)
    while panel.controller.preview.owed:
        press(panel, K.Key_2)  # Armor of what stands at the X
    press(panel, K.Key_Return)
    press(panel, K.Key_A, K.Key_Return)
    assert panel.controller.stage is QueueStage.OPEN
    assert panel.card.choices.open_choice is None, "letters answer nothing that is out of sight"
    assert len(scene.read(queue).done) == STEPS
    hinge = next(entry for entry in scene.read(log) if entry.step == "burn-1")
    assert hinge.words == (
        "Pikeman Hinge burns. [4] Still burning. 1 Grinding Damage. "
        "Priya gives up the right arm. 8.3-34"
    )


def test_the_first_empty_box_has_the_focus_after_each_step(make: Make) -> None:
    panel = make()
    first = QApplication.focusWidget()
    assert first is not None
    assert first.accessibleName() == "Die 1 of 1, d4, empty, Pikeman Hinge burns"
    apply_hinge(panel)
    now = QApplication.focusWidget()
    assert now is not None
    assert now.accessibleName() == "Die 1 of 2, d4, empty, Wagon “Hay There” burns"


def test_a_typed_die_says_at_once_what_it_does(make: Make) -> None:
    panel = make()
    apply_hinge(panel)
    press(panel, K.Key_3)
    box = panel.card.dice.focusWidget() or QApplication.focusWidget()
    assert box is not None
    said = [label.accessibleName() for label in panel.card.words._lines if label.isVisible()]
    assert said == ['3 on d4 The fire grows 1". 1 Grinding Damage.', "Waiting for the second die."]


def test_enter_twice_is_one_act(make: Make, scene: Campaign) -> None:
    panel = make()
    panel.controller.rest = 60_000
    before = scene.read(acts_done)
    press(panel, K.Key_1, K.Key_Return, K.Key_Return)
    assert scene.read(acts_done) == before + 1
    assert title(panel) == "Wagon “Hay There” burns"


def test_enter_does_nothing_while_dice_or_choices_are_missing(make: Make, scene: Campaign) -> None:
    panel = make()
    before = scene.read(acts_done)
    press(panel, K.Key_Return)
    press(panel, K.Key_4, K.Key_Return)
    assert scene.read(acts_done) == before
    assert not panel.card.buttons.apply.isEnabled()
    press(panel, K.Key_C)
    assert panel.card.buttons.apply.isEnabled()
    assert panel.card.buttons.apply.kind == "primary"


def test_only_faces_of_dice_that_are_still_open_are_told(make: Make) -> None:
    panel = make()
    press(panel, K.Key_4, K.Key_B, K.Key_Return, K.Key_3, K.Key_2, K.Key_Return)
    press(panel, K.Key_2, K.Key_4, K.Key_1, K.Key_Return)
    assert title(panel) == "Return to Sender lands"
    press(panel, K.Key_5, K.Key_9, K.Key_3)
    assert dict(panel.keys.names())["0–9"] == "type a die"
    press(panel, K.Key_0, K.Key_7)
    assert [die.sides for die in panel.controller.preview.open_dice] == [6], "the Bonus Die"
    assert dict(panel.keys.names())["1–6"] == "type a die"


def test_space_rolls_the_empty_boxes_only(make: Make) -> None:
    panel = make(rolls=(4, 2))
    apply_hinge(panel)
    press(panel, K.Key_3, K.Key_Space)
    assert panel.card.dice.faces() == (Face(3), Face(4, Origin.ROLLED))


def test_space_keeps_a_die_that_was_typed_behind_an_empty_one(make: Make) -> None:
    panel = make(rolls=(4, 4, 2, 2))
    apply_hinge(panel)
    press(panel, K.Key_Right, K.Key_1, K.Key_Space)
    assert panel.card.dice.faces() == (Face(4, Origin.ROLLED), Face(1))


def test_a_face_typed_over_a_rolled_one_counts_as_changed(make: Make) -> None:
    panel = make(rolls=(4,))
    press(panel, K.Key_Space, K.Key_2)
    assert panel.card.dice.faces() == (Face(4, Origin.ROLLED),), "no digit replaces a die"
    press(panel, K.Key_Backspace, K.Key_2)
    assert panel.card.dice.faces() == (Face(2, Origin.CHANGED),)


def test_a_die_says_what_it_can_show_and_takes_nothing_else(make: Make) -> None:
    panel = make()
    said: list[str] = []
    panel.card.dice.refused.connect(said.append)
    press(panel, K.Key_7)
    assert said == ["A d4 shows 1 to 4. 7 was not entered."]
    assert faces(panel) == [None]


def test_backspace_and_delete_clear_dice(make: Make) -> None:
    panel = make()
    apply_hinge(panel)
    press(panel, K.Key_3, K.Key_2, K.Key_Backspace)
    assert faces(panel) == [3, None]
    press(panel, K.Key_Left, K.Key_Delete)
    assert faces(panel) == [None, None]
    assert panel.controller.preview.owed == 2


def test_half_typed_dice_stay_when_the_referee_looks_at_another_step(make: Make) -> None:
    panel = make()
    apply_hinge(panel)
    press(panel, K.Key_3, K.Key_Down)
    assert title(panel) == "Haystack burns"
    press(panel, K.Key_Up)
    assert faces(panel) == [3, None]


def test_esc_drops_a_digit_that_waits_for_its_second_one(make: Make, scene: Campaign) -> None:
    panel = make()
    for _ in range(3):
        press(panel, K.Key_S)
    row = panel.card.dice
    row.set_dice([12], keep=False)
    row.setFocus()
    QTest.keyClick(QApplication.focusWidget() or row, K.Key_1)
    assert row.half_typed
    before = scene.read(acts_done)
    assert panel.keys.press(_event(K.Key_Escape))
    assert not row.half_typed
    assert row.faces() == (None,)
    assert scene.read(acts_done) == before
    assert not panel.keys.press(_event(K.Key_Escape)), "with nothing half typed Esc is the window's"


def _event(key: K) -> QKeyEvent:

    return QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)


def test_letters_choose_and_more_answers_than_letters_come_in_pages(make: Make) -> None:
    panel = make()
    apply_hinge(panel)
    press(panel, K.Key_1, K.Key_1, K.Key_Return, K.Key_1, K.Key_1, K.Key_1, K.Key_Return)
    assert title(panel) == "Return to Sender lands"
    size = panel.card.choices.open_choice
    assert size is not None
    assert size.chosen == "2", "the X lies on a vehicle of Size 4"
    press(panel, K.Key_B)
    assert panel.controller.preview.choices[0].chosen == "1"
    press(panel, K.Key_E, K.Key_A)
    assert panel.controller.preview.choices[0].chosen == size.options[4].value


@pytest.mark.rule("8.4-20")
def test_an_answer_can_be_given_in_words(make: Make, scene: Campaign) -> None:
    panel = make()
    apply_hinge(panel)
    press(panel, K.Key_1, K.Key_1, K.Key_Return, K.Key_1, K.Key_1, K.Key_1, K.Key_Return)
    press(panel, K.Key_E, K.Key_C, K.Key_3)  # two thirds covered, so that a 3 misses
    spot = panel.card.choices.open_choice
    assert spot is not None
    assert spot.free
    assert spot.id == "spot"
    answers = len(spot.options)
    press(panel, [K.Key_A, K.Key_B, K.Key_C, K.Key_D, K.Key_E][answers])
    assert QApplication.focusWidget() is panel.card.choices.words
    QTest.keyClicks(panel.card.choices.words, "4 in the river, s side")
    assert panel.card.dice.faces()[0] == Face(3), "digits in a text field are no dice"
    press(panel, K.Key_Return)
    assert panel.controller.preview.choices[-1].chosen == "4 in the river, s side"
    assert QApplication.focusWidget() is not panel.card.choices.words


def test_a_choice_that_is_no_longer_asked_does_not_count(make: Make) -> None:
    panel = make()
    press(panel, K.Key_4, K.Key_B, K.Key_1)
    assert panel.card.dice.faces()[0] == Face(4), "the choice waits, and the die stays"
    press(panel, K.Key_Delete, K.Key_1)
    assert panel.controller.preview.choices == ()
    shown = panel.controller.shown
    assert shown is not None
    assert shown.act.choices == {}


def test_a_step_can_be_applied_by_its_last_die(make: Make, scene: Campaign) -> None:
    panel = make()
    panel.apply_when_complete = True
    press(panel, K.Key_1)
    assert title(panel) == "Wagon “Hay There” burns"
    press(panel, K.Key_3, K.Key_2)
    assert title(panel) == "Haystack burns"


def test_a_refusal_stands_in_the_card_and_o_overrules_it(
    make: Make, scene: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    from brikdesk.acts.fire.burning import BurnMinifig

    def refuse(act: BurnMinifig, session: object) -> None:
        act.refuse_if(True, "8.3-33", "He has burned already.", session)  # type: ignore[arg-type]

    panel = make()
    monkeypatch.setattr(BurnMinifig, "check_waiting", refuse)
    apply_hinge(panel)
    assert title(panel) == "Pikeman Hinge burns"
    assert panel.card.refusal.sentence() == "He has burned already."
    assert faces(panel) == [1]
    press(panel, K.Key_O)
    assert title(panel) == "Wagon “Hay There” burns"
    entry = next(entry for entry in scene.read(log) if entry.step == "burn-1")
    assert entry.overruled == ("8.3-33",)


def test_n_writes_a_note_and_gives_the_keys_back(make: Make, scene: Campaign) -> None:
    panel = make()
    press(panel, K.Key_N)
    assert QApplication.focusWidget() is panel.card.note
    QTest.keyClicks(panel.card.note, "He screams 4 times")
    press(panel, K.Key_Return)
    assert scene.read(log)[-1].words == "Note: He screams 4 times"
    assert not panel.card.note.isVisible()
    press(panel, K.Key_1)
    assert faces(panel) == [1]


def test_a_note_waits_for_enter_so_that_it_is_read(
    make: Make, scene: Campaign, qtbot: QtBot
) -> None:
    scene.do(AddNote(text="The bridge breaks", player_id=1, due_number=2))
    panel = make()
    for key in ("burn-1", "burn-2", "burn-3", "flight-2", "homing-1"):
        panel.controller.go(key)
        panel.controller.skip()
    panel.controller.go_first()
    qtbot.waitUntil(
        lambda: "Second-Class Stamp flies on" not in [s.title for s in panel.controller.steps]
    )
    panel.controller.go(next(s.key for s in panel.controller.steps if s.key.startswith("note")))
    panel.controller.go_first()
    for _ in range(20):
        QApplication.processEvents()
    assert any(step.key.startswith("note") for step in panel.controller.steps)


def test_question_mark_asks_for_the_rule_and_a_step_selects_its_unit(make: Make) -> None:
    panel = make()
    asked: list[str] = []
    panel.controller.hub.rule_asked.connect(asked.append)
    QTest.keyClicks(QApplication.focusWidget(), "?")
    assert asked == ["8.3-33"]
    assert panel.controller.hub.selected_unit == HINGE
    press(panel, K.Key_Down)
    assert panel.controller.hub.selected_unit == WAGON


@pytest.mark.rule("Q8-37")
def test_a_player_who_is_out_hands_over_with_enter_once_nothing_waits(
    make: Make, scene: Campaign
) -> None:
    from brikdesk.acts.campaign.battles import EliminatePlayer

    panel = make()
    panel.controller.desk.do(EliminatePlayer(player_id=PRIYA))
    assert title(panel) == "Pikeman Hinge burns", "what waits is settled in his turn"
    while panel.controller.skip():
        QApplication.processEvents()
    assert panel.controller.stage is QueueStage.OVER
    assert panel.closing.words().endswith("Out of the battle: Duchy of Lower Stud.")
    assert ("Enter", "hand over to Tomasz") in panel.keys.names()
    press(panel, K.Key_Return)
    while panel.controller.skip():  # what comes due at its end
        QApplication.processEvents()
    press(panel, K.Key_Return)
    head = scene.read(battle_head)
    assert head.active is not None
    assert head.active.name == "Tomasz"


def test_the_end_of_the_turn_has_the_same_queue_and_hands_over(
    make: Make, scene: Campaign, qtbot: QtBot
) -> None:
    from brikdesk.acts.turns_and_steps import EndTurn

    panel = make()
    press(panel, K.Key_4, K.Key_B, K.Key_Return)
    while panel.controller.skip():
        QApplication.processEvents()
    assert panel.controller.stage is QueueStage.OPEN
    words = "All but 4 steps done The turn of Duchy of Lower Stud is open."
    assert panel.closing.words() == words
    panel.controller.desk.do(EndTurn())
    assert panel.head.title.text() == "End of turn"
    assert title(panel) == "Pikeman Hinge runs about, burning"
    panel.controller.skip()
    panel.controller.skip()
    qtbot.waitUntil(lambda: panel.controller.stage is QueueStage.OVER)
    assert panel.closing.hand_over.text() == "Hand over to Tomasz"
    press(panel, K.Key_Return)
    head = panel.controller.head
    assert head.active is not None
    assert head.active.name == "Tomasz"


def test_the_mouse_goes_to_a_step_and_to_a_rule(make: Make, qtbot: QtBot) -> None:
    panel = make()
    asked: list[str] = []
    panel.controller.hub.rule_asked.connect(asked.append)
    row = panel.waiting.visualRect(panel.waiting.steps.index(1))
    qtbot.mouseClick(panel.waiting.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert title(panel) == "Haystack burns"
    done = panel.done.visualRect(panel.done.steps.index(0))
    at = done.topRight()
    at.setX(at.x() - 10)
    at.setY(at.y() + 14)
    qtbot.mouseClick(panel.done.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked == ["F.3-09"]


@pytest.mark.rule("5.3-09")
def test_backspace_takes_an_answer_back_before_the_dice(make: Make) -> None:
    panel = make()
    step = next(each for each in panel.controller.steps if each.title == "Return to Sender lands")
    panel.controller.go(step.key)
    press(panel, K.Key_2, K.Key_A)
    QTest.keyClicks(QApplication.focusWidget(), panel.card.choices.letters_now[-1])  # in words
    QTest.keyClicks(QApplication.focusWidget(), "by the wall")
    press(panel, K.Key_Return)
    assert ("Backspace", "take the answer back") in panel.keys.names()
    press(panel, K.Key_Backspace)
    assert faces(panel) == [2], "the die lies where it lay"
    asked = panel.controller.preview.open_choices
    assert [each.id for each in asked] == ["spot"]
    press(panel, K.Key_Backspace, K.Key_Backspace)  # the size at the X, then the die
    assert faces(panel)[0] is None
    press(panel, K.Key_2, K.Key_A)
    assert [each.id for each in panel.controller.preview.open_choices] == ["spot"]
