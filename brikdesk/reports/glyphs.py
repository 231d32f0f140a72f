"""Find the names and words of a report with characters that the font lacks."""

from collections.abc import Iterator

from brikdesk.reports.data import ReportData, ReportLine
from brikdesk.reports.fonts import lacks
from brikdesk.store.lines import Words

MOST = 60
"""Most characters shown of one word, because a word can be as long as a note."""


def unprintable(data: ReportData) -> tuple[str, ...]:
    """Return the names, then the other words, in which a report shows numbers for characters."""
    shown = [text for text in _texts(data) if lacks(text)]
    names = [name for name in data.names if lacks(name) and any(name in text for text in shown)]
    # The longest first: a name may be part of another one.
    for name in sorted(names, key=len, reverse=True):
        shown = [text.replace(name, " ") for text in shown]
    words = [word[:MOST] for text in shown for word in text.split() if lacks(word)]
    return tuple(dict.fromkeys([*names, *words]))


def _texts(data: ReportData) -> Iterator[str]:
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


def _texts_of(entry: ReportLine) -> Iterator[str]:
    yield entry.lead
    yield from (part.text for part in entry.parts if isinstance(part, Words))
