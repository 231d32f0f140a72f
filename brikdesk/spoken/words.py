"""A line cut into its words, each with its place, and spellings that count as the same."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

LONGEST = 1_000
"""Characters of a line that are read; an attack takes a tenth of it."""

_OPEN, _CLOSE = '"“„«', '"“”»'
_TOKEN = re.compile(
    rf"(?P<quoted>(?<!\S)[{_OPEN}](?P<inner>[^{_OPEN}{_CLOSE}]+)[{_CLOSE}](?=[\s,;.!]|$))"
    r"|(?P<inches>(?<![^\s,;])(?:\d{1,6}(?:[.,]\d{1,3})?[½¼¾]?|[½¼¾])"
    r"(?:\"|″|”|''|’’|in(?![^\s,;])|\s?inch(?:es)?(?![^\s,;])))"
    r"|(?P<mark>[,;])"
    r"|(?P<word>[^\s,;]+)"
)
_PARTS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_APOSTROPHES = str.maketrans("", "", "'’‘ʼ`´")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the line with its place; `text` without the quotes around it."""

    start: int
    end: int
    text: str
    quoted: bool = False
    inches: float | None = None

    @property
    def key(self) -> str:
        """The word as a vocabulary holds it: in small letters, without what stands around it."""
        if self.quoted or self.inches is not None:
            return ""
        return self.text.casefold().strip(".:!?()[]") or self.text

    @property
    def mark(self) -> bool:
        """Whether it only parts two words."""
        return not self.quoted and self.text in (",", ";")

    @property
    def number(self) -> int | None:
        """The bare number that it is; none for anything else."""
        plain = not self.quoted and self.inches is None and self.text.isascii()
        return int(self.text) if plain and self.text.isdigit() and len(self.text) <= 6 else None

    @property
    def signed(self) -> int | None:
        """The number with its sign that it is (+1, −2); none for anything else."""
        if self.quoted or not re.fullmatch(r"[+\-−–]\d{1,4}", self.text, re.ASCII):
            return None
        points = int(self.text[1:])
        return points if self.text[0] == "+" else -points

    @property
    def symbol(self) -> bool:
        """Whether it holds neither letter nor figure."""
        return not any(_counts(sign) for sign in self.text)

    @property
    def folded(self) -> tuple[str, ...]:
        """Its letters in the spelling in which names are compared."""
        return folded(self.text)


def words_of(line: str) -> tuple[Word, ...]:
    """Cut a line into words; the places are those of the line itself."""
    found = []
    for match in _TOKEN.finditer(line[:LONGEST]):
        start, end = match.span()
        if match["quoted"]:
            found.append(Word(start, end, match["inner"], quoted=True))
        elif match["inches"]:
            found.append(Word(start, end, match["inches"], inches=_inches(match["inches"])))
        else:
            found.append(Word(start, end, match[0]))
    return tuple(found)


def _inches(text: str) -> float:
    whole = re.match(r"\d+(?:[.,]\d+)?", text)
    inches = float(whole[0].replace(",", ".")) if whole else 0.0
    return inches + sum(part for sign, part in _PARTS.items() if sign in text)


def folded_together(words: Iterable[Word]) -> tuple[str, ...]:
    """Return words of a line in the spelling in which names are compared."""
    return folded(" ".join(word.text for word in words if not word.mark))


@lru_cache(maxsize=4096)
def folded(text: str) -> tuple[str, ...]:
    """Return the words of a name for comparison: small letters, no accents, no marks around them.

    What holds neither letter nor figure stays as it is, so that every name can be typed.
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_APOSTROPHES))
    kept = "".join(sign if _counts(sign) else " " for sign in plain if not _silent(sign))
    return tuple(kept.split()) or tuple(text.split())


def _counts(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LN"


def _silent(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me", "Mc", "Cf")
