"""Bonus Dice, Over the Top and Critical Failure of a face, and the house rules about them."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

from msgspec import Struct

from brikdesk.dice.faces import check_sides

OVER_THE_TOP = 6
"""The lowest natural number that takes an Action Over the Top (4.2-12, OF-03)."""

BONUS_DIE = 6
"""The die that a highest face earns, whatever die shows it (OF-01)."""


class DieRole(StrEnum):
    """What a die is for in a roll. What its highest face earns depends on it."""

    ACTION = "action"
    PLAIN = "plain"
    PENALTY = "penalty"
    READ = "read"


class DiceRules(Struct, frozen=True):
    """The house rules that apply to every roll.

    Raise ValueError for a die that does not exist or another reading of Critical Failure.
    """

    bonus_die: int | Literal["same"] = BONUS_DIE
    incompetent_bonus_die: int = BONUS_DIE
    crit_fail_multi: Literal["all_ones", "any_one"] = "all_ones"
    penalty_dice_explode: bool = False
    failure_is_zero: bool = True
    armor_failure_is_zero: bool = False
    specialty_goes_over: bool = True

    def __post_init__(self) -> None:
        if self.bonus_die != "same":
            check_sides(self.bonus_die)
        check_sides(self.incompetent_bonus_die)
        if self.crit_fail_multi not in ("all_ones", "any_one"):
            raise ValueError(f"no reading of Critical Failure: {self.crit_fail_multi}")


BY_THE_BOOK = DiceRules()
"""Every switch at its default."""


def bonus_die(role: DieRole, sides: int, value: int, house: DiceRules = BY_THE_BOOK) -> int | None:
    """Return the sides of the Bonus Die that a face earns, None where it earns none.

    Rules: OF-01, OF-02, X1.2-02 (highest face), OF-03, 4.2-12 (the Action die earns none), OF-05,
    4.2-16 (except a d4). What an earned die earns follows the general rule again.
    """
    # Dice that are read die by die (Burning Rolls) are compared one by one, so none earns more.
    silent = role is DieRole.READ or (role is DieRole.PENALTY and not house.penalty_dice_explode)
    if value != sides or silent:
        return None
    if role is DieRole.ACTION:
        # Any other highest face goes Over the Top and earns a Benny instead (`earns_benny`).
        return house.incompetent_bonus_die if sides == 4 else None
    return sides if house.bonus_die == "same" else house.bonus_die


def earned_role(role: DieRole) -> DieRole:
    """Return the role of an earned die: PENALTY if a penalty die earned it, else PLAIN (4.2-14)."""
    return DieRole.PENALTY if role is DieRole.PENALTY else DieRole.PLAIN


def earns_benny(sides: int, natural: int) -> bool:
    """Return whether this natural number goes Over the Top (4.2-12, 4.2-15, 4.2-16)."""
    return sides > 4 and natural >= OVER_THE_TOP


def fails_critically(
    thrown: Sequence[int], bought: Sequence[int] = (), house: DiceRules = BY_THE_BOOK
) -> bool:
    """Return whether these natural faces are a Critical Failure (OF-06, OF-07, X1.2-03).

    `thrown` are the dice of the roll itself, `bought` those of a Benny. With `any_one` only
    the thrown dice count: a Benny never makes a roll worse.
    """
    if house.crit_fail_multi == "any_one":
        return 1 in thrown
    return bool(thrown) and all(value == 1 for value in (*thrown, *bought))
