"""A form that lies over a pane: nothing goes on unseen beneath it, and the keys find it again."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from brikdesk.store.views.campaign_and_battle import battle_head
from tests.ui.window_scene import (
    CTRL,
    NONE,
    SHIFT,
    Key,
    at_work,
    press,
    settle,
)
from ui.dialogs.new_campaign import NewCampaign
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import ActSheet, show_form
from ui.models.queue import queue_of
from ui.window.main_window import MainWindow


@pytest.fixture
def sheet(window: MainWindow) -> ActSheet:
    """Return a form that was opened from the table of units."""
    work = at_work(window)
    press(Key.Key_2, CTRL)
    filled = ACT_FORMS["AddNote"].filled(None)
    made = show_form(work.view.theme, work.desk, work.hub, work.view.middle, filled)
    settle()
    return made


def in_sheet(sheet: ActSheet) -> bool:
    now = QApplication.focusWidget()
    return now is not None and sheet.isAncestorOf(now)


def test_it_covers_the_pane_of_the_attack_whole(window: MainWindow) -> None:
    work = at_work(window)
    work.view.show_desk("attack")
    settle()
    filled = ACT_FORMS["Ignite"].filled(1)
    sheet = show_form(work.view.theme, work.desk, work.hub, work.view.middle, filled)
    settle()
    pane, host = work.view.side, sheet.parentWidget()
    assert host is not None
    assert sheet.geometry().left() <= pane.mapTo(host, pane.rect().topLeft()).x()


def test_what_was_refused_is_gone_with_the_form_that_is_given_up(
    window: MainWindow, sheet: ActSheet
) -> None:
    status = at_work(window).view.status
    status.warn("It holds no MOM.", [("Overrule", lambda: None)])
    sheet.refusal.refuse("It holds no MOM.", "5.4-03")
    sheet.close_sheet()
    assert status.words() == ""


def test_what_went_wrong_is_read_to_its_end(window: MainWindow) -> None:
    status = at_work(window).view.status
    words = 'Trooper: moves 5" more or loses its Momentum. And 4 more. Ctrl Enter again ends it.'
    status.warn(words)
    settle()
    (label,) = (each for each in status.findChildren(QLabel) if each.accessibleName() == words)
    assert label.text() == words


def test_the_turn_does_not_end_beneath_a_form(window: MainWindow, sheet: ActSheet) -> None:
    work = at_work(window)
    turn = work.desk.read(battle_head).number
    press(Key.Key_Return, CTRL | SHIFT)
    assert work.desk.read(battle_head).number == turn
    assert not sheet.isHidden()
    assert in_sheet(sheet)
    assert work.view.status.words() == "A form is open: Ctrl Enter does it, Esc leaves it."


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("key", [Key.Key_1, Key.Key_3, Key.Key_5])
def test_what_is_typed_after_a_way_elsewhere_stays_in_the_form(
    window: MainWindow, sheet: ActSheet, key: Key
) -> None:
    press(key, CTRL)
    QTest.keyClicks(QApplication.focusWidget(), "gone")
    assert in_sheet(sheet)
    assert sheet.body is not None
    assert "gone" in str(sheet.body.filled_in())


def test_esc_closes_a_form_wherever_the_focus_is(window: MainWindow, sheet: ActSheet) -> None:
    work = at_work(window)
    work.view.rail.buttons["units"].setFocus()
    press(Key.Key_Escape)
    assert sheet.isHidden()


def test_f6_goes_to_the_form_and_to_nothing_that_it_covers(
    window: MainWindow, sheet: ActSheet
) -> None:
    work = at_work(window)
    found = set()
    for _ in range(6):
        press(Key.Key_F6, NONE)
        now = QApplication.focusWidget()
        assert now is not None
        found.add(in_sheet(sheet))
        assert not work.view.side.isAncestorOf(now)
    assert found == {True, False}


def test_a_form_goes_when_the_mouse_leads_to_another_workspace(
    window: MainWindow, sheet: ActSheet
) -> None:
    at_work(window).view.rail.buttons["log"].click()
    settle()
    assert sheet.isHidden()
    assert at_work(window).view.workspace == "log"


def test_a_step_that_does_not_go_through_leaves_the_focus_on_the_sheet_over_it(
    window: MainWindow,
) -> None:
    """Steps go by themselves behind a sheet; what becomes of them is no call to the dice."""
    work = at_work(window)
    press(Key.Key_1, CTRL)
    queue = queue_of(work.desk, work.hub)
    queue.changing.emit()  # the queue has the focus
    press(Key.Key_N, CTRL)
    queue.step_changed.emit()
    settle()
    now = QApplication.focusWidget()
    assert now is not None
    assert any(sheet.isAncestorOf(now) for sheet in window.findChildren(NewCampaign))
