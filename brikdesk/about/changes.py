"""The list of changes that travels with the program, read into plain words."""

import re
from pathlib import Path

from msgspec import Struct

import resources

NAME = "CHANGELOG.md"

_MARKS = re.compile(r"(\*\*|\*|`)(?=\S)(.+?)(?<=\S)\1")


class Release(Struct, frozen=True):
    """One version: its number, when it came out, and what changed for the referee."""

    version: str
    when: str
    changes: tuple[str, ...]


def changelog() -> str:
    """Return the list as it is written. Raise OSError where it cannot be read."""
    packed = Path(resources.__path__[0])
    # An installed program has it among its resources, a clone beside them.
    places = (packed / NAME, packed.parent / NAME)
    return next((at for at in places if at.is_file()), places[0]).read_text(encoding="utf-8")


def releases(text: str) -> tuple[Release, ...]:
    """Return the versions in the order in which the list has them.

    A version is a heading `## number, date`, a change an item `- words`, which may go over several
    lines. Everything else is left out.
    """
    found: list[Release] = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        version, _, when = head.partition(",")
        items = re.findall(r"^- (.+(?:\n[ \t]+\S.*)*)", body, re.MULTILINE)
        changes = tuple(_plain(item) for item in items)
        found.append(Release(version.strip(), when.strip(), changes))
    return tuple(found)


def _plain(item: str) -> str:
    """Return an item on one line, without the marks around names and keys."""
    return _MARKS.sub(r"\2", _MARKS.sub(r"\2", " ".join(item.split())))
