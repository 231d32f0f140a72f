from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import LogEntry, acts_done
from tests.ui.queue.start_scene import FIRST_DICE
from tests.ui.window_scene import settle
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.queue.panel import LargeView, StartPanel
from ui.widgets.bars import StepProgress
from ui.widgets.dice import BoxSize

K = Qt.Key


@pytest.fixture
def desk(scene: Campaign, qapp: QApplication) -> Iterator[Desk]:
    faces = iter((4, 2, 1, 1, 1))
    made = Desk(scene, lambda _sides: next(faces))
    yield made
    made.deleteLater()


@pytest.fixture
def view(qtbot: QtBot, theme: Theme, desk: Desk) -> LargeView:
    made = LargeView(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(1376, 800)
    made.show()
    made.activateWindow()
    made.controller.rest = 0
    qtbot.waitUntil(lambda: len(made.controller.queue.done) == FIRST_DICE - 1)
    made.setFocus()
    return made


def press(view: QWidget, *keys: K) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or view, key)
        QApplication.processEvents()


def test_the_dice_are_large_and_take_the_digits(view: LargeView) -> None:
    box = QApplication.focusWidget()
    assert box is not None
    assert box.width() >= BoxSize.LARGE
    press(view, K.Key_4, K.Key_B, K.Key_Return)
    step = view.controller.current
    assert step is not None
    assert step.title == "Wagon “Hay There” burns"


def test_panel_and_large_view_show_one_queue(
    view: LargeView, desk: Desk, theme: Theme, qtbot: QtBot, scene: Campaign
) -> None:
    panel = StartPanel(theme, desk, view.controller.hub)
    qtbot.addWidget(panel)
    panel.show()
    assert panel.controller is view.controller
    press(view, K.Key_4)
    assert panel.card.dice.faces() == view.card.dice.faces()
    before = scene.read(acts_done)
    press(view, K.Key_A, K.Key_Return)
    assert scene.read(acts_done) == before + 1, "two views, one act"
    assert panel.controller.current == view.controller.current


def test_all_steps_stand_at_the_left_with_the_current_one_marked(view: LargeView) -> None:
    states = [row.state for row in view.steps.steps.rows]
    assert states == [StepProgress.DONE] * 4 + [StepProgress.CURRENT] + [StepProgress.OPEN] * 5
    press(view, K.Key_Down)
    assert view.steps.steps.rows[5].state is StepProgress.CURRENT


def test_the_log_of_this_turn_stands_at_the_right(view: LargeView) -> None:
    press(view, K.Key_1, K.Key_Return)
    rows = view.log.model.rows
    assert all(isinstance(row, LogEntry) for row in rows), "one turn needs no head"
    assert len(rows) == FIRST_DICE
    assert rows[0].lead == "Pikeman Hinge's fire is out."


def test_its_button_undoes_and_says_what(view: LargeView) -> None:
    press(view, K.Key_1, K.Key_Return)
    assert view.log.undo.accessibleName() == "Undo: Pikeman Hinge burns"
    view.log.undo.click()
    step = view.controller.current
    assert step is not None
    assert step.title == "Pikeman Hinge burns"
    assert view.card.dice.faces()[0] is not None


def test_roll_all_is_among_the_large_buttons(view: LargeView) -> None:
    assert view.card.buttons.roll_all.isVisible()
    assert view.card.buttons.roll.height() >= 44
    press(view, K.Key_Space)
    face = view.card.dice.faces()[0]
    assert face is not None
    assert face.value == 4


def test_esc_and_f_are_left_to_the_window(view: LargeView) -> None:
    seen: list[int] = []

    class Window(QWidget):
        def keyPressEvent(self, event: object) -> None:
            seen.append(event.key())  # type: ignore[attr-defined]

    window = Window()
    view.setParent(window)
    window.resize(1400, 820)
    window.show()
    window.activateWindow()
    view.show()
    view.setFocus()
    press(view, K.Key_F, K.Key_Escape)
    view.setParent(None)
    window.close()
    assert seen == [K.Key_F, K.Key_Escape]


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("width", "queue", "log"), [(1376, True, True), (1000, True, False), (700, False, False)]
)
def test_the_card_keeps_its_room_in_narrow_windows(
    view: LargeView, width: int, queue: bool, log: bool
) -> None:
    view.resize(width, 700)
    settle()
    assert view.steps.isVisible() is queue
    assert view.log.isVisible() is log
    assert view.card.width() >= 500


@pytest.mark.rule("5.3-09")
def test_enter_applies_after_an_answer_in_words(view: LargeView) -> None:
    step = next(each for each in view.controller.steps if each.title == "Return to Sender lands")
    view.controller.go(step.key)
    press(view, K.Key_2, K.Key_A)
    letters = view.card.choices.letters_now
    QTest.keyClicks(QApplication.focusWidget(), letters[-1])  # in words
    QTest.keyClicks(QApplication.focusWidget(), "by the well")
    press(view, K.Key_Return)
    while view.controller.preview.owed:
        press(view, K.Key_2)
    press(view, K.Key_Return)
    assert step not in view.controller.steps
