"""Forms for the acts of a running battle, opened in one sheet."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from tests.ui.forms.sheet_scene import Opener
from ui.campaign.desk import Desk
from ui.look.theme import Theme


@pytest.fixture
def desk(scene: Campaign, qtbot: QtBot) -> Iterator[Desk]:
    """Yield the desk over the battle, with dice that show one less than their most."""
    made = Desk(scene, thrower=lambda sides: sides - 1)
    yield made
    made._watch.stop()


@pytest.fixture
def host(qtbot: QtBot, theme: Theme) -> QWidget:
    made = QWidget()
    QVBoxLayout(made).addWidget(QLineEdit())
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.findChild(QLineEdit).setFocus()  # type: ignore[union-attr]
    return made


@pytest.fixture
def opened(theme: Theme, desk: Desk, host: QWidget) -> Opener:
    return Opener(theme, desk, host)
