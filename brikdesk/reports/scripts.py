"""Words in writings that Inter lacks: fonts found, letters ordered, shaped, and embedded."""

import os
import re
import struct
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from itertools import groupby, islice
from pathlib import Path

import uharfbuzz as hb
from bidi import get_display
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.unicodedata import script, script_name
from msgspec import Struct
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

from brikdesk import text
from brikdesk.reports.fonts import BOLD, FACES, REGULAR, STRONG, characters, is_plain, width
from brikdesk.text import clusters

SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".otc"})
MOST_FILES, MOST_FACES = 5_000, 64
"""The most files that are looked at, and faces of one collection."""

LARGEST_TABLE, LARGEST_READ = 8_000_000, 64_000_000
"""Bytes of a table that is looked at, and of a file that is read whole when its letters are drawn."""

_RESTRICTED, _NO_SUBSET, _BITMAP_ONLY = 0x0002, 0x0100, 0x0200
_MAY_PRINT = 0x000C
"""Bits of a font's permissions: "preview and print" and "editable" also set aside the first."""


def font_folders() -> Iterator[Path]:
    """Yield the folders in which this system keeps fonts."""
    home = Path.home()
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts")
        if local := os.environ.get("LOCALAPPDATA"):
            yield Path(local, "Microsoft", "Windows", "Fonts")
    elif sys.platform == "darwin":
        yield from (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts")
        yield Path("/System/Library/AssetsV2")
    else:
        yield Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share", "fonts")
        yield home / ".fonts"
        shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        yield from (Path(each, "fonts") for each in shared.split(os.pathsep) if each)
        yield from _fontconfig_folders()


_FOLDER = re.compile(r"<dir>\s*([^<]+?)\s*</dir>")


def _fontconfig_folders() -> Iterator[Path]:
    """Yield the folders that fontconfig is told of; those that begin at the home are known."""
    try:
        said = Path(os.environ.get("FONTCONFIG_FILE") or "/etc/fonts/fonts.conf").read_text("utf-8")
    except (OSError, ValueError):
        return
    yield from (Path(each) for each in _FOLDER.findall(said) if each.startswith("/"))


def font_files() -> Iterator[Path]:
    """Yield the font files, those of a folder by their names; none twice."""
    seen: set[str] = set()
    for folder in dict.fromkeys(font_folders()):
        for at, folders, names in os.walk(folder, onerror=None):
            folders.sort()
            for name in sorted(names):
                path = Path(at, name)
                if path.suffix.lower() in SUFFIXES and (real := os.path.realpath(path)) not in seen:
                    seen.add(real)
                    yield path
                if len(seen) >= MOST_FILES:
                    return


class Typeface:
    """One face of a font file; ValueError or OSError if it is none, or may not be embedded."""

    def __init__(self, path: Path, place: int = 0) -> None:
        self.path, self.place = path, place
        self._tables = dict(_directory(path, place))
        if not {"cmap", "head", "hhea", "hmtx", "maxp"} <= self._tables.keys():
            raise ValueError("a table is missing")
        self.em = int(struct.unpack(">H", self._table("head")[18:20])[0])
        if not 16 <= self.em <= 16_384:
            raise ValueError("letters of no size")
        self.is_coloured = bool({"CBDT", "sbix", "COLR"} & self._tables.keys())
        self.is_variable = "fvar" in self._tables
        # Fonts of bitmaps alone have no letters to draw.
        if not ({"glyf", "CFF ", "CFF2"} & self._tables.keys() or self.is_coloured):
            raise ValueError("no outlines")
        self._read_style()

    def _read_style(self) -> None:
        style = self._table("OS/2").ljust(64, b"\0")
        weight, width, permissions = struct.unpack(">HHH", style[4:10])
        if permissions & _RESTRICTED and not permissions & _MAY_PRINT:
            raise ValueError("its licence forbids embedding")
        if permissions & (_NO_SUBSET | _BITMAP_ONLY):
            raise ValueError("its licence forbids a subset")
        self.weight, self.width = weight or 400, width or 5
        self.is_even = any(self._table("post")[12:16])
        names = (hb.OTNameIdPredefined.FONT_FAMILY, hb.OTNameIdPredefined.FONT_SUBFAMILY)
        small = self._part("name", "maxp")
        self.family, look = ((small.get_name(each) or "").casefold() for each in names)
        # Bit 0 of the choices of OS/2 says italic.
        self.is_italic = bool(style[63] & 1) or "italic" in look or "oblique" in look

    def _table(self, tag: str) -> bytes:
        if tag not in self._tables:
            return b""
        begin, long = self._tables[tag]
        with self.path.open("rb") as file:
            file.seek(begin)
            return file.read(min(long, LARGEST_TABLE))

    def _part(self, *tags: str) -> hb.Face:
        """Return a face of these tables alone: most of the fonts of a computer are only looked at."""
        tables = [(tag, self._table(tag)) for tag in tags if tag in self._tables]
        at = 12 + 16 * len(tables)
        head = struct.pack(">4sHHHH", b"\0\1\0\0", len(tables), 0, 0, 0)
        for tag, data in tables:
            head += struct.pack(">4sLLL", tag.encode("latin-1"), 0, at, len(data))
            at += len(data)
        return hb.Face(hb.Blob(head + b"".join(data for _, data in tables)))

    def has(self, signs: str) -> bool:
        """Return whether it has all of these characters."""
        return all(ord(sign) in self._signs for sign in signs)

    @cached_property
    def _signs(self) -> frozenset[int] | hb.Set:
        try:
            return self._part("cmap", "maxp").unicodes
        except Exception:  # whatever is wrong with a font of somebody's computer, it is passed over
            return frozenset()

    @cached_property
    def face(self) -> hb.Face:
        """The whole face. A large file stays on the drive, all others are read now."""
        if self.path.stat().st_size > LARGEST_READ:
            return hb.Face(hb.Blob.from_file_path(str(self.path)), self.place)
        return hb.Face(hb.Blob(self.path.read_bytes()), self.place)

    @cached_property
    def axes(self) -> dict[str, tuple[float, float]]:
        """The least and the greatest value on each axis of a variable font."""
        return {axis.tag: (axis.min_value, axis.max_value) for axis in self.face.axis_infos}


def _directory(path: Path, place: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the tables of a face: name, first byte, length."""
    with path.open("rb") as file:
        head = file.read(12)
        if head[:4] == b"ttcf":
            file.seek(12 + 4 * place)
            file.seek(struct.unpack(">L", file.read(4))[0])
            head = file.read(12)
        if head[:4] not in (b"\0\1\0\0", b"OTTO", b"true"):
            raise ValueError("no font of outlines")
        rows = file.read(16 * struct.unpack(">H", head[4:6])[0])
    for at in range(0, len(rows) - 15, 16):
        name, _, begin, long = struct.unpack(">4sLLL", rows[at : at + 16])
        yield name.decode("latin-1"), (begin, long)


def _faces_in(path: Path) -> int:
    with path.open("rb") as file:
        head = file.read(12)
    return min(struct.unpack(">L", head[8:12])[0], MOST_FACES) if head[:4] == b"ttcf" else 1


def typefaces_of(path: Path) -> Iterator[Typeface]:
    """Yield the faces of a file that can be embedded; a broken file has none."""
    try:
        count = _faces_in(path)
    except (OSError, ValueError, struct.error):
        return
    for place in range(count):
        try:
            yield Typeface(path, place)
        except Exception:  # whatever is wrong with a font of somebody's computer, it is passed over
            continue


@cache
def typefaces() -> tuple[Typeface, ...]:
    """Return all faces of this computer, read once in the life of the program."""
    return tuple(face for path in font_files() for face in typefaces_of(path))


ISOLATES = "\u2066\u2067\u2068\u2069"
"""Signs that begin and end words with a direction of their own."""

STEERING = frozenset(f"{ISOLATES}\u200e\u200f")
"""What gives a direction and shows nothing."""

_LABELS = [chr(0xE0100 + number) for number in range(240)]
"""Signs without a direction of their own, which Unicode keeps behind the sign that they follow."""

_OF_LABELS = frozenset(_LABELS)

Turned = tuple[int, bool]
"""The place of a cluster in the text, and whether it is read from right to left."""


def in_order(clusters: list[str]) -> list[Turned]:
    """Return the clusters of a line in the order in which they stand on it, from the left.

    The line is one of an English text; what is written in isolates has its own direction. python-bidi
    returns only the turned text, so each cluster goes in as its first character with two labels behind
    it: they come back with it, before it where it is turned.
    """
    line = _whole("".join(map(_labelled, range(len(clusters)), clusters)))
    signs = iter([sign for sign in get_display(line, base_dir="L") if sign not in ISOLATES])
    found: list[Turned] = []
    for sign in signs:
        two = list(islice(signs, 2))
        turned = sign in _OF_LABELS
        labels = [two[0], sign] if turned else two
        found.append((_LABELS.index(labels[0]) * len(_LABELS) + _LABELS.index(labels[1]), turned))
    return [(place, turned) for place, turned in found if clusters[place] not in STEERING]


def _labelled(place: int, cluster: str) -> str:
    if cluster in ISOLATES:
        return cluster
    first, second = divmod(place, len(_LABELS))
    return f"{cluster[0]}{_LABELS[first]}{_LABELS[second]}"


def _whole(line: str) -> str:
    """Return a line with the isolates that began on the line before, or end on the next one."""
    open_ones = lost = 0
    for sign in line:
        if sign == ISOLATES[3]:
            lost, open_ones = (lost, open_ones - 1) if open_ones else (lost + 1, 0)
        elif sign in ISOLATES:
            open_ones += 1
    return ISOLATES[2] * lost + line + ISOLATES[3] * open_ones


WEIGHTS = {REGULAR: 400, STRONG: 600, BOLD: 700}

PREFERRED = (
    "noto sans", "segoe ui", "arial", "tahoma", "nirmala", "leelawadee", "ebrima", "gadugi", "malgun",
    "yu gothic", "meiryo", "microsoft yahei", "microsoft jhenghei", "pingfang", "hiragino sans",
    "apple sd gothic", "geeza", "kohinoor", "thonburi", "helvetica", "wenquanyi", "nanumgothic", "lohit",
    "dejavu sans", "garuda", "liberation sans", "droid sans", "noto naskh", "amiri", "freesans", "noto",
)  # fmt: skip
"""Families that look well beside Inter, the best first: those of the systems and of the distributions."""

_HAN = {
    "ja": (
        "cjk jp",
        "sans jp",
        "yu gothic",
        "meiryo",
        "hiragino",
        "ms gothic",
        "ipa",
        "takao",
        "vl ",
    ),
    "ko": ("cjk kr", "sans kr", "malgun", "apple sd gothic", "nanum", "baekmuk", "un dotum"),
    "zh": ("cjk sc", "sans sc", "yahei", "pingfang sc", "wenquanyi", "heiti sc", "simhei", "droid"),
}
"""Families for Chinese characters, which are written a little otherwise in Japan and in Korea."""

_UNSEEN = frozenset("\u200c\u200d\ufe0e\ufe0f") | {chr(each) for each in range(0xE0020, 0xE0080)}
"""What steers a cluster: no font needs to have it."""


def tongue_of(text: str) -> str:
    """Return the language whose Chinese characters a text has: by its Kana, its Hangul, else Chinese."""
    if any("\u3040" <= sign <= "\u30ff" or "\uff66" <= sign <= "\uff9f" for sign in text):
        return "ja"
    if any("\uac00" <= sign <= "\ud7a3" or "\u1100" <= sign <= "\u11ff" for sign in text):
        return "ko"
    return "zh"


@lru_cache(maxsize=20_000)
def typeface_of(cluster: str, face: str, tongue: str) -> Typeface | None:
    """Return the font that has a cluster, as near as can be to a face of Inter; None if there is none."""
    needed = "".join(sign for sign in cluster if sign not in _UNSEEN)
    if not needed or any(unicodedata.category(sign) in ("Co", "Cn", "Cs", "Cc") for sign in needed):
        return None  # what Unicode gives no meaning means something else in every font
    if characters().issuperset(map(ord, needed)) and "\ufe0f" not in cluster:
        return _inter(face)
    ranked = _ranked(face, tongue, _is_picture(cluster))
    return next((each for each in ranked if each.has(needed)), None)


_PICTURES = frozenset(
    "\u231a\u231b\u23e9\u23ea\u23eb\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u267f\u2693\u26a1\u26aa\u26ab\u26bd"
    "\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753"
    "\u2754\u2755\u2757\u2795\u2796\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55"
)
"""Signs that are pictures in colours without being told so, among those that are not."""


def _is_picture(cluster: str) -> bool:
    """Return whether a cluster is meant as a picture in colours, as people write emoji."""
    if "\ufe0f" in cluster or "\ufe0e" in cluster:
        return "\ufe0f" in cluster
    return "\U0001f000" <= cluster[0] <= "\U0001faff" or cluster[0] in _PICTURES


@cache
def _inter(face: str) -> Typeface | None:
    """Return a face of Inter, whose marks then stand where they belong over its letters."""
    with as_file(files("resources").joinpath("fonts", FACES[face])) as path:
        try:
            return Typeface(path)
        except (OSError, ValueError):
            return None


@lru_cache(maxsize=24)
def _ranked(face: str, tongue: str, picture: bool) -> tuple[Typeface, ...]:
    """Return all fonts, those that come first into question first."""

    def rank(each: Typeface) -> tuple[object, ...]:
        families = [*_HAN[tongue], *PREFERRED]
        found = (n for n, family in enumerate(families) if family in each.family)
        return (
            each.is_coloured != picture,
            each.is_italic,
            next(found, len(families)),
            each.is_even,
            abs(each.width - 5),
            0 if each.is_variable else abs(each.weight - WEIGHTS[face]),
            str(each.path),
            each.place,
        )

    return tuple(sorted(typefaces(), key=rank))


def missing_in(words: str) -> tuple[str, ...]:
    """Return the characters of words that no font of this computer has."""
    tongue = tongue_of(words)
    return tuple(
        cluster
        for cluster in clusters(words)
        if cluster not in STEERING
        and not cluster.isspace()
        and not is_plain(cluster)
        and typeface_of(cluster, REGULAR, tongue) is None
    )


def writing_of(cluster: str) -> str:
    """Return the name of the writing of a character, as Unicode calls it."""
    if unicodedata.category(cluster[0]) in ("Co", "Cn", "Cs"):
        return "characters without a meaning of their own"
    if _is_picture(cluster):
        return "emoji"
    code = script(cluster[0])
    return "signs" if code in ("Zyyy", "Zinh", "Zzzz") else str(script_name(code)).replace("_", " ")


BOX = 0.62
"""Width of the box that stands for a character that no font has, as a fraction of the font size."""

SWELLING = 0.022
"""How much a letter is made bolder that has no bold font, as a fraction of the font size."""

THOUSAND = 1000


class ScriptFont(Struct, frozen=True):
    """A typeface as it is used: its place on the axes of a variable font, and whether it is made bolder."""

    typeface: Typeface
    places: tuple[tuple[str, float], ...] = ()
    swollen: bool = False


class Sign(Struct, frozen=True):
    """A character: its glyphs with their places and its width in thousandths of the font size.

    A cluster of several characters is several signs, of which the first one that is drawn has all glyphs
    and each has its share of the width: programs that read a PDF expect one character of each sign, and
    turn those that are read from right to left one by one. Without a font it is a box.
    """

    font: ScriptFont | None
    glyphs: tuple[tuple[int, int, int], ...]
    width: int
    text: str
    is_box: bool = False


ScriptPart = str | tuple[Sign, ...]
"""Words in Inter, or signs of other fonts; both as they stand, from the left."""


@lru_cache(maxsize=8_000)
def parts_of(words: str, face: str) -> tuple[ScriptPart, ...]:
    """Return the parts of one line of words."""
    clusters = text.clusters(words)
    tongue = tongue_of(words)
    placed = [(clusters[place], turned) for place, turned in in_order(clusters)]
    found: list[ScriptPart] = []
    for (plain, turned), several in groupby(_joined(placed), key=lambda one: one[1:]):
        row = [cluster for cluster, _, _ in several]
        if plain:
            found.append("".join(row))
        else:
            found.append(tuple(_signs(row, face, tongue, turned=turned)))
    return tuple(found)


def _joined(placed: list[tuple[str, bool]]) -> Iterator[tuple[str, bool, bool]]:
    """Yield clusters with whether they are set in Inter, and whether they are read from right to left.

    A space between words of another font is set in it, so that these words stay one string. A bracket that is
    turned around is drawn as the other one, but read as itself.
    """
    plain = [
        is_plain(cluster) and not (turned and unicodedata.mirrored(cluster[0]))
        for cluster, turned in placed
    ]
    for at, (cluster, turned) in enumerate(placed):
        inner = cluster == " " and 0 < at < len(placed) - 1 and not (plain[at - 1] or plain[at + 1])
        yield cluster, plain[at] and not inner, turned


def _signs(row: list[str], face: str, tongue: str, *, turned: bool) -> Iterator[Sign]:
    """Yield the signs of clusters of one direction, which stand as on the line."""
    # A space is set in the font of the word before it; one that comes first in that of the word after it.
    last = next((each for each in row if each != " "), " ")

    def typeface_for(cluster: str) -> Typeface | None:
        nonlocal last
        last = last if cluster == " " else cluster
        return typeface_of(last, face, tongue)

    for typeface, several in groupby(row, key=typeface_for):
        some = list(several)
        if typeface is None:
            yield from (sign for each in some for sign in _box(each, turned=turned))
        else:
            logical = some[::-1] if turned else some
            yield from _shaped(logical, _font(typeface, WEIGHTS[face]), face, turned=turned)


def _box(cluster: str, *, turned: bool) -> Iterator[Sign]:
    yield from _shared(Sign(None, (), round(BOX * THOUSAND), cluster, is_box=True), turned=turned)


def _shared(whole: Sign, *, turned: bool) -> Iterator[Sign]:
    """Yield a cluster as one sign for each of its characters."""
    letters = whole.text[::-1] if turned else whole.text
    share, rest = divmod(whole.width, len(letters))
    yield Sign(whole.font, whole.glyphs, share + rest, letters[0], whole.is_box)
    yield from (Sign(whole.font, (), share, letter) for letter in letters[1:])


@cache
def _font(typeface: Typeface, weight: int) -> ScriptFont:
    axes = typeface.axes
    if "wght" in axes:
        least, most = axes["wght"]
        return ScriptFont(typeface, (("wght", min(max(weight, least), most)),))
    return ScriptFont(typeface, (), weight - typeface.weight > 100 and not typeface.is_coloured)


@cache
def harfbuzz_font(font: ScriptFont) -> hb.Font:
    """Return a font of HarfBuzz, in its own units."""
    made = hb.Font(font.typeface.face)
    if font.places:
        made.set_variations(dict(font.places))
    if font.swollen:
        made.synthetic_bold = (SWELLING, SWELLING, True)
    return made


def _shaped(clusters: list[str], font: ScriptFont, face: str, *, turned: bool) -> Iterator[Sign]:
    words = "".join(clusters)
    buffer = hb.Buffer()
    buffer.add_str(words)
    buffer.direction = "rtl" if turned else "ltr"
    buffer.guess_segment_properties()
    hb.shape(harfbuzz_font(font), buffer)
    glyphs = list(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True))
    begins = sorted({info.cluster for info, _ in glyphs})
    ends = dict(zip(begins, [*begins[1:], len(words)], strict=True))
    for begin, several in groupby(glyphs, key=lambda one: one[0].cluster):
        some = list(several)
        said = words[begin : ends[begin]]
        if said == " ":
            # As wide as in Inter, because lines are made of words and such spaces.
            yield Sign(font, (), round(width(" ", face, THOUSAND)), said)
        elif all(info.codepoint for info, _ in some):
            yield from _shared(_sign(some, said, font), turned=turned)
        else:
            yield from _box(said, turned=turned)


def _sign(
    glyphs: list[tuple[hb.GlyphInfo, hb.GlyphPosition]], words: str, font: ScriptFont
) -> Sign:
    scale = THOUSAND / font.typeface.em
    at, drawn = 0, []
    for info, place in glyphs:
        x, y = at + place.x_offset, place.y_offset
        drawn.append((info.codepoint, round(x * scale), round(y * scale)))
        at += place.x_advance
    return Sign(font, tuple(drawn), round(at * scale), words)


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
        plain = re.sub("[^A-Za-z0-9]", "", family.title())
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
        left, low, far, top = 60 + inset, inset, right - inset, high - inset
        first, *rest = [(left, low), (left, top), (far, top), (far, low)][::turn]
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
    source, scale = harfbuzz_font(sign.font), THOUSAND / sign.font.typeface.em
    there = source.get_glyph_extents(glyph)
    if there is None or not there.width or not there.height:
        return None
    # HarfBuzz measures from the top of a glyph down, so its height is negative.
    wide, high = there.width * scale, -there.height * scale
    box = (there.x_bearing * scale, there.y_bearing * scale - high, wide, high)
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
    left, low = there.x_origin * scale, there.y_origin * scale
    return image, (left, low, there.width * scale, there.height * scale)


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
