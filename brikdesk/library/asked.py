"""Templates by words: `3 tro, ann` names three of the first that fits "tro", and one of "ann"."""

import re
from collections.abc import Sequence

from msgspec import Struct

from brikdesk.errors import BadInput
from brikdesk.library.entries import KINDS, MOST, Template, WantedTemplate

_PART = re.compile(
    r"\s*(?:(\d{1,4})(?:\s*[x×*](?=\s)\s*|\s*[×*]\s*|\s+)(?=\S))?(.*?)\s*",
    re.DOTALL | re.IGNORECASE,
)


class AskedPart(Struct, frozen=True):
    """One part of what was typed: how many, the words, and what fits them, the best first."""

    copies: int
    words: str
    fits: tuple[Template, ...]


def asked(said: str, entries: Sequence[Template]) -> tuple[AskedPart, ...]:
    """Return the parts between commas or semicolons; an empty text has none, an empty part all."""
    if not said.strip():
        return ()
    parts = []
    for words in re.split("[,;]", said[:2000]):
        found = _PART.fullmatch(words)
        copies, name = (found[1], found[2]) if found else (None, words)
        parts.append(AskedPart(int(copies or 1), name, fitting(name, entries)))
    return tuple(parts)


def fitting(words: str, entries: Sequence[Template]) -> tuple[Template, ...]:
    """Return the templates in which every word occurs, those first whose names begin so."""
    wanted = words.casefold().split()
    ranked = [(rank, entry) for entry in entries if (rank := _rank(wanted, entry)) is not None]
    return tuple(entry for _, entry in sorted(ranked, key=lambda pair: pair[0]))


def _rank(wanted: Sequence[str], entry: Template) -> int | None:
    name = entry.name.casefold()
    if " ".join(wanted) == name:
        return 0
    if name.startswith(" ".join(wanted)):
        return 1
    beginnings = name.split()
    if all(any(each.startswith(word) for each in beginnings) for word in wanted):
        return 2
    if all(word in name for word in wanted):
        return 3
    whole = f"{name} {KINDS[entry.kind]} {entry.what} {entry.holds}".casefold()
    return 4 if all(word in whole for word in wanted) else None


def wanted_of(parts: Sequence[AskedPart]) -> tuple[WantedTemplate, ...]:
    """Return the best of each part with its copies; BadInput if one has none, or asks too many."""
    found = []
    for part in parts:
        if not part.words:
            continue  # a comma at the end, or two of them
        if not part.fits:
            raise BadInput(f"Nothing in the library fits “{part.words[:40]}”.")
        if not 1 <= part.copies <= MOST:
            raise BadInput(f"From 1 to {MOST} copies of one template, not {part.copies}.")
        found.append(WantedTemplate(part.fits[0], part.copies))
    if not found:
        raise BadInput("Name a template first.")
    return tuple(found)
