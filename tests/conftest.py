"""What all tests share: campaigns in a folder of their own, with a clock that stands still."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.acts.battles import NewBattle, StartBattle
from brikdesk.acts.setup import AddPlayer, CreateCampaign
from brikdesk.sample import write_sample
from brikdesk.store.campaign import Campaign

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIKDESK_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    """Three players, nobody on the table, no battle yet: Ann (1), Ben (2), Cleo (3)."""
    made = Campaign.create(tmp_path / "campaign.brik")
    made.do(CreateCampaign(name="Test of Strength", uuid="test"))
    made.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
    made.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="orchid"))
    made.do(AddPlayer(name="Cleo", faction="Clutch Crew", colour="lime"))
    yield made
    made.close()


@pytest.fixture
def battle(campaign: Campaign) -> Campaign:
    """Give the same in a running battle: Ann's turn 1, then Ben's, then Cleo's."""
    campaign.do(NewBattle(name="First Clash", player_ids=(1, 2, 3)))
    campaign.do(StartBattle())
    return campaign


@pytest.fixture(scope="session")
def built_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the sample campaign, written once; not to be changed."""
    file = tmp_path_factory.mktemp("sample") / "sample.brik"
    write_sample(file)
    return file


@pytest.fixture
def sample(built_sample: Path, tmp_path: Path) -> Path:
    """Give a copy of the sample campaign: Turn 6 begins, twelve steps wait."""
    return Path(shutil.copy(built_sample, tmp_path / "sample.brik"))
