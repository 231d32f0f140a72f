"""Fonts of the system in a PDF: of each only the letters that it shows, with the text that they stand for.

Each cluster is one glyph of a new TrueType font, or one drawing of a Type 3 font where it has colours of its
own. So ligatures, marks and letters in another order than they are read need nothing further to be found by a
search: a cluster knows its text.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO

import uharfbuzz as hb
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from PIL import Image
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)

from brikdesk.reports.scripts.shaping import BOX, THOUSAND, ScriptFont, Sign, harfbuzz_font

MOST_SIGNS = {False: 60_000, True: 255}
"""The most clusters of one font of the PDF: a picture's code is one byte, a letter's two."""

PIXELS = 144
"""Pixels of a coloured letter's height where it has no picture of its own."""

ASCENT, DESCENT = 900, -300

Code = tuple[str, str]
"""The name of a font in the document, and a string of it as the page writes it."""


class EmbeddedScripts:
    """The fonts of one document. ReportLab asks it for its objects when the document is written."""

    def __init__(self, document: PDFDocument) -> None:
        self._document = document
        self._fonts: list[_EmbeddedFont] = []
        self._found: dict[Sign, Code] = {}
        self._open: dict[ScriptFont | None, _EmbeddedFont] = {}
        document.delayedFonts.append(self)

    def written(self, signs: Iterable[Sign]) -> Iterator[Code]:
        """Yield signs as a page writes them, neighbours of one font together."""
        name, codes = "", ""
        for sign in signs:
            code = self._found.get(sign) or self._take(sign)
            if code[0] != name and codes:
                yield name, f"<{codes}>"
                codes = ""
            name, codes = code[0], codes + code[1]
        if codes:
            yield name, f"<{codes}>"

    def _take(self, sign: Sign) -> Code:
        font = self._open.get(sign.font)
        if font is None or len(font.signs) >= MOST_SIGNS[font.is_coloured]:
            coloured = sign.font is not None and sign.font.typeface.is_coloured
            font = _EmbeddedFont(f"S{len(self._fonts) + 1}", sign.font, is_coloured=coloured)
            self._fonts.append(font)
            self._open[sign.font] = font
        font.signs.append(sign)
        width = 2 if font.is_coloured else 4
        self._found[sign] = (f"/{font.name}", f"{len(font.signs):0{width}X}")
        return self._found[sign]

    def addObjects(self, document: PDFDocument) -> None:
        """Add the fonts to the document; the name is ReportLab's."""
        fonts = document.idToObject["BasicFonts"].dict
        for font in self._fonts:
            made = _pictures(document, font) if font.is_coloured else _letters(document, font)
            fonts[font.name] = document.Reference(made, font.name)


class _EmbeddedFont:
    """A font of the document: its name there, and its signs, whose codes count from 1."""

    def __init__(self, name: str, source: ScriptFont | None, *, is_coloured: bool) -> None:
        self.name, self.source, self.is_coloured = name, source, is_coloured
        self.signs: list[Sign] = []

    @property
    def title(self) -> str:
        """The name of the font for those who look into the document; six letters say that it is a part."""
        family = self.source.typeface.family if self.source else "boxes"
        plain = "".join(
            letter for letter in family.title() if letter.isascii() and letter.isalnum()
        )
        return f"BRIKDE+{plain or 'Font'}{self.name}"


def _letters(document: PDFDocument, font: _EmbeddedFont) -> PDFDictionary:
    """Return a font of outlines with two-byte codes, each of which is the number of a glyph."""
    program = _stream(document, _true_type(font))
    program.dictionary["Length1"] = len(program.content)
    descriptor = PDFDictionary({
        "Type": PDFName("FontDescriptor"), "FontName": PDFName(font.title), "Flags": 4,
        "FontBBox": PDFArray([-500, -500, 2000, 1500]), "ItalicAngle": 0, "Ascent": ASCENT,
        "Descent": DESCENT, "CapHeight": 700, "StemV": 80,
        "FontFile2": document.Reference(program),
    })  # fmt: skip
    system = {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
    inner = PDFDictionary({
        "Type": PDFName("Font"), "Subtype": PDFName("CIDFontType2"), "BaseFont": PDFName(font.title),
        "CIDSystemInfo": PDFDictionary(system), "CIDToGIDMap": PDFName("Identity"), "DW": 0,
        "W": PDFArray([1, PDFArray([sign.width for sign in font.signs])]),
        "FontDescriptor": document.Reference(descriptor),
    })  # fmt: skip
    return PDFDictionary({
        "Type": PDFName("Font"), "Subtype": PDFName("Type0"), "BaseFont": PDFName(font.title),
        "Encoding": PDFName("Identity-H"), "DescendantFonts": PDFArray([document.Reference(inner)]),
        "ToUnicode": document.Reference(_stream(document, _to_unicode(font, 2))),
    })  # fmt: skip


def _stream(document: PDFDocument, content: bytes) -> PDFStream:
    return PDFStream(content=content, filters=[PDFZCompress] if document.compression else None)


def _to_unicode(font: _EmbeddedFont, bytes_of_code: int) -> bytes:
    digits = 2 * bytes_of_code
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /BrikDesk-UCS def /CMapType 2 def 1 begincodespacerange",
        f"<{'0' * digits}> <{'F' * digits}> endcodespacerange",
    ]
    codes = list(enumerate(font.signs, 1))
    for begin in range(0, len(codes), 100):
        some = codes[begin : begin + 100]
        lines.append(f"{len(some)} beginbfchar")
        for code, sign in some:
            said = sign.text.encode("utf-16-be", "replace").hex().upper()
            lines.append(f"<{code:0{digits}X}> <{said}>")
        lines.append("endbfchar")
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines).encode("ascii")


def _true_type(font: _EmbeddedFont) -> bytes:
    """Return a TrueType font with a glyph for each sign; outlines of PostScript become quadratic."""
    names = [".notdef", *(f"s{code}" for code in range(1, len(font.signs) + 1))]
    glyphs = [TTGlyphPen(None).glyph(), *(_outline(sign) for sign in font.signs)]
    widths = [0, *(sign.width for sign in font.signs)]
    builder = FontBuilder(THOUSAND, isTTF=True)
    # Equal reports are equal bytes: no time of making.
    builder.font.recalcTimestamp = False
    builder.setupGlyphOrder(names)
    builder.setupGlyf(dict(zip(names, glyphs, strict=True)))
    builder.setupHorizontalMetrics({
        name: (width, getattr(builder.font["glyf"][name], "xMin", 0))
        for name, width in zip(names, widths, strict=True)
    })  # fmt: skip
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    builder.setupHead(unitsPerEm=THOUSAND, created=0, modified=0)
    builder.setupMaxp()
    builder.setupPost(keepGlyphNames=False)
    out = BytesIO()
    builder.font.save(out)
    return out.getvalue()


def _outline(sign: Sign) -> object:
    pen = TTGlyphPen(None)
    if sign.is_box:
        _draw_box(pen)
    elif sign.font is not None:
        source = harfbuzz_font(sign.font)
        scale = THOUSAND / sign.font.typeface.em
        # The filled side of a curve lies otherwise in TrueType than in PostScript, but a PDF does not mind.
        curves = Cu2QuPen(pen, max_err=1.0)
        for glyph, x, y in sign.glyphs:
            source.draw_glyph_with_pen(glyph, TransformPen(curves, (scale, 0, 0, scale, x, y)))
    return pen.glyph()


def _draw_box(pen: TTGlyphPen) -> None:
    """Draw a frame: what stands for a character that no font has."""
    right, high = round(BOX * THOUSAND) - 60, 720
    for inset, turn in ((0, 1), (60, -1)):
        corners = [
            (60 + inset, inset),
            (60 + inset, high - inset),
            (right - inset, high - inset),
            (right - inset, inset),
        ]
        first, *rest = corners[::turn]
        pen.moveTo(first)
        for corner in rest:
            pen.lineTo(corner)
        pen.closePath()


def _pictures(document: PDFDocument, font: _EmbeddedFont) -> PDFDictionary:
    """Return a font whose letters are drawings in their own colours, with one-byte codes."""
    drawings, images = PDFDictionary(), PDFDictionary()
    for code, sign in enumerate(font.signs, 1):
        commands = [f"{sign.width} 0 d0"]
        for number, (glyph, x, y) in enumerate(sign.glyphs):
            if (found := _picture_of(sign, glyph)) is not None:
                image, (left, low, wide, high) = found
                name = f"I{code}x{number}"
                images[name] = document.Reference(_image(document, image))
                commands.append(
                    f"q {wide:.2f} 0 0 {high:.2f} {x + left:.2f} {y + low:.2f} cm /{name} Do Q"
                )
        drawings[f"s{code}"] = document.Reference(
            _stream(document, "\n".join(commands).encode("ascii"))
        )
    names = [PDFName(f"s{code}") for code in range(1, len(font.signs) + 1)]
    return PDFDictionary({
        "Type": PDFName("Font"), "Subtype": PDFName("Type3"), "Name": PDFName(font.name),
        "FontBBox": PDFArray([-500, -500, 2000, 1500]),
        "FontMatrix": PDFArray([1 / THOUSAND, 0, 0, 1 / THOUSAND, 0, 0]),
        "FirstChar": 1, "LastChar": len(font.signs),
        "Widths": PDFArray([sign.width for sign in font.signs]),
        "CharProcs": drawings,
        "Encoding": PDFDictionary({"Type": PDFName("Encoding"), "Differences": PDFArray([1, *names])}),
        "Resources": PDFDictionary({"XObject": images}),
        "ToUnicode": document.Reference(_stream(document, _to_unicode(font, 1))),
    })  # fmt: skip


PictureBox = tuple[float, float, float, float]
"""Left, low, width and height, in thousandths of the font size."""


def _picture_of(sign: Sign, glyph: int) -> tuple[Image.Image, PictureBox] | None:
    """Return the picture of a coloured glyph and where it stands; None for one that shows nothing."""
    if sign.font is None:
        return None
    source, em = harfbuzz_font(sign.font), sign.font.typeface.em
    there = source.get_glyph_extents(glyph)
    if there is None or not there.width or not there.height:
        return None
    scale = THOUSAND / em
    box = (
        there.x_bearing * scale,
        (there.y_bearing + there.height) * scale,
        there.width * scale,
        -there.height * scale,
    )
    stored = source.get_glyph_color_png(glyph).data
    if stored:
        with Image.open(BytesIO(stored), formats=("PNG",)) as opened:
            return opened.convert("RGBA"), box
    return _painted(sign.font, glyph)


def _painted(font: ScriptFont, glyph: int) -> tuple[Image.Image, PictureBox] | None:
    """Return a glyph of coloured outlines as HarfBuzz paints it."""
    small = hb.Font(font.typeface.face)
    small.scale = (PIXELS, PIXELS)
    if font.places:
        small.set_variations(dict(font.places))
    painter = hb.RasterPaint()
    extents = small.get_glyph_extents(glyph)
    if extents is None or not painter.set_glyph_extents(extents):
        return None
    painter.paint_glyph(small, glyph)
    made = painter.render()
    if made is None:
        return None
    there = made.extents
    # Pixels come from the lowest line up, blue first, weakened already by what shines through.
    image = Image.frombuffer(
        "RGBa", (there.width, there.height), made.buffer, "raw", "BGRa", there.stride, -1
    ).convert("RGBA")
    scale = THOUSAND / PIXELS
    box = (
        there.x_origin * scale,
        there.y_origin * scale,
        there.width * scale,
        there.height * scale,
    )
    return image, box


def _image(document: PDFDocument, image: Image.Image) -> PDFStream:
    """Return a picture as an object of the document, with a mask of what shines through."""

    def made(channel: Image.Image, space: str) -> PDFStream:
        stream = _stream(document, channel.tobytes())
        for key, value in (
            ("Type", PDFName("XObject")), ("Subtype", PDFName("Image")), ("Width", image.width),
            ("Height", image.height), ("ColorSpace", PDFName(space)), ("BitsPerComponent", 8),
            ("Interpolate", "true"),
        ):  # fmt: skip
            stream.dictionary[key] = value
        return stream

    colours = made(image.convert("RGB"), "DeviceRGB")
    colours.dictionary["SMask"] = document.Reference(made(image.getchannel("A"), "DeviceGray"))
    return colours
