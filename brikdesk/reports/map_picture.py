"""The map on paper drawn: into a page of a PDF, as an SVG, as a picture of its own."""

import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from io import BytesIO

from reportlab.lib.colors import Color
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.reports.data import TableMap
from brikdesk.reports.fonts import (
    BOLD,
    REGULAR,
    STRONG,
    characters,
    colour,
    fitted,
    printable,
    width,
)
from brikdesk.reports.map import (
    LEFT,
    Clipped,
    MapMark,
    MapSheet,
    MarkGroup,
    Outline,
    OutlineStep,
    OutlineStyle,
    PhotoMark,
    WordsMark,
    alone,
    map_marks,
)
from brikdesk.reports.rows import encodable, tagged
from brikdesk.reports.text import put_string, with_names_alone

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


_WEIGHTS = {STRONG: 600, BOLD: 700}


def svg_of(marks: Iterable[MapMark], size: tuple[float, float], title: str) -> bytes:
    """Return a whole SVG of these points."""
    wide, high = size
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.3f}pt" height="{high:.3f}pt" '
        f'viewBox="0 0 {wide:.3f} {high:.3f}" font-family="Inter, Arial, sans-serif" '
        'stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{escape(printable(title))}</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        *_lines(marks, iter(range(1_000_000))),
        "</svg>",
    ]
    return "\n".join(lines).encode("utf-8")


def _lines(marks: Iterable[MapMark], numbers: Iterator[int]) -> Iterator[str]:
    for mark in marks:
        if isinstance(mark, Outline):
            yield _outline(mark)
        elif isinstance(mark, WordsMark):
            yield _text(mark)
        elif isinstance(mark, MarkGroup):
            kind = f' class="{mark.kind}"' if mark.kind else ""
            yield f'<g{kind} transform="translate({mark.x:.3f} {mark.y:.3f})">'
            if mark.words:
                yield f"<title>{escape(printable(mark.words))}</title>"
            yield from _lines(mark.marks, numbers)
            yield "</g>"
        elif isinstance(mark, PhotoMark):
            yield _photo(mark)
        elif isinstance(mark, Clipped):
            left, top, wide, high = mark.box
            name = f"clip-{next(numbers)}"
            yield (
                f'<clipPath id="{name}"><rect x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" '
                f'height="{high:.3f}"/></clipPath><g clip-path="url(#{name})">'
            )
            yield from _lines(mark.marks, numbers)
            yield "</g>"


def _photo(photo: PhotoMark) -> str:
    left, top, wide, high = photo.box
    faint = f' opacity="{photo.faint:.3g}"' if photo.faint < 1 else ""
    return (
        f'<image x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" height="{high:.3f}"{faint} '
        f'preserveAspectRatio="none" href="data:image/jpeg;base64,'
        f'{b64encode(photo.jpeg).decode("ascii")}"/>'
    )


def _outline(outline: Outline) -> str:
    path = " ".join(
        f"{step}{' '.join(f'{at:.3f}' for at in places)}" for step, places in outline.steps
    )
    return f'<path d="{path}"{_style(outline.style)}/>'


def _style(style: OutlineStyle) -> str:
    parts = [f' fill="{hex_of(style.fill)}"' if style.fill is not None else ' fill="none"']
    if style.faint < 1:
        parts.append(f' fill-opacity="{style.faint:g}"')
    if style.line is not None:
        parts.append(f' stroke="{hex_of(style.line)}" stroke-width="{style.wide:g}"')
    if style.dash:
        dash = " ".join(f"{part:g}" for part in style.dash)
        parts.append(f' stroke-dasharray="{dash}" stroke-linecap="butt"')
    return "".join(parts)


def _text(mark: WordsMark) -> str:
    weight = f' font-weight="{_WEIGHTS[mark.face]}"' if mark.face in _WEIGHTS else ""
    long = width(mark.words, mark.face, mark.size)
    return (
        f'<text x="{mark.x:.3f}" y="{mark.baseline:.3f}" font-size="{mark.size:g}"{weight} '
        f'fill="{hex_of(mark.ink)}" textLength="{long:.3f}" lengthAdjust="spacingAndGlyphs" '
        f'xml:space="preserve">{escape(mark.words)}</text>'
    )


def hex_of(ink: Color) -> str:
    """Return a colour as pages of the web write it: #ffd400."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in (ink.red, ink.green, ink.blue))


HEAD, EDGE = 40.0, 12.0
"""Points of the head over the map, and around everything."""

NARROWEST_PAGE = 300.0
"""Points that the scale in words needs."""

MOST_PIXELS = 100_000_000


def map_picture(shown: TableMap, suffix: str, pixels: int) -> bytes:
    """Return the map as .pdf, .svg or .png; a PNG is `pixels` wide.

    Raise BadInput for a PNG that would be larger than a computer can well show.
    """
    characters()  # registers the fonts before the first word is measured
    shown = with_names_alone(shown, shown.names)
    marks, size = _marks(shown)
    if suffix == ".svg":
        return svg_of(marks, size, _title(shown))
    if suffix == ".png":
        high = round(size[1] * pixels / size[0])
        if pixels * high > MOST_PIXELS:
            words = f"The picture would be {pixels:,} by {high:,} pixels. Give a smaller --width."
            raise BadInput(words, "--width")
    pdf = _pdf(marks, size, _title(shown))
    return pdf if suffix == ".pdf" else png_of(pdf, pixels / size[0])


def _title(shown: TableMap) -> str:
    return f"{shown.title}, {shown.campaign}"


def _marks(shown: TableMap) -> tuple[tuple[MapMark, ...], tuple[float, float]]:
    sheet = alone(shown.ground.width, shown.ground.depth)
    wide, high = sheet.size
    page = max(wide + 2 * EDGE, NARROWEST_PAGE), high + HEAD + 2 * EDGE
    drawn = MarkGroup(EDGE, HEAD + EDGE, tuple(map_marks(shown, sheet)))
    return (*_head(shown, page[0]), drawn), page


def _head(shown: TableMap, wide: float) -> Iterator[MapMark]:
    ground = shown.ground
    left, room = EDGE + LEFT, wide - 2 * EDGE - LEFT
    title = f"{shown.title}. {in_inches(ground.width)} by {in_inches(ground.depth)}."
    for words, face, size, token, baseline in (
        (shown.campaign, BOLD, 13.0, "text", EDGE + 14),
        (title, REGULAR, 8.5, "text2", EDGE + 28),
    ):
        yield WordsMark(left, baseline, fitted(words, face, size, room), face, size, colour(token))


def _pdf(marks: tuple[MapMark, ...], size: tuple[float, float], title: str) -> bytes:
    out = BytesIO()
    canvas = Canvas(
        out, pagesize=size, invariant=1, pageCompression=1, lang="en", initialFontName=REGULAR
    )
    canvas.setTitle(encodable(title))
    canvas.setAuthor("BrikDesk")
    canvas.setCreator("BrikDesk")
    draw_marks(canvas, marks, 0, size[1])
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def png_of(pdf: bytes, scale: float) -> bytes:
    """Return the pages of a PDF, all of one width, below each other as a PNG."""
    import pypdfium2  # only a picture in pixels needs it

    document = pypdfium2.PdfDocument(pdf)
    rows: list[bytes] = []
    try:
        for page in document:
            bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
            wide, each = bitmap.width, bitmap.n_channels
            data, stride = bytes(bitmap.buffer), bitmap.stride
            # A row of the bitmap may be padded; in a PNG a byte for its filter stands before it.
            rows += [
                b"\0" + data[row * stride : row * stride + wide * each]
                for row in range(bitmap.height)
            ]
    finally:
        document.close()
    # Of the kinds of PNG 6 has opacity, 2 has not.
    head = struct.pack(">IIBBBBB", wide, len(rows), 8, 6 if each == 4 else 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
