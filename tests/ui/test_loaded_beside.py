"""What is imported in a thread while the window is drawn."""

import subprocess
import sys

IMPORTS = """
import importlib, sys
import ui.app, ui.window.main_window
from ui.window.loading import LATER, PLAYED, ROOMS, SOON
before = set(sys.modules)
for name in (*ROOMS, *SOON, *LATER, *PLAYED):
    importlib.import_module(name)
print(*(name for name in set(sys.modules) - before if name.startswith("PySide6.Qt")))
"""


def test_no_part_of_qt_is_loaded_beside_the_window() -> None:
    """It would make its types while the window uses its own, and the program would crash."""
    told = subprocess.run(
        [sys.executable, "-c", IMPORTS], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == []
