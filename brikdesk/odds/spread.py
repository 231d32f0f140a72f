"""Amounts with their chances as plain floats, for the odds of whole attacks.

Floats instead of fractions, because the window asks again after every change, and a sum of many
dice is many times faster with them. The error stays below 1e-12.
"""

from collections.abc import Iterable
from functools import cache
from operator import mul

from msgspec import Struct

from brikdesk.dice import DiceRules, DieRole, bonus_die, earned_role

LONGEST_CHAIN = 30
"""The most Bonus Dice in one chain; the last one earns no more."""

CHAIN_REST = 1e-14
"""A chain of Bonus Dice is cut earlier once it goes on less often than this."""

TAIL = 1e-16
"""The highest amounts of a sum are dropped while they are a smaller part of it than this."""


class Spread(Struct, frozen=True):
    """The chances of `low`, `low` + 1 and so on; they need not add up to 1."""

    low: int
    weights: list[float]

    @property
    def total(self) -> float:
        """All chances together."""
        return sum(self.weights)

    @property
    def mean(self) -> float:
        """Each amount times its chance, added up."""
        return sum(amount * weight for amount, weight in self.items())

    def items(self) -> Iterable[tuple[int, float]]:
        """Return each amount with its chance, lowest first."""
        return enumerate(self.weights, self.low)

    def at_least(self, amount: int) -> float:
        """Return the chance of this amount or more."""
        return sum(self.weights[max(0, amount - self.low) :])

    def shifted(self, points: int) -> "Spread":
        """Return the same chances for amounts that are `points` higher."""
        return Spread(self.low + points, self.weights)

    def scaled(self, chance: float) -> "Spread":
        """Return the same amounts, each chance multiplied by `chance`."""
        return Spread(self.low, [weight * chance for weight in self.weights])

    def negated(self) -> "Spread":
        """Return the amounts with their sign changed, to subtract them."""
        return Spread(1 - self.low - len(self.weights), self.weights[::-1])

    def floored(self) -> "Spread":
        """Count everything below 0 as 0."""
        if self.low >= 0:
            return self
        below = self.weights[: 1 - self.low]
        return Spread(0, [sum(below), *self.weights[1 - self.low :]])

    def __add__(self, other: "Spread") -> "Spread":
        """Return the sum of two independent amounts."""
        long, short = self.weights, other.weights
        if len(short) > len(long):
            long, short = short, long
        # A convolution with zeros at both ends: slices of equal length let `map` and `sum` do the
        # inner loop.
        low, width = self.low + other.low, len(short)
        if not short:
            return NEVER
        if width == 1:
            return Spread(low, [weight * short[0] for weight in long])
        reverse, edge = short[::-1], [0.0] * (width - 1)
        padded = [*edge, *long, *edge]
        summed = [
            sum(map(mul, padded[place : place + width], reverse))
            for place in range(len(long) + width - 1)
        ]
        return Spread(low, _trimmed(summed, TAIL * sum(long) * sum(short)))

    def times(self, count: int) -> "Spread":
        """Return the sum of `count` such amounts, by doubling."""
        if count == 0:
            return exactly(0)
        if count == 1:
            return self
        half = self.times(count // 2)
        return half + half + self if count % 2 else half + half


NEVER = Spread(0, [])
"""Something that cannot happen: it has no amounts."""


class Tally:
    """Chances of the amounts 0, 1, 2 and so on, added up in place; `total` is their sum.

    Unlike a `Spread` it changes: a new list for every addend would make long sums slow.
    """

    __slots__ = ("total", "weights")

    def __init__(self) -> None:
        self.weights: list[float] = []
        self.total = 0.0

    def take(self, weights: list[float], low: int, chance: float, total: float) -> None:
        """Add `weights`, the first of them at `low`, times `chance`; `total` is their sum."""
        mine, end = self.weights, low + len(weights)
        if end > len(mine):
            mine.extend([0.0] * (end - len(mine)))
        mine[low:end] = [
            old + chance * more for old, more in zip(mine[low:end], weights, strict=True)
        ]
        self.total += chance * total


def exactly(amount: int, chance: float = 1.0) -> Spread:
    """Return one amount with its chance."""
    return Spread(amount, [chance])


def either(spreads: Iterable[Spread]) -> Spread:
    """Merge cases that exclude each other: the chances of the same amount are added."""
    filled = [spread for spread in spreads if spread.weights]
    if len(filled) < 2:
        return filled[0] if filled else NEVER
    low = min(spread.low for spread in filled)
    high = max(spread.low + len(spread.weights) for spread in filled)
    weights = [0.0] * (high - low)
    for spread in filled:
        start = spread.low - low
        end = start + len(spread.weights)
        weights[start:end] = map(float.__add__, weights[start:end], spread.weights)
    return Spread(low, weights)


def without(whole: Spread, part: Spread) -> Spread:
    """Remove `part` from the cases of `whole`. A chance that rounding puts below 0 becomes 0."""
    left = either([whole, part.scaled(-1.0)])
    return Spread(left.low, [max(0.0, weight) for weight in left.weights])


def die_points(role: DieRole, sides: int, house: DiceRules, *, least: int = 1) -> Spread:
    """Return what one die counts with all it earns; faces below `least` are left out."""
    return either(
        [
            face_points(role, sides, face, house).scaled(1 / sides)
            for face in range(least, sides + 1)
        ]
    )


def face_points(role: DieRole, sides: int, face: int, house: DiceRules) -> Spread:
    """Return what a die that shows this face counts, with all that the face earns."""
    # The limit is part of the cache key: tests change it.
    return _face_points(role, sides, face, house, LONGEST_CHAIN)


@cache
def _face_points(role: DieRole, sides: int, face: int, house: DiceRules, longest: int) -> Spread:
    amounts: dict[int, float] = {}
    points, chance, left = face, 1.0, longest
    while (earned := bonus_die(role, sides, face, house)) and left and chance > CHAIN_REST:
        role, sides, left = earned_role(role), earned, left - 1
        chance /= sides
        for face in range(1, sides):
            amounts[points + face] = amounts.get(points + face, 0.0) + chance
        face = sides
        points += face
    amounts[points] = amounts.get(points, 0.0) + chance
    low, high = min(amounts), max(amounts)
    return Spread(low, [amounts.get(amount, 0.0) for amount in range(low, high + 1)])


def _trimmed(weights: list[float], bearable: float) -> list[float]:
    rest, end = 0.0, len(weights)
    while end > 1 and rest + weights[end - 1] < bearable:
        end -= 1
        rest += weights[end]
    return weights[:end]
