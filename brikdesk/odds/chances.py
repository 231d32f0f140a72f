"""The odds of amounts, Action Rolls, and one roll against another."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.dice import BY_THE_BOOK, DiceRules, DieRole, Pool, earns_benny
from brikdesk.odds.sums import SumDie, counted, failing, parts_of, total_of, what_earns

Chances = tuple[tuple[int, Fraction], ...]
"""Numbers with their chances, lowest number first."""


class Odds(Struct, frozen=True):
    """The amounts that a roll can count, each with its chance, lowest first.

    In an Action Roll a Critical Failure reaches no number, so it is missing from `chances`.
    `cut_off` is how far each chance may be off.
    """

    chances: Chances
    critical_failure: Fraction
    cut_off: Fraction
    over_the_top: Fraction = Fraction(0)

    def at_least(self, number: int) -> Fraction:
        """Return the chance of `number` or more; for an Action Roll the chance of success."""
        return sum((chance for total, chance in self.chances if total >= number), Fraction(0))

    def exactly(self, number: int) -> Fraction:
        """Return the chance of exactly this number."""
        return dict(self.chances).get(number, Fraction(0))


class Comparison(Struct, frozen=True):
    """Chances that the first amount is less than, equal to, or greater than the second."""

    less: Fraction
    equal: Fraction
    greater: Fraction
    cut_off: Fraction


class FaceOdds(Struct, frozen=True):
    """One block of the odds bar: a natural face of the Action die and what it leads to.

    `chance` is that of the face, `success` the chance that the roll then reaches the Use.
    `critical_failure` means that with this face the roll fails whatever the other dice show.
    """

    face: int
    chance: Fraction
    success: Fraction
    critical_failure: bool
    benny: bool


def pool_odds(
    pool: Pool, *, house: DiceRules = BY_THE_BOOK, failure_is_zero: bool | None = None
) -> Odds:
    """Return the odds of an amount (Damage, Armor, distance): every highest face earns a Bonus Die.

    A Critical Failure counts 0 unless the house or `failure_is_zero` says otherwise (X1.2-04).
    Amounts are never below 0.
    """
    zero = house.failure_is_zero if failure_is_zero is None else failure_is_zero
    parts = [*parts_of(DieRole.PLAIN, pool.sides), *parts_of(DieRole.PENALTY, pool.penalty)]
    failed = failing(parts, house)
    # Failed rolls are all 0 points: they are cut out of the sum here and put back at 0 below.
    total = counted(parts, house) if zero and failed else total_of(parts, what_earns(house))
    amounts = [(max(0, points + pool.bonus), chance) for points, chance in total.chances()]
    rest = [(0, failed)] if zero and failed else []
    return Odds(_merged([*rest, *amounts]), failed, total.cut_off)


def action_odds(pool: Pool, *, spend_benny: bool = False, house: DiceRules = BY_THE_BOOK) -> Odds:
    """Return the odds of an Action Roll; the first die of the pool is the Action die.

    With `spend_benny` a Benny that the roll earns adds its die to it (4.2-18). Raise ValueError
    for a pool without dice.
    """
    parts = _action_parts(pool)
    total = counted(parts, house, spend_benny=spend_benny)
    die = pool.sides[0]
    bennies = sum(earns_benny(die, face) for face in range(1, die + 1))
    chances = [(points + pool.bonus, chance) for points, chance in total.chances()]
    return Odds(_merged(chances), failing(parts, house), total.cut_off, Fraction(bennies, die))


def face_odds(
    pool: Pool, use: int, *, spend_benny: bool = False, house: DiceRules = BY_THE_BOOK
) -> tuple[FaceOdds, ...]:
    """Return the odds bar of an Action Roll: what each natural face of the Action die leads to.

    `spend_benny` and the error are as in `action_odds`.
    """
    action, *others = _action_parts(pool)
    return tuple(
        _face_odds([replace(action, faces=(face,)), *others], pool, use, spend_benny, house)
        for face in action.faces
    )


def against(attack: Pool, armor: Pool, *, house: DiceRules = BY_THE_BOOK) -> Comparison:
    """Compare a Damage Roll with an Armor Roll (OF-48).

    A Critical Failure counts as the house rules for damage and for armor say (OF-08, OF-09). Damage
    of 0 meets no Armor, so it is less than any, also than one that fails (A5-41).
    """
    left = pool_odds(attack, house=house)
    right = pool_odds(armor, house=house, failure_is_zero=house.armor_failure_is_zero)
    same = dict(right.chances)
    dealt = [(total, chance) for total, chance in left.chances if total > 0]
    equal = sum((chance * same.get(total, 0) for total, chance in dealt), Fraction(0))
    greater = _beats(left.chances, right.chances)
    none = sum((chance for total, chance in left.chances if total <= 0), Fraction(0))
    both = sum((chance for total, chance in right.chances if total <= 0), Fraction(0))
    less = _beats(right.chances, left.chances) + none * both
    return Comparison(less, equal, greater, left.cut_off + right.cut_off)


def _face_odds(
    parts: list[SumDie], pool: Pool, use: int, spend_benny: bool, house: DiceRules
) -> FaceOdds:
    action = parts[0]
    face = action.faces[0]
    total = counted(parts, house, spend_benny=spend_benny)
    reached = (chance for points, chance in total.chances() if points + pool.bonus >= use)
    return FaceOdds(
        face,
        Fraction(1, action.sides),
        sum(reached, Fraction(0)),
        failing(parts, house) == 1,
        earns_benny(action.sides, face),
    )


def _action_parts(pool: Pool) -> list[SumDie]:
    if not pool.sides:
        raise ValueError("an Action Roll needs an Action die")
    return [
        *parts_of(DieRole.ACTION, pool.sides[:1]),
        *parts_of(DieRole.PLAIN, pool.sides[1:]),
        *parts_of(DieRole.PENALTY, pool.penalty),
    ]


def _merged(amounts: Iterable[tuple[int, Fraction]]) -> Chances:
    chances: dict[int, Fraction] = {}
    for total, chance in amounts:
        chances[total] = chances.get(total, Fraction(0)) + chance
    return tuple(sorted((total, chance) for total, chance in chances.items() if chance))


def _beats(winner: Chances, loser: Chances) -> Fraction:
    """Return the chance that the first of two independent amounts is the greater one."""
    result = below = Fraction(0)
    behind = iter(loser)
    low = next(behind, None)
    for total, chance in winner:
        while low is not None and low[0] < total:
            below += low[1]
            low = next(behind, None)
        result += chance * below
    return result
