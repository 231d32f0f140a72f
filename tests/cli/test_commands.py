"""What each command answers."""

import json
import re
from pathlib import Path

import pytest

from brikdesk.cli import COMMANDS
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import played
from tests.cli.outcome import Run, everything_in, said_one_line

pytestmark = pytest.mark.thorough(every=2)


def test_a_new_campaign_has_its_players_in_free_colours(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "Kesselschlacht.brik"
    code, out, error = run("new", file, "--player", "Ann:Amber Army", "--player", "Ben:Crew:sky")
    assert (code, error) == (0, "")
    assert "Kesselschlacht, 2 players" in out
    code, out, _ = run("log", file)
    assert "New: Amber Army. Ann" in out
    assert "Crew. Ben" in out


@pytest.mark.parametrize(
    ("rules", "sets"),
    [
        ("brikwars", ("BRIKWARS_2020",)),
        ("scifi", ("SCIFI",)),
        ("both", ("BRIKWARS_2020", "SCIFI")),
    ],
)
def test_a_new_campaign_is_played_by_the_rules_that_are_named(
    run: Run, tmp_path: Path, rules: str, sets: tuple[str, ...]
) -> None:
    file = tmp_path / "stars.brik"
    assert run("new", file, "--rules", rules)[0] == 0
    with Campaign.open(file) as campaign:
        assert campaign.read(played) == sets


def test_a_campaign_with_a_bad_player_is_not_made(run: Run, tmp_path: Path) -> None:
    before = everything_in(tmp_path)
    code, _, error = run("new", "x.brik", "--player", "Ann:Army:sky", "--player", "Ben:Crew:sky")
    assert code == 1
    assert "The colour sky is that of" in error
    assert everything_in(tmp_path) == before


def test_do_takes_one_act_and_tells_what_happened(run: Run, made: Path) -> None:
    code, out, error = run("do", made, "-", typed='{"act": "EndTurn"}')
    assert (code, error) == (0, "")
    assert out.splitlines()[0] == "End Turn 1, Amber Army"
    assert "Next: Brick Crew." in out


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
    assert run("undo", made)[1] == "Undone: Do 2 acts.\n"
    run("redo", made)
    run("add", made, "Bob")
    after = run("digest", made)[1]
    assert run("undo", made, "--all")[1] == "Undone: 2 acts.\n"
    assert run("undo", made)[::2] == (1, "There is nothing to undo.\n")
    assert run("undo", made, "--all")[:2] == (0, "Undone: 0 acts.\n")
    assert run("redo", made)[1] == "Done again: Do 2 acts.\n"
    assert run("redo", made, "--all")[1] == "Done again: 1 act.\n"
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
    assert "act 2 differs from what BrikDesk saved last" in error


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
    listed = {line.split()[0] for line in out.splitlines() if re.match(r" {4}\S", line)}
    assert {word for word in listed if not word.startswith("-")} - {"COMMAND"} == COMMANDS


def test_version_and_help_are_no_errors(run: Run) -> None:
    code, out, _ = run("--version")
    assert (code, out) == (0, "BrikDesk 0.1.0\n")
    code, out, _ = run("--help")
    assert code == 0
    assert "agenda" in out
    assert "headless" not in out
