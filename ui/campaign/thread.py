"""Threads beside that of the window, while which only the window's own collects garbage."""

import gc

from PySide6.QtCore import QCoreApplication, QObject, QThread, QTimer
from shiboken6 import Shiboken

from ui.look.theme import override

_others: set[object] = set()
"""Who collects in place of Python."""


def collect_for_python(who: object) -> None:
    """Have Python leave collecting to somebody, who then calls `gc.collect` when it is safe."""
    _others.add(who)
    gc.disable()


def let_python_collect(who: object) -> None:
    """Have Python collect by itself again, unless others still do it."""
    _others.discard(who)
    if not _others:
        gc.enable()


EVERY = 100
"""Milliseconds from one look at the garbage to the next, while a thread runs."""

YOUNG = 5_000
"""New objects from which a look collects what of them is no longer needed."""


class Thread(QThread):
    """A thread in which Python collects no garbage.

    Python collects in whatever thread happens to make the next object, and deletes there what it
    finds: also sheets and menus that the window has put away. Qt objects must be deleted in their
    own thread, or the window dies, at once or at its next look at them.

    `makes_garbage` is False for one that only makes what stays, such as modules.
    """

    makes_garbage = True

    @override
    def start(self, priority: QThread.Priority = QThread.Priority.InheritPriority) -> None:
        """Start, and have garbage collected in the window's thread until this one has ended."""
        _collecting().while_it_runs(self)
        super().start(priority)


class _Collecting(QObject):
    """Collects garbage in the window's thread while others run, in place of Python's own way."""

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        self._running: list[Thread] = []
        self._timer = QTimer(self, interval=EVERY)
        self._timer.timeout.connect(self._look)

    def while_it_runs(self, thread: Thread) -> None:
        """Begin, or go on."""
        collect_for_python("threads")
        self._timer.start()
        self._running.append(thread)

    def _look(self) -> None:
        self._running = [
            each for each in self._running if Shiboken.isValid(each) and each.isRunning()
        ]
        if not self._running:
            self._timer.stop()
            let_python_collect("threads")
        elif any(each.makes_garbage for each in self._running) and gc.get_count()[0] > YOUNG:
            gc.collect(1)


_made: list[_Collecting] = []


def _collecting() -> _Collecting:
    """Return the one that collects, which lives as long as the application."""
    if not _made or not Shiboken.isValid(_made[0]):
        _made[:] = [_Collecting(QCoreApplication.instance())]
    return _made[0]
