"""Objects and creations that catch fire: how much, and what it costs them (F.1-18..30)."""

from collections.abc import Collection, Sequence

from brikdesk.rules.brikwars.fire.fire_dice import all_ones, check_d4s
from brikdesk.rules.brikwars.fire.fire_kinds import FireKind, is_open_to
from brikdesk.rules.brikwars.units.structure import armor_d10s

MAX_WEIGHT_CLASS = 5
"""The highest Weight class that follows from Armor (OF-45)."""


def weight_class_of(armor: str) -> int:
    """Return the Weight class that follows from an Armor such as "2d10" (OF-45, A-03).

    One for each Armor d10, at most 5; 0 for "1d6", a fixed number or none. The Armor is that of
    the roster: Size Damage does not lower the Weight class (QF-53).
    """
    return min(MAX_WEIGHT_CLASS, armor_d10s(armor))


def ignition_steps(fire_faces: Sequence[int], weight_class: int, out_of_range: int = 0) -> int:
    """Return the steps by which Fire Damage makes an object or creation catch more fire.

    Rules: F.1-22 (each Fire die above the Weight class), F.1-26 (out of Range, each die is read
    1 lower for each inch), QF-12 (nothing if all dice show 1), QF-06, QF-13, QF-14 (Bonus Dice,
    Armor and other modifiers have no say).

    - `fire_faces`: natural faces of the Fire d4s that Deflection left, n >= 0.
    - `weight_class`: of the object that is hit.
    - `out_of_range`: inches beyond Range, each started inch counted.
    """
    check_d4s(fire_faces)
    if all_ones(fire_faces):
        return 0
    # Tested above with the natural faces: Range does not turn a roll into all ones.
    return sum(face - out_of_range > weight_class for face in fire_faces)


def largest_fire(size: int, effective_size: int | None = None, fire_cap: str = "size") -> int:
    """Return the largest fire in inches that an object can carry (F.1-24, QF-02).

    It is the built Size, or the Effective Size with `fire_cap` "effective_size". An object of
    Size 0" has room for 1", or no book would ever burn.
    """
    by_effective = fire_cap == "effective_size" and effective_size is not None
    return max(1, effective_size if by_effective and effective_size is not None else size)


def fire_after_ignition(size: int, fire_size: int, steps: int) -> int:
    """Return the Size of a fire after some steps of catching fire.

    Rules: F.1-23 (from nothing, the first step makes a fire of 1"), F.1-24 (each further step
    +1", up to the Size of the object; see `largest_fire`). A fire that is larger already stays.
    """
    return max(fire_size, min(largest_fire(size), fire_size + steps))


def power_after_fire(power: int, fire_size: int) -> int:
    """Return a burning unit's Power limit: minus the Size of its fire, never below 0 (F.1-30)."""
    return max(0, power - fire_size)


def burning_attack_kinds(
    unit: Collection[FireKind], weapon: Collection[FireKind], target_tags: Collection[str]
) -> tuple[FireKind, ...]:
    """Return the kinds of fire that each add a d4 to a blow or Collision, in the order of table F4.

    Rules: F.1-29 (+1d4, even if the attacker burns without a penalty), F.1-49 (of the kind that
    burns), QF-15 (one d4 of a kind, however much burns), F.1-45 to F.1-47 (no kind that cannot
    affect the target).

    - `unit`, `weapon`: the kinds that burn on each.
    - `target_tags`: what the target is: living, technological, computer.
    """
    return tuple(
        kind
        for kind in FireKind
        if (kind in unit or kind in weapon) and is_open_to(kind, target_tags)
    )
