"""The ledger: what the battle is fought for, and how the armies stand."""

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import ArmyLimit, Award, Battle, Objective, Player, Seat, Unit
from brikdesk.store.views import view
from brikdesk.turns.owners import NOBODY, Owner, owners_now


class ObjectiveRow(Struct, frozen=True):
    """An objective of the newest battle; `owner` is NOBODY where it is everybody's goal.

    - `scored`: who got how many points by it, in the order in which they first did.
    """

    id: int
    name: str
    worth: int
    owner: Owner
    scored: tuple[tuple[Owner, int], ...]
    note: str


class StandingRow(Struct, frozen=True):
    """A player of the newest battle: victory points, and the army's Unit Inches with their limit."""

    id: int
    owner: Owner
    points: int
    units: int
    inches: float
    limit: float | None

    @property
    def player_id(self) -> int:
        """The player's key."""
        return self.id

    @property
    def too_large(self) -> bool:
        """Whether the army counts more than the limit."""
        return self.limit is not None and self.inches > self.limit + 1e-9


@view(Objective, Award, Battle, Player)
def objectives(session: Session) -> tuple[ObjectiveRow, ...]:
    """Return the objectives of the newest battle, oldest first."""
    owners, battle_id = owners_now(session), _battle_id(session)
    found = []
    for row in rows_of(session, Objective):
        if row.battle_id == battle_id:
            by: dict[int, int] = {}
            for award in rows_of(session, Award):
                if award.objective_id == row.id:
                    by[award.player_id] = by.get(award.player_id, 0) + award.points
            scored = tuple((owners.get(key, NOBODY), points) for key, points in by.items())
            owner = owners.get(row.player_id, NOBODY)
            found.append(ObjectiveRow(row.id or 0, row.name, row.worth, owner, scored, row.note))
    return tuple(found)


@view(Award, ArmyLimit, Battle, Seat, Player, Unit)
def armies(session: Session) -> tuple[StandingRow, ...]:
    """Return how the players of the newest battle stand, the most victory points first."""
    owners, battle_id = owners_now(session), _battle_id(session)
    limits = [row.inches for row in rows_of(session, ArmyLimit) if row.battle_id == battle_id]
    rows = session.exec(select(Unit.player_id, Unit.value).where(col(Unit.on_table).is_(True)))
    values = [(player_id, value) for player_id, value in rows if player_id is not None]
    found = []
    for seat in rows_of(session, Seat):
        if seat.battle_id == battle_id:
            own = [value for player_id, value in values if player_id == seat.player_id]
            points = points_in(session, battle_id).get(seat.player_id, 0)
            owner = owners.get(seat.player_id, NOBODY)
            limit = limits[-1] if limits else None
            found.append(StandingRow(seat.player_id, owner, points, len(own), sum(own), limit))
    return tuple(sorted(found, key=lambda row: -row.points))


def points_in(session: Session, battle_id: int) -> dict[int, int]:
    """Return the victory points of a battle by player; only who has scored is in it."""
    points: dict[int, int] = {}
    for award in rows_of(session, Award):
        if award.battle_id == battle_id:
            points[award.player_id] = points.get(award.player_id, 0) + award.points
    return points


def _battle_id(session: Session) -> int:
    battles = rows_of(session, Battle)
    return (battles[-1].id or 0) if battles else 0
