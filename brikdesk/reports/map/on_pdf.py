"""Draw marks into a page of a PDF, and the map as a flowable of a report."""

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO

from reportlab.lib.colors import Color
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable
from typing_extensions import override

from brikdesk.reports.ink import put_string
from brikdesk.reports.map.data import TableMap
from brikdesk.reports.map.drawing import map_marks
from brikdesk.reports.map.marks import (
    Clipped,
    MapMark,
    MarkGroup,
    Outline,
    OutlineStep,
    OutlineStyle,
    PhotoMark,
    WordsMark,
)
from brikdesk.reports.map.scale import MapSheet
from brikdesk.reports.tags import tagged

_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def draw_marks(canvas: Canvas, marks: Iterable[MapMark], left: float, top: float) -> None:
    """Draw marks with their upper left corner at a place of the page.

    The commands are written straight into the page: ReportLab's own paths take ten times as long.
    """
    canvas.saveState()
    canvas._code.append(f"1 0 0 1 {left:.3f} {top:.3f} cm 1 j 1 J")
    _draw(canvas, marks)
    canvas.restoreState()


def _draw(canvas: Canvas, marks: Iterable[MapMark]) -> None:
    code = canvas._code
    for mark in marks:
        if isinstance(mark, Outline):
            _draw_outline(canvas, mark)
        elif isinstance(mark, WordsMark):
            code.append(f"{_rgb(mark.ink)} rg")
            put_string(canvas, mark.x, -mark.baseline, mark.words, mark.face, mark.size)
        elif isinstance(mark, MarkGroup):
            code.append(f"q 1 0 0 1 {mark.x:.3f} {-mark.y:.3f} cm")
            _draw(canvas, mark.marks)
            code.append("Q")
        elif isinstance(mark, PhotoMark):
            _draw_photo(canvas, mark)
        elif isinstance(mark, Clipped):
            left, top, wide, high = mark.box
            code.append(f"q {left:.3f} {-top - high:.3f} {wide:.3f} {high:.3f} re W n")
            _draw(canvas, mark.marks)
            code.append("Q")


def _draw_photo(canvas: Canvas, photo: PhotoMark) -> None:
    left, top, wide, high = photo.box
    canvas.saveState()
    canvas.setFillAlpha(photo.faint)  # in a PDF it holds for pictures, too
    canvas.drawImage(ImageReader(BytesIO(photo.jpeg)), left, -top - high, wide, high)
    canvas.restoreState()


def _draw_outline(canvas: Canvas, outline: Outline) -> None:
    code, style = canvas._code, outline.style
    path = _path(outline.steps)
    if style.faint < 1 and style.fill is not None:
        # What covers only a part of what lies below is filled alone: its line stays whole.
        canvas.saveState()
        canvas.setFillAlpha(style.faint)
        code.append(f"{_rgb(style.fill)} rg {path} f")
        canvas.restoreState()
        if style.line is not None:
            code.append(f"q {_pen(style)} {path} S Q")
    elif style.fill is not None:
        code.append(f"{_rgb(style.fill)} rg")
        code.append(f"{path} f" if style.line is None else f"q {_pen(style)} {path} B Q")
    else:
        code.append(f"q {_pen(style)} {path} S Q")


def _pen(style: OutlineStyle) -> str:
    dash = f" [{' '.join(f'{part:g}' for part in style.dash)}] 0 d 0 J" if style.dash else ""
    return f"{_rgb(style.line)} RG {style.wide:g} w{dash}"


@lru_cache(maxsize=200)
def _rgb(ink: Color) -> str:
    return f"{ink.red:.4g} {ink.green:.4g} {ink.blue:.4g}"


@lru_cache(maxsize=4_000)
def _path(steps: tuple[OutlineStep, ...]) -> str:
    # A page of a PDF counts upward.
    return " ".join(
        " ".join(f"{-at if odd % 2 else at:.3f}" for odd, at in enumerate(places))
        + f" {_LETTERS[step]}"
        for step, places in steps
    )


class MapDrawing(Flowable):  # type: ignore[misc]
    """The map in a report; it is never split between pages."""

    def __init__(self, shown: TableMap, sheet: MapSheet) -> None:
        super().__init__()
        self.shown, self.sheet = shown, sheet

    @override
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, self.sheet.size[1]
        return self.width, self.height

    @override
    def draw(self) -> None:
        with tagged(self.canv, "Figure", self.shown.words):
            draw_marks(self.canv, map_marks(self.shown, self.sheet), 0, self.height)
