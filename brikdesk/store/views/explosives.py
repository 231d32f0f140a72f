"""Everything that may go off: Explosives that lie or are carried, rounds in racks, what is in the air."""

from collections.abc import Iterator

from msgspec import Struct
from sqlmodel import Session

from brikdesk.lengths import in_inches
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Explosive, ExplosiveState, Fate, Projectile, Rack, Round, Unit
from brikdesk.store.views import view


class MayGoOff(Struct, frozen=True):
    """One of them, by the id of its row, of which there is exactly one; `where` it is, in words."""

    name: str
    explosive_size: int
    where: str
    explosive_id: int | None = None
    projectile_id: int | None = None
    round_id: int | None = None


@view(Explosive, Projectile, Rack, Round, Unit)
def loads(session: Session) -> tuple[MayGoOff, ...]:
    """Return everything that may go off: what lies or is carried, what flies, what is stored."""
    return (*_explosives(session), *_flights(session), *_rounds(session))


def present(session: Session) -> Iterator[Explosive]:
    """Yield the Explosives that have not gone off; what is carried off the table is not there."""
    for row in rows_of(session, Explosive):
        carrier = session.get(Unit, row.carrier_id) if row.carrier_id is not None else None
        away = carrier is not None and not _plays(carrier)
        if row.state is not ExplosiveState.SPENT and not away:
            yield row


def _plays(unit: Unit) -> bool:
    return unit.fate is Fate.ALIVE and unit.on_table


def _explosives(session: Session) -> Iterator[MayGoOff]:
    for row in present(session):
        carrier = session.get(Unit, row.carrier_id) if row.carrier_id is not None else None
        where = f"carried by {carrier.name}" if carrier else row.place
        yield MayGoOff(row.name, row.explosive_size, where, explosive_id=row.id)


def _flights(session: Session) -> Iterator[MayGoOff]:
    for row in rows_of(session, Projectile):
        where = f"{in_inches(row.travelled)} on the way to {row.target}"
        yield MayGoOff(row.name, row.explosive_size, where, projectile_id=row.id)


def _rounds(session: Session) -> Iterator[MayGoOff]:
    for row in rows_of(session, Round):
        rack = session.get_one(Rack, row.rack_id)
        unit = session.get(Unit, rack.unit_id) if rack.unit_id is not None else None
        if row.count and (unit is None or _plays(unit)):
            where = f"{rack.name} of {unit.name}" if unit else rack.name
            name = f"{row.count} {row.name}"
            yield MayGoOff(name, row.explosive_size, where, round_id=row.id)
