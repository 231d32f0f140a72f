"""Objects and creations that catch fire, and what that means for them (F.1-18..30)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from brikdesk.rules.brikwars.fire_dice import all_ones, check_d4s
from brikdesk.rules.brikwars.fire_kinds import KINDS, FireKind
from brikdesk.rules.brikwars.structure import armor_d10s

MAX_WEIGHT_CLASS = 5
"""The highest Weight class that follows from Armor (OF-45)."""


def weight_class_of(armor: str) -> int:
    """Give the Weight class that follows from an Armor such as "2d10" (OF-45, A-03).

    One for each Armor d10, at most 5; 0 for "1d6", a fixed number or none. The Armor is that of
    the roster: Size Damage does not lower the Weight class (QF-53).
    """
    return min(MAX_WEIGHT_CLASS, armor_d10s(armor))


class PermanentFire(StrEnum):
    """The types of fires that stay as they are (table F2)."""

    REGULAR = "Regular Fire"
    FUEL = "Fuel Fire"
    MOLTEN = "Molten Fire"
    ATOMIC = "Atomic Fire"


@dataclass(frozen=True, slots=True)
class FireType:
    """One row of tables F2 and F3: d4 Fire as Hazard dice, and what such fires are."""

    name: str
    dice: int
    examples: tuple[str, ...]
    permanent: bool = True

    def burning_dice(self, fire_size: int) -> int:
        """Give the d4s of its Burning Roll: one per inch if wild, none if permanent.

        Rules: F.1-18 (permanent: no Burning Roll), F.1-31 (wild).
        """
        return 0 if self.permanent else fire_size


_PERMANENT_FIRES = {
    PermanentFire.REGULAR: (1, ("campfire", "signal pyre")),
    PermanentFire.FUEL: (2, ("furnace", "napalm", "gasoline", "burning oil")),
    PermanentFire.MOLTEN: (3, ("lava", "smelter", "molten metal", "Hell")),
    PermanentFire.ATOMIC: (4, ("nuclear plasma", "Nega-matter reactor", "Maniac hot sauce")),
}

WILD_FIRE = FireType(
    "Burning Objects", 1, ("house fire", "burning books", "stake"), permanent=False
)
"""Any burning object: 1d4 Fire whatever the Size of its fire (F.1-21, table F3)."""


def permanent_fire(kind: PermanentFire) -> FireType:
    """Give the Hazard dice and examples of a permanent fire (F.1-19, table F2)."""
    dice, examples = _PERMANENT_FIRES[kind]
    return FireType(kind.value, dice, examples)


def fire_started_by(source: FireType) -> FireType:
    """Give the type of a fire that another one sets: always a wild one (F.1-20)."""
    del source  # permanent or not, what it sets alight burns by itself
    return WILD_FIRE


def ignition_steps(fire_faces: Sequence[int], weight_class: int, out_of_range: int = 0) -> int:
    """Give the steps by which Fire Damage makes an object or creation catch more fire.

    Rules: F.1-22 (each Fire die above the Weight class), F.1-26 (out of Range, each die is read
    1 lower for each inch), QF-12 (nothing if all dice show 1), QF-06, QF-13, QF-14 (Bonus Dice,
    Armor and other modifiers have no say).

    - `fire_faces`: natural faces of the Fire d4s that Deflection left, n >= 0.
    - `weight_class`: of the object that is hit.
    - `out_of_range`: inches beyond Range, each started inch counted.
    """
    check_d4s(fire_faces)
    if all_ones(fire_faces):
        return 0
    return sum(face - out_of_range > weight_class for face in fire_faces)


def largest_fire(size: int, effective_size: int | None = None, fire_cap: str = "size") -> int:
    """Give the largest fire in inches that an object can carry (F.1-24, QF-02).

    Its built Size, or its Effective Size with `fire_cap` "effective_size". An object of Size 0"
    has room for 1", or no book would ever burn.
    """
    by_effective = fire_cap == "effective_size" and effective_size is not None
    return max(1, effective_size if by_effective and effective_size is not None else size)


def fire_after_ignition(size: int, fire_size: int, steps: int) -> int:
    """Give the Size of a fire after some steps of catching fire.

    Rules: F.1-23 (from nothing, the first step makes a fire of 1"), F.1-24 (each further step
    +1", up to the Size of the object; see `largest_fire`).
    """
    return min(largest_fire(size), fire_size + steps)


def join_fires(size: int, fires: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Make one fire of several of a kind on one object (QF-26).

    `fires` are (Size, driver), oldest first, n >= 1. Sizes add up to the most the object can
    carry; the driver of the first stays.
    """
    return min(largest_fire(size), sum(inches for inches, _ in fires)), fires[0][1]


def power_after_fire(power: int, fire_size: int, *, fire_creature: bool = False) -> int:
    """Give the Power limit of a burning unit: less the Size of its fire, never below 0 (F.1-30).

    What is made of fire loses none (8.3-29).
    """
    return power if fire_creature else max(0, power - fire_size)


def burning_attack_dice(
    unit_on_fire: bool, weapon_on_fire: bool = False, kind: FireKind = FireKind.FIRE
) -> tuple[str, ...]:
    """Give the damage dice that a blow or Collision gains from burning.

    Rules: F.1-29 (+1d4 Fire), QF-15 (one d4, however much burns), F.1-49 (another kind has a d4 of
    its own).
    """
    return (KINDS[kind].attack_die,) if unit_on_fire or weapon_on_fire else ()
