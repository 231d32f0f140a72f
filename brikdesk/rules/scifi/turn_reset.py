"""The moments of a battle at which something ends or begins anew (12-89, S-01)."""

from enum import Enum


class Boundary(Enum):
    """A moment at which the desk does its bookkeeping; those of a player name the player."""

    BATTLE_START = "battle_start"
    ROUND_START = "round_start"
    PLAYER_TURN_START = "player_turn_start"
    PLAYER_TURN_END = "player_turn_end"
    ROUND_END = "round_end"
    BATTLE_END = "battle_end"


def resets(boundary: Boundary, *, own: bool, scope: str = "round") -> bool:
    """Tell whether a unit's "once a turn" begins anew at a boundary (12-89, S-01).

    - `own`: whether the boundary belongs to the unit's own player.
    - `scope`: the house rule sf_turn_scope, "round" or "owner_turn".
    """
    if scope == "round":
        return boundary is Boundary.ROUND_START
    return boundary is Boundary.PLAYER_TURN_START and own
