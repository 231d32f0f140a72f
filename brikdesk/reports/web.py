"""The battle for a screen elsewhere: as an HTML page, as Markdown and as BBCode of forums."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import groupby
from pathlib import Path

from msgspec import Struct, field
from sqlmodel import Session

from brikdesk.dice import Die, Origin
from brikdesk.reports import data as report_data
from brikdesk.reports.files import ReportCancelled, write_export, write_map
from brikdesk.reports.fonts import TONES, colour
from brikdesk.reports.map_picture import hex_of, map_picture
from brikdesk.reports.text import with_names_alone
from brikdesk.reports.turn_and_battle import report_of_battle
from brikdesk.store.campaign import Campaign, looking_back
from brikdesk.store.lines import Dice, Kind, part_text
from brikdesk.store.views.past_turns import TurnRow, acts_of_turns, turns
from brikdesk.turns.secrets import Secrets, kept_from

MOST_IN_STORY = 8
"""The most pictures between the paragraphs of the story."""

MOST_PICTURES = 24
"""The most pictures of the table; of a longer battle they are taken at even distances."""


class StoryHeading(Struct, frozen=True):
    """A heading of level 1 to 3; `colour` is the token of a faction, empty for none."""

    level: int
    words: str
    colour: str = ""


class Sentence(Struct, frozen=True):
    """A sentence under a heading."""

    words: str


class StoryTable(Struct, frozen=True):
    """A table with a head; all cells are words."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Happenings(Struct, frozen=True):
    """Lines of the log that stand together."""

    entries: tuple[report_data.ReportLine, ...]


class StoryPicture(Struct, frozen=True):
    """The table after a turn."""

    table: report_data.TableMap


class Snapshot(Struct, frozen=True):
    """A photo that is pinned to a turn."""

    photo: report_data.ReportPhoto


class Record(Struct, frozen=True):
    """What stands behind the story: folded on a page, under a heading elsewhere."""

    words: str
    blocks: Callable[[], Iterator["StoryBlock"]]


StoryBlock = StoryHeading | Sentence | StoryTable | Happenings | StoryPicture | Snapshot | Record
Tables = dict[int, report_data.TableMap]
"""The table after player turns, by the key of the turn."""


def story(data: report_data.ReportData, tables: Tables) -> Iterator[StoryBlock]:
    """Yield the blocks of a battle: the story first, the record behind it."""
    yield StoryHeading(1, data.title)
    yield Sentence(f"{data.campaign}. {data.rules_short}. {data.subtitle}")
    shown: set[int] = set()
    paragraphs = tuple(prose(data))
    if paragraphs:
        yield Sentence(headline(data))
    for turn, words, weight in paragraphs:
        yield StoryHeading(3, turn.title, turn.colour)
        yield Sentence(words)
        if weight >= _GREAT and turn.turn_id in tables and len(shown) < MOST_IN_STORY:
            shown.add(turn.turn_id)
            yield StoryPicture(tables[turn.turn_id])
    left = {turn_id: table for turn_id, table in tables.items() if turn_id not in shown}
    yield Record("Numbers and rules", partial(_record, data, left))


def _record(data: report_data.ReportData, tables: Tables) -> Iterator[StoryBlock]:
    if data.scores:
        yield StoryHeading(2, "Factions")
        yield _scores(data.scores)
    for facts in data.facts:
        yield StoryHeading(2, facts.heading)
        if facts.rows:
            yield StoryTable(("Name", "When"), tuple((row.name, row.value) for row in facts.rows))
        else:
            yield Sentence(facts.none)
    if data.before:
        yield StoryHeading(2, "Before the battle")
        yield Happenings(data.before)
    for turn in data.turns:
        yield from _turn(turn)
        if turn.turn_id in tables:
            yield StoryPicture(tables[turn.turn_id])
        for photo in data.photos_of(turn.turn_id):
            yield Sentence(photo.fault) if photo.fault else Snapshot(photo)


def _scores(scores: Sequence[report_data.Score]) -> StoryTable:
    rows = tuple(
        (
            score.faction,
            score.person,
            *map(str, (score.turns, score.attacks, score.lost, score.dice.total)),
            *([] if score.points is None else [str(score.points)]),
        )
        for score in scores
    )
    head = ("Faction", "Player", "Turns", "Attacks", "Units lost", "Dice")
    counted = any(score.points is not None for score in scores)
    return StoryTable((*head, "Points") if counted else head, rows)


def _turn(turn: report_data.TurnPart) -> Iterator[StoryBlock]:
    yield StoryHeading(2, turn.title, turn.colour)
    played = ", ".join(words for words in (turn.person, turn.when) if words)
    dice = report_data.dice_words(turn.dice)
    yield Sentence(f"{played}. {dice}" if played else dice)
    for words, entries in (
        ("Start of turn", turn.start),
        ("During the turn", turn.play),
        ("Attacks", turn.fights),
        ("End of turn", turn.end),
        ("Rulings and corrections", turn.rulings),
    ):
        if entries:
            yield StoryHeading(3, words)
            yield Happenings(entries)
    if turn.undone:
        yield Sentence(report_data.not_told(turn.undone))


# The battle as prose: what happened in a turn, by what its log lines say


class Clause(Struct, frozen=True):
    """What one line of the log says in a story: who, what he did in the past tense, its weight."""

    who: str
    did: str
    weight: int


Teller = Callable[[re.Match[str], str], Clause | None]
_ENOUGH, _GREAT = 3, 10
"""From which weight something is told, and from which the table is shown after it."""


def _shot(found: re.Match[str], said: str) -> Clause | None:
    who, weapon, target = found.groups()
    chance = int(odds[1]) if (odds := re.search(r": (\d+) %", said)) else 50
    if "Missed" in said or "misses" in said:
        likely = f", at {chance} %" if chance > 75 else ""
        return Clause(who, f"missed {target} with {weapon}{likely}", 4 if likely else 2)
    unlikely = f", at {chance} %" if chance < 25 else ""
    return Clause(who, f"hit {target} with {weapon}{unlikely}", 7 if unlikely else 3)


def _struck(found: re.Match[str], said: str) -> Clause | None:
    cause = said.split(" damage against ")[0].rpartition(". ")[0].split(". [")[0]
    why = f" (“{cause}”)" if cause else ""
    result = re.search(r"(\d+) damage against Armor (\d+): (it gets through|nothing)", said)
    if result is None:
        return Clause(found[1], f"was hit{why}", 2)
    if result[3] == "nothing":
        return Clause(found[1], f"was hit{why} and held, Armor {result[2]} to {result[1]}", 2)
    return Clause(found[1], f"was hit{why}, {result[1]} against Armor {result[2]}", 3)


def _shrunk(found: re.Match[str], said: str) -> Clause | None:
    left = re.search(r'Effective Size (\d+)"', said)
    lost = "an inch" if found[2] == "1" else f"{found[2]} inches"
    had = f" of its {int(left[1]) + int(found[2])}" if left else ""
    return Clause(found[1], f"lost {lost}{had}", 6)


def _landed(found: re.Match[str], said: str) -> Clause | None:
    off = re.search(r'(\d+(?:\.\d+)?)" from the X \((.+?)\)', said)
    where = f"{off[1]} inches from {off[2]}" if off else "where it was meant to"
    return Clause(found[1], f"came down {where}", 4)


def _burst(found: re.Match[str], said: str) -> Clause | None:
    damage = re.search(r"(\d+) damage in all", said)
    return Clause(found[1], f"went off{f' for {damage[1]}' if damage else ''}", 4)


def _exposed(found: re.Match[str], said: str) -> Clause | None:
    result = re.search(r"(\d+) damage against Armor (\d+): it gets through", said)
    if result is None:
        return None
    return Clause(found[1], f"took {result[1]} against Armor {result[2]} in {found[2]}", 3)


def _launched(found: re.Match[str], said: str) -> Clause | None:
    target = re.search(r'" to (.+?)\. It lands', said)
    return Clause(found[1], f"set out for {target[1] if target else 'its X'}", 3)


def _quoted(words: str, weight: int) -> Teller:
    """Return a teller for lines whose reason is in somebody's own words."""

    def tell(found: re.Match[str], said: str) -> Clause | None:
        reason = said.split(". Until")[0].strip().rstrip(".")
        who = found[1] if found.re.groups else "The referee"
        return Clause(who, f"{words}: “{reason}”", weight) if reason else None

    return tell


def _did(words: str, weight: int, who: str = "{0}") -> Teller:
    return lambda found, said: Clause(
        who.format(*found.groups()), words.format(*found.groups()), weight
    )


_TELLERS: tuple[tuple[re.Pattern[str], Teller], ...] = tuple(
    (re.compile(pattern), teller)
    for pattern, teller in (
        (r"(.+) fires (.+) at (.+)\.", _shot),
        (r"(.+) throws (.+) at (.+)\.", _shot),
        (r"(.+) is hit\.", _struck),
        (r"(.+) in (.+):", _exposed),
        (r'(.+): (\d+)" of Size Damage\.', _shrunk),
        (r"(.+) dies\.", _did("died", _GREAT)),
        (r"(.+) is destroyed\.", _did("was destroyed", _GREAT)),
        (r"(.+) is eliminated\.", _did("was eliminated", _GREAT)),
        (r"(.+) drowns\.", _did("drowned", _GREAT)),
        (r"(.+): Mortally Wounded!", _did("was mortally wounded", 6)),
        (r"(.+) is Wounded\.", _did("was wounded", 4)),
        (r"(.+): (.+) is useless\.", _did("lost the use of the {1}", 4)),
        (r"(.+) is back\.", _did("was back", 5)),
        (r"(.+) lands\.", _landed),
        (r"(.+) is a dud\.", _did("was a dud", 6)),
        (r"(.+) explodes(?: .*)?\.", _burst),
        (r"(.+) is launched\.", _launched),
        (r"(.+) is shot down\.", _did("was shot down", 6)),
        (r"(.+) (?:is on fire|catches fire)\.", _did("caught fire", 4)),
        (r'(.+): fire grows to (\d+)"\.', _did("grew to {1} inches", 3, "The fire of {0}")),
        (r"(.+) is out\.", _did("went out", 3, "The fire of {0}")),
        (r"(.+) stand together\.", _did("stood together from then on", 5)),
        (r"(.+) part ways\.", _did("parted", 5)),
        (r"Ruling\.", _quoted("ruled", 3)),
        (r"(.+) spends an Action\.", _quoted("took a moment", 3)),
        (r"(.+): Disrupted\.", _quoted("was Disrupted", 3)),
    )
)
"""Leads of log lines, and how each is told."""


def clauses_of(turn: report_data.TurnPart) -> tuple[Clause, ...]:
    """Return what is worth telling of a turn, in the order in which it happened."""
    # The parts of a report are by subject; a story goes by the order of the acts.
    during = sorted((*turn.play, *turn.fights, *turn.rulings), key=lambda line: line.act_id)
    lines = (line for line in (*turn.start, *during, *turn.end) if line.kind is not Kind.TURN)
    found = (_clause_of(line) for line in lines)
    return tuple(each for each in found if each is not None and each.weight >= _ENOUGH)


def _clause_of(line: report_data.ReportLine) -> Clause | None:
    said = " ".join(filter(None, map(part_text, line.parts)))
    for pattern, teller in _TELLERS:
        if found := pattern.fullmatch(line.lead):
            return teller(found, said)
    return None


def _paragraph(sentences: Iterable[Clause]) -> str:
    """Return the sentences as one paragraph; what one of them did one after another is joined."""
    paragraph = []
    for who, some in groupby(sentences, key=lambda each: each.who):
        did = list(dict.fromkeys(each.did for each in some))
        last = ", and " if any("," in each for each in did[:-1]) else " and "
        joined = last.join(filter(None, (", ".join(did[:-1]), did[-1])))
        paragraph.append(f"{who} {joined}.")
    return " ".join(paragraph)


def prose(data: report_data.ReportData) -> Iterator[tuple[report_data.TurnPart, str, int]]:
    """Yield the turns in which something happened, each with its paragraph and its weight."""
    for turn in data.turns:
        if sentences := clauses_of(turn):
            yield turn, _paragraph(sentences), max(each.weight for each in sentences)


def headline(data: report_data.ReportData) -> str:
    """Return in a sentence or two who fought, how long, and who was lost."""
    sides = [score.faction for score in data.scores]
    fought = f"{', '.join(sides[:-1])} and {sides[-1]} fought" if len(sides) > 1 else "They fought"
    turns = report_data.counted(len(data.turns), "player turn")
    names = [
        row.name for facts in data.facts if facts.heading == "Units lost" for row in facts.rows
    ]
    lost = f" Lost: {', '.join(names)}." if names else " Nobody was lost."
    return f"{fought} for {turns}.{lost}"


def tables_of_battle(
    campaign: Campaign,
    battle_id: int,
    secret: bool,
    cancelled: Callable[[], bool] = lambda: False,
) -> Tables:
    """Return the table after the turns of a battle, without bare tables.

    What the players may not know is only on it if it is asked for (`secret`).

    Raise ReportCancelled as soon as `cancelled()` returns True.
    """

    def ask(session: Session) -> tuple[list[TurnRow], dict[int, int], Secrets]:
        rows = [row for row in turns(session) if row.battle_id == battle_id]
        acts = acts_of_turns(session, [row.id for row in rows])
        # The end of a battle clears the table, and what is wanted is how it stood before.
        last = {act.turn_id: act.id for act in acts if not act.undone and act.name != "EndBattle"}
        return rows, last, kept_from(session, secret=secret)

    rows, last, secrets = campaign.reading(ask)
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
.die { display: inline-block; min-width: 1.3em; text-align: center; border: 2px solid;
  border-radius: .3em; font-weight: 600; font-size: .85rem; line-height: 1.35; }
.rolled { border-style: double; }
figure { margin: 1rem 0; }
summary { margin: 2rem 0 .5rem; font-size: 1.3rem; font-weight: 600; cursor: pointer; }
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
    elif isinstance(block, Record):
        yield f"<details><summary>{_text(block.words)}</summary>"
        for each in block.blocks():
            yield from _block(each)
        yield "</details>"
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
    return hex_of(colour(token))


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
    data = report_of_battle(campaign, battle_id, photos=True, secret=secret)
    data = with_names_alone(data, (*data.names, *data.codes))
    tables = {
        turn_id: with_names_alone(table, (*data.names, *table.names))
        for turn_id, table in tables_of_battle(campaign, battle_id, secret, cancelled).items()
    }
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
