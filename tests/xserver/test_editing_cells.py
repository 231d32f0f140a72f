"""Cells of tables are edited with real keys."""

from pathlib import Path

import pytest

from tests.xserver.conftest import Run

FIRES = "named('Fires', 'WholeTable')"


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("leaves", ["Enter", "Tab", "Shift+Tab"])
def test_one_cell_after_another_is_edited_and_the_window_lives(
    run: Run, sample: Path, leaves: str
) -> None:
    with run(sample) as desk:
        desk.key("Ctrl+3")
        column = desk.see(f"columns({FIRES}).index('Fire size')")
        sizes = desk.see(f"texts({FIRES}, {column})")
        rows = [row for row, words in enumerate(sizes) if words != "Minifig"]
        for inches in ("3", "1", "3", "2"):
            for row in rows:
                desk.see(f"{FIRES}.setFocus()")
                desk.see(f"{FIRES}.go_to({row}, {column})")
                desk.hands.key("F2")
                desk.hands.type(inches)
                desk.hands.key(leaves)
                desk.settle()
                assert desk.see("focus_wrong()") == ""
                assert desk.see(f"texts({FIRES}, {column})")[row].startswith(inches)
                assert desk.see("not work().view.side.aside"), "Enter opened the row besides"
                desk.key("Esc")


def test_left_and_right_reach_the_cells_that_are_edited(run: Run, sample: Path) -> None:
    with run(sample) as desk:
        desk.key("Ctrl+3")
        desk.see(f"{FIRES}.setFocus()")
        column = desk.see(f"columns({FIRES}).index('Fire size')")
        desk.key("Home", *["Right"] * (column + 1), "Left", "F2")
        assert desk.see("type(focus()).__name__") == "QLineEdit"
        desk.hands.type("3")
        desk.key("Enter")
        assert desk.see(f"texts({FIRES}, {column})")[0].startswith("3")
