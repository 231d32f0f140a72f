"""The command line: what it answers, what it refuses, and that a refusal writes nothing."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from brikdesk.acts.turns import EndTurn
from brikdesk.cli import COMMANDS, main
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Outcome

ROOT = Path(__file__).resolve().parents[1]
Run = Callable[..., tuple[int, str, str]]

unix = pytest.mark.skipif(os.name != "posix", reason="signals and byte names are POSIX")


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in an empty folder; gives exit code, output and error output."""
    monkeypatch.chdir(tmp_path)

    def run_it(*arguments: object, typed: str | bytes = b"") -> tuple[int, str, str]:
        given = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        capfd.readouterr()
        code = main([str(argument) for argument in arguments])
        return code, *capfd.readouterr()

    return run_it


@pytest.fixture
def made(run: Run, tmp_path: Path) -> Path:
    """Two players in a running battle."""
    file = tmp_path / "made.brik"
    assert run("new", file, "--player", "Ann:Amber Army", "--player", "Ben:Brick Crew:lime")[0] == 0
    acts = [{"act": "NewBattle", "name": "Clash", "player_ids": [1, 2]}, {"act": "StartBattle"}]
    assert run("do", file, "-", typed=json.dumps(acts))[0] == 0
    return file


def everything_in(folder: Path) -> dict[str, str]:
    """Hash every file below a folder, except backups."""
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "data" not in path.parts
    }


def said_one_line(error: str) -> bool:
    return error.count("\n") == 1 and error.endswith("\n") and len(error) < 700


# What it does


def test_a_new_campaign_has_its_players_in_free_colours(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "Kesselschlacht.brik"
    code, out, error = run("new", file, "--player", "Ann:Amber Army", "--player", "Ben:Crew:sky")
    assert (code, error) == (0, "")
    assert "Kesselschlacht, 2 players" in out
    code, out, _ = run("log", file)
    assert "Amber Army joins. Ann" in out
    assert "Crew joins. Ben" in out


def test_a_campaign_with_a_bad_player_is_not_made(run: Run, tmp_path: Path) -> None:
    before = everything_in(tmp_path)
    code, _, error = run("new", "x.brik", "--player", "Ann:Army:sky", "--player", "Ben:Crew:sky")
    assert code == 1
    assert "already plays sky" in error
    assert everything_in(tmp_path) == before


def test_do_takes_one_act_and_tells_what_happened(run: Run, made: Path) -> None:
    code, out, error = run("do", made, "-", typed='{"act": "EndTurn"}')
    assert (code, error) == (0, "")
    assert out.splitlines()[0] == "End Turn 1, Amber Army"
    assert "Brick Crew is next." in out


def test_a_list_of_acts_is_done_whole_or_not_at_all(run: Run, made: Path) -> None:
    before = run("digest", made)[1]
    acts = '[{"act": "EndTurn"}, {"act": "RemovePlayer", "player_id": 99}]'
    code, _, error = run("do", made, "-", typed=acts)
    assert (code, said_one_line(error)) == (1, True)
    assert run("digest", made)[1] == before


def test_an_act_can_be_read_from_a_file_with_a_byte_order_mark(run: Run, made: Path) -> None:
    Path("act.json").write_text('{"act": "EndTurn"}', encoding="utf-8-sig")
    assert run("do", made, "act.json")[0] == 0


def test_undo_and_redo_go_one_act_or_all_the_way(run: Run, made: Path) -> None:
    after = run("digest", made)[1]
    assert run("undo", made)[1] == "Undone: Do 2 acts.\n"
    assert run("undo", made, "--all")[1] == "Undone: 3 acts.\n"
    assert run("undo", made)[::2] == (1, "There is nothing to undo.\n")
    assert run("undo", made, "--all")[:2] == (0, "Undone: 0 acts.\n")
    assert run("redo", made)[1] == "Done again: Make made.\n"
    assert run("redo", made, "--all")[1] == "Done again: 3 acts.\n"
    assert run("digest", made)[1] == after


def test_a_refusal_says_how_it_is_overruled(run: Run, made: Path) -> None:
    note = {"act": "AddNote", "text": "Rain", "kind": "alarm", "player_id": 1, "due_number": 1}
    assert run("do", made, "-", typed=json.dumps(note))[0] == 0
    code, _, error = run("do", made, "-", typed='{"act": "EndTurn"}')
    assert (code, said_one_line(error)) == (1, True)
    assert '"overruled": ["turn-order"]' in error
    overruled = '{"act": "EndTurn", "overruled": ["turn-order"]}'
    assert run("do", made, "-", typed=overruled)[0] == 0


def test_try_tells_what_would_happen_and_saves_nothing(run: Run, made: Path) -> None:
    before = everything_in(made.parent)
    code, out, _ = run("try", made, "-", "--json", typed='{"act": "EndTurn"}')
    assert code == 0
    assert json.loads(out)["would"]["title"] == "End Turn 1, Amber Army"
    assert everything_in(made.parent) == before


def test_the_log_of_one_players_turn(run: Run, made: Path) -> None:
    run("do", made, "-", typed='{"act": "EndTurn"}')
    run("do", made, "-", typed='{"act": "EndTurn"}')
    ann, both = run("log", made, "--turn", "1.aa")[1], run("log", made, "--turn", "1")[1]
    assert "Turn 1, Amber Army is over." in ann
    assert "Turn 1, Brick Crew is over." not in ann
    assert "Turn 1, Brick Crew is over." in both
    assert "There is no turn 9" in run("log", made, "--turn", "9")[2]


def test_explain_tells_the_parts_of_each_number_with_rules_and_earlier_acts(
    run: Run, sample: Path
) -> None:
    rows = json.loads(run("log", sample, "--json")[1])
    landing = next(row for row in rows if row["lead"] == "Whistling ballcock lands.")
    launch = next(row for row in rows if row["lead"] == "Whistling ballcock is launched.")
    assert landing["sums"][0]["name"] == "Action Roll"

    code, out, error = run("explain", sample, landing["act_id"])
    assert (code, error) == (0, "")
    assert out.startswith(f"Act {landing['act_id']}: Whistling ballcock lands\n")
    assert "8.4-11 Action Roll on arrival" in out
    assert f"from act {launch['act_id']}: Launch Whistling ballcock" in out

    told = json.loads(run("explain", sample, str(landing["act_id"]), "--json")[1])
    assert told["title"] == "Whistling ballcock lands"
    numbers = {each["name"]: each for each in told["lines"][0]["numbers"]}
    missed = numbers["Missed by"]
    assert missed["total"] == sum(part["value"] for part in missed["parts"])
    for use in (missed["parts"][0], numbers["Needed on the die"]["parts"][0]):
        assert use["rule_title"] == "Roll against the Use rating"
        origin = (use["from_act_id"], use["from_title"])
        assert origin == (launch["act_id"], "Launch Whistling ballcock")


def test_explain_last_is_the_newest_act_that_is_not_undone(run: Run, made: Path) -> None:
    assert run("do", made, "-", typed='{"act": "EndTurn"}')[0] == 0
    assert run("explain", made, "last")[1].startswith("Act 5: End Turn 1, Amber Army\n")
    assert run("undo", made)[0] == 0
    assert run("explain", made, "LAST")[1].startswith("Act 4: ")
    assert run("explain", made, "5")[1].startswith("Act 5: End Turn 1, Amber Army (undone)\n")


def test_an_undone_line_says_so_in_the_log(run: Run, made: Path) -> None:
    run("do", made, "-", typed='{"act": "EndTurn"}')
    run("undo", made)
    entries = json.loads(run("log", made, "--json")[1])
    assert [entry["undone"] for entry in entries if "is over" in entry["lead"]] == [True]
    assert "Undone: Turn 1, Amber Army is over." in run("log", made)[1]


def test_check_tells_acts_digest_and_backup_and_changes_nothing(run: Run, made: Path) -> None:
    before = everything_in(made.parent)
    code, out, _ = run("check", made, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["acts"] == 4
    assert found["digest"] == run("digest", made)[1].strip()
    assert "made-" in found["backup"]
    assert everything_in(made.parent) == before


def test_check_finds_an_act_that_another_program_changed(run: Run, made: Path) -> None:
    import sqlite3

    with sqlite3.connect(made) as other:
        other.execute("UPDATE act SET name = 'EndTurn' WHERE id = 2")
    other.close()
    code, _, error = run("check", made)
    assert code == 1
    assert error.startswith("Act 2 does not follow")


def test_every_act_is_listed_with_its_fields(run: Run) -> None:
    listed = json.loads(run("acts", "--json")[1])
    by_name = {act["act"]: act for act in listed}
    assert all(act["words"] for act in listed)
    fields = {field["name"]: field for field in by_name["LayDice"]["fields"]}
    assert fields["faces"]["type"] == "list of: face"
    assert fields["step"]["required"]
    assert not fields["overruled"]["required"]
    assert run("acts", "endturn")[1].startswith("EndTurn: End the running player's turn")
    assert run("acts", "Nope")[0] == 1


def test_a_rule_is_printed_by_its_id_in_any_case_and_searched_by_words(run: Run) -> None:
    assert run("rules", "f.1-31")[1].startswith("F.1-31  ")
    assert "F.1-08" in run("rules", "smoke", "sight")[1]
    assert "nearest" in run("rules", "8.4-999")[2]
    assert run("rules", "xyzzy")[0] == 1
    assert json.loads(run("rules", "8.4-10", "--json")[1])["id"] == "8.4-10"


def test_odds_are_exact(run: Run) -> None:
    answer = json.loads(run("odds", "action d8 >= 5", "--json")[1])
    assert answer["rows"][0] == {"label": "5 or more", "chance": 0.5}
    assert " 50.00%" in run("odds", "action", "d8", ">=", "5")[1]


def test_every_command_is_known_before_the_parser_is_made(run: Run) -> None:
    out = run("--help")[1]
    listed = {line.split()[0] for line in out.splitlines() if line.startswith("    ")}
    assert {word for word in listed if not word.startswith("-")} - {"COMMAND"} == COMMANDS


def test_version_and_help_are_no_errors(run: Run) -> None:
    code, out, _ = run("--version")
    assert (code, out) == (0, "BrikDesk 0.1.0\n")
    code, out, _ = run("--help")
    assert code == 0
    assert "agenda" in out
    assert "headless" not in out


# The doors, with what people and programs push through them

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
    "act from a folder": (["do", "made.brik", "folder"], 1, "is no file"),
}


@pytest.fixture
def doors(made: Path) -> Path:
    """Give a folder with a campaign, a link to it, a text and a folder."""
    folder = made.parent
    (folder / "folder").mkdir()
    (folder / "notes.txt").write_text("Notes of the evening\n")
    (folder / "link.pdf").symlink_to(made)
    return folder


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


# As a process of its own


def start(*arguments: str | bytes, **more: Any) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-P", "-m", "brikdesk", *arguments]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, **more)


@unix
def test_a_name_that_is_no_text_is_a_name_all_the_same(tmp_path: Path) -> None:
    name = bytes(tmp_path) + b"/caf\xe9-\xff.brik"
    assert start(b"new", name, b"--name", b"Odd").wait() == 0
    out, error = start(b"log", name).communicate()
    assert (b"Odd begins." in out, error) == (True, b"")
    again = start(b"new", name)
    _, error = again.communicate()
    assert again.returncode == 1
    assert error.count(b"\n") == 1
    error.decode("utf-8")


@unix
def test_a_campaign_in_the_users_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path / "home")}
    command = [sys.executable, "-P", "-m", "brikdesk", "new", "~/mine.brik"]
    subprocess.run(command, env=environment, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "home" / "mine.brik").is_file()
    assert not (tmp_path / "~").exists()


@unix
def test_a_reader_who_leaves_early_is_no_error() -> None:
    asked = start("rules")
    assert asked.stdout is not None
    asked.stdout.readline()
    asked.stdout.close()
    assert asked.stderr is not None
    assert asked.stderr.read() == b""
    assert asked.wait() == 0


class Interrupting(io.BytesIO):
    """An input in which somebody presses Ctrl-C instead of typing."""

    def read(self, size: int | None = -1) -> bytes:
        signal.raise_signal(signal.SIGINT)
        return b""


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Let Ctrl+C interrupt, also where the tests run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_while_an_act_is_typed_ends_in_one_line(
    run: Run, made: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    before = everything_in(made.parent)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupting()))
    assert main(["do", str(made), "-"]) == 130
    assert said_one_line(capfd.readouterr().err)
    assert everything_in(made.parent) == before


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_in_the_middle_of_an_act_leaves_the_campaign_as_it_was(
    run: Run, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = run("digest", made)[1]
    carry_out = EndTurn.carry_out

    def interrupted(act: EndTurn, session: Session) -> Outcome:
        outcome = carry_out(act, session)
        session.flush()
        signal.raise_signal(signal.SIGINT)
        return outcome

    monkeypatch.setattr(EndTurn, "carry_out", interrupted)
    code, _, error = run("do", made, "-", typed='{"act": "EndTurn"}')
    assert (code, said_one_line(error)) == (130, True)
    monkeypatch.undo()
    assert main(["digest", str(made)]) == 0
    assert not made.with_name(made.name + ".lock").exists()
    assert run("digest", made)[1] == before


# The sample, played from the command line alone


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
    assert told == run("roll", twin, "--seed", "7")[1]
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

shots = pytest.mark.skipif(not find_spec("ui.shots"), reason="no pictures of the desk yet")


@shots
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


@shots
def test_a_scene_that_does_not_exist_is_named(run: Run, sample: Path) -> None:
    code, _, error = run("shot", sample, "no-such-scene", "-o", "x.png")
    assert (code, said_one_line(error)) == (1, True)
    assert "turn-start" in error
