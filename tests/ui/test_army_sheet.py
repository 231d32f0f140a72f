"""An army list in the window: shown before anything is written, then one act; or refused in words."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.units import units
from tests.ui.window_scene import CTRL, Key, at_work, make_file, open_window, press, settle
from ui.dialogs.army_and_roster import ArmySheet
from ui.look.text import PlainLabel
from ui.look.theme import Theme
from ui.window.main_window import MainWindow

ARMY = {
    "name": "Dorks",
    "squads": [
        {"name": "First", "units": [
            {"name": "<b>Dork</b>", "isMinifigure": True, "unit_number": "2", "armor": "1d6+2",
             "weapons": [{"type": "Bazooka", "size": 1.5, "use": 3}]},
        ]}
    ],
}  # fmt: skip


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, make_file(tmp_path / "campaign.brik")) as opened:
        yield opened


def chosen(monkeypatch: pytest.MonkeyPatch, path: Path, content: str) -> None:
    path.write_text(content)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))


def test_an_army_is_shown_and_comes_in_as_one_act(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = at_work(window)
    before = len(work.desk.read(units))
    chosen(monkeypatch, tmp_path / "dorks.json", json.dumps(ARMY))
    window.commands["import_army"].trigger()
    settle()
    (sheet,) = window.findChildren(ArmySheet)
    assert sheet.rows() == [("2 ×", "<b>Dork</b>", "First", "Minifig", "Bazooka")]
    assert sheet.whose.currentText() == "Amber Army"
    assert len(work.desk.read(units)) == before, "nothing is written before one says so"
    sheet.figures.set_current(1)
    press(Key.Key_Return, CTRL)
    assert not sheet.is_open()
    assert work.desk.read(undo_state).undo[0] == "Import Dorks: 2 units"
    new = work.desk.read(units)[before:]
    assert {unit.faction for unit in new} == {"Amber Army"}
    press(Key.Key_Z, CTRL)
    assert len(work.desk.read(units)) == before


def test_units_against_the_rules_are_marked_and_may_be_left_out(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    work = at_work(window)
    work.desk.do(AddUnit(name="Trooper", player_id=1))
    (taken,) = work.desk.read(units)
    table = f"Unit;Count;Armour;Mood\nFirm;2;4;\nWall;1;2d10;grim\n{taken.name};1;4;\n"
    chosen(monkeypatch, tmp_path / "reds.csv", table)
    window.commands["import_army"].trigger()
    settle()
    (sheet,) = window.findChildren(ArmySheet)
    qtbot.waitUntil(lambda: "OF-39" in sheet.ruled())
    assert sheet.ruled().startswith("Wall: 2d10 is more than")
    assert [row[3] for row in sheet.rows()] == ["Minifig", "Minifig, against the rules", "Minifig"]
    sheet.whose.set_value(taken.player_id)
    shown = " ".join(label.text() for label in sheet.findChildren(PlainLabel))
    assert f"{taken.name}: joins as {taken.name} 2" in shown
    assert "Column “Armour”: Armor" in shown
    assert "Wall: “Mood: grim” is a note" in shown
    sheet.rules.set_current(1)
    before = len(work.desk.read(units))
    press(Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: not sheet.is_open())
    names = [row.name for row in work.desk.read(units)[before:]]
    assert names == ["Firm", "Firm 2", f"{taken.name} 2"]


def test_what_is_no_army_list_is_told_in_the_status_bar(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen(monkeypatch, tmp_path / "notes.json", "shopping")
    window.commands["import_army"].trigger()
    settle()
    assert "notes.json is no army list" in at_work(window).view.status.words()
    assert window.findChildren(ArmySheet) == []
