"""Squads and who is in them."""

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.store.tables import Fate, Player, Squad, Unit
from brikdesk.store.views import view


class SquadRow(Struct, frozen=True):
    """A squad with its living units and the faction that it fights for."""

    name: str
    faction: str
    unit_ids: tuple[int, ...]
    names: tuple[str, ...]


@view(Squad, Unit, Player)
def squads(session: Session) -> tuple[SquadRow, ...]:
    """Return the squads by name, those of each player apart; whoever is lost is left out."""
    rows = session.exec(
        select(Squad.name, Player.faction, Unit.id, Unit.name)
        .join(Unit, col(Unit.id) == col(Squad.unit_id))
        .join(Player, col(Player.id) == col(Unit.player_id), isouter=True)
        .where(Unit.fate == Fate.ALIVE)
        .order_by(col(Squad.id))
    )
    found: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for name, faction, unit_id, unit in rows:
        found.setdefault((name, faction or "Unaligned"), []).append((unit_id or 0, unit))
    return tuple(
        SquadRow(name, faction, tuple(key for key, _ in own), tuple(unit for _, unit in own))
        for (name, faction), own in sorted(
            found.items(), key=lambda each: (each[0][0].casefold(), each[0][1])
        )
    )
