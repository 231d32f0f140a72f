"""Heavy imports on threads, and garbage collected in the referee's pauses."""

import gc
import importlib
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractEventDispatcher, QEvent, QObject, QThread, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from ui.campaign.thread import Thread, collect_for_python, let_python_collect
from ui.look.theme import override

if TYPE_CHECKING:
    from ui.window.frame import Frame


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

    def __init__(self, window: "Frame") -> None:
        super().__init__(window)
        self._opened = self._settled = 0
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._collect)
        window.painted.connect(lambda: self._watch(window))
        window.ready.connect(self._begin)
        window.opened.connect(self._open)
        collect_for_python("pauses")
        self.destroyed.connect(lambda: let_python_collect("pauses"))

    def _watch(self, window: "Frame") -> None:
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


ROOMS = ("sqlmodel", "brikdesk.acts", "ui.campaign.desk", "ui.window.campaign_at_work")
"""The modules without which no campaign can be opened."""

SOON = (
    "ui.panels.units.panel",
    "ui.panels.ledger.panel",
    "ui.panels.log",
    "ui.panels.report",
    "brikdesk.acts.movement.moving",
)
"""The workspaces and a move, which are one key away: a few milliseconds, once the referee is at work."""

LATER = (
    "brikdesk.acts.battlefield.by_the_map",
    "brikdesk.acts.units.editing",
    "brikdesk.rules.texts",
    "ui.palette",
    "ui.models.attack.heard_line",
    "brikdesk.ground.sights",
    "ui.panels.scifi_attack.panel",
)
"""What a game needs, but not at its start: half a second, in a pause.

The modules that draw reports and work out odds are not here: they are imported on their own threads
when they are asked for, and most evenings print nothing.
"""

PLAYED = ("brikdesk.ground.cores",)
"""What reckons with walls and blasts, by GEOS: 14 MB, in the pause after the first act."""


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
    """Imports SOON once the referee is at work, LATER in the first pause after that, PLAYED after an act.

    Not LATER while keys come: Python runs one thread at a time, and the window would wait for its
    turn. What is wanted before is imported when it is wanted, each in a few milliseconds.
    """

    makes_garbage = False

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._begin)
        self._waits = False
        self._due: tuple[str, ...] = ()
        self._more: tuple[str, ...] = ()

    def wait_for_the_referee(self) -> None:
        """Wait until the focus moves from one widget to another, or for the first act (`played`)."""
        app = QApplication.instance()
        if isinstance(app, QApplication) and not self._waits and not self.isRunning():
            app.focusChanged.connect(self._moved)
            self._waits = True

    def at_work(self) -> None:
        """Begin, and go on once the referee pauses, unless that is done or does not wait."""
        if self._waits:
            if not self._due:
                self._due = SOON
                self.start(QThread.Priority.LowPriority)
            self._pause.start()

    def played(self) -> None:
        """Begin as `at_work`, and import PLAYED too."""
        self.at_work()
        if not self._more:
            self._more = PLAYED
            self._pause.start()

    def stop(self) -> None:
        """Import no more. It need not finish: Qt aborts if a thread outlives the window."""
        self._pause.stop()
        self.requestInterruption()

    def _begin(self) -> None:
        if self.isRunning():  # a slow drive: it still has the workspaces to read
            self._pause.start()
            return
        app = QApplication.instance()
        if isinstance(app, QApplication) and self._waits:
            app.focusChanged.disconnect(self._moved)
        self._waits, self._due = False, (*LATER, *self._more)
        self.start(QThread.Priority.LowPriority)

    def _moved(self, before: QWidget | None, now: QWidget | None) -> None:
        # The window's first focus, and a switch to another program, are no work of the referee.
        if before is not None and now is not None:
            self.at_work()

    @override
    def run(self) -> None:
        """Import the modules one after another, until interrupted."""
        for name in self._due:
            if self.isInterruptionRequested():
                return
            try:
                importlib.import_module(name)
            except ImportError:
                continue  # the code that needs the module imports it again, and tells of the error
