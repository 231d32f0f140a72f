"""What is painted while the card of a step changes: each key gives one picture, never one between."""

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.queue.panel_scene import Make
from ui.panels.queue.panel import StartPanel

K = Qt.Key

Places = tuple[tuple[int, int, int, int], ...]


class Frames(QObject):
    """Notes where all parts of a panel are whenever one of them is painted."""

    def __init__(self, panel: StartPanel) -> None:
        super().__init__()
        self._body = panel._body
        self.seen: list[Places] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            parts = [part for part in self._body.findChildren(QWidget) if part.isVisible()]
            self.seen.append(tuple(part.geometry().getRect() for part in parts))
        return False

    def of(self, *keys: Qt.Key) -> set[Places]:
        """Press keys, one after another, and return the different frames up to the last."""
        self.seen.clear()
        for key in keys:
            QTest.keyClick(QApplication.focusWidget(), key)
        QApplication.processEvents()
        return set(self.seen)


@pytest.fixture
def frames(make: Make, qtbot: QtBot) -> Frames:
    panel = make()
    made = Frames(panel)
    for part in (panel._body, *panel._body.findChildren(QWidget)):
        part.installEventFilter(made)
    return made


def test_a_die_that_adds_a_line_is_painted_once(frames: Frames) -> None:
    assert len(frames.of(K.Key_1)) == 1


def test_the_step_after_one_with_fewer_lines_is_painted_once(frames: Frames) -> None:
    frames.of(K.Key_1)
    assert len(frames.of(K.Key_Return)) == 1


def test_a_question_and_its_answer_are_painted_once_each(frames: Frames) -> None:
    frames.of(K.Key_4)
    assert len(frames.of(K.Key_B)) == 1


def test_the_next_step_is_painted_once(frames: Frames) -> None:
    frames.of(K.Key_4, K.Key_B)
    assert len(frames.of(K.Key_Return)) == 1
