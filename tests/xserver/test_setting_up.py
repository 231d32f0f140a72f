"""A battle's units by words, and a whole turn's task over two turns: by real keys, as fast as they come."""

from pathlib import Path

from brikdesk.store.campaign import Campaign
from brikdesk.store.views.units import units
from tests.ui.window_scene import make_file
from tests.xserver.conftest import Run

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
        desk.key("Enter", *["Ctrl+Shift+Enter"] * 3)
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
