"""The library in the window: what is kept, found while one types, added with one undo, all by keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.library import shelf
from brikdesk.spoken.roster import hear_roster
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.units import units
from tests.ui.scifi.sf_scene import star_table
from tests.ui.window_scene import CTRL, Key, at_work, make_file, open_window, press, settle, typed
from ui.dialogs.library import KeepSheet, LibrarySheet
from ui.forms.sheet import Question
from ui.look.shortcuts import KEYS
from ui.look.theme import Theme
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)

ROSTER = """Trooper: gun, light armor
Storm Trooper: rifle
Big Bertha vehicle 4 cannon 3 (4 shells X3)"""


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, make_file(tmp_path / "campaign.brik")) as opened:
        desk = at_work(opened).desk
        desk.do(hear_roster(ROSTER, (), 1).act())
        yield opened


def keep(window: MainWindow, *names: str, called: str = "") -> None:
    """Keep units through the sheet, as a referee does it."""
    work = at_work(window)
    ids = tuple(row.id for name in names for row in work.desk.read(units) if row.name == name)
    work.hub.select_unit(ids[-1] if ids else 0)
    work.hub.together = ids if len(ids) > 1 else ()
    window.commands["keep"].trigger()
    settle()
    (sheet,) = (each for each in window.findChildren(KeepSheet) if each.is_open())
    if called:
        typed(called)
    press(Key.Key_Return)
    assert not sheet.is_open()


def library(window: MainWindow) -> LibrarySheet:
    window.commands["library"].trigger()
    settle()
    (sheet,) = (each for each in window.findChildren(LibrarySheet) if each.is_open())
    assert QApplication.focusWidget() is sheet.said
    return sheet


def names(window: MainWindow) -> list[str]:
    return [unit.name for unit in at_work(window).desk.read(units)]


def test_a_unit_is_kept_and_added_with_copies_by_one_act(window: MainWindow) -> None:
    assert (KEYS["library"], KEYS["keep"]) == (("Ctrl+L",), ("Ctrl+Shift+K",))
    keep(window, "Trooper")
    keep(window, "Big Bertha")
    assert "Big Bertha is in the library." in at_work(window).view.status.words()
    before = names(window)
    sheet = library(window)
    assert [row[1] for row in sheet.fits()] == ["Big Bertha", "Trooper"]
    typed("3 tro")
    assert [row[:3] for row in sheet.fits()] == [("→", "Trooper", "Minifig")]
    typed(",ber")
    assert [row[:2] for row in sheet.adds()] == [("3 ×", "Trooper"), ("1 ×", "Big Bertha")]
    assert names(window) == before, "nothing is written before one says so"
    press(Key.Key_Return)
    assert not sheet.is_open()
    assert at_work(window).desk.read(undo_state).undo[0] == "Add 4 units from the library"
    assert len(names(window)) == len(before) + 4
    press(Key.Key_Z, CTRL)
    assert names(window) == before


@pytest.fixture
def star_window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    star_table(tmp_path / "star.brik").close()
    with open_window(qtbot, theme, tmp_path / "star.brik") as opened:
        yield opened


def test_units_of_the_scifi_rules_are_kept_and_added_by_keys(star_window: MainWindow) -> None:
    for name in ("Lamp Carrier", "Tripod team"):
        keep(star_window, name)
    keep(star_window, "Lamp Carrier", "Trooper", called="Spearhead")
    before = names(star_window)
    sheet = library(star_window)
    assert [row[1:] for row in sheet.fits()] == [
        ("Lamp Carrier", "Vehicle, Sci-fi", "Rack of seven"),
        ("Spearhead", "Army, 2 units, Sci-fi", "Lamp Carrier, Trooper"),
        ("Tripod team", "Crew, Sci-fi", "Tripod launcher"),
    ]
    typed("3 tri, spear")
    press(Key.Key_Return)
    assert not sheet.is_open()
    assert at_work(star_window).desk.read(undo_state).undo[0] == "Add 5 units from the library"
    assert len(names(star_window)) == len(before) + 5
    press(Key.Key_Z, CTRL)
    assert names(star_window) == before


def test_what_a_template_does_not_keep_is_said_before_and_after(window: MainWindow) -> None:
    desk = at_work(window).desk
    trooper = next(row.id for row in desk.read(units) if row.name == "Trooper")
    desk.do(AddNote(text="Bribed.", unit_id=trooper))
    at_work(window).hub.select_unit(trooper)
    window.commands["keep"].trigger()
    settle()
    (sheet,) = (each for each in window.findChildren(KeepSheet) if each.is_open())
    assert sheet.holds().endswith("Not kept of Trooper: a note that is pinned to it.")
    press(Key.Key_Return)
    words = at_work(window).view.status.words()
    assert "Trooper is in the library. Not kept of Trooper: a note that is pinned to it." in words


def test_arrows_choose_another_that_fits(window: MainWindow) -> None:
    keep(window, "Trooper")
    keep(window, "Storm Trooper")
    sheet = library(window)
    typed("troop")
    press(Key.Key_Down)
    assert sheet.current() is not None
    assert [row[:2] for row in sheet.fits()] == [("", "Trooper"), ("→", "Storm Trooper")]
    typed(", 2 trooper")
    assert [row[:2] for row in sheet.adds()] == [("1 ×", "Storm Trooper"), ("2 ×", "Trooper")]
    press(Key.Key_A, CTRL)
    typed("nothing like it")
    assert sheet.adds() == []
    press(Key.Key_Return)
    assert sheet.problem.sentence() == "Nothing in the library fits “nothing like it”."


def test_an_empty_line_takes_what_the_arrows_chose(window: MainWindow) -> None:
    keep(window, "Trooper")
    keep(window, "Storm Trooper")
    sheet = library(window)
    press(Key.Key_Return)
    assert sheet.problem.sentence() == "Name a template first."
    press(Key.Key_Down)
    press(Key.Key_Down)
    press(Key.Key_Return)
    assert names(window)[-1] == "Trooper"


def test_several_are_an_army_and_the_table_and_rules_are_kept_too(window: MainWindow) -> None:
    keep(window, "Trooper", "Big Bertha", called="Spearhead")
    entry = shelf.opened().entries[0]
    assert (entry.kind, entry.name, entry.count) == ("army", "Spearhead", 2)
    for place in (-2, -1):
        window.commands["keep"].trigger()
        settle()
        (sheet,) = (each for each in window.findChildren(KeepSheet) if each.is_open())
        sheet.what.setCurrentIndex(sheet.what.count() + place)
        assert sheet.holds()
        press(Key.Key_Return)
    assert [e.kind for e in shelf.opened().entries] == ["rules", "army", "table"]


def test_templates_are_renamed_and_deleted_by_keys(window: MainWindow) -> None:
    keep(window, "Trooper")
    keep(window, "Storm Trooper")
    sheet = library(window)
    typed("storm")
    press(Key.Key_F2)
    typed("trooper")
    press(Key.Key_Return)
    assert [entry.name for entry in shelf.opened().entries] == ["Storm Trooper", "Trooper"]
    press(Key.Key_A, CTRL)
    typed("Elite")
    press(Key.Key_Return)
    assert [entry.name for entry in shelf.opened().entries] == ["Elite", "Trooper"]
    assert [row[1] for row in sheet.fits()] == []  # "storm" fits no longer
    press(Key.Key_A, CTRL)
    typed("elite")
    press(Key.Key_D, CTRL)
    (question,) = window.findChildren(Question)
    assert question.title == "Delete Elite?"
    press(Key.Key_Return)
    settle()
    assert [entry.name for entry in shelf.opened().entries] == ["Trooper"]


def test_a_damaged_library_is_told_in_the_sheet(window: MainWindow) -> None:
    keep(window, "Trooper")
    shelf.library_path().write_bytes(b"torn")
    sheet = library(window)
    assert any("damaged" in label for label in sheet.notices())
    assert shelf.library_path().with_name("library.damaged-1.jsonl").read_bytes() == b"torn"


def test_an_army_is_exported_and_losses_are_shown(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in ("ours.csv", "ours.builder.json"):
        monkeypatch.setattr(
            QFileDialog, "getSaveFileName", lambda *_, file=file: (str(tmp_path / file), "")
        )
        window.commands["export_army"].trigger()
        settle()
    assert "Big Bertha" in (tmp_path / "ours.csv").read_text("utf-8-sig")
    (question,) = window.findChildren(Question)
    assert question.title == "ours.builder.json is saved, with losses"
