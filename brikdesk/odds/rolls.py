"""The odds of amounts, Action Rolls, and one roll against another; questions typed in one line."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import prod
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from brikdesk.dice import (
    BONUS_DIE,
    BY_THE_BOOK,
    DiceRules,
    DieRole,
    Pool,
    bonus_die,
    earned_role,
    earns_benny,
    shown,
    whole_number,
)
from brikdesk.errors import BadInput

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
        return 1 - prod((1 - share for share in shares), start=Fraction(1))
    return prod(shares, start=Fraction(1))


def total_of(parts: Sequence[SumDie], earn: Earn) -> Total:
    """Sum the dice of a roll with all their Bonus Dice; penalty dice are subtracted."""
    depth = _depth(parts, earn)
    result = Total(_die({0: 1}), Fraction(0))
    # Penalty dice last: what is trimmed is then always the high end of a sum that grows.
    ordered = sorted(parts, key=lambda part: (part.role is DieRole.PENALTY, part.role, part.sides))
    for part, same in groupby(ordered):
        one = Total(_chain(part, earn, depth), _rest(part, earn, depth))
        many = one.times(len(list(same)))
        result += replace(many, die=-many.die) if part.role is DieRole.PENALTY else many
    return result


def _die(outcomes: Sequence[int] | Mapping[int, int]) -> Any:
    """Return an icepool die with these faces, or with each so many times."""
    import icepool  # on first use: starting the program must not wait for it

    return icepool.Die(outcomes)


def _chain(part: SumDie, earn: Earn, depth: int) -> Any:
    """Return one die with at most `depth` Bonus Dice in its chain, as an icepool die."""

    def points(face: int) -> Any:
        sides = earn(part.role, part.sides, face)
        if sides is None or not depth:
            return face
        return _chain(_next(part, sides), earn, depth - 1) + face

    return _die(part.faces).map(points)


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
    # Only at twice the bits, so that rounding is rare and each time takes off a good piece.
    spare = die.denominator().bit_length() - WEIGHT_BITS
    if spare <= WEIGHT_BITS:
        return die, moved
    rounded = _die({total: quantity >> spare for total, quantity in die.items()})
    lost = die.denominator() - (rounded.denominator() << spare)
    return rounded, moved + Fraction(lost, die.denominator())


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


@lru_cache(maxsize=256)  # the log says them of each shot: the same few rolls all evening
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


LONGEST_QUESTION = 500
MOST_ROWS = 50
UNLIKELY = Fraction(1, 2000)
"""Numbers at either end of a table that together are less likely than this share one row."""

_FORMS = "Ask like 2d10+1d4, 2d10 >= 9, action d8 >= 5 or 3d10 vs 2d10."


class OddsRow(Struct, frozen=True):
    """One line of an answer: what may happen, and how likely it is."""

    label: str
    chance: Fraction


class OddsAnswer(Struct, frozen=True):
    """The odds asked for. Each chance is off by at most `cut_off`, the rest of endless chains."""

    title: str
    rows: tuple[OddsRow, ...]
    cut_off: Fraction


def odds_of(expression: str) -> OddsAnswer:
    """Answer one typed question about dice. Raise BadInput for anything else.

    Amounts that fail critically count as the book says: no campaign is asked. `vs` compares Damage
    with Armor, which may be a bare number.
    """
    # One character more than allowed: a longer line is refused without reading all of it.
    text = " ".join(expression[: LONGEST_QUESTION + 1].split())
    if not text:
        raise BadInput(f"No odds were asked. {_FORMS}")
    if len(text) > LONGEST_QUESTION:
        raise BadInput(f"This question is too long. {_FORMS}")
    low = text.lower()
    is_action = low.startswith("action")
    asked, sign, number = _comparison(low.removeprefix("action"))
    left, versus, right = asked.partition("vs")
    if versus and (is_action or sign):
        raise BadInput(f"“{shown(text, 40)}” asks two things at once. {_FORMS}")
    if versus:
        return _versus(_pool(left), _pool(right, flat=True))
    pool = _pool(asked)
    odds = action_odds(pool) if is_action else pool_odds(pool)
    title = f"Action {pool}" if is_action else str(pool)
    rows = _reaching(odds, number, is_action) if sign else _table(odds.chances)
    more = [OddsRow("Critical Failure", odds.critical_failure)]
    more += [OddsRow("Over the Top", odds.over_the_top)] if odds.over_the_top else []
    return OddsAnswer(f"{title} ≥ {number}" if sign else title, (*rows, *more), odds.cut_off)


def _pool(text: str, *, flat: bool = False) -> Pool:
    try:
        return Pool.parse(text, flat=flat)
    except BadInput as error:
        raise BadInput(f"{error.sentence} {_FORMS}") from None


def _comparison(text: str) -> tuple[str, str, int]:
    """Split off a wanted number; > 8 is read as 9 or more."""
    # ">=" before ">", which would find it too.
    for sign, step in ((">=", 0), ("≥", 0), (">", 1)):
        left, found, right = text.partition(sign)
        if found:
            number = whole_number(right.strip(), digits=4)
            if number is None:
                raise BadInput(
                    f"After {sign} stands a number, not “{shown(right.strip())}”. {_FORMS}"
                )
            return left, sign, number + step
    return text, "", 0


def _versus(attack: Pool, armor: Pool) -> OddsAnswer:
    odds = against(attack, armor)
    rows = (
        OddsRow("Less than Armor", odds.less),
        OddsRow("Equal", odds.equal),
        OddsRow("More than Armor", odds.greater),
    )
    # The two sides are not alike: a Critical Failure deals 0 damage, Armor keeps what it shows.
    return OddsAnswer(f"Damage {attack} against Armor {armor}", rows, odds.cut_off)


def _reaching(odds: Odds, number: int, is_action: bool) -> tuple[OddsRow, ...]:
    chance = odds.at_least(number)
    miss = "Failure" if is_action else f"Less than {number}"
    return (OddsRow(f"{number} or more", chance), OddsRow(miss, 1 - chance))


def _table(chances: Chances) -> tuple[OddsRow, ...]:
    """Return one row for each number, or for a few numbers together if there are many."""
    below, rest = _tail(chances)
    above, reverse = _tail(rest[::-1])
    usual = reverse[::-1]
    lowest, highest = usual[0][0], usual[-1][0]
    step = -(-(highest - lowest + 1) // MOST_ROWS)  # rounded up
    rows: dict[int, Fraction] = {}
    for total, chance in usual:
        start = lowest + (total - lowest) // step * step
        rows[start] = rows.get(start, Fraction(0)) + chance
    named = [OddsRow(_span(start, min(start + step - 1, highest)), rows[start]) for start in rows]
    first = [OddsRow(f"{_signed(lowest - 1)} or less", below)] if below else []
    last = [OddsRow(f"{_signed(highest + 1)} or more", above)] if above else []
    return (*first, *named, *last)


def _tail(chances: Chances) -> tuple[Fraction, Chances]:
    """Split off the first numbers while they are unlikely together; return their chance first."""
    below = Fraction(0)
    for place, (_, chance) in enumerate(chances):
        if below + chance >= UNLIKELY:
            return below, chances[place:]
        below += chance
    return Fraction(0), chances


def _span(first: int, last: int) -> str:
    return _signed(first) if first == last else f"{_signed(first)} to {_signed(last)}"


def _signed(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")
