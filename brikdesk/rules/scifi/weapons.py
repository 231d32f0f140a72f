"""What a weapon record holds, and every weapon that the chapter names (12-01, 12-02)."""

from enum import Enum
from typing import Any

from msgspec import Struct

from brikdesk.errors import BadInput
from brikdesk.rules.no import No
from brikdesk.rules.scifi.areas import NO_AREA, Area, AreaShape
from brikdesk.rules.scifi.attack_factor import (
    WEAPON_TYPES,
    AttackFactor,
    BuiltAs,
    attack_factor,
    checked,
)
from brikdesk.rules.scifi.capabilities import Capability
from brikdesk.rules.scifi.data import rows
from brikdesk.rules.scifi.rate_of_fire import Rate, objection
from brikdesk.rules.scifi.stores import Holder
from brikdesk.rules.scifi.warheads import WARHEADS
from brikdesk.rules.scifi.weapon_class import WeaponClass


class Family(Enum):
    """The chart that a weapon stands in (12-02)."""

    VEHICLE = "vehicle"
    INFANTRY = "infantry"
    ARTILLERY = "artillery"
    ROCKET = "rocket"


HAS_MINIMUM = frozenset({Family.ARTILLERY, Family.ROCKET})
"""Families some of whose weapons have a minimum range (12-17)."""


class WeaponRecord(Struct, frozen=True, kw_only=True):
    """A weapon record (12-01). Ranges in inches; None is what its chart or the referee tells.

    `typed_factor` wins over the general pattern (12-09). `nature` is that of its type unless
    stated. `warhead` and `effects` are what it delivers, `detection_effect` the number that its
    shot adds, `holder` what its counted ammunition lies in (None: it never runs out), `barrels`
    those of a rotary weapon, `count` how many identical ones are mounted together. Raise BadInput
    for an attack factor or a range factor that no weapon has.
    """

    name: str
    type: str = ""
    family: Family | None = None
    form: BuiltAs | None = None
    typed_factor: int | None = None
    range_factor: float | None = None
    minimum_range: float | None = None
    rate: Rate | None = None
    infantry_class: WeaponClass | None = None
    area: Area = NO_AREA
    nature: str = ""
    warhead: str = ""
    effects: tuple[str, ...] = ()
    detection_effect: int | None = None
    cost: float | None = None
    holder: Holder | None = None
    loaded: int | None = None
    barrels: int | None = None
    count: int = 1
    capabilities: tuple[Capability, ...] = ()
    needs: tuple[str, ...] = ()
    notes: str = ""

    def __post_init__(self) -> None:
        if self.typed_factor is not None:
            checked(self.typed_factor)
        if self.range_factor is not None and self.range_factor <= 0:
            raise BadInput(
                f"A range factor of {self.range_factor:g} reaches nobody", "range_factor"
            )

    @property
    def delivers(self) -> str:
        """The warhead that it delivers: the stated one, else its type if that is one (12-01)."""
        by_type = self.type in WARHEADS and self.form in (None, BuiltAs.WARHEAD)
        return self.warhead or (self.type if by_type else "")

    @property
    def attack_factor(self) -> AttackFactor | None:
        """The typed attack factor or that of the general pattern, None if it is asked."""
        if self.delivers:
            return attack_factor(self.delivers, BuiltAs.WARHEAD, self.typed_factor)
        return attack_factor(self.type, self.form, self.typed_factor)

    @property
    def main_capability(self) -> Capability:
        """The capability that the figures of the record are those of: the first that is no extra.

        Extras are what is fought with by hand, and what has ammunition of its own.
        """
        plain = (each for each in self.capabilities if not (each.melee or each.holder))
        return next(plain, Capability(""))

    @property
    def makes(self) -> str:
        """What it shoots: "projectile", "energy" or "warhead"; empty if nobody said."""
        if self.delivers or self.form is BuiltAs.WARHEAD:
            return "warhead"
        return self.nature or (WEAPON_TYPES[self.type].nature if self.type in WEAPON_TYPES else "")

    @property
    def used_once(self) -> bool:
        """Whether each of its items is gone after one use (12-19, 12-67)."""
        return self.holder is Holder.ITEMS


def objections(weapon: WeaponRecord) -> tuple[No, ...]:
    """Return what looks wrong about a record; each may be kept (12-17, 12-19, 12-20, 12-22)."""
    found = []
    if weapon.minimum_range and weapon.family and weapon.family not in HAS_MINIMUM:
        found.append(No("12-17", "Only artillery and missiles have a minimum range"))
    if weapon.rate:
        mind = objection(weapon.rate, weapon.makes, weapon.type, used_once=weapon.used_once)
        found += mind.each if mind else ()
    if weapon.infantry_class and weapon.family and weapon.family is not Family.INFANTRY:
        found.append(No("12-22", "Only infantry weapons have a class"))
    return tuple(found)


def _weapon(row: dict[str, Any]) -> WeaponRecord:
    enums: dict[str, type[Enum]] = {
        "family": Family, "form": BuiltAs, "rate": Rate, "holder": Holder, "infantry_class": WeaponClass,
    }  # fmt: skip
    read: dict[str, Any] = {
        key: enums[key](value) if key in enums else value for key, value in row.items()
    }
    read["area"] = Area(AreaShape(row.get("area", "none")))
    read["needs"] = tuple(row.get("needs", ()))
    read["capabilities"] = tuple(
        Capability(
            capability["name"],
            melee=capability.get("melee", False),
            holder=Holder(capability["holder"]) if "holder" in capability else None,
        )
        for capability in row.get("capabilities", ())
    )
    return WeaponRecord(**read)


WEAPONS = {row["name"]: _weapon(row) for row in rows("weapons")}
"""Weapons to copy, with no more figures than the chapter states."""


def listed_as(name: str) -> WeaponRecord | None:
    """Return the weapon of the catalogue that a capability is, by its name; None for others.

    A grenade launcher throws grenades: the longest name that begins it counts.
    """
    plain = name.strip().casefold()
    found = [known for known in WEAPONS if plain == known or plain.startswith(f"{known} ")]
    return WEAPONS[max(found, key=len)] if found else None


def missing_equipment(weapon: WeaponRecord, equipment: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a bearer lacks to use a weapon well, as a hint (12-31)."""
    return tuple(need for need in weapon.needs if need not in equipment)
