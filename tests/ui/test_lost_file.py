"""The open file is deleted, replaced or cannot be written to: nothing is lost, and there are ways on."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.campaign.setup import RenameCampaign
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.backups import default_backup_dir
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.copies import BroughtBack, Copy, bring_back
from brikdesk.store.file.connection import driver_connection
from brikdesk.store.file.lock import break_lock
from brikdesk.store.life import CLOSE_LOOKS
from brikdesk.store.lines import Kind
from brikdesk.store.session import Progress
from brikdesk.store.views.log import log
from brikdesk.store.views.units import units
from tests.ui.window_scene import Key, at_work, make_file, open_window, press, settle
from ui.campaign.desk import IDLE_AFTER, LOOK_AT_THE_FILE, LOOK_WHILE_IDLE, Desk, NotDone
from ui.campaign.jobs import Job
from ui.campaign.places import campaigns_dir
from ui.dialogs.backups_and_lineage import LineageSheet
from ui.forms.sheet import ErrandSheet, Question
from ui.look.theme import Theme
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=3)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return make_file(tmp_path / "stick" / "war.brik")


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, file: Path) -> Iterator[MainWindow]:
    """Open a campaign with Sir Bob, who is in no backup yet."""
    with open_window(qtbot, theme, file) as opened:
        at_work(opened).desk.do(AddUnit(player_id=1, name="Sir Bob", size=1))
        yield opened


def questions(window: MainWindow) -> list[Question]:
    for job in window.findChildren(Job):
        job.wait()
    settle()
    return [asked for asked in window.findChildren(Question) if asked.is_open()]


def question(window: MainWindow) -> Question:
    (asked,) = questions(window)
    return asked


def answer(window: MainWindow, words: str) -> None:
    buttons = question(window).buttons
    (button,) = [button for button in buttons if button.text() == words]
    button.click()
    settle()


def names(window: MainWindow) -> list[str]:
    return [unit.name for unit in at_work(window).desk.read(units)]


def delete(file: Path) -> None:
    file.unlink()


def pull(file: Path) -> None:
    shutil.rmtree(file.parent)


def overwrite(file: Path) -> None:
    """Put another campaign in its place, as a cloud program does."""
    other = make_file(file.with_name("other.brik"), battle=False)
    other.replace(file)


LONG = AddNote(text="x" * 9000)


def fill(desk: Desk, *, full: bool) -> None:
    """Leave no room for another page, as on a full drive, or make room again."""
    connection = driver_connection(desk.campaign.engine)
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages if full else 100_000}")


def notes(window: MainWindow) -> int:
    return sum(entry.kind is Kind.NOTE for entry in at_work(window).desk.read(log))


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("lose", [delete, pull, overwrite])
def test_a_lost_file_is_noticed_without_any_act_and_its_acts_are_kept(
    window: MainWindow, file: Path, lose: Callable[[Path], None]
) -> None:
    lose(file)
    at_work(window).desk.look_at_the_file()
    asked = question(window)
    assert "Nothing is lost: all acts are kept on this computer." in asked.words
    (kept,) = default_backup_dir().glob("*.rescued.brik")
    with Campaign.open(kept, read_only=True) as campaign:
        assert [unit.name for unit in campaign.read(units)] == ["Sir Bob"]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("lose", [delete, pull, overwrite])
def test_enter_goes_on_with_a_copy_on_this_computer(
    window: MainWindow, file: Path, lose: Callable[[Path], None]
) -> None:
    lose(file)
    there = file.read_bytes() if file.exists() else None
    assert isinstance(at_work(window).desk.do(AddUnit(player_id=1, name="Late", size=1)), NotDone)
    press(Key.Key_Return)
    assert at_work(window).desk.path == campaigns_dir() / "war.brik"
    assert names(window) == ["Sir Bob"]
    assert isinstance(at_work(window).desk.do(AddUnit(player_id=1, name="Late", size=1)), Changes)
    assert names(window) == ["Sir Bob", "Late"]
    assert (file.read_bytes() if file.exists() else None) == there, "the other file is not touched"


def test_it_can_be_saved_where_it_was(
    window: MainWindow, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    delete(file)
    at_work(window).desk.look_at_the_file()
    answer(window, "Save it elsewhere…")
    assert at_work(window).desk.path == file
    assert names(window) == ["Sir Bob"]


def test_a_stick_that_is_plugged_in_again_is_opened_again(window: MainWindow, file: Path) -> None:
    away = file.parent.rename(file.parent.with_name("pulled"))
    at_work(window).desk.look_at_the_file()
    answer(window, "I have plugged it in again")
    assert "not there yet" in question(window).words
    away.rename(file.parent)
    answer(window, "I have plugged it in again")
    assert at_work(window).desk.path == file
    assert not at_work(window).desk.read_only
    assert names(window) == ["Sir Bob"]


def test_what_replaced_it_can_be_opened(window: MainWindow, file: Path) -> None:
    overwrite(file)
    at_work(window).desk.look_at_the_file()
    assert question(window).title == "war.brik was replaced"
    answer(window, "Compare with what is there")
    assert names(window) == []


def test_it_can_be_looked_at_without_writing(window: MainWindow, file: Path) -> None:
    delete(file)
    at_work(window).desk.look_at_the_file()
    answer(window, "Only look")
    assert at_work(window).desk.read_only
    assert names(window) == ["Sir Bob"]
    assert isinstance(at_work(window).desk.do(AddUnit(player_id=1, name="Late", size=1)), NotDone)


def cut_off(file: Path) -> None:
    """Cut it off in place, as by a program that copies over it."""
    with file.open("r+b") as other:
        other.truncate(4096)


def test_of_a_file_cut_off_where_it_lies_all_acts_are_put_together(
    window: MainWindow, file: Path
) -> None:
    cut_off(file)
    at_work(window).desk.look_at_the_file()
    asked = question(window)
    assert "Nothing is lost: all acts are kept on this computer." in asked.words
    at_work(window)._lost.continue_here()
    settle()
    assert at_work(window).desk.path == campaigns_dir() / "war.brik"
    assert names(window) == ["Sir Bob"]


def test_where_acts_were_not_recorded_the_backup_is_offered_and_what_it_lacks_is_told(
    window: MainWindow, file: Path
) -> None:
    for lines in default_backup_dir().parent.glob("recorder/*/*"):
        lines.unlink()
    cut_off(file)
    at_work(window).desk.look_at_the_file()
    asked = question(window)
    assert "The last good backup is from today" in asked.words
    assert "later acts are not in it" in asked.words
    assert "Nothing is lost" not in asked.words
    at_work(window)._lost.continue_here()
    settle()
    assert names(window) == []  # Sir Bob came after it


def older_copy(window: MainWindow, file: Path, tmp_path: Path) -> Path:
    """Return a copy of the file, after which Sir Bob is joined by Late."""
    copy = Path(shutil.copy(file, tmp_path / "older.brik"))
    at_work(window).desk.do(AddUnit(player_id=1, name="Late", size=1))
    return copy


def test_an_act_is_not_written_over_an_older_copy_and_all_acts_are_kept(
    window: MainWindow, file: Path, tmp_path: Path
) -> None:
    shutil.copyfile(older_copy(window, file, tmp_path), file)  # cp writes over it where it lies
    there = file.read_bytes()
    assert isinstance(at_work(window).desk.do(AddUnit(player_id=1, name="Later", size=1)), NotDone)
    assert file.read_bytes() == there
    assert question(window).title == "war.brik was replaced"
    answer(window, "Continue here")
    assert names(window) == ["Sir Bob", "Late"]
    assert file.read_bytes() == there


def test_what_is_there_is_compared_act_by_act_and_this_computers_can_go_on(
    window: MainWindow, file: Path, tmp_path: Path
) -> None:
    shutil.copyfile(older_copy(window, file, tmp_path), file)
    at_work(window).desk.look_at_the_file()
    answer(window, "Compare with what is there")
    (sheet,) = window.findChildren(LineageSheet)
    said = " ".join(label.text() for label in sheet.findChildren(QLabel))
    assert "This file is older" in said
    assert "Add Late" in said
    press(Key.Key_Return)  # the usual answer: this computer's
    for job in window.findChildren(Job):
        job.wait()
    settle()
    assert at_work(window).desk.path == file
    assert names(window) == ["Sir Bob", "Late"]


def test_no_key_reaches_the_start_screen_while_a_file_is_brought_back(
    window: MainWindow, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end, opened = Event(), list[Path]()

    def slow(copy: Copy, path: Path, progress: Progress) -> BroughtBack:
        may_end.wait()
        return bring_back(copy, path, progress)

    monkeypatch.setattr("ui.window.opening.bring_back", slow)
    other = make_file(tmp_path / "other.brik")
    window.open_path(other)
    window.open_path(file)
    older = older_copy(window, file, tmp_path)
    window.close_campaign()
    shutil.copyfile(older, file)
    window.opened.connect(lambda: opened.append(at_work(window).desk.path))
    press(Key.Key_Return)  # the newest file, which is older than what was played here
    assert window.findChildren(LineageSheet)
    press(Key.Key_Space)  # the usual answer
    for key in (Key.Key_Down, Key.Key_Return, Key.Key_1):
        press(key)
    meanwhile = list(opened)
    may_end.set()  # before anything is asserted: the window waits for the thread when it closes
    for job in window.findChildren(Job):
        job.wait()
    settle()
    assert meanwhile == []
    assert opened == [file]
    assert names(window) == ["Sir Bob", "Late"]


def test_bringing_back_is_cancelled_with_esc_and_leaves_the_file_as_it_is(
    window: MainWindow, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancelled = Event()

    def slow(copy: Copy, path: Path, progress: Progress) -> BroughtBack:
        cancelled.wait()
        return bring_back(copy, path, progress)

    monkeypatch.setattr("ui.window.opening.bring_back", slow)
    window.open_path(file)
    older = older_copy(window, file, tmp_path)
    window.close_campaign()
    shutil.copyfile(older, file)
    found = file.read_bytes()
    press(Key.Key_Return)
    press(Key.Key_Space)
    (sheet,) = window.findChildren(ErrandSheet)
    assert sheet.words.text() == f"Bringing back {file.name}"
    press(Key.Key_Escape)
    cancelled.set()
    for job in window.findChildren(Job):
        job.wait()
    settle()
    assert window.findChildren(ErrandSheet) == []
    assert file.read_bytes() == found
    assert window.stack.currentWidget() is window.start


def test_the_file_can_go_on_and_what_was_played_here_is_kept(
    window: MainWindow, file: Path, tmp_path: Path
) -> None:
    shutil.copyfile(older_copy(window, file, tmp_path), file)
    at_work(window).desk.look_at_the_file()
    answer(window, "Compare with what is there")
    (sheet,) = window.findChildren(LineageSheet)
    sheet.buttons[1].click()
    settle()
    assert names(window) == ["Sir Bob"]
    (kept,) = default_backup_dir().glob("*.kept-*.brik")
    with Campaign.open(kept, read_only=True) as campaign:
        assert [unit.name for unit in campaign.read(units)] == ["Sir Bob", "Late"]


def test_acts_that_cannot_be_recorded_are_done_all_the_same_and_it_is_told_once(
    window: MainWindow, file: Path
) -> None:
    told: list[str] = []
    desk = at_work(window).desk
    desk.failed.connect(told.append)
    (folder,) = default_backup_dir().parent.glob("recorder/*")
    shutil.rmtree(folder)
    folder.write_text("in the way")
    assert isinstance(desk.do(AddUnit(player_id=1, name="Late", size=1)), Changes)
    assert isinstance(desk.do(AddUnit(player_id=1, name="Later", size=1)), Changes)
    assert len(told) == 1
    assert "The game is saved" in told[0]


def test_all_ways_stand_below_the_words_and_inside_the_card(window: MainWindow, file: Path) -> None:
    window.resize(800, 560)
    delete(file)
    at_work(window).desk.look_at_the_file()
    asked = question(window)
    card = asked.sheet.rect()
    words = asked._scroll.mapTo(asked.sheet, asked._scroll.rect().bottomLeft()).y()
    for button in asked.buttons:
        place = QRect(button.mapTo(asked.sheet, QPoint(0, 0)), button.size())
        assert card.contains(place)
        assert place.left() >= 20
        assert place.top() > words


def test_it_asks_once_and_again_after_the_next_act(window: MainWindow, file: Path) -> None:
    delete(file)
    desk = at_work(window).desk
    desk.look_at_the_file()
    desk.look_at_the_file()
    assert len(questions(window)) == 1
    press(Key.Key_Escape)
    assert questions(window) == []
    desk.do(AddUnit(player_id=1, name="Late", size=1))
    assert len(questions(window)) == 1


def test_what_could_not_be_written_is_tried_again(window: MainWindow, file: Path) -> None:
    desk = at_work(window).desk
    fill(desk, full=True)
    assert isinstance(desk.do(LONG), NotDone)
    assert question(window).title == "Not saved"
    assert "the drive is full" in question(window).words
    assert notes(window) == 0
    fill(desk, full=False)
    answer(window, "Try again")
    assert questions(window) == []
    assert notes(window) == 1


def test_what_could_not_be_written_is_saved_on_this_computer(
    window: MainWindow, file: Path
) -> None:
    fill(at_work(window).desk, full=True)
    at_work(window).desk.do(LONG)
    answer(window, "Save on this computer")
    assert at_work(window).desk.path == campaigns_dir() / "war.brik"
    assert names(window) == ["Sir Bob"]
    assert isinstance(at_work(window).desk.do(LONG), Changes)
    assert notes(window) == 1


def test_a_file_that_cannot_even_be_read_is_told_of(window: MainWindow, file: Path) -> None:
    file.with_name("war.brik-journal").mkdir()  # SQLite takes it for a journal and gives up
    assert isinstance(at_work(window).desk.undo(), NotDone)
    assert question(window).title == "Not saved"


def test_closing_the_window_after_a_loss_writes_nothing_into_another_file(
    window: MainWindow, file: Path
) -> None:
    overwrite(file)
    there = file.read_bytes()
    at_work(window).desk.look_at_the_file()
    press(Key.Key_Escape)
    window.close_campaign()
    assert file.read_bytes() == there


def test_while_nobody_plays_the_file_is_looked_at_seldom(window: MainWindow, file: Path) -> None:
    """Another program's act is seen all the same, and then the looks are frequent again."""
    desk = at_work(window).desk
    looks = desk._watch
    for _ in range(IDLE_AFTER + CLOSE_LOOKS):
        looks.timeout.emit()
    assert looks.interval() == LOOK_WHILE_IDLE
    seen: list[Changes] = []
    desk.changed.connect(seen.append)
    break_lock(file)
    with Campaign.open(file) as other:
        other.do(RenameCampaign(name="Written elsewhere"))
    looks.timeout.emit()
    assert [changes.title for changes in seen] == [""]  # all is read again
    assert looks.interval() == LOOK_AT_THE_FILE


def test_a_file_of_which_only_the_rights_change_is_checked_once(
    window: MainWindow, file: Path
) -> None:
    looks = at_work(window).desk.campaign
    file.chmod(0o600)
    assert not looks.others_wrote()
    for _ in range(CLOSE_LOOKS):
        looks.looks_untouched()
    assert looks.looks_untouched()
