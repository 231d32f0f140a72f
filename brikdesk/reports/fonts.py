"""The embedded font Inter: its characters, and replacements for those it lacks."""

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import groupby

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

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

MOST_SHOWN = 8
"""Missing characters of one run that are shown by number; the rest is only counted."""

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
    return float(pdfmetrics.stringWidth(text, face, size))


@lru_cache(maxsize=20_000)
def printable(text: str) -> str:
    """Return text as the font can show it, with missing characters as numbers: [1F525].

    Line breaks stay; invisible control characters (direction, joining) are left out.
    """
    if _plain().issuperset(text):
        return text
    text = _BREAKS.sub("\n", unicodedata.normalize("NFC", text))
    runs = groupby(text, key=_is_known)
    return "".join("".join(run) if known else _numbers("".join(run)) for known, run in runs)


@cache
def _plain() -> frozenset[str]:
    """Return the characters that the font shows as they are, whatever stands beside them."""
    signs = map(chr, characters())
    return frozenset(sign for sign in signs if not _is_steering(sign) and not _combines(sign))


def _combines(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M") or sign in "\u2028\u2029"


def lacks(text: str) -> bool:
    """Return whether a text has characters that must be shown by their numbers."""
    return not _plain().issuperset(text) and any(
        not _is_known(sign) and not _is_steering(sign) for sign in text
    )


def _is_known(sign: str) -> bool:
    if sign in "\n\t":
        return True
    return ord(sign) in characters() and not _is_steering(sign)


def _is_steering(sign: str) -> bool:
    # FE00 to FE0F are variation selectors: invisible too, but Unicode counts them as marks.
    return unicodedata.category(sign) in ("Cf", "Cc") or "\ufe00" <= sign <= "\ufe0f"


def _numbers(run: str) -> str:
    shown = [f"{ord(sign):X}" for sign in run if not _is_steering(sign)]
    if not shown:
        return ""
    more = [f"… {len(shown) - MOST_SHOWN} more"] if len(shown) > MOST_SHOWN else []
    return f"[{' '.join(shown[:MOST_SHOWN] + more)}]"


def fitted(text: str, face: str, size: float, room: float) -> str:
    """Return text on one line, cut with an ellipsis if it is wider than `room` points."""
    whole = printable(text).replace("\n", " ")
    # No letter is narrower than NARROWEST, so what lies behind this cannot fit and is not measured.
    line = whole[: int(room / (size * NARROWEST)) + 2]
    if line == whole and width(line, face, size) <= room:
        return line
    while line and width(f"{line}…", face, size) > room:
        line = line[:-1]
    return f"{line.rstrip()}…"
