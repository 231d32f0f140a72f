"""Work that is done a little at a time, so that no key or wheel waits for it."""

import time
from collections import deque
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QObject, QTimer, Signal

LONGEST = 0.004
"""Seconds of one slice: a quarter of what a picture of a smooth motion has."""


class InSlices(QObject):
    """Does pieces of work in turn, between what else happens; `done` comes after the last one."""

    done = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._left: deque[Iterator[None]] = deque()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def begin(self, works: Iterable[Iterator[None]]) -> None:
        """Begin work in place of what was begun before; each `yield` is where it may pause."""
        self._left = deque(works)
        self._timer.start(0)

    def drop(self) -> None:
        """Leave the rest undone."""
        self._left.clear()
        self._timer.stop()

    def _go_on(self) -> None:
        until = time.perf_counter() + LONGEST
        while self._left:
            for _ in self._left[0]:
                if time.perf_counter() >= until:
                    return
            self._left.popleft()
        self._timer.stop()
        self.done.emit()
