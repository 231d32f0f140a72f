"""A whole window with a campaign file, as a test opens it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.store.campaign import Campaign
from tests.played_once import copied
from ui.campaign.settings import Remembered
from ui.look.theme import Theme
from ui.window.campaign_at_work import AtWork
from ui.window.main_window import MainWindow

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
Key = Qt.Key


def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep settings, campaigns and backups of a test to itself."""
    monkeypatch.setenv("BRIKDESK_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("BRIKDESK_CAMPAIGNS_DIR", str(tmp_path / "campaigns"))
    monkeypatch.setenv("BRIKDESK_DATA_DIR", str(tmp_path / "data"))


def make_file(path: Path, *, battle: bool = True) -> Path:
    """Make a campaign of three players, by default in a running battle: Ann's turn 1."""
    return copied(path, _play, battle)


def _play(campaign: Campaign, battle: bool) -> None:
    campaign.do(CreateCampaign(name="Test of Strength", uuid="test"))
    for name, faction, colour in (
        ("Ann", "Amber Army", "sky"),
        ("Ben", "Brick Brigade", "orchid"),
        ("Cleo", "Clutch Crew", "lime"),
    ):
        campaign.do(AddPlayer(name=name, faction=faction, colour=colour))
    if battle:
        campaign.do(NewBattle(name="First Clash", player_ids=(1, 2, 3)))
        campaign.do(StartBattle())
    campaign.seal()


@contextmanager
def open_window(
    qtbot: QtBot, theme: Theme, file: Path | None = None, size: tuple[int, int] = (1440, 900)
) -> Iterator[MainWindow]:
    """Show a window, with a campaign if a file is given; it is closed at the end."""
    window = MainWindow(theme, Remembered())
    chance = iter([3, 1, 4, 1, 2] * 200)
    window.thrower = lambda sides: min(sides, next(chance))
    window.resize(*size)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: window.is_ready)
    qtbot.waitUntil(window.isActiveWindow)
    window.resize(*size)  # it keeps to the screen when it opens: that of the tests is small
    try:
        if file is not None:
            window.open_path(file)
            qtbot.waitUntil(lambda: window.at_work is not None)
            settle()
        yield window
    finally:
        if not window.close():  # the first close said what failed, and left its threads running
            window.close()
        window.deleteLater()


def at_work(window: MainWindow) -> AtWork:
    """Return the open campaign of a window."""
    assert window.at_work is not None
    return window.at_work


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press a key where the focus is."""
    QTest.keyClick(focus(), key, modifiers)
    settle()


def type_into(edit: QLineEdit, words: str) -> None:
    """Type over what stands in a field."""
    edit.setFocus()
    edit.selectAll()
    if words:
        QTest.keyClicks(edit, words)
    else:
        edit.clear()
        edit.textEdited.emit("")


def typed(words: str) -> None:
    """Type words where the focus is."""
    QTest.keyClicks(focus(), words)
    settle()


def focus() -> QWidget:
    """Return the widget that has the keys."""
    now = QApplication.focusWidget()
    assert now is not None, "nothing has the focus"
    return now


def settle() -> None:
    """Let what was posted happen."""
    for _ in range(4):
        QApplication.processEvents()


def shown(window: MainWindow, kind: type[QWidget], where: Callable[[QWidget], bool]) -> list[str]:
    """Return the names of visible widgets of a kind that meet a condition."""
    found = window.findChildren(kind)
    return [widget.accessibleName() for widget in found if widget.isVisible() and where(widget)]
