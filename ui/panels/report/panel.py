"""The Report workspace: choose turns and paper, see the real pages, export them as PDF."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFileDialog, QWidget
from typing_extensions import override

from brikdesk.errors import BrikDeskError, CampaignFileError
from brikdesk.reports import ReportData, file_name, write_report
from brikdesk.store.campaign import Changes
from brikdesk.store.views.album import album
from brikdesk.store.views.battle import turns
from brikdesk.store.views.battlefield import battlefield
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.look.widths import Width, width_of
from ui.panels.report.choices import ReportChoices
from ui.panels.report.job import ReportJob
from ui.panels.report.page_view import PageView
from ui.panels.report.print import ReportPrinter
from ui.widgets.layout.arranging import Arranging

_PHOTOS = album.tables | battlefield.tables

SHORT_WAIT = 250
"""Milliseconds after the last choice or act until the report is drawn."""

KEYS = (("Ctrl E", "export"), ("Ctrl P", "print"), ("↑ ↓", "scroll"), ("F6", "next pane"))
MOST_NAMED = 5


class ReportPanel(QWidget):
    """Choices at the left, pages at the right; drawn again when choices or campaign change.

    `exported` brings the path of a report that was written.
    """

    exported = Signal(str)

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arranging = Arranging(self, self._arrange)
        self.theme, self._desk, self._hub = theme, desk, hub
        self._data: ReportData | None = None
        self.pdf: bytes | None = None
        self._job: ReportJob | None = None
        self._running: set[ReportJob] = set()
        self._then: Callable[[], object] | None = None
        self._stale = True
        self._wait = QTimer(self, interval=SHORT_WAIT, singleShot=True)
        self._wait.timeout.connect(self.draw)
        self.choices = ReportChoices(theme)
        self.pages = PageView(theme)
        self.setFocusProxy(self.pages)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(0)
        self._line.addWidget(self.choices)
        self._line.addWidget(self.pages, 1)
        self.printer = ReportPrinter(theme, self, self.export)
        self._connect()
        self.choices.show_turns(desk.read(turns))
        self._offer_photos()

    def show_turn(self, turn_id: int) -> None:
        """Choose the report of one turn."""
        self.choices.choose_turn(turn_id)

    def export(self) -> None:
        """Ask for a file name and write the report there, as soon as it is drawn."""
        if not self._is_drawn(self.export) or self._data is None:
            return
        name = self._desk.path.with_name(file_name(self._data))
        words = "Export the report"
        chosen, _ = QFileDialog.getSaveFileName(self.window(), words, str(name), "PDF (*.pdf)")
        if chosen:
            self.write(Path(chosen))

    def print_out(self) -> None:
        """Ask for a printer and print the report, as soon as it is drawn."""
        if self._is_drawn(self.print_out) and self._data is not None:
            assert self.pdf is not None
            self.printer.ask(self.pdf, Path(file_name(self._data)).stem, self.pages.page_size)

    def _is_drawn(self, then: Callable[[], object]) -> bool:
        """Return whether the report is drawn and up to date; if not, call `then` once it is."""
        if self._job is None and self.pdf is not None and not self._stale:
            return True
        self._then = then
        if self._job is None:
            self.draw()
        return False

    def write(self, path: Path) -> None:
        """Write the report that is shown, and emit `exported`, or the desk's `failed`."""
        assert self.pdf is not None
        try:
            made = write_report(path, self.pdf, self._desk.path)
        except CampaignFileError as error:
            self._desk.failed.emit(str(error))
            return
        self.exported.emit(str(made))

    def draw(self) -> None:
        """Read and draw the chosen report in a thread."""
        self.cancel()
        self._stale = False
        gather = self.choices.gather()
        if gather is None:
            self._nothing("No turn has been played yet.")
            return
        try:
            job = ReportJob(self._desk.campaign, gather, self.choices.paper, self)
        except CampaignFileError as error:
            self._nothing(str(error))
            return
        job.gathered.connect(self._gathered)
        job.advanced.connect(lambda done, total: self.choices.show_progress((done, total)))
        job.done.connect(self._drawn)
        job.failed.connect(self._failed)
        job.finished.connect(lambda: self._ended(job))
        self._job = job
        self._running.add(job)  # a cancelled job still runs for a while: `finish` waits for it
        self.choices.show_progress((0, 1))
        job.start()

    def cancel(self) -> None:
        """Stop drawing; the pages shown so far stay."""
        self._wait.stop()
        if self._job is not None:
            job, self._job = self._job, None
            for signal in (job.gathered, job.advanced, job.done, job.failed):
                signal.disconnect()
            job.requestInterruption()
            job.reading.stop()
            self._stale = True
        self.choices.show_progress(None)

    def finish(self) -> None:
        """Cancel, and wait until all threads have ended: the campaign is about to be closed."""
        self.cancel()
        for job in tuple(self._running):
            job.wait()
        self.printer.finish()
        self.pages.close_pdf()

    def _connect(self) -> None:
        self.choices.changed.connect(self._chosen)
        self.choices.export_asked.connect(self.export)
        self.choices.print_asked.connect(self.print_out)
        self.choices.cancel_asked.connect(self._give_up)
        self.printer.advanced.connect(self._show_printing)
        self.printer.said.connect(self._desk.said)
        self.printer.failed.connect(self._desk.failed)
        self._desk.changed.connect(self._heard)
        QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]

    def _chosen(self) -> None:
        self._stale = True
        self._wait.start()

    def _heard(self, changes: Changes) -> None:
        self._stale = True
        if not changes.tables.isdisjoint(turns.tables):
            self.choices.show_turns(self._desk.read(turns))
        if not changes.tables.isdisjoint(_PHOTOS):
            self._offer_photos()
        if self.isVisible():
            self._wait.start()

    def _offer_photos(self) -> None:
        under = self._desk.read(battlefield).photo is not None
        self.choices.offer_photos(under or bool(self._desk.read(album)))

    def _give_up(self) -> None:
        self._then = None
        self.cancel()
        self.printer.cancel()

    def _show_printing(self, done: tuple[int, int] | None) -> None:
        if self._job is None:
            self.choices.show_progress(done, "Printing the report")

    @property
    def _is_late(self) -> bool:
        """Whether the signal comes from a job that was cancelled.

        What a thread had sent already is delivered although it was disconnected meanwhile; Qt then
        names no sender.
        """
        return self._job is None or self.sender() is not self._job

    def _gathered(self, data: ReportData) -> None:
        if self._is_late:
            return
        self._data = data
        self.choices.note.say(_missing(data))
        self.choices.note.setVisible(bool(_missing(data)))

    def _drawn(self, pdf: bytes) -> None:
        if self._is_late:
            return
        self._job = None
        self.choices.show_progress(None)
        self.pdf = pdf
        self.pages.show_pdf(pdf)
        then, self._then = self._then, None
        if then:
            then()

    def _failed(self, error: Exception) -> None:
        if self._is_late:
            return
        foreseen = isinstance(error, BrikDeskError)
        self._nothing(str(error) if foreseen else "The report could not be drawn.")
        if not foreseen:  # a defect: raised here, it comes to the window's own excepthook
            raise error

    def _nothing(self, words: str) -> None:
        self._job, self._data, self.pdf, self._then = None, None, None, None
        self.choices.show_progress(None)
        self.pages.say(words)

    def _ended(self, job: ReportJob) -> None:
        self._running.discard(job)
        job.deleteLater()

    def _focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            self._hub.keys_changed.emit(KEYS)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _arrange(self) -> None:
        """Put the choices beside the pages, or above them if the window is narrow."""
        narrow = width_of(self.window().width(), self.theme.scale) is Width.SLIM
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else right)
        self.choices.set_narrow(narrow)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._wait.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._then = None
        self.cancel()  # but what goes to the printer goes on

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and (self._job or self.printer.is_busy):
            self._give_up()
        else:
            event.ignore()


def _missing(data: ReportData) -> str:
    from brikdesk.reports import unprintable  # the thread that read the data has imported it

    faults, names = " ".join(data.faults), unprintable(data)
    if not names:
        return faults
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    shown = ", ".join(names[:MOST_NAMED])
    lacks = f"Characters that the report's font lacks stand as numbers: {shown}{more}."
    return f"{faults} {lacks}".strip()
