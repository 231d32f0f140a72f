"""Errors of the program itself: said plainly and kept for a report, while the session goes on."""

import sys
import threading
from contextlib import suppress
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QObject, QThread, Signal, qVersion

from brikdesk.errors import CampaignFileError
from ui.campaign.places import answer_of


def report(kind: type[BaseException], trace: TracebackType | None) -> str:
    """Return a report to pass on, and keep it in the log, where the drive answers at once."""
    from brikdesk import about  # here: it takes a moment to import, and is seldom needed

    words = about.report(kind, trace, f"Qt {qVersion()}")
    with suppress(OSError):
        if answer_of(lambda: about.keep(words)):
            return f"{words}\n\nKept in {about.log_path()}"
    return words


class Defects(QObject):
    """Hears of every uncaught error, in any thread, and announces it in the window's thread."""

    met = Signal(str)
    """The report of a defect."""

    file_lost = Signal(str)
    """The words of an error of the campaign's file, which is no defect of the program."""

    _crossed = Signal(str)
    _file_crossed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Emitted on another thread, `met` would call plain functions there; through these
        # connections Qt queues it for the thread of this object.
        self._crossed.connect(self.met)
        self._file_crossed.connect(self.file_lost)

    def listen(self) -> None:
        """Take over Python's hooks for uncaught errors; the trace still goes to the console."""
        sys.excepthook = self._hear
        threading.excepthook = lambda args: self._hear(
            args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback
        )

    def _hear(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        sys.__excepthook__(kind, error, trace)
        # Ctrl+C in the console is a wish to stop, not a defect.
        if issubclass(kind, KeyboardInterrupt):
            QCoreApplication.quit()
            return
        here = QThread.currentThread() is self.thread()
        if isinstance(error, CampaignFileError):
            (self.file_lost if here else self._file_crossed).emit(str(error))
            return
        words = report(kind, trace)
        (self.met if here else self._crossed).emit(words)
