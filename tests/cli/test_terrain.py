"""Terrain from the command line: saved as a file, laid out from it, and refused where it is none."""

import json
from pathlib import Path

import pytest

from tests.cli.outcome import Run, said_one_line


@pytest.fixture
def fenced(run: Run, made: Path) -> Path:
    """Set up a battle with a fence and a pond."""
    acts = [
        {"act": "PlaceTerrain", "kind": "wall", "name": "Fence", "points": [[2, 2], [9, 2]],
         "radius": 0.5},
        {"act": "PlaceTerrain", "kind": "water", "name": "Pond", "points": [[20, 20]], "radius": 3},
    ]  # fmt: skip
    assert run("do", made, "-", typed=json.dumps(acts))[0::2] == (0, "")
    return made


def names(run: Run, campaign: Path) -> list[str]:
    """Return the names of the pieces on the table, as saving them tells."""
    assert run("terrain", "save", campaign, "-o", "now.json")[0] == 0
    return [piece["name"] for piece in json.loads(Path("now.json").read_text())["pieces"]]


def test_terrain_goes_into_a_file_and_comes_back_as_one_act(run: Run, fenced: Path) -> None:
    code, said, _ = run("terrain", "save", fenced, "-o", "t.json")
    assert (code, Path(said.strip()).name) == (0, "t.json")
    acts = [{"act": "RemoveTerrain", "terrain_id": key} for key in (1, 2)]
    assert run("do", fenced, "-", typed=json.dumps(acts))[0] == 0
    assert names(run, fenced) == []
    assert run("terrain", "load", fenced, "t.json")[0] == 0
    assert names(run, fenced) == ["Fence", "Pond"]
    assert run("terrain", "load", fenced, "t.json", "--instead")[0] == 0
    assert names(run, fenced) == ["Fence", "Pond"]
    assert run("undo", fenced)[0] == 0
    assert run("undo", fenced)[0] == 0
    assert names(run, fenced) == []


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("words", ["{}", "not JSON", '{"format": "brikdesk terrain"}'])
def test_a_file_that_is_no_terrain_changes_nothing(run: Run, fenced: Path, words: str) -> None:
    Path("bad.json").write_text(words)
    code, _, error = run("terrain", "load", fenced, "bad.json")
    assert code == 1
    assert said_one_line(error)
    assert "bad.json" in error
    assert names(run, fenced) == ["Fence", "Pond"]


def test_a_campaign_is_never_written_over_with_its_terrain(run: Run, fenced: Path) -> None:
    before = fenced.read_bytes()
    assert run("terrain", "save", fenced, "-o", fenced)[0] == 1
    assert run("terrain", "load", fenced, "nowhere.json")[0] == 1
    assert fenced.read_bytes() == before
