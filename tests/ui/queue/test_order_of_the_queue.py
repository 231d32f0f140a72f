"""In what order the queue is worked: skipping, going, reordering, rolling on."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.dice import Face, Origin
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import acts_done, log, undo_state
from brikdesk.turns.queue import queue
from tests.ui.queue.panel_scene import ALT, SHIFT, K, Make, apply_hinge, faces, press, title
from tests.ui.queue.start_scene import FIRST_DICE
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.queue.panel import StartPanel

pytestmark = pytest.mark.thorough(every=2)


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
