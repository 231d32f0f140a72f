"""The story of a battle is written with the keys alone."""

from pathlib import Path

from tests.xserver.conftest import Run
from tests.xserver.program import Program

PANEL = "work().view.panel('report')"
STORY = f"{PANEL}.story"
SAYS = f"str({STORY}.currentIndex().data())"


def tab_to(desk: Program, words: str) -> None:
    """Press Tab until the part with the keys has these words."""
    for _ in range(12):
        if words in desk.see("getattr(focus(), 'text', focus().accessibleName)()"):
            return
        desk.key("Tab")
        desk.settle()
    raise AssertionError(words)


def test_a_paragraph_is_reached_written_left_out_and_taken_back(run: Run, sample: Path) -> None:
    with run(sample) as desk:
        desk.key("Ctrl+5")
        desk.until("work().view.panel('report').pdf is not None")
        tab_to(desk, "Turn")
        desk.key("Right", "Right")
        tab_to(desk, "Pages")
        desk.key("Right")
        # Each choice on the way draws another report, and each has paragraphs: all have to be over.
        desk.until(f"not {PANEL}._wait.isActive() and {PANEL}._job is None")
        assert desk.see(f"{STORY}.isVisible() and {STORY}.model().rowCount() > 4")
        tab_to(desk, "Story")
        if desk.see(f"focus() is not {STORY}"):
            desk.key("Tab")
            tab_to(desk, "Story")
        # Where a report of some turns was drawn on the way here, one of them is the current one.
        desk.key("Home", "Down", "Down", "Down", "Down")
        assert "Lancer Scone was hit" in desk.see(SAYS)
        desk.key("F2")
        desk.until("type(focus()).__name__ == 'QPlainTextEdit'")
        desk.key("Ctrl+a")
        desk.hands.type("A stapler flew.")
        desk.key("Ctrl+Enter")
        desk.until(f"'by hand. A stapler flew.' in {SAYS}")
        assert desk.see(f"focus() is {STORY}")
        desk.key("Delete")
        desk.until(f"'left out' in {SAYS}")
        desk.key("Ctrl+z")
        desk.until(f"'by hand. A stapler flew.' in {SAYS}")
        desk.key("Ctrl+z")
        desk.until(f"'Lancer Scone was hit' in {SAYS}")
        assert desk.see("focus_wrong()") == ""
        assert desk.said() == ""
