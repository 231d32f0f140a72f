"""The library from the command line: kept, listed, used as one act, renamed, deleted."""

import json
from pathlib import Path

from tests.cli.outcome import Run, said_one_line


def test_the_way_of_a_template(run: Run, made: Path) -> None:
    assert run("library", "list")[1] == "The library is empty.\n"
    run("add", made, "2 Troopers: gun, light armor; Ann hero")
    code, said, _ = run("library", "save", made, "--unit", "ann")
    assert (code, said) == (0, "Ann is in the library: Hero.\n")
    assert run("library", "save", made, "--name", "Everybody")[0] == 0
    assert run("library", "save", made, "--rules")[0] == 0
    listed = run("library", "list")[1]
    assert [line.split("  ")[0] for line in listed.splitlines()] == [
        "Ann",
        "Everybody",
        "House rules",
    ]
    digest = run("digest", made)[1]
    code, said, _ = run("library", "add", made, "3 ann, every", "--dry-run", "--json")
    assert [row["copies"] for row in json.loads(said)["templates"]] == [3, 1]
    assert run("digest", made)[1] == digest
    code, said, _ = run("library", "add", made, "3 ann, every")
    assert (code, "Add 6 units from the library" in said) == (0, True)
    run("undo", made)
    assert run("digest", made)[1] == digest
    assert run("library", "rename", "ann", "Anna")[0] == 0
    assert run("library", "delete", "Everybody")[0] == 0
    names = [row["name"] for row in json.loads(run("library", "list", "--json")[1])["templates"]]
    assert names == ["Anna", "House rules"]


def test_what_is_not_there_is_refused_in_one_line(run: Run, made: Path) -> None:
    for words in (
        ("add", made, "nobody"),
        ("delete", "nobody"),
        ("rename", "nobody", "x"),
        ("save", made, "--unit", "nobody"),
        ("save", made, "--player", "nobody"),
    ):
        code, _, error = run("library", *words)
        assert code == 1
        assert said_one_line(error)


def test_units_of_the_scifi_rules_and_what_is_not_kept_of_them(run: Run, tmp_path: Path) -> None:
    star = tmp_path / "star.brik"
    assert run("demo", "--scifi", star)[0] == 0
    note = {"act": "AddNote", "text": "Bribed.", "unit_id": 1}
    assert run("do", star, "-", typed=json.dumps(note))[0] == 0
    assert run("library", "save", star, "--unit", "lampwoman glow")[:2] == (
        0,
        "Lampwoman Glow is in the library: Infantry, Sci-fi.\n"
        "Not kept of Lampwoman Glow: a note that is pinned to it.\n",
    )
    army = run("library", "save", star, "--name", "Keepers")[1]
    assert army.startswith("Keepers is in the library: 4 units, Sci-fi.\n")
    digest = run("digest", star)[1]
    code, said, _ = run("library", "add", star, "2 lampw, keep", "--player", "Orbital Tax Office")
    assert (code, "Add 6 units from the library" in said) == (0, True)
    run("undo", star)
    assert run("digest", star)[1] == digest


def test_a_campaign_without_the_rules_of_a_unit_says_so(
    run: Run, made: Path, tmp_path: Path
) -> None:
    star = tmp_path / "star.brik"
    run("demo", "--scifi", star)
    run("library", "save", star, "--unit", "tripod team")
    code, _, error = run("library", "add", made, "tripod")
    assert code == 1
    assert said_one_line(error)
    assert "not played by the Sci-fi rules" in error
