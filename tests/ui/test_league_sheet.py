"""The league in the window: campaigns are read beside it, left out and taken in, and said if wrong."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.battles import EndBattle, ScorePoints
from brikdesk.store.campaign import Campaign
from tests.ui.window_scene import CTRL, Key, at_work, make_file, open_window, press, settle
from ui.campaign.jobs import Job
from ui.dialogs.league import NOBODY, LeagueSheet
from ui.look.theme import Theme
from ui.window.main_window import MainWindow


@pytest.fixture(autouse=True)
def no_thread_is_left(window: MainWindow) -> Iterator[None]:
    yield
    for sheet in window.findChildren(LeagueSheet):
        sheet.close_sheet()
    settle()
    assert not [each for each in window.findChildren(Job) if each.isRunning()]


def played(path: Path, player_id: int, points: int) -> Path:
    """Return a campaign in which a battle was won."""
    with Campaign.open(make_file(path)) as campaign:
        campaign.do(ScorePoints(player_id=player_id, points=points, why="won"))
        campaign.do(EndBattle())
    return path


def league(window: MainWindow, qtbot: QtBot) -> LeagueSheet:
    window.commands["league"].trigger()
    settle()
    (sheet,) = (each for each in window.findChildren(LeagueSheet) if each.is_open())
    qtbot.waitUntil(lambda: "Reading" not in sheet.said.text())
    return sheet


def table(sheet: LeagueSheet) -> list[tuple[str, ...]]:
    return [(who, won, points) for _, who, _, won, _, _, points in sheet.table.rows()]


def test_what_lies_in_the_folder_is_read_and_can_be_left_out(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "campaigns"
    folder.mkdir(exist_ok=True)
    played(folder / "b.brik", 2, 3)
    desk = at_work(window).desk
    desk.do(ScorePoints(player_id=1, points=5, why="won"))
    desk.do(EndBattle())
    before = desk.campaign.digest()
    sheet = league(window, qtbot)
    # Both files are of one campaign by their mark, as a copy is: its battle counts once.
    assert sheet.said.text() == "1 battle counts."
    assert QApplication.focusWidget() is sheet.list
    press(Key.Key_C, CTRL)
    copied = QApplication.clipboard().text().splitlines()
    assert copied[0].split("\t")[1:3] == ["Who", "Battles"]
    assert len(copied) == 4
    for _ in range(sheet.list.count()):
        press(Key.Key_Space)
        press(Key.Key_Down)
    assert (sheet.said.text(), table(sheet)) == (NOBODY, [])
    press(Key.Key_Space)
    assert table(sheet)[0][1] == "1"
    assert desk.campaign.digest() == before
    desk.undo()
    assert desk.campaign.read_only is False


def test_what_is_no_campaign_is_said_and_the_others_count(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "holiday.brik"
    wrong.write_text("no campaign", encoding="utf-8")
    other = played(tmp_path / "other.brik", 3, 2)
    names = [str(wrong), str(other)]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (names, ""))
    sheet = league(window, qtbot)
    press(Key.Key_N)
    qtbot.waitUntil(lambda: sheet.said.text() == "1 battle counts.")
    assert table(sheet)[0] == ("Cleo", "1", "2")
    lines = [sheet.list.item(at).text() for at in range(sheet.list.count())]
    assert any(line.startswith("holiday.brik: ") for line in lines)
    assert any(line == "Test of Strength: 1 battle" for line in lines)


def test_closed_while_it_reads_it_leaves_nothing_behind(window: MainWindow, tmp_path: Path) -> None:
    folder = tmp_path / "campaigns"
    folder.mkdir(exist_ok=True)
    first = make_file(folder / "a.brik")
    for name in "bcdef":
        shutil.copy(first, folder / f"{name}.brik")
    window.commands["league"].trigger()
    press(Key.Key_Escape)
    settle()
    assert not [each for each in window.findChildren(LeagueSheet) if each.is_open()]


def test_a_window_that_closes_while_it_reads_waits_for_it(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    folder = tmp_path / "campaigns"
    folder.mkdir(exist_ok=True)
    first = make_file(folder / "a.brik")
    for name in "bcdef":
        shutil.copy(first, folder / f"{name}.brik")
    with open_window(qtbot, theme) as other:
        other.commands["league"].trigger()
        settle()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    with pytest.raises(RuntimeError, match="already deleted"):
        other.isVisible()
