"""Finding the names that words may mean: whole names, beginnings, initials, mistyped ones."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from msgspec import Struct

from brikdesk.spoken.words import folded

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
    found: list[tuple[int, Thing]] = []
    for thing in things:
        name = _look(thing)
        slips = _slips(said, name)
        if slips is not None:
            found.append((slips, thing))
    found.sort(key=lambda pair: pair[0])
    return tuple(thing for _, thing in found[:MOST_SUGGESTED])


def _slips(said: Spelling, name: _Looked) -> int | None:
    """Return how many slips make the words fit the name; None if they are too many."""
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
    most = 0 if len(said) < 3 else 1 if len(said) < 5 else 2
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
