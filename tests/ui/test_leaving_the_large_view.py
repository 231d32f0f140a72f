"""However the large view is left, the focus is on something that is seen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.queue.start_scene import make_scene
from tests.ui.window_scene import CTRL, NONE, Key, at_work, open_window, press, settle
from ui.look.theme import Theme
from ui.window.main_window import MainWindow

WORKSPACES = {
    "battle": Key.Key_1,
    "units": Key.Key_2,
    "ledger": Key.Key_3,
    "log": Key.Key_4,
    "report": Key.Key_5,
}
WAYS_OUT = {
    "F": (Key.Key_F, NONE),
    "Esc": (Key.Key_Escape, NONE),
    "units": (Key.Key_B, CTRL),
    "ledger": (Key.Key_J, CTRL),
    **{f"to the {name}": (key, CTRL) for name, key in WORKSPACES.items()},
}


@pytest.fixture
def scene(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    made = make_scene(tmp_path / "scene.brik")
    made.close()
    with open_window(qtbot, theme, made.path) as opened:
        yield opened


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("wide", [1440, 1000, 820])
def test_the_focus_is_seen_after_each_way_out_of_the_large_view(
    scene: MainWindow, wide: int
) -> None:
    scene.resize(wide, 700)
    settle()
    view = at_work(scene).view
    large = view.panel("large")
    hidden = []
    for workspace, to in WORKSPACES.items():
        for way, (key, modifiers) in WAYS_OUT.items():
            press(to, CTRL)
            view.hub.large_asked.emit(True)  # as its command does: F is a letter in some lists
            assert large.isVisible(), (workspace, way)
            press(key, modifiers)
            settle()
            now = QApplication.focusWidget()
            if now is None or not now.isVisible() or large.isVisible():
                hidden.append((workspace, way))
    assert hidden == []
