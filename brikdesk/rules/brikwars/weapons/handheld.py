"""Weapons in the hands of their bearer: Short, Bastard and Long (8.1-21, 8.1-26 to 8.1-30)."""

from dataclasses import dataclass

from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.units.structure import effective_size

LETTERS = {"Short": "S", "Bastard": "M", "Long": "L"}
"""The classes as minifig weapons write them (8.1-21)."""


def bearer_size(size: int, size_damage: int = 0, *, base: str = "size") -> int:
    """Give the Size that decides the class: built, or Effective with `base` "effective_size".

    Q8-08, the switch handheld_ratio_base.
    """
    return effective_size(size, size_damage) if base == "effective_size" else size


def handheld_class(weapon_size: float, bearer_size: float) -> str | None:
    """Give "Short", "Bastard" or "Long", None for a weapon too large to be wielded.

    Rules: 8.1-27 (up to 1, 1.5 and 2 times the bearer's Size), 8.1-21 (the same for a minifig),
    8.1-30 (it goes by whoever holds the weapon now).
    """
    for name, ratio in (("Short", 1.0), ("Bastard", 1.5), ("Long", 2.0)):
        if weapon_size <= ratio * bearer_size:
            return name
    return None


@dataclass(frozen=True, slots=True)
class Handling:
    """How a hand-held weapon is handled: Hands it may take, and the minifig weapon it is like."""

    hands: tuple[int, ...]
    like: str
    with_shield: bool = False
    throwable: bool = True


_CLOSE_COMBAT = {
    "Short": Handling((1,), "Hand Weapon", with_shield=True),
    "Bastard": Handling((1, 2), "Heavy Weapon", with_shield=True),
    "Long": Handling((2,), "Two-Handed Weapon", throwable=False),
}
_RANGED = {
    "Short": Handling((1, 2), "Short-Ranged Weapon"),
    "Bastard": Handling((2,), "Long-Ranged Weapon"),
}
_SHIELDS = {
    "Short": Handling((1,), "Light Shield"),
    "Bastard": Handling((1,), "Heavy Shield"),
    "Long": Handling((2,), "Heavy Shield", throwable=False),
}


def handling(
    weapon_size: float, bearer_size: float, *, kind: str = "Melee Weapon"
) -> Handling | No:
    """Give how a bearer handles a weapon, or why that is not possible (table 3).

    Rules: 8.1-27 (more than twice the bearer's Size), 8.1-28 (Close Combat), 8.1-29 (Ranged; no
    Long weapons). A Short Melee Shield is like a Light Shield, a Bastard one like a Heavy Shield.

    - `kind`: the weapon's row of table 1.
    """
    held = handheld_class(weapon_size, bearer_size)
    if held is None:
        return No("8.1-27", f'a {weapon_size:g}" weapon is too large for these hands')
    close_combat = {"Melee Weapon": _CLOSE_COMBAT, "Melee Shield": _SHIELDS}
    table = close_combat.get(kind, _RANGED)
    return table.get(held) or No("8.1-29", f"a Long {kind} cannot be used from the hand")
