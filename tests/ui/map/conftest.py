"""A map on screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.attack.attack_scene import set_table
from tests.ui.map.map_scene import Map
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.map.panel import MapPanel


@pytest.fixture
def shown(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[Map]:
    """Yield the map of a battle: Priya's turn, her gun and crew at the left, enemies at the right."""
    table = set_table(tmp_path / "table.brik")
    desk, hub = Desk(table.campaign), Hub()
    panel = MapPanel(theme, desk, hub)
    qtbot.addWidget(panel)
    panel.resize(900, 700)
    panel.show()
    qtbot.waitExposed(panel)
    panel.view.setFocus()
    yield Map(panel, desk, hub, table.units)
    desk.close()
