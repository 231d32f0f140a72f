"""Work on files that would hold up the window, on a thread of its own."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from brikdesk.errors import BrikDeskError
from brikdesk.pictures.apart import ReadingStopped, Stop, stopped_by
from brikdesk.store.progress import Cancelled, Progress
from ui.campaign.thread import Thread

AT_ONCE = 80
"""Milliseconds for which the window may wait: what is done by then needs no sign that it is busy."""


class Job(Thread):
    """Does one piece of work. `done` brings its result, `failed` words for the referee.

    It is deleted with its parent, which must wait for the thread before that.
    """

    done = Signal(object)
    failed = Signal(str)
    called_off = Signal()
    """It was cancelled, and nothing was changed."""

    def __init__(self, work: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self.reading = Stop()
        """Ends at once what it reads of pictures."""

    @override
    def run(self) -> None:
        try:
            with stopped_by(self.reading):
                answer = self._work()
        except (Cancelled, ReadingStopped):
            self.called_off.emit()
        except BrikDeskError as error:
            self.failed.emit(str(error))
        except OSError as error:
            self.failed.emit(f"The drive refused: {error.strerror}. Nothing is lost.")
        else:
            self.done.emit(answer)

    def begin(self) -> None:
        """Start, and wait a moment, so that short work is done when this returns."""
        self.start()
        self.wait(AT_ONCE)


class WatchedJob(Job):
    """A job that reports how far it has come, and can be cancelled.

    `over` comes before `done`, `failed` and `called_off`: what follows them may ask something, or
    open a campaign.
    """

    advanced = Signal(str, int, int)
    over = Signal()

    def __init__(self, work: Callable[[Progress], object], parent: QObject) -> None:
        super().__init__(lambda: work(self._progress), parent)
        for ends in (self.done, self.failed, self.called_off, self.finished):
            ends.connect(self.over)

    def cancel(self) -> None:
        """Ask it to stop; it ends soon with nothing changed, unless it is almost done."""
        self.requestInterruption()

    def _progress(self, words: str, done: int, of: int) -> None:
        # The work calls this between its parts: the only places where it can stop in good order.
        if self.isInterruptionRequested():
            raise Cancelled
        self.advanced.emit(words, done, of)
