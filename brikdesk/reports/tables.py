"""Tables for other programs and for a league: the log as CSV, battles added up person by person."""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlmodel import Session

from brikdesk.dice import BY_THE_DESK, Origin
from brikdesk.errors import BrikDeskError
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Dice, part_text
from brikdesk.store.session import rows_of
from brikdesk.store.tables import Battle, BattleState, Player, Seat
from brikdesk.store.views.campaign_and_battle import battle_head, players
from brikdesk.store.views.log import LogEntry, log
from brikdesk.store.views.past_turns import turns
from brikdesk.turns.ledger import points_in
from brikdesk.turns.secrets import kept_from


class PlayedBattle(Struct, frozen=True):
    """A battle that is over: its name, and the victory points of each person who sat in it."""

    battle: str
    points: tuple[tuple[str, int], ...]


Which = tuple[str, int]
"""A battle among those of all campaigns, whichever copy of its file it is read from."""


class Season(Struct, frozen=True):
    """A campaign by its name, with the battles of it that are over."""

    campaign: str
    battles: dict[Which, PlayedBattle]


class LeagueRow(Struct, frozen=True):
    """A person: battles, how many were won, drawn and lost, and all victory points."""

    person: str
    battles: int
    won: int
    drawn: int
    lost: int
    points: int


class League(Struct, frozen=True):
    """The table, the best first, and what is wrong with files that could not be read."""

    rows: tuple[LeagueRow, ...]
    refused: tuple[str, ...]


def league(paths: Sequence[Path]) -> League:
    """Return the table over all battles of these campaign files that are over.

    A copy of a campaign counts once. Files that are damaged or foreign are named, and left out.
    """
    battles: dict[Which, PlayedBattle] = {}
    refused = []
    for path in paths:
        try:
            # A copy of a campaign brings the same keys again, and so counts once.
            battles.update(battles_over(path).battles)
        except BrikDeskError as error:
            refused.append(f"{path.name}: {error}")
    return League(table_of(battles.values()), tuple(refused))


def battles_over(path: Path) -> Season:
    """Return the battles of a campaign file that are over; it is only read.

    Raise a BrikDeskError if it cannot be read.
    """
    with Campaign.open(path, read_only=True) as campaign:
        return season_of(campaign)


def season_of(campaign: Campaign) -> Season:
    """Return the battles of an open campaign that are over."""
    return Season(campaign.read(battle_head).campaign, campaign.reading(_over))


def table_of(battles: Iterable[PlayedBattle]) -> tuple[LeagueRow, ...]:
    """Return the table: by battles won, then drawn, then victory points, then by name.

    The person with the most victory points wins; several with the most draw. Where nobody scored,
    the battle counts as drawn.
    """
    sums: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    for played in battles:
        # Without a score of anybody, all have 0, and so all draw.
        best = max((points for _, points in played.points), default=0)
        first = [person for person, points in played.points if points == best]
        for person, points in played.points:
            key = person.casefold()
            names.setdefault(key, person)
            total = sums.setdefault(key, [0, 0, 0, 0, 0])
            won, drawn = first == [person], person in first and len(first) > 1
            for place, more in enumerate((1, won, drawn, not (won or drawn), points)):
                total[place] += int(more)
    rows = [LeagueRow(names[key], *total) for key, total in sums.items()]
    return tuple(sorted(rows, key=lambda r: (-r.won, -r.drawn, -r.points, r.person.casefold())))


def _over(session: Session) -> dict[tuple[str, int], PlayedBattle]:
    uuid, people = battle_head(session).uuid, {row.id: row.name for row in rows_of(session, Player)}
    found = {}
    for battle in rows_of(session, Battle):
        if battle.state is BattleState.OVER:
            points = points_in(session, battle.id or 0)
            seats = [seat for seat in rows_of(session, Seat) if seat.battle_id == battle.id]
            each = tuple((people[seat.player_id], points.get(seat.player_id, 0)) for seat in seats)
            found[uuid, battle.id or 0] = PlayedBattle(battle.name, each)
    return found


COLUMNS = (
    "act", "time", "battle", "turn", "player_turn_of", "faction", "kind", "lead", "words", "dice",
    "rule", "typed", "rolled", "undone", "overruled",
)  # fmt: skip
"""The columns of the CSV, in their order; JSON names the values alike."""

BYTE_ORDER_MARK = "\ufeff"
"""Spreadsheets take a CSV for UTF-8 only with it."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""With these a spreadsheet begins a formula, wherever they come from."""

PLAIN = "'"
"""Before a text it tells spreadsheets that it is one."""


def log_as_csv(session: Session, *, secret: bool = False) -> bytes:
    """Return the log as CSV in UTF-8, one line of the log a row; the whole of it if `secret`."""
    return as_csv(COLUMNS, ([row[name] for name in COLUMNS] for row in _rows(session, secret)))


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return rows under their columns as CSV in UTF-8, as spreadsheets read it."""
    out = StringIO()
    # All cells in quotes: what a note holds, even a line end, stays in its cell.
    table = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    table.writerow(columns)
    for row in rows:
        table.writerow([_cell(value) for value in row])
    return (BYTE_ORDER_MARK + out.getvalue()).encode("utf-8")


def log_as_json(session: Session, *, secret: bool = False) -> bytes:
    """Return the log as JSON in UTF-8, a list with an object for each line; the whole if `secret`."""
    rows = list(_rows(session, secret))
    return f"{json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False)}\n".encode()


def _rows(session: Session, secret: bool) -> Iterator[dict[str, Any]]:
    battles = {row.id: row for row in turns(session)}
    factions = {row.id: row.faction for row in players(session)}
    for entry in kept_from(session, secret=secret).public(log(session)):
        turn = battles.get(entry.turn_id)
        yield {
            "act": entry.act_id,
            "time": entry.done_at.isoformat(timespec="seconds"),
            "battle": turn.battle if turn else "",
            "turn": entry.number or "",
            "player_turn_of": turn.faction if turn else "",
            "faction": factions.get(entry.player_id or 0, ""),
            **_said(entry),
        }


def _said(entry: LogEntry) -> dict[str, Any]:
    thrown = [part for part in entry.parts if isinstance(part, Dice)]
    return {
        "kind": entry.kind.value,
        "lead": entry.lead,
        "words": " ".join(part_text(part) for part in entry.parts),
        "dice": " ".join(f"d{die.sides}:{die.value}" for part in thrown for die in part.dice),
        "rule": entry.rule,
        "typed": entry.dice(Origin.TYPED),
        "rolled": entry.dice(*BY_THE_DESK),
        "undone": entry.undone,
        "overruled": " ".join(entry.overruled),
    }


def _cell(value: Any) -> str:
    """Return the text of a cell; with `PLAIN` before it where it could be taken for a formula."""
    if isinstance(value, bool):
        return "yes" if value else ""
    words = str(value)
    begins = words.lstrip(" \u00a0\ufeff")
    return f"{PLAIN}{words}" if begins.startswith((*FORMULA, PLAIN)) else words
