"""Reading a name in the line: where it ends, and what it may mean."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from brikdesk.spoken.cursor import Cursor, ends_name
from brikdesk.spoken.naming import MOST_WORDS, Named, meant, near
from brikdesk.spoken.spelling import distinct_name, listed, spelled
from brikdesk.spoken.vocabulary import AND, ARTICLES, AT, WITH
from brikdesk.spoken.words import Word, folded, folded_together

LONGEST_NAME = 44
"""The most words of a name, which has at most 80 characters."""


class Numbered(Named, Protocol):
    """A thing that can also be named by its number, as #12."""

    @property
    def id(self) -> int:
        """Its key."""


Thing = TypeVar("Thing", bound=Numbered)


class Phrase(Struct, Generic[Thing], frozen=True):
    """Words that name something: `found` is what they mean, `close` what was perhaps mistyped."""

    words: tuple[Word, ...]
    found: tuple[Thing, ...]
    close: tuple[Thing, ...] = ()

    @property
    def text(self) -> str:
        """The words as they were typed, short enough for a message."""
        said = " ".join(word.text for word in self.words)
        return "".join(
            sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in said
        )[:40]

    @property
    def one(self) -> Thing | None:
        """The thing that they mean; None if it is not exactly one."""
        return self.found[0] if len(self.found) == 1 else None


def take_name(cursor: Cursor, things: Sequence[Thing]) -> Phrase[Thing]:
    """Read a name; nothing is read if the next words cannot be one.

    A name in full may hold any words, also those of the vocabulary. Of a shortened name only the
    first word may be one of those. A name that nothing fits is read up to the next such word.
    """
    if full := _full_name(cursor, things):
        return full
    while cursor.skip(ARTICLES):
        if full := _full_name(cursor, things):
            return full
    if by_number := _by_number(cursor, things):
        return by_number
    run = cursor.run(ends_name) or _steering_first(cursor, things)
    close: tuple[Thing, ...] | None = None
    for count in range(len(run), 0, -1):
        found = meant(folded_together(run[:count]), things) if count <= MOST_WORDS else ()
        if count < len(run):
            close = near(folded_together(run), things) if close is None else close
            if close:
                break  # a slip in a later word, not a shorter name
        if found:
            cursor.take(count)
            return _with_number(cursor, Phrase(run[:count], found))
    cursor.take(len(run))
    return Phrase(run, (), near(folded_together(run), things) if close is None else close)


def _full_name(cursor: Cursor, things: Sequence[Thing]) -> Phrase[Thing] | None:
    """Read the longest run of words that is the whole name of something; None if there is none."""
    names: dict[tuple[str, ...], list[Thing]] = {}
    for thing in things:
        names.setdefault(folded(thing.name), []).append(thing)
    left = cursor.until - cursor.at
    longest = max((len(name) for name in names), default=0)
    # Twice as long: commas between the words count in the line, but not in a folded name.
    for count in range(min(left, LONGEST_NAME, longest * 2), 0, -1):
        words = cursor.words[cursor.at : cursor.at + count]
        if words[0].mark or words[-1].mark:
            continue
        named = [
            thing
            for thing in names.get(folded_together(words), [])
            if _ends_alike(words, thing.name)
        ]
        if named:
            cursor.take(count)
            return Phrase(words, tuple(named))
    return None


def _ends_alike(words: Sequence[Word], name: str) -> bool:
    """Return whether a symbol at the end belongs to the name; the & of golem & tile does not."""
    return not words[-1].symbol or name.split()[-1] == words[-1].text


def _by_number(cursor: Cursor, things: Sequence[Thing]) -> Phrase[Thing] | None:
    word = cursor.peek()
    digits = word.text[1:] if word and not word.quoted and word.text[0] == "#" else ""
    if word is None or not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        return None
    cursor.take()
    return Phrase((word,), tuple(thing for thing in things if thing.id == int(digits)))


def _steering_first(cursor: Cursor, things: Sequence[Thing]) -> tuple[Word, ...]:
    """Return a run that begins with a word of the vocabulary, if that fits a name; else ()."""
    word = cursor.peek()
    if word is None or word.mark or word.key in AT | AND | WITH or not meant(word.folded, things):
        return ()
    cursor.at += 1
    rest = cursor.run(ends_name)
    cursor.at -= 1
    return (word, *rest)


def _with_number(cursor: Cursor, phrase: Phrase[Thing]) -> Phrase[Thing]:
    """Read the number after a name that is not clear without it: tank 2, cannon 3"."""
    word = cursor.peek()
    if len(phrase.found) < 2 or word is None or (word.number is None and word.inches is None):
        return phrase
    named = tuple(
        thing
        for thing in phrase.found
        if set(word.folded) <= {*folded(thing.name), *folded(thing.also)}
    )
    if not 0 < len(named) < len(phrase.found):
        return phrase
    cursor.take()
    return Phrase((*phrase.words, word), named)


def say_unknown(
    cursor: Cursor, phrase: Phrase[Thing], sentence: str, things: Sequence[Thing]
) -> None:
    """Note a problem: words that name nothing, with the names that are close to them."""
    close = phrase.close
    question = f": {listed([each.name for each in close])}?" if close else "."
    cursor.wrong(phrase.words, sentence + question, spellings(close, things))


def say_several(cursor: Cursor, phrase: Phrase[Thing], things: Sequence[Thing]) -> None:
    """Note a problem: words that may mean several things."""
    shown = [distinct_name(each, each.id, things) for each in phrase.found[:6]]
    more = len(phrase.found) - len(shown)
    tail = f" and {more} more" if more else ""
    sentence = f"“{phrase.text}” may be {listed(shown) if not more else ', '.join(shown)}{tail}."
    cursor.wrong(phrase.words, sentence, spellings(phrase.found[:6], things))


def spellings(some: Sequence[Thing], things: Sequence[Thing]) -> list[str]:
    """Return names for `some` things that mean each of them alone among all `things`."""
    names = [thing.name for thing in things]
    return [spelled(thing.name, thing.id, names) for thing in some]
