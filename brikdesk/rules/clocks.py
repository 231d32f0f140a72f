"""Clocks: say for everything that lasts whose turn ends it, at which edge, and since when.

Stamps are whole numbers that count all player turns of a campaign; a later turn has a larger one.
"""

from enum import Enum

from msgspec import Struct


class Edge(Enum):
    """The two moments of a player's turn at which clocks strike."""

    START = "start"
    END = "end"


class Clock(Struct, frozen=True):
    """When something ends.

    `player` is the one whose turn it waits for, None for any player. `since` is the stamp of the
    player turn in which it began. A START clock waits for a turn that begins later than that. An
    END clock may strike at the end of that same turn, unless `following` is set. No clock strikes
    before `round`.
    """

    player: int | None
    edge: Edge
    since: int
    following: bool = False
    round: int = 0


def due(
    clock: Clock, current_player: int, edge: Edge, current_turn: int, current_round: int = 0
) -> bool:
    """Return whether the clock strikes at this edge of the current player's turn.

    A clock that was passed over stays due at every later edge of this kind.
    """
    if clock.edge is not edge or clock.player not in (None, current_player):
        return False
    if current_round < clock.round:
        return False
    # Compared with > and >=, not ==: a step that was skipped must come up again next time.
    waits_for_a_later_turn = edge is Edge.START or clock.following
    return current_turn > clock.since if waits_for_a_later_turn else current_turn >= clock.since


def in_window(stamp: int | None, window: str, current_turn: int, round_started_on: int) -> bool:
    """Return whether a stamp lies in the present window (Q8-02, Q8-22, Q8-23).

    `window` is "player_turn" or "owner_round"; an owner round runs from the beginning of one turn
    of a player, `round_started_on`, to the beginning of that player's next. A stamp of None means
    that it never happened.
    """
    begin = {"player_turn": current_turn, "owner_round": round_started_on}[window]
    return stamp is not None and begin <= stamp <= current_turn
