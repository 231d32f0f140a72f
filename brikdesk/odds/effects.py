"""The odds that a hit or an explosion sets its target on fire or knocks it back."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import add

from msgspec.structs import replace

from brikdesk.dice import DiceRules, DieRole, Pool
from brikdesk.odds.attacks import BlastAsked, BlastDie, BlastTarget, FireAsked, HitAsked
from brikdesk.odds.blast_odds import BlastDice
from brikdesk.odds.spread import NEVER, Spread, die_points, either, exactly, face_points
from brikdesk.odds.thrown import amount

FIRE_SIDES = 4


def fire_of_hit(hit: HitAsked, house: DiceRules, *, bought: bool) -> float:
    """Return the chance that the Damage dice of one hit set its target on fire (8.3-25, F.1-22).

    `bought` adds the die of a Benny. Raise ValueError if fewer d4s are rolled than are Fire.
    """
    asked = hit.fire
    if asked is None:
        return 0.0
    own = list(hit.damage.sides)
    for _ in range(asked.dice):
        own.remove(FIRE_SIDES)
    more = [hit.bought] if bought and hit.bought else []
    # Only where a single 1 fails is there a roll that fails and shows a high Fire die.
    least = 2 if house.failure_is_zero and house.crit_fail_multi == "any_one" else 1
    fires = asked.dice * [least] + ([1] if more and asked.bought else [])
    if not fires:
        return 0.0
    others = [die_points(DieRole.PLAIN, sides, house, least=least) for sides in own]
    others += [die_points(DieRole.PLAIN, sides, house) for sides in more if not asked.bought]
    others += [die_points(DieRole.PENALTY, side, house).negated() for side in hit.damage.penalty]
    other = reduce(add, others, exactly(0))
    whole = not own and not (more and not asked.bought)
    # One face of `least` or more is enough: all rolls minus those whose faces are all lower.
    every = _fire_points(fires, house, FIRE_SIDES)
    low = _fire_points(fires, house, min(asked.catching.least - 1, FIRE_SIDES))
    return _burning(asked, hit.damage, every, other, whole) - _burning(
        asked, hit.damage, low, other, whole
    )


def _fire_points(least: Sequence[int], house: DiceRules, highest: int) -> Spread:
    """Sum Fire dice that each show its face in `least` or more, and at most `highest`."""
    dice = [
        either(
            [
                face_points(DieRole.PLAIN, FIRE_SIDES, face, house).scaled(1 / FIRE_SIDES)
                for face in range(low, highest + 1)
            ]
        )
        for low in least
    ]
    return reduce(add, dice)


def _burning(asked: FireAsked, damage: Pool, fire: Spread, other: Spread, whole: bool) -> float:
    """Return the chance of these rolls, or of those that leave a point of Fire (8.3-25)."""
    if not fire.weights or not other.weights:
        return 0.0
    if not asked.catching.points:
        return fire.total * other.total
    chance = 0.0
    for points, share in fire.items():
        if whole or points + asked.flat >= 1:
            chance += share * other.at_least(1 - points - damage.bonus)
    return chance


def fire_of_blast(blast: BlastDice, asked: BlastAsked, target: BlastTarget) -> float:
    """Return the chance that an explosion sets a target on fire (8.4-36, 8.3-25, F.1-22).

    A roll that fails critically never does, even if its damage counts as rolled.
    """
    piles = (*blast.piles, *blast.added)
    catching = target.catching
    if catching is None or not blast.reaches(target) or not any(p.die.fire for p in piles):
        return 0.0
    if not blast.rules.failure_is_zero:
        blast = replace(blast, rules=replace(blast.rules, failure_is_zero=True), found={})
    every = blast.counted(asked, target)
    low = blast.counted(asked, target, catching.least)
    least = 1 if catching.points else 0
    return max(0.0, every.at_least(least) - low.at_least(least))


def knockback_of_blast(blast: BlastDice, target: BlastTarget) -> Spread:
    """Return the inches of KnockBack of one explosion on a target: 8.4-26, 8.4-38, Q8-09.

    Each Exp die that Deflection leaves counts 1", Concussion its inches minus the target's POP.
    """
    piles = (*blast.piles, *blast.added)
    throws = any(pile.die.throws or pile.die.harmless for pile in piles)
    if target.holds is None or not throws or not blast.reaches(target):
        return exactly(0)
    layers = max(0, target.layers)
    house = blast.house
    pop = amount(target.pop, house, failure_is_zero=house.failure_is_zero).negated()
    found = []
    for gone, concussion in blast.concussion(target).items():
        if not concussion.weights:
            continue
        left = [p.count - away for p, away in zip(blast.piles, gone, strict=True)]
        dice = [(p.die, n) for p, n in zip(blast.piles, left, strict=True)]
        if sum(n for die, n in dice if die.throws or die.harmless) < target.holds:
            continue
        stopped = blast.layers_left(gone, layers)
        dice += [(pile.die, pile.count) for pile in blast.added]
        # Deflection takes dice type by type, so equal dice from both heaps are counted together.
        throwing = Counter[BlastDie]()
        for die, n in dice:
            throwing[die] += n if die.throws else 0
        inches = sum(max(0, n - stopped) for n in throwing.values())
        pushed = any(die.harmless and n for die, n in dice)
        thrown = (concussion + pop).floored() if pushed else concussion
        found.append(thrown.shifted(inches))
    thrown = either(found) if found else NEVER
    return either([thrown, exactly(0, max(0.0, 1 - thrown.total))])
