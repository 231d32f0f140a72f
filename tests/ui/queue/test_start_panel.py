from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes import AddNote
from brikdesk.dice import Face, Origin
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import acts_done, log, undo_state
from brikdesk.turns.queue import queue
from tests.ui.queue.start_scene import FIRST_DICE, HINGE, STEPS, WAGON, make_scene
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.queue.controller import Stage
from ui.models.queue.rows import QueueRowsModel
from ui.panels.queue.start_panel import StartPanel

K = Qt.Key
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier

Make = Callable[..., StartPanel]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Campaign]:
    made = make_scene(tmp_path / "scene.brik")
    yield made
    made.close()


@pytest.fixture
def make(qtbot: QtBot, theme: Theme, scene: Campaign) -> Iterator[Make]:
    desks: list[Desk] = []

    def build(rolls: tuple[int, ...] = (), settled: bool = True) -> StartPanel:
        faces = iter(rolls)
        desk = Desk(scene, lambda _sides: next(faces))
        desks.append(desk)
        panel = StartPanel(theme, desk, Hub(desk))
        qtbot.addWidget(panel)
        panel.resize(424, 760)
        panel.show()
        panel.activateWindow()
        panel.controller.rest = 0
        if settled:
            qtbot.waitUntil(lambda: len(panel.controller.queue.done) == FIRST_DICE - 1)
        panel.setFocus()
        return panel

    yield build
    for desk in desks:
        desk.deleteLater()


def press(
    panel: StartPanel, *keys: K, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or panel, key, modifier)
        QApplication.processEvents()


def title(panel: StartPanel) -> str:
    step = panel.controller.current
    return step.title if step else ""


def faces(panel: StartPanel) -> list[int | None]:
    return [face.value if face else None for face in panel.card.dice.faces()]


def apply_hinge(panel: StartPanel) -> None:
    press(panel, K.Key_1, K.Key_Return)


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
    assert panel.controller.stage is Stage.OPEN
    assert len(scene.read(queue).done) == STEPS
    hinge = next(entry for entry in scene.read(log) if entry.step == "burn-1")
    assert hinge.words == (
        "Pikeman Hinge burns. [4] Still burning. 1 Grinding Damage. "
        "Priya gives up his right arm. 8.3-34"
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


def test_exactly_one_button_of_the_card_is_primary(make: Make) -> None:
    panel = make()
    buttons = panel.card.buttons
    assert (buttons.roll.kind, buttons.apply.kind) == ("primary", "soft")
    press(panel, K.Key_1)
    assert (buttons.roll.kind, buttons.apply.kind) == ("soft", "primary")


def test_undo_brings_the_step_back_with_its_dice_and_choice(make: Make, scene: Campaign) -> None:
    panel = make()
    press(panel, K.Key_4, K.Key_B, K.Key_Return)
    panel.controller.desk.undo()
    assert title(panel) == "Pikeman Hinge burns"
    assert faces(panel) == [4]
    assert panel.controller.preview.choices[0].chosen == "right_arm"
    before = scene.read(acts_done)
    press(panel, K.Key_Return)
    assert scene.read(acts_done) == before + 1
    assert title(panel) == "Wagon “Hay There” burns"


def test_a_step_brought_back_by_undo_is_not_done_again_by_itself(
    make: Make, scene: Campaign, qtbot: QtBot
) -> None:
    panel = make()
    panel.controller.desk.undo()
    assert title(panel) == "Expired Mustard shrinks"
    for _ in range(20):
        QApplication.processEvents()
    assert title(panel) == "Expired Mustard shrinks"
    assert panel.controller.held
    press(panel, K.Key_Return)
    assert title(panel) == "Pikeman Hinge burns"


def test_undo_of_a_rolled_step_keeps_that_its_dice_were_rolled(make: Make) -> None:
    panel = make(rolls=(1,))
    press(panel, K.Key_Space, K.Key_Return)
    panel.controller.desk.undo()
    assert panel.card.dice.faces() == (Face(1, Origin.ROLLED),)


def test_a_step_settled_before_the_desk_was_opened_comes_back_with_its_dice(
    make: Make, scene: Campaign
) -> None:
    first = make()
    apply_hinge(first)
    second = StartPanel(first.theme, Desk(scene), Hub())
    second.controller.desk.undo()
    assert second.card.dice.faces() == (Face(1),)
    second.deleteLater()


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


def test_enter_is_named_only_where_it_would_apply(make: Make) -> None:
    panel = make()
    told: list[tuple[tuple[str, str], ...]] = []
    panel.controller.hub.keys_changed.connect(told.append)
    press(panel, K.Key_4)
    assert ("Enter", "apply") not in told[-1], "somebody still has to choose"
    press(panel, K.Key_B)
    assert ("Enter", "apply") in told[-1]


def test_a_long_title_that_waits_takes_a_second_line(make: Make, scene: Campaign) -> None:
    panel = make()
    rows = panel.waiting.steps.rows
    before = panel.waiting.sizeHintForRow(0)
    long = replace(rows[0], title="The wagon of the baron’s second cousin from Upper Stud burns")
    panel.waiting.show_rows((long, *rows[1:]))
    assert panel.waiting.sizeHintForRow(0) > before
    assert panel.waiting.sizeHintForRow(1) == before, "short ones stay as they are"


def test_all_that_was_undone_can_be_redone_past_steps_that_go_by_themselves(
    make: Make, scene: Campaign
) -> None:
    panel = make()
    apply_hinge(panel)
    before = scene.digest()
    undone = len(scene.read(undo_state).undo) - len(scene.read(undo_state).redo)
    times = FIRST_DICE + 1  # the steps that went by themselves, Hinge's, and the hand-over before
    assert undone > times
    for _ in range(times):
        panel.controller.desk.undo()
        QApplication.processEvents()
    for _ in range(times):
        panel.controller.desk.redo()
        QApplication.processEvents()
    assert scene.digest() == before
    assert title(panel) == "Wagon “Hay There” burns"


def test_a_choice_that_is_no_longer_asked_does_not_count(make: Make) -> None:
    panel = make()
    press(panel, K.Key_4, K.Key_B, K.Key_1)
    assert panel.controller.preview.choices == ()
    shown = panel.controller.shown
    assert shown is not None
    assert shown.act.choices == {}


def test_skip_puts_a_step_last_and_the_second_time_out(make: Make, scene: Campaign) -> None:
    panel = make()
    press(panel, K.Key_S)
    assert title(panel) == "Wagon “Hay There” burns"
    assert panel.controller.steps[-1].title == "Pikeman Hinge burns"
    panel.controller.go("burn-1")
    press(panel, K.Key_S)
    assert scene.read(queue).not_done == ("burn-1",)
    assert panel.head.count.accessibleName().startswith("4 of 10 done, 1 not done")
    assert panel.done.steps.rows[-1].title == "Not done: Pikeman Hinge burns"


def test_arrows_go_through_open_steps_and_home_to_the_first(make: Make) -> None:
    panel = make()
    press(panel, K.Key_Down, K.Key_Down)
    assert title(panel) == "Haystack burns"
    press(panel, K.Key_Up)
    assert title(panel) == "Wagon “Hay There” burns"
    press(panel, K.Key_Home)
    assert title(panel) == "Pikeman Hinge burns"


def test_looking_at_a_step_without_dice_does_not_do_it(make: Make) -> None:
    panel = make()
    press(panel, K.Key_Down, K.Key_Down, K.Key_Down)
    assert title(panel) == "Second-Class Stamp flies on"
    for _ in range(20):
        QApplication.processEvents()
    assert title(panel) == "Second-Class Stamp flies on"
    press(panel, K.Key_Return)
    assert "Second-Class Stamp flies on" in panel.controller.desk.read(undo_state).undo


def test_alt_arrows_reorder_the_open_steps(make: Make) -> None:
    panel = make()
    press(panel, K.Key_Down, modifier=ALT)
    assert [step.title for step in panel.controller.steps][:2] == [
        "Wagon “Hay There” burns",
        "Pikeman Hinge burns",
    ]
    assert title(panel) == "Pikeman Hinge burns"


def test_shift_space_follows_the_order_of_the_referee(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = make(rolls=(1,) * 40)
    press(panel, K.Key_Down, modifier=ALT)
    wished = [step.key for step in panel.controller.steps]
    done = len(panel.controller.queue.done)
    press(panel, K.Key_Space, modifier=SHIFT)
    settled = dict.fromkeys(step.key for step in panel.controller.queue.done[done:])
    assert list(settled)[:2] == wished[:2]


def test_shift_space_rolls_on_and_stops_at_the_first_choice(make: Make, scene: Campaign) -> None:
    panel = make(rolls=(1, 3, 2, 1, 1, 1, 8, 9, 9, 9, 9))
    before = scene.read(acts_done)
    press(panel, K.Key_Space, modifier=SHIFT)
    assert title(panel) == "Return to Sender lands", "natural 8: the Benny has to be spent"
    assert scene.read(acts_done) == before + 1, "all of it is one act and one undo"
    assert panel.card.dice.faces()[0] == Face(8, Origin.ROLLED)
    assert panel.card.choices.open_choice is not None
    assert panel.card.choices.open_choice.id == "benny"


def test_shift_space_takes_along_what_is_typed_already(make: Make, scene: Campaign) -> None:
    panel = make(rolls=(3, 1, 1, 1, 4, 9, 9, 9, 9))
    press(panel, K.Key_1)
    press(panel, K.Key_Space, modifier=SHIFT)
    hinge = next(entry for entry in scene.read(log) if entry.step == "burn-1")
    assert (hinge.dice(Origin.TYPED), hinge.dice(Origin.ROLLED)) == (1, 0)


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
    from brikdesk.acts.steps.burn_minifig import BurnMinifig

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


def test_the_end_of_the_turn_has_the_same_queue_and_hands_over(
    make: Make, scene: Campaign, qtbot: QtBot
) -> None:
    from brikdesk.acts.turn.turns import EndTurn

    panel = make()
    press(panel, K.Key_4, K.Key_B, K.Key_Return)
    while panel.controller.skip():
        QApplication.processEvents()
    assert panel.controller.stage is Stage.OPEN
    words = "All but 4 steps done The turn is open. Duchy of Lower Stud plays."
    assert panel.closing.words() == words
    panel.controller.desk.do(EndTurn())
    assert panel.head.title.text() == "End of turn"
    assert title(panel) == "Pikeman Hinge runs about, burning"
    panel.controller.skip()
    panel.controller.skip()
    qtbot.waitUntil(lambda: panel.controller.stage is Stage.OVER)
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


def test_the_keys_that_work_are_told_to_the_status_bar(make: Make) -> None:
    told: list[object] = []
    panel = make()
    panel.controller.hub.keys_changed.connect(told.append)
    press(panel, K.Key_4)
    keys = dict(told[-1])  # type: ignore[call-overload]
    assert keys["1–4"] == "type a die"
    assert keys["A–D"] == "choose"
    assert "Space" not in keys


def test_rows_say_place_state_and_words(make: Make) -> None:
    panel = make()
    done = panel.done.steps.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert done == "2 of 10, done, Baron Von Clutch gets up, Half Speed this turn."
    waiting = panel.waiting.steps.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert waiting.endswith(
        'Haystack burns, Size 4", Weight class 1, fire 3", lit by Duchy of Lower Stud, 3d4'
    )


def test_nothing_is_done_by_itself_while_no_view_is_seen(
    theme: Theme, scene: Campaign, qtbot: QtBot
) -> None:
    desk = Desk(scene)
    panel = StartPanel(theme, desk, Hub(desk))
    qtbot.addWidget(panel)
    for _ in range(20):
        QApplication.processEvents()
    assert panel.controller.queue.done == ()
    panel.show()
    qtbot.waitUntil(lambda: len(panel.controller.queue.done) == FIRST_DICE - 1)
    desk.deleteLater()


def test_settled_steps_take_one_line_each_in_a_short_window(make: Make) -> None:
    panel = make()
    panel.resize(424, 860)
    press(panel, K.Key_4, K.Key_B, K.Key_Return)
    tall = panel.done.height()
    panel.resize(424, 700)
    QApplication.processEvents()
    assert panel.done.height() == 5 * panel.theme.px(28) < tall


def test_the_lists_are_proper_models(make: Make, qtbot: QtBot) -> None:
    panel = make()
    model = QueueRowsModel(panel)
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    tester = QAbstractItemModelTester(model, fatal)
    model.show_rows(panel.done.steps.rows)
    model.show_rows(panel.waiting.steps.rows)
    model.show_rows(())
    assert tester.model() is model
    assert model.rowCount() == 0


@pytest.mark.parametrize("scale", [80, 100, 200])
@pytest.mark.parametrize("width", [300, 424])
def test_nothing_is_cut_at_any_text_size(make: Make, theme: Theme, scale: int, width: int) -> None:
    theme.set_scale(scale)
    panel = make()
    panel.resize(round(width * scale / 100), 760)
    press(panel, K.Key_4)
    QApplication.processEvents()
    card = panel.card
    for part in (card.dice, card.words, card.choices, card.buttons):
        assert part.geometry().right() <= card.width()
        assert part.height() >= part.minimumSizeHint().height()
    theme.set_scale(100)


def test_words_of_a_settled_step_go_below_it_where_they_have_no_room_beside(make: Make) -> None:
    panel = make()
    line = panel.theme.px(28)
    panel.resize(600, 900)
    QApplication.processEvents()
    count = panel.done.steps.rowCount()
    assert [panel.done.sizeHintForRow(at) for at in range(count)] == [line] * count
    panel.resize(300, 900)
    QApplication.processEvents()
    titles = [row.title for row in panel.done.steps.rows]
    high = dict(zip(titles, map(panel.done.sizeHintForRow, range(count)), strict=True))
    assert high["Baron Von Clutch gets up"] > line
    row = panel.done.steps.rows[1]
    panel.done.show_rows([replace(row, key="long", title=f"{row.title} and {row.title}")])
    assert panel.done.sizeHintForRow(0) > high[row.title], "its lead takes two lines"


def test_a_note_says_its_words_once(make: Make, scene: Campaign) -> None:
    scene.do(AddNote(text="The bridge breaks", player_id=1, due_number=2))
    panel = make()
    panel.controller.go(next(s.key for s in panel.controller.steps if s.key.startswith("note")))
    QApplication.processEvents()
    assert panel.controller.current is not None
    assert panel.controller.current.detail == "The bridge breaks"
    assert panel.card.words.isHidden()


def test_a_question_that_is_not_done_is_told_as_a_statement(make: Make, scene: Campaign) -> None:
    panel = make()
    for _ in range(2):
        panel.controller.go("homing-1")
        panel.controller.skip()
    told = scene.read(log)[-1].words
    assert told.startswith("Not done: Keep homing")
    assert "?" not in told
