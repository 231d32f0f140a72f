"""The odds of a whole attack: every shot, every target, fire and KnockBack, and what would help."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial, reduce
from math import prod
from operator import add

from msgspec import Struct, field
from msgspec.structs import replace

from brikdesk.dice import BONUS_DIE, BY_THE_BOOK, DiceRules, DieRole, Pool, earns_benny
from brikdesk.odds import attacks as attack_chances
from brikdesk.odds.explosions import BlastDice, blast_of
from brikdesk.odds.spread import (
    NEVER,
    Spread,
    Thrown,
    amount,
    die_points,
    either,
    exactly,
    face_points,
    plain,
    throw,
)

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


class FaceOdds(Struct, frozen=True):
    """One block of a bar of faces: a natural face of the Action die and what it leads to.

    `chance` is that of the face, `success` the chance that the roll then reaches the Use.
    `critical_failure` means that with this face the roll fails critically.
    """

    face: int
    chance: float
    success: float
    critical_failure: bool
    benny: bool


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
    saved: float
    jam: float
    lost: float
    faces: tuple[FaceOdds, ...] = ()
    sums: tuple[SumOdds, ...] = ()


class Natural(Struct, frozen=True):
    """One natural number of the Action die: its chance, and what the whole roll then does.

    `saved` is the chance that it hits, if a Benny that it earns is spent on the roll where it misses.
    """

    chance: float
    totals: Spread
    hit: float
    saved: float
    failure: float
    benny: bool
    jams: bool


def naturals(
    shot: attack_chances.ShotAsked, benny: attack_chances.Benny, house: DiceRules
) -> tuple[Natural, ...]:
    """Return every natural number of a shot, lowest first. Raise ValueError without Action die."""
    if shot.automatic:
        # It counts as one roll that shows exactly the Use, and goes neither Over the Top nor wrong.
        return (Natural(1.0, Spread(shot.use, [1.0]), 1.0, 1.0, 0.0, False, False),)
    if not shot.action.sides:
        raise ValueError("an Action Roll needs an Action die")
    die = shot.action.sides[0]
    others = plain(shot.action.sides[1:], house)
    return tuple(_natural(shot, face, others, benny, house) for face in range(1, die + 1))


def shot_odds(shot: attack_chances.ShotAsked, lost: float, found: Sequence[Natural]) -> ShotOdds:
    """Return a shot's odds from its naturals; `lost` is the chance that it is not fired at all."""
    hit = sum(each.chance * each.hit for each in found)
    failure = sum(each.chance * each.failure for each in found)
    one_die = len(shot.action.sides) == 1 and not shot.action.penalty and not shot.plain
    rolled = not shot.automatic
    return ShotOdds(
        hit=hit,
        miss=max(0.0, 1 - hit - failure),
        critical_failure=failure,
        over_the_top=sum(each.chance for each in found if each.benny),
        hit_over_the_top=sum(each.chance * each.hit for each in found if each.benny),
        saved=sum(each.chance * each.saved for each in found),
        jam=sum(each.chance for each in found if each.jams),
        lost=lost,
        faces=_faces(found) if rolled and one_die else (),
        sums=_sums(shot.use, found) if rolled and not one_die else (),
    )


def _natural(
    shot: attack_chances.ShotAsked,
    face: int,
    others: Sequence[Thrown],
    benny: attack_chances.Benny,
    house: DiceRules,
) -> Natural:
    die, *_ = shot.action.sides
    earned = earns_benny(die, face) and not shot.plain
    role = DieRole.PLAIN if shot.plain else DieRole.ACTION
    points = face_points(role, die, face, house)
    bought = die_points(DieRole.PLAIN, BONUS_DIE, house) if earned else None
    if bought and benny is attack_chances.Benny.ACTION:
        points, bought = points + bought, None
    # This face is given, so the chance of a 1 is all or nothing; `throw` weighs it against the
    # other dice for a Critical Failure.
    natural = Thrown(points, points if face > 1 else points.scaled(0.0), float(face == 1))
    rolled = throw([natural, *others], house, penalty=shot.action.penalty, bonus=shot.action.bonus)
    # A Benny die counts 1 or more: bought after a miss or before the roll, it saves the same ones.
    saved = rolled.counted + bought if bought else rolled.counted
    return Natural(
        chance=1 / die,
        totals=rolled.counted,
        hit=rolled.counted.at_least(shot.use),
        saved=saved.at_least(shot.use),
        failure=rolled.failure,
        benny=earned,
        jams=face < shot.jams_below,
    )


def _faces(found: Sequence[Natural]) -> tuple[FaceOdds, ...]:
    return tuple(
        FaceOdds(face, each.chance, each.hit, each.failure == 1, each.benny)
        for face, each in enumerate(found, 1)
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


FIRE_SIDES = 4


def fire_of_hit(hit: attack_chances.HitAsked, house: DiceRules, *, bought: bool) -> float:
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
    plain_d4 = partial(die_points, DieRole.PLAIN, FIRE_SIDES, house, most=highest)
    return reduce(add, (plain_d4(least=low) for low in least))


def _burning(
    asked: attack_chances.FireAsked, damage: Pool, fire: Spread, other: Spread, whole: bool
) -> float:
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


def fire_of_blast(
    blast: BlastDice, asked: attack_chances.BlastAsked, target: attack_chances.BlastTarget
) -> float:
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


def knockback_of_blast(blast: BlastDice, target: attack_chances.BlastTarget) -> Spread:
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
        throwing = Counter[attack_chances.BlastDie]()
        for die, n in dice:
            throwing[die] += n if die.throws else 0
        inches = sum(max(0, n - stopped) for n in throwing.values())
        pushed = any(die.harmless and n for die, n in dice)
        thrown = (concussion + pop).floored() if pushed else concussion
        found.append(thrown.shifted(inches))
    thrown = either(found) if found else NEVER
    return either([thrown, exactly(0, max(0.0, 1 - thrown.total))])


ALWAYS = -1
"""The `shot` of an explosion that happens whatever is rolled."""


class TargetOdds(Struct, frozen=True):
    """What one target can expect; `MEANINGS` explains each field.

    `not_hit`, `no_effect`, `something_bad` and `beaten` add up to 1.
    """

    name: str
    not_hit: float
    no_effect: float
    something_bad: float
    beaten: float
    expected_damage: float
    key: str = ""
    set_on_fire: float = 0.0
    thrown: float = 0.0
    knockback: float = 0.0


class AttackOdds(Struct, frozen=True):
    """The odds of an attack; `MEANINGS` explains each field.

    `shots` are in the order of the question; `targets` too, each key once, followed by the targets
    of the explosions. An attack without shots always hits.
    """

    shots: tuple[ShotOdds, ...]
    targets: tuple[TargetOdds, ...]
    any_hit: float
    all_hit: float
    hits: float

    @property
    def beaten_targets(self) -> float:
        """Targets whose Armor is beaten, on average; with one target, the chance of it."""
        return sum(target.beaten for target in self.targets)


class HitHarm(Struct, frozen=True):
    """What one shot does to one target if it hits, without a Benny on damage and with one.

    Points of damage, inches of KnockBack, or 1 where it sets on fire and 0 where it does not.
    """

    shot: int
    usual: Spread
    with_benny: Spread


class TargetAtRisk(Struct):
    """One target with everything that may harm it."""

    name: str
    key: str
    armor: Pool | None
    earlier: int = 0
    harms: list[HitHarm] = field(default_factory=list)
    fires: list[HitHarm] = field(default_factory=list)
    knocks: list[HitHarm] = field(default_factory=list)

    def add_hit(self, hit: attack_chances.HitAsked, house: DiceRules, *, buys: bool) -> None:
        """Note the fire and the KnockBack of a hit."""
        if hit.fire is not None:
            usual = fire_of_hit(hit, house, bought=False)
            more = fire_of_hit(hit, house, bought=True) if buys else usual
            self.fires.append(HitHarm(hit.shot, _whether(usual), _whether(more)))
        if hit.knockback:
            inches = exactly(hit.knockback)
            self.knocks.append(HitHarm(hit.shot, inches, inches))

    def add_blast(
        self,
        blast: attack_chances.BlastAsked,
        caught: attack_chances.BlastTarget,
        usual: BlastDice,
        more: BlastDice,
    ) -> None:
        """Note the fire and the KnockBack of an explosion, without a Benny and with one."""
        if caught.catching is not None:
            lit = fire_of_blast(usual, blast, caught)
            lit_more = lit if more is usual else fire_of_blast(more, blast, caught)
            if lit or lit_more:
                self.fires.append(HitHarm(blast.shot, _whether(lit), _whether(lit_more)))
        if caught.holds is not None:
            inches = knockback_of_blast(usual, caught)
            far = inches if more is usual else knockback_of_blast(more, caught)
            if inches.at_least(1) or far.at_least(1):
                self.knocks.append(HitHarm(blast.shot, inches, far))


def _whether(chance: float) -> Spread:
    return Spread(0, [1 - chance, chance])


def attack_odds(asked: attack_chances.AttackAsked, *, house: DiceRules = BY_THE_BOOK) -> AttackOdds:
    """Return the exact odds of an attack before any die is thrown.

    - Shots: a natural 1 alone fails (OF-06, OF-07), a Benny spent on the Action adds its die to
      any roll that earned one. A shot that jams its gun still counts, those after it do not.
    - Damage: highest faces earn Bonus Dice, a Critical Failure counts as the house says, never
      below 0. A Benny spent on damage adds its die to a hit whose natural number earned it.
    - Targets: all damage of the attack meets one Armor Roll; 0 never has an effect (A5-41). Fire
      dice set on fire whatever the Armor, and inches of KnockBack add up (8.3-25, Q8-10).

    Chances are floats, off by less than 1e-12. Raise ValueError if a shot has no Action die, or
    damage names a shot that does not exist.
    """
    if asked.either:
        # What the Benny is spent on was chosen before the first die is thrown.
        benny = asked.benny
        either_way = ((each.chance, replace(each.asked, benny=benny)) for each in asked.either)
        return _together([(share, attack_odds(each, house=house)) for share, each in either_way])
    found = [naturals(shot, asked.benny, house) for shot in asked.shots]
    fired = _fired(asked, found)
    shots = tuple(
        shot_odds(shot, 1 - alive, each)
        for shot, alive, each in zip(asked.shots, fired, found, strict=True)
    )
    chances = [alive * shot.hit for alive, shot in zip(fired, shots, strict=True)]
    # "Some shot hits" is asked like the damage of one target: a harm of 0 points by each shot.
    anywhere = [HitHarm(at, exactly(0), exactly(0)) for at in range(len(shots))]
    missed, _ = _total(asked, found, anywhere)
    return AttackOdds(
        shots=shots,
        targets=tuple(_judged(asked, found, each, house) for each in _victims(asked, house)),
        any_hit=1 - missed if shots else 1.0,
        all_hit=_all_hit(asked, found),
        hits=sum(chances),
    )


def _together(found: Sequence[tuple[float, AttackOdds]]) -> AttackOdds:
    """Return the odds of attacks of which one follows, each with its chance.

    No single roll stands for all of them, so that a shot has no bar.
    """

    def mean(of: Callable[[AttackOdds], float]) -> float:
        return sum(chance * of(odds) for chance, odds in found)

    def meant(rows: Callable[[AttackOdds], tuple[Struct, ...]], at: int) -> dict[str, float]:
        first = rows(found[0][1])[at]
        names = (name for name in first.__struct_fields__ if type(getattr(first, name)) is float)
        return {name: mean(lambda odds, n=name: getattr(rows(odds)[at], n)) for name in names}  # type: ignore[misc]

    first = found[0][1]
    return AttackOdds(
        shots=tuple(
            replace(shot, **meant(lambda odds: odds.shots, at), faces=(), sums=())
            for at, shot in enumerate(first.shots)
        ),
        targets=tuple(
            replace(target, **meant(lambda odds: odds.targets, at))
            for at, target in enumerate(first.targets)
        ),
        any_hit=mean(lambda odds: odds.any_hit),
        all_hit=mean(lambda odds: odds.all_hit),
        hits=mean(lambda odds: odds.hits),
    )


def _chains(asked: attack_chances.AttackAsked) -> list[list[int]]:
    """Return the places of the shots in one list for each gun."""
    chains: dict[int, list[int]] = {}
    for at, shot in enumerate(asked.shots):
        chains.setdefault(shot.chain, []).append(at)
    return list(chains.values())


def _fired(asked: attack_chances.AttackAsked, found: Sequence[Sequence[Natural]]) -> list[float]:
    """Return for each shot the chance that its gun has not jammed before."""
    fired = [1.0] * len(found)
    for chain in _chains(asked):
        alive = 1.0
        for at in chain:
            fired[at] = alive
            alive *= sum(each.chance for each in found[at] if not each.jams)
    return fired


def _all_hit(asked: attack_chances.AttackAsked, found: Sequence[Sequence[Natural]]) -> float:
    # A jam on the last shot of a gun loses no shot, so it does not spoil "all hit".
    lasts = {chain[-1] for chain in _chains(asked)}
    return prod(
        sum(each.chance * each.hit for each in possible if at in lasts or not each.jams)
        for at, possible in enumerate(found)
    )


def _victims(asked: attack_chances.AttackAsked, house: DiceRules) -> Iterable[TargetAtRisk]:
    victims: dict[object, TargetAtRisk] = {}
    buys = asked.benny is attack_chances.Benny.DAMAGE

    @cache  # the shots of a burst all roll the same
    def damage(pool: Pool, bought: int) -> Spread:
        return amount(pool, house, failure_is_zero=house.failure_is_zero, bought=bought)

    def victim(name: str, key: str, armor: Pool | None) -> TargetAtRisk:
        # Without a key it is a target of its own: no other key equals a new object.
        return victims.setdefault(key or object(), TargetAtRisk(name, key, armor))

    for target in asked.targets:
        one = victim(target.name, target.key, target.armor)
        one.earlier = target.earlier
        for hit in target.hits:
            _check_shot(hit.shot, asked, 0)
            more = damage(hit.damage, hit.bought if buys else 0)
            one.harms.append(HitHarm(hit.shot, damage(hit.damage, 0), more))
            one.add_hit(hit, house, buys=buys)
    for blast in asked.blasts:
        _check_shot(blast.shot, asked, ALWAYS)
        usual_dice = blast_of(blast, house, bought=False)
        more_dice = blast_of(blast, house, bought=True) if buys and blast.bought else usual_dice
        for caught in blast.targets:
            one = victim(caught.name, caught.key, caught.armor)
            usual = usual_dice.damage(blast, caught)
            more = usual if more_dice is usual_dice else more_dice.damage(blast, caught)
            one.harms.append(HitHarm(blast.shot, usual, more))
            one.add_blast(blast, caught, usual_dice, more_dice)
    return victims.values()


def _check_shot(shot: int, asked: attack_chances.AttackAsked, lowest: int) -> None:
    if not lowest <= shot < len(asked.shots):
        raise ValueError(f"there is no shot {shot} among {len(asked.shots)}")


def _total(
    asked: attack_chances.AttackAsked,
    found: Sequence[Sequence[Natural]],
    harms: Sequence[HitHarm],
) -> tuple[float, Spread]:
    """Return the chance that nothing hits, and the damage of all hits if something does."""
    # An explosion that always happens leaves no way to be missed.
    certain = [harm.usual for harm in harms if harm.shot == ALWAYS]
    missed, hit = (0.0, reduce(add, certain)) if certain else (1.0, NEVER)
    for chain in _chains(asked):
        nothing, something = _chain_total(asked, found, harms, chain)
        hit = either([hit + something, hit.scaled(nothing), something.scaled(missed)])
        missed *= nothing
    return missed, hit


def _chain_total(
    asked: attack_chances.AttackAsked,
    found: Sequence[Sequence[Natural]],
    harms: Sequence[HitHarm],
    chain: Sequence[int],
) -> tuple[float, Spread]:
    """Go through the shots of one gun: those after a jam are lost (8.3-15).

    `firing` and `jammed` each hold the chance that nothing has hit so far, and the damage if
    something has.
    """
    firing, jammed = (1.0, NEVER), (0.0, NEVER)
    buys = asked.benny is attack_chances.Benny.DAMAGE
    # Shots after the last one that can do harm change neither number.
    last = max((harm.shot for harm in harms), default=ALWAYS)
    for at in (place for place in chain if place <= last):
        mine = [harm for harm in harms if harm.shot == at]
        usual = _hurt(firing, [harm.usual for harm in mine])
        more = _hurt(firing, [harm.with_benny for harm in mine]) if buys else NEVER
        after = {jams: _after(firing, found[at], usual, more, jams) for jams in (False, True)}
        jammed = jammed[0] + after[True][0], either([jammed[1], after[True][1]])
        firing = after[False]
    return firing[0] + jammed[0], either([firing[1], jammed[1]])


def _hurt(before: tuple[float, Spread], harms: Sequence[Spread]) -> Spread:
    """Return the damage if one more shot hits; NEVER where it does no harm."""
    if not harms:
        return NEVER
    damage, (nothing, something) = reduce(add, harms), before
    return either([damage.scaled(nothing), damage + something])


def _after(
    before: tuple[float, Spread],
    possible: Sequence[Natural],
    usual: Spread,
    more: Spread,
    jams: bool,
) -> tuple[float, Spread]:
    """Return the state of `_chain_total` after one more shot that `jams` its gun, or does not.

    `usual` is the damage if it hits, `more` if a Benny is spent on it.
    """
    nothing, something = before
    mine = [each for each in possible if each.jams is jams]
    if not mine:
        return 0.0, NEVER
    chance = sum(each.chance for each in mine)
    hit = sum(each.chance * each.hit for each in mine) if usual.weights else 0.0
    spent = sum(each.chance * each.hit for each in mine if each.benny) if more.weights else 0.0
    parts = (usual, hit - spent), (more, spent), (something, chance - hit)
    return nothing * (chance - hit), either([part.scaled(share) for part, share in parts])


def _judged(
    asked: attack_chances.AttackAsked,
    found: Sequence[Sequence[Natural]],
    victim: TargetAtRisk,
    house: DiceRules,
) -> TargetOdds:
    """Compare all damage of one target with its Armor: 5.1-11 to 5.1-13, A5-41."""
    missed, damage = _total(asked, found, victim.harms)
    armor = (
        amount(victim.armor, house, failure_is_zero=house.armor_failure_is_zero)
        if victim.armor
        else exactly(0)
    )
    equal, beaten = _compared(damage, armor, victim.earlier)
    # Fire and KnockBack do not ask for Armor: each is added up by itself.
    _, lit = _total(asked, found, victim.fires) if victim.fires else (0.0, NEVER)
    _, inches = _total(asked, found, victim.knocks) if victim.knocks else (0.0, NEVER)
    return TargetOdds(
        name=victim.name,
        not_hit=missed,
        no_effect=max(0.0, damage.total - equal - beaten),
        something_bad=equal,
        beaten=beaten,
        expected_damage=damage.mean,
        key=victim.key,
        set_on_fire=lit.at_least(1),
        thrown=inches.at_least(1),
        knockback=inches.mean,
    )


def _compared(damage: Spread, armor: Spread, earlier: int = 0) -> tuple[float, float]:
    """Return the chances that damage above 0, with what was `earlier`, equals Armor, or is more."""
    chance_of = dict(armor.items())
    # `below` is the chance of less Armor than these points; it grows with the points, so both
    # spreads are walked only once.
    below = sum(chance for amount, chance in armor.items() if amount < damage.low + earlier)
    equal = beaten = 0.0
    for points, chance in damage.items():
        same = chance_of.get(points + earlier, 0.0)
        if points > 0:
            equal += chance * same
            beaten += chance * below
        below += same
    return equal, beaten


class Improvement(Struct, frozen=True):
    """One way to improve an attack, in words, and its odds compared with those of now.

    `hit` is the chance of one hit or more, `beaten` the targets whose Armor is beaten on average
    (for one target, the chance). Gains may be below 0.
    """

    words: str
    hit: float
    beaten: float
    hit_gain: float
    beaten_gain: float
    gain: float


def help_of(words: str, then: AttackOdds, now: AttackOdds) -> Improvement:
    """Return one way with its gains over the odds of now."""
    hit_gain = then.any_hit - now.any_hit
    beaten_gain = then.beaten_targets - now.beaten_targets
    judged = bool(then.targets or now.targets)
    return Improvement(
        words=words,
        hit=then.any_hit,
        beaten=then.beaten_targets,
        hit_gain=hit_gain,
        beaten_gain=beaten_gain,
        gain=beaten_gain if judged else hit_gain,
    )
