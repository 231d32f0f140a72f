"""Minifigs on fire: catching, burning limb by limb, passing it on (8.3-24..36)."""

from collections.abc import Collection, Sequence
from enum import StrEnum

from brikdesk.rules.brikwars.fire.fire_dice import all_ones, check_d4s
from brikdesk.rules.brikwars.units.limbs import hands_left, limb_points_kill, limbs_to_lose


class FireRule(StrEnum):
    """Which of the two fire rules a victim follows."""

    MINIFIG = "8.3"
    OBJECT = "F.1"


def fire_rule(is_minifig: bool, minifig_fire_rule: str = "8.3") -> FireRule:
    """Return whether a victim burns by 8.3 or by F.1 (8.3-24, QF-07).

    F.1 is for everything but minifigs, creatures of Size 1" included. With `minifig_fire_rule`
    "F.1" a minifig burns like an object of Size 1" and Weight class 0.
    """
    return FireRule(minifig_fire_rule) if is_minifig else FireRule.OBJECT


def catches_fire(fire_faces: Sequence[int], damage: int, *, burning: bool = False) -> bool:
    """Return whether Fire damage sets a minifig on fire.

    Rules: 8.3-25 (1 point is enough, Q8-27: whatever his Armor), 8.3-26 and Q8-28 (not if all
    Fire dice show 1), Q8-29 (one who burns already cannot catch fire again).

    - `fire_faces`: natural faces of the Fire d4s that Deflection left, n >= 0.
    - `damage`: points of Fire damage after penalties and Deflection, before Armor.
    - `burning`: he is on fire already.
    """
    check_d4s(fire_faces)
    return not burning and damage >= 1 and not all_ones(fire_faces)


def burns_on(face: int) -> bool:
    """Return whether a minifig still burns after the Burning Roll at the start of his turn.

    Rules: 8.3-33 (1: out, nothing else), 8.3-34 (2 to 4: 1 point of Grinding Damage), 8.3-35
    (2 to 4: the fire spreads), Q8-31 (rolled in any state, costs nothing, no Bonus Die for a 4).
    """
    check_d4s((face,))
    return face > 1


class Limb(StrEnum):
    """The four limbs that Grinding Damage can take from a minifig."""

    LEFT_ARM = "left_arm"
    RIGHT_ARM = "right_arm"
    LEFT_LEG = "left_leg"
    RIGHT_LEG = "right_leg"


def limb_choices(lost: Collection[Limb]) -> tuple[Limb, ...]:
    """Return the limbs that the minifig's player can still choose from (8.3-34)."""
    return tuple(Limb(limb) for limb in limbs_to_lose(lost))


def limbs_exhausted(lost: Collection[Limb], fire_limbs_exhausted: str = "dead") -> bool:
    """Return whether the next point of Grinding Damage kills, which the referee confirms (Q8-26).

    It does if no limb is left; never with `fire_limbs_exhausted` "ignore".
    """
    return limb_points_kill(lost, exhausted=fire_limbs_exhausted)


def usable_hands(
    lost: Collection[Limb] = (), *, on_fire: bool = False, fire_creature: bool = False
) -> int:
    """Return the Hands he can use: one less for each lost arm, at most one on fire.

    Rules: 8.3-28, 8.3-34 (a burnt limb is as if Amputated, A-10), 8.3-29 (made of fire: no limit).
    """
    return hands_left(lost, on_fire=on_fire and not fire_creature)


def must_run(on_fire: bool, move_left: float, *, fire_creature: bool = False) -> float:
    """Return the inches a minifig must run if he still burns when his own turn ends (8.3-32).

    He must use all the Move that he has left; a creature of fire does not run (8.3-29).
    """
    return max(0.0, move_left) if on_fire and not fire_creature else 0.0


MAX_WEIGHT_CLASS = 1
"""The heaviest thing that a burning minifig can set alight (8.3-35)."""


def can_take_fire(
    flammable: bool, weight_class: int, *, in_contact: bool = True, room: bool = True
) -> bool:
    """Return whether a burning minifig's fire can spread to this object or minifig (8.3-35).

    `room` is False for a minifig that burns already (Q8-29) and an object with its largest fire.
    """
    return flammable and weight_class <= MAX_WEIGHT_CLASS and in_contact and room


def spread_chooser(
    owner: int | None, setter: int | None, minifig_fire_spread_chooser: str = "owner"
) -> int | None:
    """Return the player who picks what catches fire, None for the referee (Q8-81)."""
    return {"owner": owner, "setter": setter, "referee": None}[minifig_fire_spread_chooser]
