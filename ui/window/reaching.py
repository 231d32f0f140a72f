"""Waiting for the drive of a file before it is opened, while the window goes on answering."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from ui.campaign.looked_at import A_MOMENT, Seen, look

EVERY = 100
"""Milliseconds from one look to the next."""

PATIENCE = 5_000
"""Milliseconds after which the drive is said to be silent. A disk that slept is awake by then."""


class Reaching(QObject):
    """Waits for one path at a time. `waiting` brings a path that does not answer at once.

    `silent` brings one whose drive has not answered in five seconds; it is waited for no longer.
    """

    waiting = Signal(object)
    silent = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._looks = QTimer(self, interval=EVERY)
        self._looks.timeout.connect(self._look)
        self._path = Path()
        self._then: Callable[[], object] | None = None
        self._left = 0

    def begin(self, path: Path, then: Callable[[], object]) -> None:
        """Call `then` once the drive of the path answers, whatever it says: mostly at once."""
        self.stop()
        if look(path, A_MOMENT) is not Seen.SILENT:
            then()
            return
        self._path, self._then, self._left = path, then, PATIENCE // EVERY
        self._looks.start()
        self.waiting.emit(path)

    def stop(self) -> None:
        """Wait no longer."""
        self._looks.stop()
        self._then = None

    def _look(self) -> None:
        self._left -= 1
        if look(self._path, 0.0) is not Seen.SILENT:
            then = self._then
            self.stop()
            if then:
                then()
        elif self._left <= 0:
            self.stop()
            self.silent.emit(self._path)
