"""A thread that writes a file out of a copy of the campaign, while the desk stays as it is."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QCoreApplication, Signal
from typing_extensions import override

from brikdesk.errors import BrikDeskError
from brikdesk.pictures.apart import ReadingStopped, Stop, stopped_by
from brikdesk.store.backups.backup import back_up
from brikdesk.store.campaign import Campaign
from brikdesk.store.progress import Cancelled
from ui.campaign.thread import Thread

Advance = Callable[[int, int], None]
Write = Callable[[Campaign, Advance, Callable[[], bool]], None]
"""Reads the copy and writes the file; it is given the progress, and whether it was cancelled."""


class SharingJob(Thread):
    """Writes one file. `done` brings nothing, `failed` words for the referee; `over` comes last.

    Making it copies the campaign, which is quick; what follows holds up neither window nor acts.
    """

    advanced = Signal(str, int, int)
    done = Signal()
    failed = Signal(str)
    broke = Signal(object)
    """A defect, to be raised in the window's thread, where defects are told."""
    over = Signal()

    def __init__(self, campaign: Campaign, write: Write, words: str) -> None:
        app = QCoreApplication.instance()
        super().__init__(app)
        self._write, self._words = write, words
        self._reading = Stop()
        self._folder = TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True)
        folder, now = Path(self._folder.name), datetime.now(UTC)
        # Not checked here: opening it in the thread does that.
        self._copy = back_up(campaign.engine, folder, "export", now, check=lambda _path: None)
        if app is not None:
            app.aboutToQuit.connect(self.end)
        self.finished.connect(self.over)
        self.finished.connect(self.deleteLater)

    def cancel(self) -> None:
        """Ask the thread to stop; nothing is written then."""
        self.requestInterruption()
        self._reading.stop()

    def end(self) -> None:
        """Cancel, and wait until the thread has ended: the program is about to quit."""
        self.cancel()
        self.wait()

    @override
    def run(self) -> None:
        from brikdesk.reports.paper import ReportCancelled  # here: with it come all the reports

        try:
            with Campaign.open(self._copy, read_only=True) as campaign, stopped_by(self._reading):
                self._write(campaign, self._advance, self.isInterruptionRequested)
        except (ReportCancelled, Cancelled, ReadingStopped):
            return
        except BrikDeskError as error:
            self.failed.emit(str(error))
        except Exception as error:
            self.broke.emit(error)
        else:
            self.done.emit()
        finally:
            self._folder.cleanup()

    def _advance(self, done: int, total: int) -> None:
        self.advanced.emit(self._words, done, max(1, total))
