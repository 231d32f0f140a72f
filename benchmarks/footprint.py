"""What the open desk takes of the computer: memory, and the processor's time until it rests."""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Figure
from benchmarks.pace import slowness
from benchmarks.surroundings import surroundings
from brikdesk.sample import write_sample

REST = 10
WATCHED = """
import os, sys

def memory():
    '''Give the pages that go when the program ends, in MB: its own, and those of Qt and of Python's
    packages even where another program happens to use the same files.'''
    own, counted = 0, False
    for row in open("/proc/self/smaps"):
        words = row.split()
        if "-" in words[0] and not words[0].endswith(":"):
            counted = "site-packages" in row
        elif words[0] in ("Private_Clean:", "Private_Dirty:") or counted and words[0].startswith("Shared_"):
            own += int(words[1])
    return own / 1024

def watch():
    '''Have the event loop end after so many seconds, and tell what the program took until then.'''
    from PySide6.QtCore import QCoreApplication, QTimer
    from PySide6.QtWidgets import QApplication

    def tell():
        import json
        print(json.dumps([memory(), sum(os.times()[:2])]), flush=True)
        os._exit(0)

    def look():
        # A campaign may not be open yet where the computer is busy.
        waits = [w for w in QApplication.topLevelWidgets() if getattr(w, "at_work", w) is None]
        QTimer.singleShot(1000, look if waits else tell)

    loop = QCoreApplication.exec

    def run(*_):
        QTimer.singleShot(%d * 1000, look)
        return loop()

    for kind in (QApplication, QApplication.__mro__[1], QCoreApplication):
        kind.exec = staticmethod(run)
"""
EMPTY = (
    WATCHED
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
DESK = (
    WATCHED
    + """
from brikdesk.cli import main, window

# Qt is imported by the window alone, as in the program: it reads and keeps the source of each module
# that is imported after it, until the window tells it not to.
loaded = window._loaded

def loaded_and_watched(module):
    made = loaded(module)
    watch()
    return made

window._loaded = loaded_and_watched
main(sys.argv[1:])
"""
)


def measure(folder: Path) -> Iterator[Figure]:
    """Measure the desk with the sample campaign, and an empty window of Qt to compare with."""
    if sys.platform != "linux":
        return  # only there the pages of a process can be counted so
    file = folder / "resting.brik"
    write_sample(file)
    _rest(folder, 2, DESK, str(file))  # compiles the modules
    empty, _ = _rest(folder, 2, EMPTY)
    yield Figure("memory, empty window", "an empty QMainWindow", empty, "MB")
    memory, seconds = _rest(folder, REST, DESK, str(file))
    yield Figure("memory", "the desk with the sample campaign", memory, "MB", 125)
    what = f"of the processor in the first {REST} seconds, the sample campaign open"
    yield Figure("start", what, seconds, "s", 1)


def _rest(folder: Path, seconds: int, program: str, *arguments: str) -> tuple[float, float]:
    """Run a program for so long; gives its memory in MB and the seconds of the processor.

    The seconds are those of the machine that the aims are for.
    """
    before = slowness()
    done = subprocess.run(
        [sys.executable, "-c", program % seconds, *arguments],
        env=surroundings(folder), check=True, timeout=120, stdout=subprocess.PIPE,
    )  # fmt: skip
    memory, took = json.loads(done.stdout.splitlines()[-1])
    return memory, took / statistics.mean((before, slowness()))
