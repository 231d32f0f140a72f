"""The sample campaign with secrets of every kind, on the desk and in the players' window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.fields.traps import AddTrap
from brikdesk.store.campaign import Campaign
from tests.ui.players.players_scene import Screens
from tests.ui.window_scene import at_work, open_window
from ui.look.theme import Theme


def hide_secrets(file: Path) -> Path:
    """Add Traps and notes to a campaign."""
    with Campaign.open(file) as game:
        game.do(
            AddTrap(
                name="Marmalade snare", trigger="Jar", effect="Knees stick", secret=True, x=9, y=9
            )
        )
        game.do(
            AddTrap(
                name="Lid spring", effect="The lid flies up", secret=True, field_id=1, x=30, y=27
            )
        )
        game.do(AddNote(text="The bridge will break", unit_id=3))
    return file


@pytest.fixture
def screens(qtbot: QtBot, theme: Theme, sample: Path) -> Iterator[Screens]:
    """Yield the desk with the players' window open beside it."""
    QAccessible.setActive(True)
    with open_window(qtbot, theme, hide_secrets(sample)) as window:
        made = Screens(window, at_work(window))
        made.open()
        qtbot.waitExposed(made.players)
        made.players.resize(1280, 720)
        made.come_to_rest()
        yield made
