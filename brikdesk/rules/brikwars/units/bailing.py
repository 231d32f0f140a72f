"""Bailing: a dive out of danger that ends on the ground (4.3-14 to 4.3-22)."""

from collections.abc import Collection
from fractions import Fraction
from math import ceil

from brikdesk.dice import BY_THE_BOOK, DiceRules, Pool, Roll
from brikdesk.odds import action_odds
from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.brikwars.units.states import real_inches


def may_bail_instead(*, can_parry: bool, bw_bail_only_without_parry: bool = False) -> No | None:
    """Refuse a Bail to a unit that has something to Parry with, by house rule (A5-03)."""
    return no_if(
        can_parry and bw_bail_only_without_parry, "A5-03", "it has something to Parry with"
    )


def may_bail(
    *, move: float, grabbed: bool = False, drowning: bool = False, held: Collection[str] = ()
) -> No | None:
    """Refuse a Bail to what cannot move or is held fast (4.3-14, A4-24).

    A Stop that only ended its past movement does not matter.

    - `held`: causes of Stops that last until somebody removes them.
    """
    return first(
        no_if(grabbed, "5.2-28", "it is in a Grab"),
        no_if(drowning, "A4-24", "it is drowning"),
        no_if(held, "A4-24", f"it is held: {', '.join(held)}"),
        no_if(move <= 0, "4.3-14", "it cannot move by itself"),
    )


def bail_inches(roll: Roll, half_speed: Collection[str] = ()) -> float:
    """Return how far a Bail may go: the Action Roll, half of it at Half Speed (4.3-15, 4.3-18).

    A Critical Failure falls on the spot (4.3-21).
    """
    return real_inches(float(roll.quantity(failure_is_zero=True)), half_speed)


def stays_slow(half_speed: Collection[str], dropped: Collection[str]) -> frozenset[str]:
    """Return the causes of Half Speed that are left once burdens are dropped (4.3-19)."""
    return frozenset(half_speed) - frozenset(dropped)


def gets_out(reached: float, needed: float) -> bool:
    """Return whether a Bail leaves the danger zone (4.3-20)."""
    return reached >= needed


def bail_chance(
    pool: Pool,
    needed: float,
    half_speed: Collection[str] = (),
    *,
    house: DiceRules = BY_THE_BOOK,
) -> Fraction:
    """Return the chance to Bail out of so many inches, with a Benny spent on distance."""
    if needed <= 0:
        return Fraction(1)
    wanted = ceil(needed * 2 if half_speed else needed)
    return action_odds(pool, spend_benny=True, house=house).at_least(wanted)
