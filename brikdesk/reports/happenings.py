"""Show what happened in a turn, act by act: attacks under headings, explosions band by band."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from reportlab.platypus import CondPageBreak, Flowable

from brikdesk.reports.blocks import MINUS, RULE_WIDTH, bare, pieces_of, rule_cell
from brikdesk.reports.data import ReportLine
from brikdesk.reports.rows import PrintedCell, PrintedRow
from brikdesk.reports.text import (
    BODY,
    GLYPH,
    LEAD,
    NAME,
    RULE,
    SUBHEAD,
    FactionMark,
    Glyph,
    Ink,
    ModifierChip,
    TextPiece,
    TextRun,
)
from brikdesk.store.lines import REFEREE, Kind, Words

LEFT, REACH = 15.0, 34.0
MOST_DICE = 8
"""Dice of a band side by side; more of them wrap to the next line."""

# Terms that are dice themselves: the Action die, a Benny, the −1d4 of a burning unit (8.3-27).
DIE = re.compile(r"\bd\d+\b|^Benny|^On fire")
IN_BAND = re.compile(r'^(\d[\d.]*–\d[\d.]*"): ')
TOTAL = re.compile(r"^(\d+) damage(?:, |\.$)")
PLAIN_KNOCKBACK = re.compile(r'^\d+" KnockBack\.$')


def happenings(entries: Sequence[ReportLine], width: float) -> Iterator[Flowable]:
    """Yield the lines in order: an attack's first line as a heading, bands as a table."""
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


def _attack_title(entry: ReportLine, width: float) -> PrintedRow:
    shape = (FactionMark(entry.colour, 10),) if entry.colour else ()
    lead = (TextRun(bare(entry.lead), SUBHEAD),)
    cells = [
        PrintedCell(0, 14, shape, leading=14),
        PrintedCell(LEFT, width - LEFT, lead, leading=14),
    ]
    return PrintedRow(cells, above=8, below=0)


def _attack(entry: ReportLine, width: float) -> Iterator[Flowable]:
    """Yield the number that an attack needed, its modifiers, then dice and results."""
    pieces = list(pieces_of(entry))
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


def _chips(entry: ReportLine) -> Iterator[ModifierChip]:
    """Yield the modifiers of an Action Roll as chips: all its parts but the dice."""
    for summed in entry.sums:
        for term in summed.terms if summed.name == "Action Roll" else ():
            if not DIE.search(term.reason) and term.value:
                value = f"{term.value:+d}".replace("-", MINUS)
                rule = "" if term.rule == REFEREE else term.rule
                yield ModifierChip(value, term.reason, rule, "ok" if term.value > 0 else "danger")


def _lines(act: Sequence[ReportLine], width: float, *, marked: bool) -> Iterator[Flowable]:
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


def _row(entry: ReportLine, width: float, *, marked: bool) -> PrintedRow:
    mark = (FactionMark(entry.colour, 8),) if marked and entry.colour else ()
    words = (TextRun(entry.lead, LEAD), *pieces_of(entry))
    cells = [
        PrintedCell(0, 14, mark),
        PrintedCell(LEFT, width - LEFT - RULE_WIDTH - 8, words),
        rule_cell(entry.rule, width),
    ]
    return PrintedRow(cells, above=3 if marked else 1, below=1)


# Bands and who was in them

Victims = Sequence[Sequence[ReportLine]]


def _reach(band: ReportLine) -> str:
    return band.lead.rstrip(":")


def _victims(act: Sequence[ReportLine]) -> dict[str, list[list[ReportLine]]]:
    """Return the lines about each victim by the reach of its band.

    Empty if two explosions have bands of the same reach: the lines do not say which is meant.
    """
    reaches = [_reach(entry) for entry in act if entry.is_band]
    found: dict[str, list[list[ReportLine]]] = {reach: [] for reach in reaches}
    if len(found) < len(reaches):
        return {}
    taken: dict[int, list[ReportLine]] = {}
    for entry in act:
        reach = _in_band(entry)
        if reach in found and entry.unit_id is not None:
            taken[entry.unit_id] = [entry]
            found[reach].append(taken[entry.unit_id])
        elif entry.unit_id in taken and not entry.is_band:
            taken[entry.unit_id].append(entry)
    return found


def _in_band(entry: ReportLine) -> str:
    """Return the reach of the band in which a line's victim stood; empty if it names none."""
    words = next((part.text for part in entry.parts if isinstance(part, Words)), "")
    match = IN_BAND.match(words) if entry.kind is Kind.ATTACK else None
    return match[1] if match else ""


def _band(entry: ReportLine, victims: Victims, wide: float, width: float) -> Iterator[PrintedRow]:
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
    for place, (said, rule) in enumerate(sentences):
        cells = [
            PrintedCell(left, width - left - RULE_WIDTH - 8, tuple(said)),
            rule_cell(rule, width),
        ]
        if not place:
            reach = (TextRun(entry.lead.rstrip(":"), Ink(NAME.face, 8.5, "text2")),)
            cells += [
                PrintedCell(LEFT, REACH, reach),
                PrintedCell(at, wide + 2, dice),
                PrintedCell(
                    left - number - 10, number, (TextRun(total, NAME),) if total else (), right=True
                ),
            ]
        yield PrintedRow(cells, above=1.5 if not place else 0, below=1.5)


def _total(pieces: Sequence[TextPiece]) -> tuple[str, list[TextPiece]]:
    """Split a band's damage from its other words, because it has a column of its own."""
    first = pieces[0] if pieces else None
    match = TOTAL.match(first.words) if isinstance(first, TextRun) else None
    if not isinstance(first, TextRun) or match is None:
        return "", list(pieces)
    rest = first.words[match.end() :].strip()
    return match[1], [*([TextRun(rest, first.ink)] if rest else []), *pieces[1:]]


def _is_plain(piece: TextPiece) -> bool:
    return isinstance(piece, TextRun) and PLAIN_KNOCKBACK.match(piece.words) is not None


def _victim(group: Sequence[ReportLine]) -> Iterator[TextPiece]:
    """Yield what happened to one victim as running text: its Armor, then all consequences."""
    first, *more = group
    name = first.lead.rpartition(" takes ")[0] or bare(first.lead)
    yield TextRun(f"{name}:", LEAD)
    for piece in pieces_of(first):
        yield (
            TextRun(IN_BAND.sub("", piece.words), piece.ink)
            if isinstance(piece, TextRun)
            else piece
        )
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
