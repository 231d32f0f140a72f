"""Missed Shots: who says where they go, and what Range takes from them (5.3-06 to 5.3-12).

`duds` says whether one is tracked, by how much it missed, and whom it may strike.
"""

from collections.abc import Collection

from brikdesk.lengths import compared
from brikdesk.rules.brikwars.aiming import out_of_range
from brikdesk.rules.brikwars.explosives.duds import landing_chooser, may_name
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.nearly import NEARLY

SPOT = 0.5
"""Inches around a spot that was pointed at in which something still lies on it."""


def spot_chooser(
    attacker: int, target_owner: int | None, enemies: Collection[int], named: int | None = None
) -> int | No:
    """Return the player who places a Missed Shot, or a No that says why nobody does yet.

    Rules: 5.3-09 and A5-34. It is the target's player if hostile to the attacker. For a target of
    the attacker's own, of an ally or of nobody, it is the one of `enemies` whom the attacker has
    `named`. Without any enemy nobody can place it, and the shot is harmless.
    """
    hostile = landing_chooser(attacker, target_owner, enemies)
    if hostile is not None:
        return hostile
    if not enemies:
        return No("5.3-09", "the attacker has no enemy who could place it")
    if named is None:
        return No("5.3-09", "the attacker names an enemy who places it")
    return may_name(named, enemies) or named


def may_land(away: float, missed_by: int, *, explosive: bool = False) -> No | None:
    """Refuse a landing spot that is farther from the target than the shot missed it by.

    Rules: 5.3-08, and 8.4-20 for an Explosive.

    - `away`: inches from the target's edge, or from the X of a projectile, to the spot.
    """
    if away <= missed_by + NEARLY:
        return None
    rule = "8.4-20" if explosive else "5.3-08"
    by, spot = compared(missed_by, away)
    return No(rule, f"it misses by {by}, and this spot is {spot} away")


def lies_there(away: float) -> No | None:
    """Refuse what does not lie where a Missed Shot lands (5.3-11).

    - `away`: inches from the spot to its edge. Spots are pointed at, so half an inch is near enough.
    """
    if away <= SPOT:
        return None
    spot, near = compared(away, SPOT)
    return No("5.3-11", f"it is {spot} from where the shot lands, not within {near}")


def stray_out_of_range(distance: float, reach: float, *, rounding: str = "ceil") -> int:
    """Return the points that Range takes from the damage of a Missed Shot (5.3-11, A5-36).

    It strikes without any Action Roll; nothing else modifies its damage.

    - `distance`: from the weapon to the spot that is hit, not to the target that was missed.
    """
    return out_of_range(distance, reach, rounding=rounding)
