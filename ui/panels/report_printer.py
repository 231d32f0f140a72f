"""A thread that prints a PDF, page after page."""

from collections.abc import Iterator

import pypdfium2
from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPageLayout, QPainter
from PySide6.QtPrintSupport import QPrinter
from typing_extensions import override

from ui.campaign.thread import Thread
from ui.panels.report_pages import DRAWING, band_picture

FINEST = 600
"""Dots per inch at most: nobody sees more, and twice as many take four times the memory."""

BANDS = 12
"""Strips in which a page is drawn: between them the screen can have `DRAWING` for its pages."""


class PrintJob(Thread):
    """Prints: `advanced` carries pages done and total, `done` their number, `failed` a reason.

    Nothing comes after it was cancelled; the printer then throws away what it has.
    """

    advanced = Signal(int, int)
    done = Signal(int)
    failed = Signal(str)

    def __init__(self, pdf: bytes, printer: QPrinter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pdf, self._printer = pdf, printer

    @override
    def run(self) -> None:
        with DRAWING:
            document = pypdfium2.PdfDocument(self._pdf)
        try:
            pages = [n for n in _wanted(self._printer, len(document)) if n < len(document)]
            if self._print(document, pages):
                self.done.emit(len(pages))
        finally:
            with DRAWING:
                document.close()

    def _print(self, document: pypdfium2.PdfDocument, pages: list[int]) -> bool:
        """Print these pages; return whether all of them went to the printer."""
        printer, painter = self._printer, QPainter()
        printer.setFullPage(True)  # the pages have margins of their own
        for done, place in enumerate(pages):
            self.advanced.emit(done, len(pages))
            self._turn_paper(document, place)
            # The painter begins with the first page, once its paper is turned.
            if not (printer.newPage() if done else painter.begin(printer)):
                self.failed.emit("The printer does not answer. Not all pages were printed.")
                if done:
                    painter.end()
                return False
            if not self._paint(painter, document, place):
                printer.abort()
                painter.end()
                return False
        return painter.end()

    def _turn_paper(self, document: pypdfium2.PdfDocument, place: int) -> None:
        with DRAWING:
            wide, high = document.get_page_size(place)
        turned = (
            QPageLayout.Orientation.Landscape if wide > high else QPageLayout.Orientation.Portrait
        )
        self._printer.setPageOrientation(turned)

    def _paint(self, painter: QPainter, document: pypdfium2.PdfDocument, place: int) -> bool:
        """Paint a page as large as the paper allows; return False if it was cancelled."""
        paper = self._printer.paperRect(QPrinter.Unit.DevicePixel)
        with DRAWING:
            wide, high = document.get_page_size(place)
        scale = min(paper.width() / wide, paper.height() / high)
        box = QRectF(0, 0, wide * scale, high * scale)
        box.moveCenter(QRectF(0, 0, paper.width(), paper.height()).center())
        # However fine the printer is, a page is drawn no finer than can be seen.
        finest = box.width() * min(1.0, FINEST / self._printer.resolution())
        top, part = box.top(), box.height() / BANDS
        for band in range(BANDS):
            if self.isInterruptionRequested():
                return False
            picture = band_picture(document, place, finest, band, BANDS)
            painter.drawImage(QRectF(box.left(), top, box.width(), part), picture)
            top += part
        return True


def _wanted(printer: QPrinter, count: int) -> Iterator[int]:
    """Yield the chosen pages, counted from 0, in the printer's order."""
    first, last = 1, count
    if printer.printRange() == QPrinter.PrintRange.PageRange:
        first, last = max(1, printer.fromPage()), printer.toPage() or count
    pages = range(first - 1, last)
    backwards = printer.pageOrder() == QPrinter.PageOrder.LastPageFirst
    yield from reversed(pages) if backwards else pages
