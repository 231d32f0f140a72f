"""Whatever the window shows, no sealed face is worked out before its roll is declared and saved."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from brikdesk.turns import seal
from tests.sealed_game import SEED, Watched, make_sealed_game, rolls
from tests.ui.window_scene import Key, at_work, open_window, press, settle, typed
from ui.look.theme import Theme
from ui.models.commands import COMMANDS
from ui.window.main_window import MainWindow

ALT = Qt.KeyboardModifier.AltModifier

ELSEWHERE = {
    "File", "Help",  # what leaves the window for a file, and what knows no campaign
    "undo", "redo", "settings", "large", "full_screen", "theme", "larger", "smaller", "normal",
    "new_battle", "end_battle", "end_turn", "menu",
}  # fmt: skip
"""Groups of commands, and commands, that show no part of the battle which another does not."""

SHOWN = [row.id for row in COMMANDS if not {row.id, row.menu} & ELSEWHERE]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    monkeypatch.setattr(seal.secrets, "token_hex", lambda _bytes: SEED)
    return Watched(monkeypatch)


@pytest.fixture
def file(tmp_path: Path, watched: Watched) -> Path:
    path = make_sealed_game(tmp_path / "game.brik")
    watched.faces = 0
    return path


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, file: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, file) as made:
        yield made


def words_shown(window: MainWindow) -> str:
    """Return what a reader of the screen is told by all that is there, hidden or not."""
    told = (
        f"{each.accessibleName()} {each.accessibleDescription()} {each.toolTip()}"
        for each in window.findChildren(QWidget)
    )
    return " ".join(told)


@pytest.mark.thorough(every=4)
@pytest.mark.parametrize("command", SHOWN)
def test_no_command_of_the_window_works_a_face_out(
    window: MainWindow, watched: Watched, file: Path, command: str
) -> None:
    window.commands[command].trigger()
    settle()
    assert SEED not in words_shown(window)
    for _ in range(3):
        press(Key.Key_Escape)
    assert watched.faces == 0
    assert rolls(file) == 1


def test_the_past_a_trial_and_a_typed_line_work_no_face_out_and_the_roll_does(
    window: MainWindow, watched: Watched, file: Path
) -> None:
    press(Key.Key_F7)
    for _ in range(4):
        press(Key.Key_Left, ALT)
    press(Key.Key_End, ALT)
    press(Key.Key_Escape)
    window.commands["palette"].trigger()
    settle()
    typed('pike fires gun at wall, 4"')
    press(Key.Key_Escape)
    press(Key.Key_A)
    press(Key.Key_H)
    press(Key.Key_Escape)
    press(Key.Key_Escape)
    press(Key.Key_F8)
    trial = at_work(window)
    as_it_was = trial.desk.campaign.digest()
    press(Key.Key_Space)  # a trial throws outside of the seal
    press(Key.Key_Return)
    assert trial.desk.campaign.digest() != as_it_was, "the step is done in the trial"
    press(Key.Key_F8)
    press(Key.Key_D)
    assert watched.faces == 0
    assert rolls(file) == 1
    press(Key.Key_Space)
    settle()
    assert watched.faces > 0
    assert rolls(file) == 2
