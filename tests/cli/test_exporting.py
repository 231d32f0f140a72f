"""Exports from the command line: the campaign as JSON and back, the log as CSV and JSON."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.outcome import Run, everything_in, said_one_line

HOSTILE = (
    '=HYPERLINK("http://x")', "+1+1", "-2+3", "@SUM(A1)", "＝1+1", "'quoted", "a,b;\"c\"",
    "\u05e9\u05dc\u05d5\u05dd",
    "\U0001f525 <b>&amp;</b>", "x" * 80,
)  # fmt: skip


@pytest.fixture
def noted(run: Run, made: Path) -> Path:
    acts = [
        {"act": "AddUnit", "name": name, "preset": "U-01", "player_id": 1 + place % 2}
        for place, name in enumerate(HOSTILE)
    ]
    assert run("do", made, "-", typed=json.dumps(acts))[0] == 0
    return made


def test_a_campaign_goes_out_and_comes_back(run: Run, noted: Path, tmp_path: Path) -> None:
    assert run("export", noted, "-o", "c.json")[0] == 0
    code, out, error = run("new", "back.brik", "--from", "c.json")
    assert (code, error) == (0, "")
    assert "c.json" in out
    assert run("digest", "back.brik") == run("digest", noted)
    assert run("log", "back.brik", "--json") == run("log", noted, "--json")
    assert run("undo", "back.brik")[0] == 0


def test_an_export_never_replaces_a_campaign_nor_a_campaign_another(
    run: Run, noted: Path, tmp_path: Path
) -> None:
    assert run("export", noted, "-o", "c.json")[0] == 0
    before = everything_in(tmp_path)
    for words in (
        ("export", noted, "-o", noted), ("export", noted, "-o", "no/where.json"),
        ("export", noted, "-o", "log.xls"), ("new", noted, "--from", "c.json"),
        ("new", "b.brik", "--from", "none.json"), ("new", "b.brik", "--from", noted),
        ("new", "b.brik", "--from", "c.json", "--name", "Other"),
    ):  # fmt: skip
        code, _, error = run(*words)
        assert (code, said_one_line(error)) == (1, True), (words, error)
    assert everything_in(tmp_path) == before


def test_no_cell_of_the_log_is_a_formula_and_all_words_are_there(
    run: Run, noted: Path, tmp_path: Path
) -> None:
    assert run("export", noted, "-o", "log.csv")[0] == 0
    text = (tmp_path / "log.csv").read_bytes().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    cells = [each for row in rows for each in row]
    assert not [each for each in cells if each.lstrip().startswith(tuple("=+-@\t\r＝"))]
    assert run("export", noted, "-o", "log.json", "--log")[0] == 0
    lines = json.loads((tmp_path / "log.json").read_bytes())
    lead = rows[0].index("lead")
    # The sign before a text that could be a formula is all that was added.
    said = [line["lead"] for line in lines]
    assert all(row[lead] in (words, f"'{words}") for row, words in zip(rows[1:], said, strict=True))
    for name in HOSTILE:
        assert any(name in line["lead"] + line["words"] for line in lines), name


def test_long_work_tells_how_far_it_is_where_somebody_reads_it(
    run: Run, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    code, _, error = run("export", made, "-o", "out.json")
    assert code == 0
    assert "Writing out.json,   0 %" in error
    assert error.endswith("\r"), "the line is gone when the file is there"
    code, _, error = run("new", "back.brik", "--from", "out.json")
    assert (code, "Reading out.json, " in error) == (0, True)
    code, _, error = run("report", made, "-o", "out.pdf")
    assert (code, "Drawing the report, " in error) == (0, True)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    assert run("export", made, "-o", "quiet.json")[2] == ""
