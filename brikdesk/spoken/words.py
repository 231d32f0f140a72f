"""Cutting a line into words with their places, and folding names for comparison."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from brikdesk.lengths import FIGURES, read_length

LONGEST = 1_000
"""Characters of a line that are read; an attack usually has a tenth of them."""

_OPEN, _CLOSE = '"“„«', '"“”»'
# Inches may be typed with any sign that a keyboard or a text program makes of ", and with two
# apostrophes. A quote opens only behind a space, so that it is not taken for the inches of 9".
_TOKEN = re.compile(
    rf"(?P<quoted>(?<!\S)[{_OPEN}](?P<inner>[^{_OPEN}{_CLOSE}]+)[{_CLOSE}](?=[\s,;.!]|$))"
    rf"|(?P<inches>(?<![^\s,;]){FIGURES}"
    r"(?:\"|″|”|''|’’|(?i:in(?![^\s,;])|\s?inch(?:es)?(?![^\s,;]))))"
    r"|(?P<mark>[,;])"
    r"|(?P<word>[^\s,;]+)"
)
_APOSTROPHES = str.maketrans("", "", "'’‘ʼ`´")


class Word(Struct, frozen=True):
    """A word of the line with its place; `text` without the quotes around it."""

    start: int
    end: int
    text: str
    quoted: bool = False
    inches: float | None = None

    @property
    def key(self) -> str:
        """The word as the vocabulary holds it: small letters, without marks around it.

        It is "" for words in quotes and for inches, which are never part of the vocabulary.
        """
        if self.quoted or self.inches is not None:
            return ""
        return self.text.casefold().strip(".:!?()[]") or self.text

    @property
    def mark(self) -> bool:
        """Whether it is a mark that only separates words."""
        return not self.quoted and self.text in (",", ";")

    @property
    def number(self) -> int | None:
        """The value of a whole number without a sign; None for anything else."""
        plain = not self.quoted and self.inches is None and self.text.isascii()
        return int(self.text) if plain and self.text.isdigit() and len(self.text) <= 6 else None

    @property
    def signed(self) -> int | None:
        """The value of a number with a sign (+1, −2); None for anything else."""
        if self.quoted or not re.fullmatch(r"[+\-−–]\d{1,4}", self.text, re.ASCII):
            return None
        points = int(self.text[1:])
        return points if self.text[0] == "+" else -points

    @property
    def symbol(self) -> bool:
        """Whether it holds neither a letter nor a figure."""
        return not any(_counts(sign) for sign in self.text)

    @property
    def folded(self) -> tuple[str, ...]:
        """The word as `folded` gives it."""
        return folded(self.text)


def words_of(line: str) -> tuple[Word, ...]:
    """Return the words of a line; their places count characters of the line as typed."""
    found = []
    for match in _TOKEN.finditer(line[:LONGEST]):
        start, end = match.span()
        if match["quoted"]:
            found.append(Word(start, end, match["inner"], quoted=True))
        elif match["inches"] and (inches := read_length(match["inches"])) is not None:
            found.append(Word(start, end, match["inches"], inches=inches))
        else:
            found.append(Word(start, end, match[0]))
    return tuple(found)


def folded_together(words: Iterable[Word]) -> tuple[str, ...]:
    """Return several words of a line as `folded` gives them, without marks between them."""
    return folded(" ".join(word.text for word in words if not word.mark))


@lru_cache(maxsize=4096)
def folded(text: str) -> tuple[str, ...]:
    """Return the words of a name for comparison: small letters, without accents and marks.

    A name without any letter or figure stays as it is, so that every name can be typed.
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_APOSTROPHES))
    kept = "".join(sign if _counts(sign) else " " for sign in plain if not _silent(sign))
    return tuple(kept.split()) or tuple(text.split())


def _counts(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LN"


def _silent(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me", "Mc", "Cf")
