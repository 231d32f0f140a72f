"""F11 in the map shows the map alone; F11, Esc, or whatever needs another pane brings all back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.window_scene import CTRL, NONE, Key, at_work, press, settle
from ui.panels.map.panel import MapPanel
from ui.window.desk_view import DeskView
from ui.window.main_window import MainWindow


def _map(window: MainWindow) -> MapPanel:
    panel = at_work(window).view.panel("map")
    assert isinstance(panel, MapPanel)
    return panel


def _alone(window: MainWindow) -> DeskView:
    """Show the map alone, as by a click into it and F11."""
    view = at_work(window).view
    _map(window).view.setFocus()
    press(Key.Key_F11)
    settle()
    return view


def _around(view: DeskView) -> list[bool]:
    parts = (view.rail, view.body.units_frame, view.side, view.panel("ledger_tabs"))
    return [part.isVisible() for part in parts]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("back", [Key.Key_F11, Key.Key_Escape])
def test_the_map_has_all_the_room_and_the_panes_come_back_as_they_were(
    window: MainWindow, back: Key
) -> None:
    window.resize(1440, 900)
    settle()
    view = at_work(window).view
    before = (view.body._splitter.sizes(), _map(window).geometry(), _around(view))
    assert before[2] == [True] * 4
    _alone(window)
    assert _around(view) == [False] * 4
    assert _map(window).width() == window.width()
    assert view.bar.isVisible()
    assert view.status.isVisible()
    assert QApplication.focusWidget() is _map(window).view
    assert not window.isFullScreen()
    press(back)
    settle()
    after = (view.body._splitter.sizes(), _map(window).geometry(), _around(view))
    assert after == before
    assert QApplication.focusWidget() is _map(window).view


def test_esc_ends_first_what_is_done_on_the_map(window: MainWindow) -> None:
    view = _alone(window)
    press(Key.Key_M)
    press(Key.Key_Escape)
    assert view.body.map_alone
    press(Key.Key_Escape)
    assert not view.body.map_alone


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("wide", [1440, 1000, 820])
@pytest.mark.parametrize(
    ("key", "keys"),
    [(Key.Key_B, CTRL), (Key.Key_J, CTRL), (Key.Key_3, CTRL), (Key.Key_1, CTRL), (Key.Key_F, NONE)],
)
def test_what_needs_another_pane_brings_it_back_with_the_focus_in_sight(
    window: MainWindow, wide: int, key: Key, keys: Qt.KeyboardModifier
) -> None:
    window.resize(wide, 700)
    settle()
    press(Key.Key_1, CTRL)
    if not _map(window).isVisible():
        at_work(window).view._bring_side(False)
        settle()
    view = _alone(window)
    assert view.body.map_alone
    press(key, keys)
    settle()
    assert not view.body.map_alone
    assert view.rail.isVisible()
    now = QApplication.focusWidget()
    assert now is not None
    assert now.isVisible()


def test_the_inspector_of_a_unit_brings_the_desk_back(window: MainWindow) -> None:
    view = _alone(window)
    unit = next(iter(_map(window).scene.tokens), None)
    view.hub.unit_opened.emit(unit.unit_id if unit else 1)
    settle()
    assert view.side.isVisible()
    assert not view.body.map_alone


def test_f11_elsewhere_fills_the_screen_and_the_command_works_from_anywhere(
    window: MainWindow,
) -> None:
    view = at_work(window).view
    press(Key.Key_2, CTRL)
    window.commands["map_alone"].trigger()
    settle()
    assert view.body.map_alone
    assert view.workspace == "battle"
    assert QApplication.focusWidget() is _map(window).view
    window.commands["map_alone"].trigger()
    view.show_workspace("units")
    settle()
    QTest.keyClick(window, Key.Key_F11)
    settle()
    assert window.isFullScreen()
    assert not view.body.map_alone


def test_a_window_that_becomes_narrow_leaves_the_ledger_to_its_drawer(window: MainWindow) -> None:
    view = at_work(window).view
    window.resize(1200, 900)
    settle()
    ledger = view.panel("ledger_tabs")
    assert ledger.isVisible()
    window.resize(820, 700)
    settle()
    view.body.switched.emit(0)
    settle()
    assert view.panel("map").isVisible()
    assert not ledger.isVisible()
    window.resize(1200, 900)
    settle()
    assert ledger.isVisible()
