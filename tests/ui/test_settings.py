from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from brikdesk.games import BRIKWARS
from brikdesk.rules.brikwars.house_rules import HOUSE_RULES
from brikdesk.store.backups import USUAL, allowed
from brikdesk.store.views.campaign_and_battle import house_rule_values
from brikdesk.store.views.log import undo_state
from tests.ui.window_scene import (
    CTRL,
    Key,
    at_work,
    focus,
    make_file,
    open_window,
    press,
    settle,
    typed,
)
from ui.dialogs.settings import OWN_PAGES, Settings
from ui.forms.house_rules import (
    DECIDES,
    FewEditor,
    ListEditor,
    NumberEditor,
    OrderEditor,
    RuleRow,
    SomeEditor,
    subjects,
)
from ui.look.text import PlainLabel
from ui.look.theme import Look, Theme
from ui.panels.rule_and_why import RuleSheet
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=3)


def open_settings(window: MainWindow) -> Settings:
    press(Key.Key_Comma, CTRL)
    return next(sheet for sheet in window.findChildren(Settings) if sheet.is_open())


def row_of(sheet: Settings, switch: str) -> RuleRow:
    rule = HOUSE_RULES[switch]
    sheet.show_page(len(OWN_PAGES) + subjects(BRIKWARS).index(rule.subject))
    settle()
    assert sheet.rules is not None
    return next(row for row in sheet.rules.rows if row.rule.id == switch)


def value_of(window: MainWindow, switch: str) -> object:
    return at_work(window).desk.read(house_rule_values)[switch]


def test_every_switch_of_the_rules_has_its_row(window: MainWindow) -> None:
    sheet = open_settings(window)
    assert sheet.rules is not None
    found = []
    for place in range(len(OWN_PAGES), len(OWN_PAGES) + len(subjects(BRIKWARS))):
        sheet.show_page(place)
        found += [row.rule.id for row in sheet.rules.rows]
    assert sorted(found) == sorted(HOUSE_RULES)


def test_a_switch_is_an_act_that_undo_takes_back(window: MainWindow) -> None:
    sheet = open_settings(window)
    row = row_of(sheet, "fire_window")
    assert isinstance(row.editor, FewEditor)
    assert value_of(window, "fire_window") == "owner_round"
    row.editor.switch._group.button(1).click()
    assert value_of(window, "fire_window") == "player_turn"
    assert row._back.isVisible()
    press(Key.Key_Escape)
    press(Key.Key_Z, CTRL)
    assert value_of(window, "fire_window") == "owner_round"


def test_back_to_the_default_is_one_click(window: MainWindow) -> None:
    row = row_of(open_settings(window), "fire_window")
    row.editor.changed.emit("player_turn")
    row._back.click()
    assert value_of(window, "fire_window") == "owner_round"
    assert not row._back.isVisible()


def test_every_kind_of_editor_sets_its_value(window: MainWindow) -> None:
    sheet = open_settings(window)
    listed = row_of(sheet, "bw_wisg_die").editor
    assert isinstance(listed, ListEditor)
    listed.box.setCurrentIndex(5)
    listed.box.activated.emit(5)
    assert value_of(window, "bw_wisg_die") == "d20"
    number = row_of(sheet, "bw_move_loss_per_inch").editor
    assert isinstance(number, NumberEditor)
    number.field.setValue(2)
    assert value_of(window, "bw_move_loss_per_inch") == 2
    some = row_of(sheet, "bw_impaired_table").editor
    assert isinstance(some, SomeEditor)
    some.boxes["attack"].click()
    now = value_of(window, "bw_impaired_table")
    assert isinstance(now, list | tuple)
    assert "attack" not in now


def test_the_order_of_the_turn_start_is_moved_by_keys(window: MainWindow) -> None:
    from PySide6.QtCore import Qt

    editor = row_of(open_settings(window), "turn_start_order").editor
    assert isinstance(editor, OrderEditor)
    before = list(HOUSE_RULES["turn_start_order"].default)  # type: ignore[arg-type]
    editor._fill(before, focus=0)
    press(Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    now = value_of(window, "turn_start_order")
    assert isinstance(now, list | tuple)
    assert list(now)[:2] == [before[1], before[0]]
    assert editor.isAncestorOf(focus())


def test_a_house_rule_is_found_by_words(window: MainWindow) -> None:
    sheet = open_settings(window)
    press(Key.Key_Slash)
    typed("momentum dice")
    assert sheet.rules is not None
    assert "bw_mom_cap" in [row.rule.id for row in sheet.rules.rows]
    sheet.finder.setText("qqqqq")
    settle()
    assert sheet.rules.rows == ()


def test_a_ruling_is_read_on_its_card_above_the_settings(window: MainWindow) -> None:
    sheet = open_settings(window)
    row = row_of(sheet, "fire_window")
    row.asked.emit(row.rule.rule)
    settle()
    card = next(s for s in window.findChildren(RuleSheet) if s.is_open())
    assert card.card.rule == "Q8-23"
    press(Key.Key_Escape)
    assert not card.is_open()
    assert sheet.is_open()


def test_theme_and_text_size_count_at_once_and_are_kept(window: MainWindow) -> None:
    sheet = open_settings(window)
    sheet._set_look(2)
    assert not window.theme.dark
    sheet.text_size.setValue(125)
    assert window.theme.scale == 125
    assert (window.remembered.look, window.remembered.scale) == (Look.LIGHT, 125)
    window.theme.set_scale(100)


def test_preferences_are_kept(window: MainWindow) -> None:
    sheet = open_settings(window)
    sheet.show_page(1)
    box = sheet.apply.findChild(QCheckBox)
    assert box is not None
    assert not box.isChecked(), "off by default"
    box.click()
    assert window.remembered.preferences.apply_when_complete


def test_without_a_campaign_there_are_no_house_rules(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with open_window(qtbot, theme) as window:
        sheet = open_settings(window)
        assert sheet.rules is None
        assert sheet._names == OWN_PAGES
        assert not sheet.finder.isVisible()


def test_a_watched_campaign_keeps_its_house_rules(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "watched.brik")
    with open_window(qtbot, theme) as window:
        window.open_path(file, read_only=True)
        settle()
        row = row_of(open_settings(window), "fire_window")
        assert not row.editor.isEnabled()


def test_pages_are_gone_through_by_arrows(window: MainWindow) -> None:
    sheet = open_settings(window)
    assert sheet.list.hasFocus()
    for _ in OWN_PAGES:
        press(Key.Key_Down)
    assert sheet._title.text() == f"House rules: {subjects(BRIKWARS)[0]}"


def test_every_change_of_a_house_rule_is_in_the_log(window: MainWindow) -> None:
    row = row_of(open_settings(window), "fire_window")
    row.editor.changed.emit("player_turn")
    assert at_work(window).desk.read(undo_state).undo[0] == ("House rule: How often a weapon fires")


def test_a_switch_that_only_reminds_says_so(window: MainWindow) -> None:
    sheet = open_settings(window)
    for switch, told in (("bw_mom_cap", True), ("bw_doff_costs_action", False)):
        words = [label.text() for label in row_of(sheet, switch).findChildren(PlainLabel)]
        assert any(each.startswith(DECIDES) for each in words) == told, switch


def test_no_command_comes_through_a_list_that_the_settings_opened(window: MainWindow) -> None:
    """Keys that are typed in it go from there to the window's actions."""
    open_settings(window)
    for command in ("start_queue", "settings", "close"):
        window.commands[command].trigger()
    settle()
    assert window.at_work is not None
    assert len(window.findChildren(Settings)) == 1
    press(Key.Key_Escape)
    window.commands["units"].trigger()
    assert at_work(window).view.workspace == "units"


def test_the_room_for_backups_is_seen_and_set(qtbot: QtBot, window: MainWindow) -> None:
    sheet = open_settings(window)
    sheet.show_page(OWN_PAGES.index("Backups"))
    qtbot.waitUntil(lambda: "of the 1 GB allowed" in sheet._room.text())
    sheet.most.setFocus()
    sheet.most.selectAll()
    typed("250")
    assert allowed() == USUAL, "no digit counts alone"
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: "of the 250 MB allowed" in sheet._room.text())
    assert allowed() == 250_000_000
