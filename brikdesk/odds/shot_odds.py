"""The odds of one Action Roll of an attack."""

from collections.abc import Sequence

from msgspec import Struct

from brikdesk.dice import BONUS_DIE, DiceRules, DieRole, earns_benny
from brikdesk.odds.attacks import Benny, ShotAsked
from brikdesk.odds.chances import FaceOdds, face_odds
from brikdesk.odds.spread import Spread, die_points, either, face_points
from brikdesk.odds.thrown import Thrown, plain, throw

RARE = 0.0005
"""Sums at either end of a bar that together are less likely than this share one block."""


class SumOdds(Struct, frozen=True):
    """One block of a bar of sums: all totals from `low` to `high`; None is an open end.

    `chance` is that of these totals without Critical Failures, `benny` the part of it in which the
    roll also goes Over the Top.
    """

    low: int | None
    high: int | None
    chance: float
    benny: float
    hits: bool


class ShotOdds(Struct, frozen=True):
    """What one shot does if it is fired; `MEANINGS` explains each field.

    `hit`, `miss` and `critical_failure` add up to 1. `faces` is the bar of a roll of one die,
    `sums` that of a roll of several (extra dice, −1d4); an Automatic Hit has neither.
    """

    hit: float
    miss: float
    critical_failure: float
    over_the_top: float
    hit_over_the_top: float
    jam: float
    lost: float
    faces: tuple[FaceOdds, ...] = ()
    sums: tuple[SumOdds, ...] = ()


class Natural(Struct, frozen=True):
    """One natural number of the Action die: its chance, and what the whole roll then does."""

    chance: float
    totals: Spread
    hit: float
    failure: float
    benny: bool
    jams: bool


def naturals(shot: ShotAsked, benny: Benny, house: DiceRules) -> tuple[Natural, ...]:
    """Return every natural number of a shot, lowest first. Raise ValueError without Action die."""
    if shot.automatic:
        # It counts as one roll that shows exactly the Use, and goes neither Over the Top nor wrong.
        return (Natural(1.0, Spread(shot.use, [1.0]), 1.0, 0.0, False, False),)
    if not shot.action.sides:
        raise ValueError("an Action Roll needs an Action die")
    die = shot.action.sides[0]
    others = plain(shot.action.sides[1:], house)
    return tuple(_natural(shot, face, others, benny, house) for face in range(1, die + 1))


def shot_odds(
    shot: ShotAsked, benny: Benny, house: DiceRules, lost: float, found: Sequence[Natural]
) -> ShotOdds:
    """Return a shot's odds from its naturals; `lost` is the chance that it is not fired at all."""
    hit = sum(each.chance * each.hit for each in found)
    failure = sum(each.chance * each.failure for each in found)
    # `face_odds` reads its die as an Action die that can go Over the Top; a plain one cannot.
    one_die = len(shot.action.sides) == 1 and not shot.action.penalty and not shot.plain
    spend = benny is Benny.ACTION
    rolled = not shot.automatic
    return ShotOdds(
        hit=hit,
        miss=max(0.0, 1 - hit - failure),
        critical_failure=failure,
        over_the_top=sum(each.chance for each in found if each.benny),
        hit_over_the_top=sum(each.chance * each.hit for each in found if each.benny),
        jam=sum(each.chance for each in found if each.jams),
        lost=lost,
        faces=(
            face_odds(shot.action, shot.use, spend_benny=spend, house=house)
            if rolled and one_die
            else ()
        ),
        sums=_sums(shot.use, found) if rolled and not one_die else (),
    )


def _natural(
    shot: ShotAsked, face: int, others: Sequence[Thrown], benny: Benny, house: DiceRules
) -> Natural:
    die, *_ = shot.action.sides
    earned = earns_benny(die, face) and not shot.plain
    role = DieRole.PLAIN if shot.plain else DieRole.ACTION
    points = face_points(role, die, face, house)
    if earned and benny is Benny.ACTION:
        points += die_points(DieRole.PLAIN, BONUS_DIE, house)
    # This face is given, so the chance of a 1 is all or nothing; `throw` weighs it against the
    # other dice for a Critical Failure.
    natural = Thrown(points, points if face > 1 else points.scaled(0.0), float(face == 1))
    rolled = throw([natural, *others], house, penalty=shot.action.penalty, bonus=shot.action.bonus)
    return Natural(
        chance=1 / die,
        totals=rolled.counted,
        hit=rolled.counted.at_least(shot.use),
        failure=rolled.failure,
        benny=earned,
        jams=face < shot.jams_below,
    )


def _sums(use: int, found: Sequence[Natural]) -> tuple[SumOdds, ...]:
    """Return one block for each total, with rare ends merged. No block both misses and hits."""
    totals = dict(either([each.totals.scaled(each.chance) for each in found]).items())
    over = dict(either([e.totals.scaled(e.chance) for e in found if e.benny]).items())
    usual = [total for total, chance in totals.items() if chance > 0]
    if not usual:
        return ()
    # The merged ends stop at the Use: low block below it, high block from it on.
    low = min(_first_usual(usual, totals), use - 1)
    high = max(_first_usual(usual[::-1], totals), use)
    blocks: dict[int, list[int]] = {}
    for total in usual:
        blocks.setdefault(min(max(total, low), high), []).append(total)
    return tuple(
        SumOdds(
            low=None if block == low and members[0] < low else members[0],
            high=None if block == high and members[-1] > high else members[-1],
            chance=sum(totals[total] for total in members),
            benny=sum(over.get(total, 0.0) for total in members),
            hits=block >= use,
        )
        for block, members in blocks.items()
    )


def _first_usual(ordered: Sequence[int], totals: dict[int, float]) -> int:
    """Return the first number that is not rare when all before it are added."""
    seen = 0.0
    for total in ordered:
        seen += totals[total]
        if seen >= RARE:
            return total
    return ordered[-1]
