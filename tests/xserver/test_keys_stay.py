"""What waits for dice keeps the keys when the map is clicked, and keys mean the same in every layout."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.xserver.conftest import Run
from tests.xserver.display import Screen
from tests.xserver.program import Program

QUEUE = "queue_of(work().desk, work().hub)"
HAYRICK = "burn-2"
"""A step of the sample that asks for 2d4."""


def go_to(desk: Program, step: str) -> None:
    """Make a step the current one, with the keys in its first die."""
    desk.key("Ctrl+Shift+Space")
    desk.see(f"work().hub.step_asked.emit({step!r})")
    desk.until(f"{QUEUE}.current.key == {step!r}")
    desk.until("focus() is not None")


def click(desk: Program, x: float, y: float) -> None:
    """Click on a point of the table."""
    desk.click(*desk.see(f"on_the_map({x}, {y})"))


def faces(desk: Program) -> list[int]:
    """Return the faces in the boxes of the current step."""
    found: list[int] = desk.see(f"[face.value for face in {QUEUE}.faces.values()]")
    return found


def test_a_click_on_the_map_between_two_dice_loses_neither(run: Run, sample: Path) -> None:
    with run(sample) as desk:
        unit = desk.see("unit_called('Gunner Clack')")
        go_to(desk, HAYRICK)
        desk.key("3")
        desk.until(f"len({QUEUE}.faces) == 1")
        click(desk, *desk.see(f"stands_at({unit})"))
        desk.until(f"work().hub.selected_unit == {unit}")
        click(desk, 1, 1)
        desk.key("2")
        desk.until(f"len({QUEUE}.faces) == 2")
        desk.key("1")
        desk.until("'does nothing here' in work().view.status.words()")
        assert faces(desk) == [3, 2], "no digit takes the place of a die"
        assert desk.see("focus_wrong()") == ""
        desk.key("Backspace", "1")
        desk.until(f"[face.value for face in {QUEUE}.faces.values()] == [3, 1]")
        assert desk.said() == ""


@pytest.mark.skipif(shutil.which("setxkbmap") is None, reason="setxkbmap is not installed")
@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("layout", ["ru", "ir"])
def test_letters_and_digits_mean_the_same_in_other_scripts(
    run: Run, sample: Path, x_screen: Screen, layout: str
) -> None:
    def change(to: str) -> None:
        subprocess.run(["setxkbmap", "-display", x_screen.name, to], check=True)

    with run(sample) as desk:
        go_to(desk, HAYRICK)
        try:
            change(layout)
            desk.key("3", "2")
            desk.until(f"[face.value for face in {QUEUE}.faces.values()] == [3, 2]")
            desk.key("n")
            desk.until("focus().accessibleName() == 'Note for the log'")
            desk.key("Esc", "f")
            desk.until("work().view._large")
            desk.key("f")
            desk.until("not work().view._large")
        finally:
            change("us")
        assert desk.said() == ""
