"""Uses of a Benny from an Action Over the Top in an attack (4.2-17 to 4.2-25, A5-50)."""

from collections.abc import Sequence
from enum import StrEnum

from brikdesk.dice.house import BY_THE_BOOK, DiceRules, fails_critically
from brikdesk.rules.brikwars.aiming import aim_modifier
from brikdesk.rules.brikwars.attacks.attack_damage import DamageDie, after_deflection


class BennyUse(StrEnum):
    """What a Benny is spent on."""

    ACTION = "action"
    RANGE = "range"
    DAMAGE = "damage"
    DEFLECTION = "deflection"
    OTHER = "other"


BENNY_DIE = 6
"""Sides of the die that a Benny adds to an Action Roll, or to a stat in inches (4.2-18)."""


def attack_uses(
    *, hit: bool, out_of_range: bool, ranged: bool, has_dice: bool, explosive: bool = False
) -> tuple[BennyUse, ...]:
    """Return the uses of the Benny of an attack that have an effect (A4-29).

    Rules: 4.2-18 (the Action Roll of a miss; Range if the target is out of it), 4.2-19 (Close
    Combat has no Range), 4.2-20 (damage of a hit that has dice), 5.1-55 (an Explosive that hits
    loses no damage to Range), 4.2-23 (anything else that the others accept).
    """
    lacks_range = ranged and out_of_range and not (hit and explosive)
    offered = {
        BennyUse.ACTION: not hit,
        BennyUse.DAMAGE: hit and has_dice,
        BennyUse.RANGE: lacks_range,
        BennyUse.OTHER: True,
    }
    return tuple(use for use, works in offered.items() if works)


def parry_uses(*, against_damage: bool) -> tuple[BennyUse, ...]:
    """Return what the Benny of a Parry may be spent on.

    Rules: 4.2-18, 5.2-49 (one more level of Deflection, against damage only), 4.2-23.
    """
    levels = (BennyUse.DEFLECTION,) if against_damage else ()
    return (BennyUse.ACTION, *levels, BennyUse.OTHER)


def damage_types(dice: Sequence[DamageDie]) -> tuple[DamageDie, ...]:
    """Return the dice that a Benny may add, one of each type; the attacker chooses (4.2-20, A5-22).

    - `dice`: before Deflection, because a type that is fully deflected still counts (A5-15).
    """
    # Not a set: choices are listed in the order of the roll.
    return tuple(dict.fromkeys(dice))


def bought_die_counts(
    dice: Sequence[DamageDie], bought: DamageDie, levels: int, *, pierce: int = 0
) -> bool:
    """Return whether a Damage die bought with a Benny is rolled, not deflected (A5-15).

    - `dice`: before Deflection.
    """
    before = after_deflection(dice, levels, pierce=pierce)
    return len(after_deflection((*dice, bought), levels, pierce=pierce)) > len(before)


def smaller_parts(total: int, use: int) -> tuple[str, ...]:
    """Return the smaller aim points that the roll would have hit too; a Benny picks one (4.2-25).

    - `total`: Action Roll with all modifiers but the one for the target's size.
    """
    return tuple(part for part in ("small", "tiny") if total + aim_modifier(part) >= use)


def damage_fails(
    thrown: Sequence[int],
    bought: Sequence[int] = (),
    *,
    bw_benny_rescues_cf: bool = True,
    house: DiceRules = BY_THE_BOOK,
) -> bool:
    """Return whether a complete Damage Roll, bought dice included, fails critically (A5-50, OF-07).

    - `thrown`: natural faces of the weapon's dice; `bought`: those of a Benny or MOM.
    """
    return fails_critically(thrown, bought if bw_benny_rescues_cf else (), house)
