"""Who fights on whose side: a player's allies, and everybody else."""

from sqlmodel import Session

from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Alliance, Player


def allies_of(session: Session, player_id: int) -> set[int]:
    """Return the players allied with this one, without this one."""
    pairs = [{pair.player_id, pair.ally_id} for pair in rows_of(session, Alliance)]
    return {ally for pair in pairs if player_id in pair for ally in pair - {player_id}}


def enemies_of(session: Session, player_id: int) -> list[int]:
    """Return the players who are neither this one nor allied with him."""
    friends = {player_id, *allies_of(session, player_id)}
    return [player.id or 0 for player in rows_of(session, Player) if player.id not in friends]


def are_foes(session: Session, one: int | None, other: int | None) -> bool:
    """Return whether two players fight each other; what belongs to nobody is nobody's foe (4.1-07)."""
    if one is None or other is None or one == other:
        return False
    return other not in allies_of(session, one)
