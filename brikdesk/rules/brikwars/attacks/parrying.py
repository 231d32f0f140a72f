"""Parries: who may make one, with what, against what, and its numbers (5.2-40 to 5.2-53, 8.2)."""

import math
from collections.abc import Sequence
from enum import StrEnum

from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.no import No, first, no_if


class ParryWith(StrEnum):
    """What a Parry is made with."""

    SHIELD = "shield"
    OBJECT = "object"
    BARE_HANDS = "bare hands"


class Incoming(StrEnum):
    """What is parried; DAMAGE is everything outside Close Combat, such as shots."""

    STRIKE = "Strike"
    GRAB = "Grab"
    SHOVE = "Shove"
    DAMAGE = "damage"

    @property
    def harms(self) -> bool:
        """Whether it deals damage: a Parry then gives Deflection, else it cancels the maneuver."""
        return self in (Incoming.STRIKE, Incoming.DAMAGE)


TOOL_USE = 3
"""Use of a Ranged weapon that parries (5.2-44)."""

BARE_HANDS_USE = 0
"""Use of Bare Hands (5.2-44)."""

PER_INCH_LARGER = -2
"""Modifier of a Parry for each inch by which a shover is larger (8.2-06)."""

THINKING = frozenset({"independent", "ridden", "piloted"})
"""Minds that can Parry and Counterattack (8.2-02)."""


def may_think(mind: str) -> No | None:
    """Refuse what takes a mind to what has none, no Rider and no Pilot (8.2-02, 4.3-06)."""
    if mind in THINKING:
        return None
    return No("8.2-02", "it has no mind of its own, no Rider and no Pilot")


def may_parry_with(incoming: Incoming, held: ParryWith) -> No | None:
    """Refuse a Parry with something that cannot stop the attack (table 2.6).

    Rules: 5.2-40 and 5.2-52 (anything stops a Grab or Shove), 5.2-48 and 5.2-51 (damage only a
    Shield), 5.2-50 (Bare Hands never). Charges and Collisions are not carried out by the desk.
    """
    if held is ParryWith.SHIELD or not incoming.harms:
        return None
    if held is ParryWith.BARE_HANDS:
        return No("5.2-50", "Bare Hands parry no damage")
    return No("5.2-40", "only a Shield parries damage")


def may_parry(
    incoming: Incoming,
    *,
    disrupted: bool = False,
    used: bool = False,
    mind: str = "independent",
    size: float = 1,
    attacker_size: float = 1,
) -> No | None:
    """Refuse a Parry that the defender cannot make now.

    Rules: 4.1-27 (Disrupted), 5.2-41 (each hand or object once in a player's turn; no Action is
    needed), 8.2-02 (`mind`: it must think for itself or have a Rider or Pilot), 8.2-03 (it cannot
    Parry Close Combat maneuvers of opponents of half its Size or less).
    """
    return first(
        no_if(disrupted, "4.1-27", "it is Disrupted until its next turn"),
        may_think(mind),
        no_if(used, "5.2-41", "it has been used in this turn"),
        None if incoming is Incoming.DAMAGE else _too_small_to_parry(size, attacker_size),
    )


def _too_small_to_parry(size: float, opponent: float) -> No | None:
    """Refuse a Parry of opponents of half the own Size or less (8.2-03)."""
    if opponent > size / 2:
        return None
    return No("8.2-03", f'Size {size:g}" cannot Parry opponents of Size {size / 2:g}" or less')


def parry_use(held: ParryWith, use: int | None = None, *, ranged: bool = False) -> int:
    """Return the number that a Parry roll must reach.

    Rules: 5.2-44 (the object's Use; a Ranged weapon 3, Bare Hands 0), A5-45. Raise ValueError for
    a Close Combat object without Use.
    """
    if held is ParryWith.BARE_HANDS:
        return BARE_HANDS_USE
    if ranged:
        return TOOL_USE
    if use is None:
        raise ValueError("an object parries with its Use")
    return use


def bare_hands_used(*, bw_barehand_uses_both: bool = True) -> int:
    """Return the Hands that Bare Hands use up (5.2-52, 5.2-53, A5-23)."""
    return 2 if bw_barehand_uses_both else 1


def weapon_bonus(weapon_size: float, *, two_handed: bool = False) -> int:
    """Return the bonus for parrying something large.

    Rules: 8.2-10 (+1 for each full 2" of its Size), 5.2-45 (+1 against a Two-Handed Weapon), Q8-78
    and A5-37 (the larger of the two).
    """
    return max(math.floor(weapon_size / 2), int(two_handed), 0)


def shove_penalty(shover: int, size: int) -> int:
    """Return the modifier for parrying a Shove: −2 for each inch the shover is larger (8.2-06)."""
    return PER_INCH_LARGER * max(0, shover - size)


def parry_layers(deflection: int, *, benny: bool = False) -> int:
    """Return the levels of Deflection of a Parry of damage that succeeded.

    Rules: 5.2-48 and 8.2-09 (those of the Shield: 1 for a minifig's, else its Size), 5.2-49 (one
    more for a Benny).
    """
    return deflection + int(benny)


def is_used_up(*, rolled: bool, bw_parry_before_hit_roll: bool = False) -> bool:
    """Return whether a declared Parry has used up its hand or object (A5-02, 5.2-41).

    If Parries are declared after the hit is known, only one that is rolled does. If they are
    declared before, it is used up even if the attack misses.
    """
    return rolled or bw_parry_before_hit_roll


def loses_object(held: ParryWith, *, critical_failure: bool) -> bool:
    """Return whether a Parry loses its object, which flies off as by Disarmed! (5.2-47, 8.2-11)."""
    return critical_failure and held is not ParryWith.BARE_HANDS


def maneuver_use(size: int, target_size: float) -> int | None:
    """Return the Use of a Grab or Shove; None is an Automatic Hit.

    Rules: 8.2-04 (its own Size against targets of half its Size or less), 5.2-24, 5.2-32.
    """
    return size if target_size <= size / 2 else None


def may_shove(shovers: Sequence[float], target_size: float) -> No | None:
    """Refuse a Shove of something larger than its shovers together; Sizes in inches (8.2-05)."""
    if sum(shovers) >= target_size:
        return None
    return No(
        "8.2-05", f'Size {in_inches(sum(shovers))} is too small to shove Size {target_size:g}"'
    )
