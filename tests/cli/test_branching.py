"""A copy on purpose is a campaign of its own: two groups play on from one prepared evening."""

import json
from pathlib import Path

import pytest

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.campaign.setup import begin_copy
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.copies import bring_back, copies_of
from brikdesk.store.file.connection import driver_connection
from brikdesk.store.journal.chain import origin_of
from brikdesk.store.lineage import Relation, lineage_here, open_campaign
from brikdesk.store.record import Recorder
from brikdesk.store.views.campaign_and_battle import battle_head, players
from brikdesk.store.views.log import log
from tests.cli.outcome import Run


@pytest.fixture
def prepared(battle: Campaign) -> Path:
    path = battle.path
    battle.close()
    open_campaign(path).close()
    return path


def copied(path: Path, name: str) -> Path:
    target = path.with_name(f"{name}.brik")
    with open_campaign(path, read_only=True) as campaign:
        begin_copy(campaign, target, name)()
    return target


def play(path: Path, note: str) -> None:
    with open_campaign(path) as campaign:
        campaign.do(AddNote(text=note))


def notes(path: Path) -> list[str]:
    with Campaign.open(path, read_only=True) as campaign:
        return [entry.words[-3:] for entry in campaign.read(log) if "note" in entry.words]


def relation(path: Path) -> Relation:
    with Campaign.open(path, read_only=True) as campaign:
        return lineage_here(campaign)[0].relation


def test_two_groups_play_on_and_neither_surprises_the_other(prepared: Path) -> None:
    one, two = copied(prepared, "Monday"), copied(prepared, "Friday")
    assert relation(one) is relation(two) is Relation.UNKNOWN
    for path in (one, two, prepared, one, prepared, two):
        play(path, f"note {path.stem}")  # raises Surprising where it is taken for the other
    assert {relation(path) for path in (one, two, prepared)} == {Relation.SAME}
    assert (notes(one), notes(two)) == (["day"] * 2, ["day"] * 2)
    one.unlink()
    bring_back(copies_of(one)[0], one)
    assert len(notes(one)) == 2


def test_a_copy_has_the_same_game_under_its_own_name_and_cannot_undo_into_the_other(
    prepared: Path,
) -> None:
    own = copied(prepared, "Friday")
    with Campaign.open(prepared) as old, Campaign.open(own) as new:
        assert new.read(battle_head).campaign == "Friday"
        assert old.read(battle_head).campaign == "Test of Strength"
        assert new.read(players) == old.read(players)
        past = [entry.words for entry in old.read(log)]
        assert [entry.words for entry in new.read(log)][: len(past)] == past
        assert new.read(log)[-1].words == "Friday begins as a copy of Test of Strength."
        with pytest.raises(BadInput, match="nothing to undo"):
            new.undo()


def test_a_copy_of_a_copy_is_a_third_campaign(prepared: Path) -> None:
    paths = (prepared, own := copied(prepared, "Friday"), copied(own, "Sunday"))
    origins = set()
    for path in paths:
        with Campaign.open(path, read_only=True) as campaign:
            origins.add(origin_of(driver_connection(campaign.engine)))
    assert len(origins) == 3
    assert len({Recorder(origin).folder for origin in origins}) == 3


def test_a_copy_that_fails_leaves_what_was_there(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there.brik"
    there.write_bytes(b"precious")

    def full(ready: Path, path: Path) -> None:
        raise OSError(28, "No space left on device")

    before = {path.name for path in tmp_path.iterdir()}
    monkeypatch.setattr("brikdesk.acts.campaign.setup.put_in_place", full)
    with Campaign.open(prepared) as campaign:
        finish = begin_copy(campaign, there, "There")
        with pytest.raises(CampaignFileError, match="The copy was not written: the drive is full"):
            finish()
        with pytest.raises(CampaignFileError, match="open campaign itself"):
            begin_copy(campaign, prepared, "There")
        with pytest.raises(BadInput):
            begin_copy(campaign, there, " ")
    assert there.read_bytes() == b"precious"
    assert {path.name for path in tmp_path.iterdir()} == before


def test_the_command_makes_one(run: Run, prepared: Path) -> None:
    code, out, error = run("copy", prepared, "two.brik", "--name", "Second group")
    assert (code, error) == (0, "")
    assert "Second group, a campaign of its own with the same past." in out
    assert run("do", "two.brik", "-", typed=json.dumps({"act": "AddNote", "text": "x"}))[0] == 0
    assert run("do", prepared, "-", typed=json.dumps({"act": "AddNote", "text": "y"}))[0] == 0
    assert run("copy", prepared, "two.brik")[0] == 1
    assert "already" in run("copy", prepared, "two.brik")[2]
    assert "no folder" in run("copy", prepared, "none/two.brik")[2]
