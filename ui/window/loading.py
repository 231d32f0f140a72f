"""Heavy imports on threads: after the first paint what opens a campaign, at play the rest."""

import gc
import importlib

from PySide6.QtCore import QObject, QThread, Signal
from PySide6.QtWidgets import QApplication, QWidget

from ui.campaign.thread import Thread
from ui.look.override import override

ROOMS = ("sqlmodel", "brikdesk.acts", "ui.campaign.desk", "ui.window.at_work")
"""The modules without which no campaign can be opened."""

LATER = (
    "ui.panels.units.panel",
    "ui.panels.ledger.panel",
    "ui.panels.log.panel",
    "ui.panels.report.panel",
    "brikdesk.rules.texts",
    "ui.palette.sheet",
    "ui.models.attack.heard_line",
    "brikdesk.ground.cores",
    "brikdesk.ground.sights",
    "ui.panels.scifi_attack.tab",
)
"""What a game soon needs, but not at its start; first the workspaces, which are one key away.

The modules that draw reports and work out odds are not here: they are imported on their own threads
when they are asked for, and most evenings print nothing.
"""


class Loader(Thread):
    """Imports ROOMS. `ready` is emitted when a campaign can be opened, `broken` with the error."""

    makes_garbage = False

    ready = Signal()
    broken = Signal(object)

    @override
    def run(self) -> None:
        """Import the modules one after another."""
        try:
            for name in ROOMS:
                importlib.import_module(name)
        except Exception as error:  # a broken installation is told in a dialog, not on a console
            self.broken.emit(error)
            return
        finally:
            gc.freeze()  # imported modules stay for good: the collector need not look through them
        self.ready.emit()


class LaterLoader(Thread):
    """Imports LATER, once the referee is at work: an untouched campaign needs none of it."""

    makes_garbage = False

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waits = False

    def wait_for_the_referee(self) -> None:
        """Begin when the focus moves from one widget to another, or at the first act (`begin`)."""
        app = QApplication.instance()
        if isinstance(app, QApplication) and not self._waits and not self.isRunning():
            app.focusChanged.connect(self._moved)
            self._waits = True

    def begin(self) -> None:
        """Begin now, unless it has begun or does not wait."""
        app = QApplication.instance()
        if isinstance(app, QApplication) and self._waits:
            app.focusChanged.disconnect(self._moved)
            self._waits = False
            self.start(QThread.Priority.LowPriority)

    def _moved(self, before: QWidget | None, now: QWidget | None) -> None:
        # The window's first focus, and a switch to another program, are no work of the referee.
        if before is not None and now is not None:
            self.begin()

    @override
    def run(self) -> None:
        """Import the modules one after another, until interrupted."""
        for name in LATER:
            if self.isInterruptionRequested():
                return
            try:
                importlib.import_module(name)
            except ImportError:
                continue  # the code that needs the module imports it again, and tells of the error
