from pathlib import Path

import pytest

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.games import GAMES, SCIFI
from brikdesk.store.campaign import Campaign
from tests.played_once import begun


def _play(made: Campaign, *sets: str) -> None:
    made.do(CreateCampaign(name="Star Field", uuid="star", rule_sets=sets))
    made.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
    made.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="orchid"))
    made.do(NewBattle(name="First Light", player_ids=(1, 2)))
    made.do(StartBattle())


@pytest.fixture
def field(tmp_path: Path) -> Campaign:
    """Return Ann and Ben a campaign by the Sci-fi rules alone; Ann's first turn runs."""
    return begun(tmp_path / "field.brik", _play, SCIFI.title)


@pytest.fixture
def both(tmp_path: Path) -> Campaign:
    """Return the same with BrikWars and the Sci-fi rules side by side."""
    return begun(tmp_path / "both.brik", _play, *(game.title for game in GAMES.values()))
