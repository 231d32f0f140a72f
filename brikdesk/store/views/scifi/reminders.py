"""What the referee is reminded of: weapons that could still fire, and flames."""

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.rules.scifi.reminders import FiredLess
from brikdesk.rules.scifi.reminders import unfired as rules_unfired
from brikdesk.store.scifi_rows import (
    incapacitated,
    state_of,
    weapon_of,
)
from brikdesk.store.tables import (
    Fate,
    Fire,
    SfWeapon,
    Unit,
)
from brikdesk.store.views import view
from brikdesk.store.views.scifi.read_from import TABLES


class UnfiredRow(Struct, frozen=True):
    """A weapon that fired less than it could, and whose it is."""

    id: int
    unit: str
    weapon: str
    fired: int
    most: int


@view(*TABLES)
def unfired_weapons(session: Session, player_id: int | None = None) -> tuple[UnfiredRow, ...]:
    """Return the weapons that could still fire before the turn ends, as a reminder only (12-93).

    `player_id` none: of all players.
    """
    found = session.exec(
        select(SfWeapon, Unit)
        .join(Unit, col(Unit.id) == col(SfWeapon.unit_id))
        .where(Unit.fate == Fate.ALIVE)
        .order_by(col(SfWeapon.id))
    ).all()
    return tuple(
        UnfiredRow(row.id or 0, unit.name, each.weapon, each.fired, each.most)
        for row, unit in found
        if player_id in (None, unit.player_id) and (each := still_fires(session, row))
    )


def still_fires(session: Session, row: SfWeapon) -> FiredLess | None:
    """Return how often a weapon fired this turn, and could; None if it may fire no more (12-93)."""
    if incapacitated(session, row.unit_id) is not None:
        return None
    return next(iter(rules_unfired([(weapon_of(row), state_of(session, row))])), None)


@view(*TABLES)
def unfired(session: Session, player_id: int | None = None) -> tuple[FiredLess, ...]:
    """Return the same by the names of the weapons alone."""
    rows = unfired_weapons(session, player_id)
    return tuple(FiredLess(row.weapon, row.fired, row.most) for row in rows)


@view(Fire, Unit)
def flames(session: Session) -> tuple[str, ...]:
    """Return what is known to burn: the referee says whether it is near a vaporshock (S-08)."""
    burning = session.exec(
        select(Unit.name).join(Fire, col(Fire.unit_id) == col(Unit.id)).order_by(col(Fire.id))
    )
    # A unit may have several fires, and is named once.
    return tuple(dict.fromkeys(burning))
