"""Python's full garbage collections, put off until the referee pauses.

A full collection looks at every object of the program and stops it meanwhile, for up to a tenth of
a second. Left to itself, Python begins it in the middle of an act or a look.
"""

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer

from brikdesk.store.collecting import scan_old_after
from ui.look.override import override

if TYPE_CHECKING:
    from ui.window.main_window import MainWindow

PAUSE = 1000
"""Milliseconds without a key, a click or a wheel until it counts as a pause."""

DUE = 10
"""Collections of young objects until a full one is worth its time: Python's own measure."""

NO_PAUSE = 500
"""Collections of young objects until Python makes a full one by itself, pause or not."""

INPUT = {QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel}


class Pauses(QObject):
    """Collects what is no longer needed whenever the referee pauses.

    The first pause of a campaign also freezes what the desk is made of, which stays as long as the
    campaign is open: the collections after it look only at what was made since.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._opened = self._settled = 0
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._collect)
        window.painted.connect(lambda: self._watch(window))
        window.opened.connect(self._open)

    def _watch(self, window: "MainWindow") -> None:
        """Watch the window of the system, which gets all input before the widgets do."""
        if handle := window.windowHandle():
            handle.installEventFilter(self)

    def _open(self) -> None:
        self._opened += 1
        self._pause.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the pause after this input."""
        if event.type() in INPUT:
            self._pause.start()
        return False

    def _collect(self) -> None:
        if self._settled < self._opened:
            self._settle()
        elif gc.get_count()[2] >= DUE:
            gc.collect()

    def _settle(self) -> None:
        """Freeze the desk of a campaign, and collect that of the campaign before."""
        if self._settled:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        scan_old_after(NO_PAUSE)
        self._settled = self._opened
