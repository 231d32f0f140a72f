"""The Sci-fi weapon editor over the stars, open for a new weapon of a soldier."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from tests.ui.scifi.sf_editor_scene import (
    GLOW,
    make_stars,
)
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.scifi_units.weapon_editor import SfWeaponEditor, SfWeaponForm


@pytest.fixture
def stars(tmp_path: Path) -> Iterator[Campaign]:
    made = make_stars(tmp_path / "stars.brik")
    yield made
    made.close()


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme, desk: Desk) -> SfWeaponEditor:
    made = SfWeaponEditor(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(424, 900)
    made.show()
    made.open_weapon(GLOW)
    return made


@pytest.fixture
def form(editor: SfWeaponEditor) -> SfWeaponForm:
    return editor.form
