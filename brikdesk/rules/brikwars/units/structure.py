"""What damage does to a creation: Size, Armor, Move, and Grinding Damage (A-03 to A-05)."""

import math
import re
from collections.abc import Sequence

from brikdesk.rules.brikwars.aiming import face_after_range
from brikdesk.rules.brikwars.no import No


def effective_size(size: int, size_damage: int = 0) -> int:
    """Return the Effective Size in inches: built Size less Size Damage, never below 0 (OF-46)."""
    return max(0, size - size_damage)


def destroyed(size: int, size_damage: int) -> bool:
    """Return whether no Effective Size is left; Size 0" takes one success (OF-52)."""
    return size_damage >= max(1, size)


def armor_d10s(armor: str) -> int:
    """Return the number of d10s in an Armor such as "3d10"; 0 for "4", "1d6" or none (OF-38)."""
    found = re.fullmatch(r"(\d+)d10", armor.strip())
    return int(found[1]) if found else 0


def _with_d10s(count: int) -> str:
    return f"{count}d10" if count > 0 else ""


def armor_after_damage(armor: str, effective_size: int, *, capped: bool = True) -> str:
    """Return the Armor that is left: never more d10s than inches of Effective Size (OF-53).

    Armor without d10s is not touched. `capped` is the switch bw_armor_capped_by_effective_size.
    """
    dice = armor_d10s(armor)
    return _with_d10s(min(dice, effective_size)) if capped and dice else armor


def worn_armor_bonus(worn_armor: str, *, bw_heavy_armor_bonus: int = 0) -> int:
    """Return what worn armor adds to Armor beside its Deflection (W-15)."""
    return bw_heavy_armor_bonus if worn_armor == "heavy" else 0


def weak_point_armor(armor: str) -> str:
    """Return the Armor of a joint, hinge or movable mount: one d10 fewer (8.2-15, OF-40)."""
    dice = armor_d10s(armor)
    return _with_d10s(dice - 1) if dice else armor


def too_much_armor(armor: str, size: int) -> No | None:
    """Warn of more Armor d10s than inches of Size (OF-39)."""
    dice = armor_d10s(armor)
    return No("OF-39", f'{armor} is more than a Size of {size}" carries') if dice > size else None


def move_of_bearer(
    move: float, *, two_handed: bool, bw_two_handed_move_penalty: bool = False
) -> float:
    """Return the Move in inches; by house rule 1" less with a Two-Handed Weapon (W-03)."""
    return max(0.0, move - 1) if two_handed and bw_two_handed_move_penalty else move


def move_after_damage(move: float, size: int, size_damage: int, *, per_inch: int = 1) -> float:
    """Return the Move that is left in inches (OF-54).

    Each inch of Size Damage costs `per_inch` (switch bw_move_loss_per_inch), but 1" of a Move
    remains until the creation is destroyed. What cannot move gains nothing.
    """
    if destroyed(size, size_damage):
        return 0.0
    # `min`: a Move below 1" is kept as it is, not raised to the 1" that always remains.
    return max(min(move, 1.0), move - per_inch * size_damage)


def size_damage_dealt(damage: int, armor_rolls: Sequence[int], *, overflow: str = "single") -> int:
    """Return the inches of Size Damage of one attack (OF-49, OF-50).

    Damage above the first Armor Roll costs 1". With `overflow` "repeat" what exceeds it meets the
    next Armor Roll, 1" each time; the rolls needed are those given, in order, each 0 or more.
    """
    inches, rest = 0, damage
    for armor in armor_rolls[:1] if overflow == "single" else armor_rolls:
        # Damage must exceed the Armor Roll; an equal one holds.
        if rest <= armor:
            break
        inches, rest = inches + 1, rest - armor
    return inches


def grinding_points(
    faces: Sequence[int], sides: int, *, out_of_range: int = 0, trigger: str = "manual"
) -> int:
    """Return the points of Grinding Damage of a Damage Roll whose hit fails (OF-58).

    With `trigger` "max_face" each die deals 1 point that still shows its highest face after it is
    read 1 lower for each inch out of range (5.1-54). "manual" leaves it to the referee.
    """
    if trigger == "manual":
        return 0
    return sum(face_after_range(face, out_of_range) >= sides for face in faces)


def armor_roll_after_grinding(
    armor_roll: int, points: int, *, effect: str = "armor_minus_1"
) -> int:
    """Return an Armor Roll less 1 for each Grinding point, never below 0 (OF-60, QF-08)."""
    return max(0, armor_roll - points) if effect == "armor_minus_1" else armor_roll


def grinding_size_damage(
    points: int, *, effect: str = "armor_minus_1", points_per_inch: int = 5
) -> int:
    """Return the inches of Size Damage that Grinding points amount to (OF-60, QF-08).

    None but with `effect` "size_damage_per_n", where every `points_per_inch` of them cost 1".
    """
    return math.floor(points / points_per_inch) if effect == "size_damage_per_n" else 0


def after_successful_hit(*, two_steps: bool, wounded: bool) -> str:
    """Return what a success makes of a minifig-sized target: "wounded" or "dead" (OF-56, OF-93).

    A Horse, or a unit with two steps like it, is Wounded first.
    """
    return "wounded" if two_steps and not wounded else "dead"
