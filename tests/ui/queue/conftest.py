"""A campaign whose queue waits, and its panel."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from tests.ui.queue.panel_scene import Make
from tests.ui.queue.start_scene import FIRST_DICE, make_scene
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.queue.panel import StartPanel


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Campaign]:
    made = make_scene(tmp_path / "scene.brik")
    yield made
    made.close()


@pytest.fixture
def make(qtbot: QtBot, theme: Theme, scene: Campaign) -> Iterator[Make]:
    desks: list[Desk] = []

    def build(rolls: tuple[int, ...] = (), settled: bool = True) -> StartPanel:
        faces = iter(rolls)
        desk = Desk(scene, lambda _sides: next(faces))
        desks.append(desk)
        panel = StartPanel(theme, desk, Hub(desk))
        qtbot.addWidget(panel)
        panel.resize(424, 760)
        panel.show()
        panel.activateWindow()
        panel.controller.rest = 0
        if settled:
            qtbot.waitUntil(lambda: len(panel.controller.queue.done) == FIRST_DICE - 1)
        panel.setFocus()
        return panel

    yield build
    for desk in desks:
        desk.deleteLater()
