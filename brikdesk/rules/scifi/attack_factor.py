"""Attack factors: how well a weapon of some type and form penetrates (12-08 to 12-12, T1)."""

from enum import StrEnum

from msgspec import Struct

from brikdesk.errors import BadInput
from brikdesk.rules.scifi.data import rows

LOWEST, HIGHEST = 1, 9
"""The smallest and the largest attack factor (12-08)."""


class BuiltAs(StrEnum):
    """What a weapon of a type is built as; some types are stronger as a cannon."""

    SMALL_ARM = "small arm"
    CANNON = "cannon"
    WARHEAD = "warhead"


class WeaponType(Struct, frozen=True):
    """A type of the general pattern.

    `factors` by form, or under "any". `nature` is "projectile", "energy" or "warhead", empty if
    the chapter does not tell. `area` is the shape that every weapon of the type has, if any.
    """

    name: str
    factors: dict[str, int]
    nature: str = ""
    area: str = ""


WEAPON_TYPES = {row["name"]: WeaponType(**row) for row in rows("weapon_types")}
"""Every type that the chapter names, by its name, weakest first."""


class AttackFactor(Struct, frozen=True):
    """An attack factor; `changed` tells that it is not the general pattern's."""

    value: int
    changed: bool = False


def checked(value: int) -> int:
    """Return an attack factor back. Raise BadInput unless it is 1 to 9 (12-08)."""
    if not LOWEST <= value <= HIGHEST:
        raise BadInput(f"{value} is no attack factor, type {LOWEST} to {HIGHEST}", "Attack factor")
    return value


def default_factor(type: str, form: BuiltAs | None) -> int | None:
    """Return the attack factor of the general pattern, None if it has none: ask (12-09, 12-10).

    Without a form only types that are the same in every form have one.
    """
    factors = WEAPON_TYPES[type].factors if type in WEAPON_TYPES else {}
    of_any = factors.get("any")
    return factors.get(form.value, of_any) if form else of_any


def attack_factor(type: str, form: BuiltAs | None, typed: int | None = None) -> AttackFactor | None:
    """Return the attack factor of a weapon; a typed one wins and is marked as changed (12-09).

    None if neither the pattern nor the referee gives one. Raise BadInput for a typed value outside
    1 to 9.
    """
    pattern = default_factor(type, form)
    if typed is not None:
        return AttackFactor(checked(typed), changed=pattern is not None and typed != pattern)
    return None if pattern is None else AttackFactor(pattern)


def anti_matter_factor(armor_class: int) -> int:
    """Return the attack factor of an anti-matter warhead against one target.

    Rules: 12-11 (it equals the armor class), 12-12 (1 against armor class 0), S-25 (at most 9).
    Raise BadInput for an armor class below 0.
    """
    if armor_class < 0:
        raise BadInput(f"{armor_class} is no armor class, type 0 to {HIGHEST}", "Armor class")
    return min(max(armor_class, LOWEST), HIGHEST)
