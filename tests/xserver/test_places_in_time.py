"""Looking back, trying out and correcting with real keys: in a frame, and back to where one was."""

from pathlib import Path

from tests.xserver.conftest import Run

PLACE = "type(work()).__name__"
QUEUE = "queue_of(work().desk, work().hub)"


def test_a_referee_looks_back_tries_out_and_corrects(run: Run, sample: Path) -> None:
    with run(sample) as desk:
        unit = desk.see("unit_called('Forewoman Rubble')")
        desk.see("work().hub.step_asked.emit('burn-2')")
        desk.key("Ctrl+Shift+Space", "3")
        desk.until(f"len({QUEUE}.faces) == 1")

        desk.key("F7", "Alt+Left", "Alt+Left", "Alt+Up")
        assert desk.see(PLACE) == "LookingBack"
        assert desk.see("work().desk.read_only")
        there = desk.see("work().beat.act_id")
        assert there < desk.see("work().past.newest")
        desk.key("Alt+Right")
        assert desk.see("work().beat.act_id") > there
        desk.key("Esc")
        assert desk.see(PLACE) == "AtWork"
        assert desk.see(f"len({QUEUE}.faces)") == 1, "the die that was typed"
        desk.key("Backspace")

        desk.key("F8")
        assert desk.see(PLACE) == "TryingOut"
        before = desk.see("work().desk.campaign.digest()")
        desk.see(f"work().hub.select_unit({unit})")
        desk.see("(work().view.panes.focus(work().view.panel('map')), None)[1]")
        desk.key("Right", "Enter")
        desk.until(f"work().desk.campaign.digest() != {before!r}")
        desk.key("F8", "d")
        assert desk.see(PLACE) == "AtWork"

        desk.see("(work().view.panes.focus(work().view.panel('map')), None)[1]")
        desk.see(f"work().hub.select_unit({unit})")
        desk.key("Right", "Enter")
        desk.until("undoable() == 'Forewoman Rubble moves'")
        moved = desk.see(f"place_of({unit})")
        desk.key("Ctrl+4", "Home", "c")
        assert desk.see(PLACE) == "Correcting"
        desk.key("Esc", "F8")  # the form of the move; what comes of it if it has never been
        desk.until("type(focus()).__name__ == 'LeavesUndo'")
        desk.key("Ctrl+Enter")
        desk.until(f"{PLACE} == 'AtWork'")
        assert desk.see(f"place_of({unit})") != moved, "it has never been"
        desk.key("Ctrl+z")
        desk.until(f"place_of({unit}) == {moved!r}")
        assert desk.see("focus_wrong()") == ""
        assert desk.said() == ""
        assert desk.leave() == 0
