"""Energy Shields: dice that cancel incoming Damage dice of their type (F.1-70 to F.1-75)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from brikdesk.rules.brikwars.no import No, first, no_if

ACTION_DAMAGE_SIDES = 6
"""Which shield die meets damage based on an Action die, whatever its own sides (F.1-72)."""

SHIELD_POWER = 1
"""Inches of Power that each shield die takes when it is used (F.1-74)."""


class IncomingDie(Struct, frozen=True):
    """One Damage die on its way: its sides, its kind (Fire, Exp, Crash), and its face once rolled.

    `action`: it is based on an Action die, as in a Melee Weapon's damage. Bonus Dice that it
    earned are no dice of their own here: they go with it (QF-46).
    """

    sides: int
    kind: str = ""
    action: bool = False
    face: int | None = None


def shield_die_against(sides: int, *, action: bool = False) -> int:
    """Return the sides of the shield die that meets a Damage die.

    Rules: F.1-72, QF-47 (damage based on an Action die counts as d6, also that of larger dice).
    """
    return ACTION_DAMAGE_SIDES if action else sides


def cancelled(incoming: Sequence[IncomingDie], shield: Sequence[int]) -> tuple[int, ...]:
    """Return the places of the Damage dice that some shield dice take away, lowest place first.

    Rules: F.1-71 (one for one), F.1-72 (of the same type), QF-46 (with their Bonus Dice; of a roll
    that lies there the highest face first).

    - `shield`: sides of the shield dice that are used; those that fit nothing do nothing.
    """
    gone: set[int] = set()
    for sides in shield:
        fits = [
            place
            for place, die in enumerate(incoming)
            if place not in gone and shield_die_against(die.sides, action=die.action) == sides
        ]
        if fits:
            # Of equal faces the first: a die that has not been rolled counts as 0.
            gone.add(max(fits, key=lambda place: (incoming[place].face or 0, -place)))
    return tuple(sorted(gone))


def unspent(dice: int, spent: Mapping[int, int], current_turn: int) -> tuple[int, ...]:
    """Return the places of the shield dice that were not used in this player turn (F.1-74).

    `spent` holds the stamp of each die's latest use.
    """
    return tuple(place for place in range(dice) if spent.get(place) != current_turn)


def may_use_shield(
    wanted: Sequence[int],
    ready: Sequence[int],
    power_left: int,
    *,
    projector_works: bool = True,
) -> No | None:
    """Refuse shield dice that cannot be used now.

    Rules: F.1-73 (a working Shield Projector), F.1-74 (each once in a turn, for 1" of Power).

    - `wanted`: places of the dice to be used.
    - `ready`: places of those not used in this turn.
    - `power_left`: inches of Power that the creation has left.
    """
    twice = len(set(wanted)) < len(wanted) or set(wanted) - set(ready)
    needed = len(wanted) * SHIELD_POWER
    short = f'{needed}" of Power are needed and {power_left}" are left'
    return first(
        no_if(not projector_works, "F.1-73", "no Shield Projector works"),
        no_if(twice, "F.1-74", "a shield die is used once in a turn"),
        no_if(needed > power_left, "F.1-74", short),
    )
