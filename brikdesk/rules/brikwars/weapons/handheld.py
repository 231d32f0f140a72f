"""Weapons in the hands of their bearer: Short, Bastard and Long (8.1-21, 8.1-26 to 8.1-30)."""

from msgspec import Struct

from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.units.structure import effective_size

LETTERS = {"Short": "S", "Bastard": "M", "Long": "L"}
"""The classes as minifig weapons write them (8.1-21)."""


def bearer_size(size: int, size_damage: int = 0, *, base: str = "size") -> int:
    """Return the Size that decides the class: built, or Effective with `base` "effective_size".

    Q8-08, the switch handheld_ratio_base.
    """
    return effective_size(size, size_damage) if base == "effective_size" else size


def handheld_class(weapon_size: float, bearer_size: float) -> str | None:
    """Return "Short", "Bastard" or "Long", None for a weapon too large to be wielded.

    Rules: 8.1-27 (up to 1, 1.5 and 2 times the bearer's Size), 8.1-21 (the same for a minifig),
    8.1-30 (it goes by whoever holds the weapon now).
    """
    for name, ratio in (("Short", 1.0), ("Bastard", 1.5), ("Long", 2.0)):
        if weapon_size <= ratio * bearer_size:
            return name
    return None


class Handling(Struct, frozen=True):
    """How a hand-held weapon is handled: the Hands that it may take, and whether it can be thrown."""

    hands: tuple[int, ...]
    throwable: bool = True


_CLOSE_COMBAT = {
    "Short": Handling((1,)),
    "Bastard": Handling((1, 2)),
    "Long": Handling((2,), throwable=False),
}
_RANGED = {"Short": Handling((1, 2)), "Bastard": Handling((2,))}
_SHIELDS = {
    "Short": Handling((1,)),
    "Bastard": Handling((1,)),
    "Long": Handling((2,), throwable=False),
}


def handling(
    weapon_size: float, bearer_size: float, *, kind: str = "Melee Weapon"
) -> Handling | No:
    """Return how a bearer handles a weapon, or why that is not possible (table 3).

    Rules: 8.1-27 (more than twice the bearer's Size), 8.1-28 (Close Combat: a Bastard weapon may
    leave a Hand for a Melee Shield, a Long one is not thrown), 8.1-29 (Ranged; no Long weapons).

    - `kind`: the weapon's row of table 1.
    """
    held = handheld_class(weapon_size, bearer_size)
    if held is None:
        return No("8.1-27", f'a {weapon_size:g}" weapon is too large for these hands')
    close_combat = {"Melee Weapon": _CLOSE_COMBAT, "Melee Shield": _SHIELDS}
    table = close_combat.get(kind, _RANGED)
    # Only the table of Ranged weapons has a gap: no Long ones.
    return table.get(held) or No("8.1-29", f"a Long {kind} cannot be used from the hand")
