"""Sums of dice of which the highest or the lowest are left out."""

from functools import lru_cache
from math import comb

from brikdesk.dice import DiceRules, DieRole
from brikdesk.odds import spread
from brikdesk.odds.spread import Spread, Tally, exactly, face_points

NEGLIGIBLE = 1e-20
"""Cases less likely than this are not followed further."""


def middle(one: Spread, count: int, top: int, bottom: int = 0) -> Spread:
    """Sum `count` equal dice without the `top` highest and the `bottom` lowest of them.

    `one` holds the chances of what one die may count; they need not add up to 1. Amounts are
    taken from the highest down: of the dice not yet placed, some show this amount, the rest less.
    """
    if top + bottom >= count:
        return exactly(0, one.total**count)
    if not (top or bottom):
        return one.times(count)
    kept = count - top - bottom
    if len(one.weights) == 1:
        return exactly(one.low * kept, one.weights[0] ** count)
    reached = [Tally() for _ in range(count + 1)]
    reached[0].take([1.0], 0, 1.0, 1.0)
    for place in range(len(one.weights) - 1, -1, -1):
        if chance := one.weights[place]:
            _take(reached, place, chance, top, count - bottom)
    return Spread(one.low * kept, reached[count].weights)


def face_middle(
    sides: int, face: int, house: DiceRules, count: int, top: int, bottom: int
) -> Spread:
    """Return `middle` of dice that all show this face, with what it earns and with its chance."""
    # The module's value is read at each call and is part of the cache key: tests change it.
    return _face_middle(sides, face, house, count, top, bottom, spread.LONGEST_CHAIN)


@lru_cache(maxsize=4096)
def _face_middle(
    sides: int, face: int, house: DiceRules, count: int, top: int, bottom: int, _longest: int
) -> Spread:
    points = face_points(DieRole.PLAIN, sides, face, house).scaled(1 / sides)
    return middle(points, count, top, bottom)


def _take(reached: list[Tally], amount: int, chance: float, first: int, end: int) -> None:
    """Let one more die, two more ... show `amount`; dice from `first` to `end` in order count."""
    count = len(reached) - 1
    # From the most placed down: what this amount adds is not taken up again in the same pass.
    for placed in range(count - 1, -1, -1):
        before = reached[placed]
        if not before.total:
            continue
        start = max(placed, first)
        for more in range(1, count - placed + 1):
            weight = comb(count - placed, more) * chance**more
            if before.total * weight < NEGLIGIBLE:
                continue
            counts = max(0, min(placed + more, end) - start)
            reached[placed + more].take(before.weights, counts * amount, weight, before.total)
