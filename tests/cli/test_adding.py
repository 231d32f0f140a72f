"""Units by words from the command line: added as one act, or refused with the word and its line."""

import json
from pathlib import Path

from tests.cli.outcome import Run

ROSTER = """3 Troopers: gun, light armor
Big Bertha vehicle 4 cannon 3 (4 shells X3)
"""


def test_lines_from_the_input_are_one_act(run: Run, made: Path) -> None:
    code, said, error = run("add", made, "-", typed=ROSTER)
    assert (code, error) == (0, "")
    assert "3 ×  Trooper" in said
    assert 'Vehicle, Size 4"  Cannon 3" (4 shells X3)' in said
    assert said.endswith("Add 4 units.\n")
    assert run("undo", made)[0] == 0
    assert "Add 4 units" not in json.dumps(json.loads(run("log", made, "--json")[1])[-1:])


def test_words_of_a_player_are_read_and_dry_runs_write_nothing(run: Run, made: Path) -> None:
    digest = run("digest", made)[1]
    code, said, _ = run("add", made, "Gus: sword; Ann hero", "--player", "Nobody Known")
    assert code == 1
    code, said, _ = run("add", made, "Gus: sword; Ann hero", "--dry-run", "--json")
    assert code == 0
    assert [unit["name"] for unit in json.loads(said)["units"]] == ["Gus", "Ann"]
    assert run("digest", made)[1] == digest


def test_a_word_that_is_not_understood_is_named_and_nothing_is_added(run: Run, made: Path) -> None:
    digest = run("digest", made)[1]
    code, _, error = run("add", made, "-", typed="Gus: sword\nBob: flamable\n")
    assert code == 1
    assert error == "Line 2 “flamable”: This is not understood. Did you mean flammable?\n"
    assert run("add", made, "-", typed="\n")[0] == 1
    assert run("digest", made)[1] == digest
