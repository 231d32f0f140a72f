"""How an Explosive gets to its target: by hand, gun or Rocket, in an arc, at a long range (8.4).

What it costs in Power is `power.explosive_power` (8.1-16, 8.1-17, 8.4-03).
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from brikdesk.rules.brikwars.marks import seen_by_side
from brikdesk.rules.brikwars.no import No

FIRING_BLIND = -5
"""On the Action Roll, for firing at what nobody of the side sees (8.4-07)."""


class Delivery(StrEnum):
    """The ways to bring an Explosive to its target (8.4-01)."""

    DROPPED = "dropped"
    THROWN = "thrown"
    CANNON = "Ammo of a Cannon"
    LAUNCHER = "Payload of a Launcher"
    ROCKET = "Rocket"
    CRASHED = "carried into a crash"


def may_lob(
    delivery: Delivery, *, steering: bool = False, cannon_indirect: bool = True
) -> No | None:
    """Refuse a shot over an obstacle that this delivery cannot make.

    Rules: 8.4-04 (Launchers and Cannons lob, some Rockets steer), 8.4-60 (a throw flies as from a
    Launcher), Q8-85 (`cannon_indirect`).
    """
    if delivery is Delivery.CANNON and not cannon_indirect:
        return No("Q8-85", "Cannons fire straight in this campaign")
    if delivery is Delivery.ROCKET and not steering:
        return No("8.4-04", "this Rocket does not steer, it flies straight")
    if delivery in (Delivery.DROPPED, Delivery.CRASHED):
        return No("8.4-04", f"an Explosive that is {delivery} is not fired over anything")
    return None


@dataclass(frozen=True, slots=True)
class Lob:
    """The two lengths of a shot that comes down from above, in inches.

    `range_used` meets the Range of the weapon, `flight` sets how long it is in the air.
    """

    range_used: float
    flight: float


def lob(ground: float, rise: float = 0.0, drop: float = 0.0) -> Lob:
    """Measure a shot at a point in the air straight above the target (8.4-05, Q8-35).

    Range runs from the weapon to that point, `rise` inches above it and `ground` inches away; the
    `drop` from there onto the target is free. Flight counts the ground distance alone. ValueError
    for a negative length.
    """
    if min(ground, rise, drop) < 0:
        raise ValueError("lengths are 0 inches or more")
    return Lob(range_used=math.hypot(ground, rise), flight=ground)


def blind_modifier(*, in_own_sight: bool, marks: int = 0) -> int:
    """Give the Action modifier for firing at an unseen target: −5, none if a Scout tracks it.

    Rules: 8.4-07; `marks` are those of the attacker's side on the target.
    """
    return 0 if seen_by_side(in_own_sight=in_own_sight, marks=marks) else FIRING_BLIND


@dataclass(frozen=True, slots=True)
class OutOfRange:
    """Modifiers of a shot beyond its Range, 0 or less: on the Action Roll and on the damage."""

    action: int
    damage: int


def out_of_range(distance: float, weapon_range: float, *, explosive: bool = True) -> OutOfRange:
    """Give −1 for each started inch beyond the Range; damage of an Explosive ignores it (8.4-34).

    Both lengths in inches. Fractions count as whole inches (Q8-80).
    """
    beyond = max(0, math.ceil(round(distance - weapon_range, 6)))
    return OutOfRange(action=-beyond, damage=0 if explosive else -beyond)


def dropped_use(*, bw_explosive_use: int = 2) -> int:
    """Give the Use of an Explosive that is dropped, whatever its Explosive Size (Q8-45)."""
    return bw_explosive_use


def may_drop(*, above_target: bool) -> No | None:
    """Refuse to drop an Explosive from anywhere but above its target: it has no Range (Q8-45)."""
    return None if above_target else No("Q8-45", "a bomb falls straight down; get above the target")
