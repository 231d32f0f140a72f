"""Units are moved, turned and aimed at on the map with a real mouse and real keys."""

from pathlib import Path

from tests.xserver.conftest import Run
from tests.xserver.program import Program

KNIGHT = "Gunner Kaboom"
MAP = "work().view.panel('map')"


def drag(desk: Program, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """Drag with the left button from one point of the table to another."""
    parts = [0.0, 0.2, 0.5, 0.8, 1.0]
    places = [
        (start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part)
        for part in parts
    ]
    desk.drag([tuple(desk.see(f"on_the_map({x}, {y})")) for x, y in places])


def click(desk: Program, x: float, y: float) -> None:
    """Click on a point of the table."""
    desk.click(*desk.see(f"on_the_map({x}, {y})"))


def select(desk: Program, unit: int) -> tuple[float, float]:
    """Select a unit by a click; return where it stands."""
    x, y = desk.see(f"stands_at({unit})")
    click(desk, x, y)
    desk.until(f"work().hub.selected_unit == {unit}")
    return x, y


def to_the_map(desk: Program) -> None:
    """Take the keys to the map by F6: while dice are waited for, a click leaves them there."""
    for _ in range(6):
        if desk.see(f"{MAP}.view.hasFocus()"):
            return
        desk.key("F6")
    raise AssertionError("F6 does not come to the map")


def test_a_unit_is_dragged_and_undone_and_moved_again_by_keys(run: Run, sample: Path) -> None:
    with run(sample) as desk:
        unit = desk.see(f"unit_called({KNIGHT!r})")
        x, y = desk.see(f"stands_at({unit})")
        drag(desk, (x, y), (x + 2, y - 1))
        desk.until(f"stands_near({unit}, {x + 2}, {y - 1})")
        desk.key("Ctrl+z")
        desk.until(f"stands_at({unit}) == ({x}, {y})")
        select(desk, unit)
        to_the_map(desk)
        desk.key("Right", "Right", "Shift+Down", "Enter")
        desk.until(f"stands_at({unit}) == ({x + 2}, {y + 0.25})")
        assert desk.see("focus_wrong()") == ""
        desk.key("Ctrl+z", "Ctrl+y")
        desk.until(f"stands_at({unit}) == ({x + 2}, {y + 0.25})")
        assert desk.said() == ""


def test_several_units_are_chosen_dragged_and_undone_together(run: Run, sample: Path) -> None:
    with run(sample) as desk:
        several = f"{MAP}.several.ids"
        unit = desk.see(f"unit_called({KNIGHT!r})")
        x, y = select(desk, unit)
        with desk.hands.holding("Shift"):
            drag(desk, (x - 3, y - 3), (x + 3, y + 3))
        desk.until(f"len({several}) > 1")
        ids = desk.see(several)
        before = {each: desk.see(f"stands_at({each})") for each in ids}
        out = next(each for each in ids if each != unit)
        with desk.hands.holding("Ctrl"):
            click(desk, *before[out])
            desk.until(f"{out} not in {several}")
            click(desk, *before[out])
            desk.until(f"{out} in {several}")
        drag(desk, (x, y), (x + 1, y))
        for each, (left, top) in before.items():
            desk.until(f"stands_near({each}, {left + 1}, {top})")
        desk.key("Ctrl+z")
        for each, place in before.items():
            desk.until(f"stands_at({each}) == ({place[0]}, {place[1]})")
        to_the_map(desk)
        desk.key("Esc")
        desk.until(f"{several} == ()")
        assert desk.said() == ""


def test_a_way_with_corners_is_clicked_and_ended_by_enter(run: Run, sample: Path) -> None:
    with run(sample) as desk:
        unit = desk.see(f"unit_called({KNIGHT!r})")
        x, y = select(desk, unit)
        to_the_map(desk)
        desk.key("Up")
        for number, corner in enumerate(((x + 1, y - 1), (x + 1, y - 2)), start=1):
            click(desk, *corner)
            desk.until(f"len({MAP}.tool.corners) == {number}")
        desk.key("Enter")
        desk.until(f"{MAP}.tool is None")
        assert desk.see(f"stands_near({unit}, {x + 1}, {y - 2})")


def test_the_map_is_zoomed_by_the_wheel_and_panned_without_moving_a_unit(
    run: Run, sample: Path
) -> None:
    with run(sample) as desk:
        unit = desk.see(f"unit_called({KNIGHT!r})")
        before = desk.see(f"stands_at({unit})")
        whole = desk.see(f"{MAP}.view.scale_now")
        desk.hands.click(*desk.see("on_the_map(30, 28)"), button=4, times=3)
        desk.settle()
        desk.until(f"{MAP}.view.scale_now > {whole} * 1.5")
        corner = desk.see("on_the_map(30, 28)")
        drag(desk, (30, 28), (28, 26))
        desk.until(f"on_the_map(30, 28)[0] < {corner[0]}")
        to_the_map(desk)
        desk.key("0")
        desk.until(f"{MAP}.view.scale_now == {whole}")
        assert desk.see(f"stands_at({unit})") == before


def test_the_target_of_an_attack_is_clicked(run: Run, sample: Path) -> None:
    with run(sample) as desk:
        unit, target = (desk.see(f"unit_called({name!r})") for name in (KNIGHT, "Doily"))
        select(desk, unit)
        to_the_map(desk)
        desk.key("A")
        shot = f"{MAP}.overlay.shot"
        desk.until(f"{shot} is not None")
        if not desk.see(f"{shot}.wanted"):  # it aims where it aimed last
            desk.see(f"{MAP}.view.setFocus()")
            desk.key("X")
        click(desk, *desk.see(f"stands_at({target})"))
        desk.until(f"{shot}.goal == stands_at({target})")
        assert desk.see(f"{shot}.measured")
