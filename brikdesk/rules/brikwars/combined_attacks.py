"""Several attackers and one target: who may join, sums, and being outnumbered (5.1-37 to 5.1-47)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from brikdesk.rules.brikwars.attack_damage import DamageDie, after_deflection
from brikdesk.rules.brikwars.no import No, first

OUTNUMBERED = -1
"""Modifier of every Action Roll of a unit that is outnumbered in its Close Combat (5.1-42)."""

MOST_AT_ONE_MINIFIG = 3
"""Opponents that can attack one minifig in Close Combat in one player's turn (5.1-44)."""


def damage_sums(points: Iterable[int], *, combined: bool = True) -> tuple[int, ...]:
    """Give the damage that meets Armor, each amount once.

    Rules: 5.1-37, 5.1-40, 5.1-41 (one sum for all that hit); not `combined`, each hit meets it by
    itself, as the switches burst_damage (Q8-20) and multi_weapon_damage (Q8-83) allow.

    - `points`: of each hit.
    """
    hits = [max(0, each) for each in points]
    return (sum(hits),) if combined and hits else tuple(hits)


def dice_of_each(
    attacks: Sequence[Sequence[DamageDie]], parried: Mapping[int, int], worn: int = 0
) -> tuple[tuple[DamageDie, ...], ...]:
    """Give the Damage dice left of each of several attacks on one target.

    Rules: 5.1-41 and A5-15 (a Parry covers the one attack it was made against), OF-27 (with the
    levels of `worn` armor, which covers all of them).

    - `parried`: levels of Deflection by the place of the attack.
    """
    return tuple(
        after_deflection(dice, worn + parried.get(place, 0)) for place, dice in enumerate(attacks)
    )


def may_join(player: int, attacker: int, allies: Collection[int] = ()) -> No | None:
    """Refuse to combine attacks with somebody who is neither friend nor ally (5.1-37)."""
    if player == attacker or player in allies:
        return None
    return No("5.1-37", "only friends and allies combine their attacks")


def may_delay(*, allied: bool, action_left: bool, attack: bool = True) -> No | None:
    """Refuse to put an Action off until another player's turn.

    Rules: 5.1-38 (to an ally's turn, to attack together), A5-43 (only the Action, not movement;
    unspent). It is back at the start of the unit's own turn, which stays its own (5.1-39).
    """
    return first(
        None if allied else No("5.1-38", "it can only join the attack of an ally"),
        None if attack else No("5.1-38", "only an attack can be put off"),
        None if action_left else No("5.1-38", "its Action is spent"),
    )


@dataclass(frozen=True, slots=True)
class Fighter:
    """One unit of a Close Combat: key, its player, and whether it is down."""

    unit: int
    player: int
    disrupted: bool = False


def outnumbered(
    player: int,
    fighters: Iterable[Fighter],
    allies: Collection[int] = (),
    *,
    bw_count_disrupted_fighters: bool = False,
) -> int:
    """Give the modifier of all Action Rolls of a player's units in one Close Combat (5.1-42).

    It is flat, whatever the odds, and holds against opponents of several teams too, so that each
    of several parties can suffer it (5.1-43).

    - `fighters`: the living units of the engagement and all who take part in this combined
      attack, each once (A5-16); the Disrupted count only if the switch says so.
    """
    counted = {
        each.unit: each.player
        for each in fighters
        if bw_count_disrupted_fighters or not each.disrupted
    }
    own = sum(each == player or each in allies for each in counted.values())
    return OUTNUMBERED if own < len(counted) - own else 0


def may_gang_up(attacker: int, earlier: Collection[int], *, minifig: bool = True) -> No | None:
    """Refuse a fourth opponent to one minifig in Close Combat.

    Rules: 5.1-44 and A5-19 (three different units in one player's turn, each as often as its
    hands allow), 5.1-45 (larger targets: as many as common sense lets in).

    - `earlier`: units that have attacked it in this player's turn.
    """
    crowded = len({*earlier, attacker}) > MOST_AT_ONE_MINIFIG
    if minifig and crowded:
        return No("5.1-44", "three opponents have attacked it in this turn")
    return None


def combined_knockback(inches: Sequence[int], *, one_direction: bool) -> tuple[int, ...]:
    """Give the KnockBack of several Chargers, each amount moved by itself (5.1-46, Q8-10).

    One sum where all strike from the same direction, else one after another.
    """
    return (sum(inches),) if one_direction and inches else tuple(inches)


def may_charge_together(chargers: int, *, room: bool) -> No | None:
    """Refuse a combined Charge at a target that is too small to be hit by all of them (5.1-47)."""
    if chargers < 2 or room:
        return None
    return No("5.1-47", f"the {chargers} Chargers crash into each other: it is too small")
