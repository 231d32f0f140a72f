"""A table of the Sci-fi rules, the desk over it, and Attack tabs that look at a field of fire."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from tests.ui.scifi.sf_attack_scene import Field, Make, open_field, tabs
from tests.ui.scifi.sf_scene import star_table
from ui.campaign.desk import Desk
from ui.look.theme import Theme


@pytest.fixture
def field(tmp_path: Path) -> Iterator[Field]:
    with open_field(tmp_path) as made:
        yield made


@pytest.fixture
def make(qtbot: QtBot, theme: Theme, field: Field) -> Iterator[Make]:
    with tabs(qtbot, theme, field) as build:
        yield build


@pytest.fixture
def stars(tmp_path: Path) -> Iterator[Campaign]:
    made = star_table(tmp_path / "stars.brik")
    yield made
    made.close()


@pytest.fixture
def desk(stars: Campaign, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(stars)
    yield made
    made._watch.stop()
