"""The sample, played from the command line alone, and its pictures."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.cli.outcome import ROOT, Run, everything_in, said_one_line

pytestmark = pytest.mark.thorough(every=3)


def answered(run: Run, file: Path, act: dict[str, Any]) -> dict[str, Any]:
    """Complete an act as a program would: ask, make the first choice offered, ask again."""
    while True:
        code, out, error = run("try", file, "-", "--json", typed=json.dumps(act))
        assert code == 0, error
        asked = json.loads(out)
        choice = next((each for each in asked["choices"] if each["chosen"] is None), None)
        if choice is None:
            return act
        value = choice["options"][0]["value"] if choice["options"] else "where it lies"
        act = {**act, "choices": {**act.get("choices", {}), choice["id"]: value}}


def test_the_sample_can_be_played_and_taken_back_from_the_command_line(
    run: Run, sample: Path
) -> None:
    start = run("digest", sample)[1]
    steps = json.loads(run("agenda", sample, "--json")[1])["steps"]
    assert len(steps) >= 9
    rolled = json.loads(run("roll", sample, "--seed", "7", "--json")[1])
    waiting = json.loads(run("agenda", sample, "--json")[1])["steps"]
    assert 0 < len(waiting) == rolled["waiting"] < len(steps)
    while waiting:
        act = answered(run, sample, waiting[0]["act"])
        code, _, error = run("do", sample, "-", "--roll", "--seed", "7", typed=json.dumps(act))
        assert code == 0, error
        waiting = json.loads(run("agenda", sample, "--json")[1])["steps"]
    assert run("digest", sample)[1] != start
    assert run("undo", sample, "--all")[0] == 0
    assert run("digest", sample)[1] == start


def test_the_same_seed_throws_the_same_dice(run: Run, sample: Path, tmp_path: Path) -> None:
    twin = tmp_path / "twin.brik"
    twin.write_bytes(sample.read_bytes())
    told = run("roll", sample, "--seed", "7")[1]
    # The copy is an older state of a campaign that this computer has seen go on.
    assert told == run("roll", twin, "--seed", "7", "--accept", "older")[1]
    assert run("digest", sample)[1] == run("digest", twin)[1]


def test_the_dice_of_a_step_that_asks_stay_on_the_table(run: Run, sample: Path) -> None:
    run("roll", sample, "--seed", "7")
    waiting = json.loads(run("agenda", sample, "--json")[1])["steps"]
    burning = next(step for step in waiting if step["kind"] == "burning_minifigs")
    assert burning["laid"] == [{"face": burning["laid"][0]["face"], "origin": "rolled"}]
    assert burning["owed"] == 0
    assert burning["choices"]


def test_the_same_step_is_settled_once(run: Run, sample: Path) -> None:
    act = json.dumps({"act": "EndMark", "mark_id": 1})
    assert run("do", sample, "-", typed=act)[0] == 0
    code, _, error = run("do", sample, "-", typed=act)
    assert (code, said_one_line(error)) == (1, True)


TYPED_DICE: dict[str, tuple[object, str]] = {
    "too few": ([3], "Dice are missing: d4"),
    "too many": ([3, 1, 2], "not more"),
    "7 on a d4": ([7, 1], "7 was not entered"),
    "zero": ([0, 1], "0 was not entered"),
    "minus three": ([-3, 1], "-3 was not entered"),
    "a fraction": ([3.5, 1], "faces"),
    "a text": (["3", 1], "faces"),
    "nothing": ([None, 1], "faces"),
    "a list in it": ([[3], 1], "faces"),
    "no list": (3, "faces"),
}


@pytest.mark.rule("F.1-31")
@pytest.mark.parametrize("case", TYPED_DICE)
def test_impossible_faces_are_named_and_nothing_is_written(
    run: Run, sample: Path, case: str
) -> None:
    faces, words = TYPED_DICE[case]
    before = everything_in(sample.parent)
    typed = json.dumps({"act": "BurnUnit", "fire_id": 1, "faces": faces})
    code, out, error = run("do", sample, "-", typed=typed)
    assert (code, out) == (1, "")
    assert said_one_line(error)
    assert words in error
    assert everything_in(sample.parent) == before


def test_a_report_is_written_for_a_turn_and_a_battle(run: Run, sample: Path) -> None:
    for name, more in (("turn", ["--turn", "5.BU"]), ("newest", []), ("battle", ["--battle"])):
        code, out, error = run("report", sample, "-o", f"{name}.pdf", *more)
        assert (code, error) == (0, "")
        assert out == f"{Path(f'{name}.pdf').absolute()}\n"
        assert Path(f"{name}.pdf").read_bytes().startswith(b"%PDF-")


# With the window's own rooms, off screen


def test_without_a_display_the_demo_turn_leaves_a_picture_and_a_report(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    told = subprocess.run(
        [sys.executable, "-P", "-m", "brikdesk", "--headless-demo"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    picture, report = tmp_path / "out" / "desk.png", tmp_path / "out" / "turn-6.pdf"
    assert told[-2:] == [f"The desk: {picture}", f"The report: {report}"]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert report.read_bytes().startswith(b"%PDF-")
    assert {path.name for path in tmp_path.iterdir()} <= {"out", "data"}


def test_a_scene_that_does_not_exist_is_named(run: Run, sample: Path) -> None:
    code, _, error = run("shot", sample, "no-such-scene", "-o", "x.png")
    assert (code, said_one_line(error)) == (1, True)
    assert "turn-start" in error


def test_the_report_of_a_turn_holds_the_parts_of_all_its_players(run: Run, sample: Path) -> None:
    assert run("report", sample, "-o", "turn.pdf", "--turn", "5")[0] == 0
    text = " ".join(page.extract_text() for page in PdfReader("turn.pdf").pages)
    for player in ("Teapot Cavalry", "Bureau of Unplanned Demolition"):
        assert f"Turn 5, {player}" in text
