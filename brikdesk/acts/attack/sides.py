"""Who fights against whom."""

from sqlmodel import Session

from brikdesk.acts.guns.shots import allies_of
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Player


def enemies_of(session: Session, player_id: int) -> list[int]:
    """Return the players who are neither this one nor allied with him."""
    friends = {player_id, *allies_of(session, player_id)}
    return [player.id or 0 for player in rows_of(session, Player) if player.id not in friends]
