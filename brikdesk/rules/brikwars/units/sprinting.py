"""Sprinting: a run in one straight line, farther than the Move (4.1-33 to 4.1-41)."""

from collections.abc import Collection, Sequence
from fractions import Fraction

from brikdesk.dice import BY_THE_BOOK, DiceRules, Pool, Roll, RollKind, action_kind, forced_full_run
from brikdesk.odds import action_odds, pool_odds
from brikdesk.rules.brikwars.no import No, first, no_if

STRAIGHT = 3.0
"""Degrees by which two parts of a run may differ, because places on the table are set by hand."""


def may_sprint(*, own_turn: bool, move: float) -> No | None:
    """Refuse a Sprint to what cannot move (4.1-33), and as a response (4.3-13)."""
    return first(
        no_if(not own_turn, "4.3-13", "nobody Sprints in another player's turn"),
        no_if(move <= 0, "4.1-33", "it cannot move by itself"),
    )


def may_share_sprint(minifigs: Collection[bool], dice: Collection[int]) -> No | None:
    """Refuse one roll for a group that is not made of minifigs with the same die (4.1-39).

    - `minifigs`: for each member, whether it is one. `dice`: the sides of their Action dice.
    """
    unlike = "they have different Action dice and cannot share one roll"
    return first(
        no_if(not all(minifigs), "4.1-39", "only minifigs Sprint as a group"),
        no_if(len(set(dice)) > 1, "4.1-39", unlike),
    )


def sprint_kind(
    sides: int, *, bw_sprint_is_action_roll: bool = True, house: DiceRules = BY_THE_BOOK
) -> RollKind:
    """Return how the roll of a Sprint earns more: as an Action Roll, or as any other (A4-04)."""
    return action_kind(sides, house=house) if bw_sprint_is_action_roll else RollKind.OTHER


def sprint_inches(roll: Roll, *, bw_sprint_one_is_failure: bool = True) -> int:
    """Return the inches that a Sprint adds to the Move, without an upper limit (4.1-33, 4.1-40).

    A Critical Failure adds none, or what the dice show by house rule (A4-30).
    """
    return roll.quantity(failure_is_zero=bw_sprint_one_is_failure)


def must_run_it_all(roll: Roll) -> bool:
    """Return whether a Sprint cannot stop before its end (4.1-41, A4-04)."""
    return forced_full_run(roll)


def keeps_straight(headings: Sequence[float]) -> bool:
    """Return whether the parts of a run, by their headings in degrees, are one line (4.1-34)."""
    # The difference is taken the short way round: 359 and 1 degree are 2 apart.
    return all(abs((each - headings[0] + 180) % 360 - 180) <= STRAIGHT for each in headings)


def sprint_chance(
    pool: Pool,
    inches: int,
    *,
    bw_sprint_is_action_roll: bool = True,
    bw_sprint_one_is_failure: bool = True,
    house: DiceRules = BY_THE_BOOK,
) -> Fraction:
    """Return the chance that a Sprint adds so many inches, its Benny spent on distance (4.1-40)."""
    if inches <= 0:
        return Fraction(1)
    if not bw_sprint_is_action_roll:
        odds = pool_odds(pool, house=house, failure_is_zero=bw_sprint_one_is_failure)
        return odds.at_least(inches)
    odds = action_odds(pool, spend_benny=True, house=house)
    # Without penalty dice a Critical Failure that counts as it lies adds just 1".
    lies = not bw_sprint_one_is_failure and inches == 1 and not pool.penalty
    return odds.at_least(inches) + (odds.critical_failure if lies else 0)
