"""The quick reference: a page with what the referee of this campaign looks up most."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import accumulate
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.games.game import Game
from brikdesk.lengths import in_inches
from brikdesk.reports.card_data import damage_words, new_canvas, reach_words
from brikdesk.reports.files import Paper
from brikdesk.reports.fonts import STRONG
from brikdesk.reports.pdf_pages import FOOT, FOOT_INK, MARGIN, draw_head
from brikdesk.reports.rows import PrintedCell, PrintedRow
from brikdesk.reports.text import SUBHEAD, Ink, TextRun, draw_fitted, with_names_alone
from brikdesk.rules.brikwars import shooting
from brikdesk.rules.brikwars import weapons as weapon_rules
from brikdesk.rules.brikwars.flight import modifier_against_projectile
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import ranged_bonus_against
from brikdesk.rules.brikwars.traps_and_scouts import mark_bonus, unseen_modifier
from brikdesk.rules.switches import Value, spoken
from brikdesk.rules.texts import rule_text
from brikdesk.store.house_rules import games_of, house_of, house_rules
from brikdesk.store.views.armory import weapons
from brikdesk.store.views.campaign_and_battle import battle_head, plays_brikwars, plays_scifi
from brikdesk.store.views.scifi import sf_weapons
from brikdesk.turns.secrets import secrets_now

CONDITIONS = (
    "4.1-17", "4.1-23", "4.1-27", "4.1-31", "4.1-33", "5.4-03", "X1.2-03", "4.2-12",
    "5.1-14", "5.1-17", "F.1-27", "8.3-33", "8.3-34", "8.3-32", "F.1-31", "F.1-33", "F.3-09",
    "8.5-16", "8.5-18", "8.4-09", "8.4-10", "8.4-27", "8.4-26", "8.4-44", "8.4-47", "8.3-20",
    "8.1-32", "5.2-44", "5.2-41", "5.2-08", "5.3-04",
)  # fmt: skip
SCIFI = (
    "12-13", "12-14", "12-15", "12-16", "12-17", "12-18", "12-21", "12-32", "12-33", "12-52", "12-53",
    "12-54", "12-55", "12-59", "12-60", "12-67", "12-26", "12-28", "12-38", "12-40", "12-41", "12-42",
    "12-44", "12-45", "12-46", "12-47", "12-48", "12-74", "12-78", "12-80", "12-84", "12-89", "S-01",
)  # fmt: skip


class Noted(Struct, frozen=True):
    """One entry of the page: its name, what is said about it, the rule that says so."""

    name: str
    words: str
    rule: str


TALL = 100.0
"""Inches above a target, which earn the most that height can."""


def modifiers(house: BrikWarsHouse) -> tuple[Noted, ...]:
    """Return the modifiers that come up in most attacks."""
    hit, hurt = shooting.range_penalties(1)
    started = "started" if house.bw_oor_rounding == "ceil" else "full"
    flight = modifier_against_projectile(projectile_target_mod=house.projectile_target_mod)
    rows = (
        ('Each full 2" of a large target', signed(weapon_rules.size_modifier(2)), "5.1-28"),
        ("Two sections of a minifig in sight", signed(weapon_rules.visibility_modifier(2)), "5.1-34"),
        ("One section in sight", signed(weapon_rules.visibility_modifier(1)), "5.1-34"),
        ("Aimed at a small part, a tiny one",
         _both(weapon_rules.aim_modifier("small"), weapon_rules.aim_modifier("tiny")), "5.1-31"),
        (f"Each {started} inch out of Range", f"{signed(hit)}, damage {signed(hurt)}", "5.1-53"),
        ("Each full inch above the target",
         f'{signed(weapon_rules.height_bonus(1))}" Range, '
         f'at most {signed(weapon_rules.height_bonus(TALL))}"', "5.1-49"),
        ("Firing blind", signed(unseen_modifier(seen=False)), "5.1-56"),
        ("Target is Marked by an ally",
         signed(mark_bonus(1, "ranged", applies=house.mark_applies)), "F.3-10"),
        ("Target lies Disrupted", signed(ranged_bonus_against(easy=True)), "4.1-28"),
        ("Projectile in flight", signed(flight.value), flight.rule),
        ("On fire, or with something that is", "\N{MINUS SIGN}1d4 on Action and Armor Rolls", "F.1-27"),
    )  # fmt: skip
    return tuple(Noted(*row) for row in rows)


def signed(points: int) -> str:
    """Return points with their sign, as it is set on paper."""
    return f"+{points}" if points >= 0 else f"\N{MINUS SIGN}{-points}"


def _both(one: int, other: int) -> str:
    return f"{signed(one)}, {signed(other)}"


class Reference(Struct, frozen=True):
    """The contents of the page; `house` holds the switches that differ from the defaults."""

    campaign: str
    rules: str
    house: tuple[Noted, ...]
    modifiers: tuple[Noted, ...]
    weapons: tuple[Noted, ...]
    conditions: tuple[Noted, ...]


def reference(session: Session) -> Reference:
    """Return the quick reference of a campaign; weapons that are named like a secret are left out."""
    secrets = secrets_now(session)
    games = games_of(session)
    brikwars = plays_brikwars(session)
    ids = (*(CONDITIONS if brikwars else ()), *(SCIFI if plays_scifi(session) else ()))
    return Reference(
        campaign=battle_head(session).campaign,
        rules=", ".join(game.title for game in games),
        house=own_rules(session),
        modifiers=modifiers(house_of(session, BrikWarsHouse)) if brikwars else (),
        weapons=tuple(
            each for each in dict.fromkeys(_weapons(session)) if not secrets.betrayed_by(each.name)
        ),
        conditions=tuple(Noted(rule_text(id).title, rule_text(id).text, id) for id in ids),
    )


def own_rules(session: Session) -> tuple[Noted, ...]:
    """Return the house rules of a campaign that differ from the defaults of its games."""
    games, values = games_of(session), house_rules(session)
    turns = any(game.player_turns for game in games)
    return tuple(each for game in games for each in _house(game, values, turns))


def _house(game: Game, values: Mapping[str, Any], turns: bool) -> Iterator[Noted]:
    usual = game.defaults(player_turns=turns)
    for rule in game.house_rules.values():
        if (value := values[rule.id]) != usual[rule.id]:
            was, now = in_passing(usual[rule.id]), in_passing(value)
            yield Noted(rule.title, f"{now} (usually {was})", rule.rule)


def in_passing(value: Value) -> str:
    """Return the value of a switch as it stands in a sentence."""
    return spoken(value).replace("_", " ") or "none"


def _weapons(session: Session) -> Iterator[Noted]:
    """Yield the figures of each weapon on the table; those that are alike stand there once."""
    for row in weapons(session):
        use = "" if row.use is None else f"Use {row.use}"
        reach = reach_words("CC" if row.range is None else in_inches(row.range))
        figures = (use, reach, damage_words(row.damage))
        yield Noted(row.label, ", ".join(filter(None, figures)), "")
    for each in sf_weapons(session) if plays_scifi(session) else ():
        # The last span has no end: that is out of range.
        words = ", ".join(
            f"{span.name} to {in_inches(span.to)}" for span in each.spans if span.to is not None
        )
        yield Noted(each.name, "; ".join(filter(None, (words, each.rate_name))), "")


GAP = 18.0
TOP, LOW = MARGIN + 14, MARGIN + 6
"""Points above and below the two columns."""

NAME = Ink(STRONG, 7.5)
WORDS = Ink(size=7.5, token="text2")
RULE = Ink(size=6.5, token="text3")
RULE_WIDTH = 36.0
LEADING = 9.4

HOLDS = "What holds when"
HEADING = 22.0
"""Points of a heading above a section."""

MOST_HOUSE = 0.6
"""How much of the second column house rules take, so that weapons have room below them."""


def quick_reference(made: Reference, paper: str = Paper.A4) -> bytes:
    """Return the page as PDF, on a4 or letter."""
    made = with_names_alone(made, (made.campaign, *(each.name for each in made.weapons)))
    wide, high = Paper(paper).points
    out = BytesIO()
    canvas = new_canvas(out, (wide, high), f"Quick reference, {made.campaign}")
    draw_head(canvas, (wide, high), made.campaign, "Quick reference")
    words = f"Rules: {made.rules}, as this campaign plays them"
    draw_fitted(canvas, MARGIN, FOOT, words, FOOT_INK, wide - 2 * MARGIN)
    column = (wide - 2 * MARGIN - GAP) / 2
    top, room = high - TOP - 10, high - TOP - LOW - 20
    # As large as all of it has room, so that no half of the page stays empty.
    for scale in SCALES:
        first, second = _columns(made, column, room, scale)
        if _shown(first, second) >= sum(map(len, _parts(made))) or scale == SCALES[-1]:
            break
    for x, rows in ((MARGIN, first), (MARGIN + column + GAP, second)):
        y = top
        for row in rows:
            row.draw_at(canvas, x, y, column)
            y -= row.own_height
    canvas.showPage()
    canvas.save()
    return out.getvalue()


SCALES = (1.5, 1.4, 1.3, 1.2, 1.1, 1.0)


def _parts(made: Reference) -> tuple[Sequence[Noted], ...]:
    return made.house, made.modifiers, made.weapons, made.conditions


class _NotedRow(PrintedRow):
    """A row that tells one entry."""


def _shown(*columns: Sequence[PrintedRow]) -> int:
    """Return how many entries stand in these columns."""
    return sum(isinstance(row, _NotedRow) for rows in columns for row in rows)


def _columns(
    made: Reference, column: float, room: float, scale: float
) -> tuple[list[PrintedRow], list[PrintedRow]]:
    """Return both columns at a size of type."""
    house = _section(
        "House rules of this table", made.house, column, room * MOST_HOUSE, scale,
        none="All house rules are as BrikDesk has them.",
    )  # fmt: skip
    second = [*house]
    second += _section("Weapons on the table", made.weapons, column, room - _high(second), scale)
    first = _section("Modifiers of an attack", made.modifiers, column, room, scale)
    fit = _how_many_fit(made.conditions, column, room - _high(first) - HEADING, scale)
    first += _section(HOLDS, made.conditions[:fit], column, room, scale)
    rest = made.conditions[fit:]
    left = room - _high(second)
    second += _section(f"{HOLDS}, continued", rest, column, left, scale) if fit else []
    return first, second


def _how_many_fit(entries: Sequence[Noted], width: float, room: float, scale: float) -> int:
    heights = (_row(entry, width, scale).own_height for entry in entries)
    return bisect_right(list(accumulate(heights)), room)


def _high(rows: Sequence[PrintedRow]) -> float:
    return sum(row.own_height for row in rows)


def _section(
    words: str,
    entries: Sequence[Noted],
    width: float,
    room: float,
    scale: float = 1,
    none: str = "",
) -> list[PrintedRow]:
    """Return a heading with the entries that have room; the last row counts all others."""
    if not entries and not none:
        return []
    head = PrintedRow(
        [PrintedCell(0, width, (TextRun(words, SUBHEAD),), leading=14)],
        above=6,
        below=2,
        ruled=True,
    )
    if not entries:
        return [head, _row(Noted("", none, ""), width, scale, PrintedRow)]
    rows = [_row(entry, width, scale) for entry in entries]
    room -= head.own_height
    if _high(rows) > room:
        room -= LEADING * scale + 2  # for the row that counts
        while rows and _high(rows) > room:
            rows.pop()
        more = len(entries) - len(rows)
        counted = Noted("", f"and {more} more, which BrikDesk shows", "")
        rows.append(_row(counted, width, scale, PrintedRow))
    return [head, *rows] if room > 0 else []


def _row(
    entry: Noted, width: float, scale: float = 1, kind: type[PrintedRow] = _NotedRow
) -> PrintedRow:
    name, ink = (replace(each, size=each.size * scale) for each in (NAME, WORDS))
    said = [TextRun(f"{entry.name}:", name)] if entry.name else []
    leading = LEADING * scale
    pieces = (*said, TextRun(entry.words, ink))
    room = width - RULE_WIDTH if entry.rule else width
    cells = [PrintedCell(0, room, pieces, leading=leading)]
    if entry.rule:
        rule = (TextRun(entry.rule, RULE),)
        cells.append(PrintedCell(width - RULE_WIDTH, RULE_WIDTH, rule, right=True, leading=leading))
    return kind(cells, above=0.8 * scale, below=0.8 * scale)
