"""When Python collects what is no longer needed: in pauses, not while somebody types."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from brikdesk.store.campaign import Campaign
from tests import garbage
from tests.ui.window_scene import Key, make_file, open_window, settle
from ui.look.theme import Theme
from ui.window import loading
from ui.window.loading import Pauses
from ui.window.main_window import MainWindow


@pytest.fixture(autouse=True)
def as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(loading, "PAUSE", 0)
    monkeypatch.setattr(loading, "DUE", 0)
    yield
    gc.unfreeze()


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, make_file(tmp_path / "campaign.brik")) as opened:
        Pauses(opened)
        opened.painted.emit()
        opened.ready.emit()
        yield opened


class PutAway:
    """Something that only a collection finds, as it holds itself."""

    def __init__(self, deleted: list[bool]) -> None:
        self.me, self.deleted = self, deleted

    def __del__(self) -> None:
        self.deleted.append(True)


def test_garbage_goes_between_two_events_and_never_within_one(
    window: MainWindow, qtbot: QtBot
) -> None:
    deleted: list[bool] = []
    within: list[int] = []

    def make_garbage() -> None:
        for _ in range(2 * loading.NEW):
            PutAway(deleted)
        within.append(len(deleted))

    QTimer.singleShot(0, window, make_garbage)
    qtbot.waitUntil(lambda: len(deleted) == 2 * loading.NEW)
    assert within == [0]


def test_without_a_window_python_collects_by_itself(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with open_window(qtbot, theme, make_file(tmp_path / "campaign.brik")) as opened:
        made = Pauses(opened)
        assert not gc.isenabled()
        delete(made)
        qtbot.waitUntil(gc.isenabled)


def test_the_pause_after_a_key_is_when_old_objects_are_collected(
    window: MainWindow, qtbot: QtBot
) -> None:
    collected = list[int]()

    def listen(phase: str, told: dict[str, int]) -> None:
        collected.extend([told["generation"]] if phase == "stop" else [])

    gc.callbacks.append(listen)
    try:
        handle = window.windowHandle()
        assert handle is not None
        settle()
        assert 2 not in collected  # nobody has typed yet, so there is no pause after it
        QTest.keyClick(handle, Key.Key_Down)
        qtbot.waitUntil(lambda: 2 in collected)
    finally:
        gc.callbacks.remove(listen)


def test_in_a_pause_the_campaign_that_was_open_before_is_given_back(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc, "freeze", garbage.freeze)
    monkeypatch.setattr(gc, "unfreeze", garbage.unfreeze)
    frozen = gc.get_freeze_count()
    window.opened.emit()  # as when the first campaign was opened
    qtbot.waitUntil(lambda: gc.get_freeze_count() > frozen)
    assert window.at_work is not None
    desk = weakref.ref(window.at_work.desk)
    window.show_campaign(Campaign.open(make_file(tmp_path / "another.brik")))
    qtbot.waitUntil(lambda: desk() is None)
    assert window.at_work.desk.campaign.path == tmp_path / "another.brik"
