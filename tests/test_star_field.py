"""The second sample: what it holds, and that the window and the reports show it."""

from pathlib import Path

import pytest

from brikdesk.cli import main
from brikdesk.sample import SCIFI_NAME, write_scifi_sample
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import battle_head, played
from brikdesk.store.views.log import log
from brikdesk.store.views.scifi import sf_shots, sf_weapons, unfired
from brikdesk.turns.queue import agenda


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stars") / "stars.brik"
    write_scifi_sample(path)
    return path


@pytest.mark.rule("12-60", "12-89", "12-93")
def test_it_stops_where_turn_4_begins_with_one_rocket_left(file: Path) -> None:
    with Campaign.open(file) as campaign:
        head = campaign.read(battle_head)
        assert (head.campaign, head.number, head.phase) == (SCIFI_NAME, 4, "START")
        assert campaign.read(played) == ("SCIFI",)
        assert [step.title for step in campaign.reading(agenda)] == ["5 weapons may fire again"]
        counts = {
            weapon.name: (store.loaded, store.remaining)
            for weapon in campaign.read(sf_weapons)
            for store in weapon.stores
        }
        assert counts["Rack of seven artillery rockets"] == (7, 1)
        assert counts["Pod of seven artillery rockets"] == (7, 2)
        assert counts["Tripod launcher"] == (4, 2), "one fired, one for the reroll"
        assert len(campaign.read(unfired)) > 3
        assert [shot.next for shot in campaign.read(sf_shots, True)] == ["hit or miss"]
        assert all(sum.adds_up for entry in campaign.read(log) for sum in entry.sums)


def test_two_builds_of_the_second_sample_are_equal(file: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.brik"
    write_scifi_sample(again)
    with Campaign.open(file) as one, Campaign.open(again) as two:
        assert one.digest() == two.digest()


def test_the_command_line_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "demo.brik"
    assert main(["demo", str(target), "--scifi"]) == 0
    assert SCIFI_NAME in capsys.readouterr().out
    assert main(["agenda", str(target)]) == 0
    assert "5 weapons may fire again" in capsys.readouterr().out
