"""A league table over the battles of several campaigns, added up person by person."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from sqlmodel import Session

from brikdesk.errors import BrikDeskError
from brikdesk.store.campaign import Campaign
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Battle, BattleState, Player, Seat
from brikdesk.store.views.battle import battle_head
from brikdesk.turns.ledger.book import points_in


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
