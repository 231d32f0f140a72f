"""What an incapacitated unit cannot do, and when it recovers (12-47, S-03, S-04)."""

from enum import Enum

from msgspec import Struct

from brikdesk.rules.no import No
from brikdesk.rules.scifi.turn_reset import Boundary


class Activity(Enum):
    """What a unit may want to do."""

    MOVE = "move"
    FIRE = "fire"
    START_MELEE = "start a melee"
    DEFEND = "defend in melee"


_MELEE: dict[str, frozenset[Activity]] = {
    "none": frozenset(),
    "defend": frozenset({Activity.DEFEND}),
    "full": frozenset({Activity.DEFEND, Activity.START_MELEE}),
}


def may(activity: Activity, *, incapacitated: bool, melee: str = "defend") -> No | None:
    """Refuse what an incapacitated unit cannot do.

    Rules: 12-47 (no moving, no firing), S-04 (`melee`: none, defend or full).
    """
    if not incapacitated or activity in _MELEE[melee]:
        return None
    rule = "12-47" if activity in (Activity.MOVE, Activity.FIRE) else "S-04"
    return No(rule, f"Incapacitated by a blast, it cannot {activity.value}")


class Incapacitated(Struct, frozen=True):
    """The marker: when it ends, and when it began.

    `until` is the value of the house rule sf_incapacitated_until at that time. `since` is the
    stamp that counts all player turns, `round` the round; `player` is the victim's.
    """

    until: str
    since: int
    round: int
    player: int | None = None


def ends(
    marker: Incapacitated,
    boundary: Boundary,
    *,
    turn: int,
    round: int,
    player: int | None = None,
) -> bool:
    """Return whether a marker ends at a boundary; one that was passed over ends later (S-03).

    - `turn`, `round`, `player`: the stamp, the round and the player of the boundary.

    The end of the victim's next turn is that of a turn which began after the blast.
    """
    if marker.until == "round_end":
        # A later round: the end of its own was passed over.
        return round > marker.round or boundary is Boundary.ROUND_END
    if boundary is not Boundary.PLAYER_TURN_END:
        return False
    if marker.until == "current_player_turn_end":
        return turn >= marker.since
    return player == marker.player and turn > marker.since
