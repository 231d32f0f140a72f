"""Momentum: gained by a straight run, lost by a turn, spent in a Collision (5.4-03 to 5.4-30)."""

from collections.abc import Collection, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.dice import BY_THE_BOOK, DiceRules, Pool
from brikdesk.odds import against, pool_odds
from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.brikwars.units.sprinting import keeps_straight
from brikdesk.rules.nearly import NEARLY

NEEDED = 4.0
"""Inches of straight run that earn a MOM (5.4-05)."""


DIE = 6
"""The sides of a MOM die, and of one die of Physical Opposition (5.4-26, 5.4-27)."""


BURDENS = ("armor", "carr", "drag", "burden")
"""Parts of the words of a cause of Half Speed that is worn or borne (A5-27)."""


class StraightRun(Struct, frozen=True):
    """How far a unit has run in one straight line, and whether it holds a MOM; never more than one.

    `heading` is the line in degrees, None if nobody knows it; `inches` count since the last MOM was
    spent (5.4-08, 5.4-09).
    """

    heading: float | None = None
    inches: float = 0.0
    mom: bool = False


STANDING = StraightRun()
"""A unit that has no run behind it."""


def run_on(run: StraightRun, heading: float | None, inches: float) -> StraightRun:
    """Return the run with so many more inches in a direction (5.4-03 to 5.4-06, 5.4-09).

    A turn loses what was run before it, the MOM with it. An unknown heading goes on in the line.
    """
    known = run.heading is not None and heading is not None
    if known and not keeps_straight((run.heading or 0.0, heading or 0.0)):
        run = STANDING
    run_so_far = run.inches + inches
    line = run.heading if run.heading is not None else heading
    return StraightRun(line, run_so_far, run.mom or run_so_far >= NEEDED - NEARLY)


def slowed_run(causes: Collection[str]) -> bool:
    """Return whether these causes of Half Speed keep a run from earning Momentum.

    Rules: A5-27 and A5-65: any cause does but worn armor and burdens.
    """
    return any(not any(word in cause.lower() for word in BURDENS) for cause in causes)


def lasts(turn_id: int, used_all: bool, own_turns: Sequence[int], running: int | None) -> bool:
    """Return whether a run still counts (5.4-07, A5-59).

    It lasts for the own turn in which it was run, and into the next one where all Move inches were
    used. `own_turns` are the stamps of the unit's own turns, oldest first, `running` that of
    whichever turn is running.
    """
    newest = own_turns[-1] if own_turns else None
    if turn_id == newest:
        return running == newest or used_all
    return running == newest and used_all and turn_id in own_turns[-2:]


def spent(run: StraightRun) -> StraightRun:
    """Return the run after its MOM was rolled: on the same line, from 0 (5.4-08, 5.4-13)."""
    return StraightRun(run.heading)


def hinders_momentum(
    *, slowed_on_the_way: bool, half_speed: bool, bw_half_speed_blocks_mom: bool = False
) -> bool:
    """Return whether a run earns no Momentum (5.4-06, A5-27).

    - `slowed_on_the_way`: something on the way prevented full speed.
    - `half_speed`: what it wears or carries holds it at Half Speed, which counts by house rule only.
    """
    return slowed_on_the_way or (half_speed and bw_half_speed_blocks_mom)


def may_collide(*, mom: bool, minifigs: bool, lies: bool) -> No | None:
    """Refuse a Collision without a MOM, with what is no minifig, or with one that lies (5.4-24)."""
    # A5-58: who lies on the ground is run over.
    return first(
        no_if(not mom, "5.4-03", 'it holds no MOM: that takes a straight run of 4"'),
        no_if(not minifigs, "5.4-24", "only minifigs Collide with minifigs"),
        no_if(lies, "5.4-24", "the other one lies on the ground and is run over"),
    )


def may_spend(*, mom: bool, own_turn: bool) -> No | None:
    """Refuse to spend a MOM that is not held, or in the turn of somebody else (5.4-10)."""
    return first(
        no_if(not mom, "5.4-03", 'it holds no MOM: that takes a straight run of 4"'),
        no_if(not own_turn, "5.4-10", "a MOM is spent in its own turn only"),
    )


def may_spend_ahead(straight: bool) -> No | None:
    """Refuse to spend a MOM on what does not go in the direction of the run (5.4-12)."""
    return no_if(not straight, "5.4-12", "a MOM helps in the line of its run only")


def may_spend_once(*, twice: bool) -> No | None:
    """Refuse to spend more than the one MOM that a unit holds (5.4-09)."""
    return no_if(twice, "5.4-09", "it holds one MOM, and spends it once")


def mom_chance(inches: int, *, house: DiceRules = BY_THE_BOOK) -> Fraction:
    """Return the chance that a MOM adds so many inches (5.4-10, 5.4-13)."""
    return pool_odds(Pool((DIE,)), house=house).at_least(inches) if inches > 0 else Fraction(1)


def thrown_back(knockback: int, opposition: int) -> int:
    """Return the inches by which a Collision throws its target; 0 is resisted.

    Rules: 5.4-26, 5.4-27 (the two rolls), 5.4-28 (resisted), 5.4-29 (thrown by the difference).
    """
    return max(0, knockback - opposition)


def collision_chance(chargers: int = 1, *, house: DiceRules = BY_THE_BOOK) -> Fraction:
    """Return the chance that the MOM dice of so many throw their target back (5.4-28, A5-30).

    It has one die of POP against all of them together.
    """
    # POP is a quantity like KnockBack, not an Armor Roll: a Critical Failure of both counts alike.
    alike = replace(house, armor_failure_is_zero=house.failure_is_zero)
    return against(Pool((DIE,) * chargers), Pool((DIE,)), house=alike).greater
