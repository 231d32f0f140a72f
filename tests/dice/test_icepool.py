"""The odds of random attacks against the same attacks put together with icepool, in exact fractions."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce
from math import lcm, prod
from operator import add
from random import Random
from typing import Any

import pytest
from icepool import Die
from msgspec import Struct

from brikdesk.dice import DiceRules, DieRole, Pool, bonus_die, earned_role, earns_benny
from brikdesk.odds.attack_odds import TargetOdds, attack_odds
from brikdesk.odds.attacks import (
    AttackAsked,
    Benny,
    BlastAsked,
    BlastRules,
    BlastTarget,
    HitAsked,
    ShotAsked,
    TargetAsked,
)
from tests.nightly import many

CLOSE = 1e-9
DEEPEST = 14
"""Bonus Dice in a chain: a longer one is less likely than 1 in 78,000 million."""

HOUSES = (
    DiceRules(),
    DiceRules(crit_fail_multi="any_one"),
    DiceRules(incompetent_bonus_die=4, penalty_dice_explode=True),
    DiceRules(failure_is_zero=False, armor_failure_is_zero=True),
)
MISSED = -1


@cache
def shown(role: DieRole, sides: int, face: int, house: DiceRules, left: int = DEEPEST) -> Any:
    """Return what a die counts that shows this face."""
    earned = bonus_die(role, sides, face, house) if left else None
    if not earned:
        return Die([face])
    more = [shown(earned_role(role), earned, n, house, left - 1) for n in range(1, earned + 1)]
    return Die(more) + face


def fallen(role: DieRole, sides: int, house: DiceRules, least: int = 1) -> Any:
    return Die([shown(role, sides, face, house) for face in range(least, sides + 1)])


def in_all(dice: Iterable[Any]) -> Any:
    return reduce(add, dice, Die([0]))


def without_failures(
    roll: Callable[[int], Any], sides: Sequence[int], failed: Any, house: DiceRules
) -> Any:
    """Return a roll that counts 0 if it fails critically; `roll` takes what each die shows or more."""
    whole = prod(sides)
    if house.crit_fail_multi == "any_one":
        safe = prod(side - 1 for side in sides)
        return Die([roll(2), 0], times=[safe, whole - safe])
    rolled = roll(1)
    counts = {points: n * whole * failed.denominator() for points, n in rolled.items()}
    for points, n in failed.items():
        counts[points] -= n * rolled.denominator()
    taken = rolled.denominator() * failed.denominator()
    return Die([Die(counts), 0], times=[taken * (whole - 1), taken])


@cache
def amount(pool: Pool, house: DiceRules, zero: bool, bought: int = 0) -> Any:
    """Return a Damage or Armor Roll."""
    less = in_all(fallen(DieRole.PENALTY, side, house) for side in pool.penalty)
    more = fallen(DieRole.PLAIN, bought, house) if bought else Die([0])

    def roll(least: int) -> Any:
        thrown = in_all(fallen(DieRole.PLAIN, side, house, least) for side in pool.sides)
        return (thrown + more - less + pool.bonus).map(floored)

    if not (zero and pool.sides):
        return roll(1)
    counts = bool(bought) and house.crit_fail_multi == "all_ones"
    sides = (*pool.sides, bought) if counts else pool.sides
    return without_failures(roll, sides, (len(sides) + pool.bonus - less).map(floored), house)


def floored(points: int) -> int:
    return max(0, points)


Outcomes = Mapping[tuple[bool, bool, bool], Fraction]
"""The chances that a shot hits, has a Benny for damage, and jams its gun."""


@cache
def shot_of(shot: ShotAsked, benny: Benny, house: DiceRules) -> Outcomes:
    die, *others = shot.action.sides
    any_one = house.crit_fail_multi == "any_one"
    less = in_all(fallen(DieRole.PENALTY, side, house) for side in shot.action.penalty)
    rest = in_all(fallen(DieRole.PLAIN, side, house, 1 + any_one) for side in others)
    ones = Fraction(1, prod(others))
    safe = prod((Fraction(side - 1, side) for side in others), start=Fraction(1))
    found = Counter[tuple[bool, bool, bool]]()
    for face in range(1, die + 1):
        over = earns_benny(die, face)
        own = shown(DieRole.ACTION, die, face, house) - less + shot.action.bonus
        own += fallen(DieRole.PLAIN, 6, house) if over and benny is Benny.ACTION else 0
        hit = (own + rest).probability(">=", shot.use)
        if any_one:
            hit *= safe if face > 1 else 0
        elif face == 1:
            hit -= ones * (own + len(others)).probability(">=", shot.use)
        spent, jams = over and benny is Benny.DAMAGE, face < shot.jams_below
        found[True, spent, jams] += hit / die
        found[False, False, jams] += (1 - hit) / die
    return found  # type: ignore[return-value]


Harm = tuple[Any, Any]
"""Damage of a hit, without a Benny and with one."""

Way = tuple[Fraction, Any]
"""The chance of some courses of the shots, and the points that they lead to."""


def mixed(ways: Sequence[Way]) -> Way:
    whole = lcm(*(chance.denominator for chance, _ in ways))
    total = sum((chance for chance, _ in ways), Fraction(0))
    return total, Die([die for _, die in ways], times=[int(chance * whole) for chance, _ in ways])


def suffered(shots: Sequence[Outcomes], harms: Sequence[Harm | None]) -> Any:
    """Return all damage of the shots of one gun; MISSED where none of them hits with harm."""
    firing, jammed = (Fraction(1), Die([MISSED])), list[Way]()
    for shot, harm in zip(shots, harms, strict=True):
        so_far, points = firing
        after: dict[bool, list[Way]] = {False: [], True: jammed}
        for (hit, spent, jams), chance in shot.items():
            then = points.map(floored) + harm[spent] if hit and harm else points
            after[jams].append((so_far * chance, then))
        firing = mixed(after[False])
    return mixed([firing, *jammed])[1]


def judged(damage: Any, armor: Any, earlier: int) -> tuple[float, ...]:
    """Return not hit, no effect, Something Bad, beaten, expected damage."""
    hurt = Die({points: n for points, n in damage.items() if points > 0} or {0: 1})
    share = float(sum(n for p, n in damage.items() if p > 0) / damage.denominator())
    missed = float(damage.probability(MISSED))
    equal = share * float((hurt + earlier == armor).mean())
    beaten = share * float((hurt + earlier > armor).mean())
    return missed, 1 - missed - equal - beaten, equal, beaten, share * float(hurt.mean())


class Exploding(Struct, frozen=True):
    """An explosion of equal dice, with dice of another type beside them."""

    sides: int
    count: int
    added: tuple[int, ...]
    band: int
    layers: int
    modifier: int
    zero: bool

    def damage(self, house: DiceRules, more: int) -> Any:
        """Return what it deals, with so many dice more."""
        count = self.count + more
        heaps = [(self.sides, count, count - self.band - self.layers)]
        heaps += [
            (side, self.added.count(side), self.added.count(side) - self.layers)
            for side in set(self.added)
        ]

        def roll(least: int) -> Any:
            thrown = in_all(
                fallen(DieRole.PLAIN, side, house, least).lowest(rolled, kept)
                for side, rolled, kept in heaps
                if kept > 0
            )
            return (thrown + self.modifier).map(floored)

        if self.band >= count:
            return Die([0])
        if not self.zero:
            return roll(1)
        dealt = sum(max(0, kept) for _, _, kept in heaps)
        sides = [self.sides] * count + list(self.added)
        return without_failures(roll, sides, Die([floored(dealt + self.modifier)]), house)


class Made:
    """A random attack: what is asked of the odds, and what icepool is asked."""

    def __init__(self, number: int) -> None:
        self.chance = chance = Random(number)
        self.house = HOUSES[number % len(HOUSES)]
        self.benny = chance.choice(list(Benny))
        same = self._shot()
        alike = chance.random() < 0.5
        self.shots = tuple(same if alike else self._shot() for _ in range(chance.randint(1, 4)))
        damage, self.bought = self._pool(3), chance.choice((0, 6, 10))
        self.hits = tuple(
            HitAsked(at, damage if alike else self._pool(2), self.bought)
            for at in range(len(self.shots))
            if chance.random() < 0.8
        )
        self.armor, self.earlier = self._armor(), chance.choice((0, 0, 2))
        self.blast = self._blast() if chance.random() < 0.4 else None
        self.more = int(chance.random() < 0.5 and self.house.crit_fail_multi == "all_ones")

    def _pool(self, most: int) -> Pool:
        sides = self.chance.choices((4, 6, 6, 8, 10, 12), k=self.chance.randint(1, most))
        penalty = (4,) if self.chance.random() < 0.15 else ()
        return Pool(tuple(sides), self.chance.randint(-3, 3), penalty)

    def _shot(self) -> ShotAsked:
        jams = self.chance.choice((0, 0, 2, 3))
        return ShotAsked(self._pool(2), self.chance.randint(2, 8), jams_below=jams)

    def _armor(self) -> Pool:
        return self.chance.choice((Pool((), 4), Pool((6,)), Pool((10,) * 2), Pool((6,), 0, (4,))))

    def _blast(self) -> Exploding:
        sides, count = self.chance.choice((6, 10)), self.chance.randint(1, 4)
        added = self.chance.choice(((), (), (4,), (8, 8), (4, 8)))
        band, layers = self.chance.randint(0, count), self.chance.choice((0, 0, 1, 2))
        modifier, zero = self.chance.randint(-2, 2), self.chance.random() < 0.7
        return Exploding(sides, count, added, band, layers, modifier, zero)

    @property
    def asked(self) -> AttackAsked:
        targets = (TargetAsked("Target", self.hits, self.armor, earlier=self.earlier),)
        blasts = (self._blast_asked(self.blast),) if self.blast else ()
        return AttackAsked(self.shots, targets, blasts, self.benny)

    def _blast_asked(self, blast: Exploding) -> BlastAsked:
        caught = BlastTarget("Caught", blast.band, blast.modifier, self.armor, blast.layers)
        bought = blast.sides * self.more
        rules = BlastRules(failure_is_zero=blast.zero)
        dice = (blast.sides,) * blast.count
        return BlastAsked(0, dice, blast.added, 0, (caught,), bought, rules)

    def counted(self) -> list[tuple[float, ...]]:
        """Return what icepool finds: for each target, then whether anything hits."""
        house, shots = self.house, [shot_of(each, self.benny, self.house) for each in self.shots]
        harms: list[Harm | None] = [None] * len(shots)
        for hit in self.hits:
            usual = amount(hit.damage, house, house.failure_is_zero)
            harms[hit.shot] = usual, amount(hit.damage, house, house.failure_is_zero, hit.bought)
        armor = amount(self.armor, house, house.armor_failure_is_zero)
        found = [judged(suffered(shots, harms), armor, self.earlier)]
        if self.blast:
            blown = self.blast.damage(house, 0), self.blast.damage(house, self.more)
            found.append(judged(suffered(shots[:1], [blown]), armor, 0))
        anything = suffered(shots, [(Die([0]), Die([0]))] * len(shots))
        return [*found, (1 - float(anything.probability(MISSED)),)]


def told(target: TargetOdds) -> tuple[float, ...]:
    return (
        target.not_hit, target.no_effect, target.something_bad, target.beaten,
        target.expected_damage,
    )  # fmt: skip


@pytest.mark.rule("OF-01", "OF-06", "OF-07", "5.1-11", "5.1-37", "8.3-15", "8.4-27")
@pytest.mark.parametrize("part", range(10))
def test_random_attacks_have_the_odds_that_icepool_finds(part: int) -> None:
    each = many(6, 200, quick=2)
    for number in range(part * each, (part + 1) * each):
        made = Made(number)
        odds = attack_odds(made.asked, house=made.house)
        found = [*map(told, odds.targets), (odds.any_hit,)]
        for ours, theirs in zip(found, made.counted(), strict=True):
            assert ours == pytest.approx(theirs, abs=CLOSE), number
