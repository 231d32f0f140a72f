"""What happens when the program itself is wrong: said plainly, kept for a report, and it goes on."""

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
    """Return what can be passed on: the kind of error and where, without words from the campaign."""
    import platform  # both take a moment, and mostly nobody needs them
    import traceback

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
    """Hears of every error that nobody caught, in any thread, and tells it in the window's thread."""

    met = Signal(str)
    """The report of a defect."""

    file_lost = Signal(str)
    """The words of trouble with the campaign's file, which is no defect of the program."""

    _crossed = Signal(str)
    _file_crossed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._crossed.connect(self.met)
        self._file_crossed.connect(self.file_lost)

    def listen(self) -> None:
        """Take Python's hooks over; the trace still goes to the console."""
        sys.excepthook = self._hear
        threading.excepthook = lambda args: self._hear(
            args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback
        )

    def _hear(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        sys.__excepthook__(kind, error, trace)
        if issubclass(kind, KeyboardInterrupt):
            QCoreApplication.quit()
            return
        here = QThread.currentThread() is self.thread()
        if isinstance(error, CampaignFileError):
            (self.file_lost if here else self._file_crossed).emit(str(error))
            return
        words = report(kind, trace)
        (self.met if here else self._crossed).emit(words)
