"""The ledger: what is in the air, and the Explosives that lie on the table or are carried."""

from collections.abc import Mapping

from msgspec import Struct
from sqlmodel import Session

from brikdesk.lengths import in_figures, in_inches
from brikdesk.rules.brikwars.explosives.explosives_named import size_words
from brikdesk.store.tables import Explosive, ExplosiveState, Player, Projectile, Seat, Turn, Unit
from brikdesk.store.views import view
from brikdesk.store.views.explosives import present
from brikdesk.turns.brikwars.explosives import FLIGHT
from brikdesk.turns.owners import NOBODY, Owner, owners_now


class AirRow(Struct, frozen=True):
    """A projectile in flight, or an Explosive on the table: a dud, or in the `state` that is named.

    Both share one table in the window, so the `id` of an Explosive is negative.
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
    state: str = ""

    @property
    def lying(self) -> bool:
        """Whether it is an Explosive that lies on the table or is carried, and does not fly."""
        return self.dud or bool(self.state)


@view(Projectile, Explosive, Player, Unit, Turn, Seat)
def in_the_air(session: Session) -> tuple[AirRow, ...]:
    """Return projectiles in flight, then the Explosives that have not gone off."""
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
    return (*rows, *(_lying(session, row, owners) for row in present(session)))


def _spot(row: Explosive) -> str:
    return "" if row.x is None or row.y is None else f"{in_figures(row.x)}, {in_inches(row.y)}"


def _lying(session: Session, row: Explosive, owners: Mapping[int | None, Owner]) -> AirRow:
    carrier = session.get(Unit, row.carrier_id) if row.carrier_id else None
    where = f"carried by {carrier.name}" if carrier else row.place or _spot(row)
    dud = row.state is ExplosiveState.DUD
    return AirRow(
        # Keys of projectiles and of Explosives come from two tables and may be equal.
        id=-(row.id or 0),
        name=row.name,
        owner=owners.get(row.player_id, NOBODY),
        launcher=carrier.name if carrier else "",
        type=size_words(row.name, row.explosive_size, row.makeup),
        travelled=0,
        distance=0,
        lands=where,
        target=where,
        unit_id=row.carrier_id,
        dud=dud,
        state="" if dud else row.state.value,
    )
