"""The window opens a campaign of the Sci-fi rules, settles its steps and undoes them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from pytestqt.qtbot import QtBot

from brikdesk.sample import write_scifi_sample
from brikdesk.store.act import act_from_data
from brikdesk.store.views.scifi import sf_weapons
from brikdesk.turns.queue import queue
from tests.ui.window_scene import at_work, open_window, settle
from ui.look.theme import Theme
from ui.panels.queue.panel import StartPanel
from ui.window.bars import WORKSPACES
from ui.window.main_window import MainWindow


@pytest.fixture
def stars(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    write_scifi_sample(tmp_path / "stars.brik")
    with open_window(qtbot, theme, tmp_path / "stars.brik") as opened:
        yield opened


def test_every_workspace_shows_a_campaign_of_the_sci_fi_rules(stars: MainWindow) -> None:
    work = at_work(stars)
    for name in WORKSPACES:
        work.view.show_workspace(name)
        stars.grab()
    assert work.desk.read(sf_weapons)


def test_its_step_at_turn_start_asks_nobody_and_may_settle_itself(stars: MainWindow) -> None:
    desk = at_work(stars).desk
    waiting = desk.read(queue).waiting
    if waiting:  # else the desk pane was quicker
        desk.do(act_from_data(dict(waiting[0].act)))
    found = desk.read(queue)
    assert (found.waiting, [step.key for step in found.done]) == ((), ["sfturn"])
    assert found.done[0].rule == "12-89"


@pytest.mark.rule("12-93")
def test_the_weapons_left_to_fire_are_never_squeezed(stars: MainWindow, theme: Theme) -> None:
    work = at_work(stars)
    theme.set_scale(200)
    stars.resize(900, 560)
    work.view.show_desk("start")
    settle()
    desk, panel = work.desk, stars.findChild(StartPanel)
    assert isinstance(panel, StartPanel)
    while desk.read(queue).done:
        desk.undo()
    settle()
    closing = panel.closing
    assert closing.isHidden()
    missing: list[int] = []

    class Frames(QObject):
        def eventFilter(self, card: QObject, event: QEvent) -> bool:
            if event.type() is QEvent.Type.Paint:
                missing.append(closing.heightForWidth(closing.width()) - closing.height())
            return False

    frames = Frames()
    closing.installEventFilter(frames)
    desk.throw_all()
    settle()
    assert len(closing.unfired.buttons) == 4
    assert missing
    assert max(missing) <= 0, "squeezed in a frame"
