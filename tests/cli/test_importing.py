"""Army lists from the command line: told, taken as one act, or refused."""

import json
from pathlib import Path

from tests.cli.outcome import Run, said_one_line

ARMY = {
    "name": "Dorks",
    "squads": [
        {"name": "First", "units": [
            {"name": "Dork", "isMinifigure": True, "unit_number": "2", "armor": "1d6+2",
             "weapons": [{"type": "Bazooka", "size": 1.5, "use": 3}]},
        ]}
    ],
}  # fmt: skip


def test_an_army_is_told_first_and_taken_then(run: Run, made: Path) -> None:
    Path("dorks.json").write_text(json.dumps(ARMY))
    digest = run("digest", made)[1]
    code, said, _ = run("import", made, "dorks.json", "--dry-run")
    assert code == 0
    assert "2 ×  Dork  First  Minifig  Bazooka" in said
    assert "  Dork: the Armor “1d6+2” counts as 1d6" in said
    assert "  Dork: Bazooka: Use 3 in the file, 4 by the rules" in said
    assert run("digest", made)[1] == digest
    code, said, _ = run("import", made, "dorks.json", "--figures", "rules", "--json")
    assert (code, json.loads(said)["done"]["title"]) == (0, "Import Dorks: 2 units")
    assert run("undo", made)[0] == 0


def test_what_is_no_army_list_changes_nothing(run: Run, made: Path) -> None:
    Path("bad.json").write_text("{}")
    digest = run("digest", made)[1]
    for name in ("bad.json", "nowhere.json"):
        code, _, error = run("import", made, name)
        assert code == 1
        assert said_one_line(error)
        assert name in error
    assert run("digest", made)[1] == digest


def test_an_army_goes_out_and_comes_in_again(run: Run, made: Path) -> None:
    Path("dorks.json").write_text(json.dumps(ARMY))
    run("import", made, "dorks.json")
    for file in ("army.json", "army.csv"):
        code, said, _ = run("army", made, "-o", file)
        assert (code, said.strip()) == (0, str(Path(file).absolute()))
        assert "2 ×  Dork" in run("import", made, file, "--dry-run")[1]
    code, said, _ = run("army", made, "-o", "army.builder.json", "--json")
    assert code == 0
    assert json.loads(said)["lost"] == []
    code, _, error = run("army", made, "--player", "Martians", "-o", "x.json")
    assert code == 1
    assert "There is no player" in error
