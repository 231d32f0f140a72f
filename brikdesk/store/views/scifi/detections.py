"""Who is detected by whom."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import (
    Player,
    SfDetection,
    Unit,
)
from brikdesk.store.views import view


class DetectionRow(Struct, frozen=True):
    """A unit that a side has detected, and for how long."""

    id: int
    unit_id: int
    unit: str
    player_id: int
    faction: str
    lasts: str


@view(SfDetection, Unit, Player)
def detections(session: Session) -> tuple[DetectionRow, ...]:
    """Return who is detected by which side, oldest first."""
    found = (
        (row, session.get_one(Unit, row.unit_id), session.get_one(Player, row.player_id))
        for row in rows_of(session, SfDetection)
    )
    return tuple(
        DetectionRow(
            row.id or 0, unit.id or 0, unit.name, player.id or 0, player.faction, row.lasts.value
        )
        for row, unit, player in found
    )
