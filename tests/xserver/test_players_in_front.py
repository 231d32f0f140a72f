"""Where there is one screen the players' window opens in front or beside the desk, and only once."""

from pathlib import Path

from tests.xserver.conftest import Run
from tests.xserver.program import Program

THEIRS = "work().second.window"
OVERLAPS = f"window().frameGeometry().intersects({THEIRS}.frameGeometry())"


def open_theirs(desk: Program) -> None:
    """Open the players' window by its keys, and wait until it is shown."""
    desk.key("Ctrl+Shift+p")
    desk.until(f"{THEIRS} is not None and {THEIRS}.isVisible()")
    desk.settle()


def in_front(desk: Program) -> str:
    """Return which of the two windows lies in front: desk or players."""
    theirs = int(desk.see(f"int({THEIRS}.winId())"))
    order = [each for each in desk.hands.from_below() if each in (desk.window, theirs)]
    return "desk" if order[-1] == desk.window else "players"


def comes_to_front(desk: Program, name: str) -> None:
    """Wait until the window manager has brought a window to the front."""
    for _ in range(200):
        if in_front(desk) == name:
            return
        desk.settle()
    raise AssertionError(f"{in_front(desk)} lies in front, not {name}")


def test_over_a_desk_that_fills_the_screen_it_lies_in_front_once_and_the_desk_keeps_the_keys(
    run: Run, sample: Path
) -> None:
    with run(sample) as desk:
        desk.see("window().showMaximized()")
        desk.until("window().isMaximized() and window().width() > 1500")
        desk.settle()
        open_theirs(desk)
        assert desk.see(OVERLAPS)
        comes_to_front(desk, "players")
        desk.until("window().isActiveWindow()")
        # From then on the desk may cover it: nothing that is done brings it up again.
        box = desk.see("box(window())")
        desk.click(box[0] + 12, box[1] + box[3] - 8)
        comes_to_front(desk, "desk")
        desk.key("Ctrl+z", "Ctrl+y")
        desk.until(f"{THEIRS}.isVisible()")
        assert in_front(desk) == "desk"


def test_it_comes_in_front_where_it_was_last_though_the_desk_covers_that_place(
    run: Run, sample: Path
) -> None:
    with run(sample) as desk:
        open_theirs(desk)
        desk.key("Ctrl+Shift+p")
        desk.until(f"{THEIRS} is None")
        desk.see("window().showMaximized()")
        desk.until("window().isMaximized() and window().width() > 1500")
        desk.settle()
        open_theirs(desk)
        comes_to_front(desk, "players")
        desk.until("window().isActiveWindow()")


def test_beside_a_desk_that_leaves_room_both_are_seen(run: Run, sample: Path) -> None:
    with run(sample) as desk:
        desk.see("window().showNormal()")
        desk.see("window().setGeometry(0, 30, 860, 900)")
        desk.until("window().width() == 860")
        desk.settle()
        open_theirs(desk)
        desk.until(f"not {OVERLAPS}")
        desk.until(f"window().screen().availableGeometry().contains({THEIRS}.frameGeometry())")
        desk.until("window().isActiveWindow()")
