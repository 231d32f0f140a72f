"""Backups and closing: what takes long of them is done beside the window."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread

import pytest
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.store import life
from brikdesk.store import life as campaigns
from brikdesk.store import recovery as restoring
from brikdesk.store.backups import backup_name, backups, default_backup_dir
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.copies import Copy, bring_back, copies_of
from brikdesk.store.file.faults import Damaged
from brikdesk.store.file.lock import FileLock
from brikdesk.store.session import Progress
from tests.ui.window_scene import Key, at_work, make_file, open_window, press, settle
from ui.dialogs.backups_and_lineage import BackupsSheet
from ui.forms.sheet import Question
from ui.look.theme import Theme
from ui.window.main_window import MainWindow
from ui.window.opening import BringingBack, _look

pytestmark = pytest.mark.thorough(every=3)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return make_file(tmp_path / "campaign.brik")


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, file: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, file) as opened:
        yield opened


@pytest.fixture
def checked_on(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[Thread]:
    """Return the threads on which copies are checked."""
    threads: list[Thread] = []
    check = life.verify

    def noted(*args: object, **named: object) -> None:
        threads.append(current_thread())
        check(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(life, "verify", noted)
    return threads


def kept(file: Path) -> list[Path]:
    return [each.path for each in backups(default_backup_dir(), backup_name(file))]


def the_record_is_lost() -> None:
    """Take away what was recorded since the last backup: only a whole one holds the game then."""
    for lines in default_backup_dir().parent.glob("recorder/*/*.jsonl"):
        lines.unlink()


def half_an_hour_passes(qtbot: QtBot, window: MainWindow) -> None:
    backing_up = at_work(window).backing_up
    backing_up.timer.timeout.emit()
    assert isinstance(at_work(window).desk.do(EndTurn()), Changes), "nothing can be done meanwhile"
    qtbot.waitUntil(lambda: backing_up._check is None)


def test_what_is_in_the_record_needs_no_whole_backup(
    qtbot: QtBot, window: MainWindow, file: Path, checked_on: list[Thread]
) -> None:
    before = kept(file)
    at_work(window).desk.do(EndTurn())
    half_an_hour_passes(qtbot, window)
    digest = at_work(window).desk.campaign.digest()
    window.close_campaign()
    assert (kept(file), checked_on) == (before, [])
    file.unlink()
    bring_back(copies_of(file)[0], file)
    with Campaign.open(file, read_only=True) as again:
        assert again.digest() == digest


def test_the_half_hourly_backup_is_checked_while_the_game_goes_on(
    qtbot: QtBot, window: MainWindow, file: Path, checked_on: list[Thread]
) -> None:
    at_work(window).desk.do(EndTurn())
    before, digest = kept(file), at_work(window).desk.campaign.digest()
    the_record_is_lost()
    half_an_hour_passes(qtbot, window)
    new = [path for path in kept(file) if path not in before]
    assert len(new) == 1
    with Campaign.open(new[0], read_only=True) as copy:
        assert copy.digest() == digest, "it holds something else than what was saved then"
    assert checked_on[0] is not main_thread()


def test_a_backup_that_is_not_good_is_told_and_does_not_count(
    qtbot: QtBot, window: MainWindow, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise Damaged("a page is missing")

    at_work(window).desk.do(EndTurn())
    before = kept(file)
    the_record_is_lost()
    monkeypatch.setattr(life, "verify", broken)
    with qtbot.waitSignal(at_work(window).backing_up.failed):
        at_work(window).backing_up.timer.timeout.emit()
    assert "damaged" in at_work(window).view.status.words()
    assert kept(file) == before
    monkeypatch.undo()


def test_a_large_campaign_is_closed_beside_the_window(
    window: MainWindow, file: Path, checked_on: list[Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaigns, "LARGE_FILE", 1)
    at_work(window).desk.do(EndTurn())
    digest, before = at_work(window).desk.campaign.digest(), kept(file)
    the_record_is_lost()
    window.close_campaign()
    assert window.at_work is None
    assert checked_on
    assert main_thread() not in checked_on
    assert len(kept(file)) == len(before) + 1
    with Campaign.open(file, read_only=True) as again:
        assert again.digest() == digest


def test_what_goes_wrong_at_closing_is_told(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise Damaged("a page is missing")

    monkeypatch.setattr(campaigns, "LARGE_FILE", 1)
    at_work(window).desk.do(EndTurn())
    the_record_is_lost()
    monkeypatch.setattr(life, "verify", broken)
    told = at_work(window).end()
    window.at_work = None
    assert "damaged" in " ".join(told)


def sheet_of(qtbot: QtBot, window: MainWindow) -> BackupsSheet:
    window.show_backups()
    (sheet,) = window.findChildren(BackupsSheet)
    qtbot.waitUntil(lambda: bool(sheet.rows))
    return sheet


def names(sheet: BackupsSheet) -> list[str]:
    return [row.accessibleName() for row in sheet.rows]


def test_any_act_of_an_evening_is_chosen_and_brought_back(
    qtbot: QtBot, window: MainWindow, file: Path
) -> None:
    digests = []
    for _ in range(3):
        at_work(window).desk.do(EndTurn())
        digests.append(at_work(window).desk.campaign.digest())
    sheet = sheet_of(qtbot, window)
    assert "allowed" in sheet._words.text()
    assert "3 acts, Act 7 to 9: any of them" in names(sheet)[-1]
    sheet.reveal(sheet.rows[-1])
    press(Key.Key_Return)
    assert [name.split(",")[0] for name in names(sheet)] == [
        "Act 9",
        "Act 8",
        "Act 7",
        "All backups",
    ]
    press(Key.Key_Down)
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: any(q.is_open() for q in window.findChildren(Question)))
    (asked,) = (q for q in window.findChildren(Question) if q.is_open())
    assert "to act 8." in asked.words
    press(Key.Key_Return)
    qtbot.waitUntil(
        lambda: window.at_work is not None and at_work(window).desk.campaign.tip.act == 8
    )
    assert at_work(window).desk.campaign.digest() == digests[1]


def test_from_the_acts_one_goes_back_to_all_backups(qtbot: QtBot, window: MainWindow) -> None:
    at_work(window).desk.do(EndTurn())
    sheet = sheet_of(qtbot, window)
    before = names(sheet)
    sheet.rows[-1].click()
    sheet.rows[-1].click()
    assert names(sheet) == before


def test_bringing_back_that_is_cancelled_leaves_the_campaign_open(
    qtbot: QtBot, window: MainWindow, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work(window).desk.do(EndTurn())
    digest = at_work(window).desk.campaign.digest()
    called_off = Event()

    def slow(copy: Copy, path: Path, progress: Progress) -> None:
        while True:
            called_off.wait(0.01)
            progress("Putting the acts together", 1, 1000)

    monkeypatch.setattr("ui.window.opening.bring_back", slow)
    sheet_of(qtbot, window).rows[0].click()
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: window.at_work is None)
    press(Key.Key_Escape)
    qtbot.waitUntil(lambda: window.at_work is not None)
    assert at_work(window).desk.path == file
    assert at_work(window).desk.campaign.digest() == digest
    assert isinstance(at_work(window).desk.do(EndTurn()), Changes)


def test_a_lock_that_stays_after_bringing_back_is_told(
    qtbot: QtBot, window: MainWindow, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work(window).desk.do(EndTurn())
    release = FileLock.release

    def drive_refuses(path: Path, missing_ok: bool = False) -> None:
        raise OSError(5, "Input/output error")

    def stays(lock: FileLock) -> str:
        with monkeypatch.context() as drive:
            drive.setattr(Path, "unlink", drive_refuses)
            return release(lock)

    sheet_of(qtbot, window).rows[0].click()
    take_lock = restoring.take_lock

    def locked(path: Path, now: datetime) -> FileLock:
        monkeypatch.setattr(FileLock, "release", stays)
        return take_lock(path, now)

    monkeypatch.setattr(restoring, "take_lock", locked)
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: window.at_work is not None)
    qtbot.waitUntil(lambda: any(q.is_open() for q in window.findChildren(Question)))
    (told,) = (q for q in window.findChildren(Question) if q.is_open())
    assert "campaign.brik.lock could not be removed" in told.words
    monkeypatch.setattr(FileLock, "release", release)


def test_backups_that_are_closed_at_once_are_shown_nowhere(window: MainWindow) -> None:
    """The thread is done when the sheet is deleted already; an error in a slot fails the test."""
    looking = BringingBack(window)
    found = _look(at_work(window).desk.path)
    looking.begin()
    looking.sheet.close_sheet()
    delete(looking.sheet)
    looking._show(found)
    looking._say("too late")
    settle()
    assert not [sheet for sheet in window.findChildren(BackupsSheet) if sheet.is_open()]
