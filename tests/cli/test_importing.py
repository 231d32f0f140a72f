"""Army lists from the command line: told, taken as one act, or refused."""

import json
import os
from pathlib import Path

from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit
from tests.acts.table import rows
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


def test_what_might_never_end_is_not_opened(run: Run, made: Path) -> None:
    os.mkfifo("pipe.json")
    Path("large.json").write_bytes(b" " * 10_000_001)
    for name, words in (("pipe.json", "it is a device or a pipe"), ("large.json", "MB")):
        code, _, error = run("import", made, name)
        assert code == 1
        assert words in error


def test_units_against_the_rules_come_in_marked_or_stay_out(run: Run, made: Path) -> None:
    Path("reds.csv").write_text("Unit;Count;Armour\nFirm;2;4\nWall;1;2d10\n")
    digest = run("digest", made)[1]
    code, said, _ = run("import", made, "reds.csv", "--dry-run")
    assert code == 0
    assert "Column “Armour”: Armor" in said
    assert "Against the rules, taken in and marked:" in said
    assert 'Wall: 2d10 is more than a Size of 1" carries. (OF-39)' in said
    assert run("digest", made)[1] == digest
    code, said, _ = run("import", made, "reds.csv", "--json")
    assert (code, json.loads(said)["against"][0]["unit"]) == (0, "Wall")
    assert json.loads(said)["done"]["title"] == "Import an army list: 3 units"
    code, said, _ = run("import", made, "reds.csv", "--against", "leave")
    assert "Firm: joins as Firm 3: there is one already" in said
    assert said.strip().endswith("Import an army list: 2 units.")


def test_an_army_goes_out_as_it_stands(run: Run, made: Path) -> None:
    Path("reds.csv").write_text("Unit;Count\nFirm;1\n")
    run("import", made, "reds.csv")
    with Campaign.open(made) as campaign:
        hurt = {"act": "LoseLimb", "unit_id": rows(campaign, Unit)[-1].id, "limb": "left_arm"}
    assert run("do", made, "-", typed=json.dumps(hurt))[0] == 0
    for file in ("army.json", "army.csv"):
        assert run("army", made, "-o", file)[0] == 0
        assert "without left arm" in run("import", made, file, "--dry-run")[1]


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
