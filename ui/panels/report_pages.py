"""The pages of a PDF as pictures, one below the other on screen."""

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea
from typing_extensions import override

from ui.look.text import elided
from ui.look.theme import Theme
from ui.widgets.painted import draw_focus, draw_plate

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument


DRAWING = Lock()
"""PDFium is not thread-safe: hold this lock for every call to it."""


def page_picture(document: "PdfDocument", place: int, wide: float) -> QImage:
    """Return page `place`, counted from 0, drawn `wide` pixels across."""
    return band_picture(document, place, wide, 0, 1)


def band_picture(document: "PdfDocument", place: int, wide: float, band: int, bands: int) -> QImage:
    """Return one of `bands` strips of a page, counted from 0 at the top.

    The page is drawn `wide` pixels across.
    """
    with DRAWING:
        page = document[place]
        across, high = page.get_size()
        above, below = high * band / bands, high * (bands - band - 1) / bands
        bitmap = page.render(
            scale=wide / across, crop=(0, below, 0, above), prefer_bgrx=True, rev_byteorder=False
        )
        picture = QImage(
            bytes(bitmap.buffer),
            bitmap.width,
            bitmap.height,
            bitmap.stride,
            QImage.Format.Format_RGB32,
        )
        whole = picture.copy()  # the bitmap's memory goes with it
        bitmap.close()
        page.close()
    return whole


GAP, WIDEST, KEPT = 24, 860, 6
"""Pixels at 100 % between pages and of the widest page; how many page pictures are kept."""


class PageView(QAbstractScrollArea):
    """Shows a document as wide as the view, up to a readable width."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._words = ""
        self._document: PdfDocument | None = None
        self._sizes: list[tuple[float, float]] = []
        self._pictures: OrderedDict[tuple[int, int], QImage] = OrderedDict()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setAccessibleName("Pages")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.changed.connect(self._measure)

    def show_pdf(self, pdf: bytes) -> None:
        """Show a document; the scroll position stays if the document is long enough."""
        from pypdfium2 import PdfDocument  # the thread that made the PDF has imported it

        self.close_pdf()
        with DRAWING:
            made = self._document = PdfDocument(pdf)
            self._sizes = [made.get_page_size(place) for place in range(len(made))]
        self.setAccessibleName(f"{self.pages} {'page' if self.pages == 1 else 'pages'}")
        self._measure()

    def say(self, words: str) -> None:
        """Show words instead of pages."""
        self.close_pdf()
        self._words = words
        self.setAccessibleName(words)
        self._measure()

    def close_pdf(self) -> None:
        """Close the document, if there is one, and forget its pictures."""
        self._pictures.clear()
        self._sizes = []
        self._words = ""
        if self._document is not None:
            with DRAWING:
                self._document.close()
            self._document = None

    @property
    def page_size(self) -> tuple[float, float]:
        """Width and height of the first page, in points."""
        return self._sizes[0]

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._sizes)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, key = self.verticalScrollBar(), event.key()
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(key))
        page = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Space: 1}.get(Qt.Key(key))
        if step:
            bar.setValue(bar.value() + step * self.theme.px(60))
        elif key == Qt.Key.Key_Space and bar.value() == bar.maximum():
            event.ignore()  # no further page: what means nothing here says so
        elif page:
            # A tenth of what was seen stays in sight.
            bar.setValue(bar.value() + page * self.viewport().height() * 9 // 10)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar.setValue(0 if key == Qt.Key.Key_Home else bar.maximum())
        else:
            event.ignore()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        try:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.fillRect(self.viewport().rect(), self.theme.color("bg0"))
            self._paint_words(painter)
            for place, box in enumerate(self._boxes()):
                if box.intersects(event.rect()):
                    self._paint_page(painter, place, box)
            if self.hasFocus():
                draw_focus(painter, self.viewport().rect().toRectF(), self.theme, 0)
        finally:
            painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        if self._words:
            painter.setFont(self.theme.font("body"))
            painter.setPen(self.theme.color("text3"))
            words = elided(painter.fontMetrics(), self._words, self.viewport().width())
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, words)

    def _paint_page(self, painter: QPainter, place: int, box: QRect) -> None:
        edge = box.adjusted(-1, -1, 1, 1).toRectF()
        draw_plate(painter, edge, 0, self.theme.color("line2"))
        painter.drawImage(box, self._picture(place, box.width()))

    def _picture(self, place: int, wide: int) -> QImage:
        key = (place, wide)
        if key not in self._pictures:
            self._pictures[key] = self._drawn(place, wide)
            while len(self._pictures) > KEPT:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]

    def _drawn(self, place: int, wide: int) -> QImage:
        assert self._document is not None
        return page_picture(self._document, place, wide * self.devicePixelRatioF())

    def _page_width(self) -> int:
        room = self.viewport().width() - 2 * self.theme.px(GAP)
        return max(1, min(room, self.theme.px(WIDEST)))

    def _boxes(self) -> list[QRect]:
        """Return the rectangles of all pages in the viewport's coordinates."""
        wide, gap = self._page_width(), self.theme.px(GAP)
        left = (self.viewport().width() - wide) // 2
        top = gap - self.verticalScrollBar().value()
        boxes = []
        for width, height in self._sizes:
            high = round(wide * height / width)
            boxes.append(QRect(left, top, wide, high))
            top += high + gap
        return boxes

    def _measure(self) -> None:
        boxes = self._boxes()
        high = sum(box.height() + self.theme.px(GAP) for box in boxes) + self.theme.px(GAP)
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setRange(0, max(0, high - self.viewport().height()) if boxes else 0)
        self.viewport().update()
