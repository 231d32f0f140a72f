"""When Python collects what is no longer needed: in pauses, not while somebody types."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from tests.ui.window_scene import Key, make_file, open_window, settle
from ui.look.theme import Theme
from ui.window import pauses
from ui.window.main_window import MainWindow
from ui.window.pauses import Pauses


@pytest.fixture(autouse=True)
def as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(pauses, "PAUSE", 0)
    monkeypatch.setattr(pauses, "DUE", 0)
    before = gc.get_threshold()
    gc.disable()  # what Python begins by itself is not what is asked about
    yield
    gc.enable()
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, make_file(tmp_path / "campaign.brik")) as opened:
        Pauses(opened)
        opened.painted.emit()
        yield opened


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
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    frozen = gc.get_freeze_count()
    window.opened.emit()  # as when the first campaign was opened
    qtbot.waitUntil(lambda: gc.get_freeze_count() > frozen)
    assert window.at_work is not None
    desk = weakref.ref(window.at_work.desk)
    window.show_campaign(Campaign.open(make_file(tmp_path / "another.brik")))
    qtbot.waitUntil(lambda: desk() is None)
    assert window.at_work.desk.campaign.path == tmp_path / "another.brik"
