"""Cells of tables are edited with real keys."""

from pathlib import Path

from tests.xserver.conftest import Run

FIRES = "named('Fires', 'WholeTable')"


def test_enter_in_the_editor_of_one_cell_after_another_keeps_the_window_alive(
    run: Run, sample: Path
) -> None:
    with run(sample) as desk:
        desk.key("Ctrl+3")
        desk.see(f"{FIRES}.setFocus()")
        column = desk.see(f"columns({FIRES}).index('Fire size')")
        rows = desk.see(f"{FIRES}.model().rowCount()")
        for _ in range(3):
            for row in range(rows):
                desk.see(f"{FIRES}.go_to({row}, {column})")
                desk.see(f"{FIRES}.setFocus()")
                desk.key("F2")
                desk.hands.type("3")
                desk.hands.key("Enter")
                desk.settle()
                assert desk.see(f"texts({FIRES}, {column})")[row]
