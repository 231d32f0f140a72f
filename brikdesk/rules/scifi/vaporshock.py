"""Vaporshock warheads near flame: they ignite early (12-44, 12-49)."""

import math

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.rules.scifi.areas import Area

VAPORSHOCK = "vaporshock"

EARLY_FACTOR = 4
"""Attack factor of an early ignition (12-44)."""


class Burst(Struct, frozen=True):
    """What a warhead does where it lands: its area, its attack factor, and whether it was early.

    It lies around the landing point also when it is early (S-09).
    """

    area: Area
    attack_factor: int
    early: bool = False


def burst(
    warhead: str, area: Area, attack_factor: int, *, flame_inside: bool, halving: str = "length"
) -> Burst:
    """Return the burst of a warhead; one with vaporshock ignites early if there is flame inside.

    Rules: 12-44 (half the size, attack factor reduced to 4), 12-49 (the blast reaches no farther
    than that), S-07 (`halving`: "length" halves the diameter, "surface" the surface), S-08 (the
    referee says what is flame).
    """
    if warhead != VAPORSHOCK or not flame_inside:
        return Burst(area, attack_factor)
    # Half the surface of a circle is a diameter smaller by the square root of 1/2.
    share = 0.5 if halving == "length" else math.sqrt(0.5)
    size = None if area.size is None else area.size * share
    return Burst(replace(area, size=size), min(attack_factor, EARLY_FACTOR), early=True)
