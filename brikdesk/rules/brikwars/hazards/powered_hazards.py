"""Hazards that a creation powers: each die once a turn, for 1" of Power (F.1-06, F.1-07)."""

from collections.abc import Sequence
from enum import StrEnum

POWER_OF_A_DIE = 1
"""Inches of Power that one die of a powered Hazard takes (F.1-06)."""


class TriggerMode(StrEnum):
    """How a Hazard that a creation powers goes off (F.1-07)."""

    AUTOMATIC = "automatic"
    MANUAL = "manual"


def dice_that_act(ready: Sequence[int], power_left: int, victim_size: int = 1) -> tuple[int, ...]:
    """Return which dice of a powered Hazard can act on one victim, by their places.

    Rules: F.1-06 and QF-20 (those that have not acted in this turn, as far as there is Power for
    them), F.1-13 (what has Size 0" takes no roll and no Power).

    - `ready`: places of the dice that have not acted.
    - `power_left`: inches of Power that the creation has left.
    - `victim_size`: inches.
    """
    if victim_size == 0:
        return tuple(ready)
    return tuple(ready[: max(0, power_left // POWER_OF_A_DIE)])


def acts_by_itself(mode: str) -> bool:
    """Return whether it acts on whoever is inside, without its operator (F.0-03, F.1-07)."""
    return mode != TriggerMode.MANUAL
