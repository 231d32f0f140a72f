"""What is heavy, imported in threads: to open a campaign after the first paint, the rest at play."""

import gc
import importlib

from PySide6.QtCore import QObject, QThread, Signal
from PySide6.QtWidgets import QApplication, QWidget

from ui.look.override import override

ROOMS = ("sqlmodel", "brikdesk.acts", "ui.campaign.desk", "ui.window.at_work")
"""Without these no campaign can be opened."""

LATER = (
    "ui.panels.units.panel",
    "ui.panels.log.panel",
    "ui.panels.report.panel",
    "brikdesk.rules.texts",
    "ui.palette.sheet",
    "ui.models.attack.heard_line",
    "ui.panels.scifi_attack.tab",
)
"""What a game needs all the time, though not at its start; first the workspaces, one key away.
What draws reports and reckons odds is imported on threads of their own when somebody asks for them;
most evenings print nothing."""


class Loader(QThread):
    """Imports the rooms. `ready` comes when a campaign can be opened, `broken` when that fails."""

    ready = Signal()
    broken = Signal(object)

    @override
    def run(self) -> None:
        """Import one room after another."""
        gc.disable()
        try:
            for name in ROOMS:
                importlib.import_module(name)
        except Exception as error:  # a broken installation: said in a dialog, not on a console
            self.broken.emit(error)
            return
        finally:
            gc.freeze()  # what is imported stays: the collector would look through it in vain
            gc.enable()
        self.ready.emit()


class LaterLoader(QThread):
    """Imports what is needed soon. A campaign that nobody touches needs none of it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waits = False

    def wait_for_the_referee(self) -> None:
        """Begin when the focus goes from one place to another, or at the first act (`begin`)."""
        app = QApplication.instance()
        if isinstance(app, QApplication) and not self._waits and not self.isRunning():
            app.focusChanged.connect(self._moved)
            self._waits = True

    def begin(self) -> None:
        """Begin now, unless it has."""
        app = QApplication.instance()
        if isinstance(app, QApplication) and self._waits:
            app.focusChanged.disconnect(self._moved)
            self._waits = False
            self.start(QThread.Priority.LowPriority)

    def _moved(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None and now is not None:
            self.begin()

    @override
    def run(self) -> None:
        """Import one after another."""
        for name in LATER:
            if self.isInterruptionRequested():
                return
            try:
                importlib.import_module(name)
            except ImportError:
                continue  # whoever needs it will say so, and what for
