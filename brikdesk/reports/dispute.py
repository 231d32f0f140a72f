"""The dispute card: one event on one page, with all that it stood on and all that it came to."""

import math
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas
from sqlmodel import Session
from typing_extensions import override

from brikdesk.copied import copied
from brikdesk.dice import Die, Origin
from brikdesk.errors import BadInput
from brikdesk.games.related import switches_of
from brikdesk.reports.card_data import new_canvas
from brikdesk.reports.data import (
    Facts,
    LastingFact,
    ReportLine,
    TableMap,
    clock,
    span,
    table_map,
)
from brikdesk.reports.files import Paper, write_picture, write_report
from brikdesk.reports.fonts import BOLD, STRONG, TONES, colour
from brikdesk.reports.map import (
    Clipped,
    MapMark,
    MapSheet,
    MarkGroup,
    OutlineStyle,
    box,
    circle,
    map_marks,
    side_of,
)
from brikdesk.reports.map_picture import draw_marks, png_of
from brikdesk.reports.pdf_pages import FOOT, FOOT_INK, MARGIN, draw_head
from brikdesk.reports.reference import Noted, in_passing, own_rules, signed
from brikdesk.reports.rows import PrintedCell, PrintedRow
from brikdesk.reports.standing import as_they_stood, differences, standing
from brikdesk.reports.text import (
    FactionMark,
    Glyph,
    Ink,
    TextPiece,
    TextRun,
    draw_fitted,
    with_names_alone,
)
from brikdesk.rules.texts import is_known, rule_text
from brikdesk.store.campaign import Campaign, looking_back
from brikdesk.store.house_rules import house_rules
from brikdesk.store.lines import REFEREE, Dice, Sum, Term, Words, dice_thrown
from brikdesk.store.moments import touched
from brikdesk.store.session import old_left_alone
from brikdesk.store.views.campaign_and_battle import battle_head, players, rule_set
from brikdesk.store.views.log import LogEntry, NumberedAct, acts_by_number, corrected, log
from brikdesk.turns.secrets import Secrets, kept_from, secrets_now

UNDONE = "Undone"

NOTHING = "Nothing that lasts is otherwise than before."
SILENT = "The log says nothing of it."
NONE = {
    "The rules in words": "No rule is cited.",
    "House rules in force": "All are as BrikDesk has them.",
}
"""What stands under a heading where there is nothing."""

TablePart = tuple[float, float, float, float]
"""Left, top, width and depth of a part of the table, in inches."""

ORIGINS = {
    Origin.TYPED: "Typed, as they lay on the table",
    Origin.ROLLED: "Rolled by BrikDesk",
    Origin.CHANGED: "Rolled by BrikDesk, and changed afterwards",
}


class DiceOfOrigin(Struct, frozen=True):
    """Dice that follow each other in an event, and where their faces came from."""

    origin: Origin
    dice: tuple[Die, ...]

    @property
    def words(self) -> str:
        """The faces in words: d6 4, d10 9."""
        return ", ".join(f"d{die.sides} {die.value}" for die in self.dice)


class EventCard(Struct, frozen=True):
    """All about one act. `when` says in which turn and at what time, `status` why it does not count.

    `before` tells of the units concerned, which are `ringed` on the map; `part` is what is shown of
    that. Of an act that was undone both moments are gone.
    """

    campaign: str
    played_by: str
    act_id: int
    title: str
    when: str
    colour: str
    status: str
    lines: tuple[ReportLine, ...]
    earlier: Mapping[int, str]
    rules: tuple[Noted, ...]
    house: tuple[Noted, ...]
    names: tuple[str, ...]
    before: tuple[LastingFact, ...] = ()
    after: tuple[Facts, ...] = ()
    table: TableMap | None = None
    part: TablePart = (0.0, 0.0, 0.0, 0.0)
    ringed: frozenset[int] = frozenset()

    @property
    def dice(self) -> tuple[DiceOfOrigin, ...]:
        """The dice that were thrown, in their order."""
        thrown = [die for entry in self.lines for die in dice_thrown(entry.parts)]
        return tuple(
            DiceOfOrigin(origin, tuple(same))
            for origin, same in groupby(thrown, key=lambda die: die.origin)
        )

    @property
    def is_kept(self) -> bool:
        """Whether both moments are kept: those of an act that was undone are not."""
        return not self.status.startswith(UNDONE)

    def came_from(self, term: Term) -> str:
        """Return where a part of a number comes from, if from an earlier act: from: Attack."""
        title = self.earlier.get(term.act_id or 0, "")
        return f"from: {title}" if title else ""


# --- read ------------------------------------------------------------------------------------------


@old_left_alone()
def event_card(campaign: Campaign, act_id: int, *, secret: bool = False) -> EventCard:
    """Read the card of an act. Raise BadInput if there is none.

    What the players may not know yet is left out, silently, unless it is asked for.
    """
    card, secrets, ids = campaign.reading(lambda session: _read(session, act_id, secret))
    if not card.is_kept:
        return card
    with looking_back(campaign) as back_to:
        # `back_to` only goes back in time.
        after = standing(session := back_to(act_id))
        hidden = secrets | secrets_now(session) if not secret else secrets
        before = standing(session := back_to(act_id - 1))
        title = "The table before" if not ids else "Where it happened, right before"
        table = table_map(session, (), title, secrets)
        hidden = hidden | secrets_now(session) if not secret else hidden
        house = tuple(_house(session, card.rules))
    spots = [
        (row.x, row.y)
        for there in (before, after)
        for row in there.units
        if row.id in ids and row.x is not None and row.y is not None
    ]
    return replace(
        card,
        house=house,
        before=_public(as_they_stood(before, ids), hidden),
        after=tuple(
            replace(each, rows=rows)
            for each in differences(before, after)
            if (rows := _public(each.rows, hidden))
        ),
        table=None if table.is_bare else table,
        part=_part(spots, table),
        ringed=ids,
    )


def _read(session: Session, act_id: int, secret: bool) -> tuple[EventCard, Secrets, frozenset[int]]:
    act = acts_by_number(session, (act_id,)).get(act_id)
    if act is None:
        raise BadInput(f"There is no act {act_id}.")
    secrets = kept_from(session, secret=secret)
    whole = log(session, act_id=act_id)
    shown = secrets.public(whole)
    people = {row.id: row for row in players(session)}
    first = whole[0] if whole else None
    of_turn = people.get(first.turn_player_id) if first else None
    when = [f"Turn {first.number}, {of_turn.faction}"] if first and of_turn else []
    when += [span([first.done_at])] if first else []
    ids = frozenset(term.act_id or 0 for each in shown for one in each.sums for term in one.terms)
    earlier = acts_by_number(session, ids) if ids else {}
    head = battle_head(session)
    lines = tuple(_line(entry, people[entry.player_id].colour if entry.player_id in people else "")
                  for entry in shown)  # fmt: skip
    card = EventCard(
        campaign=head.campaign,
        played_by=rule_set(session),
        act_id=act_id,
        title=_title(act, shown, secrets),
        when=", ".join([*when, f"act {act_id}"]),
        colour=of_turn.colour if of_turn else "",
        status=_status(session, act),
        lines=lines,
        earlier={
            key: each.title for key, each in earlier.items() if not secrets.betrayed_by(each.title)
        },
        rules=tuple(_cited(lines)),
        house=own_rules(session),
        names=(head.campaign, *(row.faction for row in people.values())),
    )
    # Whom a secret concerns is a secret too.
    hidden_ids = {entry.unit_id for entry in whole if entry not in shown}
    return card, secrets, touched(session, act_id) - hidden_ids if shown else frozenset()


def _title(act: NumberedAct, shown: Sequence[LogEntry], secrets: Secrets) -> str:
    """Return what the card is called: as undo calls the act, but steps by what came of the first."""
    if not shown:
        return f"Act {act.id}" if secrets.notes else act.title
    first = shown[0].lead.rstrip(".:")
    return first if shown[0].step or secrets.betrayed_by(act.title) else act.title


def _status(session: Session, act: NumberedAct) -> str:
    if act.undone:
        return f"{UNDONE}: nothing of this counts, and how the table stood then is not kept."
    if act.id in corrected(session):
        return "Corrected later: in the end something else counts in its place."
    return ""


def _line(entry: LogEntry, token: str) -> ReportLine:
    return copied(ReportLine, entry, colour=token, at=clock(entry.done_at))


def _cited(lines: Sequence[ReportLine]) -> Iterator[Noted]:
    """Yield the rules that lines and their numbers cite, in the order of the first time."""
    ids = dict.fromkeys(
        rule
        for entry in lines
        for rule in (
            entry.rule,
            *entry.overruled,
            *(term.rule for each in entry.sums for term in each.terms),
        )
    )
    for id in ids:
        if is_known(id):
            yield Noted(rule_text(id).title, rule_text(id).text, id)


def _house(session: Session, cited: Sequence[Noted]) -> Iterator[Noted]:
    """Yield the house rules that bear on the cited rules, then those that differ from the usual."""
    values, own = house_rules(session), own_rules(session)
    by_title = {each.name: each for each in own}
    bearing = {
        switch.title: Noted(switch.title, in_passing(values[switch.id]), switch.rule)
        for each in cited
        for switch in switches_of(rule_text(each.rule))
        if switch.id in values
    }
    yield from (by_title.get(title, each) for title, each in bearing.items())
    yield from (each for each in own if each.name not in bearing)


def _public(rows: Sequence[LastingFact], hidden: Secrets) -> tuple[LastingFact, ...]:
    return tuple(row for row in rows if not hidden.betrayed_by(f"{row.name} {row.value}"))


AROUND, LEAST_PART, WIDER = 5.0, 14.0, 1.4
"""Inches around what happened, the least part of the table, and how much wider than deep it is."""


def _part(spots: Sequence[tuple[float, float]], table: TableMap) -> TablePart:
    """Return the part of the table around some spots; all of it without any."""
    wide, deep = table.ground.width, table.ground.depth
    if not spots:
        return (0.0, 0.0, wide, deep)
    xs, ys = zip(*spots, strict=True)
    across = max(max(xs) - min(xs) + 2 * AROUND, (max(ys) - min(ys) + 2 * AROUND) * WIDER)
    across = min(max(across, LEAST_PART), wide)
    down = min(max(max(ys) - min(ys) + 2 * AROUND, across / WIDER), deep)
    return (_begin(xs, across, wide), _begin(ys, down, deep), across, down)


def _begin(places: Sequence[float], long: float, whole: float) -> float:
    """Return where a stretch begins that lies around places, and on the table."""
    return max(0.0, min((min(places) + max(places) - long) / 2, whole - long))


# --- drawn -----------------------------------------------------------------------------------------

GAP = 20.0
"""Points between the two columns."""

SCALES = (1.2, 1.1, 1.0, 0.92, 0.85, 0.78)
"""How large the type is: the largest with which all has room on one page."""

LEADING = 10.6
WORDS, STRONG_WORDS = Ink(size=8.2, token="text2"), Ink(STRONG, 8.2)
FAINT, HEADING = Ink(size=7.4, token="text3"), Ink(BOLD, 10.0)
RULE_WIDTH, POINTS = 44.0, 22.0
"""Points of the rule beside a part of a number, and of its value before it."""

PIXELS = 1600
"""How wide a picture of the card is."""


@old_left_alone()
def card_as_pdf(card: EventCard, paper: str = Paper.A4) -> bytes:
    """Return the card as PDF, on a4 or letter: one page, unless it has too much to tell."""
    size = Paper(paper).points
    out = BytesIO()
    canvas = new_canvas(out, size, f"{card.title}, {card.campaign}")
    card = with_names_alone(card, card.names)
    column = (size[0] - 2 * MARGIN - GAP) / 2
    high = size[1] - 2 * MARGIN - TOP - 16
    for scale in SCALES:
        title = list(_title_rows(card, size[0] - 2 * MARGIN, scale))
        head = sum(row.own_height for row in title)
        pages = _in_columns(list(_rows(card, column, scale)), high - head - BELOW_TITLE)
        if len(pages) == 1:
            pages = _balanced(pages[0])
            break
    for number, columns in enumerate(pages):
        _draw_page(canvas, size, card, f"Page {number + 1} of {len(pages)}")
        y = size[1] - MARGIN - TOP
        for row in title if not number else ():
            row.draw_at(canvas, MARGIN, y, size[0] - 2 * MARGIN)
            y -= row.own_height
        y -= 0 if number else BELOW_TITLE
        for place, rows in enumerate(columns):
            down = y
            rows[0].above = 0.0
            for row in rows:
                row.draw_at(canvas, MARGIN + place * (column + GAP), down, column)
                down -= row.own_height
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def card_as_png(card: EventCard) -> bytes:
    """Return the card as a picture; further pages stand below the first."""
    return png_of(card_as_pdf(card), PIXELS / Paper.A4.points[0])


def write_card(path: Path, card: EventCard, campaign: Path, *, picture: bool = False) -> Path:
    """Write the card as its suffix says, without one as a PDF or a picture; return its path.

    Raise CampaignFileError if nothing was written.
    """
    suffix = path.suffix.lower()
    if suffix == ".png":
        return write_picture(path, card_as_png(card), campaign)
    if picture and suffix != ".pdf":
        return write_picture(path.with_name(f"{path.name}.png"), card_as_png(card), campaign)
    return write_report(path, card_as_pdf(card), campaign)


TOP, BELOW_TITLE = 16.0, 10.0
"""Points from the upper margin to what a page holds, and from the title to the columns."""


def _draw_page(canvas: Canvas, size: tuple[float, float], card: EventCard, page: str) -> None:
    draw_head(canvas, size, card.campaign, "Dispute card")
    words = f"{card.played_by}. Outlined dice were typed, filled dice rolled, dashed ones changed."
    draw_fitted(canvas, MARGIN, FOOT, words, FOOT_INK, size[0] - 2 * MARGIN - 60)
    draw_fitted(canvas, size[0] - MARGIN, FOOT, page, FOOT_INK, 60, "right")


def _in_columns(rows: Sequence["PrintedRow"], high: float) -> list[list[list[PrintedRow]]]:
    """Return pages of two columns; a heading stands on the same as what follows it."""
    columns: list[list[PrintedRow]] = [[]]
    used = 0.0
    for at, row in enumerate(rows):
        end = at
        while end + 1 < len(rows) and isinstance(rows[end], _Heading):
            end += 1
        need = sum(each.own_height for each in rows[at : end + 1])
        if used and used + need > high:
            columns.append([])
            used = 0.0
        columns[-1].append(row)
        # Nothing is left free above what stands at the top.
        used += row.own_height if used else row.own_height - row.above
    return [columns[at : at + 2] for at in range(0, len(columns), 2)]


def _balanced(columns: Sequence[Sequence[PrintedRow]]) -> list[list[list[PrintedRow]]]:
    """Return one page whose columns end at about the same height."""
    rows = [row for column in columns for row in column]
    high = sum(row.own_height for row in rows) / 2
    while len(found := _in_columns(rows, high)) > 1:
        high += LEADING
    return found


class _Heading(PrintedRow):
    """The heading of a part."""


def _scaled(ink: Ink, scale: float) -> Ink:
    return replace(ink, size=ink.size * scale)


def _heading(words: str, width: float, scale: float) -> PrintedRow:
    run = TextRun(words, _scaled(HEADING, scale))
    return _Heading(
        [PrintedCell(0, width, (run,), leading=14 * scale)], above=8, below=2, ruled=True
    )


def _said(
    pieces: Sequence[TextPiece], width: float, scale: float, x: float = 0, above: float = 1.0
) -> PrintedRow:
    cells = [PrintedCell(x, width - x, tuple(pieces), leading=LEADING * scale)]
    return PrintedRow(cells, above=above, below=0.5)


def _title_rows(card: EventCard, width: float, scale: float) -> Iterator[PrintedRow]:
    mark: tuple[TextPiece, ...] = (FactionMark(card.colour, 12),) if card.colour else ()
    title = TextRun(card.title, Ink(BOLD, 15))
    indent = 17.0 if mark else 0.0
    cells = [
        PrintedCell(0, 16, mark, leading=19),
        PrintedCell(indent, width - indent, (title,), leading=19),
    ]
    yield PrintedRow(cells, above=2, below=0)
    yield _said((TextRun(card.when, WORDS),), width, 1.0, indent)
    if card.status:
        yield _said((TextRun(card.status, Ink(STRONG, 8.2, "danger")),), width, 1.0, indent)


def _rows(card: EventCard, width: float, scale: float) -> Iterator[PrintedRow]:
    """Yield all that the card tells, in the order of what happened."""
    if card.table is not None:
        yield _heading(card.table.title, width, scale)
        yield _MapRow(card, width)
    if card.before:
        yield _heading("The moment before", width, scale)
        yield from (_fact(each, width, scale) for each in card.before)
    yield _heading("What happened", width, scale)
    for entry in card.lines:
        yield _entry(entry, width, scale)
    if not card.lines:
        yield _said((TextRun(SILENT, _scaled(FAINT, scale)),), width, scale)
    yield from _dice_rows(card, width, scale)
    if any(entry.sums for entry in card.lines):
        yield _heading("Every number with its parts", width, scale)
        for entry in card.lines:
            for each in entry.sums:
                yield from _number(card, each, width, scale)
    yield from _moment_after(card, width, scale)
    for words, noted in (("The rules in words", card.rules), ("House rules in force", card.house)):
        yield _heading(words, width, scale)
        yield from (_noted(each, width, scale) for each in noted)
        if not noted:
            yield _said((TextRun(NONE[words], _scaled(FAINT, scale)),), width, scale)


def _entry(entry: ReportLine, width: float, scale: float) -> PrintedRow:
    name, words = _scaled(STRONG_WORDS, scale), _scaled(WORDS, scale)
    pieces: list[TextPiece] = [TextRun(entry.lead, name)]
    for part in entry.parts:
        if isinstance(part, Dice):
            pieces += [Glyph(die, TONES[part.tone(at)]) for at, die in enumerate(part.dice)]
        elif isinstance(part, Words) and part.text.strip():
            pieces.append(TextRun(part.text, words))
    pieces += [TextRun(rule, _scaled(FAINT, scale)) for rule in (entry.rule,) if rule]
    return _said(pieces, width, scale, above=2.0)


def _dice_rows(card: EventCard, width: float, scale: float) -> Iterator[PrintedRow]:
    if card.dice:
        yield _heading("Dice, and where they came from", width, scale)
    for thrown in card.dice:
        said = TextRun(f"{ORIGINS[thrown.origin]}:", _scaled(WORDS, scale))
        yield _said((said, *(Glyph(die, TONES[PLAIN]) for die in thrown.dice)), width, scale)


PLAIN = Dice(()).tone(0)


def _number(card: EventCard, each: Sum, width: float, scale: float) -> Iterator[PrintedRow]:
    total = f"{each.name}: {each.total}{each.held}".replace("-", MINUS)
    run = TextRun(total, _scaled(STRONG_WORDS, scale))
    yield _Heading([PrintedCell(0, width, (run,), leading=LEADING * scale)], above=3.0, below=1.0)
    words, faint = _scaled(WORDS, scale), _scaled(FAINT, scale)
    points, leading = POINTS * scale, LEADING * scale
    for term in each.terms:
        reason = [TextRun(term.reason, words)]
        reason += [TextRun(came, faint) for came in (card.came_from(term),) if came]
        rule = "referee" if term.rule == REFEREE else term.rule
        room = width - points - 4 - RULE_WIDTH
        yield PrintedRow(
            [
                PrintedCell(0, points, (TextRun(signed(term.value), words),), right=True,
                            leading=leading),
                PrintedCell(points + 4, room, tuple(reason), leading=leading),
                PrintedCell(width - RULE_WIDTH, RULE_WIDTH, (TextRun(rule, faint),), right=True,
                            leading=leading),
            ],
            above=0.3,
            below=0.3,
        )  # fmt: skip


MINUS = "\N{MINUS SIGN}"


def _moment_after(card: EventCard, width: float, scale: float) -> Iterator[PrintedRow]:
    if not card.is_kept:
        return
    yield _heading("The moment after", width, scale)
    for facts in card.after:
        run = TextRun(facts.heading, _scaled(STRONG_WORDS, scale))
        yield _said((run,), width, scale, above=3.0)
        yield from (_fact(each, width, scale) for each in facts.rows)
    if not card.after:
        yield _said((TextRun(NOTHING, _scaled(FAINT, scale)),), width, scale)


def _fact(fact: LastingFact, width: float, scale: float) -> PrintedRow:
    name, words = _scaled(STRONG_WORDS, scale), _scaled(WORDS, scale)
    mark: tuple[TextPiece, ...] = (FactionMark(fact.colour, 7 * scale),) if fact.colour else ()
    said = (TextRun(f"{fact.name}:", name), TextRun(fact.value, words))
    leading, indent = LEADING * scale, 11.0 * scale
    cells = [
        PrintedCell(0, indent, mark, leading=leading),
        PrintedCell(indent, width - indent, said, leading=leading),
    ]
    return PrintedRow(cells, above=0.8, below=0.5)


def _noted(each: Noted, width: float, scale: float) -> PrintedRow:
    name, words = _scaled(STRONG_WORDS, scale), _scaled(WORDS, scale)
    said = f"{each.rule} {each.name}:".strip()
    return _said((TextRun(said, name), TextRun(each.words, words)), width, scale, above=1.5)


# --- the map ---------------------------------------------------------------------------------------


class _MapRow(PrintedRow):
    """The part of the table where it happened."""

    def __init__(self, card: EventCard, width: float) -> None:
        super().__init__((), above=2, below=4)
        self._marks, (_, self._deep) = part_of_map(card, width)

    @property
    @override
    def own_height(self) -> float:
        return self.above + self._deep + self.below

    @override
    def draw_at(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        draw_marks(canvas, self._marks, x, top - self.above)


def part_of_map(card: EventCard, width: float) -> tuple[tuple[MapMark, ...], tuple[float, float]]:
    """Return the marks of the map where it happened, so many points wide, and its size."""
    assert card.table is not None
    left, top, wide, deep = card.part
    ground = card.table.ground
    # Tokens and lines have sizes in whole scales; the last bit is scaled by the room.
    sheet = MapSheet(ground.width, ground.depth, max(2, math.ceil(wide * 72 / width)))
    # Scales are whole numbers: what room that leaves shows more of the table.
    wide = min(max(wide, width / sheet.inch), ground.width)
    left = min(left, ground.width - wide)
    (x, y), size = sheet.at(left, top), (wide * sheet.inch, deep * sheet.inch)
    style = OutlineStyle(line=colour("accent"), wide=2.0)
    rings = tuple(
        circle(*sheet.at(token.x, token.y), side_of(token, sheet.inch) / 2 + 3, style)
        for token in card.table.tokens
        if token.unit_id in card.ringed
    )
    marks = (*map_marks(card.table, sheet), *rings)
    edge = box(x, y, *size, OutlineStyle(line=colour("line2"), wide=0.8))
    inside = Clipped((x, y, *size), marks)
    return (MarkGroup(-x, -y, (inside, edge), card.table.words),), size


def map_as_png(card: EventCard, pixels: int) -> bytes:
    """Return the map of the card as a picture so many pixels wide; empty where there is none."""
    if card.table is None:
        return b""
    marks, size = part_of_map(replace(card, table=with_names_alone(card.table, card.names)), 480.0)
    out = BytesIO()
    canvas = new_canvas(out, size, card.table.title)
    draw_marks(canvas, marks, 0, size[1])
    canvas.showPage()
    canvas.save()
    return png_of(out.getvalue(), pixels / size[0])
