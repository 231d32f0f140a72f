"""What a Benny of an Action Over the Top can be spent on in an attack (4.2-17 to 4.2-25, A5-50)."""

from collections.abc import Sequence
from enum import StrEnum

from brikdesk.dice.house import BY_THE_BOOK, DiceRules, fails_critically
from brikdesk.rules.brikwars.aiming import aim_modifier
from brikdesk.rules.brikwars.attack_damage import DamageDie, after_deflection
from brikdesk.rules.brikwars.no import No


class BennyUse(StrEnum):
    """What a Benny is spent on."""

    ACTION = "action"
    RANGE = "range"
    DAMAGE = "damage"
    DEFLECTION = "deflection"
    OTHER = "other"


BENNY_DIE = 6
"""Sides of the die that it adds to an Action Roll, or to a stat in inches (4.2-18)."""


def attack_uses(dice: Sequence[DamageDie], *, ranged: bool) -> tuple[BennyUse, ...]:
    """Give what the Benny of an attack may be spent on.

    Rules: 4.2-18 (the Action Roll, or Range), 4.2-19 (Close Combat has no Range), 4.2-20 (damage,
    where there are dice of it), 4.2-23 (anything else that the others accept).
    """
    offered = {BennyUse.RANGE: ranged, BennyUse.DAMAGE: bool(damage_types(dice))}
    attack = [use for use in BennyUse if use is not BennyUse.DEFLECTION]
    return tuple(use for use in attack if offered.get(use, True))


def parry_uses(*, against_damage: bool) -> tuple[BennyUse, ...]:
    """Give what the Benny of a Parry may be spent on.

    Rules: 4.2-18, 5.2-49 (one more level of Deflection, against damage only), 4.2-23.
    """
    levels = (BennyUse.DEFLECTION,) if against_damage else ()
    return (BennyUse.ACTION, *levels, BennyUse.OTHER)


def damage_types(dice: Sequence[DamageDie]) -> tuple[DamageDie, ...]:
    """Give the dice that a Benny may add, one of each type; the attacker chooses (4.2-20, A5-22).

    - `dice`: before Deflection, for a type that is fully deflected still counts (A5-15).
    """
    return tuple(dict.fromkeys(dice))


def bought_die_counts(
    dice: Sequence[DamageDie], bought: DamageDie, levels: int, *, pierce: int = 0
) -> bool:
    """Tell whether a Damage die that a Benny buys is rolled, or swallowed by Deflection (A5-15).

    - `dice`: before Deflection.
    """
    before = after_deflection(dice, levels, pierce=pierce)
    return len(after_deflection((*dice, bought), levels, pierce=pierce)) > len(before)


def may_refine(total: int, use: int, part: str) -> No | None:
    """Refuse to hit a smaller part of the target after all (4.2-25).

    - `total`: of the Action Roll with its modifiers, but without that for the target's size.
    - `part`: as for `aim_modifier`.
    """
    if total + aim_modifier(part) >= use:
        return None
    return No("4.2-25", f"{total + aim_modifier(part)} is not enough for that part, Use is {use}")


def damage_fails(
    thrown: Sequence[int],
    bought: Sequence[int] = (),
    *,
    bw_benny_rescues_cf: bool = True,
    house: DiceRules = BY_THE_BOOK,
) -> bool:
    """Tell whether a Damage Roll fails critically, judged when it is closed (A5-50, OF-07).

    - `thrown`: natural faces of the weapon's dice; `bought`: those of a Benny or MOM.
    """
    return fails_critically(thrown, bought if bw_benny_rescues_cf else (), house)
