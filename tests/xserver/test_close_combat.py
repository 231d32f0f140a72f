"""A unit Disengages, is struck at and goes its way: by real keys, undone and done again (5.2)."""

from pathlib import Path

from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind
from tests.ui.window_scene import make_file
from tests.xserver.conftest import Run


def test_disengaging_under_a_counterstrike(run: Run, tmp_path: Path) -> None:
    file = make_file(tmp_path / "duel.brik")
    with Campaign.open(file) as campaign:
        campaign.do(AddUnit(name="Fred", player_id=1))
        campaign.do(AddUnit(name="Art", player_id=2))
        campaign.do(AddUnit(name="Bors", player_id=2))
        for foe in (2, 3):
            campaign.do(AddWeapon(unit_id=foe, preset="W-01", name="Sword"))
            campaign.do(SetState(unit_id=1, kind=StateKind.ENGAGED, with_id=foe))
        campaign.seal()
    with run(file) as desk:
        desk.key("Ctrl+k", *"fred", "Space", *"disengages", "Enter")
        desk.until("waiting() == ['counterstrike-1', 'counterstrike-2']")
        desk.until("focus_wrong() == ''")
        desk.key("c")
        desk.until("draft().counterstrike and draft().strike.by_id == 2")
        desk.key("Enter", "1", "Enter")
        desk.until("waiting() == ['counterstrike-2']")
        desk.key("Escape")
        desk.until("focus_wrong() == ''")
        desk.key("a", "Enter")
        desk.until("waiting() == []")
        assert desk.see("focus_wrong()") == ""
        desk.key("Ctrl+z", "Ctrl+z", "Ctrl+z")
        desk.until("redoable() == 3")
        desk.key("Ctrl+y", "Ctrl+y", "Ctrl+y")
        desk.until("redoable() == 0")
        desk.until("waiting() == []")
        assert desk.said() == ""
