"""Which weapons units may carry or mount, as warnings (12-03 to 12-07, 12-26 to 12-30, T7)."""

from enum import Enum, StrEnum

from msgspec import Struct

from brikdesk.rules.no import No
from brikdesk.rules.scifi.data import rows
from brikdesk.rules.scifi.units import MACHINES, SfUnitKind
from brikdesk.rules.scifi.weapon_class import WeaponClass
from brikdesk.rules.scifi.weapons import Family, WeaponRecord


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
    for row in rows("carriers")
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
    if family is Family.ROCKET:
        return No("12-06", "Vehicle, artillery and infantry weapons are crew-served")
    return None


def may_emplace(mounting: Mounting, structure: str) -> No | None:
    """Refuse to emplace what no crew serves, or in no structure (12-07)."""
    if mounting not in (Mounting.CREW_SERVED, Mounting.EMPLACED):
        return No("12-07", "Only a crew-served weapon is emplaced")
    return None if structure else No("12-07", "Say in which fortification it is emplaced")
