"""Sums of dice with all their Bonus Dice, built from icepool's dice.

The functions that resolve a roll also decide here what a face earns. Bonus Dice can chain for
ever; chains are cut where the rest is less likely than `CHAIN_REST`, and `Total.cut_off` says how
much was cut.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from brikdesk.dice import BONUS_DIE, DiceRules, DieRole, bonus_die, earned_role, earns_benny

CHAIN_REST = Fraction(1, 2 * 10**9)
"""Chains of one roll are cut when everything beyond is less likely than this."""

SUM_REST = Fraction(1, 10**13)
"""The highest sums of many dice are merged when they are less likely than this."""

WEIGHT_BITS = 256
"""Weights of sums keep at least this many bits when they are rounded."""

Earn = Callable[[DieRole, int, int], int | None]
"""From role, sides and face of a die to the sides of the die that it earns, or None."""


class SumDie(Struct, frozen=True):
    """One die of a roll. `faces` are those it may show; its Bonus Dice may show any."""

    role: DieRole
    sides: int
    faces: tuple[int, ...]

    def share(self, face: int) -> Fraction:
        """Return the chance of one of its faces."""
        return Fraction(self.faces.count(face), len(self.faces))


def parts_of(role: DieRole, sides: Iterable[int]) -> list[SumDie]:
    """Return whole dice of one role."""
    return [SumDie(role, side, tuple(range(1, side + 1))) for side in sides]


def what_earns(house: DiceRules, spend_benny: bool = False) -> Earn:
    """Return the function that says what a face earns under these house rules.

    With `spend_benny` the die of an earned Benny counts as a Bonus Die of the roll.
    """

    def earned(role: DieRole, sides: int, face: int) -> int | None:
        if spend_benny and role is DieRole.ACTION and earns_benny(sides, face):
            return BONUS_DIE
        return bonus_die(role, sides, face, house)

    return earned


class Total(Struct, frozen=True):
    """Points of some dice as an icepool die, with the chance that was cut off.

    `share` is the part of all rolls that it stands for; `less` are cases to be left out.
    """

    die: Any
    cut_off: Fraction
    share: Fraction = field(default=Fraction(1))
    less: "Total | None" = None

    def chances(self) -> Iterator[tuple[int, Fraction]]:
        """Yield each sum with its chance, minus the chance that it has in `less`."""
        ways = Fraction(self.share, self.die.denominator())
        taken = dict(self.less.chances()) if self.less else {}
        for points, quantity in self.die.items():
            # Both sums were trimmed, each by itself: a difference may fall a little below 0.
            yield points, max(quantity * ways - taken.get(points, Fraction(0)), Fraction(0))

    def __add__(self, other: "Total") -> "Total":
        die, lost = _trimmed(self.die + other.die)
        return Total(die, self.cut_off + other.cut_off + lost)

    def times(self, count: int) -> "Total":
        """Return the sum of `count` such dice, by doubling."""
        if count == 1:
            return self
        half = self.times(count // 2)
        return half + half + self if count % 2 else half + half


def counted(parts: Sequence[SumDie], house: DiceRules, *, spend_benny: bool = False) -> Total:
    """Sum up the rolls that are not a Critical Failure."""
    earn = what_earns(house, spend_benny)
    failed = failing(parts, house)
    # If every roll fails (a lone Action die at 1), the sums below would have dice without faces.
    if not failed or failed == 1:
        return replace(total_of(parts, earn), share=1 - failed)
    if house.crit_fail_multi == "all_ones":
        ones = total_of([_only(part, {1}) for part in parts], earn)
        return replace(total_of(parts, earn), less=replace(ones, share=failed))
    safe = [_only(part, set(part.faces) - {1}) for part in parts]
    return replace(total_of(safe, earn), share=1 - failed)


def _only(part: SumDie, faces: set[int]) -> SumDie:
    """Keep only some faces of a die. Penalty dice keep all: Critical Failure ignores them."""
    if part.role is DieRole.PENALTY:
        return part
    return replace(part, faces=tuple(face for face in part.faces if face in faces))


def failing(parts: Sequence[SumDie], house: DiceRules) -> Fraction:
    """Return the chance of a Critical Failure: X1.2-03, OF-07, as `fails_critically` sees it."""
    shares = [part.share(1) for part in parts if part.role is not DieRole.PENALTY]
    if not shares:
        return Fraction(0)
    if house.crit_fail_multi == "any_one":
        return 1 - _product(1 - share for share in shares)
    return _product(shares)


def _product(numbers: Iterable[Fraction]) -> Fraction:
    result = Fraction(1)
    for number in numbers:
        result *= number
    return result


def total_of(parts: Sequence[SumDie], earn: Earn) -> Total:
    """Sum the dice of a roll with all their Bonus Dice; penalty dice are subtracted."""
    import icepool  # on first use: starting the program must not wait for it

    depth = _depth(parts, earn)
    result = Total(icepool.Die({0: 1}), Fraction(0))
    # Penalty dice last: what is trimmed is then always the high end of a sum that grows.
    ordered = sorted(parts, key=lambda part: (part.role is DieRole.PENALTY, part.role, part.sides))
    for part, same in groupby(ordered):
        one = Total(_chain(part, earn, depth), _rest(part, earn, depth))
        many = one.times(len(list(same)))
        result += replace(many, die=-many.die) if part.role is DieRole.PENALTY else many
    return result


def _chain(part: SumDie, earn: Earn, depth: int) -> Any:
    """Return one die with at most `depth` Bonus Dice in its chain, as an icepool die."""
    import icepool

    def points(face: int) -> Any:
        sides = earn(part.role, part.sides, face)
        if sides is None or not depth:
            return face
        return _chain(_next(part, sides), earn, depth - 1) + face

    return icepool.Die(part.faces).map(points)


def _rest(part: SumDie, earn: Earn, depth: int) -> Fraction:
    """Return the chance that the chain of one die goes on after `depth` Bonus Dice."""
    earned = [earn(part.role, part.sides, face) for face in part.faces]
    going_on = [sides for sides in earned if sides is not None]
    if not depth or not going_on:
        return Fraction(len(going_on), len(part.faces))
    later = (_rest(_next(part, sides), earn, depth - 1) for sides in going_on)
    return sum(later, Fraction(0)) / len(part.faces)


def _next(part: SumDie, sides: int) -> SumDie:
    return parts_of(earned_role(part.role), [sides])[0]


def _depth(parts: Sequence[SumDie], earn: Earn) -> int:
    depth, counts = 0, Counter(parts)
    while sum(_rest(part, earn, depth) * count for part, count in counts.items()) >= CHAIN_REST:
        depth += 1
    return depth


def _trimmed(die: Any) -> tuple[Any, Fraction]:
    """Merge the highest, unlikely sums, and round weights that have grown too long.

    This keeps sums of many dice fast; few dice never get here. Also return the chance that was
    moved or lost.
    """
    bearable = die.denominator() * SUM_REST
    lost = 0
    highest = die.max_outcome()
    for total, quantity in reversed(die.items()):
        highest = total
        if lost + quantity >= bearable:
            break
        lost += quantity
    moved = Fraction(lost, die.denominator())
    return _rounded(die.clip(die.min_outcome(), highest) if lost else die, moved)


def _rounded(die: Any, moved: Fraction) -> tuple[Any, Fraction]:
    import icepool

    # Only at twice the bits, so that rounding is rare and each time takes off a good piece.
    spare = die.denominator().bit_length() - WEIGHT_BITS
    if spare <= WEIGHT_BITS:
        return die, moved
    rounded = icepool.Die({total: quantity >> spare for total, quantity in die.items()})
    lost = die.denominator() - (rounded.denominator() << spare)
    return rounded, moved + Fraction(lost, die.denominator())
