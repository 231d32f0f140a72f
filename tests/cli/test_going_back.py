"""Going back to an act of an evening, and the room that backups may take, by command."""

import json
from pathlib import Path

import pytest

from brikdesk.store.campaign import Campaign
from brikdesk.store.record import Recorder
from tests.cli.outcome import Run


@pytest.fixture
def noted(run: Run, made: Path) -> Path:
    """Five notes after the four acts of `made`."""
    for number in range(5):
        act = {"act": "AddNote", "text": f"note {number}"}
        assert run("do", made, "-", typed=json.dumps(act))[0] == 0
    return made


def test_the_acts_of_an_evening_are_listed_and_brought_back(run: Run, noted: Path) -> None:
    listed = json.loads(run("backups", noted, "--acts", "--json")[1])
    assert [past["act"] for past in listed][-5:] == [5, 6, 7, 8, 9]
    assert "9  " in run("backups", noted, "--acts")[1]
    digest = run("digest", noted)[1]
    code, out, error = run("restore", noted, "--act", "7")
    assert (code, error) == (0, "")
    assert "act 7.\nWhat was there is kept: " in out
    with Campaign.open(noted, read_only=True) as campaign:
        assert campaign.tip.act == 7
    assert run("restore", noted, "--act", "9")[0] == 0
    assert run("digest", noted)[1] == digest


def test_an_act_to_which_nothing_leads_is_told(run: Run, noted: Path) -> None:
    code, _, error = run("restore", noted, "--act", "70")
    assert code == 1
    assert "There is no way back to act 70; there is to acts" in error
    assert "not both" in run("restore", noted, "--act", "7", "--backup", "1")[2]


def test_what_could_not_be_brought_back_is_told(run: Run, noted: Path) -> None:
    with Campaign.open(noted, read_only=True) as campaign:
        ask = "SELECT uuid FROM act WHERE id = 1"
        origin = campaign.reading(lambda s: s.connection().exec_driver_sql(ask).scalar_one())
    lines = Recorder(origin).folder / "acts.jsonl"
    said = [json.loads(line) for line in lines.read_text().splitlines() if line]
    deeds = [line for line in said if "from" in line]
    deeds[-2]["rows"] = "altered"
    lines.write_text("".join(f"{json.dumps(line)}\n" for line in said))
    code, out, error = run("restore", noted, "-o", "back.brik")
    assert code == 3
    assert "act 7." in out
    assert "All up to act 7 is as it was played." in error


def test_the_room_is_seen_and_set(run: Run, noted: Path) -> None:
    assert "of the 1 GB allowed." in run("backups", noted)[1]
    assert "of the 250 MB allowed." in run("backups", "--most", "250MB")[1]
    assert "of the 250 MB allowed." in run("backups", "--all")[1]
    code, _, error = run("backups", "--most", "plenty")
    assert code == 1
    assert "such as 500 MB, not 'plenty'" in error
