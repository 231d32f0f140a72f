"""The battle as one HTML page: pictures inline, no script, nothing fetched from anywhere."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape

from brikdesk.dice import Die, Origin
from brikdesk.reports.data import ReportLine
from brikdesk.reports.map.picture import map_picture
from brikdesk.reports.palette import TONES, colour
from brikdesk.reports.web.story import (
    Happenings,
    Sentence,
    Snapshot,
    StoryBlock,
    StoryHeading,
    StoryTable,
)
from brikdesk.reports.web.words import shown
from brikdesk.store.lines import Dice

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""What the page may load: the pictures and the style in it, and nothing else."""

STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; padding: 1.5rem; max-width: 52rem; background: #fff; color: #17191d;
  font: 1rem/1.5 Inter, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .4rem; border-bottom: 1px solid #e6e2da; }
h3 { font-size: 1.05rem; margin: 1.2rem 0 .3rem; }
p { margin: .2rem 0; color: #474c54; }
table { border-collapse: collapse; width: 100%; margin: .4rem 0; }
th, td { text-align: start; vertical-align: top; padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid #e6e2da; }
th { font-size: .85rem; color: #474c54; }
ul { list-style: none; margin: 0; padding: 0; }
li { padding: .2rem 0; color: #474c54; white-space: pre-line; }
b { color: #17191d; }
.rule { color: #666b73; font-size: .85rem; }
.undone { text-decoration: line-through; }
.die { display: inline-block; min-width: 1.3em; text-align: center; border: 2px solid;
  border-radius: .3em; font-weight: 600; font-size: .85rem; line-height: 1.35; }
.rolled { border-style: double; }
figure { margin: 1rem 0; }
img { width: 100%; height: auto; border: 1px solid #e6e2da; }
footer { margin-top: 3rem; color: #666b73; font-size: .85rem; }
@media print { body { max-width: none; padding: 0; } h2, h3 { break-after: avoid; } }
"""


def page(title: str, blocks: Iterable[StoryBlock]) -> Iterator[str]:
    """Yield the lines of the whole page; its photos are read one after another meanwhile."""
    yield from (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{_text(title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
    )
    for block in blocks:
        yield from _block(block)
    yield from (
        "<footer>Dice with a double frame were rolled by BrikDesk, all others typed.</footer>",
        "</body>",
        "</html>",
    )


def _text(words: str) -> str:
    return escape(shown(words))


def _own(words: str) -> str:
    """Return words of people; `bdi` keeps their direction of reading to themselves."""
    return f"<bdi>{_text(words)}</bdi>"


def _block(block: StoryBlock) -> Iterator[str]:
    if isinstance(block, StoryHeading):
        ink = f' style="color: {_hex(block.colour)}"' if block.colour else ""
        yield f"<h{block.level}{ink}>{_own(block.words)}</h{block.level}>"
    elif isinstance(block, Sentence):
        yield f"<p>{_own(block.words)}</p>"
    elif isinstance(block, StoryTable):
        yield from _table(block)
    elif isinstance(block, Happenings):
        yield "<ul>"
        yield from (f"<li>{_entry(entry)}</li>" for entry in block.entries)
        yield "</ul>"
    elif isinstance(block, Snapshot):
        yield from _figure("jpeg", block.photo.read(), block.photo.words)
    else:
        yield from _figure("svg+xml", map_picture(block.table, ".svg", 0), block.table.title)


def _table(table: StoryTable) -> Iterator[str]:
    yield "<table><thead><tr>"
    yield "".join(f'<th scope="col">{_text(words)}</th>' for words in table.head)
    yield "</tr></thead><tbody>"
    for row in table.rows:
        yield f"<tr>{''.join(f'<td>{_own(words)}</td>' for words in row)}</tr>"
    yield "</tbody></table>"


def _entry(entry: ReportLine) -> str:
    words = [f"<b>{_own(entry.lead)}</b>"]
    for part in entry.parts:
        if isinstance(part, Dice):
            words += [_die(die, TONES[part.tone(n)]) for n, die in enumerate(part.dice)]
        else:
            words.append(_own(part.text))
    if entry.rule:
        words.append(f'<span class="rule">{_text(entry.rule)}</span>')
    if entry.overruled:
        words.append(f'<span class="rule">overruled: {_text(", ".join(entry.overruled))}</span>')
    said = " ".join(words)
    return f'<s class="undone">Undone: {said}</s>' if entry.undone else said


def _die(die: Die, token: str) -> str:
    how = {Origin.ROLLED: "rolled", Origin.CHANGED: "changed"}.get(die.origin, "typed")
    return (
        f'<span class="die {how}" style="color: {_hex(token)}" title="d{die.sides}, {how}">'
        f"{die.value}</span>"
    )


def _figure(kind: str, data: bytes, words: str) -> Iterator[str]:
    # As an image, a picture runs no script and fetches nothing, whatever stands in it.
    packed = b64encode(data).decode("ascii")
    yield f'<figure><img alt="{_text(words)}" src="data:image/{kind};base64,{packed}">'
    yield f"<figcaption>{_own(words)}</figcaption></figure>"


def _hex(token: str) -> str:
    ink = colour(token)
    return "#" + "".join(f"{round(part * 255):02x}" for part in (ink.red, ink.green, ink.blue))
