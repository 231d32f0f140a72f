"""Amounts with their chances as plain floats: sums of dice, the highest left out, one throw."""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, reduce
from itertools import product
from math import comb, prod
from operator import add
from sys import byteorder

from msgspec import Struct

from brikdesk.dice import DiceRules, DieRole, Pool, bonus_die, earned_role

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
        one, two = self.weights, other.weights
        if not one or not two:
            return NEVER
        # Whole numbers multiply far faster than lists: their words are the sums of the products.
        summed = _unpacked(_kept(_packed(one, 2) * _packed(two, 2), 2), 2)
        return Spread(self.low + other.low, _trimmed(summed, TAIL * self.total * other.total))

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


FRACTION = 62
"""Bits of a chance that is packed; it is off by less than 1e-18."""

ONE = 1 << FRACTION


def _packed(weights: list[float], words: int) -> int:
    """Return chances side by side in one number, the first one lowest, so many words of 64 bits each."""
    side_by_side = array("Q", bytes(8 * words * len(weights)))
    side_by_side[::words] = array("Q", [int(w * ONE) if w > 0 else 0 for w in weights])
    return int.from_bytes(side_by_side, byteorder)


def _unpacked(number: int, words: int) -> list[float]:
    side_by_side = array("Q")
    size = 64 * words
    side_by_side.frombytes(number.to_bytes(-(-number.bit_length() // size) * size // 8, byteorder))
    return [chance / ONE for chance in side_by_side[::words]]


def _kept(product: int, words: int) -> int:
    """Return a product of two packed numbers, with as many bits for each fraction as before."""
    return product >> FRACTION & _kept_bits(words, product.bit_length() // (64 * words) | 255)


@cache
def _kept_bits(words: int, last: int) -> int:
    one = (1 << 64 * words - FRACTION) - 1
    return int.from_bytes(one.to_bytes(8 * words, "little") * (last + 1), "little")


class Tally:
    """Chances of the amounts 0, 1, 2 and so on of some dice, added up in place; `total` is their sum.

    Unlike a `Spread` it changes, and stays packed: a new list for every addend would make long sums slow.
    """

    __slots__ = ("_number", "_words", "total")

    def __init__(self, dice: int, start: float = 0.0) -> None:
        # The ways to choose among so many dice are fewer than 2 to their number.
        self._words = 2 + -(-dice // 64)
        self._number, self.total = int(start * ONE), start

    @property
    def weights(self) -> list[float]:
        """The chances."""
        return _unpacked(self._number, self._words)

    def take(self, before: "Tally", more: Spread, ways: float) -> None:
        """Add the sums of `before` and `more`, in so many ways."""
        if len(more.weights) == 1:
            by = int(ways * more.weights[0] * ONE)
        else:
            by = _kept(_packed(more.weights, self._words) * int(ways * ONE), self._words)
        summed = _kept(before._number * by, self._words)
        self._number += summed << 64 * self._words * more.low
        self.total += ways * more.total * before.total


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


def die_points(
    role: DieRole, sides: int, house: DiceRules, *, least: int = 1, most: int | None = None
) -> Spread:
    """Return what one die counts with all it earns; faces below `least` or above `most` are left out."""
    faces = range(least, (sides if most is None else most) + 1)
    return either(face_points(role, sides, face, house).scaled(1 / sides) for face in faces)


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


NEGLIGIBLE = 1e-17
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
    reached = [Tally(count, float(not placed)) for placed in range(count + 1)]
    # More dice than `top` are hardly ever up here, and it is the same where those that leave lie.
    weights, above = [*one.weights], 0.0
    while weights and comb(count, top + 1) * (above + weights[-1]) ** (top + 1) < NEGLIGIBLE:
        above += weights.pop()
    for place, chance in reversed(list(enumerate([*weights, above]))):
        if chance:
            _take(reached, place, chance, top, count - bottom)
    return Spread(one.low * kept, reached[count].weights)


def face_middle(
    sides: int, face: int, house: DiceRules, count: int, top: int, bottom: int
) -> Spread:
    """Return `middle` of dice that all show this face, with what it earns and with its chance."""
    # The module's value is read at each call and is part of the cache key: tests change it.
    return _face_middle(sides, face, house, count, top, bottom, LONGEST_CHAIN)


@lru_cache(maxsize=4096)
def _face_middle(
    sides: int, face: int, house: DiceRules, count: int, top: int, bottom: int, _longest: int
) -> Spread:
    points = face_points(DieRole.PLAIN, sides, face, house).scaled(1 / sides)
    return middle(points, count, top, bottom)


def lowest(sides: int, count: int, gone: int, house: DiceRules) -> Spread:
    """Sum `count` dice without the `gone` highest; of those that show the same, the best leave first."""
    # One face is the highest that stays: some dice show it, those above it are gone, the rest show less.
    found = []
    for top in range(gone + 1, count + 1):
        rolled = face_middle(sides, sides, house, top, gone, 0) + _below(sides, sides, count - top)
        found.append(rolled.scaled(comb(count, top)))
    for face, less in product(range(1, sides), range(count - gone)):
        left = count - less
        ways = sum(comb(left, more) * (sides - face) ** more for more in range(gone + 1))
        rest = _below(sides, face, less).scaled(ways / sides**left * comb(count, less))
        found.append(rest.shifted(face * (left - gone)))
    return either(found)


@lru_cache(maxsize=4096)
def _below(sides: int, face: int, count: int) -> Spread:
    """Sum dice that all show less than a face."""
    if not count:
        return exactly(0)
    return _below(sides, face, count - 1) + Spread(1, [1 / sides] * (face - 1))


def _take(reached: list[Tally], amount: int, chance: float, first: int, end: int) -> None:
    """Let one more die, two more ... show `amount`; dice from `first` to `end` in order count."""
    count = len(reached) - 1
    # From the most placed down: what this amount adds is not taken up again in the same pass.
    for placed in range(count - 1, -1, -1):
        before, start, weight = reached[placed], max(placed, first), 1.0
        for more in range(1, count - placed + 1):
            # One more of them: in so many more ways, each as much less likely.
            weight *= chance * (count - placed - more + 1) / more
            if before.total * weight < NEGLIGIBLE:
                break
            counts = max(0, min(placed + more, end) - start)
            reached[placed + more].take(before, exactly(counts * amount), weight)


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
