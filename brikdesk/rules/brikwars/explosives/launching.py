"""Payloads: what Launchers and throwing arms can send, and their damage (8.4-52 to 8.4-63)."""

import math
from collections.abc import Sequence

from msgspec import Struct

from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.brikwars.units.structure import armor_d10s

_ARM_SIZE = 0.5
"""A minifig's arm is a Launcher of this Weapon Size, in inches (8.4-59)."""

_ARM_RANGE = 3.0
"""Inches; it does not grow when minifigs throw together (8.4-59, 8.4-62)."""


def max_payload_size(launcher_size: float) -> int:
    """Return the Size of objects that one launch can hold: half of W, rounded down (8.4-55)."""
    return math.floor(launcher_size / 2)


def may_launch(
    launcher_size: int, explosives: Sequence[int] = (), objects: Sequence[int] = ()
) -> No | None:
    """Refuse a load that a Launcher cannot send at once.

    Rules: 8.4-52 (something must lie in the loading area), 8.4-55 and Q8-65 (either Explosives
    with XSizes up to W in sum, or objects with Sizes up to half of W in sum), Q8-64 (each Size 0"
    object counts as XSize 1 against the number).

    - `explosives`: the XSize of each Explosive.
    - `objects`: the Size in inches of each other object.
    """
    if not explosives and not objects:
        return No("8.4-52", "nothing lies in the loading area")
    launcher, most = f'{launcher_size}" Launcher', max_payload_size(launcher_size)
    mixed = "a launch holds either Explosives or other objects"
    too_much = (
        f"XSize {sum(explosives)} is too much: up to {launcher_size} together on a {launcher}"
    )
    small = f'a {launcher} sends {launcher_size} Size 0" objects'
    return first(
        no_if(explosives and objects, "8.4-55", mixed),
        no_if(sum(explosives) > launcher_size, "8.4-55", too_much),
        no_if(sum(objects) > most, "8.4-55", f'a {launcher} sends {most}" of objects at once'),
        no_if(objects.count(0) > launcher_size, "Q8-64", small),
    )


def payload_damage(
    armor: str, damage: str = "", *, bw_crash_dice_rule: str = "own_armor_d10s"
) -> str:
    """Return the damage of a launched object that does not explode, such as "2d6 Crash".

    Rules: 8.4-57 (weapons and equipment as in Close Combat; anything else 1d6 Crash for each d10 of
    its Armor), OF-74 (the same for a crash; with `bw_crash_dice_rule` "typed" nothing follows from
    the Armor). Empty if it is not known; "0" for an Armor without d10s.

    - `armor`: of the object, such as "2d10"; empty if it is not known.
    - `damage`: of a weapon or equipment, in Close Combat.
    """
    if damage or not armor or bw_crash_dice_rule == "typed":
        return damage
    dice = armor_d10s(armor)
    return f"{dice}d6 Crash" if dice else "0"


class Loading(Struct, frozen=True):
    """What it costs to load a Launcher."""

    action: bool = False
    half_speed: bool = False


def loading(*, battery: bool, heaviest: float = 0.0, cost: str = "free") -> Loading:
    """Return the cost of loading.

    A battery loads by itself (8.4-53). By hand it is a free minor activity or, with `cost`
    "action", an Action (Q8-63); carrying a heavy object means Half Speed (4.1-16).
    """
    if battery:
        return Loading()
    return Loading(action=cost == "action", half_speed=heaviest >= 1)


class ThrowLimits(Struct, frozen=True):
    """What one throw can do: its Weapon Size, Range and largest object, all in inches."""

    weapon_size: float
    range: float
    max_size: int


def minifig_throw(arms: int) -> ThrowLimits:
    """Return the throw of one minifig or of several together.

    Rules: 8.4-59 (one arm: 1/2", Size 0" only), 8.4-62 (half-inches add up, the Range does not),
    Q8-68.
    """
    size = _ARM_SIZE * arms
    return ThrowLimits(size, _ARM_RANGE, max_payload_size(size))


def creature_throw(size: int) -> ThrowLimits:
    """Propose the throw of a larger creature's arm: W half of its Size (8.4-61, Q8-67)."""
    arm = size / 2
    return ThrowLimits(arm, arm * 6, max_payload_size(arm))


def may_throw(throw: ThrowLimits, size: int) -> No | None:
    """Refuse an object too large for the throwers.

    A Size 0" object always goes, grenades included (8.4-59, 8.4-61, 8.4-62, Q8-66).
    """
    if size <= throw.max_size:
        return None
    return No("8.4-59", f'a throw of {throw.weapon_size:g}" takes objects up to {throw.max_size}"')
