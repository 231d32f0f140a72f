"""The moments of a battle at which something ends or begins anew (12-89, S-01)."""

from enum import Enum


class Boundary(Enum):
    """A moment at which the desk does its bookkeeping; those of a player name the player."""

    PLAYER_TURN_START = "player_turn_start"
    PLAYER_TURN_END = "player_turn_end"
    ROUND_END = "round_end"
