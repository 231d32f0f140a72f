"""The battle as Markdown, with pictures of the table as files beside it."""

import re
from collections.abc import Iterable, Iterator

from brikdesk.reports.data import ReportLine
from brikdesk.reports.web.beside import Pictures, put_beside
from brikdesk.reports.web.story import (
    Happenings,
    Sentence,
    Snapshot,
    StoryBlock,
    StoryHeading,
    StoryPicture,
    StoryTable,
)
from brikdesk.reports.web.words import alone, shown
from brikdesk.store.lines import part_text

_SIGNS = re.compile(r"[\\`*_{}\[\]<>()#|~&$@!^]|:(?=[a-zA-Z])|^[-+=]|(?<=^\d)\.|(?<=^\d\d)\.")
"""What Markdown, or a program that shows it, would take for more than a sign."""


def markdown(blocks: Iterable[StoryBlock], pictures: Pictures, stem: str) -> str:
    """Return the battle as Markdown, and put its pictures into `pictures` by the names it gives."""
    return "\n".join(line for block in blocks for line in _block(block, pictures, stem))


def _text(words: str) -> str:
    lines = [line.strip() for line in shown(words).split("\n")]
    return "<br>".join(alone(_SIGNS.sub(r"\\\g<0>", line)) for line in lines)


def _block(block: StoryBlock, pictures: Pictures, stem: str) -> Iterator[str]:
    if isinstance(block, StoryHeading):
        yield f"{'#' * block.level} {_text(block.words)}\n"
    elif isinstance(block, Sentence):
        yield f"{_text(block.words)}\n"
    elif isinstance(block, StoryTable):
        yield _row(block.head)
        yield _row(["---"] * len(block.head), plain=True)
        yield from (_row(row) for row in block.rows)
        yield ""
    elif isinstance(block, Happenings):
        yield from (f"- {_entry(entry)}" for entry in block.entries)
        yield ""
    elif isinstance(block, StoryPicture | Snapshot):
        name, words = put_beside(block, pictures, stem)
        yield f"![{_text(words)}](<{name}>)\n"


def _row(cells: Iterable[str], *, plain: bool = False) -> str:
    return f"| {' | '.join(cell if plain else _text(cell) for cell in cells)} |"


def _entry(entry: ReportLine) -> str:
    said = [f"**{_text(entry.lead)}**"]
    said += [_text(part_text(part)) for part in entry.parts]
    said += [_text(entry.rule)] if entry.rule else []
    said += [f"overruled: {_text(', '.join(entry.overruled))}"] if entry.overruled else []
    return " ".join(filter(None, said))
