"""Cutting a line into words with their places, and finding the names that words may mean."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

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
    def figure(self) -> float | None:
        """The value of inches or of a whole number; None for anything else."""
        return self.inches if self.number is None else float(self.number)

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


MOST_SUGGESTED = 6

MOST_WORDS = 40
"""Words of the longest name: it has 80 characters."""


class Named(Protocol):
    """Something that has a name, a short code, and other words that describe it."""

    @property
    def name(self) -> str:
        """The name as people typed it."""

    @property
    def code(self) -> str:
        """Two letters that stand for it; may be empty."""

    @property
    def also(self) -> str:
        """Words that say what it is and tell it from others with the same name."""


Thing = TypeVar("Thing", bound=Named)
Spelling = tuple[str, ...]


class _Looked(Struct, frozen=True):
    """A name, folded for comparison."""

    words: Spelling
    also: Spelling
    code: Spelling

    @property
    def initials(self) -> str:
        return "".join(word[0] for word in self.words)


def _look(thing: Named) -> _Looked:
    return _Looked(folded(thing.name), folded(thing.also), folded(thing.code))


FitsName = Callable[[Spelling, _Looked], bool]

_WAYS: tuple[FitsName, ...] = (
    lambda said, name: said == name.words,
    lambda said, name: bool(said) and said == name.code,
    lambda said, name: _in_order(said, name.words, str.__eq__),
    lambda said, name: _in_order(said, name.words, str.startswith),
    lambda said, name: len(said) == 1 and len(said[0]) > 1 and said[0] == name.initials,
    lambda said, name: _all_begin(said, name.words),
    lambda said, name: _all_begin(said, (*name.words, *name.also)),
)
"""Ways to mean a name, the surest first; the first one that finds anything decides."""


def meant(said: Spelling, things: Iterable[Thing]) -> tuple[Thing, ...]:
    """Return the things that the words mean best: one, or several that fit equally well."""
    if not said:
        return ()
    looked = [(_look(thing), thing) for thing in things]
    for fits in _WAYS:
        if found := tuple(thing for name, thing in looked if fits(said, name)):
            return found
    return ()


def _in_order(said: Spelling, words: Spelling, fits: Callable[[str, str], bool]) -> bool:
    """Return whether every said word fits a word of the name, in the order of the name."""
    # An iterator, so that each word is looked for only behind the one found before it.
    left = iter(words)
    return all(any(fits(word, each) for word in left) for each in said)


def _all_begin(said: Spelling, words: Spelling) -> bool:
    return all(any(word.startswith(each) for word in words) for each in said)


def near(said: Spelling, things: Iterable[Thing]) -> tuple[Thing, ...]:
    """Return the things whose name may have been mistyped like this, nearest first."""
    if not 0 < len(said) <= MOST_WORDS:
        return ()
    slips = ((_slips(said, _look(thing)), thing) for thing in things)
    found = [(count, thing) for count, thing in slips if count is not None]
    found.sort(key=lambda pair: pair[0])
    return tuple(thing for _, thing in found[:MOST_SUGGESTED])


def _slips(said: Spelling, name: _Looked) -> int | None:
    """Return how many slips make the words fit the name; None if they are too many."""
    # Joined first: a space that was left out, or typed within a word, is no slip.
    whole = _distance("".join(said), "".join(name.words))
    if whole is not None:
        return whole
    each = [_nearest(word, (*name.words, *name.also)) for word in said]
    known = [slips for slips in each if slips is not None]
    return sum(known) if len(known) == len(each) else None


def _nearest(said: str, words: Sequence[str]) -> int | None:
    begun = [word for word in words if word.startswith(said)]
    found = [slips for word in words if (slips := _distance(said, word)) is not None]
    return 0 if begun else min(found, default=None)


def nearest_words(said: str, words: Iterable[str]) -> tuple[str, ...]:
    """Return the words that may have been mistyped as `said`, nearest first."""
    found = [(slips, word) for word in words if (slips := _distance(said, word)) is not None]
    return tuple(word for _, word in sorted(found)[:MOST_SUGGESTED])


@lru_cache(maxsize=8192)  # a line is read in several ways, each of which asks about the same words
def _distance(said: str, word: str) -> int | None:
    """Return how many letters were missed, added, mistaken or swapped; None if too many.

    Two neighbouring letters that are swapped count as one.
    """
    # In a short word one slip makes another word of it.
    most = 0 if len(said) < 3 else 1 if len(said) < 6 else 2
    if said == word:
        return 0
    if abs(len(said) - len(word)) > most or len(said) > 40:
        return None
    rows = [list(range(len(word) + 1))]
    for row, letter in enumerate(said, 1):
        rows.append([row])
        for at, other in enumerate(word, 1):
            cost = min(
                rows[row - 1][at] + 1,
                rows[row][at - 1] + 1,
                rows[row - 1][at - 1] + (letter != other),
            )
            swapped = row > 1 and at > 1 and said[row - 2 : row] == word[at - 2 : at][::-1]
            rows[row].append(min(cost, rows[row - 2][at - 2] + 1) if swapped else cost)
    slips = rows[-1][-1]
    return slips if slips <= most else None


def spelled(name: str, number: int, others: Iterable[str]) -> str:
    """Return a name as it can be typed: `#12` if another name reads the same, or if it cannot be.

    A name cannot be typed if the line, cut into words, does not read as the name again.
    """
    same = [each for each in others if folded(each) == folded(name)]
    typed = folded_together(words_of(name))
    return name if len(same) <= 1 and typed == folded(name) else f"#{number}"


def listed(names: Sequence[str], last: str = "or") -> str:
    """Return names as a list in words: Kaboom, Thud or Clack."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def distinct_name(thing: Named, number: int, things: Sequence[Named]) -> str:
    """Return the name of a thing for a message, with its number if others have the same name."""
    same = [each for each in things if each.name == thing.name]
    return f"{thing.name} (#{number})" if len(same) > 1 else thing.name
