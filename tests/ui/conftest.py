"""Qt without a screen, the shipped look, and no warning of Qt's that goes unnoticed."""

import os
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pathlib import Path

import pytest
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from tests.ui.roster_scene import make_roster
from tests.ui.window_scene import make_file, open_window, own_folders
from ui.campaign.desk import Desk
from ui.look.theme import Look, Theme
from ui.window.main_window import MainWindow

HARMLESS = ("propagateSizeHints", "does not support raise()", "support grabbing the keyboard")
"""What the offscreen platform always says."""


@pytest.fixture(autouse=True)
def qt_says_nothing() -> Iterator[None]:
    """Fail a test during which Qt warned."""
    said: list[str] = []

    def listen(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not any(word in text for word in HARMLESS):
            said.append(text)

    before = qInstallMessageHandler(listen)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
    assert not said, "Qt warned: " + "; ".join(said)


@pytest.fixture(autouse=True)
def nothing_stays_behind() -> Iterator[None]:
    """Delete the widgets of a test when it ends: each theme dresses all that are still there.

    One that belongs to no other, and that nobody deletes, is a part that the desk made and laid out
    nowhere: it would stay as long as the program runs.
    """
    before = QApplication.topLevelWidgets()
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    alone = (each for each in QApplication.topLevelWidgets() if each.parent() is None)
    left = [each for each in alone if each not in before]
    for widget in left:
        widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not left, f"left behind: {left}"


@pytest.fixture(params=["dark"])
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Theme]:
    """Yield the dark look at 100 %, worn by the application."""
    look = Theme(Look(request.param))
    look.dress(qapp)
    yield look
    look.deleteLater()


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Campaign]:
    """Yield a running battle with a bit of everything on the table."""
    made = make_roster(tmp_path / "roster.brik")
    yield made
    made.close()


@pytest.fixture
def desk(scene: Campaign, qtbot: QtBot) -> Iterator[Desk]:
    """Yield the desk over it."""
    made = Desk(scene)
    yield made
    made._watch.stop()


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep settings, campaigns and backups of each test to itself."""
    own_folders(tmp_path, monkeypatch)


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    """Return a window with a campaign of three players in a running battle."""
    with open_window(qtbot, theme, make_file(tmp_path / "campaign.brik")) as opened:
        yield opened
