"""Actions that are no attack: their Use rating, and whether they succeed (4.2-06 to 4.2-11)."""

from fractions import Fraction

from brikdesk.dice import BY_THE_BOOK, DiceRules, Pool, Roll
from brikdesk.odds import action_odds

TRIVIAL = 0
"""The Use of what succeeds without a roll; the book prints "-" (4.2-08)."""

USUAL_USE = 3
"""The Use of a task that no item and no agreement gives another (4.2-10)."""

DIFFICULTIES = {
    TRIVIAL: "trivial",
    2: "easy",
    3: "normal",
    4: "tricky",
    5: "difficult",
    6: "very difficult",
    8: "heroic",
    10: "legendary",
    12: "godlike",
}
"""The Use ratings of the table of difficulties; those between are legal too (4.2-10, 4.2-11)."""


def is_trivial(use: int) -> bool:
    """Return whether an Action succeeds without a roll (4.2-08)."""
    return use == TRIVIAL


def succeeds(roll: Roll, use: int) -> bool:
    """Return whether an Action Roll reaches its Use, however high that is (4.2-06, 4.2-11)."""
    return roll.reaches(use)


def use_chance(pool: Pool, use: int, *, house: DiceRules = BY_THE_BOOK) -> Fraction:
    """Return the chance of success, with a Benny spent on the roll only where it fails (4.2-18)."""
    return action_odds(pool, spend_benny=True, house=house).at_least(use)
