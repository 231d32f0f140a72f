"""Texts as plain strings with dice and faction shapes in them: measured, broken, drawn."""

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from dataclasses import replace as replaced
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from brikdesk.dice import BY_THE_DESK, Die, Origin
from brikdesk.reports.fonts import (
    BOLD,
    CAP_HEIGHT,
    NARROWEST,
    REGULAR,
    STRONG,
    colour,
    fitted,
    is_plain,
    lacks,
    printable,
    scripts,
    width,
)
from brikdesk.store.lines import Words
from brikdesk.text import ALONE, alone, clusters, is_turned


def fill_with(canvas: Canvas, ink: Color) -> None:
    """Set the fill colour, unless it is set already."""
    if canvas._fillColorObj is not ink:
        canvas._fillColorObj = ink
        canvas._code.append(f"{ink.red:.5g} {ink.green:.5g} {ink.blue:.5g} rg")


def put_string(
    canvas: Canvas, x: float, baseline: float, words: str, face: str, size: float
) -> None:
    """Put a string on the page in the present fill colour."""
    kept: dict[str, _Signs] = canvas.__dict__.setdefault("_signs", {})
    if (signs := kept.get(face)) is None:
        signs = kept[face] = _Signs(pdfmetrics.getFont(face), canvas)
    try:
        drawn = f"{signs.name} {size:g} Tf ({words.translate(signs)}) Tj"
    except _BeyondFirst:
        drawn = signs.written(words, size)
    except _BeyondInter:
        drawn = " ".join(_parts_of_ink(canvas, words, face, size))
    canvas._code.append(f"BT 1 0 0 1 {x:.3f} {baseline:.3f} Tm {drawn} ET")


class _BeyondFirst(Exception):
    """A character is not in the first subset: a PDF splits fonts into subsets of 256."""


class _BeyondInter(Exception):
    """A character is not in Inter, or changes beside others."""


def _parts_of_ink(canvas: Canvas, words: str, face: str, size: float) -> Iterator[str]:
    """Yield the parts of a string with characters that Inter lacks, in fonts of the system.

    They stay one text of the page: readers of a PDF put letters that are read from right to left in order
    within it.
    """
    kept = canvas.__dict__
    # The fonts of the system belong to this document: they are embedded with what it shows.
    if "_scripts" not in kept:
        kept["_scripts"] = scripts().EmbeddedScripts(canvas._doc)
    for part in scripts().parts_of(words, face):
        if isinstance(part, str):
            yield kept["_signs"][face].written(part, size)
        else:
            for font, codes in kept["_scripts"].written(part):
                yield f"{font} {size:g} Tf {codes} Tj"


class _Signs(dict[int, str]):
    """For str.translate: the characters of a font's first subset, as a page writes them."""

    def __init__(self, font: TTFont, canvas: Canvas) -> None:
        super().__init__()
        self._font, self._canvas = font, canvas
        self.name = font.getSubsetInternalName(0, canvas._doc)

    def written(self, words: str, size: float) -> str:
        """Return words as a page writes them. Raise _BeyondInter for those that Inter cannot set."""
        try:
            return f"{self.name} {size:g} Tf ({words.translate(self)}) Tj"
        except _BeyondFirst:
            return " ".join(self._in_subsets(words, size))

    def __missing__(self, sign: int) -> str:
        """Return and remember a new character. Raise _BeyondFirst if it is in a later subset."""
        if not is_plain(chr(sign)):
            raise _BeyondInter
        ((subset, code),) = self._font.splitString(chr(sign), self._canvas._doc)
        if subset:
            raise _BeyondFirst
        self[sign] = str(self._canvas._escape(code))
        return self[sign]

    def _in_subsets(self, words: str, size: float) -> Iterator[str]:
        """Yield words in parts, each with characters of a single subset."""
        for subset, codes in self._font.splitString(words, self._canvas._doc):
            name = self._font.getSubsetInternalName(subset, self._canvas._doc)
            yield f"{name} {size:g} Tf ({self._canvas._escape(codes)}) Tj"


def stamp(canvas: Canvas, x: float, y: float, what: Hashable, draw: Callable[[], object]) -> None:
    """Put a drawing on the page; `draw` is called once, to draw it at the origin."""
    stamps: dict[Hashable, str] = canvas.__dict__.setdefault("_stamps", {})
    if what not in stamps:
        # Draw it once, cut its commands out of the page, and repeat them as text from then on.
        begin = len(canvas._code)
        canvas.saveState()
        draw()
        canvas.restoreState()
        stamps[what] = "\n".join(canvas._code[begin:])
        del canvas._code[begin:]
    canvas._code.append(f"q 1 0 0 1 {x:.3f} {y:.3f} cm\n{stamps[what]}\nQ")


Corners = tuple[tuple[float, float], ...]
"""Corners in a box of 1 by 1, y downwards."""

HEXAGON: Corners = ((0.5, 0), (0.94, 0.25), (0.94, 0.75), (0.5, 1), (0.06, 0.75), (0.06, 0.25))
PENTAGON: Corners = ((0.5, 0), (1, 0.375), (0.81, 0.97), (0.19, 0.97), (0, 0.375))
DIAMOND: Corners = ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))
OCTAGON: Corners = tuple(
    (0.5 + 0.5 * math.cos(angle), 0.5 + 0.5 * math.sin(angle))
    for angle in (math.radians(22.5 + 45 * step) for step in range(8))
)
DICE: dict[int, Corners] = {
    4: ((0.5, 0.03), (1, 0.93), (0, 0.93)),
    8: DIAMOND,
    10: HEXAGON,
    12: PENTAGON,
    20: OCTAGON,
}
FACTIONS: dict[str, Corners | str] = {
    "sky": "circle",
    "orchid": HEXAGON,
    "lime": "square",
    "slate": DIAMOND,
    "fern": ((0, 0.08), (1, 0.08), (0.5, 1)),
    "sand": PENTAGON,
    "pearl": OCTAGON,
}
_NUMBER_AT = {4: 0.655, 12: 0.53}
_NUMBER_SIZE = {4: 0.5, 8: 0.54}


def draw_die(canvas: Canvas, x: float, y: float, side: float, die: Die, token: str) -> None:
    """Draw a die into a square by its lower left corner: outlined if typed, filled if rolled.

    A face that was changed afterwards has a dashed outline.
    """
    what = ("die", side, die.sides, die.value, die.origin, token)
    stamp(canvas, x, y, what, lambda: _draw_die(canvas, side, die, token))


def _draw_die(canvas: Canvas, side: float, die: Die, token: str) -> None:
    rolled = die.origin in BY_THE_DESK
    canvas.setStrokeColor(colour(token))
    canvas.setFillColor(colour(token if rolled else "bg1"))
    canvas.setLineWidth(side / 14)
    canvas.setLineJoin(1)
    if die.origin is Origin.CHANGED:
        canvas.setDash(side / 9, side / 12)
    inset = side / 20
    _draw_die_shape(canvas, inset, inset, side - 2 * inset, die.sides)
    canvas.setFillColor(colour("on_solid" if rolled else token))
    # Two digits are set a little smaller, so that they stay inside.
    size = side * (_NUMBER_SIZE.get(die.sides, 0.6) - (0.06 if die.value > 9 else 0))
    middle = side * (1 - _NUMBER_AT.get(die.sides, 0.5))
    canvas.setFont(BOLD, size)
    canvas.drawCentredString(side / 2, middle - CAP_HEIGHT * size / 2, str(die.value))
    if die.origin is Origin.SEALED:
        # A seal at its corner, as on screen.
        canvas.setFillColor(colour("text"))
        canvas.setStrokeColor(colour("bg1"))
        canvas.circle(side * 0.84, side * 0.84, side * 0.16, stroke=1, fill=1)


def _draw_die_shape(canvas: Canvas, x: float, y: float, side: float, sides: int) -> None:
    if sides == 6:
        _square(canvas, x, y, side, 0.8, 0.16)
    elif sides in DICE:
        _polygon(canvas, x, y, side, DICE[sides])
    else:
        canvas.circle(x + side / 2, y + side / 2, side / 2, stroke=1, fill=1)


def draw_faction(canvas: Canvas, x: float, y: float, side: float, token: str) -> None:
    """Draw a faction's shape in its colour into a square; a diamond for nobody's."""
    stamp(canvas, x, y, ("faction", side, token), lambda: _draw_faction(canvas, side, token))


def _draw_faction(canvas: Canvas, side: float, token: str) -> None:
    shape = FACTIONS.get(token, DIAMOND)
    canvas.setFillColor(colour(token))
    canvas.setStrokeColor(colour(token))
    canvas.setLineWidth(side / 12)
    canvas.setLineJoin(1)
    if shape == "circle":
        canvas.circle(side / 2, side / 2, side / 2, stroke=0, fill=1)
    elif shape == "square":
        _square(canvas, 0, 0, side, 0.84, 0.1)
    elif not isinstance(shape, str):
        _polygon(canvas, 0, 0, side, shape)


def _square(canvas: Canvas, x: float, y: float, side: float, part: float, radius: float) -> None:
    gap = side * (1 - part) / 2
    canvas.roundRect(x + gap, y + gap, side * part, side * part, side * radius, stroke=1, fill=1)


def _polygon(canvas: Canvas, x: float, y: float, side: float, corners: Corners) -> None:
    path = canvas.beginPath()
    for place, (across, down) in enumerate(corners):
        step = path.lineTo if place else path.moveTo
        step(x + across * side, y + (1 - down) * side)
    path.close()
    canvas.drawPath(path, stroke=1, fill=1)


def draw_brick(canvas: Canvas, x: float, y: float, height: float) -> None:
    """Draw the logo: a brick with two studs and three dots, 1.4 times as wide as high."""
    stamp(canvas, x, y, ("brick", height), lambda: _draw_brick(canvas, height))


def _draw_brick(canvas: Canvas, height: float) -> None:
    canvas.scale(height / 20, height / 20)
    canvas.setFillColor(colour("accent"))
    for left in (4, 16.4):
        canvas.roundRect(left, 13, 7.6, 7, 1.8, stroke=0, fill=1)
    canvas.roundRect(0, 0, 28, 16, 2.4, stroke=0, fill=1)
    canvas.setFillColor(colour("on_accent"))
    for middle in (8.2, 14, 19.8):
        canvas.circle(middle, 8, 1.9, stroke=0, fill=1)


GLYPH = 12.5
"""Points of a die beside text."""


class Ink(Struct, frozen=True):
    """How words look: font, size in points, colour token."""

    face: str = REGULAR
    size: float = 9.0
    token: str = "text"
    struck: bool = False


BODY = Ink(token="text2")
PLAIN = Ink()
LEAD = Ink(STRONG)
HINT = Ink(token="text3")
SMALL = Ink(size=8, token="text2")
CAPTION = Ink(STRONG, 7.5, "text3")
RULE = Ink(size=8.5, token="text3")
TITLE = Ink(BOLD, 20)
HEAD = Ink(BOLD, 12.5)
SUBHEAD = Ink(STRONG, 10.5)
NUMBER = Ink(BOLD, 15)
NAME = Ink(STRONG)


class TextRun(Struct, frozen=True):
    """Words in one ink, as typed."""

    words: str
    ink: Ink = BODY


class Glyph(Struct, frozen=True):
    """A die among words, with the colour token of what it did."""

    die: Die
    token: str


class FactionMark(Struct, frozen=True):
    """A faction's shape among words."""

    token: str
    side: float


class ModifierChip(Struct, frozen=True):
    """A modifier of a roll, never split between lines: its signed value, its reason and rule."""

    value: str
    words: str
    rule: str
    token: str

    @property
    def width(self) -> float:
        """Points that it takes, its own margins included."""
        parts = ((self.value, CHIP_VALUE), (self.words, SMALL), (self.rule, CHIP_RULE))
        return sum(text_width(words, ink) + CHIP_GAP for words, ink in parts if words) + CHIP_GAP


CHIP_VALUE = Ink(STRONG, 8.5)
CHIP_RULE = Ink(size=7.5, token="text3")
CHIP_GAP = 4.0
CHIP_HEIGHT = 13.0

TextPiece = TextRun | Glyph | FactionMark | ModifierChip


class TextLine(Struct, frozen=True):
    """One finished line: pieces with their points from the left, width, height and font size."""

    pieces: tuple[tuple[float, TextPiece], ...]
    width: float
    height: float
    size: float


class TextWord(Struct, frozen=True):
    """A piece that is not split any further; `broken` starts a new line before it."""

    piece: TextPiece
    width: float
    gap: float
    broken: bool = False


def set_lines(
    pieces: Sequence[TextPiece], room: float, leading: float = 11.5
) -> tuple[TextLine, ...]:
    """Break pieces into lines of `room` points; words wider than a line are split."""
    return _set_lines(tuple(pieces), room, leading)


@lru_cache(maxsize=4_000)
def _set_lines(pieces: tuple[TextPiece, ...], room: float, leading: float) -> tuple[TextLine, ...]:
    lines: list[TextLine] = []
    here: list[PlacedPiece] = []
    at = 0.0
    for word in _words(pieces, room):
        gap = word.gap if here else 0.0
        # 0.01: a text in a cell of exactly its own width must not wrap by a rounding error.
        if here and (word.broken or at + gap + word.width > room + 0.01):
            lines.append(_line(here, at, leading))
            here, at, gap = [], 0.0, 0.0
        here.append((at + gap, word.piece, gap))
        at += gap + word.width
    # An empty text takes a line too.
    if here or not lines:
        lines.append(_line(here, at, leading))
    return tuple(lines)


PlacedPiece = tuple[float, TextPiece, float]
"""A piece, its points from the left, and those of the gap before it."""


def _line(pieces: list[PlacedPiece], width: float, leading: float) -> TextLine:
    sizes = [piece.ink.size for _, piece, _ in pieces if isinstance(piece, TextRun)]
    has_dice = any(isinstance(piece, Glyph) for _, piece, _ in pieces)
    if any(isinstance(piece, ModifierChip) for _, piece, _ in pieces):
        leading = max(leading, CHIP_HEIGHT + 3)
    return TextLine(
        tuple(_joined(pieces)),
        width,
        max(leading, GLYPH + 1.5) if has_dice else leading,
        max(sizes, default=9.0),
    )


def _joined(pieces: list[PlacedPiece]) -> Iterator[tuple[float, TextPiece]]:
    """Join neighbouring words of one ink, so that the page holds them as one string."""
    begin, words, ink = 0.0, list[str](), BODY
    for at, piece, gap in pieces:
        # `is` first: most neighbours share one Ink, and comparing its fields takes longer.
        if isinstance(piece, TextRun) and words and (piece.ink is ink or piece.ink == ink):
            if gap:
                words.append(piece.words)
            else:
                words[-1] += piece.words
            continue
        if words:
            yield begin, TextRun(f"{' '.join(words)} ", ink)
            words = []
        if isinstance(piece, TextRun):
            begin, words, ink = at, [piece.words], piece.ink
        else:
            yield at, piece
    if words:
        yield begin, TextRun(" ".join(words), ink)


def _words(pieces: Sequence[TextPiece], room: float) -> Iterator[TextWord]:
    for piece in pieces:
        if isinstance(piece, TextRun):
            yield from _words_of(piece, room)
        elif isinstance(piece, Glyph):
            yield TextWord(piece, GLYPH, 2.6)
        elif isinstance(piece, ModifierChip):
            yield from _words_of_chip(piece, room)
        else:
            yield TextWord(piece, piece.side, 4)


def _words_of_chip(chip: ModifierChip, room: float) -> Iterator[TextWord]:
    """Keep a chip in one piece, or set it as plain words where no line can hold it."""
    if chip.width <= room:
        yield TextWord(chip, chip.width, 5)
    else:
        yield from _words_of(TextRun(f"{chip.value} {chip.words} {chip.rule}", SMALL), room)


def _words_of(run: TextRun, room: float) -> Iterator[TextWord]:
    for place, line in enumerate(printable(run.words).split("\n")):
        for at, word in enumerate(_SPACES.split(line.strip(" \t"))):
            first, *rest = _set_word(word, run.ink, room)
            # Only the first word behind a typed line break begins a new line.
            yield replace(first, broken=True) if place and not at else first
            yield from rest


@lru_cache(maxsize=20_000)
def _set_word(word: str, ink: Ink, room: float) -> tuple[TextWord, ...]:
    gap = width(" ", ink.face, ink.size)
    # Inter has no Chinese, Japanese or Korean, whose lines may end within words.
    if is_plain(word):
        return tuple(_set_parts(_parts(word, ink, room), ink, gap))
    found: list[TextWord] = []
    for syllables in _syllables(word):
        signs = clusters(syllables)
        parts = map("".join, _parts(signs, ink, room))
        found += _set_parts(parts, ink, 0.0 if found else gap)
    return tuple(found)


def _set_parts(parts: Iterable[Sequence[str]], ink: Ink, gap: float) -> Iterator[TextWord]:
    for place, part in enumerate(map("".join, parts)):
        yield TextWord(TextRun(part, ink), width(part, ink.face, ink.size), gap, bool(place))


_SPACES = re.compile("[ \t]+")

_EAST = "\u2e80-\u2fdf\u3001-\u312f\u3190-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff9f\U00020000-\U0003ffff"
_OPENS = "\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\uff08\uff3b\uff5b(\\[{\u201c\u2018\u2066-\u2068"
_CLOSES = (
    "\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u3041\u3043\u3045\u3047\u3049\u3063\u3083"
    "\u3085\u3087\u308e\u3099\u309a\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30fb\u30fc\uff01"
    "\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d!),.:;?\\]}\u201d\u2019\u2026%\u2069\u200c\u200d\ufe00-\ufe0f"
    "\U000e0100-\U000e01ef"
)
_BREAKABLE = re.compile(
    f"(?<![{_OPENS}])(?:(?<=[{_EAST}])(?=[^{_CLOSES}])|(?<=[^{_EAST}])(?=[{_EAST}])(?![{_CLOSES}]))"
)
"""Where a line may end within Chinese, Japanese and Korean words: not before what closes or is small, nor
after what opens."""


def _syllables(word: str) -> list[str]:
    """Return a word in the parts between which a line may end."""
    return [part for part in _BREAKABLE.split(word) if part]


def _parts(word: Sequence[str], ink: Ink, room: float) -> Iterator[Sequence[str]]:
    """Split a word that is wider than a line, measuring no more of it than a line can hold."""
    most = int(room / (ink.size * NARROWEST)) + 2
    begin = 0
    while len(word) - begin > most or _width_of(word[begin:], ink) > room:
        fits = _how_many_fit(word[begin : begin + most], ink, room)
        if begin + fits >= len(word):
            break
        yield word[begin : begin + fits]
        begin += fits
    yield word[begin:]


def _width_of(word: Sequence[str], ink: Ink) -> float:
    return width("".join(word), ink.face, ink.size)


def _how_many_fit(word: Sequence[str], ink: Ink, room: float) -> int:
    """Return how many of the characters have room, at least one: a line is never empty."""
    counts = range(2, len(word) + 1)
    return 1 + bisect_right(counts, room, key=lambda count: _width_of(word[:count], ink))


def text_width(words: str, ink: Ink) -> float:
    """Return the points that words take on one line."""
    return width(printable(words), ink.face, ink.size)


def draw_lines(
    canvas: Canvas,
    x: float,
    top: float,
    lines: Sequence[TextLine],
    *,
    room: float = 0,
    right: bool = False,
) -> None:
    """Draw lines downwards from `top`; `right` sets them flush right in `room`."""
    for line in lines:
        left = x + (room - line.width if right else 0)
        baseline = top - line.height / 2 - CAP_HEIGHT * line.size / 2
        for at, piece in line.pieces:
            _draw(canvas, left + at, baseline, line.size, piece)
        top -= line.height


def _draw(canvas: Canvas, x: float, baseline: float, size: float, piece: TextPiece) -> None:
    middle = baseline + CAP_HEIGHT * size / 2
    if isinstance(piece, TextRun):
        _draw_run(canvas, x, baseline, piece)
    elif isinstance(piece, Glyph):
        draw_die(canvas, x, middle - GLYPH / 2, GLYPH, piece.die, piece.token)
    elif isinstance(piece, ModifierChip):
        _draw_chip(canvas, x, middle, piece)
    else:
        draw_faction(canvas, x, middle - piece.side / 2, piece.side, piece.token)


def _draw_chip(canvas: Canvas, x: float, middle: float, chip: ModifierChip) -> None:
    canvas.setFillColor(colour("bg0"))
    canvas.roundRect(x, middle - CHIP_HEIGHT / 2, chip.width, CHIP_HEIGHT, 3, stroke=0, fill=1)
    x += CHIP_GAP
    value = Ink(CHIP_VALUE.face, CHIP_VALUE.size, chip.token)
    for words, ink in ((chip.value, value), (chip.words, SMALL), (chip.rule, CHIP_RULE)):
        if words:
            _draw_run(canvas, x, middle - CAP_HEIGHT * ink.size / 2, TextRun(printable(words), ink))
            x += text_width(words, ink) + CHIP_GAP


def _draw_run(canvas: Canvas, x: float, baseline: float, run: TextRun) -> None:
    ink = run.ink
    fill_with(canvas, colour(ink.token))
    put_string(canvas, x, baseline, run.words, ink.face, ink.size)
    if ink.struck:
        canvas.setStrokeColor(colour(ink.token))
        canvas.setLineWidth(0.5)
        height = baseline + ink.size * 0.27
        canvas.line(x, height, x + width(run.words.rstrip(), ink.face, ink.size), height)


def draw_fitted(
    canvas: Canvas,
    x: float,
    baseline: float,
    words: str,
    ink: Ink,
    room: float,
    align: str = "left",
) -> None:
    """Draw words on one line, cut to `room` points; `align` is left, centre or right, at `x`."""
    line = fitted(words, ink.face, ink.size, room)
    part = {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
    _draw_run(canvas, x - part * width(line, ink.face, ink.size), baseline, TextRun(line, ink))


MOST = 60
"""Most characters shown of one word, because a word can be as long as a note."""

MOST_NAMED = 5
"""The most names of a sentence."""

_LEFT_ALONE = frozenset({"file_stem", "names", "jpeg", "photo", "token", "colour"})
"""Fields whose words stand on no paper."""

Values = TypeVar("Values")


def with_names_alone(paper: Values, names: Iterable[str]) -> Values:
    """Return the values of a paper with isolates around names that are read from right to left.

    Without it, a number or a bracket behind such a name would be drawn into it.
    """
    turned = sorted({name for name in names if is_turned(name)}, key=len, reverse=True)
    if not turned:
        return paper
    found = re.compile(rf"(?<![\w{ALONE}])(?:{'|'.join(map(re.escape, turned))})(?!\w)")
    made: Values = _changed(paper, lambda words: found.sub(lambda name: alone(name[0]), words))
    return made


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_changed(each, change) for each in value)
    new = {}
    for name in _fields_of(value):
        old = getattr(value, name)
        if (made := _changed(old, change)) != old:
            new[name] = made
    if not new:
        return value
    return replace(value, **new) if isinstance(value, Struct) else replaced(value, **new)


def _fields_of(value: Any) -> Iterator[str]:
    """Yield the fields of a Struct or a dataclass whose words stand on paper; none of anything else."""
    known: Iterable[str] = ()
    if isinstance(value, Struct):
        known = value.__struct_fields__
    elif is_dataclass(value) and not isinstance(value, type):
        known = (each.name for each in fields(value))
    return (name for name in known if name not in _LEFT_ALONE)


def words_of(value: Any) -> Iterator[str]:
    """Yield all words in the values of a paper."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from words_of(each)
    for name in _fields_of(value):
        yield from words_of(getattr(value, name))


def unprintable(data: Any) -> tuple[str, ...]:
    """Return the names of a report, then its other words, that no font of this computer can show."""
    shown = [text for text in _texts(data) if lacks(text)]
    names = [name for name in data.names if lacks(name) and any(name in text for text in shown)]
    # The longest first: a name may be part of another one.
    for name in sorted(names, key=len, reverse=True):
        shown = [text.replace(name, " ") for text in shown]
    words = [word[:MOST] for text in shown for word in text.split() if lacks(word)]
    return tuple(dict.fromkeys([*names, *words]))


def _texts(data: Any) -> Iterator[str]:
    yield from (data.campaign, data.title, data.subtitle)
    for score in data.scores:
        yield from (score.faction, score.person)
    for turn in data.turns:
        yield turn.title
    for facts in data.facts:
        for fact in facts.rows:
            yield from (fact.name, fact.value)
    for line in data.service:
        yield from (line.unit, line.words)
    for table in data.maps:
        yield from table.texts
    for photo in data.photos:
        yield photo.fault or photo.words
    for line in data.ammo or ():
        yield from (line.weapon, line.unit, line.load)
    for entry in data.entries:
        yield entry.lead
        yield from (part.text for part in entry.parts if isinstance(part, Words))


def without_font(value: Any) -> str:
    """Return a sentence about the words of a paper that no font of this computer can show; "" for none."""
    concerned = dict.fromkeys(words[:MOST] for words in words_of(value) if lacks(words))
    return said_without_font(tuple(concerned))


def said_without_font(concerned: tuple[str, ...]) -> str:
    """Return which writings this computer has no font for, and what they stand in; "" for nothing."""
    if not concerned:
        return ""
    more = f" and {len(concerned) - MOST_NAMED} more" if len(concerned) > MOST_NAMED else ""
    shown = ", ".join(concerned[:MOST_NAMED])
    return (
        f"This computer has no font for {writings_of(concerned)}. "
        f"Boxes stand for these letters in {shown}{more}."
    )


def writings_of(concerned: Iterable[str]) -> str:
    """Return the writings of what no font can show, in words: "Tibetan and Khmer"."""
    missing = (sign for words in concerned for sign in scripts().missing_in(words))
    found = list(dict.fromkeys(map(scripts().writing_of, missing)))
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"
