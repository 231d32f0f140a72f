"""From the start of the program to a painted window, each in a process of its own."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Result, in_turns
from benchmarks.surroundings import STARTS_AND_WATCHES, surroundings
from brikdesk.sample import write_sample

PAINTED = """
import os, sys

def watch():
    '''End the program as soon as the main window, with all that is in it, has been painted.'''
    from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication, QMainWindow

    class Watch(QObject):
        def eventFilter(self, thing, event):
            if event.type() == QEvent.Type.Paint:
                QTimer.singleShot(0, lambda: os._exit(0))
            return False

    def run(*_):
        app = QApplication.instance()
        app.watch = Watch()
        # On the window alone: watching every object of Qt's would be measured with it.
        for window in app.topLevelWidgets():
            if isinstance(window, QMainWindow):
                window.installEventFilter(app.watch)
        return loop()

    loop = QCoreApplication.exec
    for kind in (QApplication, QApplication.__mro__[1], QCoreApplication):
        kind.exec = staticmethod(run)
"""
EMPTY = (
    PAINTED
    + """
from PySide6.QtWidgets import QApplication, QMainWindow
watch()
app = QApplication(sys.argv)
window = QMainWindow()
window.resize(1440, 900)
window.show()
app.exec()
"""
)
DESK = PAINTED + STARTS_AND_WATCHES


def measure(folder: Path) -> Iterator[Result]:
    """Measure the desk, without and with a campaign, against an empty window of Qt.

    Both run from compiled modules, as after an installation, whether or not the environment lets
    Python keep them: the warm-up compiles them into the folder.
    """
    write_sample(folder / "sample.brik")
    for name, what, arguments in (
        ("window", "the desk's start screen, from nothing to painted", []),
        (
            "window with campaign",
            "the desk with the sample campaign",
            [str(folder / "sample.brik")],
        ),
    ):
        seconds, floor = in_turns(
            lambda arguments=arguments: _start(folder, DESK, *arguments),  # type: ignore[misc]
            lambda: _start(folder, EMPTY),
            repeats=15,
        )
        yield Result(name, what, "an empty QMainWindow", seconds, floor, 1.45)


def _start(folder: Path, program: str, *arguments: str) -> float:
    """Run a program until its window is painted; gives the seconds."""
    environment = surroundings(folder)
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=environment,
        check=True,
        timeout=60,
        stdout=subprocess.PIPE,  # its end tells at once; waiting for the process alone is done in steps
    )
    return time.perf_counter() - began
