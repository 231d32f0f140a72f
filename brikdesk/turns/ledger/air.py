"""The ledger: what is in the air, and the duds on the table."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.rules.brikwars.explosives.explosives_named import size_words
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Explosive, ExplosiveState, Player, Projectile, Seat, Turn, Unit
from brikdesk.store.views import view
from brikdesk.turns.brikwars.explosives import FLIGHT
from brikdesk.turns.owners import NOBODY, Owner, owners_now


class AirRow(Struct, frozen=True):
    """A projectile in flight, or a dud on the table.

    Both share one table in the window, so the `id` of a dud is negative.
    """

    id: int
    name: str
    owner: Owner
    launcher: str
    type: str
    travelled: float
    distance: float
    lands: str
    target: str
    unit_id: int | None
    dud: bool = False


@view(Projectile, Explosive, Player, Unit, Turn, Seat)
def in_the_air(session: Session) -> tuple[AirRow, ...]:
    """Return projectiles in flight, then duds."""
    owners = owners_now(session)
    rows = []
    for flight in FLIGHT.rows(session):
        owner = owners.get(flight.player_id, NOBODY)
        launcher = session.get(Unit, flight.unit_id) if flight.unit_id else None
        rows.append(
            AirRow(
                id=flight.id or 0,
                name=flight.name,
                owner=owner,
                launcher=launcher.name if launcher else "",
                type=f"{flight.type} {size_words(flight.name, flight.explosive_size, flight.makeup)}",
                travelled=flight.travelled,
                distance=flight.distance,
                lands=FLIGHT.coming(session, flight).whole,
                target=flight.target,
                unit_id=flight.unit_id,
            )
        )
    for dud in rows_of(session, Explosive):
        if dud.state is not ExplosiveState.DUD:
            continue
        rows.append(
            AirRow(
                # Keys of projectiles and of Explosives come from two tables and may be equal.
                id=-(dud.id or 0),
                name=dud.name,
                owner=owners.get(dud.player_id, NOBODY),
                launcher="",
                type=size_words(dud.name, dud.explosive_size, dud.makeup),
                travelled=0,
                distance=0,
                lands=dud.place,
                target=dud.place,
                unit_id=dud.carrier_id,
                dud=True,
            )
        )
    return tuple(rows)
