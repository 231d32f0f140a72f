"""A table with guns and an Attack tab that looks at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.attack.attack_scene import Table, set_table
from tests.ui.attack.panel_scene import Make
from tests.ui.window_scene import settle
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.attack.panel import AttackPanel


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = set_table(tmp_path / "attack.brik")
    yield made
    made.campaign.close()


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, table: Table) -> Iterator[AttackPanel]:
    desk = Desk(table.campaign, lambda sides: 3)
    made = AttackPanel(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(480, 900)
    made.show()
    made.activateWindow()
    made.setFocus()
    settle()
    yield made
    desk.deleteLater()


@pytest.fixture
def make(qtbot: QtBot, theme: Theme, table: Table) -> Iterator[Make]:
    desks: list[Desk] = []

    def build(rolls: tuple[int, ...] = (), size: tuple[int, int] = (480, 900)) -> AttackPanel:
        faces = iter(rolls)
        desk = Desk(table.campaign, lambda _sides: next(faces))
        desks.append(desk)
        panel = AttackPanel(theme, desk, Hub(desk))
        qtbot.addWidget(panel)
        panel.resize(*size)
        panel.show()
        panel.activateWindow()
        panel.setFocus()
        settle()
        return panel

    yield build
    for desk in desks:
        desk.deleteLater()
