"""Loads as one typed line: 4 high explosive, 3 vaporshock."""

import re
from collections.abc import Iterable

from brikdesk.acts.scifi.load_rows import LoadFacts
from brikdesk.errors import BadInput

MOST = 1000
"""Rounds of one type at most."""

_LOAD = re.compile(r"(\d{1,6})\s*(?:[x×]\s+)?(.*)", re.DOTALL)


_WHERE = "loads"
"""The field that the line is typed in."""


def parse_loads(typed: str) -> tuple[LoadFacts, ...]:
    """Return the loads of a typed line: numbers and types, with commas between them.

    A number without a type means the rounds that the holder is made for. Raise BadInput
    if a part has no number, a number is above MOST, or a type appears twice.
    """
    loads = tuple(_load(part.strip()) for part in typed.split(",") if part.strip())
    names = [each.name.casefold() for each in loads]
    if len(set(names)) < len(names):
        raise BadInput("Name every type of round once.", _WHERE)
    return loads


def _load(typed: str) -> LoadFacts:
    found = _LOAD.fullmatch(typed)
    if found is None:
        raise BadInput(f"How many? 4 {typed[:30]}, say.", _WHERE)
    count, name = int(found[1]), " ".join(found[2].split())
    if count > MOST:
        raise BadInput(f"At most {MOST:,} of a type.", _WHERE)
    return LoadFacts(name=name, count=count)


def write_loads(loads: Iterable[LoadFacts]) -> str:
    """Return loads as the line that is typed for them."""
    return ", ".join(f"{each.count} {each.name}".strip() for each in loads)
