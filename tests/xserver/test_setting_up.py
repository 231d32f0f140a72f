"""A battle's units by words, and a whole turn's task over two turns: by real keys, as fast as they come."""

from dataclasses import replace
from pathlib import Path

from brikdesk.library import shelf, templates
from brikdesk.spoken.roster import hear_roster
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.units import units
from tests.ui.window_scene import make_file
from tests.xserver.conftest import Run

SEVENTEEN = (
    "5 Troopers: gun, light armor",
    "2 Snipers: rifle",
    "Captain Ann hero two-handed",
    "Big Bertha vehicle 4 cannon 3 (4 shells X3, 1 smoke X2), launcher 2 (12 missiles)",
    "Tower structure 6 armor 2d10",
    "Dragon creature 4 claw 2",
    "6 crates object 1",
)
"""A battle's units: minifigs, a hero, a vehicle with Cannon, Launcher and racks, and all the rest."""

TEMPLATES = "5 tro,2 sni,cap,big,tow,dra,6 cra"
"""The same by the first letters of their templates."""

LINES = (
    "3 Troopers: gun, light armor",
    "Captain Ann hero two-handed",
    "Big Bertha vehicle 4 cannon 3 (4 shells X3, 1 smoke X2), launcher 2 (12 missiles)",
    "Nobody:",
    '2 carts object 1 "full of hay"',
)


def test_units_by_words_and_an_extended_action(run: Run, tmp_path: Path) -> None:
    file = make_file(tmp_path / "clash.brik")
    with Campaign.open(file) as campaign:
        campaign.seal()
    with run(file) as desk:
        desk.key("Ctrl+Shift+a")
        desk.until("'QPlainTextEdit' in focus_words()[0]")
        for line in LINES:
            desk.key(*line)
            desk.key("Enter")
        desk.key("Ctrl+Enter")
        desk.until("undoable() == 'Add 7 units'")
        desk.until("focus_wrong() == ''")
        desk.key("Ctrl+z")
        desk.until("redoable() == 1")
        desk.key("Ctrl+y")
        desk.until("redoable() == 0")
        desk.key("Ctrl+k")
        desk.key(*"captain ann spends 2 turns rowing")
        desk.key("Enter")
        for _ in range(6):  # who has done nothing at all is asked about first
            if desk.see("waiting() != []"):
                break
            desk.key("Ctrl+Shift+Enter")
        desk.until("waiting() and waiting()[0].startswith('extended-')")
        desk.key("a", "Enter")
        desk.until("waiting() == []")
        assert desk.see("focus_wrong()") == ""
        assert desk.said() == ""
    with Campaign.open(file) as campaign:
        names = [unit.name for unit in campaign.read(units)]
        assert names == [
            "Trooper", "Trooper 2", "Trooper 3", "Captain Ann", "Big Bertha", "cart", "cart 2",
        ]  # fmt: skip


def test_seventeen_units_by_pasted_words_and_by_templates(run: Run, tmp_path: Path) -> None:
    file = make_file(tmp_path / "clash.brik")
    heard = hear_roster("\n".join(SEVENTEEN), ())
    assert heard.ready
    for enlisted in heard.units:
        unit = replace(enlisted.act, copies=1)
        shelf.kept(
            templates.of_units(unit.name, [unit]), tmp_path / "home" / "data" / "library.jsonl"
        )
    with run(file) as desk:
        # Each line is typed here, where a referee pastes the text: only the other keys count.
        words = ["Ctrl+Shift+a", *["Enter"] * (len(SEVENTEEN) - 1), "Ctrl+Enter"]
        assert len(words) <= 60
        desk.key(words[0])
        desk.until("'QPlainTextEdit' in focus_words()[0]")
        for number, line in enumerate(SEVENTEEN):
            desk.key(*([words[number]] if number else []), *line)
        desk.key(words[-1])
        desk.until("undoable() == 'Add 17 units'")
        keys = ["Ctrl+l", *TEMPLATES, "Enter"]
        assert len(keys) <= 40
        desk.key(keys[0])
        desk.until("'WordsField' in focus_words()[0]")
        desk.key(*keys[1:])
        desk.until("undoable() == 'Add 17 units from the library'")
        assert desk.see("focus_wrong()") == ""
        assert desk.said() == ""
    with Campaign.open(file) as campaign:
        added = [(unit.name.split()[0], unit.kind) for unit in campaign.read(units)][-34:]
    assert added[:17] == added[17:]
    assert {kind for _, kind in added} == {
        "Minifig", "Hero", "Vehicle", "Structure", "Creature", "Object"
    }  # fmt: skip
