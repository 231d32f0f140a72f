"""A thread that reads and draws a report from a copy of the campaign."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from brikdesk.pictures.apart import Stop, stopped_by
from brikdesk.reports import ReportCancelled, ReportData
from brikdesk.store.backups.backup import back_up
from brikdesk.store.campaign import Campaign
from ui.campaign.thread import Thread

Gather = Callable[[Campaign], ReportData]


class ReportJob(Thread):
    """Reads and draws: `gathered` carries the data, `done` the PDF, `failed` an exception.

    None of them comes after it was cancelled. Making the job copies the campaign, which is quick;
    reading and drawing then hold up neither the window nor an act.
    """

    gathered = Signal(object)
    advanced = Signal(int, int)
    done = Signal(bytes)
    failed = Signal(object)

    def __init__(
        self, campaign: Campaign, gather: Gather, paper: str, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._gather, self._paper = gather, paper
        self.reading = Stop()
        self._folder = TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True)
        folder, now = Path(self._folder.name), datetime.now(UTC)
        # Not checked here: opening it in the thread does that.
        self._copy = back_up(campaign.engine, folder, "report", now, check=lambda _path: None)

    @override
    def run(self) -> None:
        try:
            # What draws pages, and what shows them, takes a quarter of a second to import.
            import pypdfium2  # noqa: F401

            from brikdesk.reports import render

            with Campaign.open(self._copy, read_only=True) as campaign, stopped_by(self.reading):
                data = self._gather(campaign)
            self._tell(self.gathered.emit, data)
            pdf = render(data, self._paper, self.advanced.emit, self.isInterruptionRequested)
            self._tell(self.done.emit, pdf)
        except ReportCancelled:
            return
        except Exception as error:  # told in the window's thread, where defects are told
            self._tell(self.failed.emit, error)
        finally:
            self._folder.cleanup()

    def _tell(self, emit: Callable[[object], object], what: object) -> None:
        if not self.isInterruptionRequested():
            emit(what)
