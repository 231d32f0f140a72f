"""Whatever is pushed through the command line: one line says what was wrong, and nothing is written."""

import json
import sys
from pathlib import Path

import pytest

from brikdesk.store.campaign import Campaign
from tests.cli.outcome import Run, everything_in, said_one_line

FAR_TOO_LONG = "a" * 5_000
BAD_CALLS: dict[str, tuple[list[str], int, str]] = {
    "no file": (["agenda"], 2, "FILE"),
    "missing": (["agenda", "nosuch.brik"], 1, "There is no file nosuch.brik in"),
    "desk without its file": (["nosuch.brik"], 1, "There is no file nosuch.brik in"),
    "folder": (["agenda", "folder"], 1, "it is a folder"),
    "desk of a folder": (["folder"], 1, "is a folder, not a campaign"),
    "two files": (["made.brik", "other.brik"], 2, "opens one file, not 2"),
    "mistyped command": (["agend", "made.brik"], 2, "agend is no command"),
    "a name like an option": (["agenda", "--", "-x.brik"], 1, "There is no file -x.brik"),
    "a dash": (["agenda", "-"], 1, "There is no file - in"),
    "only dashes": (["agenda", "--"], 2, "FILE"),
    "unknown option": (["--force", "made.brik"], 2, "no option --force"),
    "unknown option of a command": (["undo", "made.brik", "--every"], 2, "--every"),
    "shortened option": (["undo", "made.brik", "--al"], 2, "--al"),
    "no such user": (["agenda", "~nobody-here/x.brik"], 1, "There is no user of that name"),
    "5,000 characters": (["agenda", FAR_TOO_LONG], 1, "5,000 characters is too long"),
    "new with 5,000 characters": (["new", FAR_TOO_LONG], 1, "5,000 characters is too long"),
    "new over a campaign": (["new", "made.brik"], 1, "There is a file made.brik already"),
    "demo over a campaign": (["demo", "made.brik"], 1, "There is a file made.brik already"),
    "new in no folder": (["new", "no/x.brik"], 1, "There is no folder"),
    "no name": (["new", ""], 1, "name of a file is missing"),
    "campaign without a name": (["new", "x.brik", "--name", " "], 1, "visible character"),
    "player without faction": (["new", "x.brik", "--player", "Ann"], 1, "NAME:FACTION:COLOUR"),
    "player in no colour": (["new", "x.brik", "--player", "A:B:puce"], 1, "no colour"),
    "PDF over the campaign": (["report", "made.brik", "-o", "made.brik"], 1, "is a campaign"),
    "PDF over its link": (["report", "made.brik", "-o", "link.pdf"], 1, "is a campaign"),
    "PDF in no folder": (["report", "made.brik", "-o", "no/x.pdf"], 1, "There is no folder"),
    "PDF onto a folder": (["report", "made.brik", "-o", "folder"], 1, "is a folder"),
    "PDF without its suffix": (["report", "made.brik", "-o", "x.txt"], 1, "ends in .pdf"),
    "no such turn": (["report", "made.brik", "--turn", "9", "-o", "x.pdf"], 1, "no turn 9"),
    "turn and battle": (["report", "m", "--turn", "1", "--battle", "-o", "x"], 2, "not allowed"),
    "other paper": (["report", "made.brik", "--paper", "a5", "-o", "x.pdf"], 2, "a5"),
    "report without output": (["report", "made.brik"], 2, "-o"),
    "shot without scene": (["shot", "made.brik"], 2, "FILE SCENE"),
    "seed in words": (["roll", "made.brik", "--seed", "seven"], 2, "no seed"),
    "explain no act": (["explain", "made.brik"], 2, "ACT"),
    "explain an unknown act": (["explain", "made.brik", "999"], 1, "no act 999. Acts: 1 to 4"),
    "explain act 0": (["explain", "made.brik", "0"], 1, "no act 0"),
    "explain words": (["explain", "made.brik", "the shot"], 1, "'the shot' is no act"),
    "explain minus one": (["explain", "made.brik", "-1"], 1, "'-1' is no act"),
    "explain wide digits": (["explain", "made.brik", "\uff11"], 1, "is no act"),
    "explain 5,000 digits": (["explain", "made.brik", "9" * 5_000], 1, "is no act"),
    "explain a text": (["explain", "notes.txt", "last"], 1, "it is a text file"),
    "not a campaign": (["check", "notes.txt"], 1, "it is a text file"),
    "no such act file": (["do", "made.brik", "act.json"], 1, "act.json is not there"),
    "act from a folder": (["do", "made.brik", "folder"], 1, "it is a folder"),
}


@pytest.fixture
def doors(made: Path) -> Path:
    """Return a folder with a campaign, a link to it, a text and a folder."""
    folder = made.parent
    (folder / "folder").mkdir()
    (folder / "notes.txt").write_text("Notes of the evening\n")
    (folder / "link.pdf").symlink_to(made)
    return folder


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("case", BAD_CALLS)
def test_a_bad_call_is_answered_in_one_line_and_writes_nothing(
    run: Run, doors: Path, case: str
) -> None:
    arguments, expected, words = BAD_CALLS[case]
    before = everything_in(doors)
    code, out, error = run(*arguments)
    assert (code, out) == (expected, "")
    assert said_one_line(error)
    assert words in error
    assert everything_in(doors) == before


BAD_DICE = {
    "empty": "",
    "spaces": "   ",
    "tab": "\t",
    "nothing to throw": "0",
    "minus three": "-3",
    "a fraction": "3.5d6",
    "an exponent": "1e3",
    "underscore": "1_0d6",
    "wide digits": "\uff11\uff12d6",
    "Arabic digits": "\u0663d6",
    "5,000 digits": "9" * 5_000,
    "letters": "lots of dice",
    "a one-sided die": "1d0",
    "no dice": "0d6",
    "a d7": "2d7",
    "too many": "999999999d9",
    "201 dice": "201d6",
    "two kinds": "d6d6",
    "half typed": "2d6+",
    "two signs": "+-1",
    "comma": "2d6,1d4",
    "semicolon": "2d6;1d4",
    "pasted lines": "2d6\n1d4",
    "hard space": "2d6\u00a01d4",
    "a half": "\u00bdd6",
    "times": "2\u00d7d6",
    "parentheses": "(" * 1_000 + "2d6" + ")" * 1_000,
    "a pattern that explodes": "1+" * 200 + "d",
    "NUL": "2d6\0",
    "two questions": "2d6 vs 1d6 >= 3",
    "a number in words": "2d6 >= nine",
}


@pytest.mark.parametrize("case", BAD_DICE)
def test_bad_dice_are_named_in_one_line(run: Run, tmp_path: Path, case: str) -> None:
    code, out, error = run("odds", BAD_DICE[case])
    assert (code, out) == (1, "")
    assert said_one_line(error)
    assert everything_in(tmp_path) == {}


BAD_ACTS: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "no act in it"),
    "spaces": (" \n ", "no act in it"),
    "no JSON": ("EndTurn", "not JSON"),
    "cut off": ('{"act": "EndTurn"', "line 1, column"),
    "text after it": ('{"act": "EndTurn"} x', "not JSON"),
    "a number": ("7", "An act is an object"),
    "an empty list": ("[]", "An act is an object"),
    "a list of words": ('["EndTurn"]', "An act is an object"),
    "no act named": ("{}", 'its name in "act"'),
    "unknown act": ('{"act": "Cheat"}', "no act called 'Cheat'"),
    "an act that is a list": ('{"act": ["EndTurn"]}', "no act called"),
    "unknown field": ('{"act": "EndTurn", "now": true}', "no field called 'now'"),
    "missing field": ('{"act": "SkipStep"}', "step"),
    "text for a number": ('{"act": "RemovePlayer", "player_id": "Ann"}', "player_id"),
    "yes for a number": ('{"act": "EditPlayer", "player_id": 1, "name": true}', "name"),
    "a fraction for a key": ('{"act": "RemovePlayer", "player_id": 1.5}', "player_id"),
    "twice the same": ('{"act": "EndTurn", "act": "EndTurn"}', "'act' is given twice"),
    "NaN": ('{"act": "RemovePlayer", "player_id": NaN}', "NaN is no number"),
    "infinite": (
        '{"act": "NewBattle", "name": "x", "player_ids": [1], "table_width": 1e400}',
        "1e400",
    ),
    "5,000 digits": ('{"act": "RemovePlayer", "player_id": ' + "9" * 5_000 + "}", "too large"),
    "2,000 deep": ("[" * 2_000 + "]" * 2_000, "nested too deep"),
    "100,000 deep": ("[" * 100_000, "nested too deep"),
    "surrogate": (
        '{"act": "EditPlayer", "player_id": 1, "name": "\\ud800"}',
        "character that is none",
    ),
    "NUL": ('{"act": "GoOn", "reason": "\\u0000"}', "character that is none"),
    "an endless text": ('{"act": "GoOn", "reason": "' + "x" * 20_000 + '"}', "at most 10,000"),
    "two megabytes": ('{"act": "GoOn", "reason": "' + "x" * 2_000_000 + '"}', "at most 1,000,000"),
    "Latin letters": ('{"act": "GoOn", "reason": "fünf"}'.encode("latin-1"), "UTF-8"),
    "UTF-16": ('{"act": "EndTurn"}'.encode("utf-16"), "UTF-8"),
    "no such player": ('{"act": "RemovePlayer", "player_id": 99}', "no player with the number 99"),
    "no such step": ('{"act": "LayDice", "step": "burn-1", "faces": [3]}', "burn-1"),
    "a face in words": ('{"act": "LayDice", "step": "x", "faces": ["three"]}', "faces"),
    "half a face": ('{"act": "LayDice", "step": "x", "faces": [3.5]}', "faces"),
    "half a rolled face": (
        '{"act": "LayDice", "step": "x", "faces": [{"face": 3.5, "origin": "rolled"}]}',
        "face",
    ),
    "no face": ('{"act": "LayDice", "step": "x", "faces": [{"face": null}]}', "face"),
    "a face from nowhere": (
        '{"act": "LayDice", "step": "x", "faces": [{"face": 3, "origin": "dreamt"}]}',
        "dreamt",
    ),
    "true for a face": ('{"act": "LayDice", "step": "x", "faces": [true]}', "faces"),
    "overruled by a number": ('{"act": "EndTurn", "overruled": 4}', "overruled"),
}


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("case", BAD_ACTS)
def test_a_bad_act_is_answered_in_one_line_and_writes_nothing(
    run: Run, made: Path, case: str
) -> None:
    typed, words = BAD_ACTS[case]
    before = everything_in(made.parent)
    code, out, error = run("do", made, "-", typed=typed)
    assert (code, out) == (1, "")
    assert said_one_line(error)
    assert words in error
    assert everything_in(made.parent) == before


def test_a_campaign_that_is_open_elsewhere_is_not_changed_but_can_be_read(
    run: Run, made: Path
) -> None:
    with Campaign.open(made):
        code, _, error = run("do", made, "-", typed='{"act": "EndTurn"}')
        assert (code, said_one_line(error)) == (1, True)
        assert "Open in another window" in error
        assert run("agenda", made)[0] == 0


def test_without_a_display_the_desk_says_so(
    run: Run, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux may be without a display")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for arguments in ([], ["--"], [made]):
        code, _, error = run(*arguments)
        assert (code, said_one_line(error)) == (1, True)
        assert "no display" in error


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("number", [True, "1", 1.0, [1], None])
def test_only_a_whole_number_is_a_number(run: Run, made: Path, number: object) -> None:
    act = {"act": "EditPlayer", "player_id": number, "name": "Anna"}
    code, _, error = run("do", made, "-", typed=json.dumps(act))
    assert code == 1
    assert error.startswith("player_id: "), error
    act["player_id"] = 1
    assert run("do", made, "-", typed=json.dumps(act))[0] == 0


def test_acts_within_acts_end_somewhere_in_words(run: Run, made: Path) -> None:
    act: dict[str, object] = {"act": "AddNote", "text": "Deep."}
    for _ in range(200):
        act = {"act": "Together", "title": "x", "acts": [act]}
    code, _, error = run("do", made, "-", typed=json.dumps(act))
    assert (code, error) == (1, "Acts and their values are nested at most 30 deep.\n")


def test_too_many_acts_as_one_are_refused_in_words(run: Run, made: Path) -> None:
    acts = [{"act": "AddNote", "text": "x"}] * 2_001
    for given in (acts, {"act": "Together", "title": "Many", "acts": acts}):
        code, _, error = run("do", made, "-", typed=json.dumps(given))
        assert (code, error.startswith("A call does at most 2,000 acts")) == (1, True)
