"""The −1d4 on Action and Armor Rolls of whoever burns (8.3-27, 8.3-29, F.1-27, F.1-28, F.1-49)."""

from collections.abc import Sequence
from dataclasses import dataclass

from brikdesk.rules.brikwars.fire_dice import FIRE_SIDES, check_d4s


def fire_penalty_dice(
    on_fire: bool,
    uses_burning: bool = False,
    *,
    burns_by_design: bool = False,
    used_burns_by_design: bool = False,
    fire_creature: bool = False,
) -> int:
    """Give the number of penalty d4s on an Action or Armor Roll, 0 or 1.

    Rules: F.1-27 (on fire, or using something on fire, or both: one d4), F.1-28 (not for what is
    made to burn in use), 8.3-27 (minifigs), 8.3-29 (not for being on fire if made of fire),
    F.1-49 (the other kinds likewise).
    """
    by_itself = on_fire and not (burns_by_design or fire_creature)
    by_object = uses_burning and not used_burns_by_design
    return int(by_itself or by_object)


def penalty_points(
    face: int, bonus: Sequence[int] = (), *, penalty_dice_explode: bool = False
) -> int:
    """Give the points that a penalty d4 takes off (Q8-24).

    Bonus d6s count only for a face of 4 with `penalty_dice_explode`. A new d4 is rolled for every
    Action Roll and every Armor comparison.
    """
    check_d4s((face,))
    return face + (sum(bonus) if penalty_dice_explode and face == FIRE_SIDES else 0)


def armor_after_fire(armor_roll: int, penalty: int) -> int:
    """Give an Armor Roll, or fixed Armor, less the penalty, never below 0 (8.3-27, Q8-24)."""
    return max(0, armor_roll - penalty)


@dataclass(frozen=True, slots=True)
class BurningAction:
    """An Action Roll of a burning unit: its natural face, other modifiers, and the penalty.

    What a natural face earns or costs is read before the penalty (Q8-25).
    """

    natural: int
    penalty: int
    modifiers: int = 0

    @property
    def result(self) -> int:
        """The number to compare with the Use rating."""
        return self.natural + self.modifiers - self.penalty

    @property
    def critical_failure(self) -> bool:
        """Whether the die itself shows 1."""
        return self.natural == 1

    @property
    def over_the_top(self) -> bool:
        """Whether the die itself earns a Benny: 6 or more, which no d4 shows."""
        return self.natural >= 6
