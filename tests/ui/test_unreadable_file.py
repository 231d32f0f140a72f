"""While the file cannot be read, panes keep what they show, and the question stands."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.acts.units.roster import AddUnit
from brikdesk.errors import CampaignFileError
from brikdesk.store.file.faults import Damaged
from brikdesk.store.views.units import units
from tests.ui.window_scene import (
    SHIFT,
    Key,
    at_work,
    make_file,
    open_window,
    press,
    settle,
)
from ui.campaign.jobs import Job
from ui.forms.sheet import Question
from ui.look.theme import Theme
from ui.window.bars import WORKSPACES
from ui.window.defects import Defects
from ui.window.main_window import MainWindow


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return make_file(tmp_path / "war.brik")


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, file: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, file) as opened:
        at_work(opened).desk.do(AddUnit(player_id=1, name="Sir Bob", size=1))
        settle()
        yield opened


def delete(file: Path) -> None:
    file.unlink()


def cut_off(file: Path) -> None:
    """Cut it off in place, as a program does that copies over it."""
    with file.open("r+b") as other:
        other.truncate(4096)


def questions(window: MainWindow) -> list[Question]:
    for job in window.findChildren(Job):
        job.wait()
    settle()
    return [asked for asked in window.findChildren(Question) if asked.is_open()]


def question(window: MainWindow) -> Question:
    (asked,) = questions(window)
    return asked


def walk(window: MainWindow) -> None:
    """Go through every workspace, and the focus through all its panes and back."""
    for name in WORKSPACES:
        at_work(window).hub.workspace_asked.emit(name)
        settle()
        for _ in range(12):
            press(Key.Key_Tab)
            press(Key.Key_Down)
        press(Key.Key_Tab, SHIFT)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("lose", [delete, cut_off])
def test_the_focus_goes_through_all_panes_of_a_file_that_is_gone(
    window: MainWindow, file: Path, lose: Callable[[Path], None]
) -> None:
    walk(window)
    desk = at_work(window).desk
    shown = desk.read(units)
    lose(file)
    walk(window)
    assert [row.name for row in shown] == ["Sir Bob"]
    assert desk.read(units) == shown
    desk.look_at_the_file()
    assert question(window).buttons


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("lose", [delete, cut_off])
@pytest.mark.parametrize("words", ["Continue here", "Only look", "I have plugged it in again"])
def test_every_way_on_works_after_that_walk(
    window: MainWindow, file: Path, lose: Callable[[Path], None], words: str
) -> None:
    walk(window)
    lose(file)
    walk(window)
    at_work(window).desk.look_at_the_file()
    (button,) = [each for each in question(window).buttons if each.text() == words]
    button.click()
    settle()
    there = "Continue here" in words or words == "Only look"
    assert bool(window.at_work and window.at_work.desk.path != file) == there
    assert there or questions(window), "nothing is there to plug in: it is asked again"


def test_it_is_told_once_however_many_panes_ask(window: MainWindow, file: Path) -> None:
    desk, told = at_work(window).desk, []
    desk.troubled.connect(lambda error, again: told.append(error))
    desk.read(units)
    cut_off(file)
    for _ in range(3):
        desk.read(units)
        settle()
    assert len(told) == 1
    assert "cannot be read" in question(window).title


def test_nothing_older_than_the_last_act_is_shown(window: MainWindow, file: Path) -> None:
    desk = at_work(window).desk
    assert len(desk.read(units, include_lost=False)) == 1  # which no pane asks for in this way
    desk.do(AddUnit(player_id=1, name="Late", size=1))
    cut_off(file)
    with pytest.raises(CampaignFileError):
        desk.read(units, include_lost=False)


def test_what_no_pane_had_read_is_no_defect_of_the_program(window: MainWindow, file: Path) -> None:
    defects = Defects(window)
    window.hear_defects(defects)
    defects._hear(Damaged, Damaged("page 1"), None)
    assert questions(window) == []
    assert "page 1" in at_work(window).view.status.words()
    defects._hear(ValueError, ValueError("page 1"), None)
    assert question(window).objectName() == "defect"
