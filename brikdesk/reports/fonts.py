"""Fonts and colours of a page, and words measured and cut in them."""

import json
import re
import unicodedata
from bisect import bisect_right
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from brikdesk.store.lines import Tone
from brikdesk.text import ALONE, END, clusters, is_turned

REGULAR, STRONG, BOLD = "Inter", "Inter-SemiBold", "Inter-Bold"
FACES = {
    REGULAR: "Inter-Regular.ttf",
    STRONG: "Inter-SemiBold.ttf",
    BOLD: "Inter-Bold.ttf",
}
CAP_HEIGHT = 0.727
"""Height of a capital letter or a digit as a fraction of the font size."""

NARROWEST = 0.2
"""Least width of a letter as a fraction of the font size; limits how much of a text is measured."""

_BREAKS = re.compile("[\r\n\u2028\u2029\x0b\x0c]+")


@cache
def characters() -> frozenset[int]:
    """Register the fonts once and return the code points that all of them can show."""
    # Settings in a home folder could loosen this; nothing in a report is ever fetched.
    rl_config.trustedHosts = None
    rl_config.trustedSchemes = []
    rl_config.useA85 = 0  # binary streams: encoding them as ASCII takes a tenth of the time
    known: list[frozenset[int]] = []
    for name, file in FACES.items():
        data = files("resources").joinpath("fonts", file).read_bytes()
        font = TTFont(name, BytesIO(data), shapable=False)
        pdfmetrics.registerFont(font)
        known.append(frozenset(font.face.charToGlyph))
    return frozenset.intersection(*known)


@lru_cache(maxsize=20_000)
def width(text: str, face: str, size: float) -> float:
    """Return the width of text in points."""
    if _plain().issuperset(text):
        return float(pdfmetrics.stringWidth(text, face, size))
    flat = text.replace("\n", " ").replace("\t", " ")
    if flat != text:
        return width(flat, face, size)
    wide = 0.0
    for part in scripts().parts_of(flat, face):
        if isinstance(part, str):
            wide += pdfmetrics.stringWidth(part, face, size)
        else:
            wide += sum(sign.width for sign in part) * size / 1000
    return wide


@lru_cache(maxsize=20_000)
def printable(text: str) -> str:
    """Return text as it can be set: normalized, without control characters.

    Line breaks stay, and so do joiners and signs of direction that writings need. Text without letters of an
    alphabet that is read from left to right has the direction of its own first letter.
    """
    if _plain().issuperset(text):
        return text
    text = _BREAKS.sub("\n", unicodedata.normalize("NFC", text))
    lines = _IMPOSSIBLE.sub("\N{REPLACEMENT CHARACTER}", _STEERING.sub("", text)).split("\n")
    return "\n".join(map(_directed, map(_with_few_marks, lines)))


_IMPOSSIBLE = re.compile("[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

_STEERING = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u202a-\u202e\u2060-\u2065\u206a-\u206f\ufeff]"
)
"""Signs that show nothing: the page has its own order of reading, and breaks lines itself."""

_JOINERS = re.compile("(?<=[\x00-\u058f])[\u200c\u200d]+|[\u200c\u200d]+(?=[\x00-\u058f]|$)")
"""Joiners beside letters that join nothing."""

_MARKS = 8
"""The most marks on one letter: what stands higher would cover the lines above."""


def _with_few_marks(line: str) -> str:
    kept, marks = [], 0
    for sign in _JOINERS.sub("", line):
        marks = marks + 1 if _combines(sign) else 0
        if marks <= _MARKS:
            kept.append(sign)
    return "".join(kept)


def _directed(line: str) -> str:
    """Return a line without the signs of direction that it does not need."""
    if not is_turned(line):
        return line.replace(ALONE, "").replace(END, "").replace("\u2066", "").replace("\u2067", "")
    if any(unicodedata.bidirectional(sign) == "L" for sign in line) or line.startswith(ALONE):
        return line
    return f"{ALONE}{line}{END}"


@cache
def _plain() -> frozenset[str]:
    """Return the characters that Inter shows as they are, whatever stands beside them."""
    signs = map(chr, characters())
    return frozenset(sign for sign in signs if not _is_steering(sign) and not _combines(sign))


def scripts() -> Any:
    """Return the module for writings that Inter lacks, which only their letters need.

    It stands on this one, so it is found by its name.
    """
    return import_module("brikdesk.reports.scripts")


def is_plain(text: str) -> bool:
    """Return whether Inter has every character of a text, read from left to right."""
    return _plain().issuperset(text)


def _combines(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M") or sign in "\u2028\u2029"


def _is_steering(sign: str) -> bool:
    # FE00 to FE0F are variation selectors: invisible too, but Unicode counts them as marks.
    return unicodedata.category(sign) in ("Cf", "Cc") or "\ufe00" <= sign <= "\ufe0f"


def size_within(text: str, face: str, size: float, room: float) -> float:
    """Return the font size at which a short text is at most `room` points wide, `size` at most."""
    wide = width(printable(text), face, size)
    return size if wide <= room else size * room / wide


def lacks(text: str) -> bool:
    """Return whether a text has characters that no font of this computer can show."""
    if _plain().issuperset(text):
        return False
    return any(map(scripts().missing_in, printable(text).split()))


def fitted(text: str, face: str, size: float, room: float) -> str:
    """Return text on one line, cut with an ellipsis if it is wider than `room` points."""
    whole = printable(text).replace("\n", " ").replace("\t", " ")
    if not _plain().issuperset(whole):
        return _fitted_clusters(whole, face, size, room)
    # No letter is narrower than NARROWEST, so what lies behind this cannot fit and is not measured.
    line = whole[: int(room / (size * NARROWEST)) + 2]
    if line == whole and width(line, face, size) <= room:
        return line
    while line and width(f"{line}…", face, size) > room:
        line = line[:-1]
    return f"{line.rstrip()}…"


def _fitted_clusters(whole: str, face: str, size: float, room: float) -> str:
    """Return a line of any writing, cut between two characters as people count them."""
    most = int(room / (size * NARROWEST)) + 2
    # 40 code points for each character as people count them: what lies behind cannot fit.
    signs = clusters(whole[: 40 * most])
    if len(signs) <= most and width(whole, face, size) <= room:
        return whole

    def cut(count: int) -> str:
        line = "".join(signs[:count]).rstrip(f" {ALONE}{END}")
        # Behind a letter that is read to the left, the ellipsis stands at its left: a mark says so.
        mark = "\u200f" if is_turned(line[-1:]) else ""
        return f"{line}…{mark}"

    counts = range(1, min(len(signs), most) + 1)
    return cut(bisect_right(counts, room, key=lambda count: width(cut(count), face, size)))


TONES = {
    Tone.PLAIN: "text2",
    Tone.FIRE: "fire",
    Tone.OK: "ok",
    Tone.DANGER: "danger",
    Tone.SMOKE: "smoke",
}
"""The colour of a die by what its face turned out to mean."""

NOBODY = "slate"
"""Stands for unaligned units, and for a faction whose colour is not known."""


@cache
def _colours(theme: str) -> dict[str, Color]:
    text = files("resources").joinpath("themes", f"{theme}.json").read_text(encoding="utf-8")
    return {token: HexColor(value) for token, value in json.loads(text)["colours"].items()}


def colour(token: str, theme: str = "light") -> Color:
    """Return the colour of a token, by default on paper; slate for an unknown one."""
    colours = _colours(theme)
    return colours.get(token, colours[NOBODY])
