"""A second double click on an open campaign brings its window to the front, and opens no other."""

import subprocess
import sys
from pathlib import Path

from tests.xserver.conftest import Run
from tests.xserver.display import Screen
from tests.xserver.program import ROOT


def second_start(screen: Screen, file: Path, data: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "brikdesk", str(file)],
        cwd=data,
        env=screen.environment(data) | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_first_window_comes_to_the_front(
    run: Run, x_screen: Screen, sample: Path, tmp_path: Path
) -> None:
    with run(sample) as desk:
        desk.see("window().showMinimized()")
        desk.until("window().isMinimized()")
        answer = second_start(x_screen, sample, tmp_path / "home")
        assert answer.returncode == 0
        assert "its window is in front now" in answer.stdout
        desk.until("not window().isMinimized() and window().isActiveWindow()")
        # What waits is settled by keys at once: the focus came along.
        waiting = desk.see("focus() is not None")
        assert waiting


def test_a_window_comes_from_behind_another(
    run: Run, x_screen: Screen, sample: Path, tmp_path: Path
) -> None:
    with run(sample) as desk:
        desk.see("work().view.window().lower()")
        with run(None) as other:
            other.until("window().isActiveWindow()")
            desk.until("not window().isActiveWindow()")
            assert second_start(x_screen, sample, tmp_path / "home").returncode == 0
            desk.until("window().isActiveWindow()")
