"""Units by words in the window: the table while one types, the one act, the keys that it takes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.store.views.log import undo_state
from brikdesk.store.views.units import units
from tests.ui.window_scene import CTRL, Key, at_work, make_file, open_window, press, settle, typed
from ui.dialogs.army_and_roster import MOST_SHOWN, RosterSheet
from ui.look.shortcuts import KEYS
from ui.look.theme import Theme
from ui.window.main_window import MainWindow

SEVENTEEN = """6 Troopers: gun, light armor
Captain Ann hero two-handed
Big Bertha vehicle 4 cannon 3 (4 shells X3, 1 smoke X2), launcher 2 (12 missiles)
Gate structure 6 armor 2d10
Wolf creature 2 claw 1
2 carts object 1
Second Army:
5 Guards: sword, shield"""


@pytest.fixture
def campaign_window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, make_file(tmp_path / "campaign.brik")) as opened:
        yield opened


@pytest.fixture
def sheet(campaign_window: MainWindow) -> RosterSheet:
    campaign_window.commands["add_units"].trigger()
    (found,) = campaign_window.findChildren(RosterSheet)
    settle()
    return found


def test_the_table_shows_what_is_understood_while_one_types(sheet: RosterSheet) -> None:
    assert QApplication.focusWidget() is sheet.said
    typed("2 Guards: pistol")
    assert [row[:2] for row in sheet.rows()] == [("2 ×", "Guard")]
    assert sheet.rows()[0][3:] == ("Minifig", "Pistol")
    typed(", swrd")
    assert sheet.wrong.text() == ""  # the word is still being typed
    typed(" ")
    assert "Did you mean sword?" in sheet.wrong.text()
    assert sheet.wrong.y() < sheet._table.y(), "it is seen whatever length the table has"
    press(Key.Key_Return, CTRL)
    assert sheet.is_open()
    assert "Nothing has been added. Line 1" in sheet.problem.sentence()


def test_seventeen_units_take_two_keys_besides_the_text(campaign_window: MainWindow) -> None:
    work = at_work(campaign_window)
    before = {unit.id for unit in work.desk.read(units)}
    assert KEYS["add_units"] == ("Ctrl+Shift+A",)
    campaign_window.commands["add_units"].trigger()  # one key
    settle()
    (sheet,) = campaign_window.findChildren(RosterSheet)
    rival = next(each for each in sheet.players() if each != sheet.first())
    sheet.said.insertPlainText(SEVENTEEN.replace("Second Army", rival))
    press(Key.Key_Return, CTRL)  # the other
    new = [unit for unit in work.desk.read(units) if unit.id not in before]
    assert len(new) == 17
    assert work.desk.read(undo_state).undo[0] == "Add 17 units"
    assert sum(unit.faction == rival for unit in new) == 5
    press(Key.Key_Z, CTRL)
    assert {unit.id for unit in work.desk.read(units)} == before


def test_an_empty_sheet_adds_nothing_and_says_so(sheet: RosterSheet) -> None:
    press(Key.Key_Return, CTRL)
    assert sheet.problem.sentence() == "Name a unit first."
    sheet.said.setPlainText("\n".join(f"Unit {number}" for number in range(MOST_SHOWN + 3)))
    assert len(sheet.rows()) == MOST_SHOWN
    assert "43 units, 3 more lines below" in sheet._count.text()


def test_a_name_is_no_markup(sheet: RosterSheet) -> None:
    sheet.said.setPlainText("<b>Gus</b>: sword")
    assert sheet.rows()[0][1] == "<b>Gus</b>"


@pytest.mark.rule("8.1-29")
def test_what_the_rules_refuse_is_said_before_it_is_added(sheet: RosterSheet, qtbot: QtBot) -> None:
    typed("Rocketeer: rocket launcher 2")
    assert len(sheet.rows()) == 1, "every word is understood"
    qtbot.waitUntil(lambda: "cannot be used from the hand" in sheet.wrong.text())
    assert sheet.wrong.text()[0].isupper()
    typed(", pistol")
    assert sheet.wrong.text() == "", "asked anew"
