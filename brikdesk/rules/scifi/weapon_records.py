"""What a weapon record holds, every weapon that the chapter names, and who may carry it (12-01 to 12-31)."""

from enum import Enum, StrEnum
from typing import Any

from msgspec import Struct, convert

from brikdesk.errors import BadInput
from brikdesk.rules.refusal import No, no_if
from brikdesk.rules.scifi import weapons
from brikdesk.rules.scifi.effect_areas import NO_AREA, Area
from brikdesk.rules.scifi.units_and_crews import MACHINES, SfUnitKind
from brikdesk.rules.scifi.weapons import BuiltAs, Capability, Holder, Rate, WeaponClass


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
    # A whole number of the catalogue stays one: the journal's images spell 20 and 20.0 apart.
    range_factor: int | float | None = None
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
            weapons.checked(self.typed_factor)
        if self.range_factor is not None and self.range_factor <= 0:
            raise BadInput(
                f"A range factor of {self.range_factor:g} reaches nobody", "range_factor"
            )

    @property
    def delivers(self) -> str:
        """The warhead that it delivers: the stated one, else its type if that is one (12-01)."""
        by_type = self.type in weapons.WARHEADS and self.form in (None, BuiltAs.WARHEAD)
        return self.warhead or (self.type if by_type else "")

    @property
    def attack_factor(self) -> weapons.AttackFactor | None:
        """The typed attack factor or that of the general pattern, None if it is asked."""
        if self.delivers:
            return weapons.attack_factor(self.delivers, BuiltAs.WARHEAD, self.typed_factor)
        return weapons.attack_factor(self.type, self.form, self.typed_factor)

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
        of_type = weapons.WEAPON_TYPES.get(self.type)
        return self.nature or (of_type.nature if of_type else "")

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
        mind = weapons.objection(weapon.rate, weapon.makes, weapon.type, used_once=weapon.used_once)
        found += mind.each if mind else ()
    if weapon.infantry_class and weapon.family and weapon.family is not Family.INFANTRY:
        found.append(No("12-22", "Only infantry weapons have a class"))
    return tuple(found)


def _weapon(row: dict[str, Any]) -> WeaponRecord:
    # The catalogue knows the shape of an area alone; its lengths are on the weapon's chart.
    return convert({**row, "area": {"shape": row.get("area", "none")}}, WeaponRecord)


WEAPONS = {row["name"]: _weapon(row) for row in weapons.rows("weapons")}
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


class Mounting(StrEnum):
    """How a weapon is fitted."""

    CARRIED = "carried"
    MOUNTED = "mounted"
    CREW_SERVED = "crew-served"
    EMPLACED = "emplaced"


class Carrier(Enum):
    """Who or what has the weapon: the columns of the table."""

    SOLDIER = "soldier"
    POWERED_ARMOR = "powered armor"
    CREW_SERVED = "crew-served"
    DRONE = "drone"
    VEHICLE = "vehicle"


class Permission(Enum):
    """How clearly the chapter allows or refuses it."""

    STATED = "stated"
    FOLLOWS = "follows"
    REFUSED = "refused"
    ASK = "ask"


class CarryingVerdict(Struct, frozen=True):
    """Whether a carrier may have a weapon; `rule` decides it, `offer` is a mounting that may.

    The referee may overrule a refusal or an open question; the weapon then records that.
    """

    answer: Permission
    rule: str
    why: str = ""
    offer: Mounting | None = None

    @property
    def no(self) -> No | None:
        """The refusal that the referee may overrule, None if there is nothing to ask."""
        return No(self.rule, self.why) if self.why else None


_TABLE: dict[tuple[str, str], dict[str, tuple[str, str]]] = {
    (row["family"], row.get("class", "")): {
        name: tuple(cell) for name, cell in row.items() if isinstance(cell, list)
    }
    for row in weapons.rows("carriers")
}


def carrier(
    kind: SfUnitKind, *, powered_armor: bool = False, mounting: Mounting = Mounting.CARRIED
) -> Carrier:
    """Return the column of the table for a unit and the way in which it has the weapon."""
    if mounting in (Mounting.CREW_SERVED, Mounting.EMPLACED):
        return Carrier.CREW_SERVED
    if kind in MACHINES:
        return Carrier.DRONE
    if kind in (SfUnitKind.VEHICLE, SfUnitKind.STRONGPOINT):
        return Carrier.VEHICLE
    return Carrier.POWERED_ARMOR if powered_armor else Carrier.SOLDIER


def usual_mounting(kind: SfUnitKind) -> Mounting:
    """Return the mounting if nobody stated one: people carry a weapon, all others mount it."""
    rides = carrier(kind) in (Carrier.VEHICLE, Carrier.DRONE)
    return Mounting.MOUNTED if rides else Mounting.CARRIED


_NAMES = {
    Carrier.SOLDIER: "a soldier without special equipment",
    Carrier.POWERED_ARMOR: "a soldier in powered armor",
    Carrier.CREW_SERVED: "a crew",
    Carrier.DRONE: "a wardrone or warbot",
    Carrier.VEHICLE: "a vehicle or strongpoint",
}


def may_carry(
    family: Family | None, infantry_class: WeaponClass | None, carrier: Carrier
) -> CarryingVerdict:
    """Return whether a carrier may have a weapon of some family and class.

    Rules: 12-04 (vehicle weapons are not carried, powered armor included), 12-05, 12-26 to 12-30.
    A weapon without family is asked about.
    """
    if family is None:
        return CarryingVerdict(Permission.ASK, "12-02", "The weapon has no family yet")
    # Only infantry weapons have a class (12-22); the other rows of the table have none.
    of_class = infantry_class.value if infantry_class and family is Family.INFANTRY else ""
    answer, rule = _TABLE[family.value, of_class][carrier.value]
    name = _NAMES[carrier]
    if answer == Permission.ASK.value:
        why = f"The chapter does not say whether {name} may have a {family.value} weapon"
        return CarryingVerdict(Permission.ASK, rule, why)
    if answer == Permission.REFUSED.value:
        if family is Family.INFANTRY:  # its largest classes, to a soldier
            why = f"This weapon is too large for {name}"
            return CarryingVerdict(Permission.REFUSED, rule, why, Mounting.CREW_SERVED)
        return CarryingVerdict(
            Permission.REFUSED, rule, f"A vehicle weapon is not carried by {name}"
        )
    return CarryingVerdict(Permission(answer), rule)


def may_have(weapon: WeaponRecord, carrier: Carrier) -> CarryingVerdict:
    """Return whether a carrier may have a weapon, by its record."""
    return may_carry(weapon.family, weapon.infantry_class, carrier)


def may_be_crew_served(family: Family | None) -> No | None:
    """Refuse to put rockets, missiles and bombs themselves on a carriage (12-06)."""
    only = "Vehicle, artillery and infantry weapons are crew-served"
    return no_if(family is Family.ROCKET, "12-06", only)


def may_emplace(mounting: Mounting, structure: str) -> No | None:
    """Refuse to emplace what no crew serves, or in no structure (12-07)."""
    if mounting not in (Mounting.CREW_SERVED, Mounting.EMPLACED):
        return No("12-07", "Only a crew-served weapon is emplaced")
    return no_if(not structure, "12-07", "Say in which fortification it is emplaced")
