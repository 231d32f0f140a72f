"""The league table over the battles of several campaigns."""

import json
import shutil
from pathlib import Path

import pytest

from brikdesk.acts.campaign.battles import EndBattle, NewBattle, ScorePoints, StartBattle
from brikdesk.cli import main
from brikdesk.reports.tables import PlayedBattle, league, table_of
from brikdesk.store.campaign import Campaign
from tests.acts.hazards import ANN, BEN


def over(campaign: Campaign, **points: int) -> None:
    for person, many in points.items():
        campaign.do(ScorePoints(player_id={"ann": ANN, "ben": BEN}[person], points=many, why="won"))
    campaign.do(EndBattle())


def test_battles_of_a_campaign_are_added_up(battle: Campaign, tmp_path: Path) -> None:
    over(battle, ann=3, ben=1)
    battle.do(NewBattle(name="Second", player_ids=(ANN, BEN)))
    battle.do(StartBattle())
    over(battle, ben=4)
    battle.do(NewBattle(name="Still runs", player_ids=(ANN, BEN)))
    path = battle.path
    battle.close()
    before = path.read_bytes()
    copy = Path(shutil.copy(path, tmp_path / "copy.brik"))
    wrong = tmp_path / "holiday.brik"
    wrong.write_text("no campaign", encoding="utf-8")
    found = league([path, copy, wrong, tmp_path / "none.brik"])
    told = {
        row.person: (row.battles, row.won, row.drawn, row.lost, row.points) for row in found.rows
    }
    assert told["Ann"] == (2, 1, 0, 1, 3)
    assert told["Ben"] == (2, 1, 0, 1, 5)
    assert [words.split(":")[0] for words in found.refused] == ["holiday.brik", "none.brik"]
    assert path.read_bytes() == before


def test_most_points_win_and_equals_draw() -> None:
    rows = table_of(
        [
            PlayedBattle("One", (("Ann", 2), ("Ben", 2), ("Cleo", 0))),
            PlayedBattle("Two", (("ann", 0), ("Ben", 0))),
            PlayedBattle("Three", (("Cleo", 1), ("Ben", -1))),
        ]
    )
    assert [(r.person, r.won, r.drawn, r.lost, r.points) for r in rows] == [
        ("Cleo", 1, 0, 1, 1),
        ("Ann", 0, 2, 0, 2),
        ("Ben", 0, 2, 1, 1),
    ]


def test_the_command_prints_it(battle: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    over(battle, ann=2)
    path = str(battle.path)
    battle.close()
    assert main(["league", path, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert (rows[0]["person"], rows[0]["won"], rows[0]["points"]) == ("Ann", 1, 2)
    assert main(["league", path]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["Ann", "1", "1", "0", "0", "2"]


def test_a_table_without_a_file_that_cannot_be_read_is_not_called_complete(
    battle: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    over(battle, ann=2)
    path = str(battle.path)
    battle.close()
    assert main(["league", path, "gone.brik"]) == 3
    out, error = capsys.readouterr()
    assert out.splitlines()[1].split() == ["Ann", "1", "1", "0", "0", "2"]
    assert error.startswith("gone.brik: ")


def test_without_a_battle_that_is_over_it_says_so(
    battle: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(battle.path)
    battle.close()
    assert main(["league", path]) != 0
    assert "No battle is over" in capsys.readouterr().err
