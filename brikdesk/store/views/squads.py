"""Squads and who is in them."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk.store.tables import Fate, Squad, Unit
from brikdesk.store.views import view


@dataclass(frozen=True, slots=True)
class SquadRow:
    """A squad with its living units."""

    name: str
    unit_ids: tuple[int, ...]
    names: tuple[str, ...]


@view(Squad, Unit)
def squads(session: Session) -> tuple[SquadRow, ...]:
    """Return the squads by name, those of each player apart; whoever is lost is left out."""
    rows = session.exec(
        select(Squad.name, Unit.player_id, Unit.id, Unit.name)
        .join(Unit, col(Unit.id) == col(Squad.unit_id))
        .where(Unit.fate == Fate.ALIVE)
        .order_by(col(Squad.id))
    )
    found: dict[tuple[str, int], list[tuple[int, str]]] = {}
    for name, player_id, unit_id, unit in rows:
        found.setdefault((name, player_id or 0), []).append((unit_id or 0, unit))
    return tuple(
        SquadRow(name, tuple(key for key, _ in own), tuple(unit for _, unit in own))
        for (name, _), own in sorted(
            found.items(), key=lambda each: (each[0][0].casefold(), each[0][1])
        )
    )
