"""Something Bad: its results, when others must agree, how far a lost item flies (5.1-14..23).

How long the results last is in `mortal_wounds`.
"""

from enum import StrEnum


class Bad(StrEnum):
    """The results of table 2.1."""

    DISARMED = "disarmed"
    STRUCK = "struck"
    MORTAL = "mortal"
    TWIST = "twist"


def results_with_effect(
    *, has_item: bool, disrupted: bool = False, mortally_wounded: bool = False
) -> tuple[Bad, ...]:
    """Return the results that the victim's player may pick: only those that cost something.

    Rules: 5.1-14, A5-12 (nothing to drop, Disrupted already, Mortally Wounded already).
    """
    idle = {
        Bad.DISARMED: not has_item,
        Bad.STRUCK: disrupted,
        Bad.MORTAL: mortally_wounded,
    }
    # A Twist always has an effect, so it is never left out.
    return tuple(bad for bad in Bad if not idle.get(bad))


def others_agree_on(bad: Bad, *, minifig: bool = True, held: bool = True) -> bool:
    """Return whether the other players have to agree to what the victim's player picked.

    Rules: 5.1-14 and 5.1-21 (to a Twist), 5.1-22 (to a minifig losing something it does not hold),
    5.1-23 (not for others: they lose any important item that they carry or are fitted with).
    """
    return bad is Bad.TWIST or (bad is Bad.DISARMED and minifig and not held)


def knocked_away(
    action_total: int | None,
    *,
    distance_roll: int | None = None,
    bw_disarm_roll_on_auto_hit: bool = False,
) -> int:
    """Return the inches that a lost item flies, straight away from the attacker.

    Rules: 5.1-15 and 8.2-11 (the total of the attacker's Action Roll), A5-10 (0 where there was no
    roll, unless the table rolls for it then; never below 0), A5-54 (0 for Smash).

    - `action_total`: None for an Automatic Hit, a fall, a trap.
    - `distance_roll`: what was rolled for the distance in its place.
    """
    if action_total is not None:
        return max(0, action_total)
    return max(0, distance_roll or 0) if bw_disarm_roll_on_auto_hit else 0
