"""What a game needs is imported when the referee is at work, and most of it only in a pause."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from ui.window import loading
from ui.window.loading import LaterLoader


@pytest.fixture
def imported(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the modules that a loader imports, as it does so; a pause is short."""
    seen: list[str] = []
    monkeypatch.setattr(loading.importlib, "import_module", seen.append)
    monkeypatch.setattr(loading, "SOON", ("workspace",))
    monkeypatch.setattr(loading, "LATER", ("attack", "palette"))
    monkeypatch.setattr(loading, "PLAYED", ("walls",))
    monkeypatch.setattr(loading, "PAUSE", 50)
    return seen


@pytest.fixture
def two_fields(qtbot: QtBot) -> QWidget:
    """Return a window with two fields, the focus in the first."""
    window = QWidget()
    line = QHBoxLayout(window)
    for _ in range(2):
        line.addWidget(QLineEdit())
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    window.findChildren(QLineEdit)[0].setFocus()
    qtbot.waitUntil(lambda: window.findChildren(QLineEdit)[0].hasFocus())
    return window


def test_the_workspaces_come_at_the_first_key_and_the_rest_in_the_pause(
    qtbot: QtBot, two_fields: QWidget, imported: list[str]
) -> None:
    loader = LaterLoader(two_fields)
    loader.at_work()
    loader.wait_for_the_referee()
    QApplication.processEvents()
    assert imported == [], "an untouched campaign needs nothing"
    two_fields.findChildren(QLineEdit)[1].setFocus()
    qtbot.waitUntil(lambda: imported == ["workspace"])
    qtbot.waitUntil(lambda: imported == ["workspace", "attack", "palette"])
    loader.at_work()
    loader.wait()
    assert imported == ["workspace", "attack", "palette"], "each only once"
    loader.played()
    qtbot.waitUntil(lambda: imported[3:] == ["attack", "palette", "walls"])


def test_a_window_that_closes_has_nothing_more_imported(
    qtbot: QtBot, two_fields: QWidget, imported: list[str]
) -> None:
    loader = LaterLoader(two_fields)
    loader.wait_for_the_referee()
    loader.at_work()
    qtbot.waitUntil(lambda: imported == ["workspace"])
    loader.stop()
    loader.wait()
    longer = QTimer(two_fields, singleShot=True, interval=2 * loading.PAUSE)
    with qtbot.waitSignal(longer.timeout):
        longer.start()
    assert imported == ["workspace"]
