"""The parts of a report, as rows: title, tiles, what happened, facts after the turn."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from reportlab.platypus import CondPageBreak, Flowable
from typing_extensions import override

from brikdesk.reports import data as report_data
from brikdesk.reports.fonts import TONES, colour
from brikdesk.reports.rows import PrintedCell, PrintedHeading, PrintedRow, tagged, unread
from brikdesk.reports.text import (
    BODY,
    CAPTION,
    GLYPH,
    HEAD,
    HINT,
    LEAD,
    NAME,
    NUMBER,
    PLAIN,
    RULE,
    SMALL,
    SUBHEAD,
    TITLE,
    FactionMark,
    Glyph,
    Ink,
    ModifierChip,
    TextPiece,
    TextRun,
    draw_fitted,
    text_width,
)
from brikdesk.store.lines import REFEREE, Dice, Kind, Words

DANGER = Ink(token="danger")

LONGEST_HEADING = 300
"""The most characters of a heading; the title of an old file may be as long as a note."""

RULE_WIDTH = 46.0
"""Points of the rule column; the longest rule IDs are about as long as "turn-order"."""


def cell(
    x: float,
    width: float,
    words: str,
    ink: Ink = BODY,
    *,
    right: bool = False,
    leading: float = 11.5,
) -> PrintedCell:
    """Return words of one ink at a place of a row."""
    return PrintedCell(x, width, (TextRun(words, ink),), right=right, leading=leading)


def rule_cell(rule: str, width: float) -> PrintedCell:
    """Return the rule of a line, at the right."""
    return cell(width - RULE_WIDTH, RULE_WIDTH, rule, RULE)


def _table_head(*cells: PrintedCell) -> PrintedRow:
    """Return the head of a table, which each further page of the table repeats."""
    return PrintedRow(cells, above=1, below=3, ruled=True, is_head=True)


def title(data: report_data.ReportData, width: float) -> Iterator[Flowable]:
    """Head the report: shape, title, when it was played and by whom."""
    indent = 20.0 if data.colour else 0.0
    cells = [cell(indent, width - indent, _cut(data.title), TITLE, leading=25)]
    if data.colour:
        cells.insert(0, PrintedCell(0, 16, (FactionMark(data.colour, 14),), leading=25))
    yield PrintedHeading(data.title, 0, cells, above=4, below=0)
    yield PrintedRow([cell(indent, width - indent, data.subtitle)], above=2, below=6)
    if data.seal_words:
        yield PrintedRow([cell(indent, width - indent, data.seal_words, HINT)], above=0, below=6)


def _cut(words: str) -> str:
    """Return a heading cut to LONGEST_HEADING, because a heading is never split between pages."""
    return words if len(words) <= LONGEST_HEADING else f"{words[:LONGEST_HEADING]}…"


class Tiles(Flowable):  # type: ignore[misc]
    """The summary: a row of tiles, each with one number."""

    def __init__(self, tiles: Sequence[report_data.Tile]) -> None:
        super().__init__()
        self.tiles = tuple(tiles)

    @override
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, 40.0
        return width, self.height

    @override
    def draw(self) -> None:
        gap = 8.0
        wide = (self.width - gap * (len(self.tiles) - 1)) / len(self.tiles)
        for place, tile in enumerate(self.tiles):
            x = place * (wide + gap)
            with unread(self.canv):
                self.canv.setFillColor(colour("bg0"))
                self.canv.roundRect(x, 0, wide, 40, 4, stroke=0, fill=1)
            with tagged(self.canv, "P"):
                draw_fitted(self.canv, x + 9, 19.5, str(tile.number), NUMBER, wide - 18)
                draw_fitted(self.canv, x + 9, 7, tile.words, SMALL, wide - 18)


def heading(words: str, width: float, level: int, note: str = "") -> Iterator[Flowable]:
    """Head a part, with a note at its right."""
    # 64 points: no heading stands at the foot of a page without a line or two below it.
    yield CondPageBreak(64)
    cells = [cell(0, width - 150, words, HEAD if level == 1 else SUBHEAD, leading=15)]
    if note:
        cells.append(cell(width - 150, 150, note, RULE, right=True, leading=15))
    yield PrintedHeading(words, level, cells, above=15 if level == 1 else 9, below=2)


def turn_heading(turn: report_data.TurnPart, width: float) -> Iterator[Flowable]:
    """Head one turn among several."""
    # 90 points: below the heading of a turn there is room for some of its lines.
    yield CondPageBreak(90)
    cells = [
        PrintedCell(0, 14, (FactionMark(turn.colour, 10),), leading=17),
        cell(15, width - 15, _cut(turn.title), HEAD, leading=17),
    ]
    yield PrintedHeading(turn.title, 1, cells, above=22, below=0)
    played = ", ".join(words for words in (turn.person, turn.when) if words)
    if played:
        yield PrintedRow([cell(15, width - 15, f"{played}.", HINT)], above=0, below=2, ruled=True)


def paragraph(words: str, width: float, ink: Ink) -> PrintedRow:
    """Return words over the whole width."""
    return PrintedRow([cell(0, width, words, ink)])


PROSE = Ink(size=10.5)
"""Words that are read one after another, not looked up."""


def prose_paragraph(words: str, width: float) -> PrintedRow:
    """Return a paragraph of a story over the whole width."""
    return PrintedRow([cell(0, width, words, PROSE, leading=15)], above=1, below=3)


def chapter_heading(words: str, token: str, width: float) -> Iterator[Flowable]:
    """Head a chapter of a story, with the mark of the faction whose turn it tells."""
    yield CondPageBreak(52)
    mark = (FactionMark(token, 9),) if token else ()
    cells = [
        PrintedCell(0, 14, mark, leading=15),
        cell(15 if token else 0, width - 15, _cut(words), SUBHEAD, leading=15),
    ]
    yield PrintedHeading(words, 1, cells, above=9, below=0)


def plain_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], width: float
) -> Iterator[PrintedRow]:
    """Yield a table of words: each column as wide as it needs, the widest takes what is left."""
    needs = [
        max(text_width(words, NAME) for words in column) + 10
        for column in zip(head, *rows, strict=True)
    ]
    widest = max(range(len(needs)), key=needs.__getitem__)
    # At most a third each, so that one long name leaves room for what is said of it.
    wide = [min(need, width / 3) for need in needs]
    wide[widest] = width - sum(wide) + wide[widest]
    lefts = [sum(wide[:place]) for place in range(len(wide))]
    places = list(zip(lefts, wide, strict=True))
    top = _table_head(
        *(cell(x, w - 8, words, CAPTION) for (x, w), words in zip(places, head, strict=True))
    )
    yield top
    for row in rows:
        yield PrintedRow(
            [
                cell(x, w - 8, words, BODY if place else NAME)
                for place, ((x, w), words) in enumerate(zip(places, row, strict=True))
            ],
            above=3,
            below=3,
            ruled=True,
            head=top,
        )


# The dice audit

FACES_COLUMNS = (
    ("Die", 30.0), ("From", 44.0), ("Dice", 34.0), ("Mean", 66.0), ("1, 2, 3 …", 92.0),
)  # fmt: skip
"""Titles with their points, between whose dice they are and what they come to."""

WHOSE = 104.0


def faces_table(rows: Sequence[report_data.FacesThrown], width: float) -> Iterator[PrintedRow]:
    """Yield the table of dice by owner, size and origin: how often each face lay there."""
    head = _table_head(
        cell(15, WHOSE, "Whose", CAPTION),
        *_in_columns([title for title, _ in FACES_COLUMNS], CAPTION),
        _last_cell("What it comes to", width, CAPTION),
    )
    yield head
    for row in rows:
        mean = f"{row.mean:.2f} of {row.fair_mean:.1f}"
        said = (row.die, row.origin or "all", str(row.total), mean, _counts(row.counts))
        yield PrintedRow(
            [
                PrintedCell(0, 14, (FactionMark(row.colour, 8),) if row.colour else ()),
                cell(15, WHOSE - 4, row.owner or "All together", NAME),
                *_in_columns(said, BODY),
                _last_cell(row.verdict, width, BODY),
            ],
            above=3,
            below=3,
            ruled=True,
            head=head,
        )


def _in_columns(said: Sequence[str], ink: Ink) -> Iterator[PrintedCell]:
    left = 15 + WHOSE
    for words, (_, wide) in zip(said, FACES_COLUMNS, strict=True):
        yield cell(left, wide - 6, words, ink)
        left += wide


def _last_cell(words: str, width: float, ink: Ink) -> PrintedCell:
    left = 15 + WHOSE + sum(wide for _, wide in FACES_COLUMNS)
    return cell(left, width - left, words, ink)


def _counts(counts: Sequence[int]) -> str:
    return ", ".join(map(str, counts))


# The table of steps

STEP, DICE, WHAT = 16.0, 150.0, 218.0


def start_of_turn(turn: report_data.TurnPart, width: float, level: int) -> Iterator[Flowable]:
    """Show the steps of the turn's start: number, step, dice, what happened, rule."""
    yield from heading("Start of turn", width, level, turn.start_note)
    if not turn.start:
        return
    head = _table_head(
        cell(0, STEP, "#", CAPTION),
        cell(STEP, 130, "Step", CAPTION),
        cell(DICE, 60, "Dice", CAPTION),
        cell(WHAT, 100, "What happened", CAPTION),
        cell(width - RULE_WIDTH, RULE_WIDTH, "Rule", CAPTION),
    )
    yield head
    for at, entry in enumerate(turn.start):
        following = turn.start[at + 1 : at + 2]
        yield _step_row(entry, width, head, last=not following or bool(following[0].place))


def _step_row(
    entry: report_data.ReportLine, width: float, head: PrintedRow, *, last: bool
) -> PrintedRow:
    pieces = list(pieces_of(entry))
    dice = tuple(piece for piece in pieces if isinstance(piece, Glyph))
    words = tuple(piece for piece in pieces if isinstance(piece, TextRun))
    none = (TextRun("no dice", RULE),) if entry.place else ()
    lead = Ink(SMALL.face, 8.5, "text2") if entry.is_band else LEAD
    number = str(entry.place) if entry.place else ""
    return PrintedRow(
        [
            cell(0, STEP, number, RULE),
            cell(STEP, DICE - STEP - 6, bare(entry.lead), lead),
            PrintedCell(DICE, WHAT - DICE - 6, dice or none),
            PrintedCell(WHAT, width - WHAT - RULE_WIDTH - 8, words),
            rule_cell(entry.rule, width),
        ],
        above=4.5 if entry.place else 1,
        below=4.5 if last else 0,
        ruled=last,
        head=head,
    )


def bare(lead: str) -> str:
    """Return a lead as a table shows it, without its full stop."""
    return lead.removesuffix(".")


def pieces_of(entry: report_data.ReportLine) -> Iterator[TextPiece]:
    """Yield the words and dice after the lead, and what was overruled."""
    for part in entry.parts:
        if isinstance(part, Dice):
            for place, die in enumerate(part.dice):
                yield Glyph(die, TONES[part.tone(place)])
        elif isinstance(part, Words) and part.text.strip():
            yield TextRun(part.text, BODY)
    if entry.overruled:
        yield TextRun(f"Overruled {', '.join(entry.overruled)}.", DANGER)


MINUS = "\N{MINUS SIGN}"


def bullets(
    entries: Sequence[report_data.ReportLine], width: float, *, timed: bool = False
) -> Iterator[PrintedRow]:
    """Yield lines as a list; with `timed`, each has its time at the right instead of its rule."""
    for entry in entries:
        # A band belongs to the explosion above it, and so has no dot of its own.
        dot = () if entry.is_band else (TextRun("•", PLAIN),)
        side = entry.at if timed else entry.rule
        yield PrintedRow(
            [
                PrintedCell(15, 10, dot),
                PrintedCell(27, width - 27 - RULE_WIDTH - 8, whole_line(entry)),
                cell(width - RULE_WIDTH, RULE_WIDTH, side, RULE, right=timed),
            ],
            above=1.5,
            below=1.5,
        )


def whole_line(entry: report_data.ReportLine) -> tuple[TextPiece, ...]:
    """Return a whole line as running text."""
    return (TextRun(entry.lead, LEAD), *pieces_of(entry))


def fact_column(facts: report_data.Facts, width: float) -> list[PrintedRow]:
    """Return facts as a narrow column under a ruled heading."""
    rows = [_fact_row(fact, width) for fact in facts.rows]
    return [_column_head(facts.heading, width), *(rows or [paragraph(facts.none, width, HINT)])]


def _column_head(words: str, width: float) -> PrintedHeading:
    cells = [cell(0, width, words, HEAD, leading=15)]
    return PrintedHeading(words, 1, cells, above=0, below=4, ruled=True)


def _fact_row(fact: report_data.LastingFact, width: float) -> PrintedRow:
    shape = (FactionMark(fact.colour, 8),) if fact.colour else ()
    ink = Ink(BODY.face, BODY.size, fact.tone or "text2")
    left = _share(fact, width - 13)
    return PrintedRow(
        [
            PrintedCell(0, 12, shape),
            cell(13, left - 4, fact.name, NAME),
            cell(13 + left, width - 13 - left, fact.value, ink, right=True),
        ],
        above=1,
        below=0.5,
    )


def _share(fact: report_data.LastingFact, room: float) -> float:
    """Return the points for the name: what it needs, but at most half if the value needs more."""
    name = text_width(fact.name, NAME) + 8
    return name if name + text_width(fact.value, BODY) + 1 <= room else min(name, room / 2)


def fact_list(facts: report_data.Facts, width: float) -> Iterator[Flowable]:
    """Yield facts one below the other, as a part with a heading of its own."""
    yield from heading(facts.heading, width, 1)
    if not facts.rows:
        yield paragraph(facts.none, width, HINT)
    for fact in facts.rows:
        yield _fact_row(fact, width * 0.6)


def ruling_column(
    rulings: Sequence[report_data.ReportLine], undone: int, width: float
) -> list[PrintedRow]:
    """Return what the referee ruled and overruled, each with its time, as a column.

    One line says how many acts were undone.
    """
    rows = [
        PrintedRow(
            [
                PrintedCell(0, width - 40, whole_line(entry)),
                cell(width - 36, 36, entry.at, RULE, right=True),
            ],
            above=1,
            below=0.5,
        )
        for entry in rulings
    ]
    if undone or not rows:
        words = report_data.not_told(undone) or "No rulings, nothing undone."
        rows.append(paragraph(words, width, HINT))
    return [_column_head("Rulings and corrections", width), *rows]


SCORE_COLUMNS = ("Turns", "Attacks", "Units lost", "Dice", "Typed")
POINTS = "Points"
"""The column of victory points, where somebody has any."""


def score_table(scores: Sequence[report_data.Score], width: float) -> Iterator[PrintedRow]:
    """Yield the table of what each faction did and lost."""
    wide = 56.0
    # Points have a column only where somebody has some.
    counted = any(score.points is not None for score in scores)
    columns = (*SCORE_COLUMNS, POINTS) if counted else SCORE_COLUMNS
    first = width - wide * len(columns)
    head = _table_head(
        cell(15, first - 15, "Faction", CAPTION),
        *(
            cell(first + place * wide, wide, words, CAPTION, right=True)
            for place, words in enumerate(columns)
        ),
    )
    yield head
    for score in scores:
        did = (score.turns, score.attacks, score.lost, score.dice.total, score.dice.typed)
        numbers = did if score.points is None else (*did, score.points)
        name = (TextRun(score.faction, NAME), TextRun(score.person, HINT))
        yield PrintedRow(
            [
                PrintedCell(0, 14, (FactionMark(score.colour, 8),)),
                PrintedCell(15, first - 23, name),
                *(
                    cell(first + place * wide, wide, str(number), right=True)
                    for place, number in enumerate(numbers)
                ),
            ],
            above=4,
            below=4,
            ruled=True,
            head=head,
        )


LEFT, REACH = 15.0, 34.0
MOST_DICE = 8
"""Dice of a band side by side; more of them wrap to the next line."""

# Terms that are dice themselves: the Action die, a Benny, the −1d4 of a burning unit (8.3-27).
DIE = re.compile(r"\bd\d+\b|^Benny|^On fire")
IN_BAND = re.compile(r'^(\d[\d.]*–\d[\d.]*"): ')
TOTAL = re.compile(r"^(\d+) damage(?:, |\.$)")
PLAIN_KNOCKBACK = re.compile(r'^\d+" KnockBack\.$')


def happenings(entries: Sequence[report_data.ReportLine], width: float) -> Iterator[Flowable]:
    """Yield lines of the log as rows: an attack begins with a heading, an explosion has a table of bands."""
    # By shot too: by the Sci-fi rules one act fires several, and each has lines of its own.
    for _, same in groupby(entries, key=lambda entry: (entry.act_id, entry.shot)):
        act = list(same)
        follows = act[0].follows
        first = act[0].kind is Kind.ATTACK and not act[0].is_band and not follows
        lines = _lines(act[int(first) :], width, marked=not (first or follows))
        if first:
            yield CondPageBreak(60)
            title = _attack_title(act[0], width)
            yield title
            yield from _below(title, _attack(act[0], width))
            yield from _below(title, lines)
        else:
            yield from lines


def _below(title: PrintedRow, rows: Iterator[Flowable]) -> Iterator[Flowable]:
    """Yield the rows of an attack, which repeat its title where they come first on a page."""
    for row in rows:
        if isinstance(row, PrintedRow) and row.head is None:
            row.head = title
        yield row


def _attack_title(entry: report_data.ReportLine, width: float) -> PrintedRow:
    shape = (FactionMark(entry.colour, 10),) if entry.colour else ()
    cells = [
        PrintedCell(0, 14, shape, leading=14),
        cell(LEFT, width - LEFT, bare(entry.lead), SUBHEAD, leading=14),
    ]
    return PrintedRow(cells, above=8, below=0)


def _attack(entry: report_data.ReportLine, width: float) -> Iterator[Flowable]:
    """Yield the number that an attack needed, its modifiers, then dice and results."""
    pieces = list(pieces_of(entry))
    # What stands before the first die says what the roll needs.
    dice = next((at for at, piece in enumerate(pieces) if isinstance(piece, Glyph)), 0)
    chips = tuple(_chips(entry))
    room = width - LEFT - RULE_WIDTH - 8
    if dice:
        yield PrintedRow([PrintedCell(LEFT, room, tuple(pieces[:dice]))], above=1, below=1)
    if chips:
        yield PrintedRow([PrintedCell(LEFT, width - LEFT, chips)], above=1, below=1)
    if pieces[dice:] or entry.rule:
        cells = [PrintedCell(LEFT, room, tuple(pieces[dice:])), rule_cell(entry.rule, width)]
        yield PrintedRow(cells, above=2, below=2)


def _chips(entry: report_data.ReportLine) -> Iterator[ModifierChip]:
    """Yield the modifiers of an Action Roll as chips: all its parts but the dice."""
    for summed in entry.sums:
        for term in summed.terms if summed.name == "Action Roll" else ():
            if not DIE.search(term.reason) and term.value:
                value = f"{term.value:+d}".replace("-", MINUS)
                rule = "" if term.rule == REFEREE else term.rule
                yield ModifierChip(value, term.reason, rule, "ok" if term.value > 0 else "danger")


def _lines(
    act: Sequence[report_data.ReportLine], width: float, *, marked: bool
) -> Iterator[Flowable]:
    """Yield the lines of one act; the victims of an explosion stand beside their bands."""
    victims = _victims(act)
    beside = [entry for found in victims.values() for group in found for entry in group]
    glyphs = [sum(isinstance(p, Glyph) for p in pieces_of(e)) for e in act if e.is_band]
    wide = min(max(glyphs, default=0), MOST_DICE) * (GLYPH + 2.6)
    for entry in act:
        if entry.is_band:
            yield from _band(entry, victims.get(_reach(entry), ()), wide, width)
        # By identity: two lines of an act may be equal.
        elif not any(each is entry for each in beside):
            yield _row(entry, width, marked=marked)
        marked = False


def _row(entry: report_data.ReportLine, width: float, *, marked: bool) -> PrintedRow:
    mark = (FactionMark(entry.colour, 8),) if marked and entry.colour else ()
    cells = [
        PrintedCell(0, 14, mark),
        PrintedCell(LEFT, width - LEFT - RULE_WIDTH - 8, whole_line(entry)),
        rule_cell(entry.rule, width),
    ]
    return PrintedRow(cells, above=3 if marked else 1, below=1)


# Bands and who was in them

Victims = Sequence[Sequence[report_data.ReportLine]]


def _reach(band: report_data.ReportLine) -> str:
    return band.lead.rstrip(":")


def _victims(
    act: Sequence[report_data.ReportLine],
) -> dict[str, list[list[report_data.ReportLine]]]:
    """Return the lines about each victim by the reach of its band.

    Empty if two explosions have bands of the same reach: the lines do not say which is meant.
    """
    reaches = [_reach(entry) for entry in act if entry.is_band]
    found: dict[str, list[list[report_data.ReportLine]]] = {reach: [] for reach in reaches}
    if len(found) < len(reaches):
        return {}
    taken: dict[int, list[report_data.ReportLine]] = {}
    for entry in act:
        reach = _in_band(entry)
        if reach in found and entry.unit_id is not None:
            taken[entry.unit_id] = [entry]
            found[reach].append(taken[entry.unit_id])
        elif entry.unit_id in taken and not entry.is_band:
            taken[entry.unit_id].append(entry)
    return found


def _in_band(entry: report_data.ReportLine) -> str:
    """Return the reach of the band in which the victim of a line stood, as `2–4"`; empty without one."""
    words = next((part.text for part in entry.parts if isinstance(part, Words)), "")
    match = IN_BAND.match(words) if entry.kind is Kind.ATTACK else None
    return match[1] if match else ""


def _band(
    entry: report_data.ReportLine, victims: Victims, wide: float, width: float
) -> Iterator[PrintedRow]:
    """Show a band: reach, its dice, its damage, and what it did to whom."""
    pieces = list(pieces_of(entry))
    dice = tuple(piece for piece in pieces if isinstance(piece, Glyph))
    total, words = _total([piece for piece in pieces if not isinstance(piece, Glyph)])
    if victims and len(words) == 1 and _is_plain(words[0]):
        words = []  # each victim's own line says how far it was thrown
    sentences: list[tuple[Sequence[TextPiece], str]] = [
        (tuple(_victim(group)), group[0].rule) for group in victims
    ]
    if words or not sentences:
        sentences.append((words, entry.rule))
    at = LEFT + REACH + 1
    number = 20.0 if total else 0.0
    left = at + (wide + 4 if wide else 0) + (number + 10 if total else 0)
    # The first row shows the band itself; each further victim gets a row below it.
    for place, (said, rule) in enumerate(sentences):
        cells = [
            PrintedCell(left, width - left - RULE_WIDTH - 8, tuple(said)),
            rule_cell(rule, width),
        ]
        if not place:
            damage = (TextRun(total, NAME),) if total else ()
            cells += [
                cell(LEFT, REACH, _reach(entry), Ink(NAME.face, 8.5, "text2")),
                PrintedCell(at, wide + 2, dice),
                PrintedCell(left - number - 10, number, damage, right=True),
            ]
        yield PrintedRow(cells, above=1.5 if not place else 0, below=1.5)


def _total(pieces: Sequence[TextPiece]) -> tuple[str, list[TextPiece]]:
    """Return the damage of a band, which has a column of its own, and the other words."""
    first = pieces[0] if pieces else None
    match = TOTAL.match(first.words) if isinstance(first, TextRun) else None
    if not isinstance(first, TextRun) or match is None:
        return "", list(pieces)
    rest = first.words[match.end() :].strip()
    return match[1], [*([TextRun(rest, first.ink)] if rest else []), *pieces[1:]]


def _is_plain(piece: TextPiece) -> bool:
    return isinstance(piece, TextRun) and PLAIN_KNOCKBACK.match(piece.words) is not None


def _victim(group: Sequence[report_data.ReportLine]) -> Iterator[TextPiece]:
    """Yield what happened to one victim as running text: its Armor, then all consequences."""
    first, *more = group
    name = first.lead.rpartition(" takes ")[0] or bare(first.lead)
    yield TextRun(f"{name}:", LEAD)
    for piece in pieces_of(first):
        if isinstance(piece, TextRun):
            yield TextRun(IN_BAND.sub("", piece.words), piece.ink)
        else:
            yield piece
    for entry in more:
        yield TextRun(_without(name, entry.lead), BODY)
        yield from pieces_of(entry)
        if entry.rule and entry.rule != first.rule:
            yield TextRun(entry.rule, RULE)


def _without(name: str, lead: str) -> str:
    """Return a lead without the victim's name, which stands before it already."""
    if not lead.startswith(name):
        return lead
    rest = lead.removeprefix(name).lstrip(": ").removeprefix("is ")
    return f"{rest[:1].upper()}{rest[1:]}"


COLUMNS = (
    ("Loaded", 44.0), ("= Remaining", 60.0), ("+ Fired", 42.0), ("+ Lost", 40.0),
    ("+ Adjusted", 54.0), ("This turn", 52.0),
)  # fmt: skip
"""Titles with their points, flush right."""


def ammo_table(lines: Sequence[report_data.AmmoLine], width: float) -> Iterator[Flowable]:
    """Show every load: loaded = remaining + fired + lost + adjusted."""
    yield from heading("Ammunition", width, 1)
    if not lines:
        yield paragraph("No ammunition is counted.", width, HINT)
        return
    first = width - sum(wide for _, wide in COLUMNS)
    titles = [title for title, _ in COLUMNS]
    head = _table_head(
        cell(15, first - 15, "Weapon", CAPTION), *_ammo_cells(first, titles, CAPTION)
    )
    yield head
    for line in lines:
        yield _row_of_ammo_table(line, first, head)


def _row_of_ammo_table(line: report_data.AmmoLine, first: float, head: PrintedRow) -> PrintedRow:
    about = ", ".join(words for words in (line.load, line.unit) if words)
    state = (TextRun(line.state, DANGER),) if line.state else ()
    # Rounds that nobody has counted yet have no sum.
    asked = line.state == "how many?"
    numbers = [line.loaded, line.remaining, line.fired, line.lost, line.adjusted]
    figures = ["?" if asked else _number(number) for number in numbers]
    return PrintedRow(
        [
            PrintedCell(0, 14, (FactionMark(line.colour, 8),) if line.colour else ()),
            PrintedCell(15, first - 19, (TextRun(line.weapon, NAME), TextRun(about, HINT), *state)),
            *_ammo_cells(first, [*figures, line.this_turn], BODY),
        ],
        above=4,
        below=4,
        ruled=True,
        head=head,
    )


def _ammo_cells(first: float, words: Sequence[str], ink: Ink) -> Iterator[PrintedCell]:
    left = first
    for said, (title, wide) in zip(words, COLUMNS, strict=True):
        bold = NAME if title == "= Remaining" and ink is not CAPTION else ink
        yield cell(left, wide, said, bold, right=True)
        left += wide


def _number(number: int) -> str:
    return str(number) if number >= 0 else f"{MINUS}{-number}"
