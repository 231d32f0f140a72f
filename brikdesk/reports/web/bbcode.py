"""The battle as BBCode, to be pasted into a forum; a post carries no pictures of its own."""

from collections.abc import Iterable, Iterator

from brikdesk.reports.data import Entry
from brikdesk.reports.web.story import Block, Happenings, Heading, Sentence, Table
from brikdesk.reports.web.words import alone, shown
from brikdesk.store.lines import part_text

NO_TAG = "[\u2060"
"""A bracket that begins no tag: the word joiner behind it is invisible."""

SIZES = {1: 180, 2: 140, 3: 110}


def bbcode(blocks: Iterable[Block]) -> str:
    """Return the battle as BBCode, with tags that forums of every make know."""
    return "\n".join(line for block in blocks for line in _block(block))


def _text(words: str) -> str:
    lines = shown(words).strip().split("\n")
    return "\n".join(alone(line.replace("[", NO_TAG)) for line in lines)


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"\n[size={SIZES[block.level]}][b]{_text(block.words)}[/b][/size]"
    elif isinstance(block, Sentence):
        yield _text(block.words)
    elif isinstance(block, Table):
        yield "[list]"
        for first, *rest in block.rows:
            told = zip(block.head[1:], rest, strict=True)
            facts = ", ".join(f"{_text(head)}: {_text(cell)}" for head, cell in told if cell)
            yield f"[*][b]{_text(first)}[/b] {facts}"
        yield "[/list]"
    elif isinstance(block, Happenings):
        yield "[list]"
        yield from (f"[*]{_entry(entry)}" for entry in block.entries)
        yield "[/list]"


def _entry(entry: Entry) -> str:
    said = [f"[b]{_text(entry.lead)}[/b]"]
    said += [_text(part_text(part)) for part in entry.parts]
    said += [f"[i]{_text(entry.rule)}[/i]"] if entry.rule else []
    said += [f"overruled: {_text(', '.join(entry.overruled))}"] if entry.overruled else []
    words = " ".join(filter(None, said))
    return f"[s]Undone: {words}[/s]" if entry.undone else words
