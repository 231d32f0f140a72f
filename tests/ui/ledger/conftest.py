"""The ledger of a roster: its tables as cards, and as tabs."""

import pytest
from pytestqt.qtbot import QtBot

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.ledger.panel import LedgerPanel, LedgerTabs


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, desk: Desk) -> LedgerPanel:
    made = LedgerPanel(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(1376, 900)
    made.show()
    return made


@pytest.fixture
def tabs(qtbot: QtBot, theme: Theme, desk: Desk) -> LedgerTabs:
    made = LedgerTabs(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(900, 300)
    made.show()
    return made
