"""What the open desk takes of the computer: memory, and the processor's time until it rests."""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Figure
from benchmarks.pace import slowness
from benchmarks.surroundings import STARTS_AND_WATCHES, surroundings
from brikdesk.sample import write_sample

REST = 10
IDLE = 120
"""Seconds for which nobody does anything; what they take is told for ten minutes."""

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
    '''Look after so many seconds what the program took until then, and after others once more.'''
    from PySide6.QtCore import QCoreApplication, QTimer
    from PySide6.QtWidgets import QApplication
    told = []

    def took():
        told.append([memory(), sum(os.times()[:2])])

    def end():
        import json
        took()
        print(json.dumps(told), flush=True)
        os._exit(0)

    def look():
        # A campaign may not be open yet where the computer is busy.
        opened = [w for w in QApplication.topLevelWidgets() if hasattr(w, "at_work")]
        if any(w.at_work is None for w in opened):
            QTimer.singleShot(1000, look)
        elif not opened:
            end()
        else:
            took()
            QTimer.singleShot({idle} * 1000, lambda: show(opened[0]))

    def show(window):
        '''Show all panes one after another.'''
        took()
        ways = [window.commands[name].trigger for name in ("report", "battle")]
        ways += [lambda: window.at_work.view.show_desk("attack")]
        for number, way in enumerate(ways):
            QTimer.singleShot(2000 * number, way)
        QTimer.singleShot(2000 * len(ways) + 2000, end)

    loop = QCoreApplication.exec

    def run(*_):
        QTimer.singleShot({rest} * 1000, look)
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
DESK = WATCHED + STARTS_AND_WATCHES


def measure(folder: Path) -> Iterator[Figure]:
    """Measure the desk with the sample campaign, and an empty window of Qt to compare with."""
    if sys.platform != "linux":
        return  # only there the pages of a process can be counted so
    file = folder / "resting.brik"
    write_sample(file)
    _rest(folder, 2, 0, DESK, str(file))  # compiles the modules
    ((empty, _),) = _rest(folder, 2, 0, EMPTY)
    yield Figure("memory, empty window", "an empty QMainWindow", empty, "MB")
    (memory, seconds), (_, idle), (shown, _) = _rest(folder, REST, IDLE, DESK, str(file))
    yield Figure("memory", "the desk with the sample campaign", memory, "MB", 108)
    what = "the same after map, attack and report were shown"
    yield Figure("memory, all shown", what, shown, "MB", 130)
    what = f"of the processor in the first {REST} seconds, the sample campaign open"
    yield Figure("start", what, seconds, "s", 0.5)
    what = "of the processor in ten minutes in which nobody does anything"
    yield Figure("idle", what, (idle - seconds) * 600 / IDLE, "s", 0.1)


def _rest(
    folder: Path, seconds: int, idle: int, program: str, *arguments: str
) -> list[tuple[float, float]]:
    """Run a program for so long, and idle; gives its memory in MB and seconds of the processor.

    They are counted after the seconds, after it was idle, and at its end, those of the processor as on
    the machine that the aims are for.
    """
    before = slowness()
    timed = program.replace("{rest}", str(seconds)).replace("{idle}", str(idle))
    done = subprocess.run(
        [sys.executable, "-c", timed, *arguments],
        env=surroundings(folder), check=True, timeout=600, stdout=subprocess.PIPE,
    )  # fmt: skip
    pace = statistics.mean((before, slowness()))
    return [(memory, took / pace) for memory, took in json.loads(done.stdout.splitlines()[-1])]
