"""The unit editor, with a new unit in it."""

import pytest
from pytestqt.qtbot import QtBot

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.units.unit_editor import UnitEditor


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme, desk: Desk) -> UnitEditor:
    made = UnitEditor(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(540, 800)
    made.show()
    made.open_unit(0)
    return made
