"""Words as they stand on a line: parts in Inter, and clusters whose glyphs HarfBuzz puts in their places."""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby

import uharfbuzz as hb
from msgspec import Struct

from brikdesk import text
from brikdesk.reports.fonts import is_plain, width
from brikdesk.reports.scripts.choosing import WEIGHTS, tongue_of, typeface_of
from brikdesk.reports.scripts.order import in_order
from brikdesk.reports.scripts.sources import Typeface

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
