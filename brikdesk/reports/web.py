"""The battle for a screen elsewhere: as an HTML page, as Markdown and as BBCode of forums."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.dice import Die
from brikdesk.reports import data as report_data
from brikdesk.reports.files import ReportCancelled, write_export, write_map
from brikdesk.reports.fonts import TONES, colour
from brikdesk.reports.map_picture import hex_of, map_picture
from brikdesk.reports.story import (
    Happenings,
    Record,
    Sentence,
    Snapshot,
    StoryBlock,
    StoryHeading,
    StoryMaps,
    StoryPicture,
    StoryTable,
    Tables,
    story,
)
from brikdesk.reports.text import with_names_alone
from brikdesk.reports.turn_and_battle import opening_map, report_of_battle
from brikdesk.store.campaign import Campaign, looking_back
from brikdesk.store.lines import Dice, part_text
from brikdesk.store.views.past_turns import TurnRow, acts_of_turns, phases_begun, turns
from brikdesk.turns.secrets import Secrets, kept_from

MOST_PICTURES = 24
"""The most pictures of the table; of a longer battle they are taken at even distances."""


BEFORE = 0
"""In place of the key of a turn: before the first one."""


def tables_of_battle(
    campaign: Campaign,
    battle_id: int,
    secret: bool,
    cancelled: Callable[[], bool] = lambda: False,
) -> Tables:
    """Return the table after the turns of a battle, without bare tables.

    What the players may not know is only on it if it is asked for (`secret`).

    The table before the first turn has the key BEFORE.

    Raise ReportCancelled as soon as `cancelled()` returns True.
    """

    def ask(session: Session) -> tuple[list[TurnRow], dict[int, int], int, Secrets]:
        rows = [row for row in turns(session) if row.battle_id == battle_id]
        acts = acts_of_turns(session, [row.id for row in rows])
        # The end of a battle clears the table, and what is wanted is how it stood before.
        last = {act.turn_id: act.id for act in acts if not act.undone and act.name != "EndBattle"}
        begun = phases_begun(session).get((rows[0].id, "START"), 0) if rows else 0
        return rows, last, begun, kept_from(session, secret=secret)

    rows, last, begun, secrets = campaign.reading(ask)
    found: Tables = {}
    with looking_back(campaign) as back_to:
        # From the last turn to the first: the campaign is only ever looked back at.
        for row in reversed(_spread(rows)):
            if cancelled():
                raise ReportCancelled
            if row.id in last:
                title = f"The table after Turn {row.number}, {row.faction}"
                shown = report_data.table_map(back_to(last[row.id]), (row.id,), title, secrets)
                if not shown.is_bare:
                    found[row.id] = shown
        if rows and (first := opening_map(back_to, begun, secrets)) is not None:
            found[BEFORE] = first
    return found


def _spread(rows: list[TurnRow]) -> list[TurnRow]:
    """Return at most MOST_PICTURES of the turns, at even distances; the last is among them."""
    step = -(-len(rows) // MOST_PICTURES) or 1
    return rows[::-1][::step][::-1]


_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_TURNS = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""Letters that are read from right to left, and signs that change the direction of reading."""

BEGIN_ALONE, END_ALONE = "\u2068", "\u2069"
"""Between them the direction of reading is that of the words alone (Unicode's isolate)."""


def shown(words: str) -> str:
    """Return words without characters that no text may hold; tabs and line breaks stay."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", words.replace("\r\n", "\n"))


def alone(words: str) -> str:
    """Return words that keep their direction of reading to themselves."""
    if not _TURNS.search(words):
        return words
    # An isolate within, if it was never ended, would swallow the end of this one.
    inner = words.count("\u2066") + words.count("\u2067") + words.count("\u2068")
    missing = max(0, inner - words.count(END_ALONE))
    return f"{BEGIN_ALONE}{words}{END_ALONE * (missing + 1)}"


Pictures = dict[str, report_data.TableMap | report_data.ReportPhoto]
"""Tables that are still to be drawn, and photos that are still to be read."""


def put_beside(block: StoryPicture | Snapshot, pictures: Pictures, stem: str) -> tuple[str, str]:
    """Put a picture beside the text of which `stem` is the name; return its name and its words."""
    number = len(pictures) + 1
    if isinstance(block, StoryPicture):
        name = f"{stem}-table-{number}.png"
        pictures[name] = block.table
        return name, block.table.title
    name = f"{stem}-photo-{number}.jpg"
    pictures[name] = block.photo
    return name, block.photo.words


NO_TAG = "[\u2060"
"""A bracket that begins no tag: the word joiner behind it is invisible."""

SIZES = {1: 180, 2: 140, 3: 110}


def bbcode(blocks: Iterable[StoryBlock], pictures: Pictures, stem: str) -> str:
    """Return the battle as BBCode, with tags that forums of every make know.

    Its pictures are put into `pictures` by the names that it gives them.
    """
    return "\n".join(line for block in blocks for line in _block_of_bbcode(block, pictures, stem))


def _text_of_bbcode(words: str) -> str:
    lines = shown(words).strip().split("\n")
    return "\n".join(alone(line.replace("[", NO_TAG)) for line in lines)


def _block_of_bbcode(block: StoryBlock, pictures: Pictures, stem: str) -> Iterator[str]:
    if isinstance(block, StoryHeading):
        yield f"\n[size={SIZES[block.level]}][b]{_text_of_bbcode(block.words)}[/b][/size]"
    elif isinstance(block, Sentence):
        yield _text_of_bbcode(block.words)
    elif isinstance(block, StoryTable):
        # Forums know no tables: each row is an item, with its head before each cell.
        yield "[list]"
        for first, *rest in block.rows:
            cells = zip(block.head[1:], rest, strict=True)
            facts = (
                f"{_text_of_bbcode(head)}: {_text_of_bbcode(cell)}" for head, cell in cells if cell
            )
            yield f"[*][b]{_text_of_bbcode(first)}[/b] {', '.join(facts)}"
        yield "[/list]"
    elif isinstance(block, Happenings):
        yield "[list]"
        yield from (f"[*]{_entry_of_bbcode(entry)}" for entry in block.entries)
        yield "[/list]"
    elif isinstance(block, StoryPicture | Snapshot):
        name, words = put_beside(block, pictures, stem)
        yield f"[img]{name}[/img]\n[i]{_text_of_bbcode(words)}[/i]"
    elif isinstance(block, StoryMaps):
        for table in block.tables:
            yield from _block_of_bbcode(StoryPicture(table), pictures, stem)
    elif isinstance(block, Record):
        yield from _block_of_bbcode(StoryHeading(1, block.words), pictures, stem)
        for each in block.blocks():
            yield from _block_of_bbcode(each, pictures, stem)


def _entry_of_bbcode(entry: report_data.ReportLine) -> str:
    return _in_words(entry, _text_of_bbcode, "[b]{}[/b]", "[i]{}[/i]")


def _in_words(
    entry: report_data.ReportLine, text: Callable[[str], str], bold: str, rule: str
) -> str:
    """Return a line of the log; `text` makes words of people safe, `bold` and `rule` hold two parts."""
    said = [bold.format(text(entry.lead)), *(text(part_text(part)) for part in entry.parts)]
    if entry.rule:
        said.append(rule.format(text(entry.rule)))
    if entry.overruled:
        said.append(f"overruled: {text(', '.join(entry.overruled))}")
    return " ".join(filter(None, said))


POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""What the page may load: the pictures and the style in it, and nothing else."""

STYLE = """
:root { color-scheme: light dark; --page: #fff; --text: #17191d; --text2: #474c54;
  --text3: #666b73; --line: #e6e2da; }
.ink { color: var(--light); }
@media screen and (prefers-color-scheme: dark) {
  :root { --page: #14181e; --text: #eef2f6; --text2: #b6c0cc; --text3: #8e9aa9; --line: #3a4553; }
  .ink { color: var(--dark); }
}
body { margin: 0 auto; padding: 1.5rem; max-width: 52rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 Inter, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .4rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.2rem 0 .3rem; }
p { margin: .2rem 0; color: var(--text2); }
table { border-collapse: collapse; width: 100%; margin: .4rem 0; }
th, td { text-align: start; vertical-align: top; padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid var(--line); }
th { font-size: .85rem; color: var(--text2); }
ul { list-style: none; margin: 0; padding: 0; }
li { padding: .2rem 0; color: var(--text2); white-space: pre-line; }
b { color: var(--text); }
.rule { color: var(--text3); font-size: .85rem; }
.die { display: inline-block; min-width: 1.3em; text-align: center; border: 2px solid;
  border-radius: .3em; font-weight: 600; font-size: .85rem; line-height: 1.35; }
.rolled { border-style: double; }
.sealed { border-style: double; outline: 1px solid; outline-offset: 1px; }
figure { margin: 1rem 0; }
figcaption { color: var(--text2); font-size: .85rem; }
.maps { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.maps figure { flex: 1 1 20rem; }
summary { margin: 2rem 0 .5rem; font-size: 1.3rem; font-weight: 600; cursor: pointer; }
img { width: 100%; height: auto; background: #fff; border: 1px solid var(--line); }
footer { margin-top: 3rem; color: var(--text3); font-size: .85rem; }
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
        ink = f' class="ink" {_ink(block.colour)}' if block.colour else ""
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
    elif isinstance(block, Record):
        yield f"<details><summary>{_text(block.words)}</summary>"
        for each in block.blocks():
            yield from _block(each)
        yield "</details>"
    elif isinstance(block, StoryMaps):
        yield '<div class="maps">'
        for table in block.tables:
            yield from _block(StoryPicture(table))
        yield "</div>"
    else:
        yield from _figure("svg+xml", map_picture(block.table, ".svg", 0), block.table.title)


def _table(table: StoryTable) -> Iterator[str]:
    yield "<table><thead><tr>"
    yield "".join(f'<th scope="col">{_text(words)}</th>' for words in table.head)
    yield "</tr></thead><tbody>"
    for row in table.rows:
        yield f"<tr>{''.join(f'<td>{_own(words)}</td>' for words in row)}</tr>"
    yield "</tbody></table>"


def _entry(entry: report_data.ReportLine) -> str:
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
    return " ".join(words)


def _die(die: Die, token: str) -> str:
    how = die.origin.value
    return (
        f'<span class="ink die {how}" {_ink(token)} title="d{die.sides}, {how}">{die.value}</span>'
    )


def _figure(kind: str, data: bytes, words: str) -> Iterator[str]:
    # As an image, a picture runs no script and fetches nothing, whatever stands in it.
    packed = b64encode(data).decode("ascii")
    yield f'<figure><img alt="{_text(words)}" src="data:image/{kind};base64,{packed}">'
    yield f"<figcaption>{_own(words)}</figcaption></figure>"


def _ink(token: str) -> str:
    """Return a colour as the page takes it, that of light pages and that of dark ones."""
    light, dark = (hex_of(colour(token, theme)) for theme in ("light", "dark"))
    return f'style="--light: {light}; --dark: {dark}"'


_SIGNS = re.compile(r"[\\`*_{}\[\]<>()#|~&$@!^]|:(?=[a-zA-Z])|^[-+=]|(?<=^\d)\.|(?<=^\d\d)\.")
"""What Markdown, or a program that shows it, would take for more than a sign."""


def markdown(blocks: Iterable[StoryBlock], pictures: Pictures, stem: str) -> str:
    """Return the battle as Markdown, and put its pictures into `pictures` by the names it gives."""
    return "\n".join(line for block in blocks for line in _block_of_markdown(block, pictures, stem))


def _text_of_markdown(words: str) -> str:
    lines = [line.strip() for line in shown(words).split("\n")]
    return "<br>".join(alone(_SIGNS.sub(r"\\\g<0>", line)) for line in lines)


def _block_of_markdown(block: StoryBlock, pictures: Pictures, stem: str) -> Iterator[str]:
    if isinstance(block, StoryHeading):
        yield f"{'#' * block.level} {_text_of_markdown(block.words)}\n"
    elif isinstance(block, Sentence):
        yield f"{_text_of_markdown(block.words)}\n"
    elif isinstance(block, StoryTable):
        yield _row(block.head)
        yield _row(["---"] * len(block.head), plain=True)
        yield from (_row(row) for row in block.rows)
        yield ""
    elif isinstance(block, Happenings):
        yield from (f"- {_entry_of_markdown(entry)}" for entry in block.entries)
        yield ""
    elif isinstance(block, StoryPicture | Snapshot):
        name, words = put_beside(block, pictures, stem)
        yield f"![{_text_of_markdown(words)}](<{name}>)\n"
    elif isinstance(block, StoryMaps):
        for table in block.tables:
            yield from _block_of_markdown(StoryPicture(table), pictures, stem)
    elif isinstance(block, Record):
        yield f"# {_text_of_markdown(block.words)}\n"
        for each in block.blocks():
            yield from _block_of_markdown(each, pictures, stem)


def _row(cells: Iterable[str], *, plain: bool = False) -> str:
    return f"| {' | '.join(cell if plain else _text_of_markdown(cell) for cell in cells)} |"


def _entry_of_markdown(entry: report_data.ReportLine) -> str:
    return _in_words(entry, _text_of_markdown, "**{}**", "{}")


SUFFIXES = (".html", ".md", ".bbcode")
PIXELS = 1200
"""The width of a picture beside the text."""

PicturesDone = Callable[[int, int], None]


class SharedStory(Struct, frozen=True):
    """What is written: the parts of the text, and pictures by the names that the text gives them.

    Photos are read from the campaign while it is written, so that no more than one is in memory.
    """

    parts: Callable[[], Iterator[bytes]]
    pictures: dict[str, Callable[[], bytes]] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    """A sentence for each photo that cannot be shown."""

    @property
    def text(self) -> bytes:
        """The whole text."""
        return b"".join(self.parts())

    def write(self, path: Path, campaign: Path | None = None) -> None:
        """Write the pictures, then the text. Raise CampaignFileError where the drive refuses."""
        for name, make in self.pictures.items():
            write_map(path.with_name(name), make(), campaign)
        write_export(path, self.parts(), campaign)


def shared_battle(
    campaign: Campaign,
    battle_id: int,
    path: Path,
    progress: PicturesDone = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
    secret: bool = False,
) -> SharedStory:
    """Return a battle as the suffix of `path` says: an HTML page, Markdown or BBCode.

    What the players may not know is only in it if it is asked for (`secret`).

    Raise BadInput if there is no such battle, ReportCancelled as soon as `cancelled()` says so.
    """
    suffix = path.suffix.lower()
    data = report_of_battle(campaign, battle_id, photos=True, secret=secret, with_map=False)
    data = with_names_alone(data, (*data.names, *data.codes))
    tables = {
        turn_id: with_names_alone(table, (*data.names, *table.names))
        for turn_id, table in tables_of_battle(campaign, battle_id, secret, cancelled).items()
    }
    last = tables.get(data.turns[-1].turn_id) if data.turns else None
    closing = replace(last, title="The table at the end") if last else None
    data = replace(data, opening=tables.pop(BEFORE, None), closing=closing)
    # A page holds its pictures itself; the other kinds have theirs beside them.
    if suffix == ".html":
        title = f"{data.title}, {data.campaign}"
        return SharedStory(lambda: _lines(title, data, tables), faults=data.faults)
    maps = Pictures()
    write_as = bbcode if suffix == ".bbcode" else markdown
    text = write_as(story(data, tables), maps, path.stem).strip().encode("utf-8") + b"\n"
    pictures = dict[str, Callable[[], bytes]]()
    for done, (name, table) in enumerate(maps.items()):
        if cancelled():
            raise ReportCancelled
        progress(done, len(maps))
        if isinstance(table, report_data.ReportPhoto):
            pictures[name] = table.read
        else:
            pictures[name] = partial(bytes, map_picture(table, ".png", PIXELS))
    return SharedStory(lambda: iter((text,)), pictures, data.faults)


def _lines(title: str, data: report_data.ReportData, tables: Tables) -> Iterator[bytes]:
    for line in page(title, story(data, tables)):
        yield f"{line}\n".encode()
