from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSplitter
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.turns_and_steps import EndTurn, Together
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.views.campaign_and_battle import battle_head
from tests.ui.queue.start_scene import make_scene
from tests.ui.window_scene import (
    CTRL,
    SHIFT,
    Key,
    at_work,
    focus,
    make_file,
    open_window,
    press,
    settle,
)
from ui.campaign.desk import NotDone
from ui.look.shortcuts import HELP, KEYS
from ui.look.theme import Theme, Width, width_of
from ui.models.commands import COMMANDS
from ui.widgets.focus import holds_focus
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=3)


@pytest.fixture
def scene(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    """Ten steps wait at the start of Priya's turn."""
    made = make_scene(tmp_path / "scene.brik")
    made.close()
    with open_window(qtbot, theme, made.path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("pixels", "scale", "width"),
    [
        (1440, 100, Width.WIDE),
        (1359, 100, Width.MEDIUM),
        (1159, 100, Width.NARROW),
        (899, 100, Width.SLIM),
        (1440, 150, Width.NARROW),
        (1280, 200, Width.SLIM),
        (1280, 80, Width.WIDE),
    ],
)
def test_the_width_class_is_the_window_s_width_divided_by_the_text_size(
    pixels: int, scale: int, width: Width
) -> None:
    assert width_of(pixels, scale) is width


def test_a_wide_window_shows_units_map_ledger_and_desk(window: MainWindow) -> None:
    body = at_work(window).view.body
    assert [pane.isVisible() for pane in body.panes] == [True, True, True, True]
    assert body.side.width() == 480
    assert body.units_frame.width() == 272


@pytest.mark.parametrize("size", [(1024, 768), (1366, 768), (1440, 900)])
def test_another_tab_of_the_desk_leaves_the_map_where_it_is(
    window: MainWindow, size: tuple[int, int]
) -> None:
    window.resize(*size)
    settle()
    body = at_work(window).view.body
    before = body.middle.geometry()
    for tab in ("attack", "log", "start"):
        body.side.show_tab(tab)
        settle()
        assert body.middle.geometry() == before


def test_a_narrow_window_keeps_the_units_in_a_drawer(window: MainWindow) -> None:
    window.resize(1024, 768)
    settle()
    body = at_work(window).view.body
    assert [pane.isVisible() for pane in body.panes] == [False, True, True, True]
    press(Key.Key_B, CTRL)
    assert body.units_drawer.is_open()
    assert body.units_drawer.isAncestorOf(focus())
    press(Key.Key_Escape)
    assert not body.units_drawer.is_open()
    assert holds_focus(body.side)


def test_the_narrowest_window_shows_map_or_desk_and_the_ledger_as_a_drawer(
    window: MainWindow,
) -> None:
    window.resize(800, 560)
    settle()
    view = at_work(window).view
    body = view.body
    assert not body.units_frame.isVisible()
    assert not body.middle.isVisible()
    assert body.side.isVisible()
    press(Key.Key_J, CTRL)
    assert body.ledger_drawer.is_open()
    assert body.ledger_drawer.isAncestorOf(focus())
    press(Key.Key_J, CTRL)
    body.switch.chosen.emit(0)
    settle()
    assert not body.units_frame.isVisible()
    assert body.middle.isVisible()
    assert not body.side.isVisible()
    assert body.middle.isAncestorOf(view.panel("map"))
    window.resize(1440, 900)
    settle()
    assert [pane.isVisible() for pane in body.panes] == [True, True, True, True]
    assert body.middle.isAncestorOf(view.panel("ledger_tabs"))
    assert body.units_frame.isAncestorOf(view.panel("units_tree"))


def test_larger_text_changes_the_width_class_as_a_smaller_window_does(window: MainWindow) -> None:
    window.theme.set_scale(200)
    settle()
    view = at_work(window).view
    assert view.room is Width.SLIM
    assert view.bar.order.sizeHint().width() < window.width()
    window.theme.set_scale(100)


SIZES = (
    (1440, 900, 80),
    (1440, 900, 200),
    (1280, 720, 100),
    (1280, 720, 200),
    (1024, 768, 150),
    (800, 560, 100),
)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(("wide", "high", "scale"), SIZES)
def test_nothing_of_bar_rail_and_status_is_cut_at_any_size(
    window: MainWindow, wide: int, high: int, scale: int
) -> None:
    window.resize(wide, high)
    window.theme.set_scale(scale)
    settle()
    view = at_work(window).view
    assert (window.width(), window.height()) == (wide, high)
    for part in (view.bar, view.rail, view.status, view.bar.end_turn, view.bar.undo):
        corner = part.mapTo(window, QPoint(part.width(), part.height()))
        assert corner.x() <= wide, part
        assert corner.y() <= high, part
    assert view.bar.end_turn.width() >= view.bar.end_turn.sizeHint().width()
    for button in view.rail.buttons.values():
        assert button.geometry().bottom() < view.rail.height()
    window.theme.set_scale(100)


def test_dragged_pane_widths_are_kept_for_the_next_time(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "campaign.brik")
    with open_window(qtbot, theme, file) as window:
        splitter = window.findChild(QSplitter)
        assert splitter is not None
        splitter.moveSplitter(330, 1)
        settle()
        dragged = at_work(window).view.body.units_frame.width()
        assert dragged > 300
    with open_window(qtbot, theme, file) as window:
        assert at_work(window).view.body.units_frame.width() == dragged


def test_the_bar_tells_campaign_turn_and_players(window: MainWindow) -> None:
    view = at_work(window).view
    words = view.bar.order.accessibleName()
    assert words.startswith("Amber Army to play.")
    assert "Ann (Amber Army), then Ben (Brick Brigade), then Cleo (Clutch Crew)" in words
    at_work(window).desk.do(EndTurn())
    assert view.bar.order.accessibleName().startswith("Brick Brigade to play.")


def test_undo_and_redo_name_the_act_in_their_tips(window: MainWindow) -> None:
    work = at_work(window)
    work.desk.do(AddUnit(player_id=1, name="Sir Bob", size=1))
    assert work.view.bar.undo.accessibleName() == "Undo: Add Sir Bob"
    press(Key.Key_Z, CTRL)
    assert work.view.status.words() == "Undone: Add Sir Bob"
    assert work.view.bar.redo.accessibleName() == "Redo: Add Sir Bob"
    press(Key.Key_Y, CTRL)
    assert work.view.bar.undo.accessibleName() == "Undo: Add Sir Bob"


def test_that_nothing_can_be_redone_is_said_until_the_next_key(window: MainWindow) -> None:
    status = at_work(window).view.status
    press(Key.Key_Y, CTRL)
    assert status.words() == "There is nothing to redo."
    press(Key.Key_Y, CTRL)
    assert status.words() == "There is nothing to redo.", "said anew"
    press(Key.Key_Down)
    assert status.words() == ""
    at_work(window).desk.do(AddUnit(player_id=1, name="Sir Bob", size=1))
    press(Key.Key_Down)
    assert status.words() == "Add Sir Bob", "what was done stays to be read"


def test_the_undo_list_takes_several_acts_back(window: MainWindow) -> None:
    work = at_work(window)
    for name in ("One", "Two", "Three"):
        work.desk.do(AddUnit(player_id=1, name=name, size=1))
    assert work.undo_titles()[:3] == ("Add Three", "Add Two", "Add One")
    window._undo_to(2)
    assert work.undo_titles() == ("Add One",)


def test_every_workspace_has_its_key_and_takes_the_focus(window: MainWindow) -> None:
    view = at_work(window).view
    keys = (Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5, Key.Key_1)
    for key, name in zip(keys, ("units", "ledger", "log", "report", "battle"), strict=True):
        press(key, CTRL)
        assert view.workspace == name
        assert view.rail.buttons[name].isChecked()
        assert holds_focus(view.side if name == "battle" else view.middle), name


def test_f6_goes_through_the_panes_and_comes_round(window: MainWindow) -> None:
    view = at_work(window).view
    order = [view.bar, view.rail, *view.body.panes]
    start = next(n for n, pane in enumerate(order) if holds_focus(pane))
    for step in range(1, len(order) + 1):
        press(Key.Key_F6)
        assert holds_focus(order[(start + step) % len(order)])
    press(Key.Key_F6, SHIFT)
    assert holds_focus(order[(start - 1) % len(order)])


def test_the_keys_in_the_status_bar_follow_the_focus(window: MainWindow) -> None:
    view = at_work(window).view
    at_work(window).desk.do(AddUnit(player_id=1, name="Sir Bob", size=1))
    press(Key.Key_B, CTRL)
    in_units = view.status.keys.keys
    press(Key.Key_5, CTRL)
    assert ("Ctrl E", "export") in view.status.keys.keys
    assert in_units != view.status.keys.keys
    assert ("N", "new") in in_units


def test_the_inspector_comes_over_the_desk_and_esc_gives_the_focus_back(
    window: MainWindow,
) -> None:
    work = at_work(window)
    work.desk.do(AddUnit(player_id=1, name="Sir Bob", size=1))
    work.hub.select_unit(1)
    press(Key.Key_B, CTRL)
    before = focus()
    press(Key.Key_Return)
    assert work.view.side.aside == "inspector"
    assert holds_focus(work.view.side)
    press(Key.Key_Escape)
    assert work.view.side.aside == ""
    assert focus() is before


def test_the_editor_opens_beside_the_units_table_and_for_the_unit_asked(
    window: MainWindow,
) -> None:
    from ui.panels.units.unit_editor import UnitEditor

    work = at_work(window)
    work.desk.do(AddUnit(player_id=1, name="Sir Bob", size=1))
    press(Key.Key_2, CTRL)
    work.hub.unit_edited.emit(1)
    settle()
    editor = work.view.side.shown
    assert isinstance(editor, UnitEditor)
    assert editor.unit_id == 1
    assert work.view.middle.isVisible()
    press(Key.Key_Escape)
    assert not work.view.side.isVisible()
    assert holds_focus(work.view.middle)


def test_end_turn_with_open_steps_goes_to_the_first_and_says_how_many_are_left(
    scene: MainWindow,
) -> None:
    work = at_work(scene)
    press(Key.Key_3, CTRL)
    left = len(work.view.heading.queue.waiting)
    turn = work.view.heading.head.turn_id
    press(Key.Key_Return, CTRL | SHIFT)
    assert work.view.workspace == "battle"
    assert work.view.heading.head.turn_id == turn
    assert work.view.status.words().startswith(f"{left} steps are left, first: ")
    assert holds_focus(work.view.side)


def test_the_focus_comes_back_to_the_queue_when_its_dice_are_gone(scene: MainWindow) -> None:
    work = at_work(scene)
    press(Key.Key_Return, CTRL | SHIFT)
    dice = focus()
    assert holds_focus(work.view.side)
    scene.commands["end_battle"].trigger()
    settle()
    press(Key.Key_Return, CTRL)
    assert not work.desk.read(battle_head).turn_id
    assert not dice.isVisible()
    assert holds_focus(work.view.side)


def test_what_is_left_is_said_only_beside_the_queue(scene: MainWindow) -> None:
    work = at_work(scene)
    press(Key.Key_Return, CTRL | SHIFT)
    press(Key.Key_Down)
    assert "left, first: " in work.view.status.words(), "the focus is still there"
    press(Key.Key_F6)
    assert not holds_focus(work.view.side)
    assert work.view.status.words() == ""


def test_end_turn_hands_over_when_nothing_waits(window: MainWindow) -> None:
    press(Key.Key_Return, CTRL | SHIFT)
    head = at_work(window).desk.read(battle_head)
    assert head.active is not None
    assert head.active.name == "Ben"


def test_play_on_leaves_the_open_steps_undone_and_logs_it(scene: MainWindow) -> None:
    work = at_work(scene)
    scene.commands["go_on"].trigger()
    assert work.view.heading.queue.phase == "PLAY"
    assert not work.view.heading.queue.waiting
    assert work.view.heading.queue.not_done


def test_a_refusal_stands_in_the_status_bar_with_a_way_past_it(scene: MainWindow) -> None:
    work = at_work(scene)
    turn = work.view.heading.head.turn_id
    work.desk.do(EndTurn())
    assert "Settle or skip them first." in work.view.status.words()
    overrule = next(way for way in work.view.status._ways if way.isVisible())
    assert overrule.text() == "Overrule"
    overrule.click()
    assert work.view.heading.head.turn_id != turn or work.view.heading.queue.phase == "END"


def test_overrule_in_the_status_bar_reaches_into_several_acts_done_as_one(
    scene: MainWindow,
) -> None:
    work = at_work(scene)
    turn = work.view.heading.head.turn_id
    work.desk.do(Together(title="Hand over", acts=(Together(title="End", acts=(EndTurn(),)),)))
    next(way for way in work.view.status._ways if way.isVisible()).click()
    assert work.view.heading.head.turn_id != turn or work.view.heading.queue.phase == "END"


def test_the_large_view_opens_by_f_and_goes_by_esc(scene: MainWindow) -> None:
    view = at_work(scene).view
    press(Key.Key_F)
    assert view.panel("large").isVisible()
    assert holds_focus(view.panel("large"))
    press(Key.Key_Escape)
    assert not view.panel("large").isVisible()
    assert holds_focus(view.side)


def test_the_tab_of_the_queue_counts_what_waits(scene: MainWindow) -> None:
    view = at_work(scene).view
    assert view.side.segment.badge == str(len(view.heading.queue.waiting))


def test_a_tab_that_is_clicked_has_the_keys_that_stand_on_it(scene: MainWindow) -> None:
    """Its letters are not those of the unit that was selected in a list before."""
    view = at_work(scene).view
    view.show_desk("attack")
    view.panel("units").setFocus()
    assert not holds_focus(view.side)
    start = view.side.tabs._group.button(0)
    QTest.mouseClick(start, Qt.MouseButton.LeftButton)
    assert view.side.tab == "start"
    assert holds_focus(view.side.panel("start"))


def test_the_preference_to_apply_at_the_last_die_reaches_the_queue(scene: MainWindow) -> None:
    from ui.models.queue import queue_of

    work = at_work(scene)
    controller = queue_of(work.desk, work.hub)
    assert not controller.apply_when_complete
    scene.remembered.prefer(apply_when_complete=True)
    assert controller.apply_when_complete


def test_f10_opens_the_menus_below_the_logo(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = [action.text() for action in window.menu.actions()]
    assert titles == ["File", "Edit", "View", "Turn", "Help"]
    opened_at: list[QPoint] = []
    monkeypatch.setattr(window.menu, "popup", opened_at.append)
    press(Key.Key_F10)
    logo = at_work(window).view.bar.logo
    assert opened_at == [logo.mapToGlobal(QPoint(0, logo.height()))]


def test_every_key_of_a_command_belongs_to_that_command_alone() -> None:
    every = [keys for row in KEYS.values() for keys in row]
    assert len(every) == len(set(every))


def test_the_key_sheet_lists_what_f1_promises(window: MainWindow) -> None:
    from ui.dialogs.keys_news_licences import KeysSheet

    press(Key.Key_F1)
    sheet = next(s for s in window.findChildren(KeysSheet) if s.is_open())
    assert {group.where for group in HELP} >= {"Anywhere", "Dice of a step", "Forms"}
    press(Key.Key_2, CTRL)
    assert at_work(window).view.workspace == "battle", "keys below a sheet rest"
    press(Key.Key_Escape)
    assert not sheet.is_open()
    assert holds_focus(at_work(window).view.side)


def test_ctrl_w_closes_the_campaign(window: MainWindow) -> None:
    press(Key.Key_W, CTRL)
    assert window.at_work is None


def test_every_command_is_carried_out_by_the_window_or_the_open_campaign(
    window: MainWindow,
) -> None:
    own = set(at_work(window)._does)
    shared = {row.id for row in COMMANDS if row.needs} - {"close"}
    assert shared == own


def test_without_a_campaign_its_commands_rest(qtbot: QtBot, theme: Theme) -> None:
    with open_window(qtbot, theme) as window:
        for name in ("undo", "end_turn", "palette", "report", "copy", "close"):
            assert not window.commands[name].isEnabled(), name
        for name in ("new", "open", "settings", "keys"):
            assert window.commands[name].isEnabled(), name


def test_the_name_of_an_acts_field_is_not_said_on_the_status_bar(window: MainWindow) -> None:
    assert isinstance(at_work(window).desk.do(AddNote(text="  ")), NotDone)
    said = at_work(window).view.status.words()
    assert said
    assert not said.startswith("text"), said
