"""Words of people for texts that other programs show: nothing in them steers what stands beside."""

import re

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_TURNS = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""Letters that are read from right to left, and signs that change the direction of reading."""

BEGIN_ALONE, END_ALONE = "\u2068", "\u2069"
"""Between them the direction of reading is that of the words alone (Unicode's isolate)."""


def shown(words: str) -> str:
    """Return words without characters that no text may hold; tabs and line breaks stay."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", words.replace("\r\n", "\n"))


def alone(words: str) -> str:
    """Return words that keep their direction of reading to themselves."""
    if not _TURNS.search(words):
        return words
    # An isolate within, if it was never ended, would swallow the end of this one.
    inner = words.count("\u2066") + words.count("\u2067") + words.count("\u2068")
    missing = max(0, inner - words.count(END_ALONE))
    return f"{BEGIN_ALONE}{words}{END_ALONE * (missing + 1)}"
