"""The battle as BBCode, to be pasted into a forum, with its pictures as files beside it.

A post carries no pictures of its own: it names them as `[img]NAME[/img]`, and who posts it puts the
address of the uploaded file in the place of each name.
"""

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

NO_TAG = "[\u2060"
"""A bracket that begins no tag: the word joiner behind it is invisible."""

SIZES = {1: 180, 2: 140, 3: 110}


def bbcode(blocks: Iterable[StoryBlock], pictures: Pictures, stem: str) -> str:
    """Return the battle as BBCode, with tags that forums of every make know.

    Its pictures are put into `pictures` by the names that it gives them.
    """
    return "\n".join(line for block in blocks for line in _block(block, pictures, stem))


def _text(words: str) -> str:
    lines = shown(words).strip().split("\n")
    return "\n".join(alone(line.replace("[", NO_TAG)) for line in lines)


def _block(block: StoryBlock, pictures: Pictures, stem: str) -> Iterator[str]:
    if isinstance(block, StoryHeading):
        yield f"\n[size={SIZES[block.level]}][b]{_text(block.words)}[/b][/size]"
    elif isinstance(block, Sentence):
        yield _text(block.words)
    elif isinstance(block, StoryTable):
        yield "[list]"
        for first, *rest in block.rows:
            cells = zip(block.head[1:], rest, strict=True)
            facts = ", ".join(f"{_text(head)}: {_text(cell)}" for head, cell in cells if cell)
            yield f"[*][b]{_text(first)}[/b] {facts}"
        yield "[/list]"
    elif isinstance(block, Happenings):
        yield "[list]"
        yield from (f"[*]{_entry(entry)}" for entry in block.entries)
        yield "[/list]"
    elif isinstance(block, StoryPicture | Snapshot):
        name, words = put_beside(block, pictures, stem)
        yield f"[img]{name}[/img]\n[i]{_text(words)}[/i]"


def _entry(entry: ReportLine) -> str:
    said = [f"[b]{_text(entry.lead)}[/b]"]
    said += [_text(part_text(part)) for part in entry.parts]
    said += [f"[i]{_text(entry.rule)}[/i]"] if entry.rule else []
    said += [f"overruled: {_text(', '.join(entry.overruled))}"] if entry.overruled else []
    return " ".join(filter(None, said))
