"""The map alone on a page of its size: as PDF, SVG or PNG."""

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.reports.fonts import BOLD, REGULAR, characters, fitted
from brikdesk.reports.glyphs import with_names_alone
from brikdesk.reports.map.data import TableMap
from brikdesk.reports.map.drawing import map_marks
from brikdesk.reports.map.marks import MapMark, MarkGroup, WordsMark
from brikdesk.reports.map.on_pdf import draw_marks
from brikdesk.reports.map.on_svg import svg_of
from brikdesk.reports.map.scale import LEFT, alone
from brikdesk.reports.palette import colour
from brikdesk.reports.rows import encodable

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
    return pdf if suffix == ".pdf" else _png(pdf, pixels / size[0])


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
    for words, face, size, token, baseline in (
        (shown.campaign, BOLD, 13.0, "text", EDGE + 14),
        (
            f"{shown.title}. {in_inches(ground.width)} by {in_inches(ground.depth)}.",
            REGULAR,
            8.5,
            "text2",
            EDGE + 28,
        ),
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


def _png(pdf: bytes, scale: float) -> bytes:
    import pypdfium2  # only a picture in pixels needs it

    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[0].render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
        wide, high, each = bitmap.width, bitmap.height, bitmap.n_channels
        data, stride = bytes(bitmap.buffer), bitmap.stride
    finally:
        document.close()
    rows = b"".join(b"\0" + data[row * stride : row * stride + wide * each] for row in range(high))
    head = struct.pack(">IIBBBBB", wide, high, 8, 6 if each == 4 else 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
