"""A photo is straightened with a real mouse and real keys, and both windows show it."""

from pathlib import Path

from tests.pictures.a_table import corners_seen, photo_of_table
from tests.xserver.conftest import Run

SHEET = "photo_sheet()"
WIDTH, DEPTH = 40.0, 30.0
RED = (4.2, 3.2)
"""Within the red mark of the photo, away from the lines of the grid."""


def test_four_handles_are_dragged_and_both_windows_show_the_table(
    run: Run, sample: Path, tmp_path: Path
) -> None:
    photo = photo_of_table(tmp_path / "table.jpg", WIDTH, DEPTH, (1600, 1200))
    with run(sample) as desk:
        assert desk.see("[work().view.panel('map').tabletop.ground.width]") == [WIDTH]
        before = desk.see(f"colour_on_the_map{RED}")
        desk.see(f"give_photo({str(photo)!r})")
        desk.until(f"{SHEET} is not None and {SHEET}.canvas.hasFocus()")
        for number, (x, y) in enumerate(corners_seen(WIDTH, DEPTH), start=1):
            start, goal = desk.see(f"handle_at({number})"), desk.see(f"in_the_photo({x}, {y})")
            middle = [(one + other) // 2 for one, other in zip(start, goal, strict=True)]
            desk.hands.drag([tuple(start), tuple(middle), tuple(goal)])
            desk.settle()
            desk.until(f"handle_at({number}) == {tuple(goal)}")
        # By keys as well: the last corner out and in again, then the button's key.
        desk.key("4", "Ctrl+Left", "Shift+Down")
        desk.until(f"handle_at(4)[0] == {goal[0]} - 10")
        desk.key("Ctrl+Right", "Shift+Up", "Ctrl+Enter")
        desk.until(f"{SHEET} is None")
        desk.until("bool(work().view.panel('map').photo.flat.sizes)")
        red, green, _ = desk.see(f"colour_on_the_map{RED}")
        assert red > green + 60, (before, red, green)
        assert desk.see("focus_wrong()") == ""
        desk.key("Ctrl+Shift+p")
        desk.until("work().second.window is not None")
        red, green, _ = desk.see(f"colour_on_the_map({RED[0]}, {RED[1]}, of_players=True)")
        assert red > green + 60, (red, green)
        desk.key("Ctrl+z")
        desk.until("not work().view.panel('map').photo.flat.sizes")
        assert desk.see(f"colour_on_the_map{RED}") == before
        desk.key("Ctrl+y")
        desk.until("bool(work().view.panel('map').photo.flat.sizes)")
        assert desk.said() == ""
