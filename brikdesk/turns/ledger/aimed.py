"""The ledger: guns that home in, and Scouts' Marks."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Homing, Mark, Player, Seat, Turn, Unit, Weapon
from brikdesk.store.views import view
from brikdesk.turns.brikwars.aimed import MARK
from brikdesk.turns.owners import NOBODY, Owner, owners_now


class HomingRow(Struct, frozen=True):
    """A gun that homes in."""

    id: int
    unit_id: int
    weapon: str
    token: str
    owner: Owner
    target: str
    bonus: int
    built: tuple[int, ...]


class MarkRow(Struct, frozen=True):
    """A Scout's Mark."""

    id: int
    target_id: int
    target: str
    owner: Owner
    scout: str
    bonus: int
    ends: str


@view(Homing, Weapon, Unit, Player)
def homing(session: Session) -> tuple[HomingRow, ...]:
    """Return the guns that home in, oldest first."""
    owners = owners_now(session)
    rows = ((row, _bearer(session, row)) for row in rows_of(session, Homing))
    return tuple(
        HomingRow(
            id=row.id or 0,
            unit_id=unit.id or 0,
            weapon=unit.name,
            token=unit.token,
            owner=owners.get(row.player_id, NOBODY),
            target=row.target,
            bonus=row.bonus,
            built=tuple(row.built),
        )
        for row, unit in rows
    )


def _bearer(session: Session, row: Homing) -> Unit:
    weapon = session.get_one(Weapon, row.weapon_id)
    return session.get_one(Unit, weapon.unit_id)


@view(Mark, Unit, Player, Turn, Seat)
def marks(session: Session) -> tuple[MarkRow, ...]:
    """Return the Marks, oldest first."""
    owners = owners_now(session)
    rows = []
    for mark in MARK.rows(session):
        target = session.get_one(Unit, mark.target_id)
        scout = session.get_one(Unit, mark.scout_id)
        rows.append(
            MarkRow(
                id=mark.id or 0,
                target_id=mark.target_id,
                target=target.name,
                owner=owners.get(mark.player_id, NOBODY),
                scout=scout.name,
                bonus=1,
                ends=MARK.coming(session, mark).whole,
            )
        )
    return tuple(rows)
