"""Measure texts, break them into lines and draw them as plain strings.

No other module of the reports puts a text on a page. Names and notes are never markup, so there is
nothing to escape, and no text can fetch, link or break anything.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas

from brikdesk.dice import Die
from brikdesk.reports.fonts import (
    BOLD,
    CAP_HEIGHT,
    NARROWEST,
    REGULAR,
    STRONG,
    fitted,
    is_plain,
    printable,
    width,
)
from brikdesk.reports.ink import fill_with, put_string
from brikdesk.reports.palette import colour
from brikdesk.reports.shapes import draw_die, draw_faction
from brikdesk.text import clusters

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
            yield replace(first, broken=True) if place and not at else first
            yield from rest


@lru_cache(maxsize=20_000)
def _set_word(word: str, ink: Ink, room: float) -> tuple[TextWord, ...]:
    gap = width(" ", ink.face, ink.size)
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
    low, high = 1, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        if _width_of(word[:middle], ink) <= room:
            low = middle
        else:
            high = middle - 1
    return low


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
