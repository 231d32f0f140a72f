"""Difficult Terrain: Slow, Thrust, Slippery and Spiked Obstacle (F.1-50 to F.1-56, table F5)."""

from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.brikwars.no import No

TERRAIN_SIDES = 6
"""Each Hazard die of Difficult Terrain is a d6 of inches (F.1-50)."""


class TerrainMode(StrEnum):
    """What Difficult Terrain does to units that move in it (table F5)."""

    SLOW = "Slow"
    THRUST = "Thrust"
    SLIPPERY = "Slippery"
    SPIKED = "Spiked Obstacle"


class Crossing(Struct, frozen=True):
    """What one crossing costs and does; lengths in inches.

    `move` is spent of the unit's own Move, before Half Speed doubles anything (QF-36): on Slippery
    ground straight on, or on the spot if it was standing still (F.1-53). `carried` is the way that
    it is moved first, in the Field's direction. `action`: an Action is spent; `hurt`: the Hazard
    dice are damage instead.
    """

    move: float = 0.0
    carried: float = 0.0
    action: bool = False
    hurt: bool = False


def cross(
    mode: TerrainMode,
    inches: int,
    move_left: float,
    *,
    careful: bool = False,
) -> Crossing:
    """Return what Difficult Terrain does to one unit.

    Rules: F.1-51 (Slow), F.1-52 (Thrust, then the full Move), F.1-53 (Slippery), F.1-55 and
    F.1-56 (Spiked Obstacle with and without care); no Move falls below 0.

    - `inches`: sum of the Hazard dice; does not matter where the unit is hurt.
    - `move_left`: inches of Move that the unit has left this turn.
    - `careful`: it spends an Action to move with care; for a Spiked Obstacle, see `takes_care`.
    """
    spent = min(float(inches), max(0.0, move_left))
    if mode is TerrainMode.THRUST:
        return Crossing(carried=float(inches))
    if mode is TerrainMode.SPIKED:
        return Crossing(move=spent, action=True) if careful else Crossing(hurt=True)
    return Crossing(move=spent)


def takes_care(*, wanted: bool, actions_left: int, uncontrolled: bool = False) -> bool:
    """Return whether a unit moves with care through a Spiked Obstacle (F.1-55, F.1-56, QF-38).

    It must want to, have an Action left for it, and be in control of its movement.
    """
    return wanted and actions_left > 0 and not uncontrolled


def may_roll_terrain(rolled_in: int | None, current_turn: int) -> No | None:
    """Refuse a second roll for one unit in one Field in one player turn (QF-34).

    `rolled_in` is the stamp of the latest roll, None for none.
    """
    again = rolled_in is not None and rolled_in == current_turn
    return No("QF-34", "its Hazard dice were rolled in this turn") if again else None


def slips(mode: TerrainMode | None, *, on_foot: bool, critical_failure: bool) -> bool:
    """Return whether a unit falls and is Disrupted (F.1-54).

    Every Action Roll counts that a unit on foot makes in a Slippery Field, passive ones too
    (QF-37). `mode` is that of the Field it stands in, None for no terrain.
    """
    return mode is TerrainMode.SLIPPERY and on_foot and critical_failure
