"""The panel of the attack, worked by keys."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.window_scene import settle
from ui.panels.attack.panel import AttackPanel

K = Qt.Key


NONE = Qt.KeyboardModifier.NoModifier


Make = Callable[..., AttackPanel]


def press(*keys: Qt.Key) -> None:
    for key in keys:
        focus = QApplication.focusWidget()
        assert focus is not None, "nothing has the focus"
        QTest.keyClick(focus, key, NONE)
        settle()


def typed(words: str) -> None:
    for letter in words:
        focus = QApplication.focusWidget()
        assert focus is not None, "nothing has the focus"
        QTest.keyClicks(focus, letter)
        settle()


def begin(panel: AttackPanel, unit_id: int) -> None:
    panel.controller.begin_with(unit_id)
    settle()


def counted(qtbot: QtBot, panel: AttackPanel) -> None:
    qtbot.waitUntil(lambda: panel.controller.reckoner.odds is not None)
    qtbot.waitUntil(lambda: not panel.controller.reckoner.counting)
    settle()


def said(panel: AttackPanel) -> str:
    return panel.foot.refusal.sentence()


def tally(keys: list[str]) -> int:
    """Count the keys that are no dice."""
    return sum(not key.isdigit() for key in keys)
