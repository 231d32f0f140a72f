"""The words of people on a paper: their direction of reading, and those that no font can show."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from dataclasses import replace as replaced
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.reports.fonts import lacks
from brikdesk.store.lines import Words
from brikdesk.text import ALONE, alone, is_turned

MOST = 60
"""Most characters shown of one word, because a word can be as long as a note."""

MOST_NAMED = 5
"""The most names of a sentence."""

_LEFT_ALONE = frozenset({"file_stem", "names", "jpeg", "photo", "token", "colour"})
"""Fields whose words stand on no paper."""

Values = TypeVar("Values")


def with_names_alone(paper: Values, names: Iterable[str]) -> Values:
    """Return the values of a paper in which names that are read from right to left keep that to themselves.

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
    if not (isinstance(value, Struct) or (is_dataclass(value) and not isinstance(value, type))):
        return value
    new = {}
    for name in _fields_of(value):
        old = getattr(value, name)
        if (made := _changed(old, change)) != old:
            new[name] = made
    if not new:
        return value
    return replace(value, **new) if isinstance(value, Struct) else replaced(value, **new)


def _fields_of(value: Any) -> Iterator[str]:
    known = (
        value.__struct_fields__
        if isinstance(value, Struct)
        else [each.name for each in fields(value)]
    )
    return (name for name in known if name not in _LEFT_ALONE)


def words_of(value: Any) -> Iterator[str]:
    """Yield all words in the values of a paper."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from words_of(each)
    elif isinstance(value, Struct) or (is_dataclass(value) and not isinstance(value, type)):
        for name in _fields_of(value):
            yield from words_of(getattr(value, name))


def unprintable(data: Any) -> tuple[str, ...]:
    """Return the names, then the other words, of a report that no font of this computer can show."""
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
    if data.table is not None:
        yield from data.table.texts
    for photo in data.photos:
        yield photo.fault or photo.words
    for line in data.ammo or ():
        yield from (line.weapon, line.unit, line.load)
    for entry in data.entries:
        yield from _texts_of(entry)


def _texts_of(entry: Any) -> Iterator[str]:
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
    from brikdesk.reports.scripts.choosing import missing_in, writing_of

    found = list(
        dict.fromkeys(writing_of(sign) for words in concerned for sign in missing_in(words))
    )
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"
