"""The report goes to a printer: all pages, in the background, and it can be called off."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt, qInstallMessageHandler
from PySide6.QtGui import QImage
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.ui.log_and_report.test_report_panel import drawn, panel_of
from tests.ui.window_scene import (
    CTRL,
    Key,
    at_work,
    open_window,
    press,
    settle,
)
from ui.forms.sheet import Question
from ui.look.theme import Theme
from ui.panels.report import ReportPanel
from ui.panels.report_pages import band_picture, page_picture
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=3)

LOW = 72
"""Dots per inch: enough to find ink, and quick."""


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path, sample: Path) -> Iterator[MainWindow]:
    """Open the sample: its report of a battle has several pages."""
    with open_window(qtbot, theme, sample) as opened:
        yield opened


@pytest.fixture
def panel(window: MainWindow, qtbot: QtBot) -> ReportPanel:
    made = panel_of(window, qtbot)
    made.choices.scope.set_current(2)
    made.choices._chosen()
    drawn(made, qtbot)
    assert made.pages.pages > 2
    return made


def into_file(path: Path) -> QPrinter:
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    printer.setResolution(LOW)
    return printer


def printed(panel: ReportPanel, printer: QPrinter, qtbot: QtBot) -> None:
    panel.printer.print_to(printer, panel.pdf or b"")
    qtbot.waitUntil(lambda: not panel.printer.is_busy)


def test_every_page_is_printed_with_its_ink(
    panel: ReportPanel, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    printed(panel, into_file(tmp_path / "out.pdf"), qtbot)
    assert len(PdfReader(tmp_path / "out.pdf").pages) == panel.pages.pages
    words = f"{panel.pages.pages} pages sent to the printer."
    assert at_work(window).view.status.words() == words
    before = pypdfium2.PdfDocument(panel.pdf)
    after = pypdfium2.PdfDocument(tmp_path / "out.pdf")
    for place in range(panel.pages.pages):
        one, two = page_picture(before, place, 595), page_picture(after, place, 595)
        assert abs(one.height() - two.height()) <= 1
        assert _ink(one) == pytest.approx(_ink(two), rel=0.15)
    before.close()
    after.close()


def _ink(picture: QImage) -> float:
    small = picture.scaled(60, 84, mode=Qt.TransformationMode.SmoothTransformation)
    places = [(x, y) for x in range(60) for y in range(84)]
    return sum(255 - small.pixelColor(x, y).lightness() for x, y in places) / len(places)


def test_only_the_pages_that_were_asked_for_are_printed(
    panel: ReportPanel, qtbot: QtBot, tmp_path: Path
) -> None:
    printer = into_file(tmp_path / "out.pdf")
    printer.setPrintRange(QPrinter.PrintRange.PageRange)
    printer.setFromTo(2, 3)
    printed(panel, printer, qtbot)
    assert len(PdfReader(tmp_path / "out.pdf").pages) == 2


def test_the_paper_is_that_of_the_report(panel: ReportPanel, qtbot: QtBot) -> None:
    wide, high = panel.pages.page_size
    assert (wide, high) == (pytest.approx(595, abs=1), pytest.approx(842, abs=1))


def test_cancel_calls_it_off(panel: ReportPanel, qtbot: QtBot, tmp_path: Path) -> None:
    said: list[str] = []
    panel._desk.said.connect(said.append)
    panel.printer.print_to(into_file(tmp_path / "out.pdf"), panel.pdf or b"")
    panel.choices.cancel_asked.emit()
    qtbot.waitUntil(lambda: not panel.printer.is_busy)
    assert said == ["Printing cancelled."]


def test_a_printer_that_cannot_write_says_so(
    panel: ReportPanel, qtbot: QtBot, tmp_path: Path
) -> None:
    failed: list[str] = []
    panel._desk.failed.connect(failed.append)
    before = qInstallMessageHandler(lambda *_: None)  # Qt warns too
    try:
        printed(panel, into_file(tmp_path / "nowhere" / "out.pdf"), qtbot)
    finally:
        qInstallMessageHandler(before)
    assert failed == ["The printer does not answer. Not all pages were printed."]


def test_without_a_printer_the_pdf_is_offered(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "report.pdf"
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", lambda: [])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
    press(Key.Key_P, CTRL)
    qtbot.waitUntil(lambda: bool(window.findChildren(Question)))
    (asked,) = window.findChildren(Question)
    assert "No printer is set up" in asked.words
    press(Key.Key_Return)
    settle()
    assert len(PdfReader(BytesIO(out.read_bytes())).pages) >= 1


def test_bands_of_a_page_make_up_the_page(panel: ReportPanel) -> None:
    document = pypdfium2.PdfDocument(panel.pdf)
    whole = page_picture(document, 0, 600)
    bands = [band_picture(document, 0, 600, band, 5) for band in range(5)]
    assert {band.width() for band in bands} == {whole.width()}
    assert sum(band.height() for band in bands) == pytest.approx(whole.height(), abs=5)
    document.close()
