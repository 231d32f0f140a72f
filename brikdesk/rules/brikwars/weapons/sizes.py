"""Use, Range and damage of weapons by their Size (8.1, tables 1 and 2)."""

import math
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.no import No

MINUS = "\N{MINUS SIGN}"


class SizeFigures(Struct, frozen=True):
    """Use, Range and damage of one weapon.

    `use` and `range` (inches) are None if something else decides: Explosives take them from
    what delivers them, Close Combat weapons reach by touch. Damage is `dice` of `die` ("d6", or
    "Action die" of the wielder) plus `bonus`, of `damage_type` ("" for plain damage);
    `less_distance` takes 1 point off for each full inch. `by` names what decides the damage where
    no dice do. `deflection` are the layers of a successful Parry.
    """

    use: int | None
    range: float | None
    dice: int = 0
    die: str = ""
    bonus: int = 0
    damage_type: str = ""
    less_distance: bool = False
    by: str = ""
    deflection: int = 0
    max_explosive_size: int | None = None

    @property
    def damage(self) -> str:
        """The damage as on a unit card: "3d6", "2 Action dice", "1d8+1 − distance"."""
        if self.deflection:
            return f"{self.deflection} Deflection on a Parry"
        if not self.dice:
            return self.by
        action = self.die == "Action die"
        plural = " Action dice" if self.dice > 1 else " Action die"
        dice = f"{self.dice}{plural if action else self.die}"
        bonus = f"{self.bonus:+d}".replace("-", MINUS) if self.bonus else ""
        words = [dice + bonus, self.damage_type, f"{MINUS} distance" if self.less_distance else ""]
        return " ".join(word for word in words if word)


def _declared_size(value: float) -> int:
    """Return the Weapon or Explosive Size that a builder declares.

    Any whole inch that measuring could justify is accepted (8.1-02, 8.1-15, Q8-01); less than 1
    behaves as 1 (8.1-01). Raise BadInput for fractions above 1 and for negative sizes.
    """
    if value < 0 or (value > 1 and value != int(value)):
        raise BadInput(f"{value:g} is not a whole number of inches", where="Weapon Size")
    return max(1, int(value))


def _melee_weapon(w: int) -> SizeFigures:
    return SizeFigures(w + 1, None, dice=w, die="Action die")


def _melee_shield(w: int) -> SizeFigures:
    return SizeFigures(2 * w, None, deflection=w)


def _gun(w: int) -> SizeFigures:
    return SizeFigures(w + 2, 4 * w + 2, dice=w, die="d6")


def _machine_gun(w: int) -> SizeFigures:
    return SizeFigures(w + 2, 3 * w + 2, dice=w, die="d6")


def _blast_gun(w: int) -> SizeFigures:
    reach = 2 * w + 2
    return SizeFigures(w + 1, reach, dice=w, die="d8", less_distance=True)


def _flame_thrower(w: int) -> SizeFigures:
    return SizeFigures(w + 1, 2 * w + 2, dice=w, die="d4", damage_type="Fire")


def _explosive(x: int) -> SizeFigures:
    return SizeFigures(None, None, dice=x, die="d10", damage_type="Exp")


def _rocket(x: int) -> SizeFigures:
    return SizeFigures(2 * x, 6 * x, dice=x, die="d10", damage_type="Exp")


def _cannon(w: int) -> SizeFigures:
    return SizeFigures(w + 3, 4 * w, by="by ammo", max_explosive_size=w)


def _launcher(w: int) -> SizeFigures:
    return SizeFigures(2 * w, 6 * w, by="by payload", max_explosive_size=w)


FORMULAS: dict[str, Callable[[int], SizeFigures]] = {
    "Melee Weapon": _melee_weapon,
    "Melee Shield": _melee_shield,
    "Gun": _gun,
    "MachineGun": _machine_gun,
    "BlastGun": _blast_gun,
    "FlameThrower": _flame_thrower,
    "Explosive": _explosive,
    "Rocket": _rocket,
    "Cannon": _cannon,
    "Launcher": _launcher,
}
"""The rows of table 1 by their name (8.1-03 to 8.1-13): functions of W, or of X for Explosives."""

SIZED_BY_X = frozenset({"Explosive", "Rocket"})
"""Kinds whose Size is the Explosive Size (8.1-03)."""


def figures(kind: str, size: float) -> SizeFigures:
    """Return Use, Range and damage of a weapon of this kind and Size.

    They depend on nothing else: not on its bearer (8.1-26, 8.1-30) and not on how it is mounted.

    - `kind`: a row of table 1, a key of FORMULAS. Raise KeyError for others.
    - `size`: W in inches, X for Explosives and Rockets.
    """
    return FORMULAS[kind](_declared_size(size))


def thrown_explosive(explosive_size: int, *, use: int = 2) -> SizeFigures:
    """Return the figures of an Explosive that is thrown by hand (8.4-59, Q8-45)."""
    return replace(_explosive(explosive_size), use=use, range=3)


BASTARD_GUNS: dict[str, tuple[str, SizeFigures]] = {
    "Long-Ranged Weapon": ("Gun", SizeFigures(3, 10, dice=1, die="d6", bonus=1)),
    "AutoGun": ("MachineGun", SizeFigures(3, 8, dice=1, die="d6", bonus=1)),
    "ShotGun": (
        "BlastGun",
        SizeFigures(3, 6, dice=1, die="d8", bonus=1, less_distance=True),
    ),
    "FlameGun": (
        "FlameThrower",
        SizeFigures(2, 5, dice=1, die="d4", bonus=1, damage_type="Fire"),
    ),
    "Bazooka": ("Cannon", SizeFigures(4, 6, by="by ammo", max_explosive_size=1)),
    "RailGun": (
        "Launcher",
        SizeFigures(4, 8, by="by payload", max_explosive_size=2),
    ),
}
"""Table 2: the base kind whose rules apply (8.1-25) and fixed figures that follow no formula."""


def power_needed(size: float, *, minifig_hands: int | None = None) -> int:
    """Return the Power that activating a weapon takes, in inches (8.1-32, Q8-07).

    A minifig's hand-held weapon takes its Hands, everything else its Size.
    """
    return _declared_size(size) if minifig_hands is None else minifig_hands


class KnockBack(Struct, frozen=True):
    """How far a hit knocks a target straight away, in inches, and whether being thrown Disrupts."""

    inches: int
    disrupts: bool


def hit_knockback(weapon_size: float, effective_size: int, *, gun: str = "") -> KnockBack:
    """Return the KnockBack of a hit without Explosives.

    Rules: 8.1-19 and 8.1-20 (what W exceeds the target's Effective Size by, in full inches), 8.1-24
    (a ShotGun: 1" for minifig-sized and smaller targets, which it does not Disrupt), Q8-07.
    """
    if gun == "ShotGun":
        return KnockBack(1 if effective_size <= 1 else 0, disrupts=False)
    return KnockBack(max(0, math.floor(weapon_size - effective_size)), disrupts=True)


def may_maneuver(kind: str, maneuver: str) -> No | None:
    """Refuse a Close Combat maneuver with a Melee Shield, which may Parry or Shove (8.1-05)."""
    if kind == "Melee Shield" and maneuver not in ("parry", "shove"):
        return No("8.1-05", "a Melee Shield can only Parry or Shove")
    return None
