"""Errors of the program itself: said plainly and kept for a report, while the session goes on."""

import sys
import threading
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QObject, QThread, Signal, qVersion

from brikdesk import __version__
from brikdesk.errors import CampaignFileError

_ROOT = Path(__file__).resolve().parents[2]
_MOST_LINES = 40


def report(kind: type[BaseException], trace: TracebackType | None) -> str:
    """Return a report to pass on: the kind of error and where, without words of the campaign."""
    import platform  # here: both take a moment to import, and are seldom needed
    import traceback

    # No message of the error: it may hold a player's words, and the report is passed on.
    lines = [
        f"BrikDesk {__version__}, Python {platform.python_version()}, Qt {qVersion()}, "
        f"{platform.system()}",
        kind.__name__,
    ]
    for frame in traceback.extract_tb(trace)[-_MOST_LINES:]:
        lines.append(f"  {_short(frame.filename)}:{frame.lineno} {frame.name}")
    return "\n".join(lines)


def _short(name: str) -> str:
    path = Path(name)
    return str(path.relative_to(_ROOT)) if path.is_relative_to(_ROOT) else path.name


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
