"""Printing the report that is shown: the choice of a printer, the progress and the result."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSizeF, Signal
from PySide6.QtGui import QPageSize
from PySide6.QtWidgets import QDialog, QWidget

from ui.forms.question import Question, Reply
from ui.look.theme import Theme

if TYPE_CHECKING:  # loaded in a thread beside the window, a part of Qt brings the program down
    from PySide6.QtPrintSupport import QPrinter

    from ui.panels.report.print_job import PrintJob


class ReportPrinter(QObject):
    """Prints a PDF: `advanced` carries (done, total), or None at the end, `said` the result."""

    advanced = Signal(object)
    said = Signal(str)
    failed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget, export: Callable[[], object]) -> None:
        super().__init__(parent)
        self._theme, self._panel, self._export = theme, parent, export
        self._job: PrintJob | None = None

    @property
    def is_busy(self) -> bool:
        """Whether pages are going to a printer."""
        return self._job is not None

    def ask(self, pdf: bytes, title: str, points: tuple[float, float]) -> None:
        """Ask for a printer and print there; if no printer is set up, offer the PDF instead.

        `points` is the size of a page of the PDF, width and height.
        """
        if self._job is not None:
            return
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo

        if not QPrinterInfo.availablePrinterNames():
            self._offer_pdf()
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(title)
        short, long = sorted(points)
        printer.setPageSize(QPageSize(QSizeF(short, long), QPageSize.Unit.Point))
        dialog = QPrintDialog(printer, self._panel.window())
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintSelection, on=False)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintCurrentPage, on=False)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.print_to(printer, pdf)

    def print_to(self, printer: "QPrinter", pdf: bytes) -> None:
        """Print in a thread."""
        from ui.panels.report.print_job import PrintJob

        job = self._job = PrintJob(pdf, printer, self)
        job.advanced.connect(lambda done, of: self.advanced.emit((done, of)))
        job.done.connect(self._tell)
        job.failed.connect(self.failed)
        job.finished.connect(lambda: self._ended(job))
        self.advanced.emit((0, 1))
        job.start()

    def cancel(self) -> None:
        """Cancel printing; pages that the printer already has may still come out."""
        if self._job is not None:
            self._job.requestInterruption()
            self.said.emit("Printing cancelled.")

    def finish(self) -> None:
        """Cancel and wait for the thread: the campaign is about to be closed."""
        if self._job is not None:
            self._job.requestInterruption()
            self._job.wait()

    def _tell(self, pages: int) -> None:
        self.said.emit(f"{pages} {'page' if pages == 1 else 'pages'} sent to the printer.")

    def _ended(self, job: "PrintJob") -> None:
        self._job = None
        self.advanced.emit(None)
        job.deleteLater()

    def _offer_pdf(self) -> None:
        words = "No printer is set up on this computer. The PDF can be printed on another one."
        save = Reply("Export PDF", self._export, "primary")
        answers = (save, Reply("Close"))
        Question(self._theme, self._panel.window(), "No printer", words, answers, "print").ask()
