"""When the window collects garbage: never within an event, and all of it when the referee pauses.

Left to itself, Python collects whenever objects are made: also while Qt goes through its widgets to
paint them anew, and what is deleted then may be the next of them. And a full collection looks
at every object of the program and stops it meanwhile, for up to a tenth of a second.
"""

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractEventDispatcher, QEvent, QObject, QTimer

from ui.campaign.garbage import collect_for_python, let_python_collect
from ui.look.override import override

if TYPE_CHECKING:
    from ui.window.main_window import MainWindow

PAUSE = 1000
"""Milliseconds without a key, a click or a wheel until it counts as a pause."""

NEW = 3_000
"""New objects from which they are looked through, between two events."""

DUE = 10
"""Collections of new objects until the young ones are looked through too, and so on: Python's way."""

NO_PAUSE = 500
"""Collections of young objects until a full one is made, pause or not."""

INPUT = {QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel}


class Pauses(QObject):
    """Collects what is no longer needed: new objects between events, all whenever the referee pauses.

    The first pause of a campaign also freezes what the desk is made of, which stays as long as the
    campaign is open: the collections after it look only at what was made since.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._opened = self._settled = 0
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._collect)
        window.painted.connect(lambda: self._watch(window))
        window.ready.connect(self._begin)
        window.opened.connect(self._open)
        collect_for_python("pauses")
        self.destroyed.connect(lambda: let_python_collect("pauses"))

    def _watch(self, window: "MainWindow") -> None:
        """Watch the window of the system, which gets all input before the widgets do."""
        if handle := window.windowHandle():
            handle.installEventFilter(self)

    def _begin(self) -> None:
        # Emitted when the event loop has nothing more to do; nothing of Qt's is half done then.
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._collect_new)

    def _open(self) -> None:
        self._opened += 1
        self._pause.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the pause after this input."""
        if event.type() in INPUT:
            self._pause.start()
        return False

    def _collect_new(self) -> None:
        new, young, old = gc.get_count()
        if old >= NO_PAUSE:
            gc.collect()
        elif new >= NEW:
            gc.collect(1 if young >= DUE else 0)

    def _collect(self) -> None:
        if self._settled < self._opened:
            self._settle()
        else:
            gc.collect(2 if gc.get_count()[2] >= DUE else 1)

    def _settle(self) -> None:
        """Freeze the desk of a campaign, and collect that of the campaign before."""
        if self._settled:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._settled = self._opened
