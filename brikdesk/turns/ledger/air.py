"""The ledger: what is in the air, and the duds on the table."""

from dataclasses import dataclass
from math import ceil

from sqlmodel import Session, col, select

from brikdesk.rules.brikwars.explosives.flight import FLIGHT_PER_TURN
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Explosive, ExplosiveState, Player, Projectile, Seat, Turn, Unit
from brikdesk.store.views import view
from brikdesk.turns.ledger.owners import NOBODY, Owner, next_turn_of, owners_now
from brikdesk.turns.sequence import present_turn


@dataclass(frozen=True, slots=True)
class AirRow:
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
    owners, turn = owners_now(session), present_turn(session)
    rows = []
    for flight in rows_of(session, Projectile):
        owner = owners.get(flight.player_id, NOBODY)
        done = bool(turn) and (
            flight.flown_turn_id == turn.id or flight.launched_turn_id == turn.id  # type: ignore[union-attr]
        )
        legs = max(1, ceil((flight.distance - flight.travelled) / FLIGHT_PER_TURN - 1e-9))
        number = next_turn_of(session, turn, flight.player_id, done) + legs - 1
        launcher = session.get(Unit, flight.unit_id) if flight.unit_id else None
        rows.append(
            AirRow(
                id=flight.id or 0,
                name=flight.name,
                owner=owner,
                launcher=launcher.name if launcher else "",
                type=f"{flight.type} X{flight.explosive_size}",
                travelled=flight.travelled,
                distance=flight.distance,
                lands=f"Turn {number}, {owner.code}",
                target=flight.target,
                unit_id=flight.unit_id,
            )
        )
    duds = (
        select(Explosive).where(Explosive.state == ExplosiveState.DUD).order_by(col(Explosive.id))
    )
    for dud in session.exec(duds):
        rows.append(
            AirRow(
                id=-(dud.id or 0),
                name=dud.name,
                owner=owners.get(dud.player_id, NOBODY),
                launcher="",
                type=f"X{dud.explosive_size}",
                travelled=0,
                distance=0,
                lands=dud.place,
                target=dud.place,
                unit_id=dud.carrier_id,
                dud=True,
            )
        )
    return tuple(rows)
