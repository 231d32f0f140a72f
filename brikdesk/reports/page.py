"""The document: paper, margins, head and foot of every page, progress and cancelling."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate
from typing_extensions import override

from brikdesk.reports.data import ReportData
from brikdesk.reports.fonts import characters
from brikdesk.reports.paper import Paper, ReportCancelled
from brikdesk.reports.rows import draw_rule, encodable
from brikdesk.reports.shapes import draw_brick
from brikdesk.reports.tags import DocumentTags, unread
from brikdesk.reports.text import NAME, Ink, draw_fitted

MARGIN = 16 / 25.4 * 72
"""16 mm on every side."""

HEAD_ROOM = 25.0
"""Points from the upper margin to the first line."""

FOOT_ROOM = 8.0


class NumberedCanvas(Canvas):  # type: ignore[misc]
    """A canvas whose page feet are drawn last, when the number of pages is known."""

    def foot(self, page: int) -> str:
        """Return the name of the PDF form that a page refers to for its number."""
        return f"foot-{page}"

    @override
    def save(self) -> None:
        # After the last page the canvas counts one more, which stays empty and is not written.
        pages = self.getPageNumber() - 1
        for page in range(1, pages + 1):
            self.beginForm(self.foot(page))
            words = f"Page {page} of {pages}"
            draw_fitted(self, self._pagesize[0] - MARGIN, FOOT, words, FOOT_INK, 150, "right")
            self.endForm()
        super().save()


class TaggedCanvas(NumberedCanvas):
    """Such a canvas that also says what is a heading, a paragraph, a table or a picture."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._tags = DocumentTags(self)

    @override
    def save(self) -> None:
        self._tags.add(self._doc)
        super().save()


MOST_TAGGED = 3_000
"""The most rows of a report that is tagged: tags take half as long again, and as much room as the pages."""


FOOT = 27.0
FOOT_INK = Ink(size=8, token="text3")


class ReportDocument(BaseDocTemplate):  # type: ignore[misc]
    """Stack a report's rows on pages, report the progress and stop when cancelled."""

    def __init__(
        self,
        data: ReportData,
        paper: Paper,
        progress: Callable[[int, int], None],
        cancelled: Callable[[], bool],
    ) -> None:
        characters()  # registers the fonts before the first word is measured
        self.out = BytesIO()
        width, height = paper.points
        super().__init__(
            self.out,
            pagesize=(width, height),
            title=encodable(f"{data.title}, {data.campaign}"),
            author="BrikDesk",
            subject=encodable(data.scope.value),
            creator="BrikDesk",
            lang="en",
            displayDocTitle=1,
            pageCompression=1,
            invariant=1,  # no time stamp and no random id: equal reports are equal bytes
            initialFontName=FOOT_INK.face,
        )
        self.report, self._progress, self._cancelled = data, progress, cancelled
        self._done, self._total = 0, 1
        frame = Frame(
            MARGIN,
            MARGIN + FOOT_ROOM,
            width - 2 * MARGIN,
            height - 2 * MARGIN - HEAD_ROOM - FOOT_ROOM,
            leftPadding=0,
            rightPadding=0,
            topPadding=0,
            bottomPadding=0,
        )
        self.addPageTemplates(PageTemplate("page", [frame], onPage=_draw_head_and_foot))

    def made(self, story: list[Flowable]) -> bytes:
        """Return the document's bytes. Raise ReportCancelled as soon as it is cancelled."""
        self._total = max(1, len(story))
        self._look_up()
        self.build(story, canvasmaker=TaggedCanvas if len(story) <= MOST_TAGGED else NumberedCanvas)
        self._progress(self._total, self._total)
        return self.out.getvalue()

    @override
    def afterFlowable(self, flowable: Flowable) -> None:
        self._done += 1
        if self._done % 40 == 0:
            self._look_up()

    @override
    def beforePage(self) -> None:
        self._look_up()

    def _look_up(self) -> None:
        """Report the progress and check for cancelling: at every page and every 40 rows."""
        if self._cancelled():
            raise ReportCancelled
        self._progress(min(self._done, self._total), self._total)


def _draw_head_and_foot(canvas: NumberedCanvas, document: ReportDocument) -> None:
    with unread(canvas):
        _draw_around(canvas, document)


def _draw_around(canvas: NumberedCanvas, document: ReportDocument) -> None:
    width, height = canvas._pagesize
    data, right = document.report, width - MARGIN
    top = height - MARGIN
    scope_room = 110.0
    draw_brick(canvas, MARGIN, top - 1, 14)
    room = right - MARGIN - 27 - scope_room
    draw_fitted(canvas, MARGIN + 27, top + 2.5, data.campaign, TOP_INK, room)
    draw_fitted(canvas, right, top + 2.5, data.scope.value, LABEL_INK, scope_room, "right")
    draw_rule(canvas, MARGIN, top - 6, right - MARGIN)
    draw_rule(canvas, MARGIN, FOOT + 13, right - MARGIN)
    legend = "outlined dice were typed, filled dice were rolled by BrikDesk"
    if data.dice.changed:
        legend += ", dashed ones changed"
    draw_fitted(canvas, MARGIN, FOOT, f"Rules: {data.rules_short}", FOOT_INK, 110)
    draw_fitted(canvas, width / 2, FOOT, legend, FOOT_INK, 290, "centre")
    canvas.doForm(canvas.foot(canvas.getPageNumber()))


TOP_INK = Ink(NAME.face, 9.5)
LABEL_INK = Ink(size=9, token="text3")
