"""One throw of dice as a spread, with its Critical Failure kept apart."""

from collections.abc import Iterable, Sequence
from functools import reduce
from math import prod
from operator import add

from msgspec import Struct

from brikdesk.dice import DiceRules, DieRole, Pool
from brikdesk.odds.spread import Spread, die_points, either, exactly, without


class Thrown(Struct, frozen=True):
    """One die: all it can count (`whole`), without its natural 1 (`safe`), the chance of a 1."""

    whole: Spread
    safe: Spread
    one: float


class ThrowOdds(Struct, frozen=True):
    """A throw: amounts without Critical Failures, what failed throws show, and their chance."""

    counted: Spread
    failed: Spread
    failure: float


def plain(sides: Iterable[int], house: DiceRules) -> list[Thrown]:
    """Return dice that may show any face."""
    return [_die(side, house) for side in sides]


def _die(sides: int, house: DiceRules) -> Thrown:
    whole = die_points(DieRole.PLAIN, sides, house)
    return Thrown(whole, die_points(DieRole.PLAIN, sides, house, least=2), 1 / sides)


def throw(
    dice: Sequence[Thrown],
    house: DiceRules,
    *,
    bought: Sequence[Thrown] = (),
    penalty: Iterable[int] = (),
    bonus: int = 0,
) -> ThrowOdds:
    """Add up a throw; OF-07 and X1.2-03 as `fails_critically` reads them.

    A Critical Failure ignores penalty dice, and bought dice unless all dice must show 1.
    """
    less = [die_points(DieRole.PENALTY, side, house).negated() for side in penalty]
    start = _sum([exactly(bonus), *less])
    whole = _sum([start, *(die.whole for die in (*dice, *bought))])
    if not dice:
        return ThrowOdds(whole, exactly(0, 0.0), 0.0)
    if house.crit_fail_multi == "any_one":
        safe = _sum([start, *(die.safe for die in dice), *(die.whole for die in bought)])
        return ThrowOdds(safe, without(whole, safe), 1 - prod(1 - die.one for die in dice))
    ones = len(dice) + len(bought)
    failure = prod(die.one for die in (*dice, *bought))
    # All ones: that many points, and no Bonus Dice, which only highest faces earn.
    failed = start.shifted(ones).scaled(failure)
    return ThrowOdds(without(whole, failed) if failure else whole, failed, failure)


def amount(pool: Pool, house: DiceRules, *, failure_is_zero: bool, bought: int = 0) -> Spread:
    """Return what a Damage or Armor Roll counts, never below 0.

    `bought` is the number of sides of a Benny's die, 0 for none. A Critical Failure counts 0 with
    `failure_is_zero`, else what it shows (OF-08, OF-09).
    """
    extra = plain([bought] if bought else [], house)
    rolled = throw(
        plain(pool.sides, house), house, bought=extra, penalty=pool.penalty, bonus=pool.bonus
    )
    failed = exactly(0, rolled.failure) if failure_is_zero else rolled.failed
    return either([rolled.counted.floored(), failed.floored()])


def _sum(spreads: Sequence[Spread]) -> Spread:
    return reduce(add, spreads)
