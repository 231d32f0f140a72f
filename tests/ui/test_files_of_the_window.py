"""Campaign files in the window: dropped, locked, damaged, copied, one after another."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.backups import default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.lineage import Relation, lineage_here
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.units import units
from tests.ui.window_scene import (
    CTRL,
    SHIFT,
    Key,
    at_work,
    make_file,
    open_window,
    press,
)
from ui.dialogs.backups_and_lineage import SalvageSheet
from ui.forms.sheet import Question
from ui.look.theme import Theme
from ui.window.main_window import MainWindow
from ui.window.opening import SALVAGE

pytestmark = pytest.mark.thorough(every=2)


def question_of(window: MainWindow) -> Question:
    return next(found for found in window.findChildren(Question) if found.is_open())


def test_a_file_dropped_anywhere_is_opened(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    file = make_file(tmp_path / "dropped.brik")
    with open_window(qtbot, theme) as window:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file))])
        copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        none = Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(QPoint(50, 50), copy, data, left, none)
        window.dragEnterEvent(enter)
        assert enter.isAccepted()
        window.dropEvent(QDropEvent(QPointF(50, 50), copy, data, left, none))
        assert at_work(window).desk.path == file


def test_a_locked_campaign_is_watched_unless_it_is_taken_over(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "locked.brik")
    with Campaign.open(file), open_window(qtbot, theme) as window:
        window.open_path(file)
        question = question_of(window)
        assert "Open in another window since" in question.words
        asked = [button.text() for button in question.buttons]
        assert asked == ["Watch only", "Take over", "Close"]
        press(Key.Key_Return)
        work = at_work(window)
        assert work.desk.read_only
        assert not window.commands["end_turn"].isEnabled()
        assert not work.view.bar.end_turn.isEnabled()
        assert window.commands["report"].isEnabled()


def test_a_damaged_campaign_offers_its_newest_backup_and_stays_as_it_is(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "damaged.brik")
    with Campaign.open(file) as campaign:
        campaign.do(AddUnit(player_id=1, name="Sir Bob", size=1))
    bytes_of = bytearray(file.read_bytes())
    bytes_of[4096:8192] = b"\xff" * 4096
    file.write_bytes(bytes_of)
    with open_window(qtbot, theme) as window:
        window.open_path(file)
        question = question_of(window)
        assert "There is a backup of today" in question.words
        assert question.buttons[0].text() == "Open the backup"
        press(Key.Key_Return)
        assert at_work(window).name == "Test of Strength"
        assert at_work(window).desk.path.name == "damaged from backup.brik"
    assert file.read_bytes() == bytes(bytes_of)


def test_a_damaged_campaign_is_salvaged_into_a_new_file_by_keys(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "damaged.brik")
    with Campaign.open(file) as campaign:
        campaign.do(AddUnit(player_id=1, name="Sir Bob", size=1))
        digest = campaign.digest()
    shutil.rmtree(default_backup_dir())  # as on another computer
    bytes_of = bytearray(file.read_bytes())
    bytes_of[:4096] = bytes(4096)  # the first page: it does not even begin as a campaign
    file.write_bytes(bytes_of)
    with open_window(qtbot, theme) as window:
        window.open_path(file)
        question = question_of(window)
        assert [button.text() for button in question.buttons] == [SALVAGE, "Close"]
        press(Key.Key_Return)
        qtbot.waitUntil(lambda: bool(window.findChildren(SalvageSheet)))
        press(Key.Key_Return, CTRL)
        work = at_work(window)
        assert work.desk.path.name == "damaged salvaged.brik"
        assert work.desk.campaign.digest() == digest
    assert file.read_bytes() == bytes(bytes_of)


def test_what_is_no_campaign_is_refused_in_words(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    letter = tmp_path / "letter.brik"
    letter.write_text("Dear Sir Bob, " * 20, encoding="utf-8")
    with open_window(qtbot, theme) as window:
        window.open_path(letter)
        question = question_of(window)
        assert question.title == "letter.brik was not opened"
        assert "This is not a BrikDesk campaign" in question.words
        press(Key.Key_Escape)
        assert window.at_work is None
        assert window.start.isVisible()


def test_a_copy_is_a_campaign_of_its_own(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    work = at_work(window)
    work.desk.do(AddUnit(player_id=1, name="Sir Bob", size=1))
    copy = tmp_path / "The other group.brik"
    work.write_copy(copy)
    said = (
        "Copy saved as The other group.brik: The other group, a campaign of its own from here on."
    )
    qtbot.waitUntil(lambda: work.view.status.words() == said)
    with Campaign.open(copy, read_only=True) as opened:
        assert opened.read(battle_head).campaign == "The other group"
        assert opened.read(units) == work.desk.read(units)
        assert lineage_here(opened)[0].relation is Relation.UNKNOWN


def test_a_copy_never_goes_over_the_campaign_itself(window: MainWindow) -> None:
    work = at_work(window)
    before = work.desk.path.read_bytes()
    work.write_copy(work.desk.path)
    assert "Choose another name" in work.view.status.words()
    assert work.desk.path.read_bytes() == before


def test_a_copy_asks_before_it_replaces_a_file(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there.brik"
    there.write_bytes(b"precious")
    chosen = lambda *_: (str(tmp_path / "there"), "")  # noqa: E731
    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    press(Key.Key_S, CTRL | SHIFT)
    assert question_of(window).title == "Replace there.brik?"
    press(Key.Key_Return)
    assert there.read_bytes() == b"precious"


def test_another_campaign_takes_the_place_of_the_open_one(
    window: MainWindow, tmp_path: Path
) -> None:
    first = at_work(window).desk.path
    other = make_file(tmp_path / "other.brik", battle=False)
    window.open_path(other)
    assert at_work(window).desk.path == other
    with Campaign.open(first) as campaign:
        assert not campaign.read_only
