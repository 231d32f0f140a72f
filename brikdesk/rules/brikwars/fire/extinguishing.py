"""Putting fires out (F.1-37..41, 8.3-30, 8.3-31)."""

from brikdesk.rules.brikwars.no import No
from brikdesk.rules.clocks import in_window

BUCKET_INCHES = 1
"""Inches of firefighting apparatus that one minifig with a bucket counts as (F.1-39)."""


def may_roll_on_ground(action_spent: bool) -> No | None:
    """Refuse rolling on the ground without an Action; a response will do (8.3-31, Q8-30)."""
    return No("8.3-31", "the Action is spent, it takes one to roll") if action_spent else None


def roll_on_ground(fire_size: int, roll_on_ground_inches: str = "1") -> int:
    """Return the inches of fire left on a unit that rolls on the ground (F.1-37, QF-21).

    For units that are not minifigs. It takes an Action and leaves the unit Disrupted. The fire
    loses `roll_on_ground_inches`, or everything with "all".
    """
    return 0 if roll_on_ground_inches == "all" else max(0, fire_size - int(roll_on_ground_inches))


def fire_after_submersion(fire_size: int, inches_above: int = 0) -> int:
    """Return the inches of fire left on something that went under water or into vacuum.

    Rules: F.1-38 (completely: out at once), QF-22 (the part `inches_above`, which the referee
    states, may burn on).
    """
    return min(fire_size, max(0, inches_above))


def fire_after_fighting(fire_size: int, apparatus: int) -> int:
    """Return the inches of fire left after inches of apparatus were used on it (F.1-37, F.1-39)."""
    return max(0, fire_size - apparatus)


def may_fight_with(used_on: int | None, current_turn: int, round_started_on: int) -> No | None:
    """Refuse an apparatus that was used before in its owner's present round (F.1-39, QF-21).

    `used_on` stamps its last use, `round_started_on` the last turn start of its owner.
    """
    if in_window(used_on, "owner_round", current_turn, round_started_on):
        return No("F.1-39", "this was used on a fire since its player's turn began")
    return None
